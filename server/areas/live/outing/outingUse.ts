// Outings as other parts of the residence meet them: whether one is open, and closing it when the stay ends. The caller
// holds the lock on the resident's row, as everything about one resident does.

import { outing } from '#contract/live/outing'
import { OUTING_OPEN, OutingState } from '#contract/live/outingMoves'
import { notify } from '#server/areas/platform/public'
import { addStayEvent, awayNow } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'

export interface OpenOuting {
  outId: string
  outNo: string
  /** 0 to audit, 1 passed, 4 postponed, 6 overdue */
  state: 0 | 1 | 4 | 6
  /** The resident has left the house. */
  departed: boolean
  planOut: string
  planReturn: string
}

/** An outing `t` whose resident has left and is not back. */
export const OUT_NOW = awayNow('t')
/** … and should be back already, whether the clock job has noticed it or not. */
export const OUT_LATE = `${OUT_NOW} and (t.state = ${OutingState.is.overdue} or t.plan_return < now())`

const OPEN = `select out_id as "outId", out_no as "outNo", state, actual_out is not null as departed,
  plan_out as "planOut", plan_return as "planReturn"
from outing where org_id = $1 and oldman_id = $2 and state in (${OUTING_OPEN}) for update`

/** The outing that stands in the way of a check-out, or null. There is at most one. */
export async function openOutingOf(tx: Tx, oldmanId: string): Promise<OpenOuting | null> {
  const found = await tx.client.query<OpenOuting>({ name: 'outing_open_of', text: OPEN, values: [tx.orgId, oldmanId] })
  return found.rows[0] ?? null
}

// Whoever has left does not come back: the outing ends now. One that had not begun is called off.
const CLOSE = `update outing set
  state = case when actual_out is null then 5 else 3 end,
  actual_return = case when actual_out is null then null else greatest(actual_out, now()) end,
  return_health = case when actual_out is null then return_health else $3 end,
  cancel_reason = case when actual_out is null then $3 else cancel_reason end,
  -- A postponement that nobody decided about before it lost its sense.
  postpones = case when asked is null then postpones else postpones || jsonb_build_array(jsonb_build_object('oldReturn',
    to_char(plan_return, 'YYYY-MM-DD HH24:MI:SS'), 'result', 'WITHDRAWN', 'auditorId', null, 'auditorName', null,
    'auditAt', null, 'auditRemark', null) || asked) end,
  asked = null, version = version + 1, updated_at = now()
where org_id = $1 and oldman_id = $2 and state in (${OUTING_OPEN})
returning out_id as "outId", out_no as "outNo", state, stay_id as "stayId", applicant_id as "applicantId"`

interface Closed {
  outId: string
  outNo: string
  state: 3 | 5
  stayId: string
  applicantId: string
}

/**
 * Ends the open outing of a resident with the reason (办理退住): entered in the timeline and in the operation log. The
 * caller emits the change of the residence. Answers the ids of what was closed.
 */
export async function closeOutings(tx: Tx, oldmanId: string, reason: string): Promise<string[]> {
  const why = reason.slice(0, 200)
  const closed = await tx.client.query<Closed>({
    name: 'outing_close_of',
    text: CLOSE,
    values: [tx.orgId, oldmanId, why],
  })
  for (const { outId, outNo, state, stayId, applicantId } of closed.rows) {
    const content =
      state === OutingState.is.back ? `外出单 ${outNo} 随之结束，不再返回` : `外出单 ${outNo} 尚未离院，随之取消`
    await addStayEvent(tx, {
      oldmanId,
      kind: state === OutingState.is.back ? 'return' : 'outing',
      content,
      reason: why,
      stayId,
    })
    tx.log({ remark: `${content}：${why}`, targetType: 'outing', targetId: outId })
    if (applicantId === tx.by.userId) continue
    await notify(tx, [applicantId], {
      kind: 'outing',
      title: `外出单 ${outNo} ${state === OutingState.is.back ? '已结束' : '已取消'}`,
      content: `${content}：${why}`,
      route: `${outing.pages.register.path}?outId=${outId}`,
    })
  }
  return closed.rows.map((row) => row.outId)
}
