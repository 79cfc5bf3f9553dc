// 值班表: by department, who is told at which hours of which weekdays, and who it is now.
import { Button, Checkbox, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type DutyData, DutyRank, vms } from '#contract/monitor/vms'
import { clock } from '#web/areas/monitor/callSet/fields.part'
import { ShiftSetting } from '#web/areas/monitor/shift/setting.part'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { department } from '#web/kit/fields/department'
import type { Field, InputProps } from '#web/kit/fields/field'
import { staff } from '#web/kit/fields/staff'
import { text } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'

const DAYS = ['一', '二', '三', '四', '五', '六', '日'] as const
const WHOLE_HOUSE = ''

const Weekdays = ({ value, onChange, disabled }: InputProps<number[]>) => (
  <Checkbox.Group
    {...(disabled !== undefined && { disabled })}
    value={value ?? []}
    options={DAYS.map((name, index) => ({ value: index + 1, label: `周${name}` }))}
    onChange={(next) => onChange?.([...(next as number[])].sort((a, b) => a - b))}
  />
)
const weekdays = { ...text, input: (props: InputProps<number[]>) => <Weekdays {...props} /> } as unknown as Field<
  number[]
>

const crosses = (from: unknown, to: unknown) =>
  typeof from === 'string' && typeof to === 'string' && /^\d\d:\d\d$/.test(from) && /^\d\d:\d\d$/.test(to) && to <= from

const hours = (duty: DutyData) => `${duty.fromTime}–${crosses(duty.fromTime, duty.toTime) ? '次日 ' : ''}${duty.toTime}`

function DutyForm({ duty, deptId, onClose }: { duty: DutyData | null; deptId: string | null; onClose(): void }) {
  const shared = {
    fields: {
      deptId: { as: department, hint: '不选：对全院都算' },
      rank: {},
      userId: {
        as: staff,
        wide: true,
        ...(duty && { props: { known: [{ value: duty.userId, label: duty.userName }] } }),
      },
      weekdays: {
        as: weekdays,
        wide: true,
        check: (value: number[] | null | undefined) => (value && value.length > 0 ? null : '请至少选择一天'),
      },
      fromTime: { as: clock },
      toTime: { as: clock },
      remark: { wide: true },
    },
    columns: 2 as const,
    result: (values: Record<string, unknown>) =>
      crosses(values.fromTime, values.toTime) ? '跨到次日，算在开始的那一天' : null,
    onDone: () => void invalidate(vms),
    open: true,
    onClose,
  }
  if (!duty) {
    return (
      <FormDrawer
        {...shared}
        call={vms.calls.addDuty}
        title="新增值班"
        initial={{
          deptId,
          rank: DutyRank.is.nurse,
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          fromTime: '19:30',
          toTime: '07:30',
        }}
      />
    )
  }
  const { rank, userId, weekdays: days, fromTime, toTime, remark } = duty
  return (
    <FormDrawer
      {...shared}
      call={vms.calls.saveDuty}
      title={`修改值班：${duty.userName}`}
      initial={{ deptId: duty.deptId, rank, userId, weekdays: days, fromTime, toTime, remark }}
      also={{ dutyId: duty.dutyId, version: duty.version }}
      reload={async () => {
        const now = (await send(vms.calls.duties, {})).find((one) => one.dutyId === duty.dutyId) ?? duty
        const { dutyId: _, version, now: __, deptName: ___, userName: ____, phone: _____, ...values } = now
        return { values, also: { dutyId: duty.dutyId, version } }
      }}
    />
  )
}

async function remove(duty: DutyData) {
  const done = await confirmAct({
    title: `删除 ${duty.deptName ?? '全院'} ${DutyRank.label(duty.rank)} ${duty.userName} 的值班？`,
    effects: ['从下一条告警起不再通知此人', `时间：${hours(duty)}`],
    verb: '删除值班',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(vms.calls.removeDuty, { dutyId: duty.dutyId }, options),
  })
  if (done !== null) await invalidate(vms)
}

function Group({ name, duties, onEdit }: { name: string; duties: readonly DutyData[]; onEdit(duty: DutyData): void }) {
  const mayEdit = useMay()(vms.calls.saveDuty.needs)
  const now = duties.filter((one) => one.now === 1)
  return (
    <PageCard
      title={name}
      sub={
        now.length > 0
          ? `此时当班：${now.map((one) => `${DutyRank.label(one.rank)} ${one.userName}`).join('，')}`
          : '此时无人当班，告警改为通知护士长'
      }
      flush
    >
      <table className="yy-duty yy-plain-table">
        <thead>
          <tr>
            <th>岗位</th>
            <th>值班人</th>
            <th>时间</th>
            {DAYS.map((day) => (
              <th key={day} className="is-day">
                {day}
              </th>
            ))}
            <th>电话</th>
            <th>备注</th>
            {mayEdit && <th>操作</th>}
          </tr>
        </thead>
        <tbody>
          {duties.map((duty) => (
            <tr key={duty.dutyId} className={classes(duty.now === 1 && 'is-now')}>
              <td>{DutyRank.label(duty.rank)}</td>
              <td>
                <b>{duty.userName}</b>
                {duty.now === 1 && <i className="yy-good yy-tiny yy-upright">当班</i>}
              </td>
              <td>{hours(duty)}</td>
              {DAYS.map((day, index) => (
                <td key={day} className="is-day">
                  {duty.weekdays.includes(index + 1) ? (
                    <span title={`周${day} ${hours(duty)}`}>●</span>
                  ) : (
                    <span className="is-none">·</span>
                  )}
                </td>
              ))}
              <td>{duty.phone ?? <span className="is-missing">没有电话，无法拨打</span>}</td>
              <td>{duty.remark}</td>
              {mayEdit && (
                <td>
                  <Button type="link" size="small" onClick={() => onEdit(duty)}>
                    编辑
                  </Button>
                  <Button type="link" size="small" danger onClick={() => void remove(duty)}>
                    删除…
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </PageCard>
  )
}

export function DutyTab() {
  const { data, error, refetch } = useCall(vms.calls.duties, {}, { refetchInterval: 60_000 })
  const mayEdit = useMay()(vms.calls.addDuty.needs)
  const [form, setForm] = useState<{ duty: DutyData | null } | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const groups = useMemo(() => {
    const made = new Map<string, { name: string; duties: DutyData[] }>()
    for (const duty of data ?? []) {
      const key = duty.deptId ?? WHOLE_HOUSE
      const group = made.get(key) ?? { name: duty.deptName ?? '全院', duties: [] }
      group.duties.push(duty)
      made.set(key, group)
    }
    return made
  }, [data])
  if (error || !data) return <Loaded of={{ data, error, refetch }} what="值班表没有取到" lines={8} fresh />
  return (
    <div className="yy-grid yy-gap-12">
      <div className="yy-row yy-wrap yy-gap-12 yy-second">
        {mayEdit && (
          <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setForm({ duty: null })}>
            新增值班
          </Button>
        )}
        <Select
          aria-label="部门"
          style={{ width: 200 }}
          allowClear
          placeholder="全部部门"
          value={chosen}
          options={[...groups].map(([value, { name }]) => ({ value, label: name }))}
          onChange={(next) => setChosen(next ?? null)}
        />
        <ShiftSetting />
        <span>部门没有排班时，按上级部门、再按全院的值班表通知；都没有时通知护士长。</span>
      </div>
      {groups.size === 0 && (
        <Empty title="还没有排班" text="排好值班表后，告警先通知此时当班的护士；没有排班时通知护士长。" />
      )}
      {[...groups]
        .filter(([key]) => chosen === null || key === chosen)
        .map(([key, { name, duties }]) => (
          <Group key={key} name={name} duties={duties} onEdit={(duty) => setForm({ duty })} />
        ))}
      {form && <DutyForm duty={form.duty} deptId={chosen || null} onClose={() => setForm(null)} />}
    </div>
  )
}
