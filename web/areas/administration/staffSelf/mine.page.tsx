// 我的排班与考勤: one's own month at the desk, exchanges one has to do with, and the code that opens the same on the phone.
import { Button, QRCode } from 'antd'
import { useState } from 'react'
import { attendanceAsk } from '#contract/administration/attendanceAsk'
import { AskState, AttendanceResult, LeaveKind } from '#contract/administration/attendanceWords'
import { ExchangeState } from '#contract/administration/rosterWords'
import { type ShiftExchangeRow, shiftExchange } from '#contract/administration/shiftExchange'
import { type SelfDay, staffSelf } from '#contract/administration/staffSelf'
import { bench } from '#contract/home/bench'
import { monthText } from '#contract/kit/clock'
import { askWords } from '#web/areas/administration/attendanceAsk/acts'
import { STAFF_PAGE } from '#web/kit/constants'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import './self.css'

const monthBy = (month: string, by: number) => {
  const at = new Date(`${month}-15T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + by)
  return at.toISOString().slice(0, 7)
}
const WEEK = ['日', '一', '二', '三', '四', '五', '六'] as const

function Cell({ day, today }: { day: SelfDay; today: boolean }) {
  const what = day.leave
    ? LeaveKind.label(day.leave.kind)
    : (day.shift?.shiftName ?? (day.kind === 'TRAIN' ? '培训' : day.kind ? '休' : ''))
  const results = day.results
    .flatMap((one) => [one.onResult, one.offResult])
    .filter((one) => one !== null && one !== AttendanceResult.is.normal && one !== AttendanceResult.is.rest)
  return (
    <div className={['yy-self-day', today && 'is-today'].filter(Boolean).join(' ')}>
      <span className="yy-second">
        {Number(day.day.slice(8))} {day.holiday}
      </span>
      <b className={`yy-self-what is-${day.leave ? 'leave' : (day.shift?.tone ?? 'rest')}`}>{what}</b>
      {day.shift && !day.leave && <span className="yy-small yy-second">{day.shift.times}</span>}
      {day.changed && (
        <span className="yy-small yy-amber" title={`${day.changed.at.slice(0, 16)} ${day.changed.by}`}>
          原来是{day.changed.was}
        </span>
      )}
      {results.length > 0 && (
        <span className="yy-small yy-red">
          {[...new Set(results)].map((one) => AttendanceResult.label(one!)).join('、')}
        </span>
      )}
    </div>
  )
}

const cellWords = (one: ShiftExchangeRow['gives']) => one.shiftName ?? '休'

function answer(row: ShiftExchangeRow, act: 'accept' | 'decline') {
  const { exchangeId, version } = row
  return confirmCall(shiftExchange.calls.move, {
    title: act === 'accept' ? `同意与${row.applicantName}换班？` : `不同意与${row.applicantName}换班？`,
    effects: row.swaps.map(
      (one) => `${one.empName} ${one.day.slice(5)} ${cellWords(one.before)} → ${cellWords(one.after)}`,
    ),
    verb: act === 'accept' ? '同意换班' : '不同意换班',
    safe: '再看看',
    ...(act === 'decline' && { danger: true, reason: { label: '不同意的原因', placeholder: '如：那天家里有事' } }),
    input: (note) => ({ exchangeId, act, note: note || null, version }),
    done: act === 'accept' ? '已同意，等待审批' : '已回复不同意',
    touches: [bench],
  })
}

const withdraw = ({ exchangeId, partnerName }: ShiftExchangeRow) =>
  confirmCall(shiftExchange.calls.withdraw, {
    title: `撤回与${partnerName}的换班申请？`,
    effects: ['两个人的班表不变'],
    verb: '撤回申请',
    safe: '不撤回',
    input: { exchangeId },
    done: '已撤回',
    touches: [bench],
  })

function Exchanges() {
  const { data, state } = useLoaded(shiftExchange.calls.mine, { page: 1, size: 10 }, { what: '我的换班', lines: 4 })
  if (!data) return state
  if (data.list.length === 0) return <p className="yy-second yy-no-margin">没有换班。在手机上选一天就能申请。</p>
  return (
    <ul className="yy-plain-list yy-stack yy-gap-12">
      {data.list.map((row) => (
        <li key={row.exchangeId} className="yy-stack yy-gap-4">
          <span className="yy-row yy-gap-8">
            <b>
              {row.applicantName} ⇆ {row.partnerName}
            </b>
            <StatusTag option={ExchangeState.find(row.state)!} />
          </span>
          <span>
            {row.applicantDay.slice(5)} {cellWords(row.gives)} 换 {row.partnerDay.slice(5)} {cellWords(row.takes)}　
            <span className="yy-second">{row.reason}</span>
          </span>
          {row.check && (
            <span className={row.check.ok ? 'yy-second yy-small' : 'yy-red yy-small'}>{row.check.text}</span>
          )}
          {row.note && <span className="yy-second yy-small">{row.note}</span>}
          <span className="yy-row yy-gap-8">
            {row.can.includes('accept') && (
              <Button size="small" type="primary" onClick={() => void answer(row, 'accept')}>
                同意换班
              </Button>
            )}
            {row.can.includes('decline') && (
              <Button size="small" onClick={() => void answer(row, 'decline')}>
                不同意…
              </Button>
            )}
            {row.can.includes('withdraw') && (
              <Button size="small" onClick={() => void withdraw(row)}>
                撤回申请
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Asks() {
  const { data, state } = useLoaded(
    attendanceAsk.calls.mine,
    { page: 1, size: 8 },
    { what: '我的请假与补卡', lines: 3 },
  )
  if (!data) return state
  if (data.list.length === 0) return <p className="yy-second yy-no-margin">没有请假和补卡。</p>
  return (
    <ul className="yy-plain-list yy-stack yy-gap-8">
      {data.list.map((row) => (
        <li key={row.askId} className="yy-row yy-gap-8">
          <span>{askWords(row)}</span>
          <span className="yy-second">{(row.fromAt ?? row.at)!.slice(5, 16)}</span>
          <StatusTag option={AskState.find(row.state)!} />
        </li>
      ))}
    </ul>
  )
}

export default function Mine() {
  const [month, setMonth] = useState(() => monthText())
  const { data, state } = useLoaded(staffSelf.calls.month, { month }, { what: '我的班表', lines: 10 })
  const again = () => void invalidate(shiftExchange, attendanceAsk, staffSelf)
  useEvent(shiftExchange.events.changed, again)
  useEvent(attendanceAsk.events.changed, again)
  const link = `${window.location.origin}/${STAFF_PAGE}`
  const before = data ? new Date(`${data.days[0]!.day}T00:00:00Z`).getUTCDay() : 0
  return (
    <div className="yy-self">
      <PageCard
        title="我的班表"
        sub={data?.groupName ?? undefined}
        extra={
          <span className="yy-row yy-gap-8">
            <Button aria-label="上一月" onClick={() => setMonth(monthBy(month, -1))}>
              ‹
            </Button>
            <b>{month}</b>
            <Button aria-label="下一月" onClick={() => setMonth(monthBy(month, 1))}>
              ›
            </Button>
          </span>
        }
      >
        {data ? (
          <div className="yy-self-month">
            {WEEK.map((one) => (
              <span key={one} className="yy-second yy-self-week">
                {one}
              </span>
            ))}
            {Array.from({ length: before }, (_, at) => (
              <span key={`none${at}`} />
            ))}
            {data.days.map((day) => (
              <Cell key={day.day} day={day} today={day.day === data.today} />
            ))}
          </div>
        ) : (
          state
        )}
      </PageCard>
      <div className="yy-stack yy-gap-12">
        <PageCard title="手机上打卡、换班、请假">
          <div className="yy-row yy-gap-16">
            <QRCode value={link} size={120} bordered={false} />
            <div className="yy-stack yy-gap-8">
              <span>用手机扫码，用同一个账号登录。</span>
              <Button onClick={() => window.open(`/${STAFF_PAGE}`, '_blank', 'noopener')}>在这台电脑上打开</Button>
            </div>
          </div>
        </PageCard>
        <PageCard title="我的换班">
          <Exchanges />
        </PageCard>
        <PageCard title="我的请假与补卡">
          <Asks />
        </PageCard>
      </div>
    </div>
  )
}
