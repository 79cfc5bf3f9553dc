import { describe, expect, test } from 'vitest'
import { usualIntake } from './intake.ts'
import { readSettings, SettingsError } from './settings.ts'

const refusal = (env: Record<string, string>): SettingsError => {
  try {
    readSettings(env, '/srv/yiyuan')
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('settings', () => {
  test('an empty environment gives the product on one machine', () => {
    expect(readSettings({}, '/srv/yiyuan')).toEqual({
      host: '127.0.0.1',
      port: 8080,
      wsPort: 8902,
      mqttWsPort: 18093,
      mqttPort: 1883,
      dataDir: '/srv/yiyuan/data',
      filesDir: '/srv/yiyuan/data/files',
      tempDir: '/srv/yiyuan/data/tmp',
      backupsDir: '/srv/yiyuan/data/backups',
      databaseUrl: null,
      mqttUrl: null,
      demo: true,
      open: false,
      simulator: true,
      photoCode: true,
      storage: { kind: 'local' },
      sms: { kind: 'outbox' },
      vmsEndpoint: 'https://dyvmsapi.aliyuncs.com',
      publicUrl: null,
      allowedOrigins: [],
      trustProxy: false,
      intake: usualIntake,
      logLevel: 'info',
      pgPool: 10,
      timeZone: 'Asia/Shanghai',
    })
  })

  test('origins of further clients are whole origins', () => {
    const ALLOWED_ORIGINS = 'https://old.example.com, http://10.0.0.7:8081/'
    expect(readSettings({ ALLOWED_ORIGINS }).allowedOrigins).toEqual([
      'https://old.example.com',
      'http://10.0.0.7:8081',
    ])
    for (const wrong of [
      '*',
      'null',
      'old.example.com',
      'https://old.example.com/app',
      'https://a.example,',
      'ftp://a',
    ]) {
      expect(refusal({ ALLOWED_ORIGINS: wrong }).setting).toBe('ALLOWED_ORIGINS')
    }
  })

  test('values of the environment are taken, an empty one counts as not set', () => {
    const settings = readSettings(
      {
        PORT: '80',
        WS_PORT: 'off',
        MQTT_PORT: 'off',
        MQTT_WS_PORT: '',
        HOST: '::1',
        DATA_DIR: '/var/lib/yiyuan',
        DATABASE_URL: 'postgresql://u:p@db/yiyuan',
        MQTT_URL: 'mqtts://broker:8883',
        DEMO: 'off',
        PHOTO_CODE: 'off',
        STORAGE: 's3',
        S3_ENDPOINT: 'https://s3.example.com',
        S3_BUCKET: 'b',
        S3_ACCESS_KEY: 'k',
        S3_SECRET_KEY: 's',
        SMS: 'http',
        SMS_URL: 'https://sms.example.com/send',
        SMS_TOKEN: 't',
        PUBLIC_URL: 'https://care.example.com/',
        TRUST_PROXY: '10.0.0.0/8, ::1',
        LOG_LEVEL: 'warn',
        PG_POOL: '5',
      },
      '/srv',
    )
    expect(settings).toMatchObject({
      port: 80,
      wsPort: null,
      mqttPort: null,
      mqttWsPort: 18093,
      host: '::1',
      filesDir: '/var/lib/yiyuan/files',
      databaseUrl: 'postgresql://u:p@db/yiyuan',
      mqttUrl: 'mqtts://broker:8883',
      demo: false,
      open: true,
      photoCode: false,
      storage: { kind: 's3', region: 'us-east-1', secretKey: 's' },
      sms: { kind: 'http', url: 'https://sms.example.com/send', token: 't' },
      publicUrl: 'https://care.example.com',
      trustProxy: ['10.0.0.0/8', '::1'],
      logLevel: 'warn',
      pgPool: 5,
    })
  })

  test.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: 'off' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '80.5' }],
    ['WS_PORT', { WS_PORT: '-1' }],
    ['MQTT_PORT', { MQTT_PORT: '8902' }],
    ['HOST', { HOST: 'http://x' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['DATABASE_URL', { DATABASE_URL: 'db.example.com' }],
    ['MQTT_URL', { MQTT_URL: 'http://broker' }],
    ['DEMO', { DEMO: 'yes' }],
    ['DEMO_OPEN', { DEMO_OPEN: '1' }],
    ['PHOTO_CODE', { PHOTO_CODE: '0' }],
    ['STORAGE', { STORAGE: 'ftp' }],
    ['S3_ENDPOINT', { STORAGE: 's3' }],
    ['S3_BUCKET', { STORAGE: 's3', S3_ENDPOINT: 'https://s3.example.com' }],
    ['SMS', { SMS: 'carrier' }],
    ['SMS_TOKEN', { SMS: 'http', SMS_URL: 'https://sms.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'care.example.com' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/40' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'maybe' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['PG_POOL', { PG_POOL: '1' }],
    ['PG_POOL', { PG_POOL: '81' }],
  ])('%s is refused in one line: %o', (name, env) => {
    const error = refusal(env as Record<string, string>)
    expect(error.setting).toBe(name)
    expect(error.message).toContain(name)
    expect(error.message).not.toContain('\n')
  })

  test('the demonstration listens on this machine only, unless somebody deliberately opens it', () => {
    const host = (env: Record<string, string>) => readSettings(env, '/srv').host
    expect(host({})).toBe('127.0.0.1')
    expect(host({ DEMO: 'off' })).toBe('0.0.0.0')
    // An open demonstration still has to be told where to listen.
    expect(host({ DEMO_OPEN: 'on' })).toBe('127.0.0.1')
    for (const near of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) expect(host({ HOST: near })).toBe(near)
    for (const far of [
      '0.0.0.0',
      '::',
      '192.168.1.8',
      'care.example.com',
      '127.0.0.1.example.com',
      '::ffff:10.0.0.1',
    ]) {
      const error = refusal({ HOST: far })
      expect(error.setting).toBe('HOST')
      expect(error.message).toContain('DEMO=off')
      expect(error.message).toContain('DEMO_OPEN=on')
      expect(error.message).not.toContain('\n')
      expect(host({ HOST: far, DEMO_OPEN: 'on' })).toBe(far)
      expect(host({ HOST: far, DEMO: 'off' })).toBe(far)
    }
  })

  test('a process is open when another machine reaches it, also through a proxy', () => {
    const open = (env: Record<string, string>) => readSettings(env, '/srv').open
    expect(open({})).toBe(false)
    expect(open({ PUBLIC_URL: 'http://127.0.0.1:8080' })).toBe(false)
    expect(open({ PUBLIC_URL: 'http://[::1]:8080' })).toBe(false)
    expect(open({ PUBLIC_URL: 'https://care.example.com' })).toBe(true)
    expect(open({ TRUST_PROXY: 'on' })).toBe(true)
    expect(open({ DEMO: 'off' })).toBe(true)
    expect(open({ DEMO_OPEN: 'on', HOST: '0.0.0.0' })).toBe(true)
  })

  test('the line names value and expectation', () => {
    expect(refusal({ PORT: 'http' }).message).toBe('设置 PORT 的值 "http" 不正确：应为 0 到 65535 之间的整数')
    expect(refusal({ WS_PORT: '8080' }).message).toBe(
      '设置 WS_PORT 的值 "8080" 不正确：与 PORT 相同，每个端口只能用一次',
    )
  })

  test('a password in a wrong address is not repeated', () => {
    expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@db/x' }).message).not.toContain('hunter2')
  })
})
