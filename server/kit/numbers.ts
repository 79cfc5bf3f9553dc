// Numbers of documents: prefix, day and a four-digit count of that day in the organisation, e.g. SJ202611150001. The
// count is a row that stays locked until the commit, so two documents never share a number; gaps never happen either,
// except where a document is removed.
import type { Tx } from './caller.ts'

const NEXT = `insert into number_series (org_id, prefix, day, last) values ($1, $2, coalesce($3::date, current_date), $4)
on conflict (org_id, prefix, day) do update set last = number_series.last + excluded.last
returning last, to_char(day, 'YYYYMMDD') as day`

const DIGITS = 4

/** So many numbers that follow one another. `day` other than today is for demo data and imports of older papers. */
export async function nextNos(tx: Tx, prefix: string, count: number, day: string | null = null): Promise<string[]> {
  if (count === 0) return []
  const taken = await tx.client.query<{ last: number; day: string }>({
    name: 'number_series_next',
    text: NEXT,
    values: [tx.orgId, prefix, day, count],
  })
  const { last, day: on } = taken.rows[0]!
  return Array.from({ length: count }, (_, i) => `${prefix}${on}${String(last - count + 1 + i).padStart(DIGITS, '0')}`)
}

const USED = `insert into number_series (org_id, prefix, day, last)
select $1, $2, x.day, x.last from jsonb_to_recordset($3::jsonb) as x(day date, last int)
on conflict (org_id, prefix, day) do update set last = greatest(number_series.last, excluded.last)`

/** The first numbers of these days stand on papers already: demo data that was numbered while it was planned. */
export async function keepNumbers(
  tx: Tx,
  orgId: string,
  prefix: string,
  used: readonly { day: string; last: number }[],
): Promise<void> {
  await tx.client.query(USED, [orgId, prefix, JSON.stringify(used)])
}

export async function nextNo(tx: Tx, prefix: string): Promise<string> {
  const [no] = await nextNos(tx, prefix, 1)
  return no!
}
