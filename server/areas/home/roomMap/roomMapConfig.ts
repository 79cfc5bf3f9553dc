// Colours and names of the map. A status without a row looks as delivered.
import type pg from 'pg'
import { tooPale } from '#contract/home/colors'
import { deliveredColors, type MapConfigData, roomMap } from '#contract/home/roomMap'
import { invalid, notFound } from '#contract/kit/refusal'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'

interface Stored {
  configId: string
  type: BedStatusValue
  name: string
  color: string
  version: number
}

onConstraint('room_map_config_type', () => invalid('刚有人设置了同一状态，请刷新后再保存', 'items'))

const READ = `select config_id as "configId", type, name, color, version from room_map_config where org_id = $1`

const delivered = (type: BedStatusValue) => ({ name: BedStatus.label(type), color: deliveredColors[type] })

async function storedConfigs(reader: pg.Pool | pg.ClientBase, orgId: string, lock = false) {
  const found = await reader.query<Stored>(lock ? `${READ} for update` : READ, [orgId])
  return new Map(found.rows.map((row) => [row.type, row]))
}

function shown(stored: ReadonlyMap<BedStatusValue, Stored>): MapConfigData[] {
  return BedStatus.list.map(({ value }) => {
    const row = stored.get(value)
    return row
      ? { ...row, changed: true }
      : { configId: null, type: value, ...delivered(value), changed: false, version: 0 }
  })
}

export const readConfig = async (reader: pg.Pool | pg.ClientBase, orgId: string) =>
  shown(await storedConfigs(reader, orgId))

interface Item {
  type: BedStatusValue
  name: string
  color: string
  version?: number | null
}

export async function saveConfig(tx: Tx, items: readonly Item[]): Promise<MapConfigData[]> {
  if (items.length === 0) throw invalid('请至少设置一种状态', 'items')
  if (new Set(items.map((one) => one.type)).size !== items.length) throw invalid('同一状态出现了两次', 'items')
  // One at a time in an organisation: names must differ across all eight.
  await tx.client.query('select 1 from organization where org_id = $1 for no key update', [tx.orgId])
  const stored = await storedConfigs(tx.client, tx.orgId, true)
  const wanted = new Map(shown(stored).map((one) => [one.type, { name: one.name, color: one.color }]))
  const before = new Map(wanted)
  for (const { type, name, color, version } of items) {
    const row = stored.get(type)
    await refuseStale(tx, row?.configId ?? `roomMap:${type}`, version, row?.version ?? 0)
    if (name.trim() === '') throw invalid(`请填写“${BedStatus.label(type)}”的名称`, 'items')
    if (tooPale(color)) throw invalid(`“${name.trim()}”的颜色太浅，在白底上看不清`, 'items')
    wanted.set(type, { name: name.trim(), color: color.toUpperCase() })
  }
  const names = [...wanted.values()].map((one) => one.name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw invalid(`有两种状态都叫“${twice}”，请改名`, 'items')
  let count = 0
  for (const { type } of items) {
    const next = wanted.get(type)!
    const was = before.get(type)!
    const changes = changesBetween(was, next)
    if (Object.keys(changes).length === 0) continue
    count++
    const usual = Object.keys(changesBetween(delivered(type), next)).length === 0
    const configId = stored.get(type)?.configId ?? newId()
    if (usual) {
      await tx.client.query('delete from room_map_config where org_id = $1 and type = $2', [tx.orgId, type])
    } else {
      await tx.client.query(
        `insert into room_map_config (org_id, config_id, type, name, color) values ($1, $2, $3, $4, $5)
         on conflict (org_id, type) do update set name = excluded.name, color = excluded.color,
           version = room_map_config.version + 1`,
        [tx.orgId, configId, type, next.name, next.color],
      )
    }
    tx.log({
      remark: `房态图“${was.name}”的显示`,
      targetType: 'roomMapConfig',
      targetId: configId,
      changes,
    })
  }
  if (count > 0) tx.emit(roomMap.events.configChanged, { count })
  return readConfig(tx.client, tx.orgId)
}

async function forget(tx: Tx, where: string, values: readonly unknown[]): Promise<number> {
  const gone = await tx.client.query<Stored>(
    `delete from room_map_config where org_id = $1 ${where}
      returning config_id as "configId", type, name, color, version`,
    [tx.orgId, ...values],
  )
  for (const row of gone.rows) {
    tx.log({
      remark: `房态图“${row.name}”恢复默认显示`,
      targetType: 'roomMapConfig',
      targetId: row.configId,
      changes: changesBetween({ name: row.name, color: row.color }, delivered(row.type)),
    })
  }
  if (gone.rows.length > 0) tx.emit(roomMap.events.configChanged, { count: gone.rows.length })
  return gone.rows.length
}

export async function resetOne(tx: Tx, configId: string): Promise<void> {
  if ((await forget(tx, 'and config_id = $2', [configId])) === 0) throw notFound('这项颜色设置')
}

export async function resetAll(tx: Tx): Promise<void> {
  if ((await forget(tx, '', [])) === 0) tx.log({ remark: '房态图颜色已是默认，没有变化' })
}

/** Whether a status has a look of its own. */
export async function checkOne(reader: pg.Pool, orgId: string, type: string) {
  const found = BedStatus.find(Number(type) as BedStatusValue)
  if (!/^\d$/.test(type) || !found) throw notFound('床位状态')
  const one = (await readConfig(reader, orgId)).find((row) => row.type === found.value)!
  return { type: one.type, configured: one.changed, name: one.name, color: one.color }
}
