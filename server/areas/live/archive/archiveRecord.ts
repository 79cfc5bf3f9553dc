// Who changed what in an archive, one row for each field, from the operation log. The log keeps values as they are
// stored; here they become the words that the forms use.

import type { InputOf } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import { optionSet } from '#contract/kit/options'
import type { PageInfo } from '#contract/kit/paging'
import { maskedCard } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import type { TSchema } from '#contract/kit/schema'
import { ArchiveFields } from '#contract/live/archiveFields'
import type { archiveSection, ChangeRowData } from '#contract/live/archiveSection'
import { AttentionNote } from '#contract/live/resident'
import { fieldDictionaries } from '#contract/live/residentFields'
import { IN_SCOPE, type Labels, labelsOf } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, pageOfRows } from '#server/kit/page'

type Query = InputOf<typeof archiveSection.calls.modifyRecord>

interface LogField {
  logId: string
  createTime: string
  userName: string | null
  method: string
  remark: string
  field: string
  change: readonly [unknown, unknown]
  moved: boolean
}

/** Fields of a resident that no form of the archive carries. */
const otherTitles: Readonly<Record<string, string>> = {
  family: '家属',
  head: '照片',
  file: '附件',
  files: '附件',
  status: '入住状态',
  bed: '床位',
  bedPath: '床位',
  bedId: '床位',
  currentBedId: '床位',
  levelId: '护理等级',
  levelName: '护理等级',
  attention: '关注事项',
}

type Described = TSchema & { title?: string; options?: string; items?: TSchema & { title?: string } }
const described = (field: string) => lookUp(ArchiveFields.properties as Record<string, Described>, field)

function titleOf(field: string): string {
  const schema = described(field)
  return lookUp(otherTitles, field) ?? schema?.title ?? schema?.items?.title ?? field
}

/** Ids whose names are asked for once for the whole page. */
type Names = (field: string, id: string) => string | undefined

function textOf(field: string, value: unknown, labels: Labels, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    return (
      value
        .map((one) => textOf(field, one, labels, names))
        .filter((one) => one !== null)
        .join('、') || null
    )
  }
  if (field === 'head') return '已上传照片'
  if (field === 'attention') return AttentionNote.label(Number(value) as 1)
  if (field === 'idCard') return String(value).includes('*') ? String(value) : maskedCard(String(value))
  const code = lookUp(fieldDictionaries as Record<string, string>, field)
  if (code) return labels(code, String(value))
  const set = described(field)?.options
  if (set) return optionSet(set)?.label(value as string) ?? String(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return JSON.stringify(value)
  return names(field, String(value)) ?? String(value)
}

const NAMES = `select 'deptId' as field, dept_id as id, dept_name as name from dept where org_id = $1 and dept_id = any($2)
union all select 'saleId', emp_id, emp_name from employee where org_id = $1 and emp_id = any($2)
union all select 'levelId', level_id, level_name from nursing_level where org_id = $1 and level_id = any($2)
union all select 'region', code, name from region where code = any($2)`

async function namesOf(who: Caller, rows: readonly LogField[]): Promise<Names> {
  const named = rows.filter((row) => ['deptId', 'saleId', 'levelId', 'region'].includes(row.field))
  const ids = [...new Set(named.flatMap((row) => row.change.map((one) => String(one ?? ''))))].filter(Boolean)
  if (ids.length === 0) return () => undefined
  const found = await who.app.pool.query<{ field: string; id: string; name: string }>(NAMES, [who.orgId, ids])
  const known = new Map(found.rows.map((row) => [`${row.field}\n${row.id}`, row.name]))
  return (field, id) => known.get(`${field}\n${id}`)
}

export async function modifyRecord(who: Caller, oldmanId: string, q: Query): Promise<PageInfo<ChangeRowData>> {
  const seen = await who.app.pool.query(`select 1 from oldman t where ${IN_SCOPE} and t.oldman_id = $3`, [
    who.orgId,
    who.deptIds,
    oldmanId,
  ])
  if (seen.rows.length === 0) throw notFound('老人档案')
  const answer = await pageOfRows<LogField>(
    who.app.pool,
    {
      from: `operation_log t cross join lateral jsonb_each(t.changes) with ordinality as c(field, change, place)`,
      key: 'log_id',
      select: `t.log_id as "logId", t.created_at as "createTime", coalesce(t.emp_name, t.user_name) as "userName",
        t.method, t.remark, c.field, c.change,
        exists (select from stay_event e where e.org_id = t.org_id and e.oldman_id = t.target_id
          and e.created_at = t.created_at) as moved`,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['t.target_id = ?', oldmanId],
        [`t.target_type = ? and jsonb_typeof(t.changes) = 'object'`, 'oldman'],
        ['c.field = ?', q.field],
        [`coalesce(t.emp_name, t.user_name, '') like ?`, contains(q.userName)],
        ['t.created_at >= ?::date', q.startDate],
        ['t.created_at < ?::date + 1', q.endDate],
      ],
      defaultSort: 't.created_at desc, t.log_id desc, c.place',
    },
    { ...q, orderBy: null },
  )
  const [labels, names] = await Promise.all([
    labelsOf(who.app.pool, who.orgId, Object.values(fieldDictionaries)),
    namesOf(who, answer.list),
  ])
  return {
    ...answer,
    list: answer.list.map(({ change, ...row }) => {
      const [before, after] = Array.isArray(change) ? change : [null, change]
      return {
        ...row,
        title: titleOf(row.field),
        before: textOf(row.field, before, labels, names),
        after: textOf(row.field, after, labels, names),
      }
    }),
  }
}
