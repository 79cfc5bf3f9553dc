// 评估统计: residents by ability over the months, how each drifted since the first time, and who assessed how much.
import { DatePicker, Pagination } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { monthText } from '#contract/kit/clock'
import { type AssessorMonthData, assessFigures, type DriftData } from '#contract/nursing/assessFigures'
import { assessForm } from '#contract/nursing/assessForm'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { LineBars } from '#web/kit/chart/bars'
import { department } from '#web/kit/fields/department'
import { openPage, usePageState } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'
import { LevelMonths } from './charts.part.tsx'
import './assessFigures.css'

interface Asked {
  startMonth: string
  endMonth: string
  deptId: string | null
}

const openReport = (assessmentId: string) => openPage(assessForm.pages.report.path, { assessmentId })

/** A year back, this month included. */
function lastYear(): Asked {
  const endMonth = monthText(Date.now())
  return { startMonth: dayjs(`${endMonth}-01`).subtract(11, 'month').format('YYYY-MM'), endMonth, deptId: null }
}

const CHANGES = [
  { value: 'worse', label: '变差' },
  { value: 'better', label: '变好' },
  { value: 'same', label: '不变' },
] as const
type Changed = (typeof CHANGES)[number]['value']

const useDriftCount = (change: Changed, deptId: string | null) =>
  useCall(
    assessFigures.calls.drift,
    { change, deptId, page: 1, size: 10 },
    { silent: true, select: (one) => one.total },
  ).data

function DriftRow({ row }: { row: DriftData }) {
  const tone =
    (row.points ?? 0) < 0 || (row.levels ?? 0) < 0 ? 'yy-amber' : (row.points ?? 0) > 0 ? 'yy-good' : 'yy-second'
  const points =
    row.points === null
      ? '—'
      : row.points > 0
        ? `好 ${row.points} 分`
        : row.points < 0
          ? `差 ${-row.points} 分`
          : '不变'
  return (
    <tr>
      <td>
        <ResidentCell row={row} link notes="short" />
      </td>
      <td>
        <BedPath path={row.bedPath} />
      </td>
      <td>{row.kindName}</td>
      <td className="yy-right">{row.assessments}</td>
      <td>
        <button type="button" className="yy-link" onClick={() => openReport(row.firstId)}>
          {row.firstDate}
        </button>{' '}
        {row.firstName} {row.firstTotal ?? ''}
      </td>
      <td>
        <button type="button" className="yy-link" onClick={() => openReport(row.lastId)}>
          {row.lastDate}
        </button>{' '}
        {row.lastName} {row.lastTotal ?? ''}
      </td>
      <td className={`yy-right yy-strong ${tone}`}>{points}</td>
    </tr>
  )
}

const SIZE = 10

function Drift({ deptId }: { deptId: string | null }) {
  const [change, setChange] = usePageState<Changed>('drift', 'worse')
  const [page, setPage] = useState(1)
  const { data, state } = useLoaded(
    assessFigures.calls.drift,
    { change, deptId, page, size: SIZE },
    { what: '能力变化', lines: 8, keepPrevious: true },
  )
  const counts: Readonly<Record<Changed, number | undefined>> = {
    worse: useDriftCount('worse', deptId),
    better: useDriftCount('better', deptId),
    same: useDriftCount('same', deptId),
  }
  return (
    <PageCard title="每位老人的能力变化" sub="第一次评估和最近一次相比，评过两次以上的老人">
      <CountTabs
        label="能力变化"
        tabs={CHANGES.map(({ value, label }) => ({ value, label, count: counts[value] }))}
        value={change}
        onChange={(next) => {
          setChange(next)
          setPage(1)
        }}
      />
      {!data ? (
        state
      ) : data.list.length === 0 ? (
        <Empty title={`没有${CHANGES.find((one) => one.value === change)!.label}的老人`} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the page it is moved with the arrow keys
        <section className="yy-scroll" aria-label="能力变化" tabIndex={0}>
          <table className="yy-plain-table yy-lined yy-figures-table" aria-label="每位老人的能力变化">
            <thead>
              <tr>
                <th>老人</th>
                <th>床位</th>
                <th>评估表</th>
                <th className="yy-right">次数</th>
                <th>首次</th>
                <th>最近</th>
                <th className="yy-right">变化</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => (
                <DriftRow key={`${row.oldmanId} ${row.kindName}`} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data && data.total > SIZE && (
        <Pagination
          className="yy-above-12"
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </PageCard>
  )
}

const MOST = { page: 1, size: 500 } as const

/** Months of one person together; the table beside says each month. */
export function byAssessor(rows: readonly AssessorMonthData[]) {
  const sums = new Map<string, { userId: string; name: string; first: number; second: number; total: number }>()
  for (const row of rows) {
    const known = sums.get(row.userId) ?? {
      userId: row.userId,
      name: row.empName ?? '—',
      first: 0,
      second: 0,
      total: 0,
    }
    known.first += row.asFirst
    known.second += row.asSecond
    known.total += row.total
    sums.set(row.userId, known)
  }
  return [...sums.values()].toSorted((a, b) => b.total - a.total)
}

function Assessors({ startMonth, endMonth }: Pick<Asked, 'startMonth' | 'endMonth'>) {
  const { data, state } = useLoaded(
    assessFigures.calls.assessors,
    { startMonth, endMonth, ...MOST },
    { what: '评估员工作量' },
  )
  const sums = byAssessor(data?.list ?? [])
  const months = [...new Set((data?.list ?? []).map((row) => row.month))].toSorted()
  const at = (userId: string, month: string) =>
    data?.list.find((row) => row.userId === userId && row.month === month)?.total ?? 0
  return (
    <PageCard title="评估员每月完成的评估" sub="主评和协评都算">
      {!data ? (
        state
      ) : sums.length === 0 ? (
        <Empty title="这段时间没有完成的评估" />
      ) : (
        <div className="yy-figures-two">
          <LineBars
            label="各评估员完成的评估"
            unit="份"
            parts={sums.slice(0, 12).map((one) => ({
              name: one.name,
              value: one.total,
              onOpen: () => openPage(assessForm.pages.list.path, { assessorId: one.userId, state: 'DONE' }),
            }))}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the page it is moved with the arrow keys */}
          <section className="yy-scroll" aria-label="按月" tabIndex={0}>
            <table className="yy-plain-table yy-lined yy-figures-table" aria-label="评估员每月完成的评估">
              <thead>
                <tr>
                  <th>评估员</th>
                  {months.map((month) => (
                    <th key={month} className="yy-right">
                      {month}
                    </th>
                  ))}
                  <th className="yy-right">主评</th>
                  <th className="yy-right">协评</th>
                  <th className="yy-right">合计</th>
                </tr>
              </thead>
              <tbody>
                {sums.map((one) => (
                  <tr key={one.userId}>
                    <td>{one.name}</td>
                    {months.map((month) => (
                      <td key={month} className="yy-right">
                        {at(one.userId, month) || <span className="yy-none">—</span>}
                      </td>
                    ))}
                    <td className="yy-right">{one.first}</td>
                    <td className="yy-right">{one.second}</td>
                    <td className="yy-right yy-strong">{one.total}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
    </PageCard>
  )
}

export default function AssessFigures() {
  const [asked, setAsked] = usePageState<Asked>('asked', lastYear)
  const { data, state } = useLoaded(assessFigures.calls.levels, asked, {
    what: '能力等级分布',
    lines: 8,
    keepPrevious: true,
  })
  return (
    <div className="yy-stack yy-gap-12">
      <section className="yy-card yy-pad-12-16 yy-row yy-gap-16 yy-wrap">
        <span className="yy-row yy-gap-8">
          月份
          <DatePicker.RangePicker
            aria-label="月份"
            picker="month"
            allowClear={false}
            value={[dayjs(`${asked.startMonth}-01`), dayjs(`${asked.endMonth}-01`)]}
            disabledDate={(day) => day.isAfter(dayjs(), 'month')}
            onChange={(range) => {
              const [from, to] = range ?? []
              if (from && to) setAsked({ ...asked, startMonth: from.format('YYYY-MM'), endMonth: to.format('YYYY-MM') })
            }}
          />
        </span>
        <span className="yy-row yy-gap-8">
          部门
          <span style={{ width: 200 }}>
            {department.search({
              'aria-label': '部门',
              value: asked.deptId,
              onChange: (deptId) => setAsked({ ...asked, deptId }),
            })}
          </span>
        </span>
      </section>
      {data ? <LevelMonths months={data} /> : <section className="yy-card yy-pad-16">{state}</section>}
      <Drift deptId={asked.deptId} />
      <Assessors startMonth={asked.startMonth} endMonth={asked.endMonth} />
    </div>
  )
}
