// Changes of level as they are read: the list, how many there are by state, one of them whole.
import type pg from 'pg'
import type { DataOf, InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import type { RegradeData, RegradeRow, regrade } from '#contract/live/regrade'
import {
  REGRADE_NEEDS,
  type RegradeMove,
  RegradeState,
  type RegradeStateValue,
  regradeMoves,
} from '#contract/live/regradeWords'
import { amountsHidden, hideMoney } from '#server/areas/expense/public'
import {
  nameFilter,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import { mayReview, reviewRuleOf, standingUnder } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter, pageOfRows } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'
import { assessedOf, assessmentsOf } from './regradeAssessed.ts'
import { whyNotBack } from './regradeBack.ts'
import type { Images } from './regradeDecide.ts'
import { missingRegrade, REVIEWED, whyNotDecide } from './regradeRow.ts'
import { withoutMoney } from './regradeShow.ts'

type Client = pg.Pool | pg.ClientBase
type Calls = (typeof regrade)['calls']

const FROM = `regrade t ${WITH_RESIDENT}`
const JOINS = `${RESIDENT_JOINS}
left join nursing_level was on was.org_id = t.org_id and was.level_id = t.old_level_id
join nursing_level will on will.org_id = t.org_id and will.level_id = t.new_level_id`
const ROW = `${RESIDENT_MARKS}, t.regrade_id as "regradeId", t.regrade_no as "regradeNo", o.dept_id as "deptId",
  t.old_level_id as "oldLevelId", was.level_name as "oldLevelName", t.new_level_id as "newLevelId",
  will.level_name as "newLevelName", t.effective_date as "effectiveDate", t.reason, t.assessment_id as "assessmentId", t.state,
  t.state = ${RegradeState.is.approved} and t.effective_date <= current_date as "inForce",
  ${staffName('t.applicant_id')} as "askedBy", t.applicant_id as "askedById", t.submitted_at as "submittedAt",
  ${staffName('t.decided_by')} as "decidedBy", t.decided_at as "decidedAt", t.opinion, t.created_at as "createTime", t.version`

type Stored = Omit<RegradeRow, 'own' | 'mine' | 'can'> & { askedById: string }

interface Standing {
  /** May decide, whoever proposed it. */
  decides: boolean
  /** … their own as well. */
  ownToo: boolean
}

async function standingOf(client: Client, who: Caller): Promise<Standing> {
  if (!who.may(REGRADE_NEEDS.decide)) return { decides: false, ownToo: false }
  const rule = await reviewRuleOf(client, who.orgId, REVIEWED.act)
  if (!rule.needed) return { decides: true, ownToo: true }
  return { decides: await mayReview(who, rule, client), ownToo: false }
}

const WAITS = `t.state = ${RegradeState.is.waiting}`
const mineFilters = (who: Caller, { decides, ownToo }: Standing): Filter[] => [
  [`${WAITS} and ?::boolean`, decides],
  ['t.applicant_id <> ?', ownToo ? null : who.userId],
]

function canOf(who: Caller, row: Stored, standing: Standing): RegradeMove[] {
  const own = row.askedById === who.userId || who.isAdmin
  const decides = standing.decides && (standing.ownToo || row.askedById !== who.userId)
  return regradeMoves
    .can(row.state, (needs) => who.may(needs))
    .filter((move) => {
      if (move === 'lapse' || move === 'rehearse') return false
      if (move === 'withdraw' || move === 'discard') return own
      return move === 'approve' || move === 'sendBack' ? decides : true
    })
}

const told = (who: Caller, { askedById, ...row }: Stored, standing: Standing): RegradeRow => {
  const can = canOf(who, { askedById, ...row }, standing)
  return { ...row, own: askedById === who.userId, mine: can.includes('approve'), can }
}

type Asked = Omit<InputOf<Calls['list']>, 'page' | 'size' | 'orderBy'>

const filtersOf = (who: Caller, q: Asked, standing: Standing): Filter[] => [
  ...residentScope(who),
  nameFilter(q.keyword),
  ['t.state = ?', q.state],
  ...(q.mine === 1 ? mineFilters(who, standing) : []),
  ['t.oldman_id = ?', q.oldmanId],
  ['o.dept_id = ?', q.deptId],
  ['t.new_level_id = ?', q.levelId],
  ['t.effective_date >= ?::date', q.startDate],
  ['t.effective_date <= ?::date', q.endDate],
]

export async function listRegrades(who: Caller, q: InputOf<Calls['list']>): Promise<PageInfo<RegradeRow>> {
  const standing = await standingOf(who.app.pool, who)
  const page = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: FROM,
      key: 'regrade_id',
      select: ROW,
      join: JOINS,
      filters: filtersOf(who, q, standing),
      sorts: {
        createTime: 't.created_at',
        effectiveDate: 't.effective_date',
        submittedAt: 't.submitted_at',
        decidedAt: 't.decided_at',
        oldmanName: 'o.pinyin',
      },
      // What waits longest is decided first.
      defaultSort: q.mine === 1 ? 't.submitted_at' : 't.created_at desc',
    },
    q,
  )
  return { ...page, list: page.list.map((row) => told(who, row, standing)) }
}

export async function countRegrades(who: Caller, q: InputOf<Calls['counts']>): Promise<DataOf<Calls['counts']>> {
  const standing = await standingOf(who.app.pool, who)
  const { where, values } = conditionsOf(filtersOf(who, { ...q, state: null }, standing))
  const found = await who.app.pool.query<{ state: RegradeStateValue; count: number }>(
    `select t.state, count(*)::int as count from ${FROM} where ${where} group by t.state`,
    values,
  )
  const of = (state: RegradeStateValue) => found.rows.find((row) => row.state === state)?.count ?? 0
  return [
    { state: null, count: found.rows.reduce((sum, row) => sum + row.count, 0) },
    ...RegradeState.list.map(({ value }) => ({ state: value, count: of(value) })),
  ]
}

const DETAIL = `select ${ROW}, t.stay_id as "stayId", t.choices, t.template_id as "templateId",
  (select x.template_name from document_template x where x.org_id = t.org_id and x.template_id = t.template_id) as "templateName",
  t.informed, t.level_reason as "levelReason", t.contract_id as "contractId", paper.contract_no as "contractNo",
  paper.title as "contractTitle", t.plan_id as "planId", t.images
from ${FROM} ${JOINS} left join contract_document paper on paper.org_id = t.org_id and paper.contract_id = t.contract_id
where ${PAPER_IN_SCOPE} and t.regrade_id = $3`

const STEPS = `select to_char(created_at, 'YYYY-MM-DD HH24:MI') as at, user_name as who, what, opinion from regrade_step
where org_id = $1 and regrade_id = $2 order by created_at, step_id`

interface Whole extends Stored {
  stayId: string
  choices: RegradeData['choices']
  templateId: string | null
  templateName: string | null
  informed: string | null
  levelReason: string | null
  contractId: string | null
  contractNo: string | null
  contractTitle: string | null
  planId: string | null
  images: unknown
}

const TONES: Readonly<Record<string, string>> = {
  approve: 'green',
  sendBack: 'orange',
  takeBack: 'grey',
  discard: 'grey',
  lapse: 'grey',
}
const WORDS: Readonly<Record<string, string>> = {
  propose: '提出',
  ...Object.fromEntries(Object.entries(regradeMoves.moves).map(([key, move]) => [key, move.title])),
}

async function stepsOf(client: Client, orgId: string, regradeId: string): Promise<RegradeData['steps']> {
  const found = await client.query<{ at: string; who: string; what: string; opinion: string | null }>({
    name: 'regrade_steps',
    text: STEPS,
    values: [orgId, regradeId],
  })
  return found.rows.map(({ what, ...row }) => ({ ...row, what: WORDS[what] ?? what, tone: TONES[what] ?? 'blue' }))
}

/** Of those that wait for this reader: which this is, and which comes after it. */
const PLACE = `select t.regrade_id as id from ${FROM} where ${PAPER_IN_SCOPE} and ${WAITS} and ($3::text is null or t.applicant_id <> $3)
order by t.submitted_at, t.regrade_id`

async function placeOf(
  client: Client,
  who: Caller,
  standing: Standing,
  regradeId: string,
): Promise<RegradeData['place']> {
  if (!standing.decides) return null
  const found = await client.query<{ id: string }>({
    name: 'regrade_place',
    text: PLACE,
    values: [who.orgId, who.deptIds, standing.ownToo ? null : who.userId],
  })
  const at = found.rows.findIndex((row) => row.id === regradeId)
  if (at < 0) return null
  return { at: at + 1, of: found.rows.length, next: found.rows[(at + 1) % found.rows.length]?.id ?? null }
}

/** As it was stored; those from before a day's work was a setting say none. */
const shownThen = (images: Images | null): RegradeData['shown'] =>
  images?.shown ? { ...images.shown, workerDayMinutes: images.shown.workerDayMinutes ?? null } : null

export async function regradeDetail(client: Client, who: Caller, regradeId: string): Promise<RegradeData> {
  const found = await client.query<Whole>({
    name: 'regrade_detail',
    text: DETAIL,
    values: [who.orgId, who.deptIds, regradeId],
  })
  const row = found.rows[0]
  if (!row) throw missingRegrade()
  const { planId, images, ...shown } = row
  const standing = await standingOf(client, who)
  const waits = row.state === RegradeState.is.waiting
  const application = { applicantId: row.askedById, deptId: row.deptId }
  const judged = waits ? await whyNotDecide(client, who, application) : { why: null, people: [] }
  const assessments = await assessmentsOf(client, who.orgId, row.oldmanId)
  const current = row.assessmentId ? await assessedOf(client, who.orgId, row.assessmentId) : null
  const approved = row.state === RegradeState.is.approved
  const back = { ...shown, planId, images }
  const answer: RegradeData = {
    ...told(who, shown, standing),
    stayId: row.stayId,
    choices: row.choices,
    templateId: row.templateId,
    templateName: row.templateName,
    informed: row.informed,
    levelReason: row.levelReason,
    contractId: row.contractId,
    contractNo: row.contractNo,
    contractTitle: row.contractTitle,
    reviewers: judged.people.map((one) => one.name),
    whyNot: judged.why,
    current,
    // The one before it, of the same standard if there is one.
    last: lastBefore(assessments, current),
    steps: await stepsOf(client, who.orgId, regradeId),
    shown: shownThen(images as Images | null),
    whyNotBack: approved ? await whyNotBack(client, who.orgId, back) : null,
    place: waits ? await placeOf(client, who, standing, regradeId) : null,
  }
  if (!(await amountsHidden(client, who.orgId, who))) return answer
  return { ...hideMoney(answer), shown: answer.shown && withoutMoney({ rehearsal: answer.shown, basis: [] }) }
}

function lastBefore(all: readonly NonNullable<RegradeData['last']>[], current: RegradeData['current']) {
  if (current === null) return all[0] ?? null
  const older = all.filter(
    (one) =>
      one.assessmentId !== current.assessmentId &&
      (one.assessDate < current.assessDate || one.assessDate === current.assessDate),
  )
  return older.find((one) => one.type === current.type) ?? older[0] ?? null
}

/** How many wait for this reader, for the bench. */
export async function waitingRegrades(who: Caller): Promise<{ count: number; earliest: string | null }> {
  if (!who.may(REGRADE_NEEDS.decide)) return { count: 0, earliest: null }
  const { needed, may } = (await standingUnder(who, [REVIEWED.act])).regrade
  if (needed && !may) return { count: 0, earliest: null }
  const found = await who.app.pool.query<{ count: number; earliest: string | null }>({
    name: 'regrade_waiting',
    text: `select count(*)::int as count, min(t.submitted_at) as earliest from ${FROM}
      where t.org_id = $1 and ${inDepts('o', '$2')} and ${WAITS} and ($3::text is null or t.applicant_id <> $3)`,
    values: [who.orgId, who.deptIds, needed ? who.userId : null],
  })
  return found.rows[0]!
}
