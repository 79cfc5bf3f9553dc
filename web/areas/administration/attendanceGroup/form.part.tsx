// The form of a group, on a page of its own: what it is, its shifts, its people, where they clock.
import { Button, Form } from 'antd'
import { useId, useMemo, useRef } from 'react'
import {
  attendanceGroup,
  type GroupDetailData,
  type GroupMemberForm,
  type GroupPlaceForm,
} from '#contract/administration/attendanceGroup'
import { GroupMode } from '#contract/administration/attendanceWords'
import { dayText } from '#contract/kit/clock'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { fieldNames, SchemaForm, type Values } from '#web/kit/form/SchemaForm'
import { type FormCall, useFormAct } from '#web/kit/form/useFormAct'
import { openInstead, openPage } from '#web/kit/open'
import { toast } from '#web/kit/toast'
import { membersField } from './members.part.tsx'
import { placesFault, placesField } from './places.part.tsx'
import { daysField, shiftsField, weeklyField } from './shifts.part.tsx'
import './group.css'

const isMode = (mode: string) => (values: Values) => values.mode === mode

const HINTS: Readonly<Record<string, string>> = {
  [GroupMode.is.FIXED]: '每周按同一张表上下班，如行政人员',
  [GroupMode.is.ROSTER]: '按排班表上下班，如护理员',
  [GroupMode.is.FREE]: '不定上下班时间，只看每天工时',
}

const fieldsOf = (group: GroupDetailData | null) =>
  ({
    name: { placeholder: '如 松鹤楼护理组' },
    deptId: { as: department, hint: '不选就是全院通用' },
    mode: {
      as: radioOf(GroupMode),
      wide: true,
      hint: Object.entries(HINTS)
        .map(([mode, words]) => `${GroupMode.label(mode as never)}：${words}`)
        .join('；'),
      disabled: group !== null && !group.fresh,
    },
    effectiveDate: {
      as: date,
      ...(group !== null && !group.fresh && { disabled: true, hint: '已有考勤记录，不能再改' }),
    },
    remark: { as: longText, wide: true },
    weekly: {
      as: weeklyField,
      title: '一周班次',
      wide: true,
      when: isMode(GroupMode.is.FIXED),
      check: (value: (string | null)[] | null | undefined) =>
        value?.some((one) => one !== null) ? null : '请至少安排一天的班次',
    },
    shiftIds: {
      as: shiftsField,
      title: '可排的班次',
      wide: true,
      when: isMode(GroupMode.is.ROSTER),
      hint: '排班表里只能排这些班次',
      check: (value: string[] | null | undefined) => (value?.length ? null : '请至少选择一个班次'),
    },
    dayMinutes: {
      as: int,
      when: isMode(GroupMode.is.FREE),
      hint: '8 小时填 480',
      check: (value: number | null | undefined) => (value ? null : '请填写每天工时'),
    },
    days: {
      as: daysField,
      title: '工作日',
      wide: true,
      when: isMode(GroupMode.is.FREE),
      check: (value: number[] | null | undefined) => (value?.length ? null : '请至少选择一天'),
    },
    holidays: { when: (values: Values) => values.mode !== GroupMode.is.ROSTER, hint: '按“班次管理 → 节假日”的日历' },
    members: {
      as: membersField,
      title: '人员',
      wide: true,
      props: {
        own: group?.attendanceGroupPkId ?? null,
        standing: group?.members ?? [],
        hidden: group?.hiddenMembers ?? 0,
      },
    },
    photo: {},
    outside: { hint: '不在打卡地点也能打，记录里标明“外勤”' },
    places: {
      as: placesField,
      title: '打卡地点',
      wide: true,
      hint: '一个都没有时，手机打卡不看地点',
      check: (value: GroupPlaceForm[] | null | undefined) => placesFault(value),
    },
  }) as const

const SECTIONS = [
  { title: '基本情况', fields: ['name', 'deptId', 'mode', 'effectiveDate', 'remark'] },
  { title: '上班时间', fields: ['weekly', 'shiftIds', 'dayMinutes', 'days', 'holidays'] },
  { title: '人员', fields: ['members'] },
  { title: '打卡', fields: ['photo', 'outside', 'places'] },
] as const

const memberOf = (one: GroupDetailData['members'][number]): GroupMemberForm => ({
  empId: one.empId,
  fromDay: one.fromDay,
  team: one.team,
})

const valuesOf = (group: GroupDetailData) => ({
  name: group.name,
  deptId: group.deptId,
  mode: group.mode,
  effectiveDate: group.effectiveDate,
  remark: group.remark,
  weekly: group.weekly,
  shiftIds: group.shiftIds,
  dayMinutes: group.dayMinutes,
  days: group.days,
  holidays: group.holidays,
  photo: group.photo,
  outside: group.outside,
  members: group.members.map(memberOf),
  places: group.places.map((one) => ({ ...one })),
})

const begins = () => ({
  mode: GroupMode.is.ROSTER,
  effectiveDate: dayText(),
  holidays: true,
  photo: false,
  outside: false,
  days: [0, 1, 2, 3, 4],
  members: [],
  places: [],
})

const detailPath = attendanceGroup.pages.detail.path

export function GroupForm({ group }: { group: GroupDetailData | null }) {
  const call = (group ? attendanceGroup.calls.save : attendanceGroup.calls.add) as FormCall
  const [form] = Form.useForm<Values>()
  const name = useId()
  const fields = useMemo(() => fieldsOf(group), [group])
  const names = useMemo(() => fieldNames(call.body, fields as never), [call, fields])
  // Filled once: a newer answer does not take away what was typed.
  const first = useRef<Values>((group ? valuesOf(group) : begins()) as Values)
  const base = useRef<Values>({ ...first.current })
  const { running, undecided, submit, touched, notes } = useFormAct({
    call,
    form,
    name,
    names,
    fields: fields as never,
    also: (group ? { attendanceGroupPkId: group.attendanceGroupPkId, version: group.version } : {}) as never,
    base,
    reload: group
      ? async () => {
          const now = await send(attendanceGroup.calls.get, { attendanceGroupPkId: group.attendanceGroupPkId })
          return { values: valuesOf(now) as never, also: { version: now.version } as never }
        }
      : undefined,
    touches: [
      { area: 'administration', name: 'roster' },
      { area: 'administration', name: 'attendanceShift' },
    ],
    onDone: (saved) => {
      toast.success(group ? '考勤组已保存' : '考勤组已新增')
      openInstead(detailPath, { attendanceGroupPkId: (saved as GroupDetailData).attendanceGroupPkId })
    },
  })
  const back = () =>
    group
      ? openInstead(detailPath, { attendanceGroupPkId: group.attendanceGroupPkId })
      : openPage(attendanceGroup.pages.list.path)
  return (
    <section className="yy-card">
      <header className="yy-card-head">
        <h3>{group ? `编辑考勤组：${group.name}` : '新增考勤组'}</h3>
      </header>
      <div className="yy-agroup-body">
        <SchemaForm
          form={form}
          name={name}
          schema={call.body}
          fields={fields as never}
          sections={SECTIONS as never}
          columns={2}
          initial={first.current as never}
          disabled={running}
          onChange={touched}
          onSubmit={(filled) => void submit(filled)}
          top={notes}
        />
      </div>
      <footer className="yy-agroup-foot yy-row yy-gap-12 yy-ends">
        <Button disabled={running} onClick={back}>
          不保存
        </Button>
        <Button type="primary" loading={running} disabled={undecided} onClick={() => form.submit()}>
          保存考勤组
        </Button>
      </footer>
    </section>
  )
}
