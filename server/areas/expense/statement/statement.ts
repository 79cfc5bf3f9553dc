// Handlers of the statements.

import { statement } from '#contract/expense/statement'
import { TradeType, type TradeTypeValue } from '#contract/expense/tradeWords'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import { voidAct } from '#server/areas/expense/ledger/voidAct'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { listStatement } from './statementList.ts'

const ENTRY = `select l.group_id as "groupId", l.trade_type as "tradeType", l.amount_fen as "amountFen", t.oldman_id as "oldmanId",
  t.oldman_name as "oldmanName"
from ledger l join oldman t on t.org_id = l.org_id and t.oldman_id = l.oldman_id
where l.org_id = $1 and ${inDepts('t', '$2')} and l.entry_id = $3`

interface Entry {
  groupId: string
  tradeType: TradeTypeValue
  amountFen: number
  oldmanId: string
  oldmanName: string
}

async function obsolete(tx: Tx, who: Caller, tradeId: string, reason: string) {
  const found = await tx.client.query<Entry>(ENTRY, [tx.orgId, who.deptIds, tradeId])
  const one = found.rows[0]
  if (!one) throw notFound('流水')
  const { groupId, entries, redNos, oldmanIds, scannedFen } = await voidAct(tx, who, one.groupId, reason)
  const back = scannedFen > 0 ? `，扫码支付 ${yuanText(scannedFen)} 元原路退回` : ''
  const red = redNos.length > 0 ? `，红字收据 ${redNos.join('、')}` : ''
  tx.log({
    remark: `作废“${one.oldmanName}”的${TradeType.label(one.tradeType)} ${yuanText(one.amountFen)} 元${back}${red}，原因：${reason}`,
    targetType: 'elderAccount',
    targetId: one.oldmanId,
    changes: { state: ['NORMAL', 'VOID'] },
  })
  tellMoney(tx, oldmanIds)
  return { groupId, entries, redNos }
}

export default implement(statement, {
  list: (q, who) => listStatement(who, q),
  obsolete: async ({ tradeId, reason }, who) => {
    await refuseHidden(who.app.pool, who.orgId, who)
    if (!reason?.trim()) throw invalid('请填写作废原因', 'reason')
    return who.tx((tx) => obsolete(tx, who, tradeId, reason))
  },
})
