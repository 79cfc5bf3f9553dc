// A month made of a turn of days: which turn, from when to when, and where each team stands in it on the first day.
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { type RosterMonthData, type RosterPatternData, roster } from '#contract/administration/roster'
import { addDays } from '#contract/administration/rosterRules'
import { date } from '#web/kit/fields/date'
import { Empty } from '#web/kit/parts/Empty'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { faceOf, monthSpan, shiftContent } from './rosterView.ts'

interface RollProps {
  month: RosterMonthData
  open: boolean
  onClose(): void
  onDone(): void
}

const NOBODY = -1

/** 第 1 天 白, 第 3 天 夜 */
const stepOptions = (month: RosterMonthData, pattern: RosterPatternData) => [
  ...pattern.steps.map((step, i) => ({
    value: i,
    label: `从第 ${i + 1} 天“${step ? (faceOf(shiftContent(step), month)?.sign ?? '') : '休'}”开始`,
  })),
  { value: NOBODY, label: '不排这一组' },
]

export function RollDrawer({ month, open, onClose, onDone }: RollProps) {
  const patterns = useCall(roster.calls.patterns, open ? {} : null)
  const span = monthSpan(month.month)
  const [patternId, setPatternId] = useState<string | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [steps, setSteps] = useState<Readonly<Record<string, number>>>({})
  const [replace, setReplace] = useState(false)
  const run = useAct(roster.calls.roll, {
    onDone: ({ written, kept }) => {
      toast.success(`已生成 ${written} 处排班草稿${kept > 0 ? `，保留原有 ${kept} 处` : ''}，核对后发布`)
      onDone()
    },
  })
  const pattern = patterns.data?.find((one) => one.patternId === patternId) ?? patterns.data?.[0]
  const first = from ?? (span.from > month.today ? span.from : addDays(month.today, 1))
  const last = to ?? span.to
  const teams = [...new Set(month.people.map((one) => one.team).filter((one): one is string => one !== null))]
  // Teams of a turn follow one another at even distances: five teams over five days.
  const turning = teams.filter((one) => /^[A-Za-z0-9一二三四五六七八九十]+ ?组$/.test(one))
  const stepOf = (team: string) => {
    const at = turning.indexOf(team)
    if (steps[team] !== undefined) return steps[team]
    if (at < 0 || !pattern) return NOBODY
    return Math.floor((at * pattern.steps.length) / turning.length) % pattern.steps.length
  }
  const starts = teams.flatMap((team) => (stepOf(team) === NOBODY ? [] : [{ team, step: stepOf(team) }]))
  return (
    <SideDrawer
      open={open}
      title="按规律生成排班"
      about={month.title}
      asks={false}
      onClose={onClose}
      foot={
        <DrawerFoot note={`${starts.length} 个班组，${first} 至 ${last}。生成的是草稿，发布前其他人看不到`}>
          <Button
            type="primary"
            loading={run.running}
            disabled={!pattern || starts.length === 0}
            onClick={() =>
              pattern &&
              void run.run({
                attendanceGroupPkId: month.attendanceGroupPkId,
                patternId: pattern.patternId,
                from: first,
                to: last,
                starts,
                replace,
              })
            }
          >
            生成草稿
          </Button>
        </DrawerFoot>
      }
    >
      {patterns.data?.length === 0 ? (
        <Empty title="还没有轮班规律" text="请在“更多 → 规则、规律与用人要求”里先建一个，例如：白 白 夜 休 休。" />
      ) : (
        <div className="yy-stack yy-gap-16">
          <div className="yy-stack yy-gap-4">
            轮班规律
            <Select
              aria-label="轮班规律"
              value={pattern?.patternId ?? null}
              options={patterns.data?.map((one) => ({ value: one.patternId, label: one.name })) ?? []}
              onChange={setPatternId}
            />
          </div>
          <div className="yy-flex yy-gap-12">
            <span className="yy-stack yy-gap-4 yy-grow">
              从哪天开始
              {date.input({ value: first, onChange: setFrom, 'aria-label': '从哪天开始' })}
            </span>
            <span className="yy-stack yy-gap-4 yy-grow">
              到哪天为止
              {date.input({ value: last, onChange: setTo, 'aria-label': '到哪天为止' })}
            </span>
          </div>
          {pattern &&
            teams.map((team) => (
              <div key={team} className="yy-row yy-gap-12">
                <b className="yy-ros-team">{team}</b>
                <Select
                  aria-label={`${team}起始位置`}
                  className="yy-grow"
                  value={stepOf(team)}
                  options={stepOptions(month, pattern)}
                  onChange={(step) => setSteps({ ...steps, [team]: step })}
                />
                <span className="yy-second yy-one-line">
                  {month.people.filter((one) => one.team === team).length} 人
                </span>
              </div>
            ))}
          <Checkbox checked={replace} onChange={(event) => setReplace(event.target.checked)}>
            覆盖已排的班（请假和培训总是保留）
          </Checkbox>
        </div>
      )}
    </SideDrawer>
  )
}
