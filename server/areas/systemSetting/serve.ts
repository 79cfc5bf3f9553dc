// Addresses of the servers that terminals use. The console never sends or stores passwords of other systems here.
import { connect } from 'node:net'
import { invalid } from '#contract/kit/refusal'
import { isTimeZone, type ServerConfigData, serve, serverGroups } from '#contract/systemSetting/serve'
import { groupVersion, type SettingGroup, saveGroup, settingsOf } from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { takeRate } from '#server/kit/rateLimit'

const group: SettingGroup<'serverConfigs'> = { title: '服务器设置', target: 'serve', names: ['serverConfigs'] }

type Addresses = Omit<ServerConfigData, 'forceUpdate' | 'version'>

const defaults = {
  ...Object.fromEntries(
    serverGroups.flatMap((one) => [[one.host, null] as const, [one.port, one.defaultPort] as const]),
  ),
  timeZone: '0',
} as Addresses
const NAMES = Object.keys(defaults) as (keyof Addresses)[]

async function stored(who: Caller): Promise<Addresses> {
  const { serverConfigs } = await settingsOf(who.app.pool, who.orgId)
  return Object.fromEntries(NAMES.map((name) => [name, serverConfigs[name] ?? defaults[name]])) as Addresses
}

async function describe(who: Caller): Promise<ServerConfigData> {
  const [addresses, version] = await Promise.all([stored(who), groupVersion(who.app.pool, who.orgId, group)])
  return { forceUpdate: 0, ...addresses, version }
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
    const { version, forceUpdate, ...sent } = body
    if (sent.timeZone && !isTimeZone(sent.timeZone)) throw invalid('时区应为 0 至 38', 'timeZone')
    await who.tx(async (tx) => {
      // Fields that a screen does not show are not sent and stay as they are.
      const before = (await settingsOf(tx.client, tx.orgId)).serverConfigs
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
      await saveGroup(tx, group, { serverConfigs: { ...before, ...given } }, version)
      if (forceUpdate === 1) tx.after(() => tellTerminals(who))
    })
    return describe(who)
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

/** 立即更新: every terminal fetches its addresses again. */
async function tellTerminals(who: Caller): Promise<void> {
  const devices = await who.app.pool.query<{ device_id: string }>(
    'select device_id from mqtt_credential where org_id = $1 and enabled',
    [who.orgId],
  )
  for (const { device_id } of devices.rows) who.app.realtime.tellDevice(who.orgId, device_id, { type: 'updateServer' })
}
