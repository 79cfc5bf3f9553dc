// Handlers of the fences.
import type pg from 'pg'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type RailData, rail } from '#contract/monitor/rail'
import type { RuleWindow } from '#contract/monitor/ruleWords'
import { RailKind, type RailKindValue, type RuleScopeValue } from '#contract/monitor/words'
import { inWindows } from '#server/areas/monitor/alarmRule/evaluation'
import {
  checkWindows,
  type HiddenScope,
  requireScope,
  requireSome,
  rulesChanged,
  SCOPE_PEOPLE,
  scopeIds,
  scopeNames,
  withHidden,
} from '#server/areas/monitor/alarmRule/ruleScope'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { polygonFaults } from './positionEvaluate.ts'
import { mapOf } from './positionMapRows.ts'

onConstraint('rail_name', () => new Refusal('ALREADY_EXISTS', { what: '这张地图上的同名围栏' }, 'railName'))

const columns = (
  departments: string,
) => `t.rail_id as "railId", t.rail_name as "railName", t.building_id as "buildingId",
  b.location_name as "buildingName", t.map_id as "mapId", m.map_name as "mapName", t.kind, t.polygon, t.scope,
  ${scopeIds(departments)}, ${scopeNames(departments)} as "scopeNames", t.windows, t.delay_s as "delayS",
  t.stay_s as "stayS", t.enabled, ${SCOPE_PEOPLE} as people, t.remark, t.created_at as "createTime", t.version`

const JOINS = `join floor_map m on m.org_id = t.org_id and m.map_id = t.map_id
  join location b on b.org_id = t.org_id and b.location_id = t.building_id`

type KnownRail = RailData & HiddenScope
type RailRow = Omit<KnownRail, 'active' | 'elsewhere'>
const toRail = (row: RailRow): KnownRail => ({
  ...row,
  active: row.enabled && inWindows(row.windows, Date.now()),
  elsewhere: row.hiddenIds.length,
})

async function railOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
  railId: string,
  lock = '',
): Promise<KnownRail> {
  const { rows } = await client.query<RailRow>(
    `select ${columns('$3')} from rail t ${JOINS} where t.org_id = $1 and t.rail_id = $2 ${lock}`,
    [orgId, railId, deptIds],
  )
  if (!rows[0]) throw notFound('围栏')
  return toRail(rows[0])
}

interface SentRail {
  railName: string
  mapId: string
  kind: RailKindValue
  polygon: [number, number][]
  scope?: RuleScopeValue | null
  scopeIds?: string[] | null
  windows?: RuleWindow[] | null
  delayS?: number | null
  stayS?: number | null
  enabled?: boolean | null
  remark?: string | null
}

const DELAY_S = 15
const STAY_S = 1_800
/** A corner may lie a step beyond the picture: it was drawn with the mouse. */
const MARGIN_M = 1

const cm = (metres: number) => Math.round(metres * 100) / 100

/** As it is stored, checked against its map. */
async function stored(tx: Tx, who: Caller, sent: SentRail, before?: KnownRail) {
  const map = await mapOf(tx.client, tx.orgId, who.deptIds, sent.mapId)
  const polygon = sent.polygon.map(([x, y]) => [cm(x), cm(y)] as [number, number])
  const fault = polygonFaults(polygon)
  if (fault) throw invalid(fault, 'polygon')
  const [width, height] = [map.widthPx / map.pxPerMetre, map.heightPx / map.pxPerMetre]
  const beyond = polygon.some(
    ([x, y]) => x < -MARGIN_M || y < -MARGIN_M || x > width + MARGIN_M || y > height + MARGIN_M,
  )
  if (beyond) throw invalid('围栏的角点超出了地图，请移回地图内', 'polygon')
  const railName = sent.railName.trim()
  if (!railName) throw invalid('请填写围栏名称', 'railName')
  const windows = sent.windows ?? []
  checkWindows(windows)
  const scope = sent.scope ?? 'ALL'
  const ids = scope === 'ALL' ? [] : withHidden({ scope, scopeIds: sent.scopeIds ?? [] }, before)
  requireSome({ scope, scopeIds: ids })
  await requireScope(tx, who, { scope, scopeIds: ids }, before)
  return {
    map,
    row: {
      railName,
      buildingId: map.buildingId,
      mapId: map.mapId,
      kind: sent.kind,
      polygon,
      scope,
      scopeIds: ids,
      windows,
      delayS: sent.delayS ?? before?.delayS ?? DELAY_S,
      stayS: sent.kind === 'STAY' ? (sent.stayS ?? before?.stayS ?? STAY_S) : null,
      enabled: sent.enabled ?? before?.enabled ?? true,
      remark: sent.remark ?? null,
    },
  }
}
type StoredRail = Awaited<ReturnType<typeof stored>>['row']

const COLUMNS = `rail_name, building_id, map_id, kind, polygon, scope, scope_ids, windows, delay_s, stay_s, enabled, remark`
const PLACES = COLUMNS.split(',').map((_, i) => `$${i + 3}`)
const values = (row: StoredRail) => [
  row.railName,
  row.buildingId,
  row.mapId,
  row.kind,
  JSON.stringify(row.polygon),
  row.scope,
  JSON.stringify(row.scopeIds),
  JSON.stringify(row.windows),
  row.delayS,
  row.stayS,
  row.enabled,
  row.remark,
]

const logged = (one: RailData) => ({
  railName: one.railName,
  map: `${one.buildingName} ${one.mapName}`,
  kind: one.kind,
  polygon: one.polygon,
  scope: one.scope,
  scopeIds: one.scopeIds,
  windows: one.windows,
  delayS: one.delayS,
  stayS: one.stayS,
  enabled: one.enabled,
  remark: one.remark,
})

const said = (one: RailData) =>
  `${RailKind.label(one.kind)}围栏「${one.railName}」（${one.buildingName} ${one.mapName}）`

const addRail = (who: Caller, sent: SentRail) =>
  who.tx(async (tx) => {
    const { row } = await stored(tx, who, sent)
    const railId = newId()
    await tx.client.query(`insert into rail (org_id, rail_id, ${COLUMNS}) values ($1, $2, ${PLACES.join(', ')})`, [
      tx.orgId,
      railId,
      ...values(row),
    ])
    const made = await railOf(tx.client, tx.orgId, who.deptIds, railId)
    tx.log({
      remark: `新增${said(made)}`,
      targetType: 'rail',
      targetId: railId,
      changes: changesBetween(null, logged(made)),
    })
    rulesChanged(who, tx)
    return made
  })

const saveRail = (who: Caller, railId: string, sent: SentRail & { version?: number | null }) =>
  who.tx(async (tx) => {
    const before = await railOf(tx.client, tx.orgId, who.deptIds, railId, 'for update of t')
    await refuseStale(tx, railId, sent.version, before.version)
    const { row } = await stored(tx, who, sent, before)
    await tx.client.query(
      `update rail set (${COLUMNS}) = row(${PLACES.join(', ')}), version = version + 1 where org_id = $1 and rail_id = $2`,
      [tx.orgId, railId, ...values(row)],
    )
    const after = await railOf(tx.client, tx.orgId, who.deptIds, railId)
    tx.log({
      remark: `修改${said(after)}`,
      targetType: 'rail',
      targetId: railId,
      changes: changesBetween(logged(before), logged(after)),
    })
    rulesChanged(who, tx)
    return after
  })

const removeRail = (who: Caller, railId: string) =>
  who.tx(async (tx) => {
    const before = await railOf(tx.client, tx.orgId, who.deptIds, railId, 'for update of t')
    const { rows } = await tx.client.query<{ names: string[] | null }>(
      'select array_agg(rule_name order by rule_name) as names from position_rule where org_id = $1 and rail_ids ? $2',
      [tx.orgId, railId],
    )
    const names = rows[0]?.names
    if (names) {
      throw new Refusal('IN_USE', {
        what: `围栏「${before.railName}」`,
        users: `定位告警规则 ${names.map((name) => `「${name}」`).join('、')}`,
      })
    }
    await tx.client.query('delete from rail where org_id = $1 and rail_id = $2', [tx.orgId, railId])
    tx.log({
      remark: `删除${said(before)}`,
      targetType: 'rail',
      targetId: railId,
      changes: changesBetween(logged(before), null),
    })
    rulesChanged(who, tx)
  })

export default implement(rail, {
  list: async (query, who) => {
    const page = await pageOfRows<RailRow>(
      who.app.pool,
      {
        from: 'rail t',
        key: 'rail_id',
        select: columns('@{1}'),
        join: JOINS,
        given: [who.deptIds],
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.rail_name like ?', contains(query.railName)],
          ['t.building_id = ?', query.buildingId],
          ['t.map_id = ?', query.mapId],
          ['t.kind = ?', query.kind],
          ['t.enabled = ?', query.enabled],
        ],
        sorts: { railName: 't.rail_name', createTime: 't.created_at', kind: 't.kind' },
        defaultSort: 't.created_at',
      },
      query,
    )
    return { ...page, list: page.list.map(toRail) }
  },
  add: (sent, who) => addRail(who, sent as SentRail),
  save: ({ railId, ...sent }, who) => saveRail(who, railId, sent as SentRail),
  remove: async ({ railId }, who) => {
    await removeRail(who, railId)
    return null
  },
})
