// Labels of what an archive stores as values of dictionaries.
import type pg from 'pg'

export type Labels = (dictionaryCode: string, value: string | null | undefined) => string | null

const TEXT = `select d.dictionary_code as code, v.value, v.label from dictionary d
join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
where d.org_id = $1 and d.dictionary_code = any($2)`

/** A value that no dictionary knows is shown as it is: better a code than a gap in a contract. */
export async function labelsOf(
  pool: pg.Pool | pg.ClientBase,
  orgId: string,
  codes: readonly string[],
): Promise<Labels> {
  const found = await pool.query<{ code: string; value: string; label: string }>({
    name: 'dictionary_labels',
    text: TEXT,
    values: [orgId, codes],
  })
  const labels = new Map(found.rows.map((row) => [`${row.code}\n${row.value}`, row.label]))
  return (code, value) => (value ? (labels.get(`${code}\n${value}`) ?? value) : null)
}
