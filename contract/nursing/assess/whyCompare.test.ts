import { describe, expect, it } from 'vitest'
import { compare } from '#contract/nursing/assess/compare'
import { crosswalk } from '#contract/nursing/assess/crosswalk'
import { assess } from '#contract/nursing/assess/engine'
import { sameItems } from '#contract/nursing/assess/kinds'
import { easy } from '#contract/nursing/assess/kinds/easy'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { of2023Plus } from '#contract/nursing/assess/kinds/of2023Plus'
import { addingTo, allAt, nothingBesides, stated, without } from '#contract/nursing/assess/test/filled'
import { why } from '#contract/nursing/assess/why'

const best2023 = allAt(of2023, 'best')
const best2013 = allAt(of2013, 'best')

describe('why', () => {
  it('names the items that cost points, the rule that raised it and the next bands', () => {
    const answers = addingTo(of2023, 63)!
    const told = why(of2023, answers, stated(of2023, { dementia: 1, fall: 1 }))
    expect(told.preliminary).toBe('总分 63 分，在 46～65 分，初步等级为中度失能')
    expect(told.rules.map((one) => one.text)).toEqual([
      '不适用：昏迷，直接评定为完全失能',
      '确诊痴呆或其他精神和行为障碍，提高一级（痴呆 F00～F03）：中度失能 → 重度失能',
      '未达到：近30天照护风险事件2次及以上，提高一级（跌倒发生过1次）',
    ])
    expect(told.distance).toEqual([
      '总分 63 分（中度失能）：再多 3 分为轻度失能（66 分），再少 18 分为重度失能（45 分）',
    ])
    expect(told.final).toBe('建议评定为能力重度受损（重度失能）')
  })
  it('says what is certain while items are open', () => {
    const part = without({ ...best2023, 'B.1.1': 'D', 'B.1.2': 'C' }, 'B.2.4')
    const told = why(of2023, part, nothingBesides(of2023))
    expect(told.preliminary).toBe('26 项总分会在 82～85 分，初步等级是轻度失能，已不会再变')
    expect(told.sections[0]!.text).toBe('自理能力 27/32 分：进食少 3 分、修饰少 2 分')
    expect(told.sections[1]!.text).toBe('基础运动能力（已评 3/4 项） 12/15 分，没有失分')
    expect(told.distance).toEqual([])
    expect(why(of2023, {}, {}).preliminary).toBe('26 项总分会在 0～90 分，初步等级在能力完好到完全失能之间，还不能确定')
  })
  it('says which answer alone decides a part of 2013', () => {
    const told = why(of2013, { ...best2013, 'B.3.3': 'E', 'B.3.2': 'C' }, nothingBesides(of2013))
    expect(told.sections[2]).toMatchObject({
      text: '感知觉与沟通，为重度受损：听力“完全听不见”',
      weighing: [
        { key: 'B.3.3', decides: true },
        { key: 'B.3.2', decides: false },
      ],
    })
    expect(told.preliminary).toContain('初步等级为轻度失能（日常生活活动分级为0，但')
    expect(told.distance).toContain('日常生活活动 100 分（能力完好）：再少 5 分为轻度受损（95 分）')
    expect(told.distance).toContain('社会参与 0 分（能力完好）：再多 3 分为轻度受损（3 分）')
  })
  it('says a coma in the words of the standard, and nothing of what need not be asked', () => {
    const told = why(of2013, { 'B.3.1': 'D' }, nothingBesides(of2013))
    expect(told.rules.filter((one) => one.outcome === 'changed')).toHaveLength(1)
    expect(told.rules.find((one) => one.key === 'coma')).toMatchObject({
      text: '昏迷，直接评定为重度失能（意识水平“昏迷”）：重度失能',
      clause: '处于昏迷状态者，直接评定为重度失能',
      source: 'MZ/T 039—2013 等级变更条款 3',
    })
    expect(told.rules.some((one) => one.outcome === 'open')).toBe(false)
    expect(told.final).toBe('建议评定为重度失能')
  })
  it('moves by fives where the sheet does', () => {
    const told = why(easy, addingTo(easy, 40)!, {})
    expect(told.distance).toEqual(['总分 40 分（重度依赖）：再多 5 分为中度依赖（45 分）'])
  })
  it('says that a second reason does not count twice', () => {
    const told = why(of2023, addingTo(of2023, 70)!, stated(of2023, { dementia: 1, fall: 2 }))
    expect(told.rules[2]!.text).toMatch(/：已提高过一级，不重复提高$/)
    const coma = why(of2023, addingTo(of2023, 70)!, stated(of2023, { coma: 1, dementia: 1 }))
    expect(coma.rules[0]!.text).toBe('昏迷，直接评定为完全失能：轻度失能 → 完全失能')
    expect(coma.rules[1]!.text).toMatch(/：前面的条款已经决定，不再适用$/)
  })
})

describe('last beside this', () => {
  it('counts only what was answered both times', () => {
    const last = without({ ...best2023, 'B.1.1': 'B', 'B.2.4': 'C' }, 'B.4.1', 'B.4.2')
    const now = without({ ...best2023, 'B.1.1': 'D', 'B.1.2': 'B' }, 'B.4.5')
    const done = compare(of2023, last, now)
    expect(done.total).toEqual({ before: 90 - 4 - 3, after: 90 - 4 - 4, both: 23, gain: -1 })
    expect(done.worse.map((one) => [one.key, one.before.score, one.after.score, one.gain])).toEqual([
      ['B.1.1', 3, 1, -2],
      ['B.1.2', 4, 3, -1],
    ])
    expect(done.better.map((one) => [one.name, one.gain])).toEqual([['上下楼梯', 2]])
    expect(done.same).toBe(20)
    expect(done.sections.map((one) => [one.both, one.gain, one.answeredBefore, one.answeredAfter])).toEqual([
      [8, -3, 8, 8],
      [4, 2, 4, 4],
      [9, 0, 9, 9],
      [2, 0, 3, 4],
    ])
  })
  it('knows that more points can be worse', () => {
    const done = compare(of2013, best2013, { ...best2013, 'B.4.1': 'C', 'B.1.1': 'B' })
    expect(done.worse.map((one) => [one.key, one.gain])).toEqual([
      ['B.1.1', -5],
      ['B.4.1', -2],
    ])
  })
  it('passes over what is no answer', () => {
    const done = compare(of2023, JSON.parse('{"__proto__":"A","B.1.1":"Z"}'), best2023)
    expect(done.total.both).toBe(0)
  })
})

describe('under another standard', () => {
  it('is exact where the sheets ask the same', () => {
    const answers = { 1: 'B', 2: 'B', 3: 'A', 4: 'B', 5: 'A', 6: 'C', 7: 'B', 8: 'C', 9: 'D', 10: 'C' }
    const walk = crosswalk(easy, of2013, answers, {})!
    expect(walk.carried).toHaveLength(10)
    expect(walk.carried.every((one) => one.options.length === 1)).toBe(true)
    const carried = Object.fromEntries(walk.carried.map((one) => [one.key, one.options[0]!.key]))
    const there = assess(of2013, carried, {}).sections[0]!
    expect(there.score).toBe(assess(easy, answers, {}).total)
    expect(walk.onlyHere).toEqual([])
    expect(walk.onlyThere).toHaveLength(12)
  })
  it('says what does not go over, and leaves open what is only asked there', () => {
    const walk = crosswalk(of2013, of2023, best2013, nothingBesides(of2013))!
    expect(walk.onlyThere.map((one) => one.name)).toEqual(['床上体位转移', '记忆', '执行日常事务', '使用交通工具外出'])
    expect(walk.onlyHere.map((one) => one.name)).toEqual(['认知功能', '生活能力', '工作能力'])
    // Four items that nobody answered cost up to 15 points; eating and both controls may be one point lower.
    expect(walk.range).toEqual({ min: 90 - 15 - 2, max: 90 })
    expect(walk.preliminary).toEqual({ best: 0, worst: 1, level: null })
  })
  it('reads a coma from consciousness, and consciousness from a coma', () => {
    const answers = { ...best2013, 'B.3.1': 'D' }
    expect(crosswalk(of2013, of2023, answers, nothingBesides(of2013))!.final).toEqual({ best: 4, worst: 4, level: 4 })
    const awake = { ...best2023, 'B.3.9': 'C' }
    const consciousness = (coma: number) =>
      crosswalk(of2023, of2013, awake, stated(of2023, { coma }))!
        .carried.find((one) => one.key === 'B.3.1')!
        .options.map((one) => one.key)
    expect(consciousness(1)).toEqual(['D'])
    expect(consciousness(0)).toEqual(['C'])
  })
  it('of the enhanced sheet is that of the standard', () => {
    const inputs = nothingBesides(of2023Plus)
    const walk = crosswalk(of2023Plus, of2013, best2023, inputs, { 'A.4.1': [21] })!
    expect(walk.final.best).toBe(1)
    expect(crosswalk(of2023, of2023Plus, best2023, inputs)).toBeNull()
    expect(crosswalk(easy, easy, {}, {})).toBeNull()
  })
})

it('the plus of a standard asks the same items, other standards do not', () => {
  expect(sameItems('of2023', 'of2023Plus')).toBe(true)
  expect(sameItems('of2013', 'of2023')).toBe(false)
  expect(sameItems('x', 'x')).toBe(false)
})
