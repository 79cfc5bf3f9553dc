// What a change of level does, and what it is seen to do: the same code runs for the rehearsal, which is taken back, and for
// the approval. Everything is read before and after from the tables themselves.

import { FEE_CATEGORY } from '#contract/expense/feeChild'
import { yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import type { RegradeItem } from '#contract/live/regrade'
import { ItemChange } from '#contract/live/regradeWords'
import { frequencyWords } from '#contract/nursing/frequency'
import { draftsOf, feesOfStays, type MonthDraft, monthsOfChange } from '#server/areas/expense/public'
import { sendContract } from '#server/areas/live/contractDocument/contractDocumentMoves'
import { createContract } from '#server/areas/live/contractDocument/contractDocumentWrite'
import { levelOf, tellMove } from '#server/areas/live/residence/residenceFacts'
import { setLevel } from '#server/areas/live/residence/residenceLevel'
import { type OpenStay, openStayOf, requireMove, saveResident } from '#server/areas/live/residence/residenceLock'
import { addDays, requireDay } from '#server/areas/live/residence/stayDays'
import {
  type CarePicture,
  careOn,
  itemsOfLevel,
  namedProjects,
  type WorkedDay,
  workOf,
} from '#server/areas/nursing/public'
import { addStayEvent, levelOn } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { assessedOf } from './regradeAssessed.ts'
import { itemRows, newItems, type Packages } from './regradeItems.ts'
import type { LockedRegrade } from './regradeRow.ts'

export interface KnownLevel {
  levelId: string
  name: string
  priceFen: number
}

export interface Seen {
  today: string
  day: string
  stay: OpenStay
  levelBefore: KnownLevel | null
  levelAfter: KnownLevel
  /** What the stay pays for its care from then on, without and with the change; null: one price holds everything. */
  feeBefore: number | null
  feeAfter: number | null
  careBefore: CarePicture
  careAfter: CarePicture
  items: RegradeItem[]
  /** Of everybody else, on that day. */
  work: WorkedDay[]
  months: string[]
  billsBefore: MonthDraft[]
  billsAfter: MonthDraft[]
  planId: string | null
  contractId: string | null
  /** A change of level that was agreed for later and is called off. */
  calledOff: { name: string; day: string } | null
}

/** What the care of the stay costs on a day. */
async function careFeeOn(tx: Tx, oldmanId: string, stayId: string, day: string): Promise<number | null> {
  const fees = await feesOfStays(tx.client, tx.orgId, oldmanId)
  const row = fees.find(
    (fee) =>
      fee.stayId === stayId &&
      fee.category === FEE_CATEGORY.care &&
      fee.fromDate <= day &&
      (fee.toDate === null || fee.toDate > day),
  )
  return row?.priceFen ?? null
}

const LEVEL_ON = `select ${levelOn('s', '$3::date')} as "levelId" from stay s where s.org_id = $1 and s.stay_id = $2`

async function packagesOf(tx: Tx, before: string | null, after: string): Promise<Packages> {
  return { before: before === null ? [] : await itemsOfLevel(tx, before), after: await itemsOfLevel(tx, after) }
}

/** From tomorrow on, so that no day has two plans and nothing that was done today is touched. */
export async function requireEffective(tx: Tx, stay: OpenStay, today: string, day: string): Promise<void> {
  const { moveAheadDays } = await residenceSettingOf(tx.client, tx.orgId)
  requireDay({
    day,
    field: 'effectiveDate',
    title: '生效日期',
    from: [addDays(today, 1), '明天'],
    to: [addDays(today, moveAheadDays), `今天起 ${moveAheadDays} 天`],
  })
  if (day <= stay.startDate) throw invalid('生效日期要晚于入住日期', 'effectiveDate')
}

/** The projects that change, in a sentence for the addendum. */
function itemsInWords(items: readonly RegradeItem[]): string {
  const of = (change: RegradeItem['change'], say: (one: RegradeItem) => string) => {
    const found = items.filter((one) => one.change === change).map(say)
    return found.length > 0 ? `${ItemChange.label(change)}：${found.join('、')}` : null
  }
  const now = (one: RegradeItem) => `${one.projectName}（${one.after ? frequencyWords(one.after) : ''}）`
  const words = [
    of(ItemChange.is.changed, now),
    of(ItemChange.is.added, now),
    of(ItemChange.is.gone, (one) => one.projectName),
  ].filter((one): one is string => one !== null)
  return words.length > 0 ? words.join('；') : '护理项目不变'
}

interface Addendum {
  day: string
  before: KnownLevel | null
  after: KnownLevel
  feeBefore: number | null
  feeAfter: number | null
  items: readonly RegradeItem[]
  contractEnd: string | null
}

/** The document that is to be signed, sent out at once: its text is that of the approval. */
async function makeAddendum(tx: Tx, who: Caller, row: LockedRegrade, told: Addendum): Promise<string | null> {
  if (row.templateId === null) return null
  const assessed = row.assessmentId ? await assessedOf(tx.client, tx.orgId, row.assessmentId) : null
  const words: Record<string, string> = {
    原护理等级: told.before?.name ?? '未定级',
    新护理等级: told.after.name,
    等级变更日期: told.day,
    原护理费: told.feeBefore === null ? '含在综合价格内' : `${yuanText(told.feeBefore)} 元/月`,
    新护理费: told.feeAfter === null ? '含在综合价格内' : `${yuanText(told.feeAfter)} 元/月`,
    评估日期: assessed?.assessDate ?? '',
    评估结论: assessed?.levelName ?? '',
    变更原因: row.reason,
    护理项目变化: itemsInWords(told.items),
  }
  const contractId = await createContract(tx, who, {
    oldmanId: row.oldmanId,
    templateId: row.templateId,
    fields: Object.entries(words).map(([name, value]) => ({ name, value })),
    startDate: told.day,
    endDate: told.contractEnd && told.contractEnd >= told.day ? told.contractEnd : null,
  })
  await sendContract(tx, who, { contractId })
  return contractId
}

/** Changes level, plan, tasks and fees from the day on and leaves the addendum; answers what was before and what is now. */
export async function carryOut(tx: Tx, who: Caller, row: LockedRegrade, day: string): Promise<Seen> {
  const { resident } = row
  await requireMove(tx, resident, 'changeLevel')
  const stay = await openStayOf(tx, resident)
  if (stay.stayId !== row.stayId) {
    throw invalid(`${resident.name}提出等级变更之后退住过，请作废这一份，按现在的入住重新提出`)
  }
  const { today, oldmanId } = resident
  await requireEffective(tx, stay, today, day)
  if (stay.nextLevelDate !== null && stay.nextLevelDate < day) {
    const next = await levelOf(tx, stay.nextLevelId)
    throw invalid(
      `${resident.name}已安排 ${stay.nextLevelDate} 起改为“${next?.name ?? '未定'}”，生效日期请选在那天或之前，由这次变更取代它`,
      'effectiveDate',
    )
  }
  const [{ levelId: levelThen }] = (
    await tx.client.query<{ levelId: string | null }>(LEVEL_ON, [tx.orgId, stay.stayId, day])
  ).rows as [{ levelId: string | null }]
  const levelBefore = await levelOf(tx, levelThen)
  if (levelThen === row.newLevelId)
    throw invalid(`${resident.name}那时已经是“${levelBefore!.name}”，不用变更`, 'levelId')
  const calledOff =
    stay.nextLevelDate === null
      ? null
      : { name: (await levelOf(tx, stay.nextLevelId))?.name ?? '未定', day: stay.nextLevelDate }
  const packages = await packagesOf(tx, levelThen, row.newLevelId)
  const careBefore = await careOn(tx.client, tx.orgId, oldmanId, day)
  const feeBefore = await careFeeOn(tx, oldmanId, stay.stayId, day)
  const months = await monthsOfChange(tx.client, tx.orgId, stay.stayId, day)
  const billsBefore = await draftsOf(tx.client, tx.orgId, stay.stayId, months, today)
  const wanted = newItems(packages, careBefore.items, row.choices)
  const done = await setLevel(tx, resident, stay, {
    levelId: row.newLevelId,
    day,
    reason: row.reason,
    items: wanted,
  })
  await saveResident(tx, resident, {})
  const careAfter = await careOn(tx.client, tx.orgId, oldmanId, day)
  const feeAfter = await careFeeOn(tx, oldmanId, stay.stayId, day)
  const notTaken = packages.after.filter((one) => row.choices.some((it) => it.leave && it.projectId === one.projectId))
  const names = await namedProjects(
    tx.client,
    tx.orgId,
    notTaken.map((one) => one.projectId),
  )
  const left = names.map((one) => ({
    ...one,
    frequency: notTaken.find((it) => it.projectId === one.projectId)!.frequency,
  }))
  const items = itemRows(careBefore, careAfter, { packages, choices: row.choices, left })
  const levelAfter = (await levelOf(tx, row.newLevelId))!
  const workers = [...careBefore.tasks, ...careAfter.tasks].flatMap((task) => task.workerId ?? [])
  const contractId = await makeAddendum(tx, who, row, {
    day,
    before: levelBefore,
    after: levelAfter,
    feeBefore,
    feeAfter,
    items,
    contractEnd: stay.contractEnd,
  })
  await addStayEvent(tx, {
    oldmanId,
    stayId: stay.stayId,
    kind: 'level',
    day,
    content: `护理等级 ${levelBefore?.name ?? '未定'} → ${levelAfter.name}（${day} 生效，等级变更 ${row.regradeNo}）${done.repriced ? '，护理费随之调整' : ''}`,
    reason: row.reason,
    fromStatus: resident.status,
    toStatus: resident.status,
  })
  tellMove(tx, {
    residents: [resident],
    bedIds: [resident.bedId],
    remark: `变更“${resident.name}”的护理等级（${row.regradeNo}）：${row.reason}`,
    changes: { 护理等级: [levelBefore?.name ?? null, levelAfter.name], 生效日期: [null, day] },
  })
  return {
    today,
    day,
    stay,
    levelBefore,
    levelAfter,
    feeBefore,
    feeAfter,
    careBefore,
    careAfter,
    items,
    work: await workOf(tx.client, tx.orgId, [...new Set(workers)], { day, butFor: oldmanId }),
    months,
    billsBefore,
    billsAfter: await draftsOf(tx.client, tx.orgId, stay.stayId, months, today),
    planId: done.planId,
    contractId,
    calledOff,
  }
}
