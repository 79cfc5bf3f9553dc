// What is brought for an elder: checked against the dictionary, the package and the archive, then written with its slip.

import { DrugKeepType, qtyText } from '#contract/drug/drugWords'
import type { drugKeep } from '#contract/drug/keep'
import type { SlipData } from '#contract/drug/keepRows'
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { labelOf, lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { amountOf, requireConfirmed, type SlipMove, writtenSlip } from './slipWrite.ts'

type Input = InputOf<(typeof drugKeep)['calls']['add']>

interface BroughtDrug {
  drugId: string
  called: string
  unit: string
  packFactor: number
  enabled: boolean
  forbidden: string[]
}

/** With what the archive of the elder says against it. */
const DRUGS = `select t.drug_id as "drugId", t.drug_name || ' ' || t.spec as called, ${labelOf('drug_min_spec', 't.min_unit')} as unit,
  t.pack_factor::float8 as "packFactor", t.enabled, array(select ${labelOf('allergy', 'a.value')}
    from jsonb_array_elements_text(t.allergies) a(value) join oldman o on o.org_id = t.org_id and o.oldman_id = $3
    where o.allergies ? a.value) as forbidden
from drug t where t.org_id = $1 and t.drug_id = any($2) order by t.drug_id for key share of t`

const SAME = `select to_char(s.expiry, 'YYYY-MM-DD') as expiry from drug_stock s
where s.org_id = $1 and s.oldman_id = $2 and s.drug_id = $3 and s.batch_no = $4 and s.batch_no <> '' and s.expiry <> $5::date`
const RECALLED = `select reason from drug_recall where org_id = $1 and drug_id = $2 and batch_no = $3 and closed_at is null`
const BATCH = `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, batch_no, expiry) values ($1, $2, $3, $4, $5, $6)
on conflict (org_id, oldman_id, drug_id, batch_no, expiry) do nothing`
const BATCH_ID = `select stock_id as "stockId" from drug_stock
where org_id = $1 and oldman_id = $2 and drug_id = $3 and batch_no = $4 and expiry = $5`

async function batchOf(tx: Tx, oldmanId: string, drugId: string, batchNo: string, expiry: string): Promise<string> {
  await tx.client.query({
    name: 'drug_batch_add',
    text: BATCH,
    values: [tx.orgId, newId(), oldmanId, drugId, batchNo, expiry],
  })
  const found = await tx.client.query<{ stockId: string }>({
    name: 'drug_batch_id',
    text: BATCH_ID,
    values: [tx.orgId, oldmanId, drugId, batchNo, expiry],
  })
  return found.rows[0]!.stockId
}

const CUSTODY = `select custody from stay where org_id = $1 and oldman_id = $2 and end_date is null`
const REST = `select coalesce((select rest_days from drug_setting where org_id = $1), 30) as "restDays",
  (current_date + coalesce((select rest_days from drug_setting where org_id = $1), 30))::text as least`

export async function addDeposit(tx: Tx, who: Caller, input: Input): Promise<SlipData> {
  const elder = await lockResident(tx, who, input.oldmanId)
  if (!IN_HOUSE.includes(elder.status)) {
    throw invalid(`${elder.name}当前“${ResidenceStatus.label(elder.status)}”，不在院内居住，不能存入药品`, 'oldmanId')
  }
  if (input.lines.length === 0) throw invalid('请至少填写一种药品', 'lines')
  const drugs = await tx.client.query<BroughtDrug>({
    name: 'drug_brought',
    text: DRUGS,
    values: [tx.orgId, input.lines.map((one) => one.drugId), elder.oldmanId],
  })
  const known = new Map(drugs.rows.map((one) => [one.drugId, one]))
  const { restDays, least } = (await tx.client.query<{ restDays: number; least: string }>(REST, [tx.orgId])).rows[0]!
  const today = dayText()
  const agreed = await tx.client.query<{ custody: boolean }>({
    name: 'drug_custody',
    text: CUSTODY,
    values: [tx.orgId, elder.oldmanId],
  })
  const unusual: string[] = []
  if (agreed.rows[0]?.custody === false) {
    unusual.push(`${elder.name}入住时没有约定代管药品，请先与家属签好《药品代管委托书》`)
  }
  const seen = new Set<string>()
  const moves: SlipMove[] = []
  for (const [at, line] of input.lines.entries()) {
    const where = input.lines.length > 1 ? `第 ${at + 1} 行：` : ''
    const no = (message: string, field: string) => invalid(where + message, `lines.${at}.${field}`)
    const drug = known.get(line.drugId)
    if (!drug) throw notFound('药品')
    const { called, unit } = drug
    if (!drug.enabled) throw no(`“${called}”已停用，不能再存入`, 'drugId')
    const batchNo = line.batchNo?.trim() ?? ''
    const quantity = amountOf(line, drug.packFactor, `lines.${at}.quantity`)
    if (line.expiry < today) throw no(`“${called}”有效期至 ${line.expiry}，已经过期，不能收`, 'expiry')
    const key = JSON.stringify([line.drugId, batchNo, batchNo ? '' : line.expiry])
    if (seen.has(key)) throw no(`“${called}”的这一批前面已经填过，请合成一行`, 'batchNo')
    seen.add(key)
    const other = await tx.client.query<{ expiry: string }>({
      name: 'drug_batch_other',
      text: SAME,
      values: [tx.orgId, elder.oldmanId, line.drugId, batchNo, line.expiry],
    })
    if (other.rows[0]) {
      throw no(`“${called}”批号 ${batchNo} 已登记的有效期是 ${other.rows[0].expiry}，请核对包装`, 'expiry')
    }
    const recalled = await tx.client.query<{ reason: string }>({
      name: 'drug_batch_recalled',
      text: RECALLED,
      values: [tx.orgId, line.drugId, batchNo],
    })
    if (recalled.rows[0])
      throw no(`“${called}”批号 ${batchNo} 正在召回（${recalled.rows[0].reason}），不能收`, 'batchNo')
    if (line.expiry < least) unusual.push(`“${called}”有效期至 ${line.expiry}，不足 ${restDays} 天`)
    if (drug.forbidden.length > 0) {
      unusual.push(`${elder.name}的档案记有${drug.forbidden.join('、')}过敏，“${called}”属于禁用`)
    }
    if (quantity > 50 * drug.packFactor && quantity > 500)
      unusual.push(`“${called}”一次存入 ${qtyText(quantity)} ${unit}，数量很大`)
    const stockId = await batchOf(tx, elder.oldmanId, line.drugId, batchNo, line.expiry)
    moves.push({ stockId, drugId: line.drugId, delta: quantity, called, unit })
  }
  const confirmed = requireConfirmed(unusual, input.confirmed)
  return writtenSlip(tx, who, { ...input, elder, keepType: DrugKeepType.is.deposit, moves, confirmed })
}
