// Controls of the form of a shift: its name asked whether it is free, its periods, its clock windows, what it serves.
import { Button, Checkbox, Form, Input, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { attendanceShift, MOST_PLACES, type ShiftPlaceData } from '#contract/administration/attendanceShift'
import { ScheduleMode, type ScheduleModeValue } from '#contract/administration/attendanceWords'
import { CLOCK_WINDOWS, MOST_PERIODS, minutesWords, type WorkPeriod } from '#contract/administration/shiftTime'
import type { Field, InputProps } from '#web/kit/fields/field'
import { TreeSelect } from '#web/kit/fields/laterControls'
import { pathText } from '#web/kit/fields/place'
import { useSettled } from '#web/kit/fields/settled'
import { text } from '#web/kit/fields/text'
import { useCall } from '#web/kit/query'

function NameInput({ shiftPkId, value, onChange, ...rest }: InputProps<string> & { shiftPkId?: string }) {
  const typed = useSettled((value ?? '').trim(), 300)
  const free = useCall(
    attendanceShift.calls.nameFree,
    typed === '' || typed.length > 20 ? null : { shiftName: typed, shiftPkId: shiftPkId ?? null },
    { silent: true },
  )
  const taken = typed !== '' && free.data === false
  return (
    <>
      <Input
        {...rest}
        value={value ?? ''}
        maxLength={20}
        {...(taken && { status: 'error' as const })}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <span className={taken ? 'yy-small yy-red' : 'yy-small yy-second'} role="status">
        {taken ? `已有班次“${typed}”，请换一个名称` : ''}
      </span>
    </>
  )
}

export const shiftNameField = (shiftPkId?: string): Field<string> => ({
  ...text,
  input: (props) => <NameInput {...props} {...(shiftPkId && { shiftPkId })} />,
})

const FORMAT = 'HH:mm'
const clockOf = (value: string) => (/^\d\d:\d\d$/.test(value) ? dayjs(`2000-01-01T${value}`) : null)

function Periods({ value, onChange, disabled }: InputProps<WorkPeriod[]>) {
  const all = value ?? []
  const off = disabled ?? false
  const change = (at: number, part: Partial<WorkPeriod>) =>
    onChange?.(
      all.map((one, i) => {
        if (i !== at) return one
        const next = { ...one, ...part }
        // An end before its beginning can only be the day after; 次日 is set with it and can be taken back.
        if (!('crossDay' in part) && next.on && next.off)
          next.crossDay = next.off <= next.on || (at > 0 && next.crossDay)
        return next
      }),
    )
  const picker = (at: number, side: 'on' | 'off', title: string) => (
    <TimePicker
      className="yy-ashift-clock"
      aria-label={`第 ${at + 1} 个时段${title}`}
      format={FORMAT}
      minuteStep={5}
      needConfirm={false}
      placeholder={title}
      disabled={off}
      allowClear={false}
      value={clockOf(all[at]![side])}
      onChange={(next) => change(at, { [side]: next ? next.format(FORMAT) : '' })}
    />
  )
  return (
    <div className="yy-stack yy-gap-8">
      {all.map((one, at) => (
        <span key={at} className="yy-row yy-gap-12 yy-wrap">
          {all.length > 1 && <span className="yy-second">第 {at + 1} 段</span>}
          {picker(at, 'on', '上班')}
          <span aria-hidden>至</span>
          {picker(at, 'off', '下班')}
          <Checkbox
            checked={one.crossDay}
            disabled={off}
            onChange={(event) => change(at, { crossDay: event.target.checked })}
          >
            次日
          </Checkbox>
          {all.length > 1 && (
            <Button
              type="text"
              size="small"
              icon={<Trash2 size={15} aria-hidden />}
              disabled={off}
              onClick={() => onChange?.(all.filter((_, i) => i !== at))}
            >
              去掉
            </Button>
          )}
        </span>
      ))}
      {all.length < MOST_PERIODS && (
        <span>
          <Button
            size="small"
            icon={<Plus size={15} aria-hidden />}
            disabled={off}
            onClick={() => onChange?.([...all, { on: '', off: '', crossDay: false }])}
          >
            加一个时段
          </Button>
          <span className="yy-second yy-small">　一天分几段上班时用，最多 {MOST_PERIODS} 段</span>
        </span>
      )}
    </div>
  )
}

export const periodsField: Field<WorkPeriod[]> = {
  ...(text as unknown as Field<WorkPeriod[]>),
  untitled: true,
  chooses: true,
  input: (props) => <Periods {...props} />,
}

const windows = CLOCK_WINDOWS.map((value) => ({ value, label: minutesWords(value) }))
export const windowField: Field<number> = {
  ...(text as unknown as Field<number>),
  chooses: true,
  input: ({ value, onChange, ...rest }) => (
    <Select<number>
      {...rest}
      className="yy-fill"
      value={value ?? undefined}
      options={windows}
      onChange={(next) => onChange?.(next)}
    />
  ),
}

interface Node {
  value: string
  title: string
  /** The whole path, which is searched. */
  path: string
  children?: Node[]
}

/** Paths as the tree they come from: 松鹤楼 › 2层 › 203室 › 01床. */
function treeOf(places: readonly ShiftPlaceData[]): Node[] {
  const top: Node[] = []
  const known = new Map<string, Node>()
  for (const { placeId, path } of places) {
    const parts = path.split('>')
    let level = top
    for (const [i, title] of parts.entries()) {
      const so = parts.slice(0, i + 1).join('>')
      const last = i === parts.length - 1
      let node = last ? undefined : known.get(so)
      if (!node) {
        node = { value: last ? placeId : `>${so}`, title, path: pathText(so), ...(!last && { children: [] }) }
        if (!last) known.set(so, node)
        level.push(node)
      }
      level = node.children ?? level
    }
  }
  return top
}

function Places({ value, onChange, ...rest }: InputProps<string[]>) {
  const mode = Form.useWatch('scheduleMode') as ScheduleModeValue | null | undefined
  const found = useCall(attendanceShift.calls.places, mode ? { scheduleMode: mode } : null)
  const tree = useMemo(() => treeOf(found.data ?? []), [found.data])
  const leaves = useMemo(() => new Set((found.data ?? []).map((one) => one.placeId)), [found.data])
  const what = mode === ScheduleMode.is.bed ? '床位' : '房间'
  // Those of the other kind went with the change of the kind.
  const chosen = (value ?? []).filter((one) => found.data === undefined || leaves.has(one))
  return (
    <TreeSelect<string[]>
      {...rest}
      className="yy-fill"
      treeCheckable
      showCheckedStrategy="SHOW_CHILD"
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      allowClear
      maxTagCount={8}
      maxTagPlaceholder={(left) => `等 ${left.length + 8} 个`}
      placeholder={`请选择${what}，可勾选整层`}
      loading={found.isPending}
      value={chosen}
      treeData={tree}
      popupMatchSelectWidth={420}
      notFoundContent={found.isPending ? '加载中…' : `没有可选的${what}`}
      onChange={(next: string[]) => onChange?.(next.filter((one) => leaves.has(one)).slice(0, MOST_PLACES))}
    />
  )
}

export const placesField: Field<string[]> = {
  ...(text as unknown as Field<string[]>),
  chooses: true,
  input: (props) => <Places {...props} />,
}
