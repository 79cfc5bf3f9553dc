// Signatures: the first freezes what the sheet shows, the second locks it; between them it may be sent back. Afterwards there
// are only additions.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { HOUR_MS, momentOf, timeText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { EARLIEST_GIVE_HOURS, type HandoverEntryKind, HandoverState, type handover } from '#contract/nursing/handover'
import type { HandoverFactData } from '#contract/nursing/handoverWords'
import { awayNow, requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { eldersSigned, freezeElders, thawElders } from './handoverElders.ts'
import { liveSheet, type SheetRow } from './handoverRead.ts'
import { holdSheet, tellChanged, titleOf } from './handoverWrite.ts'

type Calls = (typeof handover)['calls']
type EntryKind = (typeof HandoverEntryKind.list)[number]['value']

const ENTRY = `insert into handover_entry (org_id, entry_id, sheet_id, kind, content, oldman_id, oldman_name, user_id, user_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

async function addEntry(
  tx: Tx,
  sheetId: string,
  kind: EntryKind,
  content: string | null,
  elder: { oldmanId: string; name: string } | null = null,
): Promise<void> {
  await tx.client.query({
    name: 'handover_entry_add',
    text: ENTRY,
    values: [
      tx.orgId,
      newId(),
      sheetId,
      kind,
      content,
      elder?.oldmanId ?? null,
      elder?.name ?? null,
      tx.by.userId,
      tx.by.name,
    ],
  })
}

/** What every move leaves besides its rows. */
function tell(tx: Tx, row: SheetRow, remark: string, to: SheetRow['state']): void {
  const changes =
    to === row.state ? undefined : { state: [HandoverState.label(row.state), HandoverState.label(to)] as const }
  tx.log({ remark, targetType: 'handover', targetId: row.sheetId, ...(changes && { changes }) })
  tellChanged(tx, row)
}

const FACTS = `insert into handover_fact (org_id, sheet_id, fact_no, kind, oldman_id, oldman_name, bed_path, ref_id, at, what, times, clocks,
  ended, result, by_name, until_at, urgent)
select $1, $2, x."factId"::int, x.kind, x."oldmanId", x."oldmanName", x."bedPath", x."refId", x.at, x.what, x.times, x.clocks, x.ended,
  x.result, x."byName", x."untilAt", x.urgent
from jsonb_to_recordset($3::jsonb) as x("factId" text, kind text, "oldmanId" text, "oldmanName" text, "bedPath" text, "refId" text,
  at timestamptz, what text, times int, clocks jsonb, ended text, result text, "byName" text, "untilAt" timestamptz, urgent boolean)`

export const freezeFacts = (
  client: pg.ClientBase,
  orgId: string,
  sheetId: string,
  facts: readonly HandoverFactData[],
) => client.query({ name: 'handover_freeze', text: FACTS, values: [orgId, sheetId, JSON.stringify(facts)] })

const GIVE = `update handover_sheet set state = 'GIVEN', given_by = $3, given_name = $4, given_at = now(), numbers = $5::jsonb,
  facts_from = $6, facts_to = $7, version = version + 1 where org_id = $1 and sheet_id = $2`

export async function giveSheet(tx: Tx, who: Caller, input: InputOf<Calls['give']>): Promise<string> {
  const { sheetId } = input
  const row = await holdSheet(tx, who, sheetId, 'give')
  await refuseStale(tx, sheetId, input.version, row.version)
  const earliest = momentOf(row.toAt) - EARLIEST_GIVE_HOURS * HOUR_MS
  if (Date.now() < earliest) {
    throw invalid(`这一班 ${row.toAt.slice(11, 16)} 结束，${timeText(earliest).slice(11, 16)} 以后才能交班签字`)
  }
  const { facts, elders, numbers, factsFrom, factsTo } = await liveSheet(tx.client, who.orgId, row)
  await freezeFacts(tx.client, who.orgId, sheetId, facts)
  await freezeElders(tx.client, who.orgId, sheetId, elders)
  await tx.client.query(GIVE, [
    who.orgId,
    sheetId,
    tx.by.userId,
    tx.by.name,
    JSON.stringify(numbers),
    factsFrom,
    factsTo,
  ])
  await addEntry(tx, sheetId, 'GIVEN', null)
  tell(tx, row, `交班签字：${titleOf(row)}（应在 ${numbers.should} 人，实在 ${numbers.present} 人）`, 'GIVEN')
  return sheetId
}

const BACK = `update handover_sheet set state = 'DRAFT', given_by = null, given_name = null, given_at = null, numbers = null,
  facts_from = null, facts_to = null, version = version + 1 where org_id = $1 and sheet_id = $2`

export async function sendBackSheet(tx: Tx, who: Caller, input: InputOf<Calls['sendBack']>): Promise<string> {
  const { sheetId } = input
  const row = await holdSheet(tx, who, sheetId, 'sendBack')
  await tx.client.query(BACK, [who.orgId, sheetId])
  await tx.client.query('delete from handover_fact where org_id = $1 and sheet_id = $2', [who.orgId, sheetId])
  await thawElders(tx.client, who.orgId, sheetId)
  const reason = input.reason.trim()
  await addEntry(tx, sheetId, 'RETURNED', reason)
  tell(tx, row, `退回“${titleOf(row)}”的交班（交班人 ${row.givenName}）：${reason}`, 'DRAFT')
  return sheetId
}

/** Whether each of them is still here to be seen; whom the caller does not see, names nobody. */
const HERE = `select o.oldman_id as id, o.dept_id = $4 and o.status in (${IN_HOUSE}) and not exists (select from outing u
  where u.org_id = o.org_id and u.oldman_id = o.oldman_id and ${awayNow('u')}) as here
from oldman o where o.org_id = $1 and ${inDepts('o', '$2')} and o.oldman_id = any($3)`
const WALKED = `update handover_elder set walked_at = now() where org_id = $1 and sheet_id = $2 and oldman_id = any($3)`
const TAKE = `update handover_sheet set state = 'TAKEN', taken_by = $3, taken_name = $4, taken_at = now(), version = version + 1
where org_id = $1 and sheet_id = $2`

/** Everybody who is to be seen was seen; whoever has left the ward since cannot be. */
async function requireWalked(tx: Tx, who: Caller, row: SheetRow, walked: readonly string[]): Promise<void> {
  const elders = await eldersSigned(tx.client, tx.orgId, row.sheetId)
  const ids = elders.map((one) => one.oldmanId)
  const found = await tx.client.query<{ id: string; here: boolean }>(HERE, [who.orgId, who.deptIds, ids, row.deptId])
  const known = new Map(found.rows.map((one) => [one.id, one.here]))
  if (walked.some((oldmanId) => !known.has(oldmanId))) throw notFound('床旁交接的老人')
  const seen = new Set(walked)
  const left = elders.filter((one) => one.walk.length > 0 && !seen.has(one.oldmanId) && known.get(one.oldmanId))
  if (left.length === 0) return
  const named = left.slice(0, 5).map((one) => one.oldmanName)
  throw invalid(`还有 ${left.length} 位老人没有床旁交接：${named.join('、')}${left.length > 5 ? ' 等' : ''}`, 'walked')
}

export async function takeSheet(tx: Tx, who: Caller, input: InputOf<Calls['take']>): Promise<string> {
  const { sheetId, walked } = input
  const row = await holdSheet(tx, who, sheetId, 'take')
  if (row.givenBy === who.userId) throw invalid('交班人和接班人不能是同一个人，请接班护士登录后签字')
  await requireWalked(tx, who, row, walked)
  await tx.client.query(WALKED, [who.orgId, sheetId, walked])
  await tx.client.query(TAKE, [who.orgId, sheetId, tx.by.userId, tx.by.name])
  await addEntry(tx, sheetId, 'TAKEN', input.remark?.trim() || null)
  tell(tx, row, `接班签字：${titleOf(row)}（交班人 ${row.givenName}），床旁交接 ${new Set(walked).size} 人`, 'TAKEN')
  return sheetId
}

export async function addToSheet(tx: Tx, who: Caller, input: InputOf<Calls['add']>): Promise<string> {
  const { sheetId, oldmanId } = input
  const row = await holdSheet(tx, who, sheetId, 'add')
  const resident = oldmanId ? await requireResident(tx.client, who, oldmanId) : null
  if (resident && resident.deptId !== row.deptId) throw notFound(`${row.deptName}的老人`)
  const content = input.content.trim()
  await addEntry(tx, sheetId, 'ADDED', content, resident)
  tell(tx, row, `补充“${titleOf(row)}”的交接班记录：${resident ? `${resident.name}，` : ''}${content}`, row.state)
  return sheetId
}
