// One harm of the nine: five questions, the band they come to, and what lifts it.
import type { Condition, Grave, HarmKey, Input, Level, Proposal, Rule, Section } from '#contract/nursing/assess/kind'
import { item, scoreFrom } from '#contract/nursing/assess/kinds/build'

export { times } from '#contract/nursing/assess/kinds/build'

export const harmLevels: readonly Level[] = [
  { level: 1, name: '无此风险', short: '无此风险', care: '常规告知', grave: 1 },
  { level: 2, name: '需防护', short: '需防护', care: '写入护理计划，每班关注', grave: 2 },
  { level: 3, name: '高风险', short: '高风险', care: '专项措施、床头标识、家属签字、每班交接', grave: 3 },
]

const levels = (first: number, ...texts: readonly string[]) => texts.map((text, i) => ({ value: first + i, text }))

/** Scales that were made for themselves. A later one counts as it stands when this sheet is finished. */
export const linkedScales: readonly (Input & { high: number; watch: number })[] = [
  {
    key: 'waterSwallow',
    name: '饮水吞咽筛查（洼田）',
    source: '最近一次',
    fromKind: 'waterSwallow',
    options: levels(1, '正常', '可疑', '异常'),
    watch: 2,
    high: 3,
  },
  {
    key: 'chokingChecklist',
    name: '噎食风险观察表',
    source: '最近一次',
    fromKind: 'chokingChecklist',
    options: levels(1, '无此风险', '需防护', '高风险'),
    watch: 2,
    high: 3,
  },
  {
    key: 'braden',
    name: '压力性损伤风险评估（Braden）',
    source: '最近一次',
    fromKind: 'braden',
    options: levels(0, '无明显风险', '低度风险', '中度风险', '高度风险', '极高风险'),
    watch: 1,
    high: 3,
  },
  {
    key: 'morse',
    name: '跌倒风险评估（Morse）',
    source: '最近一次',
    fromKind: 'morse',
    options: levels(1, '低风险', '中风险', '高风险'),
    watch: 2,
    high: 3,
  },
  {
    key: 'wandering',
    name: '走失风险评估表',
    source: '最近一次',
    fromKind: 'wandering',
    options: levels(1, '无此风险', '需防护', '高风险'),
    watch: 2,
    high: 3,
  },
]

interface Harm {
  no: number
  harm: HarmKey
  name: string
  linked: readonly string[]
  /** True: one yes here is a high risk. */
  items: readonly (readonly [name: string, critical?: true])[]
  measures: readonly string[]
  proposes: readonly Proposal[]
}

function rulesOf({ no, harm, linked, items, name }: Harm): Rule[] {
  const critical = items.flatMap(([question, alone], i): Rule[] =>
    alone
      ? [
          {
            key: `${harm}.${i + 1}`,
            short: `${question}，即为高风险`,
            text: `${question}的，${name}评为高风险`,
            source: '服务安全风险评估',
            when: scoreFrom(`${no}.${i + 1}`, 1),
            effect: { atLeast: 3 },
          },
        ]
      : [],
  )
  const scales = linkedScales.filter((one) => linked.includes(one.key))
  const lifts = scales.flatMap((scale) => {
    const named = (value: number) => scale.options.find((one) => one.value === value)!.text
    const lift = (from: string, when: Condition, grave: Grave): Rule => {
      const to = harmLevels.find((one) => one.grave === grave)!
      return {
        key: `${harm}.${scale.key}${grave}`,
        short: `${scale.name}${from}，至少为${to.short}`,
        text: `最近一次${scale.name}为${from}的，${name}至少评为${to.short}`,
        source: '服务安全风险评估',
        when,
        effect: { atLeast: to.level },
      }
    }
    const { watch, high } = scale
    const of = { inputs: [scale.key] }
    // Only one of the two is told, the one that counts.
    return [
      lift(high - watch > 1 ? `${named(watch)}及以上` : named(watch), { of, min: watch, max: high - 1 }, 2),
      lift(scale.options.at(-1)!.value > high ? `${named(high)}及以上` : named(high), { of, min: high }, 3),
    ]
  })
  return [...critical, ...lifts]
}

export const harmSection = (one: Harm): Section => ({
  key: one.harm,
  name: one.name,
  direction: 'higherIsWorse',
  items: one.items.map(([name], i) =>
    item(`${one.no}.${i + 1}`, name, '', [
      [0, '否'],
      [1, '是'],
    ]),
  ),
  grading: {
    by: 'bands',
    names: harmLevels,
    bands: [
      { level: 1, min: 0, max: 0 },
      { level: 2, min: 1, max: 2 },
      { level: 3, min: 3, max: one.items.length },
    ],
    rules: rulesOf(one),
  },
  harm: one.harm,
  measures: one.measures,
  proposes: one.proposes,
})
