// A slip with its movements: one piece of code writes all of them.
import {
  BY_HAND,
  DrugKeepType,
  type DrugKeepTypeValue,
  type DrugSourceValue,
  exactQty,
  isQty,
  MOST_QTY,
  qtyText,
} from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { SlipData } from '#contract/drug/keepRows'
import { invalid, Refusal, refusalText } from '#contract/kit/refusal'
import type { KnownResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { requirePictures } from './slipPhotos.ts'
import { oneSlip } from './slipRead.ts'

onConstraint('drug_stock_enough', () => invalid('存药数量不够，可能刚被别人领用，请刷新后再试', 'quantity'))
onConstraint('drug_move_expired', () => invalid('这一批药品已过期，不能发放', 'quantity'))
onConstraint('drug_move_recalled', () => invalid('这一批药品正在召回，不能发放', 'quantity'))
onConstraint('drug_move_back', () => invalid('退回的数量超过了发出的数量', 'quantity'))
onConstraint('drug_stock_batch', () => invalid('这一批号已登记过另一个有效期，请核对包装', 'lines'))
onConstraint('drug_stock_oldman', () => new Refusal('IN_USE', { what: '这位老人的档案', users: '有寄存药品的记录' }))
onConstraint('drug_slip_oldman', () => new Refusal('IN_USE', { what: '这位老人的档案', users: '有药品收发的单据' }))

export type SlipType = (typeof BY_HAND)[number]
export const isSlipType = (value: number): value is SlipType => (BY_HAND as readonly number[]).includes(value)

const { deposit, handBack, loss, found, short } = DrugKeepType.is
const PREFIX: Readonly<Record<SlipType, string>> = {
  [deposit]: 'YC',
  [handBack]: 'YT',
  [loss]: 'YS',
  [found]: 'YP',
  [short]: 'YP',
}

export interface Amount {
  packs?: number | null
  quantity?: number | null
}

/** Whole packages and single units as smallest units; nothing is no amount. */
export function amountOf({ packs, quantity }: Amount, packFactor: number, field: string): number {
  for (const one of [packs ?? 0, quantity ?? 0]) {
    if (!isQty(one)) throw invalid('数量最多三位小数', field)
  }
  const total = exactQty((packs ?? 0) * packFactor + (quantity ?? 0))
  if (!(total > 0)) throw invalid('请填写数量，要大于 0', field)
  if (total > MOST_QTY) throw invalid(`一次最多 ${qtyText(MOST_QTY)}，请核对数量和单位`, field)
  return total
}

/** Refuses with what is unusual until exactly that is confirmed; answers it for the log. */
export function requireConfirmed(unusual: readonly string[], confirmed: string | null | undefined): string {
  if (unusual.length === 0) return ''
  const what = unusual.join('；')
  if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what })) {
    throw new Refusal('NEEDS_CONFIRM', { what })
  }
  return `；已确认：${what}`
}

export interface SlipMove {
  stockId: string
  drugId: string
  /** More is positive. */
  delta: number
  /** 阿司匹林肠溶片 100mg×30片 */
  called: string
  unit: string
}

export interface NewSlip {
  elder: KnownResident
  keepType: SlipType
  moves: readonly SlipMove[]
  source?: DrugSourceValue | null
  person?: string | null
  relation?: string | null
  reason?: string | null
  witness?: { userId: string; name: string } | null
  photos?: readonly string[] | null
  /** What was confirmed, for the log. */
  confirmed?: string
}

const SLIP = `insert into drug_slip (org_id, slip_id, slip_no, oldman_id, keep_type, source, person, relation, user_id, user_name,
  witness_id, witness_name, reason, photos) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`
const MOVES = `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, slip_id, user_id, user_name)
select $1, x.id, x.stock, $2, x.drug, $3, x.delta, $4, $5, $6
from jsonb_to_recordset($7::jsonb) as x(id varchar, stock varchar, drug varchar, delta numeric, at int) order by x.at`

const word = (text: string | null | undefined) => text?.trim() || null

/** 存入 阿司匹林肠溶片 100mg×30片 30 片、… */
const inWords = (keepType: DrugKeepTypeValue, moves: readonly SlipMove[]) => {
  const told = moves.slice(0, 6).map(({ called, delta, unit }) => `${called} ${qtyText(Math.abs(delta))} ${unit}`)
  return `${DrugKeepType.label(keepType)} ${told.join('、')}${moves.length > 6 ? ` 等 ${moves.length} 批` : ''}`
}

/** Writes the paper and moves the stock. The elder is locked, and who may do this was asked before. */
export async function writeSlip(tx: Tx, slip: NewSlip): Promise<string> {
  const { elder, keepType, moves } = slip
  await requirePictures(tx, slip.photos)
  const slipId = newId()
  const slipNo = await nextNo(tx, PREFIX[keepType])
  await tx.client.query({
    name: 'drug_slip_add',
    text: SLIP,
    values: [
      tx.orgId,
      slipId,
      slipNo,
      elder.oldmanId,
      keepType,
      slip.source ?? null,
      word(slip.person),
      word(slip.relation),
      tx.by.userId,
      tx.by.name,
      slip.witness?.userId ?? null,
      slip.witness?.name ?? null,
      word(slip.reason),
      slip.photos && slip.photos.length > 0 ? slip.photos : null,
    ],
  })
  await tx.client.query({
    name: 'drug_move_by_slip',
    text: MOVES,
    values: [
      tx.orgId,
      elder.oldmanId,
      keepType,
      slipId,
      tx.by.userId,
      tx.by.name,
      JSON.stringify(
        moves.map((one, at) => ({ id: newId(), stock: one.stockId, drug: one.drugId, delta: one.delta, at })),
      ),
    ],
  })
  tx.log({
    remark: `“${elder.name}”${inWords(keepType, moves)}（${slipNo}）${slip.reason ? `：${slip.reason.trim()}` : ''}${slip.confirmed ?? ''}`,
    targetType: 'drugSlip',
    targetId: slipId,
    changes: Object.fromEntries(
      moves.map(({ called, delta, unit }, at) => [
        moves.filter((one) => one.called === called).length > 1 ? `${called} #${at + 1}` : called,
        [null, `${delta > 0 ? '+' : '−'}${qtyText(Math.abs(delta))} ${unit}`],
      ]),
    ),
  })
  tellKept(tx, elder)
  return slipId
}

export const tellKept = (tx: Tx, elder: Pick<KnownResident, 'oldmanId' | 'deptId'>) =>
  tx.emit(
    drugKeep.events.changed,
    { oldmanId: elder.oldmanId },
    elder.deptId === null ? {} : { deptIds: [elder.deptId] },
  )

export const writtenSlip = async (tx: Tx, who: Caller, slip: NewSlip): Promise<SlipData> =>
  oneSlip(tx.client, who, await writeSlip(tx, slip))
