// The month of an elder as nurses keep it on paper: a line for every drug and clock time, a cell for every day with the code of
// what became of it and the initials of who gave it.

import type { drugTake } from '#contract/drug/take'
import type { DrugMonthData, MonthLineData } from '#contract/drug/takeRows'
import type { InputOf } from '#contract/kit/call'
import { monthText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { DRUG_FACTS, type StoredFacts, withDose } from '#server/areas/drug/use/drugFacts'
import { labelsOf, PAPER_IN_SCOPE, RESIDENT_JOINS, RESIDENT_MARKS, staffName } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { namePinyin } from '#server/kit/pinyin'

const ELDER = `select ${RESIDENT_MARKS}, o.allergies, (select g.org_name from organization g where g.org_id = t.org_id) as "orgName"
from oldman t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id ${RESIDENT_JOINS}
where ${PAPER_IN_SCOPE} and t.oldman_id = $3`

const TAKES = `select t.take_id as "takeId", t.use_id as "useId", ${DRUG_FACTS}, t.dose::float8 as dose, u.route, u.frequency, u.give_how as "giveHow",
  u.start_date as "startDate", u.ended_at as "endedAt", t.needed, t.plan_time as "planTime", t.state, t.done_at as "doneAt", t.late,
  ${staffName('coalesce(t.done_by, t.checked_by)')} as name
from drug_take t join drug_use u on u.org_id = t.org_id and u.use_id = t.use_id
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and t.oldman_id = $2 and t.plan_time >= $3 and t.plan_time < $3::timestamptz + interval '1 month'
  and t.state not in ('WAITING', 'SET_OUT', 'CHECKED')
order by t.needed, g.drug_name, u.created_at, t.plan_time`

interface MonthTake extends StoredFacts {
  takeId: string
  useId: string
  route: MonthLineData['route']
  frequency: MonthLineData['frequency']
  giveHow: string | null
  startDate: string
  endedAt: string | null
  needed: boolean
  planTime: string
  state: MonthLineData['cells'][number]['state']
  doneAt: string | null
  late: boolean
  name: string | null
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** Two people of a house with the same initials are told apart by a figure. */
function signsOf(names: readonly string[]): Map<string, string> {
  const signs = new Map<string, string>()
  const used = new Map<string, number>()
  for (const name of [...new Set(names)].sort((a, b) => a.localeCompare(b, 'zh'))) {
    const initials = (namePinyin(name).initials.split(' ')[0] || name).toUpperCase()
    const before = used.get(initials) ?? 0
    used.set(initials, before + 1)
    signs.set(name, before === 0 ? initials : `${initials}${before + 1}`)
  }
  return signs
}

function linesOf(takes: readonly MonthTake[], signs: ReadonlyMap<string, string>): MonthLineData[] {
  const lines = new Map<string, MonthLineData>()
  for (const take of takes) {
    const clock = take.needed ? null : take.planTime.slice(11, 16)
    const key = `${take.useId} ${clock}`
    const { useId, route, frequency, giveHow, startDate, endedAt } = take
    const line = lines.get(key) ?? {
      ...withDose(take),
      useId,
      route,
      frequency,
      giveHow,
      startDate,
      endedAt,
      clock,
      cells: [],
    }
    const at = take.doneAt?.slice(11, 16) ?? null
    line.cells.push({
      day: Number(take.planTime.slice(8, 10)),
      state: take.state,
      initials: take.name && take.doneAt ? (signs.get(take.name) ?? '') : '',
      // Where it was given at another time than planned, and always as needed.
      at: at && (take.needed || take.late) ? at : null,
      takeId: take.takeId,
      late: take.late,
    })
    lines.set(key, line)
  }
  return [...lines.values()].sort(
    (a, b) =>
      Number(a.clock === null) - Number(b.clock === null) ||
      a.drugName.localeCompare(b.drugName, 'zh') ||
      a.startDate.localeCompare(b.startDate) ||
      (a.clock ?? '').localeCompare(b.clock ?? ''),
  )
}

export async function monthOf(who: Caller, query: InputOf<typeof drugTake.calls.month>): Promise<DrugMonthData> {
  const { pool } = who.app
  const month = query.month || monthText()
  if (!MONTH.test(month)) throw invalid('月份应为 2026-11 这样的格式', 'month')
  const found = await pool.query<DrugMonthData['elder'] & { orgName: string }>({
    name: 'drug_month_elder',
    text: ELDER,
    values: [who.orgId, who.deptIds, query.oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  const { orgName, ...elder } = row
  const labels = await labelsOf(pool, who.orgId, ['allergy'])
  const takes = await pool.query<MonthTake>({
    name: 'drug_month_takes',
    text: TAKES,
    values: [who.orgId, query.oldmanId, `${month}-01 00:00:00`],
  })
  const signs = signsOf(takes.rows.flatMap((one) => (one.doneAt && one.name ? one.name : [])))
  return {
    month,
    days: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate(),
    elder: {
      ...elder,
      allergies: elder.allergies.map((value) => labels('allergy', value) ?? value).filter((word) => word !== '无'),
    },
    orgName,
    lines: linesOf(takes.rows, signs),
    people: [...signs].map(([name, initials]) => ({ initials, name })),
  }
}
