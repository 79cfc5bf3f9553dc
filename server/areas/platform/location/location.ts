// Handlers of levels and places.
import { pageInfo } from '#contract/kit/paging'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { LocationType, location } from '#contract/platform/location'
import type { Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { addLevels, levelsOf, saveLevels } from './locationLevels.ts'
import { addLocations, findLocation, listLocations, settleTree } from './locationTree.ts'
import { changesOf, oneAtATime, saveOrder, tellChanged, wordsOf } from './placeEdit.ts'

interface Stored {
  locationName: string
  path: string
  version: number
  parentId: string | null
}

async function lockLocation(tx: Tx, locationId: string): Promise<Stored> {
  await oneAtATime(tx)
  const found = await tx.client.query<Stored>(
    `select location_name as "locationName", path, version, parent_id as "parentId" from location
      where org_id = $1 and location_id = $2 for update`,
    [tx.orgId, locationId],
  )
  if (!found.rows[0]) throw notFound('区域')
  return found.rows[0]
}

async function rename(
  tx: Tx,
  { locationId, locationName, version }: { locationId: string; locationName: string; version?: number | null },
): Promise<void> {
  const stored = await lockLocation(tx, locationId)
  await refuseStale(tx, locationId, version, stored.version)
  const name = locationName.trim()
  const taken = await tx.client.query(
    `select 1 from location where org_id = $1 and parent_id is not distinct from $2 and location_name = $3
       and location_id <> $4`,
    [tx.orgId, stored.parentId, name, locationId],
  )
  if (taken.rows.length > 0) throw new Refusal('ALREADY_EXISTS', { what: `区域“${name}”` }, 'locationName')
  await tx.client.query(
    'update location set location_name = $3, version = version + 1 where org_id = $1 and location_id = $2',
    [tx.orgId, locationId, name],
  )
  await settleTree(tx)
  tx.log({
    remark: `编辑区域“${wordsOf(stored.path)}”`,
    targetType: 'location',
    targetId: locationId,
    changes: changesOf(stored, { locationName: name }),
  })
  tellChanged(tx, 'location')
}

async function removeLocation(tx: Tx, locationId: string): Promise<void> {
  const stored = await lockLocation(tx, locationId)
  const users = await tx.client.query<{ places: number; rooms: number }>(
    `select (select count(*) from location where org_id = $1 and parent_id = $2) as places,
       (select count(*) from room where org_id = $1 and area = $2) as rooms`,
    [tx.orgId, locationId],
  )
  const { places, rooms } = users.rows[0]!
  const words = [places > 0 && `下级区域 ${places} 个`, rooms > 0 && `房间 ${rooms} 间`].filter(Boolean).join('、')
  if (words) throw new Refusal('IN_USE', { what: `区域“${wordsOf(stored.path)}”`, users: words })
  await tx.client.query('delete from location where org_id = $1 and location_id = $2', [tx.orgId, locationId])
  await settleTree(tx)
  tx.log({
    remark: `删除区域“${wordsOf(stored.path)}”`,
    targetType: 'location',
    targetId: locationId,
    changes: { locationName: [stored.locationName, null] },
  })
  tellChanged(tx, 'location')
}

export default implement(location, {
  levels: async (_, who) => {
    const rows = await levelsOf(who.app.pool, who.orgId)
    return pageInfo(rows, rows.length, 1, Math.max(rows.length, 10))
  },
  addLevels: async ({ orgLocationLevelDoList }, who) => {
    await who.tx((tx) => addLevels(tx, orgLocationLevelDoList))
    return null
  },
  saveLevels: async ({ orgLocationLevelDoList, seen }, who) => {
    await who.tx((tx) => saveLevels(tx, who, orgLocationLevelDoList, seen))
    return null
  },
  types: () => {
    const rows = LocationType.list.map((one) => ({ id: one.value, name: one.label }))
    return pageInfo(rows, rows.length, 1, 10)
  },
  list: (q, who) => listLocations(who, q),
  detail: ({ locationId }, who) => findLocation(who.app.pool, who, locationId),
  create: (body, who) =>
    who.tx(async (tx) => {
      const [added] = await addLocations(tx, body.parentId, [body.locationName])
      return findLocation(tx.client, who, added!)
    }),
  createMany: ({ parentId, names }, who) =>
    who.tx(async (tx) => ({ added: (await addLocations(tx, parentId, names)).length })),
  update: (body, who) =>
    who.tx(async (tx) => {
      await rename(tx, body)
      return findLocation(tx.client, who, body.locationId)
    }),
  sort: async ({ sorts }, who) => {
    await who.tx(async (tx) => {
      const wanted = sorts.map((one) => ({ id: one.locationId, sort: one.sort }))
      const plan = { table: 'location', key: 'location_id', name: 'location_name', what: '区域' }
      const changes = await saveOrder(tx, plan, wanted)
      const parents = await tx.client.query<{ path: string | null }>(
        `select distinct p.path from location l left join location p on p.org_id = l.org_id and p.location_id = l.parent_id
          where l.org_id = $1 and l.location_id = any($2)`,
        [tx.orgId, wanted.map((one) => one.id)],
      )
      if (parents.rows.length > 1) throw invalid('一次只能调整同一个上级之下的顺序', 'sorts')
      await settleTree(tx)
      const above = parents.rows[0]?.path
      tx.log({
        remark: `调整${above ? `“${wordsOf(above)}”下` : '顶层'} ${sorts.length} 个区域的顺序`,
        targetType: 'location',
        ...(changes && { changes }),
      })
      tellChanged(tx, 'location')
    })
    return null
  },
  remove: async ({ locationId }, who) => {
    await who.tx((tx) => removeLocation(tx, locationId))
    return null
  },
})
