// Who makes the phone calls of alarms nobody answered: a person from the outbox, or Aliyun's voice service.

import { createHmac, randomUUID } from 'node:crypto'
import { lookUp } from '#contract/kit/lookup'
import type { VmsProviderValue } from '#contract/monitor/vms'

export interface VoiceCall {
  /** The same for every try of one call. */
  outId: string
  phone: string
  params: Readonly<Record<string, string>>
}

/** Makes a call, or throws with a sentence that says why it could not. */
export interface VoiceProvider {
  dial(call: VoiceCall): Promise<void>
}

export interface VmsAccount {
  provider: VmsProviderValue
  accessKeyId: string | null
  accessKeySecret: string | null
  calledShowNumber: string | null
  ttsCode: string | null
  playTimes: number
}

const TIMEOUT_MS = 15_000

/** RFC 3986, as Aliyun's signature wants it. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature of an RPC request: the sorted parameters, signed with HMAC-SHA1. */
export function signedQuery(params: Readonly<Record<string, string>>, secret: string, method = 'GET'): string {
  const query = Object.keys(params)
    .sort()
    .map((key) => `${encode(key)}=${encode(params[key]!)}`)
    .join('&')
  const signature = createHmac('sha1', `${secret}&`)
    .update(`${method}&${encode('/')}&${encode(query)}`)
    .digest('base64')
  return `Signature=${encode(signature)}&${query}`
}

const REASONS: Readonly<Record<string, string>> = {
  InvalidAccessKeyIdNotFound: 'AccessKey ID 不存在',
  'InvalidAccessKeyId.NotFound': 'AccessKey ID 不存在',
  SignatureDoesNotMatch: 'AccessKey Secret 不正确',
  'isv.TTS_TEMPLATE_ILLEGAL': '语音模板不存在或未审核',
  'isv.DISPLAY_NUMBER_ILLEGAL': '被叫显号不合法',
  'isv.MOBILE_NUMBER_ILLEGAL': '被叫号码格式不正确',
  'isv.OUT_OF_SERVICE': '账户余额不足或业务停机',
  'isv.BUSINESS_LIMIT_CONTROL': '同一号码呼叫过于频繁',
}

/** Aliyun's SingleCallByTts: a machine reads the template with the alarm's place and content. */
export function aliyunProvider(account: VmsAccount, endpoint: string): VoiceProvider {
  const { accessKeyId, accessKeySecret, calledShowNumber, ttsCode } = account
  return {
    async dial({ outId, phone, params }) {
      if (!accessKeyId || !accessKeySecret || !ttsCode) throw new Error('语音服务未填写完整')
      const query = signedQuery(
        {
          Action: 'SingleCallByTts',
          Version: '2017-05-25',
          RegionId: 'cn-hangzhou',
          Format: 'JSON',
          AccessKeyId: accessKeyId,
          SignatureMethod: 'HMAC-SHA1',
          SignatureVersion: '1.0',
          SignatureNonce: randomUUID(),
          Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
          CalledNumber: phone,
          TtsCode: ttsCode,
          TtsParam: JSON.stringify(params),
          PlayTimes: String(account.playTimes),
          OutId: outId,
          ...(calledShowNumber && { CalledShowNumber: calledShowNumber }),
        },
        accessKeySecret,
      )
      const answer = await fetch(`${endpoint.replace(/\/+$/, '')}/?${query}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      const said = (await answer.json().catch(() => null)) as { Code?: string; Message?: string } | null
      if (said?.Code === 'OK') return
      const code = said?.Code ?? `HTTP ${answer.status}`
      throw new Error([lookUp(REASONS, code) ?? said?.Message ?? '语音服务没有接受呼叫', `（${code}）`].join(''))
    },
  }
}

/** null: a person dials. */
export const providerOf = (account: VmsAccount, endpoint: string): VoiceProvider | null =>
  account.provider === 'aliyun' ? aliyunProvider(account, endpoint) : null
