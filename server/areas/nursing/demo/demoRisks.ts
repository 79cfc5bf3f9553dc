// Risk sheets of the demo's residents: the nine harms of nearly everybody who lives here, and a scale where one was high. What
// they found stands at the names; some families have not signed yet.
import { type Assessed, assess } from '#contract/nursing/assess/engine'
import type { HarmKey, Kind } from '#contract/nursing/assess/kind'
import { levelOf } from '#contract/nursing/assess/kindIndex'
import { morse } from '#contract/nursing/assess/kinds/morse'
import { nineHarms } from '#contract/nursing/assess/kinds/nineHarms'
import { marksOfSheet, sectionLevelsOf } from '#contract/nursing/assess/risk'
import { AssessmentType } from '#contract/nursing/assessment'
import { keepMarksOf } from '#server/areas/nursing/assessForm/assessMarks'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { demoSignatures } from '#server/kit/demoSignatures'
import { QIN } from './demoAssessQin.ts'

// Whoever is still to be assessed for the first time (every nineteenth) has none.
const ELDERS = `select t.oldman_id as "oldmanId", t.attention, l.level_name as "levelName",
  row_number() over (order by t.archive_no, t.oldman_id)::int as n,
  (select f.name from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id order by f.sort limit 1) as family,
  greatest(coalesce((select max(s.start_date) from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id), current_date - 200),
    current_date - 20 - (row_number() over (order by t.archive_no, t.oldman_id) * 13 % 320)::int) as day,
  greatest(coalesce((select max(s.start_date) from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id), current_date - 200),
    current_date - 5 - (row_number() over (order by t.archive_no, t.oldman_id) * 7 % 50)::int) as lately
from oldman t left join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
where t.org_id = $1 and t.status in (1, 4) and t.oldman_name <> $2`

interface Elder {
  oldmanId: string
  attention: number[]
  levelName: string | null
  n: number
  family: string | null
  day: string
  lately: string
}

type Wanted = Partial<Record<HarmKey, 2 | 3>>

/** What goes with a level of care; every few differ a little. */
function wantedOf({ attention, levelName, n }: Elder): Wanted {
  const dementia: Wanted = attention.includes(1) ? { wander: n % 2 === 0 ? 3 : 2 } : {}
  const harm: Wanted = attention.includes(2) || attention.includes(3) ? { harm: 3 } : {}
  const heavy = /特护|全护理/.test(levelName ?? '')
  const half = /半护理|失智/.test(levelName ?? '')
  if (heavy) {
    return { ...dementia, ...harm, pressureUlcer: n % 3 === 0 ? 3 : 2, bedFall: 2, ...(n % 4 === 1 && { choking: 2 }) }
  }
  if (half) return { ...dementia, ...harm, fall: n % 5 === 0 ? 3 : 2 }
  return { ...dementia, ...harm, ...(n % 4 === 0 && { fall: 2 }) }
}

/** The best of everything, and worse ones one by one until each section is where it shall be. */
function answersFor(
  kind: Kind,
  reached: (answers: Record<string, string>) => Record<string, number | null>,
  wanted: Wanted,
) {
  const answers: Record<string, string> = {}
  const sides = (item: Kind['sections'][number]['items'][number]) => {
    const sorted = [...item.options].sort((a, b) => a.score - b.score)
    return { mild: sorted[0]!.key, worse: sorted.at(-1)!.key }
  }
  for (const { items } of kind.sections) for (const item of items) answers[item.key] = sides(item).mild
  for (const section of kind.sections) {
    const harm = section.harm ?? kind.harm
    const level = harm ? (wanted[harm] ?? 1) : 1
    for (const item of section.items) {
      if ((reached(answers)[section.key] ?? 1) >= level) break
      answers[item.key] = sides(item).worse
      // Some answers alone are a high risk.
      if ((reached(answers)[section.key] ?? 1) > level) answers[item.key] = sides(item).mild
    }
  }
  return answers
}

const filled = (values: Readonly<Record<string, unknown>>, at: string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, version: 2, by: '何静', at }]))

/** How grave it is by section; a scale about one harm has one level for all of it. */
const reachedBy = (kind: Kind, done: Assessed): Record<string, number | null> =>
  kind.harm
    ? Object.fromEntries(
        kind.sections.map((one) => [
          one.key,
          done.final.level === null ? 1 : (levelOf(kind, done.final.level).grave ?? 1),
        ]),
      )
    : sectionLevelsOf(done)

interface Hands {
  first: string
  second: string
  family: string | null
}

function rowOf(demo: DemoContext, elder: Elder, kind: Kind, wanted: Wanted, hands: Hands) {
  const inputs = Object.fromEntries(
    kind.inputs.filter((one) => !one.fromKind && !one.fromField).map((one) => [one.key, one.options[0]!.value]),
  )
  const score = (answers: Record<string, string>) => assess(kind, answers, inputs)
  const answers = answersFor(kind, (given) => reachedBy(kind, score(given)), wanted)
  const done = score(answers)
  const final = done.final.level
  if (final === null) throw new Error(`The demo's ${kind.key} comes to no level`)
  const told = levelOf(kind, final)
  const at = `${elder.day} 14:40:00`
  return {
    id: demo.id(`risk:${kind.key}:${elder.oldmanId}`),
    kind: kind.key,
    oldman: elder.oldmanId,
    day: elder.day,
    answers: filled(
      Object.fromEntries(Object.entries(answers).map(([key, option]) => [key, { option, evidence: null }])),
      at,
    ),
    inputs: filled(inputs, at),
    count: done.of,
    sections: Object.fromEntries(done.sections.map((one) => [one.key, one.score])),
    total: done.total,
    preliminary: done.preliminary.level,
    final,
    fired: done.rules.filter((rule) => rule.outcome === 'changed').map((rule) => rule.key),
    words: told.short,
    harms: marksOfSheet({ kind: kind.key, finalLevel: final, sectionLevels: sectionLevelsOf(done) }),
    months: told.againDays === undefined ? kind.againMonths : 0,
    days: told.againDays ?? 0,
    stacking: kind.stacking,
    sign1: hands.first,
    sign2: kind.assessors === 1 ? null : hands.second,
    hand: hands.family,
    family: hands.family === null ? null : elder.family,
  }
}

const ADD = `insert into assessment (org_id, assessment_id, type, kind, oldman_id, reason, assess_date, place, assessor1, assessor2, answers, inputs,
  answered, item_count, section_scores, total, preliminary_level, proposed_level, fired_rules, final_level, level_name, harms, state, next_date,
  bound, signature1, signature2, signed_at, family_signature, family_name, family_signed_at, stacking, version, updated_name, updated_at, created_at)
select $1, x.id, ${AssessmentType.is.risk}, x.kind, x.oldman, 2, x.day, '老人房间，本人在场', $3, case when x.sign2 is not null then $4 end, x.answers, x.inputs,
  x.count, x.count, x.sections, x.total, x.preliminary, x.final, x.fired, x.final, x.words, x.harms, 'DONE',
  (x.day + make_interval(months => x.months, days => x.days))::date, false, x.sign1, x.sign2, x.day + time '15:10', x.hand, x.family,
  case when x.hand is not null then x.day + time '16:30' end, x.stacking, 2, '何静', x.day + time '15:10', x.day + time '14:20'
from jsonb_to_recordset($2::jsonb) as x(id text, kind text, oldman text, day date, answers jsonb, inputs jsonb, count int, sections jsonb,
  total int, preliminary int, final int, fired jsonb, words text, harms jsonb, months int, days int, stacking text, sign1 text, sign2 text,
  hand text, family text)`

async function addRisks(tx: Tx, demo: DemoContext): Promise<void> {
  const { rows } = await tx.client.query<Elder>(ELDERS, [demo.orgId, QIN])
  const [one, two, three] = await demoSignatures()
  const assessed = rows.filter((elder) => elder.n % 19 !== 11)
  const made = assessed.flatMap((elder) => {
    const wanted = wantedOf(elder)
    const informs = Object.keys(wanted).length > 0
    // Of every six one family still has to come.
    const family = informs && elder.family !== null && elder.n % 6 !== 1 ? (three ?? one!) : null
    const hands: Hands = { first: one!, second: two ?? one!, family }
    const nine = rowOf(demo, elder, nineHarms, wanted, hands)
    return wanted.fall === 3 ? [nine, rowOf(demo, { ...elder, day: elder.lately }, morse, { fall: 3 }, hands)] : [nine]
  })
  for (let i = 0; i < made.length; i += 100) {
    await tx.client.query(ADD, [
      demo.orgId,
      JSON.stringify(made.slice(i, i + 100)),
      demo.staff('何静'),
      demo.staff('宋文博'),
    ])
  }
  await keepMarksOf(
    tx,
    assessed.map((elder) => elder.oldmanId),
  )
  tx.log({ remark: `完成风险评估 ${made.length} 份`, targetType: 'assessment' })
}

export default demoPart(43, addRisks)
