// How calls ring at the desks: by day and by night, and when an unanswered one is passed on.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { int, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const CallRing = options('CallRing', '铃声', [
  ['DING', '叮咚'],
  ['CHIME', '三音和弦'],
  ['URGENT', '急促蜂鸣'],
])
export const CallForward = options('CallForward', '未接听转送', [
  [1, 'on', ['开启', 'green']],
  [0, 'off', ['关闭', 'grey']],
])

const CLOCK = { min: 5, max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为 时:分，如 21:00' }
const LONGEST = 3600

export const CallBase = obj({
  dayFrom: text('白天开始', CLOCK),
  nightFrom: text('夜间开始', CLOCK),
  dayVolume: int('白天音量', { min: 0, max: 100 }),
  nightVolume: int('夜间音量', { min: 0, max: 100 }),
  ring: CallRing.schema,
  /** 卫生间 and 增援 */
  urgentRing: CallRing.schema,
  forward: CallForward.schema,
  /** Seconds without an answer until the sound repeats, the shift leader is told, the phone rings. */
  repeatSeconds: int('再次响铃（秒）', { min: 10, max: LONGEST }),
  leaderSeconds: int('转送组长（秒）', { min: 20, max: LONGEST }),
  phoneSeconds: int('电话通知（秒）', { min: 30, max: LONGEST }),
})
export type CallBaseData = Static<typeof CallBase>

export const CALL_BASE: CallBaseData = {
  dayFrom: '06:00',
  nightFrom: '21:00',
  dayVolume: 80,
  nightVolume: 40,
  ring: 'DING',
  urgentRing: 'URGENT',
  forward: 1,
  repeatSeconds: 60,
  leaderSeconds: 180,
  phoneSeconds: 300,
}

const base = '/tdms/web-org/callSetBase'
const Stored = merge(CallBase, obj({ version: int(), updatedAt: nul(str()), updatedBy: nul(str()) }))

export const callSet = noun('monitor', 'callSet', {
  title: '呼叫设置',
  calls: {
    // Every desk that rings needs it, whatever else its user may do.
    get: call.get(base, { needs: 'signedIn', display: true, act: '呼叫设置', data: Stored }),
    save: call.put(base, {
      needs: 'monitor:callSet:edit',
      act: '保存呼叫设置',
      body: merge(CallBase, obj({ version: opt(int()) })),
      data: Stored,
      refuses: ['CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
  },
  pages: {
    set: {
      path: '/yunmuIot/call/set',
      title: '呼叫设置',
      tab: true,
      needs: 'monitor:callSet:list|monitor:callSet:edit',
      menu: { rail: 'monitor', group: '呼叫', order: 23 },
    },
  },
})
