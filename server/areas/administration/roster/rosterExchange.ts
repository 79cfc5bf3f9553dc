// A day that was published otherwise is none that an exchange was asked for any more: it ends, with its reason, and both are
// told.
import { ExchangeState } from '#contract/administration/rosterWords'
import { shiftExchange } from '#contract/administration/shiftExchange'
import { notify, onceOf } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'

const END = `update shift_exchange x set state = '${ExchangeState.is.WITHDRAWN}', note = $4, version = x.version + 1
from (select o.exchange_id from shift_exchange o where o.org_id = $1 and o.state in ('${ExchangeState.is.WAIT_PARTNER}', '${ExchangeState.is.WAIT_AUDIT}')
  and exists (select from unnest($2::text[], $3::date[]) as g(emp, day) where g.emp in (o.applicant_id, o.partner_id) and g.day in (o.applicant_day, o.partner_day))
  order by o.exchange_id for update of o) e
where x.org_id = $1 and x.exchange_id = e.exchange_id
returning x.exchange_id as "exchangeId", x.applicant_id as "applicantId", x.partner_id as "partnerId", x.applicant_day as "applicantDay", x.partner_day as "partnerDay"`

interface Ended {
  exchangeId: string
  applicantId: string
  partnerId: string
  applicantDay: string
  partnerDay: string
}

/** Of people whose rosters are held (`holdRosters`). Answers how many it ended. */
export async function rosterExchangeEnd(
  tx: Tx,
  cells: readonly { empId: string; day: string }[],
  reason: string,
): Promise<number> {
  if (cells.length === 0) return 0
  const { rows } = await tx.client.query<Ended>({
    name: 'roster_exchange_end',
    text: END,
    values: [tx.orgId, cells.map((one) => one.empId), cells.map((one) => one.day), reason],
  })
  for (const one of rows) {
    const both = [one.applicantId, one.partnerId]
    await notify(tx, both, {
      kind: 'task',
      title: `${one.applicantDay.slice(5)} 与 ${one.partnerDay.slice(5)} 的换班申请已结束`,
      content: reason,
      once: onceOf('roster.exchangeEnded', one.exchangeId),
    })
    tx.emit(shiftExchange.events.changed, { exchangeId: one.exchangeId }, { userIds: both })
  }
  return rows.length
}
