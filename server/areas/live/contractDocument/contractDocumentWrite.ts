// Making and changing drafts of contract documents: each function is one business act in the caller's transaction.

import type { DataOf, InputOf } from '#contract/kit/call'
import { lookUp } from '#contract/kit/lookup'
import { invalid } from '#contract/kit/refusal'
import {
  ContractState,
  type ContractStateValue,
  type contractDocument,
  contractMoves,
  OWN_FIELDS,
  SignParty,
  type SignPartyValue,
} from '#contract/live/contractDocument'
import { type PaperData, usualPaper } from '#contract/systemSetting/documentTemplate'
import {
  PAPER_IN_SCOPE,
  placeholderValues,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import { cleanDocument, documentVersion } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { nextNo } from '#server/kit/numbers'
import { textPinyin } from '#server/kit/pinyin'
import { type Client, chosenTemplate, missingDocument, placesOf } from './contractDocumentRead.ts'
import { fieldsOf, usualSigners } from './contractDocumentText.ts'
import { RESIDENCE_CONTRACT } from './contractUse.ts'

type Calls = typeof contractDocument.calls
export const TARGET = 'contractDocument'

export interface LockedDocument {
  contractId: string
  contractNo: string
  title: string
  docType: string | null
  templateId: string | null
  templateVersion: number | null
  oldmanId: string
  oldmanName: string
  stayId: string | null
  html: string | null
  finalHtml: string | null
  paper: PaperData | null
  fields: Record<string, string>
  startDate: string | null
  endDate: string | null
  state: ContractStateValue
  signers: SignPartyValue[]
  previousId: string | null
  remark: string | null
  version: number
}

const LOCK = `select t.contract_id as "contractId", t.contract_no as "contractNo", t.title, t.doc_type as "docType",
  t.template_id as "templateId", t.template_version as "templateVersion", t.oldman_id as "oldmanId",
  o.oldman_name as "oldmanName", t.stay_id as "stayId", t.html, t.final_html as "finalHtml", t.paper, t.fields,
  t.start_date as "startDate", t.end_date as "endDate", t.state, t.signers, t.previous_id as "previousId", t.remark,
  t.version
from contract_document t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.contract_id = $3 for update of t`

/** The document, locked until the transaction ends; outside the caller's scope it is not there. */
export async function lockDocument(tx: Tx, who: Caller, contractId: string): Promise<LockedDocument> {
  const found = await tx.client.query<LockedDocument>({
    name: 'contract_document_lock',
    text: LOCK,
    values: [who.orgId, who.deptIds, contractId],
  })
  if (!found.rows[0]) throw missingDocument()
  return found.rows[0]
}

/** Locked, in a state that allows the move, and as the sender saw it. */
export async function lockFor(
  tx: Tx,
  who: Caller,
  input: { contractId: string; version?: number | null },
  move: keyof typeof contractMoves.moves,
): Promise<LockedDocument & { next: ContractStateValue }> {
  const row = await lockDocument(tx, who, input.contractId)
  const next = contractMoves.next(row.state, move, (state) => ContractState.label(state))
  await refuseStale(tx, row.contractId, input.version, row.version)
  return { ...row, next }
}

export const named = ({ title, contractNo, oldmanName }: LockedDocument) =>
  `${oldmanName}的《${title}》（${contractNo}）`

function checkDates(startDate: string | null, endDate: string | null): void {
  if (startDate && endDate && endDate < startDate) {
    throw invalid(`到期日期 ${endDate} 早于开始日期 ${startDate}`, 'endDate')
  }
}

function checkSigners(signers: readonly SignPartyValue[]): SignPartyValue[] {
  const wanted = SignParty.list.map((one) => one.value).filter((party) => signers.includes(party))
  if (wanted.length === 0) throw invalid('请至少选择一个签署方', 'signers')
  return wanted
}

function checkedTitle(title: string): string {
  const text = title.trim()
  if (text === '') throw invalid('请填写文书名称', 'title')
  return text
}

function checkedHtml(html: string): string {
  const clean = cleanDocument(html)
  if (!clean.hasContent) throw invalid('正文是空的，请填写正文', 'html')
  return clean.html
}

type Given = readonly { name: string; value: string }[] | null | undefined

/** Values of the places that occur; number and dates are the document's own and not kept twice. */
function keptFields(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
  given: Given,
): Record<string, string> {
  const wanted = new Map((given ?? []).map((one) => [one.name, one.value.trim()]))
  const own = new Set<string>(Object.values(OWN_FIELDS))
  return Object.fromEntries(
    names
      .filter((name) => !own.has(name))
      .map((name) => [name, wanted.get(name) ?? (Object.hasOwn(values, name) ? values[name]! : '')]),
  )
}

const nextDay = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
const nextYear = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  return nextDay(date.toISOString().slice(0, 10), -1)
}
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

interface Renewed {
  contractId: string
  contractNo: string
  title: string
  state: ContractStateValue
  startDate: string | null
  endDate: string | null
  successor: string | null
}

const PREVIOUS = `select t.contract_id as "contractId", t.contract_no as "contractNo", t.title, t.state,
  t.start_date as "startDate", t.end_date as "endDate", (select n.contract_no from contract_document n
    where n.org_id = t.org_id and n.previous_id = t.contract_id and n.state <> ${ContractState.is.voided} limit 1) as successor
from contract_document t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.contract_id = $3 and t.oldman_id = $4`

/** The document to be renewed: signed, of the same resident, and not renewed yet. */
async function previousOf(
  client: Client,
  who: Caller,
  wish: { oldmanId: string; previousId?: string | null },
  lock: '' | ' for update of t',
): Promise<Renewed | null> {
  if (!wish.previousId) return null
  const found = await client.query<Renewed>({
    text: PREVIOUS + lock,
    values: [who.orgId, who.deptIds, wish.previousId, wish.oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw missingDocument()
  contractMoves.next(row.state, 'renew', (state) => ContractState.label(state))
  if (row.successor) throw invalid(`${row.contractNo} 已经续签为 ${row.successor}，请打开那一份`, 'previousId')
  return row
}

/** A new term follows the old one and is as long. */
function termOf(docType: string, today: string, previous: Renewed | null) {
  if (previous?.endDate) {
    const startDate = nextDay(previous.endDate, 1)
    const days = previous.startDate ? daysBetween(previous.startDate, previous.endDate) : null
    const whole = days === null || (days >= 363 && days <= 366)
    return { startDate, endDate: whole ? nextYear(startDate) : nextDay(startDate, days) }
  }
  return docType === RESIDENCE_CONTRACT
    ? { startDate: today, endDate: nextYear(today) }
    : { startDate: null, endDate: null }
}

const RESIDENT = `select ${RESIDENT_MARKS}, current_date as today from oldman t ${WITH_RESIDENT} ${RESIDENT_JOINS}
where ${PAPER_IN_SCOPE} and t.oldman_id = $3`

const OTHERS = `select contract_id as "contractId", contract_no as "contractNo", state, end_date as "endDate"
from contract_document where org_id = $1 and oldman_id = $2 and doc_type = $3 and state <> ${ContractState.is.voided}
  and (end_date is null or end_date >= current_date or state < ${ContractState.is.signed}) order by created_at desc limit 5`

type Start = DataOf<Calls['start']>

export async function startContract(who: Caller, wish: InputOf<Calls['start']>): Promise<Start> {
  const { pool } = who.app
  // The archive refuses whoever lies outside the caller's scope.
  const values = await placeholderValues(pool, who, wish.oldmanId)
  const template = await chosenTemplate(pool, who.orgId, wish.templateId)
  const [version, resident, previous, others] = await Promise.all([
    documentVersion(pool, who.orgId, wish.templateId, template.version),
    pool.query<Omit<Start, 'templateId'> & { today: string }>({
      name: 'contract_resident',
      text: RESIDENT,
      values: [who.orgId, who.deptIds, wish.oldmanId],
    }),
    previousOf(pool, who, wish, ''),
    pool.query<Start['others'][number]>({
      name: 'contract_others',
      text: OTHERS,
      values: [who.orgId, wish.oldmanId, template.docType],
    }),
  ])
  const { today, ...marks } = resident.rows[0]!
  const term = termOf(template.docType, today, previous)
  const names = version.found.map(([name]) => name)
  return {
    ...marks,
    ...term,
    templateId: template.templateId,
    templateName: template.templateName,
    templateVersion: version.version,
    title: previous?.title ?? template.templateName,
    docType: template.docType,
    docTypeName: template.docTypeName,
    kind: template.kind,
    html: version.html,
    paper: { ...usualPaper, ...version.paper },
    fields: fieldsOf(names, values, { contractNo: null, ...term }),
    signers: usualSigners(version.html),
    previous: previous && {
      contractId: previous.contractId,
      contractNo: previous.contractNo,
      state: previous.state,
      endDate: previous.endDate,
    },
    others: others.rows.filter((one) => one.contractId !== wish.previousId),
  }
}

const INSERT = `insert into contract_document (org_id, contract_id, contract_no, title, pinyin, initials, doc_type, template_id,
  template_version, oldman_id, stay_id, html, paper, fields, start_date, end_date, signers, previous_id, user_id, remark)
values ($1::varchar, $2, $3, $4, $5, $6, $7, $8, $9, $10::varchar,
  (select stay_id from stay where org_id = $1::varchar and oldman_id = $10::varchar and end_date is null),
  $11, $12, $13, $14, $15, $16, $17, $18, $19)`

export async function createContract(tx: Tx, who: Caller, body: InputOf<Calls['create']>): Promise<string> {
  const values = await placeholderValues(tx.client, who, body.oldmanId)
  const template = await chosenTemplate(tx.client, tx.orgId, body.templateId)
  const version = await documentVersion(tx.client, tx.orgId, body.templateId, body.templateVersion ?? template.version)
  const previous = await previousOf(tx.client, who, body, ' for update of t')
  if (version.html === null && body.html) throw invalid('Word 文书的正文在 Word 里修改，不能在这里提交正文', 'html')
  const html = body.html ? checkedHtml(body.html) : version.html
  const title = checkedTitle(body.title ?? previous?.title ?? template.templateName)
  const term =
    body.startDate === undefined && body.endDate === undefined && previous
      ? termOf(template.docType, '', previous)
      : { startDate: body.startDate ?? null, endDate: body.endDate ?? null }
  checkDates(term.startDate, term.endDate)
  const signers = checkSigners(body.signers ?? usualSigners(html))
  const place = { html, templateId: body.templateId, templateVersion: version.version }
  const fields = keptFields(await placesOf(tx.client, tx.orgId, place), values, body.fields)
  const contractId = newId()
  const contractNo = await nextNo(tx, 'HT')
  const { pinyin, initials } = textPinyin(title)
  await tx.client.query({
    name: 'contract_document_insert',
    text: INSERT,
    values: [
      tx.orgId,
      contractId,
      contractNo,
      title,
      pinyin,
      initials,
      template.docType,
      body.templateId,
      version.version,
      body.oldmanId,
      html,
      JSON.stringify(body.paper ?? version.paper ?? usualPaper),
      JSON.stringify(fields),
      term.startDate,
      term.endDate,
      JSON.stringify(signers),
      previous?.contractId ?? null,
      who.userId,
      body.remark ?? null,
    ],
  })
  tx.log({
    remark: previous
      ? `为${values.老人姓名}续签《${title}》（${previous.contractNo} → ${contractNo}）`
      : `为${values.老人姓名}起草《${title}》（${contractNo}）`,
    targetType: TARGET,
    targetId: contractId,
    changes: changesBetween(null, { contractNo, title, ...term, signers: signers.map(partyName).join('、') }),
  })
  return contractId
}

export const partyName = (party: SignPartyValue) => SignParty.label(party)

const UPDATE = `update contract_document set title = $3, pinyin = $4, initials = $5, html = $6, paper = $7, fields = $8,
  start_date = $9, end_date = $10, signers = $11, remark = $12, version = version + 1, updated_at = now()
where org_id = $1 and contract_id = $2`

/** The log says how much text there is, not the text. */
const length = (html: string | null) => (html === null ? null : `${html.replace(/<[^>]*>/g, '').length} 字`)

export async function saveContract(tx: Tx, who: Caller, body: InputOf<Calls['save']>): Promise<void> {
  const row = await lockFor(tx, who, body, 'edit')
  if (row.html === null && body.html) throw invalid('Word 文书的正文在 Word 里修改，不能在这里提交正文', 'html')
  const html = body.html ? checkedHtml(body.html) : row.html
  const title = checkedTitle(body.title)
  const startDate = body.startDate === undefined ? row.startDate : body.startDate
  const endDate = body.endDate === undefined ? row.endDate : body.endDate
  checkDates(startDate, endDate)
  const signers = checkSigners(body.signers ?? row.signers)
  const names = await placesOf(tx.client, tx.orgId, { ...row, html })
  const fields = keptFields(names, row.fields, body.fields)
  const remark = body.remark === undefined ? row.remark : body.remark
  const { pinyin, initials } = textPinyin(title)
  await tx.client.query({
    name: 'contract_document_update',
    text: UPDATE,
    values: [
      tx.orgId,
      row.contractId,
      title,
      pinyin,
      initials,
      html,
      JSON.stringify(body.paper ?? row.paper ?? usualPaper),
      JSON.stringify(fields),
      startDate,
      endDate,
      JSON.stringify(signers),
      remark,
    ],
  })
  const facts = (one: Pick<LockedDocument, 'title' | 'startDate' | 'endDate' | 'remark' | 'signers'>) => ({
    title: one.title,
    startDate: one.startDate,
    endDate: one.endDate,
    remark: one.remark,
    signers: one.signers.map(partyName).join('、'),
  })
  tx.log({
    remark: `修改${named(row)}`,
    targetType: TARGET,
    targetId: row.contractId,
    changes: {
      ...changesBetween(facts(row), facts({ title, startDate, endDate, remark: remark ?? null, signers })),
      ...changesBetween(row.fields, fields),
      ...(html !== row.html && { 正文: [length(row.html), length(html)] }),
      version: [row.version, row.version + 1],
    },
  })
}

/** What the archive says today replaces what it said then; what it does not know stays as it was written. */
export async function refreshContract(
  tx: Tx,
  who: Caller,
  input: { contractId: string; version?: number | null },
): Promise<void> {
  const row = await lockFor(tx, who, input, 'edit')
  const values = await placeholderValues(tx.client, who, row.oldmanId)
  const names = await placesOf(tx.client, tx.orgId, row)
  const fresh = Object.fromEntries(
    names.map((name) => [name, (Object.hasOwn(values, name) && values[name]) || (lookUp(row.fields, name) ?? '')]),
  )
  const fields = keptFields(names, fresh, null)
  await tx.client.query(
    `update contract_document set fields = $3, version = version + 1, updated_at = now()
      where org_id = $1 and contract_id = $2`,
    [tx.orgId, row.contractId, JSON.stringify(fields)],
  )
  tx.log({
    remark: `${named(row)}重新带出档案内容`,
    targetType: TARGET,
    targetId: row.contractId,
    changes: { ...changesBetween(row.fields, fields), version: [row.version, row.version + 1] },
  })
}

export async function removeContract(tx: Tx, who: Caller, contractId: string): Promise<void> {
  const row = await lockFor(tx, who, { contractId }, 'remove')
  await tx.client.query('delete from contract_document where org_id = $1 and contract_id = $2', [tx.orgId, contractId])
  tx.log({
    remark: `删除草稿：${named(row)}`,
    targetType: TARGET,
    targetId: contractId,
    changes: { contractNo: [row.contractNo, null], title: [row.title, null] },
  })
}
