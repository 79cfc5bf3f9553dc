// Changes that are agreed for a day to come: called off, or carried out when the day is there. The days of beds and levels
// say where everybody lies and with which level; what the archive, the stay and the beds themselves say follows here.

import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { unsplitFee } from '#server/areas/expense/public'
import { bedPaths } from '#server/areas/platform/public'
import { levelOn } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { systemTransaction } from '#server/kit/system'
import { dropLevelPlan } from './levelRows.ts'
import { dropPlan, type HeldBed, settleBeds } from './occupancyRows.ts'
import { lockBeds } from './residenceBeds.ts'
import { tellMove } from './residenceFacts.ts'
import { lockResidents, type OpenStay, saveResident } from './residenceLock.ts'

/** Forgets a planned change of bed and its price, and of the level that was to change on the same day. */
export async function callOffMove(tx: Tx, stay: OpenStay, held: readonly HeldBed[]): Promise<void> {
  const planned = held.find((row) => !row.now)
  if (!planned) return
  await dropPlan(tx, stay.stayId)
  await unsplitFee(tx, stay.stayId, 'bed', planned.from)
  if (stay.nextLevelDate === planned.from) await callOffLevel(tx, stay)
}

export async function callOffLevel(tx: Tx, stay: OpenStay): Promise<void> {
  if (stay.nextLevelDate === null) return
  await unsplitFee(tx, stay.stayId, 'care', stay.nextLevelDate)
  await dropLevelPlan(tx, stay.stayId)
}

const LEVEL_NOW = levelOn('s', 'current_date')

/** Residents whose day has come: they lie elsewhere, have another level, or have (or gave up) the whole room. */
const DUE = `from oldman t join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
join occupancy o on o.org_id = s.org_id and o.stay_id = s.stay_id and o.kind = 'STAY' and o.days @> current_date
where t.status in (${IN_HOUSE}) and (o.bed_id <> t.current_bed_id or coalesce(${LEVEL_NOW},
  t.level_id) is distinct from t.level_id
  or s.whole_room <> exists (select 1 from occupancy w where w.org_id = s.org_id and w.stay_id = s.stay_id
    and w.kind = 'ROOM' and w.days @> current_date))`

interface Due {
  oldmanId: string
  stayId: string
  bedId: string
  deptId: string | null
  levelId: string | null
  wholeRoom: boolean
}

const DUE_ROWS = `select t.oldman_id as "oldmanId", s.stay_id as "stayId", o.bed_id as "bedId",
  (select r.dept_id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
    where b.org_id = o.org_id and b.bed_id = o.bed_id) as "deptId",
  coalesce(${LEVEL_NOW}, t.level_id) as "levelId",
  exists (select 1 from occupancy w where w.org_id = s.org_id and w.stay_id = s.stay_id and w.kind = 'ROOM'
    and w.days @> current_date) as "wholeRoom"
${DUE} and t.org_id = $1 and ($2::text[] is null or t.oldman_id = any($2)) order by t.oldman_id`

const dueRows = async (tx: Tx, oldmanIds: readonly string[] | null) =>
  (await tx.client.query<Due>({ name: 'residence_due', text: DUE_ROWS, values: [tx.orgId, oldmanIds] })).rows

const SAVE_STAY = `update stay set whole_room = $3, version = version + 1, updated_at = now()
  where org_id = $1 and stay_id = $2`

/** Nobody's bed for a moment: those who change places would otherwise stand in each other's way. */
export async function liftResidents(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  await tx.client.query({
    name: 'residence_lift',
    text: `update oldman set status = ${ResidenceStatus.is.waiting}, current_bed_id = null where org_id = $1
      and oldman_id = any($2)`,
    values: [tx.orgId, oldmanIds],
  })
}

async function carryOut(tx: Tx): Promise<number> {
  const found = (await dueRows(tx, null)).map((row) => row.oldmanId)
  if (found.length === 0) return 0
  const residents = new Map((await lockResidents(tx, null, found)).map((resident) => [resident.oldmanId, resident]))
  // Locked now: what another process did meanwhile is done.
  const due = await dueRows(tx, found)
  const held = await tx.client.query<{ id: string }>(
    'select distinct bed_id as id from occupancy where org_id = $1 and stay_id = any($2)',
    [tx.orgId, due.map((row) => row.stayId)],
  )
  const beds = await lockBeds(
    tx,
    null,
    [],
    held.rows.map((row) => row.id),
  )
  const moving = due.filter((row) => row.bedId !== residents.get(row.oldmanId)!.bedId)
  await liftResidents(
    tx,
    moving.map((row) => row.oldmanId),
  )
  for (const row of due) {
    const resident = residents.get(row.oldmanId)!
    await tx.client.query({ name: 'stay_due_save', text: SAVE_STAY, values: [tx.orgId, row.stayId, row.wholeRoom] })
    await saveResident(tx, resident, { bedId: row.bedId, deptId: row.deptId ?? resident.deptId, levelId: row.levelId })
    tellMove(tx, {
      residents: [resident],
      bedIds: [resident.bedId, row.bedId],
      remark: `到期生效：“${resident.name}”（${ResidenceStatus.label(resident.status)}）的居住变动`,
      changes: {
        ...(resident.bedId !== row.bedId && {
          床位: [resident.bedId && (beds.get(resident.bedId)?.path ?? null), beds.get(row.bedId)?.path ?? null],
        }),
        ...(resident.levelId !== row.levelId && { 护理等级: [resident.levelId, row.levelId] }),
      },
    })
  }
  const { cleanAfterCheckout } = await residenceSettingOf(tx.client, tx.orgId)
  const left = moving.map((row) => residents.get(row.oldmanId)!.bedId!)
  const names = moving.map((row) => residents.get(row.oldmanId)!.name).join('、')
  await settleBeds(tx, [...beds.keys()], cleanAfterCheckout ? { bedIds: left, reason: `${names}调床后待清洁` } : null)
  return due.length
}

/** Idempotent: a second run, also by another process at the same moment, finds nothing to do. */
async function carryOutFor(app: AppContext, orgId: string): Promise<number> {
  return systemTransaction(app, orgId, '居住管理', '居住变动生效', async (tx) => {
    const done = await carryOut(tx)
    if (done === 0) tx.log({ remark: '居住变动生效：已由另一进程完成' })
    return done
  })
}

export async function carryOutDue(app: AppContext): Promise<number> {
  const found = await app.pool.query<{ org_id: string }>(`select distinct t.org_id ${DUE}`)
  let done = 0
  for (const { org_id: orgId } of found.rows) done += await carryOutFor(app, orgId)
  return done
}

/** Before a move: what was due for these residents, or for who lies in these beds, is carried out first. */
export async function settleDue(
  app: AppContext,
  orgId: string,
  oldmanIds: readonly string[],
  bedIds: readonly string[],
): Promise<void> {
  const found = await app.pool.query({
    name: 'residence_due_of',
    text: `select 1 ${DUE} and t.org_id = $1 and (t.oldman_id = any($2) or t.current_bed_id = any($3)) limit 1`,
    values: [orgId, oldmanIds, bedIds],
  })
  if (found.rows.length > 0) await carryOutFor(app, orgId)
}

/** 松鹤楼 › 2层 › 203室 › 02床 */
export async function pathOf(tx: Tx, bedId: string | null): Promise<string> {
  if (bedId === null) return '无'
  return (await bedPaths(tx.client, tx.orgId, [bedId])).get(bedId) ?? '原床位'
}
