// Levels of place: how deep the tree may be and what each depth is called.
import type pg from 'pg'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type LevelData, LocationType, type LocationTypeValue } from '#contract/platform/location'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { oneAtATime, tellChanged } from './placeEdit.ts'

onConstraint('location_level_type', () => new Refusal('ALREADY_EXISTS', { what: '该类型的区域级别' }))

const LEVELS = `select v.level_id as "levelId", v.level, v.location_type as "locationType",
  v.location_name as "locationName", v.created_at as "createTime",
  (select count(*) from location l where l.org_id = v.org_id and l.location_type = v.location_type) as used
from location_level v where v.org_id = $1 order by v.level, v.level_id`

export async function levelsOf(reader: pg.Pool | pg.ClientBase, orgId: string): Promise<LevelData[]> {
  return (await reader.query<LevelData>({ name: 'location_levels', text: LEVELS, values: [orgId] })).rows
}

export interface LevelInput {
  levelId?: string | null
  locationType: LocationTypeValue
  locationName?: string | null
}

const inWords = (levels: readonly { locationName: string }[]) =>
  levels.map((one) => one.locationName).join(' › ') || '无'

export async function addLevels(tx: Tx, wanted: readonly LevelInput[]): Promise<void> {
  if (wanted.length === 0) throw invalid('请选择要新增的级别', 'orgLocationLevelDoList')
  await oneAtATime(tx)
  const before = await levelsOf(tx.client, tx.orgId)
  const types = new Set<string>(before.map((one) => one.locationType))
  for (const one of wanted) {
    if (types.has(one.locationType)) {
      throw new Refusal('ALREADY_EXISTS', { what: `区域级别“${LocationType.label(one.locationType)}”` }, 'locationType')
    }
    types.add(one.locationType)
  }
  const added = wanted.map((one) => ({
    levelId: newId(),
    locationType: one.locationType,
    locationName: one.locationName?.trim() || LocationType.label(one.locationType),
  }))
  await tx.client.query(
    `insert into location_level (org_id, level_id, level, location_type, location_name)
     select $1, n.id, $2 + n.place, n.type, n.name
       from unnest($3::text[], $4::text[], $5::text[]) with ordinality as n(id, type, name, place)`,
    [
      tx.orgId,
      before.length,
      added.map((one) => one.levelId),
      added.map((one) => one.locationType),
      added.map((one) => one.locationName),
    ],
  )
  tx.log({
    remark: `新增区域级别 ${added.map((one) => one.locationName).join('、')}`,
    targetType: 'locationLevel',
    targetId: added[0]!.levelId,
    changes: { levels: [inWords(before), inWords([...before, ...added])] },
  })
  tellChanged(tx, 'location')
}

/** The rows in their new order, each with the words it had or got. */
function arranged(before: readonly LevelData[], wanted: readonly LevelInput[]): LevelData[] {
  const left = new Set(before)
  return wanted.map((one) => {
    const row = before.find((level) =>
      one.levelId ? level.levelId === one.levelId : level.locationType === one.locationType,
    )
    if (!row || !left.delete(row)) throw notFound(`区域级别“${LocationType.label(one.locationType)}”`)
    return { ...row, locationName: one.locationName?.trim() || row.locationName }
  })
}

export async function saveLevels(
  tx: Tx,
  who: Caller,
  wanted: readonly LevelInput[],
  seen: readonly string[] | null | undefined,
): Promise<void> {
  await oneAtATime(tx)
  const before = await levelsOf(tx.client, tx.orgId)
  if (seen && (seen.length !== before.length || before.some((one) => !seen.includes(one.levelId)))) {
    throw new Refusal('CHANGED_MEANWHILE', { who: '其他人' })
  }
  const after = arranged(before, wanted)
  const gone = before.filter((one) => !after.some((kept) => kept.levelId === one.levelId))
  for (const one of gone) {
    if (one.used > 0) {
      throw new Refusal('IN_USE', { what: `区域级别“${one.locationName}”`, users: `已建 ${one.used} 个区域` })
    }
  }
  if (gone.length > 0 && !who.may('delRegionType')) throw new Refusal('NO_PERMISSION')
  const stayed = before.filter((one) => !gone.includes(one))
  const touched = after.some((one, i) => {
    const old = stayed[i]!
    return one.levelId !== old.levelId || one.locationName !== old.locationName
  })
  if (touched && !who.may('qylxpx')) throw new Refusal('NO_PERMISSION')
  // Places keep their depth: what stands above places that exist must stand there afterwards as well.
  const fixed = before.filter((one) => one.used > 0)
  if (fixed.some((one, i) => after[i]?.levelId !== one.levelId)) {
    throw invalid(
      `${fixed.map((one) => `“${one.locationName}”`).join('、')}已建有区域，先后次序不能再变；没有区域的级别可以调整`,
      'orgLocationLevelDoList',
    )
  }
  await tx.client.query('delete from location_level where org_id = $1 and level_id = any($2)', [
    tx.orgId,
    gone.map((one) => one.levelId),
  ])
  await tx.client.query(
    `update location_level v set level = n.place, location_name = n.name
       from unnest($2::text[], $3::text[]) with ordinality as n(id, name, place)
      where v.org_id = $1 and v.level_id = n.id`,
    [tx.orgId, after.map((one) => one.levelId), after.map((one) => one.locationName)],
  )
  tx.log({
    remark:
      gone.length > 0
        ? `删除区域级别 ${gone.map((one) => one.locationName).join('、')}`
        : `调整区域级别为 ${inWords(after)}`,
    targetType: 'locationLevel',
    ...(after[0] && { targetId: after[0].levelId }),
    changes: { levels: [inWords(before), inWords(after)] },
  })
  tellChanged(tx, 'location')
}
