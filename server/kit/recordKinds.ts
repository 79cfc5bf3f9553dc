// Kinds of record whose visibility can be explained: "what does this user see" counts them, "who can see this record,
// and why" finds one. An area takes part by exporting `recordKinds` from its public.ts.
import type pg from 'pg'
import type { Caller } from './caller.ts'
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

export interface RecordKind {
  /** room, resident, … unique among all areas */
  type: string
  /** 房间 */
  title: string
  /** 间, 人, 张 */
  unit: string
  /** Key of the list call. Who reads the kind needs what this call needs, and sees what it answers. */
  list: string
  /** Path of the page that shows the list, where the call itself is open to everyone because forms choose from it. */
  page?: string
  /** Permission expression whose holders are not bound to their departments in this list. */
  across?: string
  /** The record, if it lies in this scope. */
  find(reader: pg.Pool, scope: Scope, id: string): Promise<FoundRecord | null>
  /** At most RECORD_HITS records of this scope whose name, number or pinyin holds the text; the first ones for ''. */
  search(reader: pg.Pool, scope: Scope, text: string): Promise<RecordHit[]>
  /** How many the caller sees. Without it the list call itself is asked, in the caller's name. */
  count?(who: Caller): Promise<number>
}

export const RECORD_HITS = 20
