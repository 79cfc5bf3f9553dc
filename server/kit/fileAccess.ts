// Who may have which file. A file belongs to the records that name it (`file_link`), and whoever may see one of them
// now may have it; a file that no record names yet belongs to whoever uploaded or made it. Asked on every request and
// for every address that a call is given, always with one statement.

import type pg from 'pg'
import { allows, SIGNED_IN } from '#contract/kit/permission'
import { OrgLevel } from '#contract/platform/session'
import type { FileHolder, FileReaders } from './fileHolders.ts'
import type { SessionUser } from './sessionUser.ts'

export interface KnownFile extends FileRow {
  /** Some record names it. */
  linked: boolean
  /** It belongs to a record that the asker may see, or to the asker alone. Without a session: never. */
  seen: boolean
  /** A scan, a paper, an export: nothing that a browser should keep. */
  paper: boolean
}

export interface FileAccess {
  readonly holders: readonly FileHolder[]
  /** The files that exist of these; what nobody knows is left out. */
  look(user: SessionUser | null, fileIds: readonly string[]): Promise<Map<string, KnownFile>>
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const literals = (texts: readonly string[]) => `array[${texts.map(literal).join(', ')}]::text[]`

/** What a reader is called in the list of those the asker is one of. */
const nameOf = (holder: FileHolder, index: number) => `${holder.kind}#${index}`

function admits(holder: FileHolder, readers: FileReaders, index: number): string {
  const tests = [`${literal(nameOf(holder, index))} = any($3::text[])`]
  if (!readers.operator) tests.push('l.org_id = $1')
  if (readers.where) tests.push(`(${readers.where})`)
  return `(${tests.join(' and ')})`
}

/** $1 organisation, $2 departments, $3 readers the asker is one of, $4 the asker, $5 the files. */
function statement(holders: readonly FileHolder[]): string {
  const kinds = (which: 'fromOperator' | 'picture') =>
    literals(holders.filter((one) => one[which]).map((one) => one.kind))
  const cases = holders
    .filter((holder) => holder.readers.length > 0)
    .map(
      (holder) =>
        `when ${literal(holder.kind)} then ${holder.readers.map((one, i) => admits(holder, one, i)).join(' or ')}`,
    )
  return `select f.*, known.linked,
  coalesce(case when known.linked then exists (select from file_link l where l.file_id = f.file_id
      and (l.org_id = f.org_id or l.kind = any(${kinds('fromOperator')})
        and exists (select from organization o where o.org_id = f.org_id and o.org_level = ${OrgLevel.is.operator}))
      and case l.kind ${cases.join('\n        ')} else false end)
    else f.org_id = $1 and f.created_by = $4 end, false) as seen,
  not known.linked or exists (select from file_link l
    where l.file_id = f.file_id and not l.kind = any(${kinds('picture')})) as paper
from stored_file f,
  lateral (select exists (select from file_link l where l.file_id = f.file_id) as linked) known
where f.file_id = any($5)`
}

/** A screen that nobody signed in at shows no file of the house; who must change the password first sees the shell. */
function readersFor(holders: readonly FileHolder[], user: SessionUser | null): string[] {
  if (!user || user.screen) return []
  const holds = (code: string) => code === SIGNED_IN || (!user.mustChangePassword && user.codes.has(code))
  return holders.flatMap((holder) =>
    holder.readers.flatMap((one, i) =>
      allows(one.needs, holds) && (!one.operator || user.orgLevel === OrgLevel.is.operator) ? [nameOf(holder, i)] : [],
    ),
  )
}

export function createFileAccess(pool: pg.Pool, holders: readonly FileHolder[]): FileAccess {
  const twice = holders.find((one, i) => holders.findIndex((other) => other.kind === one.kind) !== i)
  if (twice) throw new Error(`two holders of files are called ${twice.kind}`)
  const text = statement(holders)
  return {
    holders,
    async look(user, fileIds) {
      const mine = user?.screen ? null : (user?.userId ?? null)
      const values = [user?.orgId ?? null, user?.deptIds ?? null, readersFor(holders, user), mine, fileIds]
      const found = await pool.query<KnownFile>({ name: 'files_known', text, values })
      return new Map(found.rows.map((row) => [row.file_id, row]))
    },
  }
}
export interface FileRow {
  org_id: string
  file_id: string
  use: string
  key: string
  name: string
  size_b: number
  mime: string
  sha256: string
  is_public: boolean
  created_by: string | null
  created_at: string
}
