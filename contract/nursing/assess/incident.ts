// What happened to somebody: a fall, somebody who got lost. Whoever writes down an outcome ticks it; its words suggest what to
// tick, and count for clients that cannot say it. Words that say it did not happen, or only speak of the risk, suggest nothing.
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'
import type { HarmKey } from '#contract/nursing/assess/kind'

/** Harms that may have come about, in the order in which they are offered. */
export const Incident = options('Incident', '发生的事件', [
  ['fall', ['跌倒', 'orange']],
  ['bedFall', ['坠床', 'amber']],
  ['wander', ['走失', 'purple']],
  ['choking', ['噎食', 'red']],
  ['scald', ['烫伤', 'orange']],
  ['misIngestion', ['误食误服', 'green']],
])
export type IncidentValue = Static<typeof Incident.schema> & HarmKey

interface Told {
  harm: IncidentValue
  words: RegExp
}

/** A fall out of bed stands before other falls: 坠床跌倒 is one incident. */
const TOLD: readonly Told[] = [
  { harm: 'bedFall', words: /坠床|(?:掉|滚|摔|跌)下床|从床上?(?:掉|滚|摔|跌)/g },
  {
    harm: 'fall',
    words: /跌倒|跌伤|跌落|跌坐|跌跤|滑倒|绊倒|倒地|倒在地|坐在地上|躺在地上|摔(?!了?[东西门碎坏杯碗盘盆筷])/g,
  },
  { harm: 'wander', words: /走失|走丢|走散|(?:私自|擅自|独自|自行)(?:外出|离院|出院门|出走)|出走/g },
  { harm: 'choking', words: /噎食|噎住|噎着|噎到|呛噎|卡喉|食物卡住/g },
  { harm: 'scald', words: /烫伤|烫到|烫着/g },
  { harm: 'misIngestion', words: /误食|误服/g },
]

/** Right before the word: it did not happen. 没站稳跌倒 did. */
const NOT =
  /(?:[未没无非]|没有|不是|并未|并无|防止?|预防|避免|以免|以防|差点|险些|几乎|以为|否认|怕|担心)(?:再|有|发生|出现|造成)*$/
/** Right after it: a risk, a precaution, something long past. */
const ABOUT =
  /^(?:的|相关)?(?:(?:极?高|中|低)?(?:风险|危险?)|史|隐患|宣教|告知|提示|标识|标记|评估|预防|防范|倾向|报警|探测)/
const FALSE_ALARM = /误报|误触|误按|误碰|虚报|测试/

/** The harms that the words tell of. */
export function incidentsIn(text: string): IncidentValue[] {
  if (FALSE_ALARM.test(text)) return []
  const found = new Set<IncidentValue>()
  for (const clause of text.split(/[，。；、！？：,;!?:\s]+/)) {
    for (const { harm, words } of TOLD) {
      for (const hit of clause.matchAll(words)) {
        const before = clause.slice(0, hit.index)
        const after = clause.slice(hit.index + hit[0].length)
        if (!NOT.test(before) && !ABOUT.test(after)) found.add(harm)
      }
    }
  }
  if (found.has('bedFall')) found.delete('fall')
  return [...found]
}

const BROUGHT_BACK = /陪同返回|陪回|带回|找回|寻回|劝返|劝回|追回/

/** Of an alarm of a fence: whoever was brought back had gone. */
export const leftAlone = (text: string): boolean => !FALSE_ALARM.test(text) && BROUGHT_BACK.test(text)

const FENCE = 'railAlarm'

/** What an alarm and the words about how it ended suggest. */
export function suggestedIncidents(
  { type, content }: { type: string; content: string },
  said: string,
): IncidentValue[] {
  const found = new Set(incidentsIn(`${content}，${said}`))
  if (type === FENCE && leftAlone(said)) found.add('wander')
  return [...found]
}

/** Sheets about other harms that an incident is a reason for as well: who fell out of bed fell. */
export const HARMS_OF: Readonly<Partial<Record<HarmKey, readonly HarmKey[]>>> = { bedFall: ['bedFall', 'fall'] }
