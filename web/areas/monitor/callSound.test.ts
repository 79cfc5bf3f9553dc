import { describe, expect, it } from 'vitest'
import { callSentence, templateFault } from '#contract/monitor/callVoice'
import { isNight } from '#web/areas/monitor/callSet/night'
import { clockText, durationText } from '#web/areas/monitor/nurseCall/duration'
import { byUrgency } from './alarmOrder.ts'
import { callSound } from './callSound.ts'
import { soundings } from './sound.ts'
import { card } from './testCard.ts'

const call = (id: string, type: string, more = {}) => card(id, { source: 'CALL', type, urgency: 1, ...more })
const at = (clock: string) => Date.parse(`2026-11-13T${clock}:00+08:00`)

describe('day and night', () => {
  it.each([
    ['06:00', '21:00', '20:59', false],
    ['06:00', '21:00', '21:00', true],
    ['06:00', '21:00', '03:00', true],
    ['06:00', '21:00', '06:00', false],
    ['08:00', '00:30', '00:10', false],
    ['08:00', '00:30', '07:59', true],
  ])('from %s and %s: %s', (dayFrom, nightFrom, now, night) => {
    expect(isNight({ dayFrom, nightFrom }, at(now))).toBe(night)
  })
})

describe('calls at the desk', () => {
  it('ring as they are set: louder by day, urgently from a toilet', () => {
    expect(callSound(call('a', 'BED'), at('10:00'))).toEqual({ tone: 'DING', volume: 80, rate: 1 })
    expect(callSound(call('a', 'TOILET'), at('23:00'))).toEqual({ tone: 'URGENT', volume: 40, rate: 1 })
  })

  it('are heard when the voice of the mattresses is off, and only ring when their own is', () => {
    const heard = soundings([card('heart'), call('bed', 'BED', { voiceTimes: 0 })], { status: 0, times: 3 })
    expect(heard.map((one) => [one.recordId, one.times, one.endless])).toEqual([['bed', 0, true]])
  })

  it('stand below SOS, toilet and reinforcement when they are plain', () => {
    const held = [
      call('bed', 'BED', { raisedAt: '2026-11-13 02:00:00' }),
      call('toilet', 'TOILET', { raisedAt: '2026-11-13 02:02:00' }),
      card('sos', { source: 'TAG', type: 'sos', urgency: 1, raisedAt: '2026-11-13 02:03:00' }),
      card('heart', { raisedAt: '2026-11-13 01:00:00' }),
    ].map((one) => ({ card: one, at: 0 }))
    expect(held.sort(byUrgency).map((one) => one.card.recordId)).toEqual(['toilet', 'sos', 'bed', 'heart'])
  })
})

describe('what is spoken', () => {
  const spoken = { building: null, room: '203室', bed: '03床', resident: null, type: '床头' }
  it.each([
    ['{床位}呼叫', '3床呼叫'],
    ['{房间} {老人} {床位}{类型}呼叫', '203室 3床床头呼叫'],
  ])('%s', (template, said) => {
    expect(callSentence(template, spoken)).toBe(said)
  })

  it('has places that exist', () => {
    expect(templateFault('{床位}呼叫')).toBeNull()
    expect(templateFault('{床号}呼叫')).toContain('{床号}')
    expect(templateFault('{床位呼叫')).toContain('大括号')
    expect(templateFault('有人呼叫')).toContain('至少')
  })
})

it('says how long', () => {
  expect([clockText(66), clockText(3_730)]).toEqual(['01:06', '1:02:10'])
  expect([durationText(45), durationText(125), durationText(3_700), durationText(null)]).toEqual([
    '45 秒',
    '2 分 05 秒',
    '1 小时 1 分',
    '—',
  ])
})
