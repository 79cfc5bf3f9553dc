// Changing what an archive says: any of its fields, whichever section they stand in. One function for all of them, so
// that the card is checked, the log has before and after, and whoever shows the resident hears of it.

import { maskings } from '#contract/kit/privacy'
import { invalid, notFound } from '#contract/kit/refusal'
import type { ArchiveFieldsData } from '#contract/live/archiveFields'
import { residence } from '#contract/live/residence'
import type { ResidentFieldName } from '#contract/live/residentFields'
import { topUpMeals } from '#server/areas/nursing/public'
import { emptyOf, FIELD_COLUMNS, IN_SCOPE, residentColumns, residentFieldNames } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { namePinyin } from '#server/kit/pinyin'
import { checkFields, identityOf, plainCard, refuseKnownCard } from './archiveChecks.ts'
import { refreshCompleteness } from './archiveCompleteness.ts'
import { hiddenFields, wholeNumber } from './wholeNumber.ts'

/** What meals are made from. */
const EATEN_BY: readonly ResidentFieldName[] = ['diet', 'allergies']

export type Editor = Pick<Caller, 'orgId' | 'deptIds'>

export interface LockedArchive extends ArchiveFieldsData {
  oldmanId: string
  status: number
  bedId: string | null
  head: string | null
  version: number
}

const LOCK = `select t.oldman_id as "oldmanId", t.status, t.current_bed_id as "bedId", t.head, t.version,
  ${FIELD_COLUMNS} from oldman t where ${IN_SCOPE} and t.oldman_id = $3 for update`

/** The archive, kept from others until the transaction ends; outside the scope it is not there. */
export async function lockArchive(tx: Tx, who: Editor, oldmanId: string): Promise<LockedArchive> {
  const found = await tx.client.query<LockedArchive>({
    name: 'archive_lock',
    text: LOCK,
    values: [tx.orgId, who.deptIds, oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  return row
}

/** Changes that the room map, lists and pickers show. */
const SHOWN: readonly ResidentFieldName[] = ['oldmanName', 'sex', 'birthDate', 'attention', 'deptId']
const IDENTITY: readonly ResidentFieldName[] = ['idType', 'idCard', 'sex', 'birthDate']

/** Who lives in a bed belongs to the department of its room; only the others can be handed over. */
function refuseOtherDepartment(who: Editor, before: LockedArchive, next: Partial<ArchiveFieldsData>): void {
  if (next.deptId === undefined || next.deptId === before.deptId) return
  if (before.bedId !== null) throw invalid('在住老人的部门随床位走，请用调床', 'deptId')
  // Without a department everybody sees the archive: not for those to decide who see only a part.
  if (next.deptId === null && who.deptIds !== null) throw invalid('请选择所属部门', 'deptId')
}

/** `sent`: fields that are absent stay, null empties. Answers which fields changed. */
export async function changeArchive(
  tx: Tx,
  who: Editor,
  change: { oldmanId: string; version?: number | null; fields: Partial<ArchiveFieldsData>; act?: string },
): Promise<ResidentFieldName[]> {
  const { oldmanId, version } = change
  const before = await lockArchive(tx, who, oldmanId)
  await refuseStale(tx, oldmanId, version, before.version)
  const fields = { ...change.fields }
  for (const [name, mask] of hiddenFields) {
    const sent = fields[name]
    if (sent) Object.assign(fields, { [name]: wholeNumber(String(sent), [before[name] as string | null], mask, name) })
  }
  const sent = residentFieldNames.filter((field) => fields[field] !== undefined)
  const next: Record<string, unknown> = Object.fromEntries(
    sent.map((field) => [field, fields[field] ?? emptyOf(field)]),
  )
  if (sent.includes('oldmanName')) {
    next.oldmanName = String(next.oldmanName ?? '').trim()
    if (next.oldmanName === '') throw invalid('请填写姓名', 'oldmanName')
  }
  if (sent.some((field) => IDENTITY.includes(field))) Object.assign(next, identityAfter(before, fields))
  refuseOtherDepartment(who, before, next)
  if (next.idCard !== undefined && next.idCard !== before.idCard) {
    await refuseKnownCard(tx, who, String(next.idCard), oldmanId)
  }
  await checkFields(tx, who, next, before)
  const was = Object.fromEntries(Object.keys(next).map((field) => [field, before[field as ResidentFieldName]]))
  const changes = changesBetween(was, next)
  const changed = Object.keys(changes) as ResidentFieldName[]
  if (changed.length === 0) return []
  await write(tx, oldmanId, changed, next)
  await refreshCompleteness(tx, oldmanId)
  tx.log({
    remark: `${change.act ?? '修改档案'}“${String(next.oldmanName ?? before.oldmanName)}”`,
    targetType: 'oldman',
    targetId: oldmanId,
    changes: withoutNumbers(changes),
  })
  if (changed.some((field) => EATEN_BY.includes(field))) topUpMeals(tx, [oldmanId])
  if (changed.some((field) => SHOWN.includes(field))) {
    tx.emit(residence.events.changed, { bedIds: before.bedId ? [before.bedId] : [], oldmanIds: [oldmanId] })
  }
  return changed
}

/** The log is read by more people than the archive. */
function withoutNumbers(changes: ReturnType<typeof changesBetween>): ReturnType<typeof changesBetween> {
  const pairs = hiddenFields.flatMap(([field, mask]) => {
    const pair = changes[field]
    const shown = (one: unknown) => (typeof one === 'string' ? maskings[mask](one) : one)
    return pair ? [[field, [shown(pair[0]), shown(pair[1])]] as const] : []
  })
  return { ...changes, ...(Object.fromEntries(pairs) as typeof changes) }
}

/** A new number brings its own birthday and sex; those the form still shows from the old one do not stand against it. */
function identityAfter(before: LockedArchive, sent: Partial<ArchiveFieldsData>) {
  const other = sent.idCard !== undefined && sent.idCard !== null && plainCard(sent.idCard) !== before.idCard
  return identityOf({
    idType: sent.idType ?? before.idType,
    idCard: sent.idCard ?? before.idCard,
    sex: sent.sex ?? (other ? null : before.sex),
    birthDate: sent.birthDate ?? (other ? null : before.birthDate),
  })
}

async function write(tx: Tx, oldmanId: string, changed: readonly ResidentFieldName[], next: Record<string, unknown>) {
  const values: unknown[] = [tx.orgId, oldmanId]
  const place = (value: unknown, kind: string) => {
    values.push(kind === 'jsonb' ? JSON.stringify(value) : value)
    return `$${values.length}::${kind}`
  }
  const sets = changed.map((field) => {
    const [column, kind] = residentColumns[field]
    return `${column} = ${place(next[field], kind)}`
  })
  if (changed.includes('oldmanName')) {
    const { pinyin, initials } = namePinyin(String(next.oldmanName))
    sets.push(`pinyin = ${place(pinyin, 'text')}`, `initials = ${place(initials, 'text')}`)
  }
  await tx.client.query(
    `update oldman set ${sets.join(', ')}, version = version + 1, updated_at = now() where org_id = $1 and oldman_id = $2`,
    values,
  )
}
