// What waits about one resident: what was asked for, by whom, who decides, and taking it back.
import { Button } from 'antd'
import type { ResidenceDetailData } from '#contract/live/residence'
import { type ApplicationData, ApplyMove, type ApplyMoveValue, kindOfMove } from '#contract/live/residenceApply'
import { residenceAudit } from '#contract/live/residenceAudit'
import { ReviewResult } from '#contract/live/review'
import { newRequestNo, send } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './review.css'

/** Paths of beds in a sentence, as they read everywhere. */
export const contentText = (content: string) => content.replaceAll('>', ' › ')

const LIVE = { area: 'live', name: 'residence' } as const

/** Applications that stand in the way of a move. */
export const waitingFor = (detail: ResidenceDetailData, move: string): ApplicationData[] =>
  move in kindOfMove ? detail.applications.filter((one) => one.kind === kindOfMove[move as ApplyMoveValue]) : []

export async function withdraw(
  one: Pick<ApplicationData, 'applyId' | 'applyNo' | 'move' | 'content' | 'version'>,
): Promise<boolean> {
  const requestNo = newRequestNo()
  const { applyId, version } = one
  const said = await confirmAct({
    title: `撤回${ApplyMove.label(one.move)}申请 ${one.applyNo}？`,
    effects: [`${contentText(one.content)}，不再审核`, '撤回后可以重新申请'],
    verb: '撤回申请',
    safe: '不撤回',
    reason: { label: '撤回原因', optional: true },
    run: (reason, options) =>
      send(residenceAudit.calls.withdraw, { applyId, version, reason: reason || null }, { ...options, requestNo }),
  })
  if (said === null) return false
  toast.success(`申请 ${one.applyNo} 已撤回`)
  await invalidate(residenceAudit, LIVE)
  return true
}

const waits = ReviewResult.find(ReviewResult.is.waiting)!

function Application({ one }: { one: ApplicationData }) {
  const people = one.reviewers.join('、')
  return (
    <section
      className="yy-told yy-pad-12-16 yy-gap-6 yy-round-card yy-below-12 yy-stack"
      aria-label={`${ApplyMove.label(one.move)}申请 ${one.applyNo}`}
    >
      <p className="yy-row yy-gap-8 yy-wrap yy-no-margin">
        <StatusTag option={waits} />
        <b>{contentText(one.content)}</b>
      </p>
      <p className="yy-row yy-gap-8 yy-wrap yy-no-margin">原因：{one.reason}</p>
      <p className="yy-row yy-gap-8 yy-wrap yy-no-margin">
        <small className="yy-small yy-amber">
          {one.applyNo}　{one.askedBy ?? '—'} {one.askedAt.slice(0, 16)} 提交
          {people ? `，由${people}审核` : '，现在没有人可以审核，请管理员在“审核配置”里设置审核人'}
        </small>
      </p>
      <p className="yy-row yy-gap-8 yy-wrap yy-no-margin">
        {one.own && (
          <Button size="small" onClick={() => void withdraw(one)}>
            撤回申请
          </Button>
        )}
        {one.whyNot === null && (
          <Button
            size="small"
            type="primary"
            onClick={() => openPage(residenceAudit.pages.list.path, { applyId: one.applyId })}
          >
            去审核
          </Button>
        )}
      </p>
    </section>
  )
}

export function Applications({ of }: { of: readonly ApplicationData[] }) {
  return of.map((one) => <Application key={one.applyId} one={one} />)
}
