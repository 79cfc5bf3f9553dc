// What the moves check of the people and things they name, and how every move ends.
import { invalid } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import { topUpMeals, topUpTasks } from '#server/areas/nursing/public'
import { standingUnder } from '#server/areas/systemSetting/public'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import type { Resident } from './residenceLock.ts'

export interface KnownLevel {
  levelId: string
  name: string
  priceFen: number
}

const LEVEL = `select level_id as "levelId", level_name as name, price_fen as "priceFen", enabled from nursing_level
where org_id = $1 and level_id = $2 for key share`

/** A level that may be given; `keeps` is what the resident has already, which may stay although it was switched off. */
export async function requireLevel(tx: Tx, levelId: string, keeps: string | null = null): Promise<KnownLevel> {
  const found = await tx.client.query<KnownLevel & { enabled: boolean }>({
    name: 'level_require',
    text: LEVEL,
    values: [tx.orgId, levelId],
  })
  const level = found.rows[0]
  if (!level) throw invalid('选择的护理等级不存在，请刷新后重新选择', 'levelId')
  if (!level.enabled && level.levelId !== keeps) throw invalid(`护理等级“${level.name}”已停用，请重新选择`, 'levelId')
  return level
}

/** The level as it is, for sentences and prices; null where none is kept. */
export async function levelOf(tx: Tx, levelId: string | null): Promise<KnownLevel | null> {
  if (levelId === null) return null
  const found = await tx.client.query<KnownLevel>({
    name: 'level_of',
    text: `select level_id as "levelId", level_name as name, price_fen as "priceFen" from nursing_level
      where org_id = $1 and level_id = $2`,
    values: [tx.orgId, levelId],
  })
  return found.rows[0] ?? null
}

const FAMILY_FIELDS = {
  payerId: '付费人',
  guarantorId: '担保人',
  emergencyId: '紧急联系人',
  guardianId: '监护人',
} as const
type FamilyField = keyof typeof FAMILY_FIELDS

/** Whoever answers for the resident stands in the resident's own family. */
export async function requireFamily(
  tx: Tx,
  resident: Resident,
  named: Partial<Record<FamilyField, string | null | undefined>>,
): Promise<void> {
  const wanted = (Object.keys(FAMILY_FIELDS) as FamilyField[]).filter((field) => named[field])
  if (wanted.length === 0) return
  const found = await tx.client.query<{ id: string }>({
    name: 'family_require',
    text: `select family_id as id from oldman_family where org_id = $1 and oldman_id = $2 and family_id = any($3)
      for key share`,
    values: [tx.orgId, resident.oldmanId, wanted.map((field) => named[field])],
  })
  const known = new Set(found.rows.map((row) => row.id))
  for (const field of wanted) {
    if (!known.has(named[field]!))
      throw invalid(`${FAMILY_FIELDS[field]}不在${resident.name}的家属中，请重新选择`, field)
  }
}

/** A member of staff of this organisation. */
export async function requireStaff(tx: Tx, userId: string | null | undefined, field: string): Promise<void> {
  if (!userId) return
  const found = await tx.client.query({
    name: 'staff_require',
    text: 'select 1 from employee where org_id = $1 and emp_id = $2 for key share',
    values: [tx.orgId, userId],
  })
  if (found.rows.length === 0) throw invalid('选择的工作人员不存在，请刷新后重新选择', field)
}

/** Acts that the organisation wants a second person for: they are applied for instead of done. */
export interface Reviews {
  bedChange: boolean
  checkOut: boolean
}

/** Asked before the transaction of a move begins: a move must not wait for a second connection. */
export async function reviewsOf(who: Caller): Promise<Reviews> {
  const { bedChange, checkOut } = await standingUnder(who, ['bedChange', 'checkOut'])
  return { bedChange: bedChange.needed, checkOut: checkOut.needed }
}

/** What a move did and why, as the log and an application say it; of whom is said before it. */
export interface Told {
  what: string
  why: string
  changes: NonNullable<LogEntry['changes']>
}

/** As tellMove, for the moves that may have to be applied for. */
export function tellMoved(
  tx: Tx,
  about: { residents: readonly Pick<Resident, 'oldmanId' | 'name'>[]; bedIds: readonly string[] },
  told: Told,
): Told {
  tellMove(tx, { ...about, remark: `“${about.residents[0]!.name}”${told.what}：${told.why}`, changes: told.changes })
  return told
}

/** The operation log keeps the resident as target; realtime tells who shows these beds and residents. */
export function tellMove(
  tx: Tx,
  told: {
    residents: readonly Pick<Resident, 'oldmanId' | 'name'>[]
    bedIds: readonly (string | null | undefined)[]
    remark: string
    changes: NonNullable<LogEntry['changes']>
  },
): void {
  for (const resident of told.residents) {
    tx.log({
      remark: told.remark,
      targetType: 'oldman',
      targetId: resident.oldmanId,
      changes: told.changes,
    })
  }
  const oldmanIds = told.residents.map((resident) => resident.oldmanId)
  // Where and whether somebody lives here decides what is to be done for them.
  topUpTasks(tx, oldmanIds)
  topUpMeals(tx, oldmanIds)
  tx.emit(residence.events.changed, {
    bedIds: [...new Set(told.bedIds.filter((id): id is string => !!id))],
    oldmanIds,
  })
}
