// MZ/T 039—2013. The level of the whole comes from the levels of the four parts. Its wording leaves nine of the 256
// combinations without a level and gives sixty of them two; the cases below are read in their order and leave none open.
import type { Case, Condition, Kind, Rule } from '#contract/nursing/assess/kind'
import { eventsOf30Days, inputFrom, level, scoreIs, sectionIs } from '#contract/nursing/assess/kinds/build'
import { formsOf2013 } from '#contract/nursing/assess/kinds/of2013Forms'
import { sectionsOf2013 } from '#contract/nursing/assess/kinds/of2013Sections'
import { reasonsOf2013 } from '#contract/nursing/assess/kinds/reasons'

const OTHERS = ['B.2', 'B.3', 'B.4'] as const
const daily = (at: number) => sectionIs('B.1', at)
const anyOther = (at: number): Condition => ({ any: OTHERS.map((one) => sectionIs(one, at)) })
const allOthers = (at: number): Condition => ({ all: OTHERS.map((one) => sectionIs(one, at)) })

const INTACT = '日常生活活动、精神状态、感知觉与沟通分级均为0，社会参与分级为0或1'
const MILD_0 = '日常生活活动分级为0，但精神状态、感知觉与沟通中至少一项分级为1及以上，或社会参与的分级为2'
const MILD_1 = '日常生活活动分级为1，精神状态、感知觉与沟通、社会参与中至少有一项的分级为0或1'
const MODERATE_1 = '日常生活活动分级为1，但精神状态、感知觉与沟通、社会参与均为2，或有一项为3'
const MODERATE_2 = '日常生活活动分级为2，且精神状态、感知觉与沟通、社会参与中有1～2项的分级为1或2'
const SEVERE_2 = '日常生活活动、精神状态、感知觉与沟通、社会参与分级均为2'
const SEVERE_3 = '日常生活活动分级为2，且精神状态、感知觉与沟通、社会参与中至少有一项分级为3'

const cases: readonly Case[] = [
  { level: 3, text: '日常生活活动的分级为3', when: daily(3) },
  { level: 3, text: SEVERE_3, when: { all: [daily(2), anyOther(3)] } },
  { level: 3, text: SEVERE_2, when: { all: [daily(2), allOthers(2)] } },
  { level: 2, text: MODERATE_2, when: daily(2) },
  { level: 2, text: MODERATE_1, when: { all: [daily(1), anyOther(3)] } },
  { level: 2, text: MODERATE_1, when: { all: [daily(1), allOthers(2)] } },
  { level: 1, text: MILD_1, when: daily(1) },
  {
    level: 0,
    text: INTACT,
    when: { all: [daily(0), sectionIs('B.2', 0), sectionIs('B.3', 0), { of: { section: 'B.4' }, max: 1 }] },
  },
  { level: 1, text: MILD_0, when: daily(0) },
]

const CLAUSES = 'MZ/T 039—2013 等级变更条款'

const rules: readonly Rule[] = [
  {
    key: 'severeStays',
    short: '初步等级已是重度失能，不再提高',
    text: '初步等级已是重度失能，不再提高',
    source: `${CLAUSES} 4`,
    when: { of: { preliminary: true }, min: 3 },
    effect: { keep: true },
    stop: true,
  },
  {
    key: 'coma',
    short: '昏迷，直接评定为重度失能',
    text: '处于昏迷状态者，直接评定为重度失能',
    source: `${CLAUSES} 3`,
    when: scoreIs('B.3.1', 3),
    effect: { set: 3 },
    stop: true,
    closes: true,
  },
  {
    key: 'dementiaOrMental',
    short: '有认知障碍、痴呆或精神疾病，提高一级',
    text: '有认知障碍/痴呆、精神疾病者，在原有能力级别上提高一个等级',
    source: `${CLAUSES} 1`,
    when: { any: [scoreIs('B.2.1', 2), inputFrom(1, 'dementia'), inputFrom(1, 'mentalIllness')] },
    effect: { raise: 1 },
  },
  {
    key: 'accidents',
    short: '近30天跌倒、噎食、自杀或走失2次及以上，提高一级',
    text: '近30天内发生过2次及以上跌倒、噎食、自杀、走失者，在原有能力级别上提高一个等级',
    source: `${CLAUSES} 2`,
    when: { any: ['fall', 'choking', 'suicide', 'lost'].map((one) => inputFrom(2, one)) },
    effect: { raise: 1 },
  },
]

const choices = (texts: readonly string[]) => texts.map((text, value) => ({ value, text }))

export const of2013: Kind = {
  key: 'of2013',
  type: 1,
  group: 'ability',
  name: '2013 标准',
  standard: 'MZ/T 039—2013',
  report: '老年人能力评估报告',
  assessors: 2,
  againMonths: 6,
  reasons: reasonsOf2013,
  sections: sectionsOf2013,
  levels: [
    level(0, '能力完好', '能力完好', 'SELF'),
    level(1, '轻度失能', '轻度失能', 'HALF3'),
    level(2, '中度失能', '中度失能', 'HALF2'),
    level(3, '重度失能', '重度失能', 'FULL'),
  ],
  preliminary: { by: 'cases', cases },
  inputs: [
    {
      key: 'dementia',
      name: '痴呆',
      source: 'A.2.13.1',
      group: '疾病诊断',
      options: choices(['无', '轻度', '中度', '重度']),
    },
    {
      key: 'mentalIllness',
      name: '精神疾病',
      source: 'A.2.13.2',
      group: '疾病诊断',
      options: choices([
        '无',
        '精神分裂症',
        '双相情感障碍',
        '偏执性精神障碍',
        '分裂情感性障碍',
        '癫痫所致精神障碍',
        '精神发育迟滞伴发精神障碍',
      ]),
    },
    ...eventsOf30Days('近30天内意外事件', [
      ['fall', '跌倒', 'A.2.14.1'],
      ['lost', '走失', 'A.2.14.2'],
      ['choking', '噎食', 'A.2.14.3'],
      ['suicide', '自杀', 'A.2.14.4'],
    ]),
  ],
  rules,
  stacking: 'cumulative',
  forms: formsOf2013,
}
