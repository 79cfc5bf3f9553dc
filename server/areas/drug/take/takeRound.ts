// One slot of a day for a ward in one answer: the slots with their figures, the elders of the one that is shown, what each takes,
// and what is left of it.
import type pg from 'pg'
import {
  type RoundAnswerData,
  type RoundDrugData,
  type RoundLeftData,
  RoundPlaces,
  type RoundTakeData,
  type RoundUseData,
} from '#contract/drug/roundAnswer'
import { slotOf, UNDO_MINUTES } from '#contract/drug/rounds'
import type { drugTake } from '#contract/drug/take'
import { counts, slotDone } from '#contract/drug/takeMoves'
import type { DrugTakeData, RoundElderData, RoundSlotRowData } from '#contract/drug/takeRows'
import { DrugTakeState, type DrugTakeStateValue } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { IN_HOUSE } from '#contract/live/resident'
import { liesIn, placesOf } from '#contract/nursing/boardPlaces'
import { EVERY_PLACE, HOSPITAL_OUTING, MOST_ELDERS, WHOLE_WARD } from '#contract/nursing/task'
import { heldSql } from '#server/areas/drug/keep/heldSql'
import { DRUG_FACTS } from '#server/areas/drug/use/drugFacts'
import { AGE, awayNow, labelsOf, PLACE, staffName } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { aloneAt, roundSetting } from './roundSetting.ts'
import { UNDO_JOIN } from './takeRow.ts'

type Query = InputOf<typeof drugTake.calls.round>

// Who takes something in that time, lives here or did, and lies where the caller sees it. As needed they stand in the last slot.
// What is not asked for is not in the text, so that an index leads to a ward or to some elders.
const eldersOf = (inDept: boolean, named: boolean) => {
  const takes = `exists (select from drug_take k where k.org_id = t.org_id and k.oldman_id = t.oldman_id and k.plan_time >= $5 and k.plan_time < $6)`
  const dept = inDept ? 't.dept_id = any($3::text[])' : '$3::text[] is null'
  const who = named
    ? `t.oldman_id = any($4::text[]) and (${dept} and ${takes} or t.status in (${IN_HOUSE}))`
    : `$4::text[] is null and ${dept} and ${takes}`
  return `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  t.dept_id as "deptId", d.dept_name as "deptName", at.room_id as "roomId", at.bed_id as "bedId", at.path as "bedPath", t.allergies, away.away
from oldman t ${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join lateral (select jsonb_build_object('kind', case when u.out_type = '${HOSPITAL_OUTING}' then 'HOSPITAL' else 'OUT' end,
    'outId', u.out_id, 'since', to_char(u.actual_out, 'YYYY-MM-DD HH24:MI:SS'), 'until', to_char(u.plan_return, 'YYYY-MM-DD HH24:MI:SS')) as away
  from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and ${awayNow('u')} limit 1) away on true
where t.org_id = $1 and ${inDepts('t', '$2')} and ${who}
order by at.place, at.room_sort, at.room_name, at.bed_sort, at.bed_name, t.oldman_id`
}

/**
 * A night lies on two days: what the evening left open, and what of tomorrow may be given already. What is compared with the
 * clock is no way into the table: the index over it holds what is open in the whole house.
 */
const SHOWN = (from: string, to: string, now: string) => `((t.plan_time >= ${from} or t.due_until >= ${now}
    and t.state in ('WAITING', 'SET_OUT', 'CHECKED')) and (t.plan_time < ${to} or t.open_from <= ${now})) is true`

/** Of every take of the time only what the figures of the slots need: those alike are one row. */
const FIGURES = `select t.oldman_id as "oldmanId", t.plan_time as "planTime", max(t.due_until) as "dueUntil", t.state, count(*)::int as takes
from drug_take t where t.org_id = $1 and t.oldman_id = any($2) and t.plan_time >= $3 and t.plan_time < $4
  and ${SHOWN('$5', '$6', '$7')}
group by t.oldman_id, t.plan_time, t.state`

/** What the people of a slot take in it. */
const TAKES = `select t.take_id as "takeId", t.use_id as "useId", t.dose::float8 as dose, t.plan_time as "planTime", t.open_from as "openFrom",
  t.due_until as "dueUntil", t.late_until as "lateUntil", t.needed, t.state, t.set_out_at as "setOutAt", t.set_out_by as "setOutBy",
  t.checked_at as "checkedAt", t.checked_by as "checkedBy", t.alone, t.done_at as "doneAt", t.done_by as "doneBy",
  t.recorded_at as "recordedAt", t.reason, t.late, t.asked, t.opened, t.drawn, t.tries, t.effect, t.handled_at as "handledAt",
  t.handling, t.handled_by as "handledBy", t.told_doctor as "toldDoctor", t.told_family as "toldFamily", t.remark, t.version
from drug_take t where t.org_id = $1 and t.oldman_id = any($2) and t.plan_time = any($3::timestamptz[])
  and ${SHOWN('$4', '$5', '$6')}`

/** The last acts of takes, where they are such as can be taken back. */
const UNDO = `select t.take_id as "takeId", z.by as "undoBy", z.at + interval '${UNDO_MINUTES} minutes' as "undoUntil"
from drug_take t ${UNDO_JOIN} where t.org_id = $1 and t.take_id = any($2) and z.by is not null`

const USES = `select u.use_id as "useId", u.oldman_id as "oldmanId", u.drug_id as "drugId", u.route, u.frequency, u.timing,
  u.give_how as "giveHow", u.remark as "useRemark" from drug_use u where u.org_id = $1 and u.use_id = any($2)`
const DRUGS = `select ${DRUG_FACTS} from drug t join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and t.drug_id = any($2) order by g.drug_name, g.drug_id`
const PEOPLE = `select t.user_id as "userId", ${staffName('t.user_id')} as name from account t where t.org_id = $1 and t.user_id = any($2)`

/** What these elders have of their drugs, and what of it lies there and may not be given. */
const LEFT = `with batches as (select x.oldman_id, x.drug_id, min(x.until::text || x.batch_no) filter (where x.usable) as first,
    sum(x.quantity) filter (where x.until < current_date) as expired, sum(x.quantity) filter (where x.recalled) as recalled
  from (select s.oldman_id, s.drug_id, s.quantity, s.batch_no, least(s.expiry, s.open_until) as until, r.recall_id is not null as recalled,
      least(s.expiry, s.open_until) >= current_date and r.recall_id is null as usable
    from drug_stock s left join drug_recall r on r.org_id = s.org_id and r.drug_id = s.drug_id and r.batch_no = s.batch_no and r.closed_at is null
    where s.org_id = $1 and s.oldman_id = any($2) and s.quantity > 0) x group by x.oldman_id, x.drug_id)
select h.oldman_id as "oldmanId", h.drug_id as "drugId", h.usable::float8 as stock, h.days as "daysLeft", left(b.first, 10) as expiry,
  nullif(substr(b.first, 11), '') as "batchNo", b.expired::float8 as expired, b.recalled::float8 as recalled
from (${heldSql((row) => `${row}.org_id = $1 and ${row}.oldman_id = any($2)`)}) h
left join batches b on b.oldman_id = h.oldman_id and b.drug_id = h.drug_id`

const LIMITS = `select short_days as "shortDays", low_days as "lowDays", expiry_days as "expiryDays" from drug_setting where org_id = $1`

interface Figure {
  oldmanId: string
  planTime: string
  dueUntil: string
  state: DrugTakeStateValue
  takes: number
}

const severalOf = (text: string | null | undefined) =>
  text ? text.split(',').flatMap((one) => one.trim() || []) : null

/** The figures of one slot: elders, and how their takes stand. */
function countSlot(slot: RoundSlotRowData, takes: readonly Figure[]): RoundSlotRowData {
  const byElder = new Map<string, DrugTakeStateValue[]>()
  for (const { oldmanId, state } of takes) byElder.set(oldmanId, [...(byElder.get(oldmanId) ?? []), state])
  const there = [...byElder.values()].filter((states) => states.some(counts))
  const having = (state: DrugTakeStateValue) => there.filter((states) => states.includes(state)).length
  return {
    ...slot,
    total: there.length,
    done: there.filter(slotDone).length,
    refused: having(DrugTakeState.is.REFUSED) + having(DrugTakeState.is.VOMITED),
    missed: having(DrugTakeState.is.MISSED),
    takes: takes.reduce((sum, one) => sum + (counts(one.state) ? one.takes : 0), 0),
  }
}

/**
 * The one whose time it is; before the first and between two the next, after the last the last. A slot that is done stays until
 * its time is over, so that nobody is led away from what they have just pressed.
 */
const dueSlot = (slots: readonly RoundSlotRowData[], now: string): string | null =>
  (slots.find((one) => one.until >= now) ?? slots.at(-1))?.key ?? null

async function slotsOf(
  client: pg.Pool,
  orgId: string,
  figures: readonly Figure[],
): Promise<{ slots: RoundSlotRowData[]; bySlot: Map<string, Figure[]> }> {
  const setting = await roundSetting(client, orgId)
  const bySlot = new Map<string, Figure[]>()
  const named = new Map<string, RoundSlotRowData>()
  for (const one of figures) {
    const slot = slotOf(setting.slots, one.planTime.slice(11, 16))
    const key = `${one.planTime.slice(0, 10)} ${slot.clock}`
    const at = momentOf(`${key}:00`)
    const from = timeText(at - setting.earlyMinutes * 60_000)
    const until = [timeText(at + setting.lateMinutes * 60_000), one.dueUntil].sort().at(-1)!
    const known = named.get(key)
    if (known) known.until = known.until < until ? until : known.until
    else named.set(key, { ...slot, key, from, until, total: 0, done: 0, refused: 0, missed: 0, takes: 0 })
    bySlot.set(key, [...(bySlot.get(key) ?? []), one])
  }
  const slots = [...named.values()]
    .sort((a, b) => a.key.localeCompare(b.key))
    .map((slot) => countSlot(slot, bySlot.get(slot.key)!))
  return { slots, bySlot }
}

/** Whoever asks for one elder means the elder wherever that is. */
function placeAsked(query: Query, elders: number, places: RoundAnswerData['places']): string | null {
  if (query.place) return query.place === EVERY_PLACE ? null : query.place
  return query.oldmanId || elders <= WHOLE_WARD ? null : (places[0]?.value ?? null)
}

type Span = [from: string, to: string, now: string]
type Doers = 'setOutBy' | 'checkedBy' | 'doneBy'
type Stored = Omit<RoundTakeData, 'use' | 'hours' | Doers | 'handledName' | 'undoBy' | 'undoUntil'> &
  Pick<DrugTakeData, 'useId' | 'planTime' | 'openFrom' | 'dueUntil' | 'lateUntil'> &
  Record<Doers | 'handledBy', string | null>
interface Undo {
  takeId: string
  undoBy: string
  undoUntil: string
}
type StoredUse = Omit<RoundUseData, 'whose' | 'drug'> & { oldmanId: string; drugId: string }

const { CHECKED, GIVEN, REFUSED, VOMITED } = DrugTakeState.is
const UNDOABLE = new Set<DrugTakeStateValue>([CHECKED, GIVEN, REFUSED, VOMITED])

/** Nothing is said of what is as it begins: most takes of a round have not been touched. */
const said = <T>(value: T | null | undefined) =>
  value === null || value === false || value === 0 || value === '' ? undefined : value

const placesOfAll = (all: readonly string[]) => new Map(all.map((one, place) => [one, place]))

/** The takes of some elders at some planned times, with what they name. */
async function takesShown(pool: pg.Pool, orgId: string, ids: string[], times: string[], span: Span) {
  const [takes, left] = await Promise.all([
    pool.query<Stored>({ name: 'drug_round_takes', text: TAKES, values: [orgId, ids, times, ...span] }),
    pool.query<RoundLeftData>({ name: 'drug_round_left', text: LEFT, values: [orgId, ids] }),
  ])
  const doers = takes.rows.flatMap((one) =>
    [one.setOutBy, one.checkedBy, one.doneBy, one.handledBy].filter((id) => id !== null),
  )
  const acted = takes.rows.flatMap((one) => (UNDOABLE.has(one.state) ? one.takeId : []))
  const [uses, undos, people] = await Promise.all([
    pool.query<StoredUse>({
      name: 'drug_round_uses',
      text: USES,
      values: [orgId, [...new Set(takes.rows.map((one) => one.useId))]],
    }),
    acted.length === 0
      ? { rows: [] }
      : pool.query<Undo>({ name: 'drug_round_undo', text: UNDO, values: [orgId, acted] }),
    doers.length === 0
      ? { rows: [] }
      : pool.query<RoundAnswerData['people'][number]>({
          name: 'drug_round_people',
          text: PEOPLE,
          values: [orgId, [...new Set(doers)]],
        }),
  ])
  const drugs = await pool.query<RoundDrugData>({
    name: 'drug_round_drugs',
    text: DRUGS,
    values: [orgId, [...new Set(uses.rows.map((one) => one.drugId))]],
  })
  const [whoseAt, drugAt] = [placesOfAll(ids), placesOfAll(drugs.rows.map((one) => one.drugId))]
  const useAt = placesOfAll(uses.rows.map((one) => one.useId))
  const undo = new Map(undos.rows.map((one) => [one.takeId, one]))
  const names = new Map(people.rows.map((one) => [one.userId, one.name]))
  const lists = new RoundPlaces()
  const personAt = (userId: string | null) => lists.personAt(userId, (userId && names.get(userId)) ?? null)
  // Drugs are sorted as the language does it, so their places sort the takes.
  const drugOf = (one: Stored) => drugAt.get(uses.rows[useAt.get(one.useId)!]!.drugId)!
  const sorted = takes.rows.toSorted(
    (a, b) => a.planTime.localeCompare(b.planTime) || drugOf(a) - drugOf(b) || (a.takeId < b.takeId ? -1 : 1),
  )
  const stock = new Map(left.rows.map((one) => [`${one.oldmanId} ${one.drugId}`, one]))
  return {
    whose: ids,
    drugs: drugs.rows,
    uses: uses.rows.map(({ oldmanId, drugId, timing, giveHow, useRemark, ...one }) => ({
      ...one,
      whose: whoseAt.get(oldmanId)!,
      drug: drugAt.get(drugId)!,
      timing: said(timing),
      giveHow: said(giveHow),
      useRemark: said(useRemark),
    })),
    takes: sorted.map((one) => ({
      takeId: one.takeId,
      use: useAt.get(one.useId)!,
      hours: lists.hoursAt(one),
      dose: one.dose,
      state: one.state,
      needed: said(one.needed),
      setOutAt: said(one.setOutAt),
      setOutBy: personAt(one.setOutBy),
      checkedAt: said(one.checkedAt),
      checkedBy: personAt(one.checkedBy),
      alone: said(one.alone),
      doneAt: said(one.doneAt),
      doneBy: personAt(one.doneBy),
      recordedAt: said(one.recordedAt),
      reason: said(one.reason),
      late: said(one.late),
      asked: said(one.asked),
      // That it was not opened is said, too.
      opened: one.opened ?? undefined,
      drawn: said(one.drawn),
      tries: said(one.tries),
      effect: said(one.effect),
      handledAt: said(one.handledAt),
      handledName: said(one.handledBy && names.get(one.handledBy)),
      handling: said(one.handling),
      toldDoctor: said(one.toldDoctor),
      toldFamily: said(one.toldFamily),
      remark: said(one.remark),
      undoBy: personAt(undo.get(one.takeId)?.undoBy ?? null),
      undoUntil: undo.get(one.takeId)?.undoUntil,
      version: one.version,
    })),
    left: leftOf(uses.rows, stock),
    hours: lists.hours,
    people: lists.people,
  }
}

/** Each drug of each elder once, also where nothing of it lies here. */
function leftOf(uses: readonly StoredUse[], stock: ReadonlyMap<string, RoundLeftData>) {
  const seen = new Set<string>()
  return uses.flatMap(({ oldmanId, drugId }, use) => {
    const key = `${oldmanId} ${drugId}`
    if (seen.has(key)) return []
    seen.add(key)
    const own = stock.get(key)
    return {
      use,
      stock: own?.stock ?? 0,
      daysLeft: own?.daysLeft ?? undefined,
      expiry: said(own?.expiry),
      batchNo: said(own?.batchNo),
      expired: said(own?.expired),
      recalled: said(own?.recalled),
    }
  })
}

export async function roundOf(who: Caller, query: Query): Promise<RoundAnswerData> {
  const { pool } = who.app
  const moment = Date.now()
  const now = timeText(moment)
  const day = query.day ?? dayText(moment)
  const today = day === dayText(moment)
  const from = `${day} 00:00:00`
  const to = timeText(momentOf(from) + DAY_MS)
  const [earliest, latest] = today ? [timeText(momentOf(from) - DAY_MS), timeText(momentOf(to) + DAY_MS)] : [from, to]
  const [depts, named] = [severalOf(query.deptId), severalOf(query.oldmanId)]
  const found = await pool.query<RoundElderData>({
    name: `drug_round_elders${depts ? '_dept' : ''}${named ? '_named' : ''}`,
    text: eldersOf(depts !== null, named !== null),
    values: [who.orgId, who.deptIds, depts, named, earliest, latest],
  })
  const labels = await labelsOf(pool, who.orgId, ['allergy'])
  for (const one of found.rows) {
    one.allergies = one.allergies.map((value) => labels('allergy', value) ?? value).filter((word) => word !== '无')
  }
  const places = placesOf(found.rows)
  const place = placeAsked(query, found.rows.length, places)
  const inPlace = place === null ? found.rows : found.rows.filter((one) => liesIn(one, place))
  const ids = inPlace.map((one) => one.oldmanId)
  const [figures, alone, limits] = await Promise.all([
    pool.query<Figure>({
      name: 'drug_round_figures',
      text: FIGURES,
      values: [who.orgId, ids, earliest, latest, from, today ? to : latest, now],
    }),
    aloneAt(pool, who.orgId, moment),
    pool.query<{ shortDays: number; lowDays: number; expiryDays: number }>({
      name: 'drug_round_limits',
      text: LIMITS,
      values: [who.orgId],
    }),
  ])
  const { slots, bySlot } = await slotsOf(pool, who.orgId, figures.rows)
  const whole = query.slot === '*'
  const slot = whole ? null : (slots.find((one) => one.key === query.slot)?.key ?? dueSlot(slots, now))
  const shown = whole ? figures.rows : slot ? bySlot.get(slot)! : []
  const taking = new Set(shown.map((one) => one.oldmanId))
  const elders = inPlace.filter((one) => taking.has(one.oldmanId) || query.oldmanId)
  const span: Span = [from, today ? to : latest, now]
  return {
    day,
    now,
    place,
    places,
    slots,
    slot,
    elders: elders.slice(0, MOST_ELDERS),
    leftOff: Math.max(0, elders.length - MOST_ELDERS),
    ...(await takesShown(pool, who.orgId, [...taking], [...new Set(shown.map((one) => one.planTime))], span)),
    aloneNow: alone,
    ...(limits.rows[0] ?? { shortDays: 3, lowDays: 7, expiryDays: 30 }),
  }
}
