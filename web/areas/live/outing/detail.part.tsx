// One outing beside the list: what was agreed, what happened, and what the resident's earlier outings were like.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { type OutingDetailData, OutingPhase, outing } from '#contract/live/outing'
import { BedPath } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Change, Timeline, type TimelineEntry } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import { away, Companion, PhaseTag, PlanReturn } from './marks.part.tsx'
import { type OutingMovesHandle, outingActs } from './moves.part.tsx'
import { printSlips } from './slip.ts'
import { lengthText } from './times.ts'
import './outing.css'

const RESULTS: Readonly<Record<string, string>> = {
  PASSED: '延期通过',
  DECLINED: '延期被拒绝',
  WITHDRAWN: '延期未审即返回',
  NONE: '延期',
}

function entriesOf(row: OutingDetailData): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    {
      key: 'made',
      family: 'slate',
      kind: row.backfillReason === null ? '登记' : '补录',
      time: row.createTime,
      who: row.applicantName,
      text: row.backfillReason === null ? row.reason : `${row.reason}（${row.backfillReason}）`,
    },
  ]
  if (row.auditAt) {
    const declined = row.phase === 'declined'
    entries.push({
      key: 'audit',
      family: declined ? 'grey' : 'green',
      kind: declined ? '拒绝' : '审核通过',
      time: row.auditAt,
      who: row.auditorName,
      text: row.auditRemark ?? '没有填写意见',
    })
  }
  if (row.actualOut) {
    entries.push({ key: 'out', family: 'purple', kind: '离院', time: row.actualOut, text: `陪同人 ${row.companion}` })
  }
  for (const [i, one] of row.postpones.entries()) {
    entries.push({
      key: `postpone${i}`,
      family: one.result === 'DECLINED' ? 'grey' : 'purple',
      kind: RESULTS[one.result] ?? '延期',
      time: one.auditAt ?? one.at,
      who: one.auditorName ?? one.byName,
      text: (
        <>
          <Change from={one.oldReturn.slice(0, 16)} to={one.newReturn.slice(0, 16)} />，{one.reason}
          {one.auditRemark && `（${one.auditRemark}）`}
        </>
      ),
    })
  }
  if (row.asked) {
    entries.push({
      key: 'asked',
      family: 'amber',
      kind: '延期待审核',
      time: row.asked.at,
      who: row.asked.byName,
      text: (
        <>
          <Change from={row.planReturn.slice(0, 16)} to={row.asked.newReturn.slice(0, 16)} />，{row.asked.reason}
        </>
      ),
    })
  }
  if (row.actualReturn) {
    entries.push({
      key: 'back',
      family: 'green',
      kind: '返回',
      time: row.actualReturn,
      text: [row.lateMinutes > 0 && `晚归 ${lengthText(row.lateMinutes)}`, row.returnHealth].filter(Boolean).join('，'),
    })
  }
  if (row.cancelReason) {
    entries.push({ key: 'cancel', family: 'grey', kind: '取消', time: '', text: row.cancelReason })
  }
  return entries.reverse().map((entry) => ({ ...entry, time: entry.time.slice(0, 16) }))
}

export function OutingFacts({ row }: { row: OutingDetailData }) {
  return (
    <Facts
      facts={[
        { label: '外出类型', value: row.outTypeName },
        { label: '去向', value: row.destination },
        { label: '计划外出', value: row.planOut.slice(0, 16) },
        { label: '计划返回', value: <PlanReturn row={row} full /> },
        ...(row.actualOut ? [{ label: '离院时间', value: row.actualOut.slice(0, 16) }] : []),
        ...(row.actualReturn ? [{ label: '返回时间', value: row.actualReturn.slice(0, 16) }] : []),
        ...(row.actualOut ? [{ label: '外出时长', value: away(row) }] : []),
        { label: '停餐', value: row.mealStop ? '停餐' : '不停餐' },
        ...(row.backfillReason !== null
          ? [
              {
                label: '补录',
                value: `${row.applicantName ?? ''} ${row.createTime.slice(0, 16)} 补录，${row.backfillReason}`,
                wide: true,
              },
            ]
          : []),
        { label: '陪同人', value: <Companion row={row} />, wide: true },
        { label: '事由', value: row.reason, wide: true },
        {
          label: '随身药品',
          value:
            row.medicines.length > 0
              ? row.medicines.map((one) => [one.name, one.amount, one.remark].filter(Boolean).join(' ')).join('；')
              : '没有',
          wide: true,
        },
        ...(row.returnHealth ? [{ label: '返回时状况', value: row.returnHealth, wide: true }] : []),
      ]}
    />
  )
}

/** The latest outings of the same resident. */
export function OutingHistory({ row }: { row: OutingDetailData }) {
  const { history, yearTimes, yearDays, yearLate } = row.resident
  return (
    <>
      <h4>以往外出</h4>
      <p className="yy-person-about">
        近一年外出 {yearTimes} 次，共 {yearDays} 天
        {yearLate > 0 && <span className="yy-outing-late yy-red yy-strong">，晚归 {yearLate} 次</span>}
      </p>
      {history.length > 0 && (
        <table className="yy-outing-history yy-plain-table">
          <thead>
            <tr>
              <th className="yy-second yy-light">时间</th>
              <th className="yy-second yy-light">类型</th>
              <th className="yy-second yy-light">陪同人</th>
              <th className="yy-second yy-light">结果</th>
            </tr>
          </thead>
          <tbody>
            {history.map((one) => (
              <tr key={one.outId}>
                <td>
                  {(one.actualOut ?? one.planOut).slice(0, 16)}
                  <br />
                  <span className="yy-person-about">至 {(one.actualReturn ?? one.planReturn).slice(0, 16)}</span>
                </td>
                <td>{one.outTypeName}</td>
                <td>{one.companion}</td>
                <td>
                  <StatusTag option={OutingPhase.find(one.phase)!} />
                  {one.lateMinutes > 0 && (
                    <div className="yy-outing-late yy-red yy-strong">晚 {lengthText(one.lateMinutes)}</div>
                  )}
                  {one.returnHealth && <div className="yy-person-about">{one.returnHealth}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

interface OutingDrawerProps {
  outId: string | null
  moves: OutingMovesHandle
  onClose(): void
}

export function OutingDrawer({ outId, moves, onClose }: OutingDrawerProps) {
  // The last one stays while the drawer leaves.
  const [shown, setShown] = useState(outId)
  if (outId && outId !== shown) setShown(outId)
  const found = useCall(outing.calls.detail, shown ? { outId: shown } : null)
  if (!shown) return null
  const row = found.data
  return (
    <SideDrawer
      open={outId !== null}
      width={720}
      title={row ? `外出单 ${row.outNo}` : '外出单'}
      about={row && <PhaseTag row={row} />}
      onClose={onClose}
      foot={
        row && (
          <div className="yy-drawer-foot">
            <span>{row.waiting && row.reviewers.length > 0 && `等待${row.reviewers.slice(0, 4).join('、')}审核`}</span>
            <span className="yy-drawer-foot-acts">
              <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printSlips([row])}>
                打印外出单
              </Button>
              {outingActs
                .filter(([act]) => row.can.includes(act))
                .reverse()
                .map(([act, title], i, all) => (
                  <Button
                    key={act}
                    danger={act === 'cancel'}
                    type={i === all.length - 1 && act !== 'cancel' ? 'primary' : 'default'}
                    onClick={() => {
                      onClose()
                      moves.open(act, row)
                    }}
                  >
                    {title}
                  </Button>
                ))}
            </span>
          </div>
        )
      }
    >
      {found.error && <ErrorBlock what="外出单" error={found.error} onRetry={() => void found.refetch()} />}
      {!row && !found.error && <BlockBones lines={10} />}
      {row && (
        <div className="yy-outing-drawer">
          <section className="yy-outing-head yy-pad-10-12 yy-tint yy-below-16 yy-edge yy-round-card">
            <p className="yy-row yy-wrap yy-no-margin">
              <ResidentCell row={row} link />
              <BedPath path={row.bedPath} />
            </p>
          </section>
          <OutingFacts row={row} />
          <h4>经过</h4>
          <Timeline entries={entriesOf(row)} />
          <OutingHistory row={row} />
        </div>
      )}
    </SideDrawer>
  )
}
