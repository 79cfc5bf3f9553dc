// Addresses of the servers that terminals and the nurse-call system talk to.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { bool, id, int, ipv4, named, nul, obj, opt, port, type Static, str, text } from '#contract/kit/schema'

/** Terminals take the new addresses at once instead of at their next start. Every load begins with 0. */
export const ForceUpdate = options('ForceUpdate', '强制更新配置', [
  [0, 'nextStart', '下次启动时更新'],
  [1, 'now', '立即更新'],
])

/** The broadcast server listens at one port for plain and at another for encrypted broadcasts; terminals take the port. */
export const JANUS_PORTS = { plain: 8188, encrypted: 8989 } as const
export const BroadcastEncryption = options('BroadcastEncryption', '广播加密', [
  [0, 'plain', `不加密（端口 ${JANUS_PORTS.plain}）`],
  [1, 'encrypted', `加密（端口 ${JANUS_PORTS.encrypted}）`],
])

/** Half-hour steps east of Greenwich as terminals number them; 0 is Beijing time. */
const ZONES = 38

export interface ServerGroup {
  title: string
  hint: string
  host: HostName
  port: PortName
  defaultPort: number | null
}

type HostName =
  | 'voiceHost'
  | 'hptvHost'
  | 'socketHost'
  | 'ntpHost'
  | 'wssHost'
  | 'mangoRTCHost'
  | 'janusHost'
  | 'serverIp'
  | 'mqHost'
type PortName =
  | 'voicePort'
  | 'hptvPort'
  | 'socketPort'
  | 'ntpPort'
  | 'wssPort'
  | 'mangoRTCPort'
  | 'janusPort'
  | 'serverPort'
  | 'mqPort'

export const serverGroups: readonly ServerGroup[] = [
  { title: '音频服务器', hint: '呼叫对讲的语音', host: 'voiceHost', port: 'voicePort', defaultPort: 8080 },
  { title: '视频直播服务器', hint: '探视与监看画面', host: 'hptvHost', port: 'hptvPort', defaultPort: 80 },
  { title: '消息服务器', hint: '终端收发消息', host: 'socketHost', port: 'socketPort', defaultPort: 8001 },
  { title: '时钟服务器', hint: '终端对时', host: 'ntpHost', port: 'ntpPort', defaultPort: 1233 },
  { title: '护理消息服务器', hint: '护理终端的提醒', host: 'wssHost', port: 'wssPort', defaultPort: 8088 },
  { title: '呼叫组服务器', hint: '呼叫分组与转接', host: 'mangoRTCHost', port: 'mangoRTCPort', defaultPort: 8308 },
  { title: '广播服务器', hint: '端口随加密与否而定', host: 'janusHost', port: 'janusPort', defaultPort: 8188 },
  { title: '注册服务器', hint: '终端首次登记', host: 'serverIp', port: 'serverPort', defaultPort: null },
  { title: '中台消息服务器', hint: '与其他系统互通', host: 'mqHost', port: 'mqPort', defaultPort: null },
]

const address = (title: string) => ({ host: opt(ipv4(`${title}地址`)), port: opt(port(`${title}端口`)) })
const titles = Object.fromEntries(serverGroups.map((group) => [group.host, address(group.title)])) as Record<
  HostName,
  ReturnType<typeof address>
>

const input = {
  voiceHost: titles.voiceHost.host,
  voicePort: titles.voiceHost.port,
  hptvHost: titles.hptvHost.host,
  hptvPort: titles.hptvHost.port,
  socketHost: titles.socketHost.host,
  socketPort: titles.socketHost.port,
  ntpHost: titles.ntpHost.host,
  ntpPort: titles.ntpHost.port,
  timeZone: opt(str('时区')),
  wssHost: titles.wssHost.host,
  wssPort: titles.wssHost.port,
  mangoRTCHost: titles.mangoRTCHost.host,
  mangoRTCPort: titles.mangoRTCHost.port,
  janusHost: titles.janusHost.host,
  janusEncrypted: opt(BroadcastEncryption.schema),
  serverIp: titles.serverIp.host,
  serverPort: titles.serverIp.port,
  mqHost: titles.mqHost.host,
  mqPort: titles.mqHost.port,
}

const host = () => nul(str())
const answeredPort = () => nul(int())

const ServerConfig = obj({
  forceUpdate: ForceUpdate.schema,
  voiceHost: host(),
  voicePort: answeredPort(),
  hptvHost: host(),
  hptvPort: answeredPort(),
  socketHost: host(),
  socketPort: answeredPort(),
  ntpHost: host(),
  ntpPort: answeredPort(),
  timeZone: str(),
  wssHost: host(),
  wssPort: answeredPort(),
  mangoRTCHost: host(),
  mangoRTCPort: answeredPort(),
  janusHost: host(),
  /** Follows from whether broadcasts are encrypted; what clients send of it says nothing. */
  janusPort: answeredPort(),
  /** For this console. Existing clients have a call of their own, and would send an older value back with the rest. */
  janusEncrypted: nul(BroadcastEncryption.schema),
  serverIp: host(),
  serverPort: answeredPort(),
  mqHost: host(),
  mqPort: answeredPort(),
  /** Grows with every save. */
  version: int(),
})
export type ServerConfigData = Static<typeof ServerConfig>

export const isTimeZone = (text: string) => /^\d{1,2}$/.test(text) && Number(text) <= ZONES

const WHOLE = '/tdms/web-wn/systemConfig/whole'
const VIEW = 'systemSetting:serve:list|systemSetting:serve:update'

export const serve = noun('systemSetting', 'serve', {
  title: '服务器设置',
  calls: {
    get: call.get('/passport/web-rbac/serverConfigs', { needs: VIEW, act: '查看服务器设置', data: ServerConfig }),
    save: call.put('/passport/web-rbac/serverConfigs', {
      needs: 'systemSetting:serve:update',
      act: '修改服务器设置',
      body: obj({ ...input, forceUpdate: opt(ForceUpdate.schema), version: opt(int()) }),
      data: ServerConfig,
      refuses: ['CHANGED_MEANWHILE'],
    }),
    /** Existing clients: settings that hold for all terminals of the organisation. */
    whole: call.get(WHOLE, {
      needs: VIEW,
      act: '查看终端整体设置',
      query: obj({ orgId: opt(id('机构', { of: 'organisation' })) }),
      data: obj({ broadcastEncryption: bool() }),
      refuses: ['NOT_FOUND'],
    }),
    saveWhole: call.post(WHOLE, {
      needs: 'systemSetting:serve:update',
      act: '修改终端整体设置',
      body: obj({
        orgId: opt(id('机构', { of: 'organisation' })),
        deviceId: opt(named('device', '设备')),
        /** JSON text: {"broadcastEncryption":true}; further keys are not ours. */
        config: text('设置', { max: 4000 }),
      }),
      data: obj({ broadcastEncryption: bool() }),
      refuses: ['NOT_FOUND'],
    }),
    /** Whether something answers there; private addresses only. */
    probe: call.post('/passport/web-rbac/serverConfigs/probe', {
      needs: 'systemSetting:serve:update',
      act: '测试服务器连接',
      body: obj({ host: ipv4('地址'), port: port('端口') }),
      data: obj({ reached: bool(), milliseconds: int(), text: str() }),
      refuses: ['TOO_MANY_REQUESTS'],
    }),
  },
  pages: {
    edit: {
      path: '/systemSetting/serve',
      alias: '/videoServeSet',
      title: '服务器设置',
      tab: true,
      needs: VIEW,
      menu: { rail: 'setting', group: '系统', order: 61 },
    },
  },
})
