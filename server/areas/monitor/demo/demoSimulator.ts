// Live data for the newcomer: the demo house's devices, played by the simulator in a process of its own. It gets accounts
// made at each start, beside those a person may have given a device; it is started again when it dies, and ends with us.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEMO_ORG, giveMqttAccounts } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { hashDeviceSecret } from '#server/kit/mqttCredentials'
import { systemTransaction } from '#server/kit/system'

/** Nearly all of the house, so that few of its devices are seen as offline. */
const MOST = { MATTRESS: 70, TAG: 48, CALL: 290 } as const
const INTERVAL_S = 5
/** Something to see now and then, and nothing that cries for help. */
const PER_HOUR = 2.5
const GENTLE = ['heart', 'wet', 'bedCall', 'strap'] as const
const MEGABYTES = 48
const AGAIN_MS = 10_000
const STOP_MS = 3_000

interface Player {
  deviceId: string
  deviceNo: string
  kind: keyof typeof MOST
  callerType: string | null
  mapId: string | null
}

const PLAYERS = `select "deviceId", "deviceNo", kind, "callerType", "mapId" from (
  select d.device_id as "deviceId", d.device_no as "deviceNo", d.kind, d.caller_type as "callerType", s.map_id as "mapId",
    row_number() over (partition by d.kind order by (d.bed_id is null and d.oldman_id is null), d.device_no) as n
  from device d left join device_state s on s.org_id = d.org_id and s.device_id = d.device_id
  where d.org_id = $1 and d.enabled and not exists (select from mqtt_credential c
    where c.org_id = d.org_id and c.device_id = d.device_id and c.client_name not like 'sim-%')
) x where x.n <= ($2::jsonb ->> x.kind)::int order by x.n`

const MAPS = `select map_id as "mapId", width_px / px_per_metre as width, height_px / px_per_metre as height, zones
  from floor_map where org_id = $1 order by sort, map_name`

async function ordersOf(tx: Tx, url: string): Promise<object | null> {
  const players = await tx.client.query<Player>(PLAYERS, [tx.orgId, JSON.stringify(MOST)])
  if (players.rows.length === 0) return null
  const made = players.rows.map((one) => ({ ...one, secret: randomBytes(18).toString('base64url') }))
  await giveMqttAccounts(
    tx,
    made.map(({ deviceId, secret }) => ({
      deviceId,
      clientName: `sim-${deviceId}`,
      secretHash: hashDeviceSecret(secret),
    })),
  )
  const maps = await tx.client.query(MAPS, [tx.orgId])
  tx.log({ remark: `模拟 ${made.length} 台演示设备`, targetType: 'device' })
  return {
    mqtt: url,
    devices: made.map((one) => ({ ...one, orgId: tx.orgId, clientName: `sim-${one.deviceId}` })),
    maps: maps.rows,
    intervalS: INTERVAL_S,
    incidentsPerHour: PER_HOUR,
    incidents: GENTLE,
  }
}

/** The bundle beside ours; sources that run without a build have none. */
const program = () => fileURLToPath(new URL('./simulate.js', import.meta.url))

export interface DemoSimulator {
  stop(): Promise<void>
}

/** Answers at once; null: not wanted, or nothing to speak to. */
export async function startDemoSimulator(app: AppContext): Promise<DemoSimulator | null> {
  const { settings, log } = app
  if (!settings.simulator || !settings.demo) return null
  const house = await app.pool.query('select 1 from organization where org_id = $1', [DEMO_ORG])
  if (house.rowCount === 0) return null
  if (settings.mqttUrl !== null || !settings.mqttPort) {
    log.info('the demo devices stay off: they speak to the embedded broker at MQTT_PORT only')
    return null
  }
  const url = `mqtt://127.0.0.1:${settings.mqttPort}`
  if (!existsSync(program())) return null
  let stopped = false
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined

  const again = () => {
    if (!stopped) timer = setTimeout(() => void begin(), AGAIN_MS)
  }

  const begin = async (): Promise<void> => {
    try {
      const orders = await systemTransaction(app, DEMO_ORG, '设备管理', '启动演示设备', (tx) => ordersOf(tx, url))
      if (!orders || stopped) return
      const now = spawn(
        process.execPath,
        [`--max-old-space-size=${MEGABYTES}`, '--max-semi-space-size=1', program(), '--stdin'],
        { stdio: ['pipe', 'ignore', 'pipe'], env: { TZ: settings.timeZone, NODE_ENV: 'production' } },
      )
      child = now
      now.stderr.setEncoding('utf8')
      now.stderr.on('data', (text: string) => log.debug({ simulator: text.trim() }, 'demo devices'))
      // It may be gone before it has read everything.
      now.stdin.on('error', () => undefined)
      now.on('error', (error) => log.warn({ err: error }, 'the demo devices could not be started'))
      now.on('exit', (code) => {
        child = null
        if (stopped) return
        log.warn({ code }, 'the demo devices ended and are started again')
        again()
      })
      now.stdin.write(`${JSON.stringify(orders)}\n`)
    } catch (error) {
      log.warn({ err: error }, 'the demo devices could not be started')
      again()
    }
  }
  await begin()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const now = child
      if (!now) return
      const gone = new Promise<void>((resolve) => now.once('exit', () => resolve()))
      now.stdin?.end()
      const kill = setTimeout(() => now.kill('SIGKILL'), STOP_MS)
      await gone
      clearTimeout(kill)
    },
  }
}
