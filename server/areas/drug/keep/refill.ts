// What the families are asked to bring, so that everything that is used lasts for so many days.

import type { drugKeep } from '#contract/drug/keep'
import type { KeepLineData, RefillElderData } from '#contract/drug/keepRows'
import type { InputOf } from '#contract/kit/call'
import {
  areaFilter,
  CONTACT,
  labelOf,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter } from '#server/kit/page'
import { DRUG_SHORT, HELD_LINE, heldSql, LIVES_HERE, WITH_DRUG } from './heldSql.ts'

/** A month, unless told. */
const USUAL_DAYS = 30

const ofElder = (piece: string) => piece.replace(/\bt\./g, 'o.')

/** Of a row `t` of heldSql: what is lacking until then, never beyond the end of what was ordered. */
const lackSql = (days: string) =>
  `greatest(0, t.per_day * case when t.end_in is null then ${days} else least(${days}, t.end_in) end - t.usable)`

type Row = Omit<RefillElderData, 'lines'> & KeepLineData & { lack: number }

export async function refillList(
  who: Caller,
  q: InputOf<(typeof drugKeep)['calls']['refill']>,
): Promise<RefillElderData[]> {
  const days = q.days ?? USUAL_DAYS
  const filters: Filter[] = [
    ...residentScope(who),
    ['t.oldman_id = ?', q.oldmanId],
    ['o.dept_id = ?', q.deptId],
    ...areaFilter(who.orgId, q.areaId).map(([sql, value]) => [ofElder(sql), value] as const),
    // Nothing planned and nothing left: something given as needed is wanted all the same.
    [`t.running and ${LIVES_HERE} and (${lackSql('?::int')} > 0 or t.usable = 0)`, days],
  ]
  const { where, values } = conditionsOf(filters)
  const given = `$${values.push(days)}::int`
  const found = await who.app.pool.query<Row>(
    `select ${RESIDENT_MARKS}, ${DRUG_SHORT}, ${HELD_LINE}, round(${lackSql(given)}, 3)::float8 as lack, contact.name as contact,
      ${labelOf('relationToElder', 'contact.relation')} as "contactRelation", contact.phone as "contactPhone"
    from (${heldSql((row) => `${row}.org_id = $1`)}) t ${WITH_RESIDENT} ${WITH_DRUG} ${RESIDENT_JOINS} ${ofElder(CONTACT)}
    where ${where} order by at.place nulls last, at.room_sort, at.room_name, at.bed_sort, at.bed_name, o.oldman_id, g.pinyin, g.spec
    limit 5000`,
    values,
  )
  const elders = new Map<string, RefillElderData>()
  for (const row of found.rows) {
    const { lack } = row
    const packs = Math.max(1, Math.ceil(lack / row.packFactor - 1e-9))
    const elder = elders.get(row.oldmanId) ?? { ...row, lines: [] }
    elder.lines.push({ ...row, lack, packs })
    elders.set(row.oldmanId, elder)
  }
  return [...elders.values()]
}
