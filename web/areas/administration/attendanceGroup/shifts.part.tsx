// By which shifts a group works: a week of them, a choice of them, or free hours on certain days.
import { Button, Checkbox, Select } from 'antd'
import { useMemo } from 'react'
import { attendanceShift, type ShiftChoiceData } from '#contract/administration/attendanceShift'
import { ShiftEnable } from '#contract/administration/attendanceWords'
import { minuteWords } from '#contract/administration/shiftTime'
import { ShiftChip } from '#web/areas/administration/attendanceShift/dayBar.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'
import { useCall } from '#web/kit/query'
import './group.css'

export const WEEK = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const WORK_DAYS = 5

const useShifts = () => useCall(attendanceShift.calls.choices, { all: true }, { staleTime: 15_000 })

const wordsOf = (one: Pick<ShiftChoiceData, 'shiftName' | 'startMinute' | 'endMinute'>) =>
  `${one.shiftName} ${minuteWords(one.startMinute)}–${minuteWords(one.endMinute)}`

/** Those that may be used, and what stands there already. */
function useOptions(standing: readonly (string | null)[]) {
  const shifts = useShifts()
  const options = useMemo(
    () =>
      (shifts.data ?? [])
        .filter((one) => one.isEnable === ShiftEnable.is.on || standing.includes(one.shiftPkId))
        .map((one) => ({
          value: one.shiftPkId,
          label: one.shiftName,
          words: `${wordsOf(one)}${one.isEnable === ShiftEnable.is.on ? '' : '（已停用）'}`,
          shift: one,
        })),
    [shifts.data, standing],
  )
  return { options, loading: shifts.isPending }
}

type Choice = ReturnType<typeof useOptions>['options'][number]

const face = (option: { data: unknown }) => {
  const { shift, words } = option.data as Choice
  return (
    <span className="yy-inline yy-gap-8">
      <ShiftChip shortName={shift.shortName} tone={shift.tone} />
      {words}
    </span>
  )
}

function Weekly({ value, onChange, disabled }: InputProps<(string | null)[]>) {
  const week = WEEK.map((_, i) => value?.[i] ?? null)
  const { options, loading } = useOptions(week)
  const put = (at: number, shift: string | null) => onChange?.(week.map((one, i) => (i === at ? shift : one)))
  return (
    <div className="yy-stack yy-gap-8">
      <div className="yy-agroup-week yy-grid">
        {WEEK.map((name) => (
          <span key={name} className="yy-second">
            {name}
          </span>
        ))}
        {week.map((one, i) => (
          <Select<string>
            key={WEEK[i]}
            aria-label={`${WEEK[i]}的班次`}
            disabled={disabled ?? false}
            loading={loading}
            allowClear
            placeholder="休息"
            value={one ?? undefined}
            options={options}
            optionRender={face}
            popupMatchSelectWidth={260}
            onChange={(next) => put(i, next ?? null)}
          />
        ))}
      </div>
      <span>
        <Button
          size="small"
          disabled={(disabled ?? false) || week[0] === null}
          onClick={() => onChange?.(week.map((one, i) => (i < WORK_DAYS ? (week[0] ?? null) : one)))}
        >
          周二至周五与周一相同
        </Button>
      </span>
    </div>
  )
}

export const weeklyField: Field<(string | null)[]> = {
  ...(text as unknown as Field<(string | null)[]>),
  untitled: true,
  chooses: true,
  input: (props) => <Weekly {...props} />,
}

function Chosen({ value, onChange, ...rest }: InputProps<string[]>) {
  const { options, loading } = useOptions(value ?? [])
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      className="yy-fill"
      loading={loading}
      placeholder="请选择可排的班次"
      value={value ?? []}
      options={options}
      optionRender={face}
      onChange={(next) => onChange?.(next)}
    />
  )
}

export const shiftsField: Field<string[]> = {
  ...(text as unknown as Field<string[]>),
  chooses: true,
  input: (props) => <Chosen {...props} />,
}

export const daysField: Field<number[]> = {
  ...(text as unknown as Field<number[]>),
  untitled: true,
  chooses: true,
  input: ({ value, onChange, disabled }) => (
    <Checkbox.Group
      disabled={disabled ?? false}
      value={value ?? []}
      options={WEEK.map((label, i) => ({ label, value: i }))}
      onChange={(next) => onChange?.(next as number[])}
    />
  ),
}
