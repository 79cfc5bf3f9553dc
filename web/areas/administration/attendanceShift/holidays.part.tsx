// The days of a year that are off or worked instead, as a calendar: a day is pressed and changed beside it.
import { Button, Form, Input } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import {
  attendanceHoliday,
  type HolidayDayData,
  type HolidayYearData,
} from '#contract/administration/attendanceHoliday'
import { DayKind } from '#contract/administration/attendanceWords'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { date } from '#web/kit/fields/date'
import { radioOf } from '#web/kit/fields/option'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './shift.css'

const HEADS = ['一', '二', '三', '四', '五', '六', '日']
const pad = (n: number) => String(n).padStart(2, '0')

const touches = [
  { area: 'administration', name: 'roster' },
  { area: 'administration', name: 'attendanceRecord' },
] as const

interface MonthProps {
  year: number
  month: number
  known: ReadonlyMap<string, HolidayDayData>
  chosen: string | null
  today: string
  onChoose(day: string): void
}

function Month({ year, month, known, chosen, today, onChoose }: MonthProps) {
  const first = new Date(Date.UTC(year, month - 1, 1))
  const before = (first.getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return (
    <section aria-label={`${month} 月`}>
      <b className="yy-block yy-below-8">{month} 月</b>
      <div className="yy-ashift-days yy-grid">
        {HEADS.map((head) => (
          <span key={head} aria-hidden>
            {head}
          </span>
        ))}
        {Array.from({ length: count }, (_, i) => {
          const day = `${year}-${pad(month)}-${pad(i + 1)}`
          const column = (before + i) % 7
          const found = known.get(day)
          const said = found ? `${DayKind.label(found.kind)}，${found.name}` : column > 4 ? '周末' : '工作日'
          return (
            <button
              key={day}
              type="button"
              className={`yy-ashift-day yy-bare ${found ? `yy-family-${DayKind.find(found.kind)?.family}` : ''}`}
              style={i === 0 ? { gridColumnStart: before + 1 } : undefined}
              title={`${day} ${said}`}
              aria-label={`${day} ${said}`}
              aria-pressed={chosen === day}
              {...(column > 4 && { 'data-weekend': true })}
              {...(found && { 'data-kind': found.kind })}
              {...(chosen === day && { 'data-chosen': true })}
              {...(today === day && { 'aria-current': 'date' as const })}
              onClick={() => onChoose(day)}
            >
              {i + 1}
              {found && <i>{found.kind === DayKind.is.HOLIDAY ? '休' : '班'}</i>}
            </button>
          )
        })}
      </div>
    </section>
  )
}

const kindField = radioOf(DayKind)

function DayEditor({ day, found, mayEdit }: { day: string; found: HolidayDayData | undefined; mayEdit: boolean }) {
  const weekend = [0, 6].includes(new Date(momentOf(day) + DAY_MS / 2).getUTCDay())
  const [kind, setKind] = useState(found?.kind ?? (weekend ? DayKind.is.WORKDAY : DayKind.is.HOLIDAY))
  const [name, setName] = useState(found?.name ?? '')
  const [last, setLast] = useState<string | null>(null)
  const save = useAct(attendanceHoliday.calls.save, { touches, onDone: () => toast.success('已保存') })
  const remove = () =>
    confirmCall(attendanceHoliday.calls.remove, {
      title: `${day}（${found?.name}）改为按星期上班？`,
      effects: [
        found?.state ? '这是国家公布的安排，以后可以用“载入缺少的日期”恢复' : '这是本院设置的日期',
        '已统计的考勤记录不变',
      ],
      verb: '按星期上班',
      safe: '不改',
      danger: true,
      input: { day },
      done: `${day} 已改为按星期上班`,
      touches,
    })
  return (
    <section className="yy-card yy-pad-16">
      <Form layout="vertical" disabled={!mayEdit || save.running}>
        <div className="yy-row yy-gap-16 yy-wrap yy-upper">
          <Form.Item label="日期" className="yy-no-margin">
            <span className="yy-inline yy-gap-8">
              <b>{day}</b>
              {found
                ? `${DayKind.label(found.kind)}（${found.state ? '国家公布' : '本院设置'}）`
                : weekend
                  ? '周末'
                  : '工作日'}
            </span>
          </Form.Item>
          <Form.Item label="设为" className="yy-no-margin">
            {kindField.input({ value: kind, onChange: (next) => next && setKind(next), 'aria-label': '设为' })}
          </Form.Item>
          <Form.Item label="名称" className="yy-no-margin" htmlFor="holiday-name">
            <Input
              id="holiday-name"
              value={name}
              maxLength={20}
              placeholder="如 院庆"
              onChange={(event) => setName(event.target.value)}
            />
          </Form.Item>
          <Form.Item label="连续几天时，到" className="yy-no-margin" htmlFor="holiday-last">
            {date.input({ id: 'holiday-last', value: last, onChange: setLast, placeholder: '只这一天' })}
          </Form.Item>
        </div>
        {mayEdit && (
          <div className="yy-row yy-gap-12 yy-above-12">
            <Button
              type="primary"
              loading={save.running}
              disabled={name.trim() === ''}
              onClick={() =>
                void save.run({ day, lastDay: last, kind, name: name.trim(), version: found?.version ?? 0 })
              }
            >
              保存这一天
            </Button>
            {found && (
              <Button danger onClick={() => void remove()}>
                按星期上班…
              </Button>
            )}
            {name.trim() === '' && <span className="yy-second">请填写名称，如“中秋节”“院庆”</span>}
          </div>
        )}
      </Form>
    </section>
  )
}

function Missing({ data, mayEdit }: { data: HolidayYearData; mayEdit: boolean }) {
  const fill = useAct(attendanceHoliday.calls.fill, { touches, onDone: () => toast.success('已载入') })
  if (data.missing.length === 0) return null
  return (
    <div className="yy-row yy-gap-12 yy-pad-12-16 yy-tint yy-edge yy-round" role="status">
      <span>
        {data.published
          ? `国家公布的安排中有 ${data.missing.length} 天不在日历里：${data.missing
              .slice(0, 4)
              .map((one) => `${one.day.slice(5)} ${one.name}`)
              .join('、')}${data.missing.length > 4 ? ' 等' : ''}。`
          : `${data.year} 年的放假安排系统里还没有（国家通常在上一年 11 月公布）。可先载入法定节假日 ${data.missing.length} 天，公布后再逐日调整。`}
      </span>
      {mayEdit && (
        <span className="yy-push">
          <Button loading={fill.running} onClick={() => void fill.run({ year: data.year })}>
            {data.published ? '载入缺少的日期' : '载入法定节假日'}
          </Button>
        </span>
      )}
    </div>
  )
}

function Year({ year }: { year: number }) {
  const mayEdit = useMay()(attendanceHoliday.calls.save.needs)
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, state } = useLoaded(attendanceHoliday.calls.year, { year }, { what: '节假日', lines: 10 })
  if (!data) return state
  const known = new Map(data.days.map((one) => [one.day, one]))
  const count = (kind: string) => data.days.filter((one) => one.kind === kind).length
  const found = chosen === null ? undefined : known.get(chosen)
  return (
    <div className="yy-stack yy-gap-16">
      <Missing data={data} mayEdit={mayEdit} />
      <span className="yy-second">
        放假 {count(DayKind.is.HOLIDAY)} 天，调休上班 {count(DayKind.is.WORKDAY)}{' '}
        天。固定班的考勤组放假休息、调休日上班；排班的考勤组按排班表。
        {mayEdit && '点日期修改。'}
      </span>
      {chosen && (
        <DayEditor
          key={`${chosen} ${found?.version ?? 0} ${found?.kind ?? ''}`}
          day={chosen}
          found={found}
          mayEdit={mayEdit}
        />
      )}
      <div className="yy-ashift-year yy-grid">
        {Array.from({ length: 12 }, (_, i) => (
          <Month
            key={i}
            year={year}
            month={i + 1}
            known={known}
            chosen={chosen}
            today={dayText()}
            onChoose={(day) => setChosen(day)}
          />
        ))}
      </div>
    </div>
  )
}

const FIRST = 2020
const LAST = 2100

export function HolidayDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const [year, setYear] = useState(() => Number(dayText().slice(0, 4)))
  return (
    <SideDrawer
      open={open}
      title="节假日"
      width={960}
      asks={false}
      onClose={onClose}
      about={
        <span className="yy-inline yy-gap-4">
          <Button
            type="text"
            size="small"
            aria-label="上一年"
            icon={<ChevronLeft size={16} aria-hidden />}
            disabled={year <= FIRST}
            onClick={() => setYear(year - 1)}
          />
          <b className="yy-strong">{year} 年</b>
          <Button
            type="text"
            size="small"
            aria-label="下一年"
            icon={<ChevronRight size={16} aria-hidden />}
            disabled={year >= LAST}
            onClick={() => setYear(year + 1)}
          />
        </span>
      }
    >
      <Year key={year} year={year} />
    </SideDrawer>
  )
}
