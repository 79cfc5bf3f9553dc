// Why a sheet comes to its level, in the words a report and the family read.
import { type Distance, distances, type NextBand } from '#contract/nursing/assess/distance'
import {
  type Assessed,
  type AssessedRule,
  type AssessOptions,
  assess,
  type Span,
} from '#contract/nursing/assess/engine'
import type { Answers, Condition, Inputs, Item, Kind, Level, Rule, Section } from '#contract/nursing/assess/kind'
import { gain, indexOf } from '#contract/nursing/assess/kindIndex'
import { holds } from '#contract/nursing/assess/outcome'
import { type Read, read } from '#contract/nursing/assess/read'

/** An item that is not at its best, and by how many points. */
export interface Weighing {
  key: string
  name: string
  answer: string
  score: number
  lost: number
  /** Alone it would already lead to the level of its section. */
  decides: boolean
}

export interface WhySection {
  key: string
  name: string
  text: string
  weighing: readonly Weighing[]
}

export interface WhyRule {
  key: string
  outcome: AssessedRule['outcome']
  text: string
  /** The wording of the standard, and where it stands. */
  clause: string
  source: string
}

export interface Why {
  sections: readonly WhySection[]
  /** How the preliminary level came about. */
  preliminary: string
  rules: readonly WhyRule[]
  /** How far the next levels are. */
  distance: readonly string[]
  /** The level that is proposed, or between which it still lies. */
  final: string
}

const short = (levels: readonly Level[], at: number) => levels.find((one) => one.level === at)!.short

const spanWords = (levels: readonly Level[], span: Span) =>
  span.level === null ? `${short(levels, span.best)}到${short(levels, span.worst)}之间` : short(levels, span.level)

const inBand = (min: number, max: number) => (min === max ? `等于 ${min} 分` : `在 ${min}～${max} 分`)

/** Which single answers are enough for the level of their section, the rest being at its best. */
function deciding(section: Section, read: Read, level: number | null): ReadonlySet<string> {
  const { grading } = section
  if (grading?.by !== 'cases' || level === null) return new Set()
  const alone = (item: Item) => {
    const known = {
      score: (key: string) => (key === item.key ? read.chosen.get(key)!.score : bestOf(section, key)),
      input: () => 0,
      sectionLevels: new Map<string, number>(),
      preliminary: 0,
    }
    return grading.cases.find((one) => holds(one.when, known))!.level
  }
  return new Set(
    section.items.filter((item) => read.chosen.has(item.key) && alone(item) === level).map((item) => item.key),
  )
}

function bestOf(section: Section, key: string): number {
  const scores = section.items.find((one) => one.key === key)!.options.map((one) => one.score)
  return section.direction === 'higherIsBetter' ? Math.max(...scores) : Math.min(...scores)
}

function weighingOf(section: Section, read: Read, decides: ReadonlySet<string>): Weighing[] {
  return section.items
    .flatMap((item): Weighing[] => {
      const choice = read.chosen.get(item.key)
      const lost = choice ? -gain(section, bestOf(section, item.key), choice.score) : 0
      if (!choice || lost === 0) return []
      const { key, name } = item
      return [{ key, name, answer: choice.text, score: choice.score, lost, decides: decides.has(key) }]
    })
    .sort((a, b) => Number(b.decides) - Number(a.decides) || b.lost - a.lost)
}

function sectionText(section: Section, done: Assessed['sections'][number], weighing: readonly Weighing[]): string {
  const { grading } = section
  const full = section.items.reduce((sum, one) => sum + Math.max(...one.options.map((option) => option.score)), 0)
  const far = done.answered < done.of ? `（已评 ${done.answered}/${done.of} 项）` : ''
  const level =
    grading && done.level ? `，${done.level.level === null ? '在' : '为'}${spanWords(grading.names, done.level)}` : ''
  const yesNo = section.items.every((one) => one.options.length === 2 && one.options.every(({ score }) => score <= 1))
  const points = grading?.by === 'cases' ? '' : ` ${done.score}/${full} ${yesNo ? '项' : '分'}`
  const counted = weighing.filter((one) => one.decides || !weighing.some((other) => other.decides))
  const minus = (one: Weighing) =>
    yesNo
      ? one.name
      : section.direction === 'higherIsBetter'
        ? `${one.name}少 ${one.lost} 分`
        : `${one.name} ${one.score} 分`
  const items = counted.map((one) => (grading?.by === 'cases' ? `${one.name}“${one.answer}”` : minus(one))).join('、')
  const none =
    done.answered === 0
      ? ''
      : yesNo
        ? '，均为否'
        : section.direction === 'higherIsBetter'
          ? '，没有失分'
          : '，没有得分的项'
  return `${section.name}${far}${points}${level}${items ? `：${items}` : none}`
}

function preliminaryText(kind: Kind, assessed: Assessed): string {
  const { preliminary: by } = kind
  const { preliminary, range, sections } = assessed
  const words = spanWords(kind.levels, preliminary)
  if (by.by === 'total') {
    const open = range!.min !== range!.max
    const sum = open ? `${assessed.of} 项总分会在 ${range!.min}～${range!.max} 分` : `总分 ${assessed.total} 分`
    if (preliminary.level === null) return `${sum}，初步等级在${words}，还不能确定`
    const band = by.bands.find((one) => one.level === preliminary.level)!
    return open ? `${sum}，初步等级是${words}，已不会再变` : `${sum}，${inBand(band.min, band.max)}，初步等级为${words}`
  }
  const parts = kind.sections.map(
    (section, i) => `${section.name}${spanWords(section.grading!.names, sections[i]!.level!)}`,
  )
  if (by.by === 'worst') {
    if (preliminary.level === null) return `最高的一项在${words}，还不能确定`
    const worst = kind.sections.filter((_, i) => sections[i]!.level!.level === preliminary.level)
    return preliminary.level === kind.levels[0]!.level
      ? `各项均为${words}`
      : `以最高的一项为准：${worst.map((one) => one.name).join('、')}为${words}`
  }
  if (sections.some((one) => one.level!.level === null) || preliminary.level === null)
    return `${parts.join('，')}；初步等级${preliminary.level === null ? `在${words}，还不能确定` : `是${words}，已不会再变`}`
  const known = {
    score: () => 0,
    input: () => 0,
    sectionLevels: new Map(sections.map((one) => [one.key, one.level!.level!])),
    preliminary: 0,
  }
  const found = by.cases.find((one) => holds(one.when, known))!
  return `${parts.join('，')}，初步等级为${words}（${found.text}）`
}

/** 昏迷：浅昏迷时 … is 昏迷 here. */
const firstWords = (text: string) => text.split(/[：（；]/)[0]!

/** What a condition looked at, as far as it says something: 跌倒发生过1次. */
function factsOf(kind: Kind, condition: Condition, read: Read): string[] {
  const { items, inputs } = indexOf(kind)
  if ('all' in condition) return condition.all.flatMap((one) => factsOf(kind, one, read))
  if ('any' in condition) return condition.any.flatMap((one) => factsOf(kind, one, read))
  if ('always' in condition || 'preliminary' in condition.of || 'section' in condition.of) return []
  if ('item' in condition.of) {
    const choice = read.chosen.get(condition.of.item)
    const { min = -Infinity, max = Infinity } = condition
    return choice && choice.score >= min && choice.score <= max
      ? [`${items.get(condition.of.item)!.item.name}${choice.text === '是' ? '' : `“${firstWords(choice.text)}”`}`]
      : []
  }
  return condition.of.inputs.flatMap((key) => {
    const value = read.inputs.get(key) ?? 0
    const input = inputs.get(key)!
    const option = input.options.find((one) => one.value === value)
    return value > 0 && option ? [option.text === '有' ? input.name : `${input.name}${option.text}`] : []
  })
}

function ruleText(levels: readonly Level[], rule: Rule, done: AssessedRule, facts: readonly string[]): string {
  const { short: words } = rule
  const because = facts.length > 0 ? `（${facts.join('、')}）` : ''
  switch (done.outcome) {
    case 'changed': {
      const step = done.from === null ? '' : `${short(levels, done.from)} → `
      return `${words}${because}${done.to === null ? '' : `：${step}${short(levels, done.to)}`}`
    }
    case 'noChange': {
      if ('keep' in rule.effect) return words
      const top = levels.at(-1)!.level
      const reason =
        done.from === top ? '已是最重一级' : 'raise' in rule.effect ? '已提高过一级，不重复提高' : '等级不变'
      return `${words}${because}：${reason}`
    }
    case 'passedOver':
      return `${words}${because}：前面的条款已经决定，不再适用`
    case 'open':
      return `暂不能判断：${words}${because}`
    default:
      return `${because ? '未达到' : '不适用'}：${words}${because}`
  }
}

const next = (one: NextBand, verb: string) => `${verb} ${one.points} 分为${one.level.short}（${one.at} 分）`

function distanceText(
  { name, score, level, better, worse, section }: Distance,
  direction: Section['direction'],
): string {
  const [up, down] = direction === 'higherIsBetter' ? ['再多', '再少'] : ['再少', '再多']
  const ways = [better && next(better, up), worse && next(worse, down)].filter(Boolean)
  return `${section === null ? '' : name}${section === null ? '总分 ' : ' '}${score} 分（${level.short}）：${ways.join('，')}`
}

export function why(kind: Kind, answers: Answers, inputs: Inputs, options: AssessOptions = {}): Why {
  const assessed = assess(kind, answers, inputs, options)
  const known = read(kind, answers, inputs, options.fields)
  const sections = kind.sections.map((section, i): WhySection => {
    const done = assessed.sections[i]!
    const weighing = weighingOf(section, known, deciding(section, known, done.level?.level ?? null))
    return { key: section.key, name: section.name, text: sectionText(section, done, weighing), weighing }
  })
  const ruled = [
    ...kind.sections.flatMap((one) =>
      (one.grading?.rules ?? []).map((rule) => ({ rule, levels: one.grading!.names, section: one.name })),
    ),
    ...kind.rules.map((rule) => ({ rule, levels: kind.levels, section: null })),
  ]
  const rules = ruled.map(({ rule, levels, section }, i) => {
    const done = assessed.rules[i]!
    // What the rule's own words already say is not said twice.
    const facts = [...new Set(factsOf(kind, rule.when, known))].filter((one) => !rule.short.includes(one))
    const { key, text: clause, source } = rule
    const text = `${section === null ? '' : `${section}：`}${ruleText(levels, rule, done, facts)}`
    return { key, outcome: done.outcome, text, clause, source }
  })
  const by = kind.preliminary
  const totalDirection = by.by === 'total' ? by.direction : 'higherIsBetter'
  const { final } = assessed
  return {
    sections,
    preliminary: preliminaryText(kind, assessed),
    // What is open no longer matters once the sheet need not be filled further.
    rules: assessed.complete ? rules.filter((one) => one.outcome !== 'open') : rules,
    distance: distances(kind, assessed).map((one) =>
      distanceText(
        one,
        one.section === null ? totalDirection : kind.sections.find((section) => section.key === one.section)!.direction,
      ),
    ),
    final:
      final.level === null
        ? `目前在${spanWords(kind.levels, final)}`
        : `建议评定为${kind.levels.find((one) => one.level === final.level)!.name}`,
  }
}
