// Assessments of the demo's residents: nearly everybody who lives or lived here was assessed on coming and once a year since;
// a few are overdue, wait for their second assessor, or were only begun. Who may assess, and one change that was reported.
import { assess } from '#contract/nursing/assess/engine'
import type { Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { kindOfType } from '#contract/nursing/assess/kinds'
import { AssessmentType } from '#contract/nursing/assessment'
import { presetLevelId } from '#server/areas/nursing/level/levelPresets'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { demoSignatures } from '#server/kit/demoSignatures'
import { keepNumbers } from '#server/kit/numbers'
import { answersFor, inputsOf } from './demoAnswers.ts'
import { addQin, QIN } from './demoAssessQin.ts'

const SEED = 20_261_119
const { of2013, of2023 } = AssessmentType.is

/** The level of the standard that a nursing level stands for. */
const LEVEL_OF: Readonly<Record<string, number>> = {
  自理: 0,
  '半护理（三级护理）': 1,
  '半护理（二级护理）': 2,
  '全护理（一级护理）': 3,
  '特护（特级护理）': 4,
  失智专护: 3,
}

const PLANNED = `with residents as (
  select t.oldman_id, t.oldman_name, t.status, t.attention, l.level_name, d.dept_name,
    coalesce((select min(s.start_date) from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id), t.created_at::date + 1) as came,
    (select max(s.end_date) from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id) as went,
    row_number() over (order by t.archive_no, t.oldman_id)::int as n,
    (select f.name from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id order by f.sort limit 1) as informant
  from oldman t left join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
  left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
  where t.org_id = $1 and t.status in (1, 2, 3, 4, 5) and t.oldman_name <> $2
)
select e.oldman_id as "oldmanId", e.status, e.level_name as "levelName", e.dept_name as "deptName", e.attention, e.n, e.informant, turn,
  greatest(least(e.came - 2 + turn * 350, current_date - 1), date '2023-01-01') as day
from residents e cross join generate_series(0, 5) as turn
where e.n % 24 <> 7 and (e.status <> 3 or e.n % 2 = 0)
  and (turn = 0 or (e.status = 1 and e.came - 2 + turn * 350 < current_date and not (e.n % 17 = 3 and e.came - 2 + (turn + 1) * 350 >= current_date)))
order by day, e.n, turn`

interface Planned {
  oldmanId: string
  status: number
  levelName: string | null
  deptName: string | null
  attention: number[]
  n: number
  informant: string | null
  turn: number
  day: string
}

const ADD = `insert into assessment (org_id, assessment_id, assess_no, type, kind, oldman_id, reason, assess_date, place, assessor1, assessor2,
  informant, informant_relation, answers, inputs, answered, item_count, section_scores, total, preliminary_level, proposed_level, fired_rules,
  final_level, level_name, suggested_level_id, state, next_date, bound, signature1, signature2, signed_at, stacking, version, updated_name, updated_at, created_at)
select $1, x.id, x.no, x.type, x.kind, x.oldman, x.reason, x.day, x.place, x.first, x.second, x.informant, '子女', x.answers, x.inputs, x.answered,
  x.count, x.sections, x.total, x.preliminary, x.final, x.fired, x.final, x.words, x.suggested, x.state, x.next, x.bound, x.sign1, x.sign2,
  case when x.sign1 is not null then x.day + time '11:20' end, x.stacking, 2, '何静', x.day + time '11:20', x.day + time '10:00'
from jsonb_to_recordset($2::jsonb) as x(id text, no text, type int, kind text, oldman text, reason int, day date, place text, first text,
  second text, informant text, answers jsonb, inputs jsonb, answered int, count int, sections jsonb, total int, preliminary int, final int,
  fired jsonb, words text, suggested text, state text, next date, bound bool, sign1 text, sign2 text, stacking text)`

const TEXTS = [
  '现场查看，家属在场',
  '近一个月护理记录相符',
  '家属反映近半年变化明显',
  '需在旁提醒并搀扶',
  '本人能说明，动作慢',
]
const WARD_TEAM: Readonly<Record<string, readonly string[]>> = {
  松鹤楼护理组: ['陆小燕', '李晓梅'],
  长青楼护理组: ['丁力', '周岚'],
  康宁楼护理组: ['唐婉', '许佳慧'],
}
/** So many of the last ones were made in this product, and bear their signatures. */
const SIGNED = 60
/** Residents who have not come yet: some sheets wait for the second assessor, some were only begun. */
const UNFINISHED = [3, 5]

const filled = (values: Readonly<Record<string, unknown>>, by: string, at: string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, version: 2, by, at }]))

function sheetOf(kind: Kind, one: Planned, luck: ReturnType<typeof chance>, state: string) {
  const dementia = one.attention.includes(1)
  const inputs = inputsOf(kind, dementia)
  const top = indexOf(kind).top
  // Years ago many were a little better.
  const now = Math.min(LEVEL_OF[one.levelName ?? ''] ?? 1, top)
  const level =
    one.turn === 0 && one.n % 3 === 0 ? Math.max(now - 1, dementia ? 1 : 0) : Math.max(now, dementia ? 1 : 0)
  const answers = answersFor(kind, luck, level, inputs)
  if (!answers) throw new Error(`No answers of ${kind.key} come to level ${level}`)
  // Begun: only the first items.
  const kept = state === 'DRAFT' ? Object.entries(answers).slice(0, 5 + (one.n % 9)) : Object.entries(answers)
  const given = Object.fromEntries(kept)
  const said = state === 'DRAFT' ? {} : inputs
  const done = assess(kind, given, said)
  const at = `${one.day} 10:40:00`
  const worded = Object.fromEntries(
    kept.map(([key, option]) => [key, { option, evidence: luck.often(0.12) ? luck.pick(TEXTS) : null }]),
  )
  return {
    answers: filled(worded, '何静', at),
    inputs: filled(said, '何静', at),
    answered: done.answered,
    count: done.of,
    sections: Object.fromEntries(done.sections.map((section) => [section.key, section.score])),
    total: done.open.length === 0 ? done.total : null,
    preliminary: done.preliminary.level,
    final: done.final.level,
    fired: done.rules.filter((rule) => rule.outcome === 'changed').map((rule) => rule.key),
  }
}

function rowOf(
  demo: DemoContext,
  one: Planned,
  luck: ReturnType<typeof chance>,
  no: string,
  signatures: readonly string[] | null,
) {
  const type = one.n % 9 === 0 && one.turn === 0 ? of2013 : of2023
  const kind = kindOfType(type)
  const unfinished = UNFINISHED.includes(one.status)
  const state = unfinished && one.n % 5 === 1 ? 'WAITING' : unfinished && one.n % 5 === 3 ? 'DRAFT' : 'DONE'
  const done = state === 'DONE'
  const sheet = sheetOf(kind, one, luck, state)
  const level = sheet.final === null ? undefined : indexOf(kind).levels.get(sheet.final)
  const team = WARD_TEAM[one.deptName ?? ''] ?? ['宋文博']
  const hand = (name: string) =>
    signatures && done
      ? signatures[[...name].reduce((sum, sign) => sum + sign.codePointAt(0)!, 0) % signatures.length]!
      : null
  const second = team[one.n % team.length]!
  return {
    ...sheet,
    id: demo.id(`assessment:${one.oldmanId}:${one.turn}`),
    no,
    type,
    kind: kind.key,
    oldman: one.oldmanId,
    reason: one.turn === 0 ? 1 : 2,
    day: one.day,
    place: one.status === 1 || one.status === 4 ? '老人房间，本人在场' : '接待室',
    first: demo.staff('何静'),
    second: state === 'DRAFT' ? null : demo.staff(second),
    informant: one.informant,
    final: done ? sheet.final : sheet.final,
    words: done ? (level?.short ?? null) : null,
    suggested: done && level?.nursing ? presetLevelId(demo.orgId, level.nursing) : null,
    state,
    next: done ? nextYear(one.day, kind.againMonths) : null,
    bound: done && !unfinished && one.n % 41 !== 3,
    sign1: hand('何静'),
    sign2: hand(second),
    stacking: done ? kind.stacking : null,
  }
}

function nextYear(day: string, months: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

/** Numbered by day, as they were made. */
function numbered(all: readonly Planned[]): { nos: string[]; used: { day: string; last: number }[] } {
  const last = new Map<string, number>()
  const nos = all.map(({ day }) => {
    const next = (last.get(day) ?? 0) + 1
    last.set(day, next)
    return `PG${day.replaceAll('-', '')}${String(next).padStart(4, '0')}`
  })
  return { nos, used: [...last].map(([day, count]) => ({ day, last: count })) }
}

const CHUNK = 100
const AUTH = `insert into assess_auth (org_id, user_id, granted_name, granted_at) select $1, u, '何静', now() - interval '300 days' from unnest($2::text[]) u`
const CHANGE = `insert into assess_change (org_id, change_id, oldman_id, content, happened_on, by_name, at)
select t.org_id, md5('assessChange:' || t.oldman_id), t.oldman_id, '夜间起床时滑倒，之后走路要人搀扶，晚上睡不好', current_date - 2, '李晓梅', now() - interval '40 hours'
from oldman t join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id where t.org_id = $1 and t.status = 1 and d.dept_name = '松鹤楼护理组' and t.oldman_name <> $2
order by t.archive_no offset 6 limit 1`

async function addAssessments(tx: Tx, demo: DemoContext): Promise<void> {
  const assessors = ['何静', '宋文博', ...Object.values(WARD_TEAM).flat()]
  await tx.client.query(AUTH, [demo.orgId, assessors.map((name) => demo.staff(name))])
  const { rows } = await tx.client.query<Planned>(PLANNED, [demo.orgId, QIN])
  const luck = chance(SEED)
  const signatures = await demoSignatures()
  const { nos, used } = numbered(rows)
  const made = rows.map((one, i) => rowOf(demo, one, luck, nos[i]!, i >= rows.length - SIGNED ? signatures : null))
  for (let i = 0; i < made.length; i += CHUNK) {
    await tx.client.query(ADD, [demo.orgId, JSON.stringify(made.slice(i, i + CHUNK))])
  }
  await keepNumbers(tx, demo.orgId, 'PG', used)
  await addQin(tx, demo, luck, signatures)
  await tx.client.query(CHANGE, [demo.orgId, QIN])
  tx.log({ remark: `完成能力评估 ${made.length} 份`, targetType: 'assessment' })
}

export default demoPart(42, addAssessments)
