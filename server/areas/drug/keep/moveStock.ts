// What moves by hand after it was brought: added to a batch, handed back, written off, found or short; and the count, whose
// differences become movements.
import { DrugKeepType, exactQty, HighAlert, isQty, qtyText } from '#contract/drug/drugWords'
import { type drugKeep, KEEP_NEEDS } from '#contract/drug/keep'
import type { SlipData } from '#contract/drug/keepRows'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { UserStatus } from '#contract/platform/user'
import { type KnownResident, labelOf, lockResident, staffName } from '#server/areas/residents/public'
import { mayReview, reviewersOf, reviewRuleOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { oneSlip } from './slipRead.ts'
import { amountOf, isSlipType, type SlipMove, type SlipType, writeSlip, writtenSlip } from './slipWrite.ts'

type Input<K extends keyof (typeof drugKeep)['calls']> = InputOf<(typeof drugKeep)['calls'][K]>

const { deposit, handBack, loss, found, short } = DrugKeepType.is

interface HeldBatch {
  stockId: string
  drugId: string
  batchNo: string
  expiry: string
  quantity: number
  called: string
  unit: string
  packFactor: number
  highAlert: string | null
  expired: boolean
}

const WHOSE = `select t.oldman_id as "oldmanId" from drug_stock t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
where t.org_id = $1 and ${inDepts('o', '$2')} and t.stock_id = $3`
const BATCHES = `select s.stock_id as "stockId", s.drug_id as "drugId", s.batch_no as "batchNo", to_char(s.expiry, 'YYYY-MM-DD') as expiry,
  s.quantity::float8 as quantity, t.drug_name || ' ' || t.spec as called, ${labelOf('drug_min_spec', 't.min_unit')} as unit,
  t.pack_factor::float8 as "packFactor", t.high_alert as "highAlert", s.expiry < current_date as expired
from drug_stock s join drug t on t.org_id = s.org_id and t.drug_id = s.drug_id
where s.org_id = $1 and s.oldman_id = $2`
const CHOSEN = `${BATCHES} and s.stock_id = any($3) order by s.stock_id for no key update of s`
const ALL = `${BATCHES} and s.quantity > 0 and ($3::text is null or s.drug_id = $3) order by t.drug_name, s.expiry, s.stock_id for no key update of s`

/** The elder of a batch in the caller's reach, locked. */
async function elderOf(tx: Tx, who: Caller, stockId: string): Promise<KnownResident> {
  const row = await tx.client.query<{ oldmanId: string }>({
    name: 'drug_stock_whose',
    text: WHOSE,
    values: [who.orgId, who.deptIds, stockId],
  })
  if (!row.rows[0]) throw notFound('存药批号')
  return lockResident(tx, who, row.rows[0].oldmanId)
}

async function batchesOf(tx: Tx, oldmanId: string, ids: readonly string[]): Promise<HeldBatch[]> {
  if (new Set(ids).size < ids.length) throw invalid('同一批号填了两次，请合成一行', 'lines')
  const rows = await tx.client.query<HeldBatch>({
    name: 'drug_stock_chosen',
    text: CHOSEN,
    values: [tx.orgId, oldmanId, ids],
  })
  const known = new Map(rows.rows.map((one) => [one.stockId, one]))
  return ids.map((id) => {
    const one = known.get(id)
    if (!one) throw notFound('存药批号')
    return one
  })
}

const batchWords = ({ called, batchNo, expiry }: HeldBatch) =>
  `“${called}”${batchNo ? `批号 ${batchNo}` : `有效期至 ${expiry} 的一批`}`

const WITNESS = `select ${staffName('t.user_id')} as name from account t where t.org_id = $1 and t.user_id = $2
and t.user_status = ${UserStatus.is.enabled}`

/** Whoever saw it: somebody else of the house. Of high-alert drugs there has to be one. */
async function witnessOf(
  tx: Tx,
  who: Caller,
  keepType: SlipType | null,
  batches: readonly HeldBatch[],
  witnessId: string | null | undefined,
): Promise<{ userId: string; name: string } | null> {
  const watched = batches.find((one) => one.highAlert !== null)
  if (!witnessId) {
    if (watched && keepType !== deposit && keepType !== handBack) {
      const group = HighAlert.label(watched.highAlert as never)
      throw invalid(
        `“${watched.called}”是高警示药品（${group}），${keepType === null ? '盘点有差异' : DrugKeepType.label(keepType)}要有另一人在场，请选择见证人`,
        'witnessId',
      )
    }
    return null
  }
  if (witnessId === who.userId) throw invalid('见证人不能是经办人自己，请选择另一位在场的同事', 'witnessId')
  const row = await tx.client.query<{ name: string }>(WITNESS, [tx.orgId, witnessId])
  if (!row.rows[0]) throw notFound('见证人')
  return { userId: witnessId, name: row.rows[0].name }
}

const NAMES = `select string_agg(n, '、') as names from (select ${staffName('t.user_id')} as n from account t
where t.org_id = $1 and t.user_id = any($2) order by 1 limit 5) x`

/** Where the house wants handing back reviewed, somebody who may review does it. */
async function requireReviewer(tx: Tx, who: Caller): Promise<void> {
  const rule = await reviewRuleOf(tx, tx.orgId, 'drugReturn')
  if (!rule.needed || (await mayReview(who, rule, tx.client))) return
  const ids = await reviewersOf(tx.client, tx.orgId, rule)
  const names = (await tx.client.query<{ names: string | null }>(NAMES, [tx.orgId, ids])).rows[0]!.names
  throw invalid(`本院规定退还药品需要审核，请由${names ?? '管理员'}办理`)
}

/** What each kind needs besides the amounts. */
async function requireKind(
  tx: Tx,
  who: Caller,
  keepType: SlipType,
  input: Omit<Input<'move'>, 'keepType' | 'lines'>,
  elder: KnownResident,
) {
  const counted = keepType === found || keepType === short
  if (!who.may(counted ? KEEP_NEEDS.count : KEEP_NEEDS.edit)) throw new Refusal('NO_PERMISSION')
  if (keepType === deposit && !input.source) throw invalid('请选择药品来源', 'source')
  if ((keepType === deposit || keepType === handBack) && !input.person?.trim()) {
    throw invalid(keepType === deposit ? '请填写送药人' : '请填写领取人', 'person')
  }
  if (keepType === deposit && !IN_HOUSE.includes(elder.status)) {
    throw invalid(`${elder.name}当前“${ResidenceStatus.label(elder.status)}”，不在院内居住，不能存入药品`, 'lines')
  }
  if (keepType !== deposit && keepType !== handBack && !input.reason?.trim()) {
    throw invalid(keepType === loss ? '请填写报损原因' : '请填写盘点差异的原因', 'reason')
  }
  if (keepType === handBack) await requireReviewer(tx, who)
}

export async function moveStock(tx: Tx, who: Caller, { keepType: typed, ...input }: Input<'move'>): Promise<SlipData> {
  const keepType = /^[1-9]$/.test(typed) ? Number(typed) : 0
  if (!isSlipType(keepType)) {
    throw invalid('没有这种收发，应为 1 存入、2 退还家属、3 报损、4 盘盈、5 盘亏；发药扣减由发药时自动记入', 'keepType')
  }
  const first = input.lines[0]
  if (!first) throw invalid('请至少选择一批药品', 'lines')
  const elder = await elderOf(tx, who, first.stockId)
  await requireKind(tx, who, keepType, input, elder)
  const batches = await batchesOf(
    tx,
    elder.oldmanId,
    input.lines.map((one) => one.stockId),
  )
  const comes = keepType === deposit || keepType === found
  const moves: SlipMove[] = batches.map((batch, at) => {
    const quantity = amountOf(input.lines[at]!, batch.packFactor, `lines.${at}.quantity`)
    if (keepType === deposit && batch.expired) {
      throw invalid(`${batchWords(batch)}已经过期，不能收`, `lines.${at}.quantity`)
    }
    if (!comes && quantity > batch.quantity) {
      throw invalid(
        `${batchWords(batch)}只有 ${qtyText(batch.quantity)} ${batch.unit}，不能${DrugKeepType.label(keepType)} ${qtyText(quantity)} ${batch.unit}`,
        `lines.${at}.quantity`,
      )
    }
    return {
      stockId: batch.stockId,
      drugId: batch.drugId,
      delta: comes ? quantity : -quantity,
      called: batch.called,
      unit: batch.unit,
    }
  })
  const witness = await witnessOf(tx, who, keepType, batches, input.witnessId)
  return writtenSlip(tx, who, {
    ...input,
    source: keepType === deposit ? input.source! : null,
    elder,
    keepType,
    moves,
    witness,
  })
}

/** All that lies there for an elder, or all of one drug, back to the family. */
export async function handBackAll(
  tx: Tx,
  who: Caller,
  of: { oldmanId: string; drugId: string | null },
  input: { person?: string | null; relation?: string | null; reason?: string | null },
): Promise<SlipData> {
  const elder = await lockResident(tx, who, of.oldmanId)
  const rows = await tx.client.query<HeldBatch>({
    name: 'drug_stock_all_of',
    text: ALL,
    values: [tx.orgId, elder.oldmanId, of.drugId],
  })
  if (rows.rows.length === 0) {
    throw of.drugId === null ? invalid(`${elder.name}没有存药，不需要退还`) : notFound('老人的这种存药')
  }
  if (!input.person?.trim()) throw invalid('请填写领取人', 'person')
  await requireReviewer(tx, who)
  const moves = rows.rows.map((one) => ({
    stockId: one.stockId,
    drugId: one.drugId,
    delta: -one.quantity,
    called: one.called,
    unit: one.unit,
  }))
  return writtenSlip(tx, who, { ...input, elder, keepType: handBack, moves })
}

export async function countStock(
  tx: Tx,
  who: Caller,
  input: Input<'count'>,
): Promise<{ slips: SlipData[]; same: number }> {
  const elder = await lockResident(tx, who, input.oldmanId)
  if (input.lines.length === 0) throw invalid('请至少清点一批药品', 'lines')
  const batches = await batchesOf(
    tx,
    elder.oldmanId,
    input.lines.map((one) => one.stockId),
  )
  const differing: { batch: HeldBatch; delta: number }[] = []
  for (const [at, batch] of batches.entries()) {
    const { counted, expected } = input.lines[at]!
    if (!isQty(counted)) throw invalid('实点数量最多三位小数', `lines.${at}.counted`)
    if (exactQty(expected) !== exactQty(batch.quantity)) {
      throw invalid(
        `清点期间有变动：${batchWords(batch)}账面已是 ${qtyText(batch.quantity)} ${batch.unit}，请刷新后重新清点`,
        `lines.${at}.counted`,
      )
    }
    const delta = exactQty(counted - batch.quantity)
    if (delta !== 0) differing.push({ batch, delta })
  }
  if (differing.length > 0 && !input.reason?.trim()) throw invalid('账实不符，请填写差异原因', 'reason')
  const witness = await witnessOf(
    tx,
    who,
    null,
    differing.map((one) => one.batch),
    input.witnessId,
  )
  const slips: string[] = []
  for (const keepType of [found, short] as const) {
    const moves = differing
      .filter((one) => one.delta > 0 === (keepType === found))
      .map(({ batch, delta }) => ({
        stockId: batch.stockId,
        drugId: batch.drugId,
        delta,
        called: batch.called,
        unit: batch.unit,
      }))
    if (moves.length > 0) slips.push(await writeSlip(tx, { elder, keepType, moves, reason: input.reason, witness }))
  }
  const same = batches.length - differing.length
  tx.log({
    remark: `盘点“${elder.name}”的存药 ${batches.length} 批：${differing.length === 0 ? '账实相符' : `${differing.length} 批有差异，${same} 批相符；${input.reason!.trim()}`}`,
    targetType: 'resident',
    targetId: elder.oldmanId,
  })
  return { slips: await Promise.all(slips.map((id) => oneSlip(tx.client, who, id))), same }
}
