// Kinds of record whose visibility can be explained: "what does this user see" counts them, "who can see this record,
// and why" finds one. An area takes part by exporting `recordKinds` from its public.ts, or with `recordLists` by adding
// lists of its own to the kind of another area.
import type pg from 'pg'
import type { Scope } from './tenant.ts'

export interface FoundRecord {
  id: string
  /** As people call it: 王秀兰, 松鹤楼>2层>203. */
  title: string
  /** The department whose staff may see it; null: everyone in the organisation who has the permission. */
  deptId: string | null
}

export interface RecordHit {
  id: string
  title: string
  /** What tells two of the same name apart. */
  subtitle: string
}

/** A list of the product in which records of a kind stand. */
export interface RecordList {
  /** Key of the call that serves it: who may call it, and what it answers, is asked of that call itself. */
  call: string
  /** 居住管理 */
  title: string
  /** What the page sends along, where one call serves several pages. */
  query?: Readonly<Record<string, unknown>>
  /** Path of the page that shows it. A list that any signed-in user may call fills forms beside; without a page, only forms. */
  page?: string
  /** Whether the list holds this record at all; without it, it holds every record of the kind. */
  holds?(reader: pg.Pool, orgId: string, id: string): Promise<boolean>
}

export interface RecordKind {
  /** room, resident, … unique among all areas */
  type: string
  /** 房间 */
  title: string
  /** 间, 人, 张 */
  unit: string
  lists: readonly RecordList[]
  /** Permission expression whose holders are not bound to their departments in this list. */
  across?: string
  /** The record, if it lies in this scope. */
  find(reader: pg.Pool, scope: Scope, id: string): Promise<FoundRecord | null>
  /** At most RECORD_HITS records of this scope whose name, number or pinyin holds the text; the first ones for ''. */
  search(reader: pg.Pool, scope: Scope, text: string): Promise<RecordHit[]>
}

export const RECORD_HITS = 20
