// The settings of a server process, read once from the environment. A wrong value is refused in one clear line.
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type IntakeLimits, usualIntake } from './intake.ts'

/** Dates of business are dates in China; the server computes in no other zone. */
export const TIME_ZONE = 'Asia/Shanghai'

/** The embedded PostgreSQL takes 100 connections; jobs, backups and an administrator need some of them. */
const EMBEDDED_POOL = 80

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type StorageSettings =
  | { kind: 'local' }
  | { kind: 's3'; endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

export type SmsSettings = { kind: 'outbox' } | { kind: 'http'; url: string; token: string }

export interface Settings {
  host: string
  /** 0 takes any free port. */
  port: number
  /** null: this listener is off. */
  wsPort: number | null
  mqttWsPort: number | null
  mqttPort: number | null
  dataDir: string
  /** Uploaded files of the local storage. */
  filesDir: string
  /** Uploads on their way. */
  tempDir: string
  backupsDir: string
  /** null: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | null
  /** null: the embedded broker. */
  mqttUrl: string | null
  demo: boolean
  /** Other machines reach this process: by its address, or through a proxy. */
  open: boolean
  /** Plays the devices of the demo organisation. */
  simulator: boolean
  photoCode: boolean
  storage: StorageSettings
  sms: SmsSettings
  /** Where Aliyun's voice service is reached, for organisations that use it. */
  vmsEndpoint: string
  /** Where browsers reach the product, when that differs from host and port. */
  publicUrl: string | null
  /** Further origins whose pages may write: existing clients that are served from elsewhere. */
  allowedOrigins: readonly string[]
  /** Which proxies may speak for a client's address: none, the one in front, or those at these addresses. */
  trustProxy: false | 'nearest' | string[]
  /** Not from the environment: tests wait for less. */
  intake: IntakeLimits
  logLevel: (typeof LOG_LEVELS)[number]
  pgPool: number
  timeZone: typeof TIME_ZONE
}

export class SettingsError extends Error {
  override name = 'SettingsError'
  constructor(
    readonly setting: string,
    value: string | undefined,
    expected: string,
  ) {
    const shown = value === undefined ? '未设置' : `的值 ${JSON.stringify(value)} 不正确`
    super(`设置 ${setting} ${shown}：${expected}`)
  }
}

export type Env = Record<string, string | undefined>

export function readSettings(env: Env, cwd = process.cwd()): Settings {
  // Compose files and shells pass an unset variable on as an empty one.
  const text = (name: string): string | undefined => env[name]?.trim() || undefined

  const required = (name: string, because: string): string => {
    const value = text(name)
    if (value === undefined)
      throw new SettingsError(name, undefined, `${because} 时必须设置 (required with ${because})`)
    return value
  }

  const oneOf = <const T extends readonly string[]>(name: string, allowed: T, standard: T[number]): T[number] => {
    const value = text(name) ?? standard
    if (!allowed.includes(value)) throw new SettingsError(name, value, `应为 ${allowed.join(' 或 ')}`)
    return value
  }

  const whole = (name: string, standard: number, min: number, max: number): number => {
    const value = text(name)
    if (value === undefined) return standard
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new SettingsError(name, value, `应为 ${min} 到 ${max} 之间的整数`)
    }
    return number
  }

  const listener = (name: string, standard: number): number | null => {
    const value = text(name)
    if (value === 'off') return null
    if (value !== undefined && (!/^\d+$/.test(value) || Number(value) > 65535)) {
      throw new SettingsError(name, value, '应为 0 到 65535 之间的端口号或 off')
    }
    return value === undefined ? standard : Number(value)
  }

  const address = (name: string, schemes: readonly string[], value = text(name)): string | null => {
    if (value === undefined) return null
    const expected = `应为以 ${schemes.map((one) => `${one}://`).join(' 或 ')} 开头的地址`
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol.slice(0, -1))) {
      throw new SettingsError(name, hidePassword(value), expected)
    }
    return value
  }

  const ports = {
    PORT: whole('PORT', 8080, 0, 65535),
    WS_PORT: listener('WS_PORT', 8902),
    MQTT_WS_PORT: listener('MQTT_WS_PORT', 18093),
    MQTT_PORT: listener('MQTT_PORT', 1883),
  }
  refuseDoublePorts(ports)

  const storage = (): StorageSettings => {
    if (oneOf('STORAGE', ['local', 's3'], 'local') === 'local') return { kind: 'local' }
    const because = 'STORAGE=s3'
    return {
      kind: 's3',
      endpoint: address('S3_ENDPOINT', ['https', 'http'], required('S3_ENDPOINT', because))!,
      bucket: required('S3_BUCKET', because),
      region: text('S3_REGION') ?? 'us-east-1',
      accessKey: required('S3_ACCESS_KEY', because),
      secretKey: required('S3_SECRET_KEY', because),
    }
  }

  const sms = (): SmsSettings => {
    if (oneOf('SMS', ['outbox', 'http'], 'outbox') === 'outbox') return { kind: 'outbox' }
    const because = 'SMS=http'
    return {
      kind: 'http',
      url: address('SMS_URL', ['https', 'http'], required('SMS_URL', because))!,
      token: required('SMS_TOKEN', because),
    }
  }

  const demo = oneOf('DEMO', ['on', 'off'], 'on') === 'on'
  const demoOpen = oneOf('DEMO_OPEN', ['on', 'off'], 'off') === 'on'
  // The passwords of the demonstration are printed in the README.
  const host = text('HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0')
  if (!isIP(host) && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host)) {
    throw new SettingsError('HOST', host, '应为 IP 地址或主机名，例如 0.0.0.0 或 127.0.0.1')
  }
  if (demo && !demoOpen && !isLoopback(host)) {
    throw new SettingsError(
      'HOST',
      host,
      '演示账号的密码是公开的，演示模式只监听本机 127.0.0.1。正式使用请设 DEMO=off；确要让其他电脑访问演示，请同时设 DEMO_OPEN=on',
    )
  }
  const publicUrl = address('PUBLIC_URL', ['https', 'http'])?.replace(/\/+$/, '') ?? null
  const trustProxy = proxies(text('TRUST_PROXY'))
  const published = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))

  const databaseUrl = address('DATABASE_URL', ['postgres', 'postgresql'])
  const pgPool = whole('PG_POOL', 10, 2, 500)
  if (!databaseUrl && pgPool > EMBEDDED_POOL) {
    throw new SettingsError(
      'PG_POOL',
      String(pgPool),
      `内置数据库最多 ${EMBEDDED_POOL} 个连接，更多请设置 DATABASE_URL`,
    )
  }

  const dataDir = resolve(cwd, text('DATA_DIR') ?? 'data')
  return {
    host,
    port: ports.PORT,
    wsPort: ports.WS_PORT,
    mqttWsPort: ports.MQTT_WS_PORT,
    mqttPort: ports.MQTT_PORT,
    dataDir,
    filesDir: join(dataDir, 'files'),
    tempDir: join(dataDir, 'tmp'),
    backupsDir: join(dataDir, 'backups'),
    databaseUrl,
    mqttUrl: address('MQTT_URL', ['mqtt', 'mqtts', 'ws', 'wss']),
    demo,
    open: !isLoopback(host) || published || trustProxy !== false,
    simulator: oneOf('SIMULATOR', ['on', 'off'], 'on') === 'on',
    photoCode: oneOf('PHOTO_CODE', ['on', 'off'], 'on') === 'on',
    storage: storage(),
    sms: sms(),
    vmsEndpoint: address('VMS_ENDPOINT', ['https', 'http'], text('VMS_ENDPOINT') ?? 'https://dyvmsapi.aliyuncs.com')!,
    publicUrl,
    allowedOrigins: origins(text('ALLOWED_ORIGINS')),
    trustProxy,
    intake: structuredClone(usualIntake),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    pgPool,
    timeZone: TIME_ZONE,
  }
}

/** Reached from this machine only. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(host)

function refuseDoublePorts(ports: Record<string, number | null>): void {
  const taken = new Map<number, string>()
  for (const [name, port] of Object.entries(ports)) {
    if (port === null || port === 0) continue
    const first = taken.get(port)
    if (first) throw new SettingsError(name, String(port), `与 ${first} 相同，每个端口只能用一次`)
    taken.set(port, name)
  }
}

function origins(value: string | undefined): string[] {
  const list = value?.split(',').map((one) => one.trim().replace(/\/$/, '')) ?? []
  for (const one of list) {
    if (!/^https?:\/\//.test(one) || !URL.canParse(one) || new URL(one).origin !== one) {
      const expected = '应为用逗号分隔的网址来源（协议、主机名、端口，不含路径），例如 https://old.example.com'
      throw new SettingsError('ALLOWED_ORIGINS', value, expected)
    }
  }
  return list
}

function proxies(value: string | undefined): Settings['trustProxy'] {
  if (value === undefined || value === 'off') return false
  // Only what the proxy itself has seen: the addresses before that one are the client's own words.
  if (value === 'on') return 'nearest'
  const list = value.split(',').map((one) => one.trim())
  for (const one of list) {
    const [ip = '', prefix, ...rest] = one.split('/')
    const bits = isIP(ip) === 6 ? 128 : 32
    const fits = prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits)
    if (!isIP(ip) || !fits || rest.length > 0) {
      throw new SettingsError('TRUST_PROXY', value, '应为 on、off 或用逗号分隔的 IP 地址及网段，例如 10.0.0.0/8')
    }
  }
  return list
}

/** The line lands in a terminal and in logs. */
function hidePassword(value: string): string {
  return value.replace(/(:\/\/[^:@/]*:)[^@]*@/, '$1***@')
}
