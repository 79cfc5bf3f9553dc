// GB/T 42195—2022, which houses call the 2023 standard: 26 items, 90 points, and what raises the level (appendix C.4).
import type { Input, Kind, Rule } from '#contract/nursing/assess/kind'
import { eventsOf30Days, inputFrom, level, NO_YES } from '#contract/nursing/assess/kinds/build'
import { formsOf2023 } from '#contract/nursing/assess/kinds/of2023Forms'
import { sectionsOf2023 } from '#contract/nursing/assess/kinds/of2023Sections'
import { reasonsOf2023 } from '#contract/nursing/assess/kinds/reasons'

const C4 = 'GB/T 42195—2022 附录 C.4'

const EVENTS = ['fall', 'lost', 'choking', 'suicideSelfHarm', 'other'] as const

const rules: readonly Rule[] = [
  {
    key: 'coma',
    short: '昏迷，直接评定为完全失能',
    text: '处于昏迷状态者，直接评定为能力完全丧失（完全失能）',
    source: C4,
    when: inputFrom(1, 'coma'),
    effect: { set: 4 },
    stop: true,
  },
  {
    key: 'dementiaOrMental',
    short: '确诊痴呆或其他精神和行为障碍，提高一级',
    text: '确诊为痴呆（F00～F03）、精神科专科医生诊断的其他精神和行为障碍疾病（F04～F99），在原有能力级别上提高一个级别',
    source: C4,
    when: inputFrom(1, 'dementia', 'otherMentalDisorder'),
    effect: { raise: 1 },
  },
  {
    key: 'riskEvents',
    short: '近30天照护风险事件2次及以上，提高一级',
    text: '近30天内发生过2次及以上照护风险事件（如跌倒、噎食、自杀、自伤、走失等），在原有能力级别上提高一个级别',
    source: C4,
    when: inputFrom(2, ...EVENTS),
    effect: { raise: 1 },
  },
]

export const comaOf2023: Input = { key: 'coma', name: '昏迷', source: 'A.5.11', group: '健康相关问题', options: NO_YES }

export const eventsOf2023 = eventsOf30Days('近30天内照护风险事件', [
  ['fall', '跌倒', 'A.2.14.1'],
  ['lost', '走失', 'A.2.14.2'],
  ['choking', '噎食', 'A.2.14.3'],
  ['suicideSelfHarm', '自杀、自伤', 'A.2.14.4'],
  ['other', '其他', 'A.2.14.5'],
])

export const of2023: Kind = {
  key: 'of2023',
  type: 2,
  group: 'ability',
  name: '2023 标准',
  standard: 'GB/T 42195—2022',
  report: '老年人能力评估报告',
  assessors: 2,
  againMonths: 12,
  reasons: reasonsOf2023,
  sections: sectionsOf2023,
  levels: [
    level(0, '能力完好', '能力完好', 'SELF'),
    level(1, '能力轻度受损（轻度失能）', '轻度失能', 'HALF3'),
    level(2, '能力中度受损（中度失能）', '中度失能', 'HALF2'),
    level(3, '能力重度受损（重度失能）', '重度失能', 'FULL'),
    level(4, '能力完全丧失（完全失能）', '完全失能', 'SPECIAL'),
  ],
  preliminary: {
    by: 'total',
    direction: 'higherIsBetter',
    bands: [
      { level: 0, min: 90, max: 90 },
      { level: 1, min: 66, max: 89 },
      { level: 2, min: 46, max: 65 },
      { level: 3, min: 30, max: 45 },
      { level: 4, min: 0, max: 29 },
    ],
  },
  inputs: [
    { key: 'dementia', name: '痴呆 F00～F03', source: 'A.4.1', group: '疾病诊断', options: NO_YES },
    {
      key: 'otherMentalDisorder',
      name: '其他精神和行为障碍 F04～F99（精神科专科医生诊断）',
      source: 'A.4.1',
      group: '疾病诊断',
      options: NO_YES,
    },
    comaOf2023,
    ...eventsOf2023,
  ],
  rules,
  stacking: 'single',
  forms: formsOf2023,
}
