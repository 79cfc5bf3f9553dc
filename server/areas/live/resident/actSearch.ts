// Acts in the global search: alone (缴费) or with a resident, in either order (wxl 缴费, 缴费 王秀兰, 王秀兰缴费). Only
// what the reader may do, and only with residents whose status allows it.
import { type DeskAct, deskActs } from '#contract/live/deskActs'
import type { SearchHitData } from '#contract/platform/shell'
import type { Caller } from '#server/kit/caller'
import { HITS_PER_KIND, type SearchWords, titleRank } from '#server/kit/search'
import { aboutResident, type FoundResident, residentsBy } from './residentSearch.ts'

/** An act stands for more than initials in the middle of a word. */
const WORST = 5

const namesOf = (act: DeskAct) => [act.title, ...(act.also ?? [])]

/** How well a word names the act; another name counts a little less than its own. */
function actRank(word: string, act: DeskAct): number | null {
  const ranks = namesOf(act).flatMap((name, i) => {
    const rank = titleRank(word, name)
    return rank === null || rank > WORST ? [] : [rank + (i === 0 ? 0 : 0.5)]
  })
  return ranks.length === 0 ? null : Math.min(...ranks)
}

interface Split {
  word: string
  people: readonly string[]
}

/** 王秀兰缴费 without a space between: only the names of acts in full, since letters would cut anywhere. */
function gluedSplits(text: string): Split[] {
  const names = deskActs.flatMap(namesOf).filter((name) => text.length > name.length)
  return names.flatMap((name) => [
    ...(text.endsWith(name) ? [{ word: name, people: [text.slice(0, -name.length)] }] : []),
    ...(text.startsWith(name) ? [{ word: name, people: [text.slice(name.length)] }] : []),
  ])
}

/** Which of the words is the act and which are the resident. */
function splitsOf({ words }: SearchWords): Split[] {
  if (words.length === 1) return gluedSplits(words[0]!)
  return [
    { word: words.at(-1)!, people: words.slice(0, -1) },
    { word: words[0]!, people: words.slice(1) },
  ]
}

const mayDo = (who: Caller, act: DeskAct) => act.needs.every((needs) => who.may(needs))

interface Ranked {
  act: DeskAct
  rank: number
}

function named(who: Caller, word: string): Ranked[] {
  return deskActs
    .flatMap((act) => {
      const rank = mayDo(who, act) ? actRank(word, act) : null
      return rank === null ? [] : [{ act, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
}

const fits = (act: DeskAct, one: FoundResident) => !act.statuses || act.statuses.includes(one.status)

async function withResidents(who: Caller, { word, people }: Split): Promise<(Ranked & { hit: SearchHitData })[]> {
  const acts = named(who, word).filter(({ act }) => act.of)
  if (acts.length === 0) return []
  const residents = await residentsBy(who.app.pool, who, people, people.join(' '), HITS_PER_KIND)
  return acts.flatMap(({ act, rank }) =>
    residents
      .filter((one) => fits(act, one))
      .map((one) => ({
        act,
        rank,
        hit: {
          kind: 'act',
          title: `${one.name} · ${act.title}`,
          subtitle: aboutResident(one),
          route: act.of!(one.id),
          icon: null,
        },
      })),
  )
}

export async function findActs(who: Caller, keyword: SearchWords): Promise<SearchHitData[]> {
  const alone = named(who, keyword.text).flatMap(({ act, rank }) =>
    act.alone ? [{ rank, hit: { kind: 'act', title: act.title, subtitle: '', route: act.alone, icon: null } }] : [],
  )
  const split = await Promise.all(splitsOf(keyword).map((one) => withResidents(who, one)))
  const found = new Map<string, SearchHitData>()
  // Acts that begin on the same page without a resident (a list of accounts) still are acts of their own.
  for (const { hit } of [...split.flat(), ...alone].sort((a, b) => a.rank - b.rank)) {
    const key = `${hit.title}\n${hit.route}`
    if (!found.has(key)) found.set(key, hit)
  }
  return [...found.values()].slice(0, HITS_PER_KIND)
}
