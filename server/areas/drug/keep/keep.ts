// Handlers of what the house keeps for its elders.
import { drugKeep } from '#contract/drug/keep'
import type { KeepDrugData } from '#contract/drug/keepRows'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { addDeposit } from './deposit.ts'
import { drugChoices, elderPage, keptDrug, movePage, stockPage } from './keepRead.ts'
import { countStock, handBackAll, moveStock } from './moveStock.ts'
import { beginRecall, endRecall, recallPage, traceBatch } from './recall.ts'
import { refillList } from './refill.ts'
import { drugSettingOf, saveDrugSetting } from './setting.ts'
import { oneSlip, printSlip } from './slipRead.ts'
import { tellKept } from './slipWrite.ts'

const TO_OPEN = `select t.oldman_id as "oldmanId", t.drug_id as "drugId", t.quantity::float8 as quantity, t.batch_no as "batchNo",
  to_char(t.created_at, 'YYYY-MM-DD') as since, g.open_days as "openDays", g.drug_name || ' ' || g.spec as called
from drug_stock t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.stock_id = $3`
const OPEN = `update drug_stock set opened_on = $3::date, open_until = $3::date + ($4::int - 1)
where org_id = $1 and stock_id = $2`

interface ToOpen {
  oldmanId: string
  drugId: string
  quantity: number
  batchNo: string
  since: string
  openDays: number | null
  called: string
}

/** From then on it lasts only so long as the dictionary says of what is open. */
async function noteOpened(tx: Tx, who: Caller, stockId: string, on: string | null): Promise<KeepDrugData> {
  const find = () =>
    tx.client.query<ToOpen>({ name: 'drug_to_open', text: TO_OPEN, values: [who.orgId, who.deptIds, stockId] })
  const first = (await find()).rows[0]
  if (!first) throw notFound('存药批号')
  const elder = await lockResident(tx, who, first.oldmanId)
  const one = (await find()).rows[0]!
  if (one.openDays === null) throw invalid(`“${one.called}”没有设置开封后可用天数，请先在药品字典中填写`, 'stockId')
  if (one.quantity === 0) throw invalid(`“${one.called}”这一批已经用完`, 'stockId')
  const day = on ?? dayText()
  if (day > dayText()) throw invalid('开封日期不能晚于今天', 'openedOn')
  if (day < one.since) throw invalid(`开封日期不能早于存入日期 ${one.since}`, 'openedOn')
  await tx.client.query({ name: 'drug_open', text: OPEN, values: [tx.orgId, stockId, day, one.openDays] })
  tx.log({
    remark: `登记“${elder.name}”的“${one.called}”${one.batchNo ? `批号 ${one.batchNo} ` : ''}于 ${day} 开封，可用 ${one.openDays} 天`,
    targetType: 'drugStock',
    targetId: stockId,
  })
  tellKept(tx, elder)
  return keptDrug(tx.client, who, one.oldmanId, one.drugId)
}

export default implement(drugKeep, {
  list: (q, who) => elderPage(who, q),
  add: (input, who) => who.tx((tx) => addDeposit(tx, who, input)),
  remove: ({ oldmanId, ...input }, who) => who.tx((tx) => handBackAll(tx, who, { oldmanId, drugId: null }, input)),
  stock: (q, who) => stockPage(who, q),
  one: ({ oldmanId, drugId }, who) => keptDrug(who.app.pool, who, oldmanId, drugId),
  removeDrug: ({ oldmanId, drugId, ...input }, who) =>
    who.tx((tx) => handBackAll(tx, who, { oldmanId, drugId }, input)),
  move: (input, who) => who.tx((tx) => moveStock(tx, who, input)),
  count: (input, who) => who.tx((tx) => countStock(tx, who, input)),
  opened: ({ stockId, openedOn }, who) => who.tx((tx) => noteOpened(tx, who, stockId, openedOn ?? null)),
  record: (q, who) => movePage(who, q),
  dict: (q, who) => drugChoices(who, q),
  slip: ({ slipId }, who) => oneSlip(who.app.pool, who, slipId),
  print: ({ slipId }, who) => who.tx((tx) => printSlip(tx, who, slipId)),
  refill: (q, who) => refillList(who, q),
  recalls: (q, who) => recallPage(who, q),
  trace: (q, who) => traceBatch(who, q),
  recall: (input, who) => who.tx((tx) => beginRecall(tx, who, input)),
  release: (input, who) => who.tx((tx) => endRecall(tx, who, input)),
  setting: (_, who) => drugSettingOf(who.app.pool, who.orgId),
  saveSetting: (input, who) => who.tx((tx) => saveDrugSetting(tx, input)),
})
