// npm run simulate -- --mattresses 300 --tags 100 --calls 100: devices that are not there, over real MQTT. With --stdin the
// accounts come as one line of JSON from the server that started it, and it ends when that line is closed.
import { parseArgs } from 'node:util'
import { type Fleet, type FleetDevice, startFleet } from './fleet.ts'
import { HouseError, openHouse } from './house.ts'
import { INCIDENTS, type IncidentKind } from './incidents.ts'
import { type FloorPlan, planOf, type Zone } from './walker.ts'

const HELP = `用法：npm run simulate -- [选项]
  --url http://127.0.0.1:8080     服务地址
  --mqtt mqtt://127.0.0.1:1883    设备接入地址
  --user zhengkai --password …    有“登记设备”权限的账号（或 --token 浏览器会话令牌）
  --mattresses 300                床垫数量（默认 60）
  --tags 100                      定位标签数量（默认 30）
  --calls 100                     呼叫器数量（默认 20）
  --rate 5                        每台设备的上报间隔，秒（默认 5）
  --connects 50                   每秒新建连接数（默认 50）
  --speed 1                       虚拟时钟的倍速（默认 1）
  --incident sos                  立即发生一次事件，可重复给出：${INCIDENTS.join(' ')}
  --hourly 3                      每小时自动发生的事件数（默认 0）
  --seconds 60                    运行多少秒后结束（默认一直运行）`

export interface ChildOrders {
  mqtt: string
  devices: FleetDevice[]
  maps: { mapId: string; width: number; height: number; zones: Zone[] }[]
  intervalS: number
  incidentsPerHour: number
  incidents: IncidentKind[]
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const warn = (line: string) => process.stderr.write(`${line}\n`)

function whole(name: string, text: string | undefined, standard: number, min: number, max: number): number {
  if (text === undefined) return standard
  const value = Number(text)
  if (!Number.isFinite(value) || value < min || value > max) {
    throw new HouseError(`--${name} 应为 ${min} 到 ${max} 之间的数，而不是 ${text}`)
  }
  return value
}

const STATUS_EVERY = 2_000

function report(fleet: Fleet): NodeJS.Timeout {
  let last = fleet.figures().confirmed
  return setInterval(() => {
    const now = fleet.figures()
    const rate = (((now.confirmed - last) * 1000) / STATUS_EVERY).toFixed(0)
    last = now.confirmed
    const line = [
      `已连接 ${now.connected}/${now.wanted}`,
      `每秒 ${rate} 条`,
      `已确认 ${now.confirmed}`,
      `事件 ${now.incidents}`,
      ...(now.skipped > 0 ? [`积压略过 ${now.skipped}`] : []),
      ...(now.failed > 0 ? [`连接失败 ${now.failed}`] : []),
    ].join('，')
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }, STATUS_EVERY)
}

async function byHand(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      user: { type: 'string', default: 'zhengkai' },
      password: { type: 'string', default: process.env.SIMULATOR_PASSWORD ?? '' },
      token: { type: 'string' },
      mattresses: { type: 'string' },
      tags: { type: 'string' },
      calls: { type: 'string' },
      rate: { type: 'string' },
      connects: { type: 'string' },
      speed: { type: 'string' },
      incident: { type: 'string', multiple: true },
      hourly: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return say(HELP)
  const wanted = {
    MATTRESS: whole('mattresses', values.mattresses, 60, 0, 5_000),
    TAG: whole('tags', values.tags, 30, 0, 5_000),
    CALL: whole('calls', values.calls, 20, 0, 5_000),
  }
  const incidents = values.incident ?? []
  const unknown = incidents.find((one) => !(INCIDENTS as readonly string[]).includes(one))
  if (unknown) throw new HouseError(`没有叫 ${unknown} 的事件；可用：${INCIDENTS.join('、')}`)
  const settings = {
    intervalS: whole('rate', values.rate, 5, 0.2, 3_600),
    connectsPerSecond: whole('connects', values.connects, 50, 1, 1_000),
    speed: whole('speed', values.speed, 1, 0.1, 10_000),
    incidentsPerHour: whole('hourly', values.hourly, 0, 0, 100_000),
  }
  const seconds = whole('seconds', values.seconds, 0, 0, 10_000_000)
  const { url, user, password, token = null } = values
  const house = await openHouse({ url, user, password, token })
  say(`正在登记 ${wanted.MATTRESS} 张床垫、${wanted.TAG} 个标签、${wanted.CALL} 个呼叫器……`)
  const [devices, plans] = await Promise.all([house.devices(wanted), house.plans()])
  const fleet = startFleet({
    url: values.mqtt,
    devices,
    plans,
    ...settings,
    incidents: INCIDENTS.filter((one) => one !== 'toiletCall'),
    trouble: (message) => warn(`\n${message}`),
  })
  const status = report(fleet)
  let asked = incidents as IncidentKind[]
  // An incident needs a device that is connected.
  const trying = setInterval(() => {
    asked = asked.filter((kind) => {
      const happened = fleet.happen(kind)
      if (happened) say(`\n${kind}：${happened}`)
      return happened === null
    })
    if (asked.length === 0) clearInterval(trying)
  }, 1_000)
  await ended(seconds)
  clearInterval(status)
  clearInterval(trying)
  const { sent, confirmed } = fleet.figures()
  say(`\n正在断开……（发出 ${sent} 条，确认 ${confirmed} 条）`)
  await fleet.stop()
}

/** Ctrl+C, a signal, or the time that was given. */
const ended = (seconds: number) =>
  new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
    if (seconds > 0) setTimeout(resolve, seconds * 1_000)
  })

/** The server closes the line when it stops, and so does its death. */
async function asChild(): Promise<void> {
  const parts: string[] = []
  let orders: ChildOrders | null = null
  let fleet: Fleet | null = null
  process.stdin.setEncoding('utf8')
  for await (const part of process.stdin) {
    if (orders) continue
    parts.push(part as string)
    const text = parts.join('')
    if (!text.includes('\n')) continue
    orders = JSON.parse(text.slice(0, text.indexOf('\n'))) as ChildOrders
    parts.length = 0
    const plans: FloorPlan[] = orders.maps.map((map) => planOf(map.mapId, map.width, map.height, map.zones))
    const { mqtt: url, devices, intervalS, incidentsPerHour, incidents } = orders
    fleet = startFleet({
      url,
      devices,
      plans,
      intervalS,
      incidentsPerHour,
      incidents,
      connectsPerSecond: 25,
      speed: 1,
      trouble: warn,
    })
  }
  await (fleet as Fleet | null)?.stop()
}

async function main(): Promise<void> {
  await (process.argv.includes('--stdin') ? asChild() : byHand())
  process.exit(0)
}

main().catch((error: unknown) => {
  warn(
    error instanceof HouseError || error instanceof TypeError ? error.message : String((error as Error).stack ?? error),
  )
  process.exit(1)
})
