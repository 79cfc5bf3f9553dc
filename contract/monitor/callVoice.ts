// What is spoken at the desks when somebody calls.

import { call, noun } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import { options } from '#contract/kit/options'
import { int, merge, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const VoiceSwitch = options('VoiceSwitch', '语音播报', [
  [1, 'on', ['开启', 'green']],
  [0, 'off', ['关闭', 'grey']],
])

/** What may stand in braces, and a sample for the page. */
export const VOICE_PLACES: Readonly<Record<string, string>> = {
  楼栋: '松鹤楼',
  房间: '203室',
  床位: '03床',
  老人: '王秀英',
  类型: '卫生间',
}

export interface SpokenCall {
  /** null: whoever hears it serves only one. */
  building: string | null
  room: string | null
  bed: string | null
  resident: string | null
  /** 床头, 卫生间 … */
  type: string
}

const BUILDING = '{楼栋}'

/**
 * 3床呼叫: leading noughts of room and bed are not spoken; what is unknown leaves no gap. A template without the building,
 * as those from before there was one, has it in front.
 */
export function callSentence(template: string, spoken: SpokenCall): string {
  const words = template.includes(BUILDING) ? template : `${BUILDING}${template}`
  const known: Record<string, string> = {
    楼栋: spoken.building ?? '',
    房间: spoken.room ?? '',
    床位: (spoken.bed ?? '').replace(/^0+(?=\d)/, ''),
    老人: spoken.resident ?? '',
    类型: spoken.type,
  }
  const said = words.replace(/\{([^{}]*)\}/g, (_, name: string) => lookUp(known, name) ?? '')
  return said.replace(/\s+/g, ' ').trim()
}

/** null: fine; else what is wrong with the template, in words. */
export function templateFault(template: string): string | null {
  const named = [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!)
  const unknown = named.find((name) => !Object.hasOwn(VOICE_PLACES, name))
  if (unknown !== undefined) return `播报模板中没有“{${unknown}}”，可用 {楼栋}、{房间}、{床位}、{老人}、{类型}`
  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, ''))) return '播报模板中的大括号不成对'
  if (!named.includes('床位') && !named.includes('房间')) return '播报模板至少要有 {床位} 或 {房间}，否则听不出是哪里'
  return null
}

export const CallVoice = obj({
  enabled: VoiceSwitch.schema,
  template: text('播报模板', { max: 60 }),
  rate: num('语速', { min: 0.5, max: 2 }),
  times: int('播报次数', { min: 1, max: 10 }),
})
export type CallVoiceData = Static<typeof CallVoice>

export const CALL_VOICE: CallVoiceData = { enabled: 1, template: '{楼栋}{房间}{床位}{类型}呼叫', rate: 1, times: 3 }

const base = '/tdms/web-org/callVoice'
const Stored = merge(CallVoice, obj({ version: int(), updatedAt: nul(str()), updatedBy: nul(str()) }))

export const callVoice = noun('monitor', 'callVoice', {
  title: '呼叫语音',
  calls: {
    get: call.get(base, { needs: 'signedIn', display: true, act: '呼叫语音', data: Stored }),
    save: call.put(base, {
      needs: 'monitor:callVoice:edit',
      act: '保存呼叫语音',
      body: merge(CallVoice, obj({ version: opt(int()) })),
      data: Stored,
      refuses: ['CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
  },
  pages: {
    voice: {
      path: '/yunmuIot/call/voice',
      title: '呼叫语音',
      tab: true,
      needs: 'monitor:callVoice:list|monitor:callVoice:edit',
      menu: { rail: 'monitor', group: '呼叫', order: 24 },
    },
  },
})
