// Who stores values of a dictionary. An area names its columns here, so that a value in use is never deleted and the
// page can say where it is used.
import type pg from 'pg'

type Client = pg.Pool | pg.ClientBase

export interface ValueUse {
  /** 老人档案・类别 */
  what: string
  /** How many records store each of the values; without `values`, of every value. */
  count(client: Client, orgId: string, values?: readonly string[]): Promise<Map<string, number>>
}

export interface WholeUse {
  what: string
  count: number
}

/** Finds what names a dictionary as a whole: form templates that offer it. */
export type FindWholeUses = (client: Client, orgId: string, dictionaryCode: string) => Promise<WholeUse[]>

const uses = new Map<string, ValueUse[]>()
const wholes: FindWholeUses[] = []

export function usesDictionary(dictionaryCode: string, use: ValueUse): void {
  uses.set(dictionaryCode, [...(uses.get(dictionaryCode) ?? []), use])
}

export const namesDictionaries = (find: FindWholeUses) => void wholes.push(find)

export interface StoredColumn {
  dictionaryCode: string
  what: string
  table: string
  column: string
  /** A jsonb array of values instead of one value. */
  list?: boolean
}

const NAME = /^[a-z_]+$/

/** The usual case: a column of a tenant table. Table and column are names of the programme, never input. */
export function storesDictionary({ dictionaryCode, what, table, column, list = false }: StoredColumn): void {
  if (!NAME.test(table) || !NAME.test(column)) throw new Error(`${table}.${column} is no name of a column`)
  const value = list ? 'x.value' : `t.${column}::text`
  const from = list ? `${table} t, jsonb_array_elements_text(t.${column}) as x(value)` : `${table} t`
  usesDictionary(dictionaryCode, {
    what,
    count: async (client, orgId, values) => {
      const found = await client.query<{ value: string; count: number }>(
        `select ${value} as value, count(*) as count from ${from}
          where t.org_id = $1 and ${value} is not null and ($2::text[] is null or ${value} = any($2)) group by 1`,
        [orgId, values ?? null],
      )
      return new Map(found.rows.map((row) => [row.value, row.count]))
    },
  })
}

export interface Used {
  places: string[]
  values: Map<string, WholeUse[]>
}

/** Where values of a dictionary are stored, in every area that registered. */
export async function usesOf(
  client: Client,
  orgId: string,
  dictionaryCode: string,
  values?: readonly string[],
): Promise<Used> {
  const registered = uses.get(dictionaryCode) ?? []
  const found = new Map<string, WholeUse[]>()
  for (const { what, count } of registered) {
    for (const [value, number] of await count(client, orgId, values)) {
      found.set(value, [...(found.get(value) ?? []), { what, count: number }])
    }
  }
  return { places: registered.map((one) => one.what), values: found }
}

export async function wholeUsesOf(client: Client, orgId: string, dictionaryCode: string): Promise<WholeUse[]> {
  const found: WholeUse[] = []
  for (const find of wholes) found.push(...(await find(client, orgId, dictionaryCode)))
  return found
}

export const inWords = (all: readonly WholeUse[]) => all.map((use) => `${use.what} ${use.count} 条`).join('、')

storesDictionary({
  dictionaryCode: 'contractType',
  what: '文书模板・文书类型',
  table: 'document_template',
  column: 'doc_type',
})
