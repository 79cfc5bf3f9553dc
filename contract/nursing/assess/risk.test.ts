import { describe, expect, it } from 'vitest'
import { ResidentNote } from '#contract/live/resident'
import { assess } from '#contract/nursing/assess/engine'
import type { Answers, Inputs, Kind } from '#contract/nursing/assess/kind'
import { kindOf, riskKinds } from '#contract/nursing/assess/kinds'
import { braden } from '#contract/nursing/assess/kinds/braden'
import { chokingChecklist } from '#contract/nursing/assess/kinds/chokingChecklist'
import { morse } from '#contract/nursing/assess/kinds/morse'
import { nineHarms } from '#contract/nursing/assess/kinds/nineHarms'
import { wandering } from '#contract/nursing/assess/kinds/wandering'
import { waterSwallow } from '#contract/nursing/assess/kinds/waterSwallow'
import {
  familyTold,
  Harm,
  harmsOf,
  kindsAbout,
  linkedKinds,
  marksOfSheet,
  marksTogether,
  markWords,
  risksOf,
  sectionLevelsOf,
} from '#contract/nursing/assess/risk'
import { addingTo, allAt, nothingBesides, stated } from '#contract/nursing/assess/test/filled'
import { why } from '#contract/nursing/assess/why'

const levelAt = (kind: Kind, answers: Answers, inputs: Inputs = {}) => {
  const done = assess(kind, answers, stated(kind, inputs))
  expect(done).toMatchObject({ complete: true, faults: [] })
  return done.final.level
}
/** Items answered with their worse option, all others at their best. */
const with_ = (kind: Kind, ...keys: readonly string[]): Answers => {
  const worst = allAt(kind, 'worst')
  return { ...allAt(kind, 'best'), ...Object.fromEntries(keys.map((key) => [key, worst[key]!])) }
}

describe('the scales', () => {
  it.each<[string, Kind, number, number]>([
    ...(
      [
        [23, 0],
        [19, 0],
        [18, 1],
        [15, 1],
        [14, 2],
        [13, 2],
        [12, 3],
        [10, 3],
        [9, 4],
        [6, 4],
      ] as const
    ).map(([sum, level]) => ['Braden', braden, sum, level] as [string, Kind, number, number]),
    ...(
      [
        [0, 1],
        [20, 1],
        [25, 2],
        [40, 2],
        [45, 3],
        [125, 3],
      ] as const
    ).map(([sum, level]) => ['Morse', morse, sum, level] as [string, Kind, number, number]),
    ...(
      [
        [0, 1],
        [1, 2],
        [2, 2],
        [3, 3],
        [5, 3],
      ] as const
    ).map(([sum, level]) => ['swallowing', waterSwallow, sum, level] as [string, Kind, number, number]),
  ])('%s', (_, kind, sum, level) => expect(levelAt(kind, addingTo(kind, sum)!)).toBe(level))

  it.each<[string, Kind, Answers, Inputs, number]>([
    ['nothing at the table', chokingChecklist, with_(chokingChecklist), {}, 1],
    ['one observation', chokingChecklist, with_(chokingChecklist, '3'), {}, 2],
    ['three of them', chokingChecklist, with_(chokingChecklist, '3', '4', '5'), {}, 2],
    ['four of them', chokingChecklist, with_(chokingChecklist, '3', '4', '5', '6'), {}, 3],
    ['choked before', chokingChecklist, with_(chokingChecklist, '1'), {}, 3],
    ['swallowing is in doubt', chokingChecklist, with_(chokingChecklist), { waterSwallow: 2 }, 2],
    ['swallowing fails', chokingChecklist, with_(chokingChecklist), { waterSwallow: 3 }, 3],
    ['stays where he is', wandering, with_(wandering), {}, 1],
    ['demented and able to leave', wandering, with_(wandering, '2', '8'), {}, 2],
    ['six points, able to leave', wandering, with_(wandering, '2', '3', '5', '6', '8'), {}, 3],
    ['seven points, unable to leave', wandering, with_(wandering, '2', '3', '5', '6', '7', '9'), {}, 2],
    ['was lost, unable to leave', wandering, with_(wandering, '1', '9'), {}, 3],
    ['waits at the gate, unable to leave', wandering, with_(wandering, '4'), {}, 3],
    ['has a pressure injury', braden, with_(braden), { existingPressureInjury: 1 }, 3],
    ['has one and is worse already', braden, allAt(braden, 'worst'), { existingPressureInjury: 1 }, 4],
    ['fell in the house', morse, with_(morse), { fellInHome30Days: 1 }, 3],
    ['may not be tested', waterSwallow, {}, { untestable: 1 }, 3],
  ])('%s', (_, kind, answers, inputs, level) => expect(levelAt(kind, answers, inputs)).toBe(level))

  it('says when nothing may be given by mouth', () => {
    const told = why(waterSwallow, { 1: 'F' }, nothingBesides(waterSwallow))
    expect(told.rules.map((one) => one.text)).toContain('反复呛咳、喝不完：医生决定以前暂停经口进食')
    expect(why(waterSwallow, { 1: 'E' }, nothingBesides(waterSwallow)).rules[1]!.outcome).toBe('notMet')
  })
})

describe('the nine harms', () => {
  const levels = (answers: Answers, inputs: Inputs = {}): Record<string, number | null> => {
    const done = assess(nineHarms, answers, inputs)
    expect(done.complete).toBe(true)
    return { ...sectionLevelsOf(done), overall: done.final.level }
  }
  const calm = Object.fromEntries(Harm.list.map((one) => [one.value, 1]))

  it.each<[string, readonly string[], Inputs, object, number]>([
    ['nothing', [], {}, {}, 1],
    ['gait and medicine', ['6.2', '6.3'], {}, { fall: 2 }, 2],
    ['gait, medicine and sight', ['6.2', '6.3', '6.4'], {}, { fall: 3 }, 3],
    ['words of suicide', ['7.1'], {}, { harm: 3 }, 3],
    ['bedridden with Braden 2', ['3.1'], { braden: 2 }, { pressureUlcer: 2 }, 2],
    ['Morse 3', [], { morse: 3 }, { fall: 3, bedFall: 3 }, 3],
    ['Morse 2', [], { morse: 2 }, { fall: 2, bedFall: 2 }, 2],
    ['Morse 1', [], { morse: 1 }, {}, 1],
    ['Braden 0', [], { braden: 0 }, {}, 1],
    ['Braden 1', [], { braden: 1 }, { pressureUlcer: 2 }, 2],
    ['Braden 4', [], { braden: 4 }, { pressureUlcer: 3 }, 3],
    ['either of the two about choking', [], { waterSwallow: 2, chokingChecklist: 3 }, { choking: 3 }, 3],
    ['wandering 2', [], { wandering: 2 }, { wander: 2 }, 2],
  ])('%s', (_, yes, inputs, expected, overall) =>
    expect(levels(with_(nineHarms, ...yes), inputs)).toEqual({ ...calm, ...expected, overall }),
  )

  it('has one answer for each that alone is a high risk', () => {
    const alone = nineHarms.sections.map((section) =>
      section.items.filter((item) => levels(with_(nineHarms, item.key))[section.key] === 3).map((item) => item.name),
    )
    expect(alone).toEqual([
      ['曾噎食或误吸'],
      ['曾误食或服错药'],
      ['现有压红或破损'],
      ['曾烫伤'],
      ['曾坠床'],
      ['半年内跌倒过'],
      ['有轻生言语或行为', '近期打骂或伤人'],
      ['有离院企图', '曾走失'],
      ['心脑血管病不稳定'],
    ])
  })
  it('says why in words', () => {
    const told = why(nineHarms, with_(nineHarms, '6.2', '6.3', '7.1'), { morse: 3 })
    expect(told.sections[5]!.text).toBe('跌倒 2/5 项，为高风险：步态不稳或需助行器、服降压、降糖、利尿或镇静药')
    expect(told.sections[0]!.text).toBe('噎食 0/5 项，为无此风险，均为否')
    expect(told.preliminary).toBe('以最高的一项为准：坠床、跌倒、他伤和自伤为高风险')
    expect(told.rules.filter((one) => one.outcome === 'changed').map((one) => one.text)).toEqual([
      '坠床：跌倒风险评估（Morse）高风险，至少为高风险：无此风险 → 高风险',
      '跌倒：跌倒风险评估（Morse）高风险，至少为高风险：需防护 → 高风险',
      '他伤和自伤：有轻生言语或行为，即为高风险：需防护 → 高风险',
    ])
    expect(told.distance).toEqual([])
  })
  it('covers the nine in the order of the standard', () => {
    expect(nineHarms.sections.map((one) => [one.key, one.name])).toEqual(Harm.list.map((one) => [one.value, one.label]))
    for (const { value } of Harm.list) expect(kindsAbout(value)[0]).toBe(nineHarms)
    expect(linkedKinds(nineHarms).every((one) => kindOf(one.kind)?.group === 'risk')).toBe(true)
  })
  it('knows the levels of the scales it counts', () => {
    for (const input of [...nineHarms.inputs, ...chokingChecklist.inputs]) {
      const levels = kindOf(input.fromKind!)!.levels
      expect(input.options.map((one) => [one.value, one.text])).toEqual(levels.map((one) => [one.level, one.short]))
    }
  })
})

describe('what the sheets lead to', () => {
  it('is nothing where nothing was found', () => {
    expect(risksOf([])).toEqual([])
    const [fall] = risksOf([{ kind: 'morse', finalLevel: 1 }])
    expect(fall).toMatchObject({ harm: 'fall', grave: 1, mark: null, proposes: [] })
    expect(familyTold([fall!])).toBe(false)
  })
  it('is a mark, measures and projects', () => {
    const risks = risksOf([
      { kind: 'braden', finalLevel: 3 },
      { kind: 'morse', finalLevel: 2 },
    ])
    expect(markWords(risks)).toEqual(['防压疮·高', '防跌倒'])
    expect(familyTold(risks)).toBe(true)
    expect(risks[0]).toMatchObject({
      name: '压疮',
      graveName: '高风险',
      from: ['压力性损伤风险评估（Braden）高度风险'],
      measures: ['每2小时翻身并建翻身卡', '气垫床', '每班皮肤检查', '床头标识', '告知家属并签字'],
    })
    expect(risks[0]!.proposes.map((one) => [one.project, one.often])).toEqual([
      ['皮肤检查', { unit: 4, times: 1 }],
      ['翻身拍背', { unit: 5, times: 2 }],
      ['减压垫检查', { unit: 4, times: 1 }],
    ])
    expect(risks[1]).toMatchObject({ name: '跌倒', graveName: '需防护', mark: '防跌倒', note: 16 })
  })
  it('counts the gravest of several sheets about one harm', () => {
    const sheets = [
      { kind: 'nineHarms', finalLevel: 2, sectionLevels: { choking: 2, fall: 1 } },
      { kind: 'waterSwallow', finalLevel: 3 },
      { kind: 'chokingChecklist', finalLevel: 1 },
    ]
    const [choking, fall] = risksOf(sheets)
    expect(choking).toMatchObject({ harm: 'choking', grave: 3, mark: '防噎食·高', note: 21 })
    expect(choking!.from).toEqual([
      '饮水吞咽筛查（洼田）异常',
      '服务安全风险评估（九防）需防护',
      '噎食风险观察表无此风险',
    ])
    expect(choking!.proposes.map((one) => one.project)).toEqual(['协助进食', '喂食', '吞咽训练'])
    expect(fall).toMatchObject({ harm: 'fall', grave: 1 })
    expect(risksOf([...sheets].reverse())).toMatchObject([{ grave: 3 }, { grave: 1 }])
  })
  it('keeps of each harm the graver mark, the high ones first', () => {
    const sheets = [
      { kind: 'nineHarms', finalLevel: 2, sectionLevels: { choking: 2, fall: 2, scald: 3 } },
      { kind: 'waterSwallow', finalLevel: 3 },
      { kind: 'morse', finalLevel: 1 },
    ]
    const marks = marksTogether(sheets.map(marksOfSheet))
    expect(marks).toEqual([21, 24, 16])
    expect(marks.map((one) => ResidentNote.label(one as 11))).toEqual(
      expect.arrayContaining(markWords(risksOf(sheets))),
    )
    expect(marksTogether([[], [99]])).toEqual([])
  })
  it('says nothing of sheets about ability, and of sections that were not graded', () => {
    expect(harmsOf({ kind: 'of2023', finalLevel: 3 })).toEqual([])
    expect(harmsOf({ kind: 'constructor', finalLevel: 3 })).toEqual([])
    expect(harmsOf({ kind: 'nineHarms', finalLevel: 1, sectionLevels: { fall: null } })).toEqual([])
  })
  it('proposes a project at most once, and more often the graver it is', () => {
    const perDay = ({ unit, times }: { unit: number; times: number }) =>
      unit === 5 ? 24 / times : unit === 4 ? times * 3 : unit === 1 ? times : unit === 2 ? times / 7 : 0
    for (const kind of riskKinds) {
      for (const proposes of [kind.proposes, ...kind.sections.map((one) => one.proposes)]) {
        for (const one of proposes ?? [])
          for (const other of proposes ?? [])
            if (one.project === other.project && one.from < other.from)
              expect(perDay(other.often)).toBeGreaterThan(perDay(one.often))
      }
    }
  })
})
