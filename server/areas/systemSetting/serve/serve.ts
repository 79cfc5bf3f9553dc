// Addresses of the servers that terminals use. The console never sends or stores passwords of other systems here.
import { connect } from 'node:net'
import { invalid, notFound } from '#contract/kit/refusal'
import {
  BroadcastEncryption,
  ForceUpdate,
  isTimeZone,
  JANUS_PORTS,
  type ServerConfigData,
  serve,
  serverGroups,
} from '#contract/systemSetting/serve'
import { groupVersion, type SettingGroup, saveGroup, settingsOf } from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { takeRate } from '#server/kit/rateLimit'

const group: SettingGroup<'serverConfigs'> = { title: '服务器设置', target: 'serve', names: ['serverConfigs'] }

type Addresses = Omit<ServerConfigData, 'forceUpdate' | 'version' | 'janusEncrypted'>

const defaults = {
  ...Object.fromEntries(
    serverGroups.flatMap((one) => [[one.host, null] as const, [one.port, one.defaultPort] as const]),
  ),
  timeZone: '0',
} as Addresses
const NAMES = Object.keys(defaults) as (keyof Addresses)[]

type Stored = Record<string, unknown>
const ENCRYPTED = 'broadcastEncryption'

/** Before there was a switch, the port said it. */
const isEncrypted = (stored: Stored): boolean =>
  typeof stored[ENCRYPTED] === 'boolean' ? stored[ENCRYPTED] : stored.janusPort === JANUS_PORTS.encrypted

/** The port of broadcasts is the one of their kind, whatever stands there. */
const withPort = (stored: Stored, encrypted: boolean): Stored => ({
  ...stored,
  [ENCRYPTED]: encrypted,
  janusPort: encrypted ? JANUS_PORTS.encrypted : JANUS_PORTS.plain,
})

const storedOf = async (who: Caller): Promise<Stored> => {
  const { serverConfigs } = await settingsOf(who.app.pool, who.orgId)
  return withPort(serverConfigs, isEncrypted(serverConfigs))
}

async function describe(who: Caller): Promise<ServerConfigData> {
  const [stored, version] = await Promise.all([storedOf(who), groupVersion(who.app.pool, who.orgId, group)])
  const addresses = Object.fromEntries(NAMES.map((name) => [name, stored[name] ?? defaults[name]])) as Addresses
  const janusEncrypted = who.origin.ownConsole ? (stored[ENCRYPTED] ? 1 : 0) : null
  return { forceUpdate: ForceUpdate.is.nextStart, ...addresses, janusEncrypted, version }
}

/** Only what the organisation's own network can hold: this server must not become a way to look around elsewhere. */
function isPrivate(host: string): boolean {
  const [a, b] = host.split('.').map(Number) as [number, number]
  return a === 10 || a === 127 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)
}

const PROBE_MS = 3000
const PROBES = { most: 30, seconds: 300 }

interface Probed {
  reached: boolean
  milliseconds: number
  text: string
}

/** Opens a connection and closes it again; nothing is sent. */
function probe(host: string, port: number): Promise<Probed> {
  const began = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_MS })
    const end = (reached: boolean, text: string) => {
      socket.destroy()
      resolve({ reached, milliseconds: Math.round(performance.now() - began), text })
    }
    socket.once('connect', () => end(true, '连接成功'))
    socket.once('timeout', () => end(false, `${PROBE_MS / 1000} 秒内没有应答，请检查地址、网络和防火墙`))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(false, error.code === 'ECONNREFUSED' ? '该地址在线，但这个端口没有服务在监听' : '无法连接，请检查地址和网络'),
    )
  })
}

export default implement(serve, {
  get: (_, who) => describe(who),
  save: async (body, who) => {
    const { version, forceUpdate, janusEncrypted, ...sent } = body
    if (sent.timeZone && !isTimeZone(sent.timeZone)) throw invalid('时区应为 0 至 38', 'timeZone')
    await who.tx(async (tx) => {
      // Fields that a screen does not show are not sent and stay as they are.
      const before = (await settingsOf(tx.client, tx.orgId)).serverConfigs
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
      const encrypted =
        janusEncrypted == null ? isEncrypted(before) : janusEncrypted === BroadcastEncryption.is.encrypted
      await saveGroup(tx, group, { serverConfigs: withPort({ ...before, ...given }, encrypted) }, version)
      if (forceUpdate === ForceUpdate.is.now) tx.after(() => tellTerminals(who))
    })
    return describe(who)
  },
  whole: async ({ orgId }, who) => {
    if (orgId && orgId !== who.orgId) throw notFound('机构')
    return { broadcastEncryption: (await storedOf(who))[ENCRYPTED] === true }
  },
  saveWhole: async ({ orgId, config }, who) => {
    if (orgId && orgId !== who.orgId) throw notFound('机构')
    const broadcastEncryption = encryptionIn(config)
    await who.tx(async (tx) => {
      const before = (await settingsOf(tx.client, tx.orgId)).serverConfigs
      await saveGroup(tx, group, { serverConfigs: withPort(before, broadcastEncryption) }, undefined)
      // Terminals that still speak to the other port hear no broadcast.
      if (isEncrypted(before) !== broadcastEncryption) tx.after(() => tellTerminals(who))
    })
    return { broadcastEncryption }
  },
  probe: async ({ host, port }, who) => {
    if (!isPrivate(host)) throw invalid('只能测试机构内网的地址（10.、172.16 至 172.31.、192.168.、127.）', 'host')
    await takeRate(who.app.pool, `probe:${who.orgId}`, PROBES)
    const answer = await probe(host, port)
    await who.tx(async (tx) => {
      tx.log({ remark: `测试连接 ${host}:${port}：${answer.text}` })
    })
    return answer
  },
})

function encryptionIn(config: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(config)
  } catch {
    throw invalid('设置应为 JSON 文本', 'config')
  }
  const wanted = typeof value === 'object' && value !== null && Object.hasOwn(value, ENCRYPTED) && value
  const encrypted = wanted ? (wanted as Stored)[ENCRYPTED] : undefined
  if (typeof encrypted !== 'boolean') throw invalid('设置中应有 broadcastEncryption，值为 true 或 false', 'config')
  return encrypted
}

/** 立即更新: every terminal fetches its addresses again. */
async function tellTerminals(who: Caller): Promise<void> {
  const devices = await who.app.pool.query<{ device_id: string }>(
    'select device_id from mqtt_credential where org_id = $1 and enabled',
    [who.orgId],
  )
  for (const { device_id } of devices.rows) who.app.realtime.tellDevice(who.orgId, device_id, { type: 'updateServer' })
}
