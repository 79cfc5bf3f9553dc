// What the elders of the demonstration take: settings made from the same plan as their stock, and what was given in the days
// since, by two nurses of each ward; a few were refused or missed, and the round that is due now is half done.

import { exactQty } from '#contract/drug/drugWords'
import { EARLY_MINUTES, LATE_MINUTES, type PlannedTake } from '#contract/drug/rounds'
import type { DrugFrequencyValue, DrugTakeStateValue } from '#contract/drug/useWords'
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { OUTING_REAL } from '#contract/live/outingMoves'
import { HOSPITAL_OUTING } from '#contract/nursing/task'
import { bringTakesInLine } from '#server/areas/drug/take/takeMake'
import { type PlannedUse, takesOn } from '#server/areas/drug/take/takePlan'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { demoPrescriptions, type Prescription } from './demoPlan.ts'

const USES = `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, weekdays, timing, start_date, since,
  give_how, order_source, doctor, needed_for, least_hours, most_per_day, created_by, created_at)
select $1, x.use_id, x.oldman_id, x.drug_id, x.dose, x.route, x.frequency, array(select jsonb_array_elements_text(x.clocks)),
  array(select v::smallint from jsonb_array_elements_text(x.weekdays) v), x.timing, x.start_date, x.start_date + time '00:00',
  x.give_how, 'hospital', x.doctor, x.needed_for, x.least_hours, x.most_per_day, x.created_by, x.start_date + time '09:40'
from jsonb_to_recordset($2::jsonb) as x(use_id text, oldman_id text, drug_id text, dose numeric, route int, frequency text, clocks jsonb,
  weekdays jsonb, timing int, start_date date, give_how text, doctor text, needed_for text, least_hours numeric, most_per_day int, created_by text)`

const TAKES = `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, high_alert,
  state, state_at, set_out_at, set_out_by, checked_at, checked_by, scanned, done_at, done_by, recorded_at, reason, opened, drawn,
  handled_at, handled_by, handling, terminal)
select $1, x.* from jsonb_to_recordset($2::jsonb) as x(take_id text, use_id text, oldman_id text, drug_id text, dose numeric,
  plan_time timestamptz, open_from timestamptz, due_until timestamptz, late_until timestamptz, high_alert boolean, state text,
  state_at timestamptz, set_out_at timestamptz, set_out_by text, checked_at timestamptz, checked_by text, scanned text,
  done_at timestamptz, done_by text, recorded_at timestamptz, reason text, opened boolean, drawn boolean,
  handled_at timestamptz, handled_by text, handling text, terminal text)`

const ACTS = `insert into drug_take_act (org_id, take_id, step, act, from_state, to_state, at, by, words, stock)
select $1, x.* from jsonb_to_recordset($2::jsonb) as x(take_id text, step smallint, act text, from_state text, to_state text,
  at timestamptz, by text, words text, stock smallint)`

const MOVES = `insert into drug_move (org_id, move_id, stock_id, oldman_id, drug_id, keep_type, delta, take_id, day, user_id, user_name, at)
select $1, md5('drugMove:take:' || x.take_id), x.stock_id, x.oldman_id, x.drug_id, 6, -x.dose, x.take_id, x.at::date, x.user_id, x.user_name, x.at
from jsonb_to_recordset($2::jsonb) as x(take_id text, stock_id text, oldman_id text, drug_id text, dose numeric, user_id text,
  user_name text, at timestamptz) order by x.at, x.take_id`

const STOCK = `select stock_id as "stockId", quantity::float8 as quantity from drug_stock where org_id = $1`
const OUTINGS = `select u.oldman_id as "oldmanId", u.out_type = '${HOSPITAL_OUTING}' as hospital, u.actual_out as "from",
  coalesce(u.actual_return, case when u.plan_return > now() then u.plan_return end, now() + interval '1 day') as "to"
from outing u where u.org_id = $1 and u.state in (${OUTING_REAL}) and u.actual_out is not null`
const ELDERS = `select distinct oldman_id as "oldmanId" from drug_use where org_id = $1 order by 1`

/** Who sets out and who checks. */
const NURSES: Readonly<Record<string, readonly [string, string]>> = {
  松鹤楼护理组: ['李晓梅', '陆小燕'],
  长青楼护理组: ['周岚', '王桂香'],
  康宁楼护理组: ['许佳慧', '陈秀珍'],
}
const OTHERS = ['周岚', '李晓梅'] as const

const MINUTE = 60_000
const ACTS_HOURS = 30
const REFUSED = ['说胃不舒服', '睡着了，叫不醒', '认为不用吃']

const idOfUse = (demo: DemoContext, one: Prescription) => demo.id(`drugUse:${one.oldmanId}:${one.drug.key}`)

function rowOfUse(demo: DemoContext, one: Prescription, nurse: string) {
  const { use } = one.drug
  return {
    use_id: idOfUse(demo, one),
    oldman_id: one.oldmanId,
    drug_id: one.drugId,
    dose: use.dose,
    route: use.route,
    frequency: use.frequency,
    clocks: use.clocks,
    weekdays: use.weekdays,
    timing: use.timing,
    start_date: demo.day(-one.since),
    give_how: use.giveHow,
    doctor: '沈志远',
    needed_for: use.neededFor,
    least_hours: use.leastHours,
    most_per_day: use.mostPerDay,
    created_by: demo.staff(nurse),
  }
}

const plannedOf = (demo: DemoContext, one: Prescription): PlannedUse => ({
  useId: idOfUse(demo, one),
  oldmanId: one.oldmanId,
  drugId: one.drugId,
  dose: one.drug.use.dose,
  highAlert: one.drug.highAlert !== null,
  paused: false,
  since: momentOf(demo.day(-one.since)),
  frequency: one.drug.use.frequency as DrugFrequencyValue,
  clocks: one.drug.use.clocks,
  weekdays: one.drug.use.weekdays,
  startDate: demo.day(-one.since),
  endDate: null,
})

/** How far a take has come: what is past was nearly always given; of what is due now some waits for each step. */
function stateOf(take: PlannedTake, now: number, luck: ReturnType<typeof chance>): DrugTakeStateValue {
  if (take.openFrom > now) return 'WAITING'
  const past = take.planTime + 50 * MINUTE < now
  const dice = luck.below(100)
  if (past) return dice < 1 ? 'MISSED' : dice < 3 ? 'REFUSED' : 'GIVEN'
  return dice < 35 && take.planTime < now ? 'GIVEN' : dice < 55 ? 'CHECKED' : dice < 75 ? 'SET_OUT' : 'WAITING'
}

interface Written {
  takes: object[]
  acts: object[]
  moves: object[]
}

/** One take with what happened to it. */
function write(
  written: Written,
  demo: DemoContext,
  {
    one,
    take,
    takeId,
    state,
    now,
    luck,
  }: {
    one: Prescription
    take: PlannedTake
    takeId: string
    state: DrugTakeStateValue
    now: number
    luck: ReturnType<typeof chance>
  },
): void {
  const [setter, checker] = NURSES[one.deptName ?? ''] ?? OTHERS
  const [out, second] = [demo.staff(setter), demo.staff(checker)]
  const touched = state === 'SET_OUT' || state === 'CHECKED' || state === 'GIVEN' || state === 'REFUSED'
  const checked = touched && state !== 'SET_OUT'
  const done = state === 'GIVEN' || state === 'REFUSED'
  const before = (minutes: number) => timeText(Math.min(now, take.planTime - minutes * MINUTE))
  const setAt = before(28)
  const checkAt = before(19)
  const doneAt = timeText(Math.min(now, take.planTime + (luck.below(14) - 2) * MINUTE))
  const old = take.planTime < now - DAY_MS
  const handled = old && (state === 'REFUSED' || state === 'MISSED')
  const reason = state === 'REFUSED' ? luck.pick(REFUSED) : null
  const base = {
    take_id: takeId,
    use_id: idOfUse(demo, one),
    oldman_id: one.oldmanId,
    drug_id: one.drugId,
    dose: one.drug.use.dose,
  }
  written.takes.push({
    ...base,
    plan_time: timeText(take.planTime),
    open_from: timeText(take.openFrom),
    due_until: timeText(take.dueUntil),
    late_until: timeText(take.lateUntil),
    high_alert: one.drug.highAlert !== null,
    state,
    state_at: done ? doneAt : checked ? checkAt : touched ? setAt : timeText(Math.min(now, take.planTime)),
    set_out_at: touched ? setAt : null,
    set_out_by: touched ? out : null,
    checked_at: checked ? checkAt : null,
    checked_by: checked ? second : null,
    scanned: checked ? `YYR-${one.oldmanId}` : null,
    done_at: done ? doneAt : null,
    done_by: done ? second : null,
    recorded_at: done ? doneAt : null,
    reason,
    opened: state === 'REFUSED' ? false : null,
    drawn: touched && state !== 'REFUSED',
    handled_at: handled ? timeText(take.planTime + 90 * MINUTE) : null,
    handled_by: handled ? second : null,
    handling: handled ? '按下一次服药，继续观察' : null,
    terminal: luck.below(3) === 0 ? 'console' : 'bedside',
  })
  if (touched && state !== 'REFUSED') {
    written.moves.push({ ...base, stock_id: one.stockId, user_id: out, user_name: setter, at: setAt })
  }
  if (!touched || take.planTime < now - ACTS_HOURS * 60 * MINUTE) return
  const act = (
    step: number,
    name: string,
    from: string,
    to: string,
    at: string,
    by: string,
    stock = 0,
    words: string | null = null,
  ) => written.acts.push({ take_id: takeId, step, act: name, from_state: from, to_state: to, at, by, words, stock })
  act(1, 'setOut', 'WAITING', 'SET_OUT', setAt, out, state === 'REFUSED' ? 0 : -1)
  if (checked) act(2, 'check', 'SET_OUT', 'CHECKED', checkAt, second)
  if (state === 'GIVEN') act(3, 'give', 'CHECKED', 'GIVEN', doneAt, second)
  if (state === 'REFUSED') act(3, 'refuse', 'CHECKED', 'REFUSED', doneAt, second, 0, `${reason}，未拆封，已退回`)
}

async function addTakes(tx: Tx, demo: DemoContext, plan: readonly Prescription[], now: number): Promise<number> {
  const [stock, outings] = await Promise.all([
    tx.client.query<{ stockId: string; quantity: number }>(STOCK, [demo.orgId]),
    tx.client.query<{ oldmanId: string; hospital: boolean; from: string; to: string }>(OUTINGS, [demo.orgId]),
  ])
  const left = new Map(stock.rows.map((row) => [row.stockId, row.quantity]))
  const away = new Map<string, { hospital: boolean; from: string; to: string }[]>()
  for (const one of outings.rows) away.set(one.oldmanId, [...(away.get(one.oldmanId) ?? []), one])
  const luck = chance(20_261_023)
  const written: Written = { takes: [], acts: [], moves: [] }
  const minutes = { earlyMinutes: EARLY_MINUTES, lateMinutes: LATE_MINUTES }
  for (const one of plan) {
    const use = plannedOf(demo, one)
    for (let back = one.since; back >= 0; back--) {
      const day = dayText(now - back * DAY_MS)
      for (const take of takesOn([use], () => [{ from: '2000-01-01', to: null }], day, minutes)) {
        const at = timeText(take.planTime)
        const gone = away.get(one.oldmanId)?.find(({ from, to }) => from <= at && at < to)
        let state: DrugTakeStateValue = gone ? (gone.hospital ? 'HOSPITAL' : 'OUT') : stateOf(take, now, luck)
        const has = left.get(one.stockId) ?? 0
        const draws = ['SET_OUT', 'CHECKED', 'GIVEN'].includes(state)
        // Nothing of it lies here any more: it waits, and the clock says missed.
        if (draws && has < use.dose) state = take.dueUntil < now ? 'MISSED' : 'WAITING'
        else if (draws) left.set(one.stockId, exactQty(has - use.dose))
        write(written, demo, { one, take, takeId: take.takeId, state, now, luck })
      }
    }
  }
  const insert = (text: string, rows: readonly object[]) => tx.client.query(text, [demo.orgId, JSON.stringify(rows)])
  await insert(TAKES, written.takes)
  await insert(ACTS, written.acts)
  await insert(MOVES, written.moves)
  return written.takes.length
}

/** After stock and outings. */
export default demoPart(72, async (tx, demo) => {
  const now = Date.now()
  const plan = await demoPrescriptions(tx, demo)
  const uses = plan.map((one) => rowOfUse(demo, one, (NURSES[one.deptName ?? ''] ?? OTHERS)[0]))
  await tx.client.query(USES, [demo.orgId, JSON.stringify(uses)])
  const made = await addTakes(tx, demo, plan, now)
  const elders = await tx.client.query<{ oldmanId: string }>(ELDERS, [demo.orgId])
  await bringTakesInLine(
    tx.client,
    demo.orgId,
    elders.rows.map((one) => one.oldmanId),
    { now },
  )
  tx.log({ remark: `设置用药 ${uses.length} 条，记录服药 ${made} 次`, targetType: 'drugUse' })
})
