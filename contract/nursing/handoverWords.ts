// What a sheet of a handover tells, and in which words: facts are kept as fields, sentences are made from them here, for the
// page and for the paper.
import { options } from '#contract/kit/options'
import { bool, int, list, nul, obj, type Static, str } from '#contract/kit/schema'

/** In the order of the sheet. */
export const HandoverFactKind = options('HandoverFactKind', '交班内容', [
  ['fall', ['跌倒', 'red']],
  ['alarm', ['告警与呼叫', 'orange']],
  ['vital', ['体征异常', 'red']],
  ['risk', ['新增风险', 'red']],
  ['arrive', ['新入住', 'blue']],
  ['leave', ['退住', 'grey']],
  ['hospital', ['住院', 'purple']],
  ['outing', ['外出', 'purple']],
  ['moved', ['调床与等级', 'teal']],
  ['plan', ['护理计划变动', 'teal']],
  ['skin', ['翻身', 'orange']],
  ['stool', ['排便未解', 'amber']],
  ['meal', ['进食差', 'amber']],
  ['refused', ['拒绝的护理', 'amber']],
  ['missed', ['漏做的护理', 'red']],
  ['undone', ['未完成任务', 'slate']],
  ['drugUse', ['用药变动', 'teal']],
  ['drugTake', ['拒服与漏服', 'red']],
  ['visit', ['来访', 'slate']],
])
export type HandoverFactKindValue = Static<typeof HandoverFactKind.schema>

/** Without a stool for so many days it is handed over. */
export const STOOL_DAYS = 3
/** Whoever came within so many days is new. */
export const NEW_DAYS = 3

export const HandoverFact = obj({
  factId: str(),
  kind: HandoverFactKind.schema,
  oldmanId: nul(str()),
  oldmanName: nul(str('老人')),
  bedPath: nul(str('床位')),
  /** The record it is taken from. */
  refId: nul(str()),
  at: str('时间'),
  /** What it is about: the alarm's text, the abnormal values, the project, where to, who came. */
  what: str('内容'),
  /** How often; days without a stool; people of a visit. */
  times: int('次数'),
  /** Planned times of tasks. */
  clocks: list(str()),
  /** How it stands: a state of its own kind. */
  ended: nul(str('结果')),
  /** In the words of who dealt with it. */
  result: nul(str('处理')),
  byName: nul(str('处理人')),
  /** When it ended, or should. */
  untilAt: nul(str('到')),
  urgent: bool('紧急'),
})
export type HandoverFactData = Static<typeof HandoverFact>

/** How a fact stands, by its kind. */
export const HandoverEnd = options('HandoverEnd', '结果', [
  ['open', ['未处理', 'red']],
  ['handled', ['已处理', 'green']],
  ['ignored', ['已忽略', 'grey']],
  ['cleared', ['自行解除', 'slate']],
  ['answered', ['待复测', 'amber']],
  ['closed', ['已结束', 'green']],
  ['away', ['未归', 'purple']],
  ['late', ['逾期未归', 'red']],
  ['back', ['已返回', 'green']],
  ['missed', ['漏做', 'red']],
  ['refused', ['拒绝', 'orange']],
  ['waiting', ['未做', 'slate']],
  ['vomited', ['呕吐', 'orange']],
  ['started', ['新用', 'blue']],
  ['paused', ['暂停', 'amber']],
  ['stopped', ['停用', 'grey']],
  ['inside', ['还在院内', 'amber']],
  ['gone', ['已离开', 'grey']],
])
export type HandoverEndValue = Static<typeof HandoverEnd.schema>

const clock = (at: string | null) => (at ? at.slice(5, 16) : '')
const said = (...parts: (string | null | false | undefined)[]) => parts.filter(Boolean).join('，')

/** One line without the name of the elder. */
export function factWords(fact: HandoverFactData): string {
  const { kind, what, times, clocks, result, byName, untilAt, at } = fact
  const ended = HandoverEnd.find(fact.ended as HandoverEndValue)?.label
  const by = byName ? `（${byName}）` : ''
  switch (kind) {
    case 'fall':
    case 'alarm':
      return said(
        `${clock(at)} ${what}${times > 1 ? ` 共 ${times} 次` : ''}`,
        ended,
        result && `${result}${by}`,
        !result && byName,
      )
    case 'vital':
      return said(`${clock(at)} ${what}`, ended, result ? `${result}${by}` : ended === '未处理' && '还没有人处理')
    case 'outing':
    case 'hospital':
      return said(
        `${clock(at)} ${kind === 'hospital' ? '住院' : '外出'}${what ? `：${what}` : ''}`,
        fact.ended === 'back' ? `${clock(untilAt)} 返回` : `${ended}，应于 ${clock(untilAt)} 返回`,
        result,
      )
    case 'stool':
      return `已 ${times} 天未解大便`
    case 'meal':
      return said(what, result, ended && `连续进食差提醒${ended}${by}`)
    case 'skin':
    case 'refused':
    case 'missed':
    case 'undone':
      return said(`${what}${clocks.length > 0 ? ` ${clocks.join(' ')}` : ''}`, kind === 'skin' && ended, result)
    case 'drugTake':
      return said(`${what}${clocks.length > 0 ? ` ${clocks.join(' ')}` : ''}`, ended, result)
    case 'drugUse':
      return said(`${clock(at)} ${ended ?? ''} ${what}`, result) + by
    case 'visit':
      return said(
        `${clock(at)} ${what}${times > 1 ? ` 等 ${times} 人` : ''}来访`,
        untilAt ? `${clock(untilAt)} 离开` : ended,
        result,
      )
    default:
      return said(`${clock(at)} ${what}`, result && result !== what && result) + by
  }
}

export const HandoverWalk = options('HandoverWalk', '床旁交接原因', [
  ['special', ['特级', 'red']],
  ['first', ['一级', 'orange']],
  ['new', ['新入', 'blue']],
  ['back', ['返院', 'purple']],
  ['risk', ['高风险', 'red']],
  ['focus', ['重点', 'amber']],
])
export type HandoverWalkValue = Static<typeof HandoverWalk.schema>

export const HandoverNumbers = obj({
  /** Who lives here. */
  should: int('应在'),
  present: int('实在'),
  came: int('新入'),
  left: int('退住'),
  out: int('外出'),
  hospital: int('住院'),
  special: int('特级'),
  first: int('一级'),
  focus: int('重点'),
})
export type HandoverNumbersData = Static<typeof HandoverNumbers>

export interface CountedElder {
  inHouse: boolean
  away: string | null
  grade: string | null
  focus: boolean
}

/** The head of the sheet, counted from the very rows below it. */
export function numbersOf(
  elders: readonly CountedElder[],
  facts: readonly Pick<HandoverFactData, 'kind' | 'oldmanId'>[],
): HandoverNumbersData {
  const here = elders.filter((one) => one.inHouse)
  const count = (test: (one: CountedElder) => boolean) => here.filter(test).length
  const people = (kind: HandoverFactKindValue) =>
    new Set(facts.filter((one) => one.kind === kind).map((one) => one.oldmanId)).size
  const out = count((one) => one.away === 'OUT')
  const hospital = count((one) => one.away === 'HOSPITAL')
  return {
    should: here.length,
    present: here.length - out - hospital,
    came: people('arrive'),
    left: people('leave'),
    out,
    hospital,
    special: count((one) => one.grade === 'special'),
    first: count((one) => one.grade === 'first'),
    focus: count((one) => one.focus),
  }
}

/** What a ward hands over in things, until it has a list of its own: the next sheet begins with the last one's. */
export const USUAL_ITEMS = ['钥匙', '体温计', '血压计', '轮椅', '对讲机', '平板', '毒麻药'] as const
