// One application whole: from what to what, what the next bill would be, and the decision in the foot.
import { Button } from 'antd'
import { useState } from 'react'
import { residence } from '#contract/live/residence'
import { type ApplyDetailData, ApplyMove } from '#contract/live/residenceApply'
import { residenceAudit } from '#contract/live/residenceAudit'
import { ReviewResult } from '#contract/live/review'
import { NextBill } from '#web/areas/expense/public'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { contentText, withdraw } from '#web/areas/live/review/applications.part'
import { Decision, NotYours } from '#web/areas/live/review/decision.part'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Change } from '#web/kit/parts/Timeline'
import { useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import '#web/areas/live/review/review.css'

const { calls } = residenceAudit
/** Everything that shows residents, beds or their money. */
const TOUCHED = [
  residenceAudit,
  { area: 'live', name: 'residence' },
  { area: 'live', name: 'archive' },
  { area: 'live', name: 'archiveSection' },
  { area: 'live', name: 'outing' },
  { area: 'home', name: 'roomMap' },
  { area: 'home', name: 'bench' },
] as const

function ApplyDecision({ row, onDone }: { row: ApplyDetailData; onDone(): void }) {
  const shared = { touches: TOUCHED, handles: () => true }
  const pass = useAct(calls.pass, shared)
  const decline = useAct(calls.decline, shared)
  const about = { applyId: row.applyId, version: row.version }
  return (
    <Decision
      oldmanName={row.oldmanName}
      pass={{
        ...pass,
        run: (auditRemark) => pass.run({ ...about, residentVersion: row.residentVersion, auditRemark }),
      }}
      decline={{ ...decline, run: (auditRemark) => decline.run({ ...about, auditRemark: auditRemark ?? '' }) }}
      onDone={onDone}
    />
  )
}

function Foot({ row, onClose }: { row: ApplyDetailData; onClose(): void }) {
  if (row.result !== ReviewResult.is.waiting) return null
  if (row.own) {
    return (
      <div className="yy-drawer-foot">
        <span role="note">{row.whyNot}</span>
        <span className="yy-drawer-foot-acts">
          <Button onClick={() => void withdraw(row).then((gone) => gone && onClose())}>撤回申请</Button>
        </span>
      </div>
    )
  }
  if (row.whyNot) return <NotYours why={row.whyNot} />
  return <ApplyDecision key={`${row.applyId}${row.version}`} row={row} onDone={onClose} />
}

/** Paths of beds read as everywhere; other words stand as they are. */
const words = (value: string | null) => (value?.includes('>') ? bedPathText(value) : value)

function Body({ row }: { row: ApplyDetailData }) {
  const result = ReviewResult.find(row.result)
  const waits = row.result === ReviewResult.is.waiting
  return (
    <div className="yy-review-body">
      <section className="yy-review-head yy-pad-10-12 yy-tint yy-wrap yy-row yy-edge yy-round-card">
        <ResidentCell row={row} link />
        <BedPath path={row.bedPath} />
        {result && <StatusTag option={result} />}
      </section>
      <h4 className="yy-ink yy-strong">{contentText(row.content)}</h4>
      <Facts
        facts={[
          ...row.changes.map(({ title, from, to }) => ({
            label: title,
            value: from === null ? words(to) : <Change from={words(from) ?? '—'} to={words(to) ?? '无'} />,
            wide: true,
          })),
          { label: '原因', value: row.askedReason, wide: true },
          ...(row.closesOuting ? [{ label: '外出', value: '同时结束或取消没有结束的外出', wide: true }] : []),
          { label: '申请人', value: row.askedBy },
          { label: '申请时间', value: row.askedAt.slice(0, 16) },
          ...(row.decidedAt
            ? [
                { label: row.decidedBy ? '审核人' : '办结', value: row.decidedBy ?? result?.label },
                { label: '办结时间', value: row.decidedAt.slice(0, 16) },
                { label: '意见', value: row.decidedRemark, wide: true },
              ]
            : []),
        ]}
      />
      {waits && row.holdsFrom !== row.day && (
        <p className="yy-near-amber" role="note">
          申请的日期 {row.day} 已过，现在通过的话从今天（{row.holdsFrom}）起生效。
        </p>
      )}
      {waits && row.move === 'checkOut' && (
        <p className="yy-near-amber" role="note">
          通过后床位腾出、费用停止，并生成退住结算。
        </p>
      )}
      {waits &&
        row.assume.map(({ oldmanId, oldmanName, day, bedId, levelId, bedFee }) => (
          <section key={oldmanId} className="yy-review-bill" aria-label={`${oldmanName}的下期账单`}>
            {row.assume.length > 1 && <h5>{oldmanName}</h5>}
            <NextBill
              oldmanId={oldmanId}
              assume={{
                day,
                bedId,
                levelId,
                bedFee:
                  bedFee && bedFee.priceFen !== null
                    ? {
                        projectChildId: bedFee.projectChildId,
                        priceFen: bedFee.priceFen,
                        quantity: bedFee.quantity ?? 1,
                      }
                    : null,
              }}
            />
          </section>
        ))}
    </div>
  )
}

interface ApplyDrawerProps {
  applyId: string | null
  onClose(): void
}

export function ApplyDrawer({ applyId, onClose }: ApplyDrawerProps) {
  const [shown, setShown] = useState(applyId)
  if (applyId && applyId !== shown) setShown(applyId)
  const found = useCall(calls.detail, shown ? { applyId: shown } : null)
  const row = found.data
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (row && oldmanIds.includes(row.oldmanId)) void found.refetch()
  })
  if (!shown) return null
  return (
    <SideDrawer
      open={applyId !== null}
      width={720}
      title={
        row
          ? `${row.result === ReviewResult.is.waiting && row.mine ? '审核' : ''}${ApplyMove.label(row.move)}申请`
          : '申请'
      }
      about={row && `${row.applyNo}　${row.askedBy ?? ''} 提交`}
      foot={row && <Foot row={row} onClose={onClose} />}
      onClose={onClose}
    >
      {found.error && <ErrorBlock what="申请" error={found.error} onRetry={() => void found.refetch()} />}
      {!row && !found.error && <BlockBones lines={10} />}
      {row && <Body row={row} />}
    </SideDrawer>
  )
}
