// Contract documents as they are read: rows of lists, one document with its text, what runs out.

import type { ClientBase, Pool } from 'pg'
import type { DataOf, InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, notFound } from '#contract/kit/refusal'
import {
  CONTRACT_SIGNED,
  type ContractDetail,
  type ContractMove,
  type ContractRow,
  ContractState,
  type contractDocument,
  contractMoves,
  type SignatureData,
  type SignPartyValue,
} from '#contract/live/contractDocument'
import { IN_HOUSE } from '#contract/live/resident'
import { type PaperData, TemplateEnabled, usualPaper } from '#contract/systemSetting/documentTemplate'
import {
  labelOf,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import {
  cleanDocument,
  documentVersion,
  escaped,
  fillHtml,
  residenceSettingOf,
  valuesOf,
} from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { contains, pageOfRows } from '#server/kit/page'
import { fieldsOf, missingOf, signedHtml } from './contractDocumentText.ts'

export type Client = Pick<Pool | ClientBase, 'query'>
type Calls = typeof contractDocument.calls

export const missingDocument = () => notFound('合同文书')

const FROM = `contract_document t ${WITH_RESIDENT}`

const ROW = `${RESIDENT_MARKS}, t.contract_id as "contractId", t.contract_no as "contractNo", t.title,
  t.doc_type as "docType", ${labelOf('contractType', 't.doc_type')} as "docTypeName",
  case when t.html is null then 'word' else 'html' end as kind, t.template_id as "templateId",
  t.start_date as "startDate", t.end_date as "endDate",
  case when t.state in (${CONTRACT_SIGNED}) then t.end_date - current_date end as "daysLeft", t.signed,
  jsonb_array_length(t.signers) as "signerCount", t.state, t.signed_at as "signedAt", t.filed_at as "filedAt",
  t.void_reason as "voidReason", t.file_url is not null as scanned, ${staffName('t.user_id')} as "createUser", t.created_at as "createTime", t.version,
  exists (select 1 from contract_document n where n.org_id = t.org_id and n.previous_id = t.contract_id
    and n.state <> ${ContractState.is.voided}) as renewed`

type Stored = Omit<ContractRow, 'can'> & { renewed: boolean }

const canOf = (who: Pick<Caller, 'may'>, row: Pick<Stored, 'state' | 'renewed'>): ContractMove[] =>
  contractMoves.can(row.state, (needs) => who.may(needs)).filter((move) => move !== 'renew' || !row.renewed)

/** How many days before its end a document is to be looked at. */
export const remindDays = async (client: Pool | ClientBase, orgId: string) =>
  (await residenceSettingOf(client, orgId)).contractRemindDays

/**
 * In force, near its end or past it, and nobody has made the next one; those of people who have left do not count.
 * `?` is the number of days.
 */
export const ENDING = `t.state in (${CONTRACT_SIGNED}) and t.end_date <= current_date + ?::int and o.status in (${IN_HOUSE})
  and not exists (select 1 from contract_document n where n.org_id = t.org_id and n.oldman_id = t.oldman_id
    and n.state <> ${ContractState.is.voided} and n.contract_id <> t.contract_id
    and (n.previous_id = t.contract_id or (n.doc_type = t.doc_type and n.end_date > t.end_date)))`

export async function listContracts(who: Caller, query: InputOf<Calls['list']>): Promise<PageInfo<ContractRow>> {
  if (query.due && query.due !== 'ending') throw invalid('没有这种待办', 'due')
  const days = query.due ? await remindDays(who.app.pool, who.orgId) : null
  const page = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: FROM,
      key: 'contract_id',
      select: ROW,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        ['t.oldman_id = ?', query.oldmanId],
        ['t.doc_type = ?', query.docType],
        ['t.template_id = ?', query.templateId],
        ['t.state = ?', query.state],
        ['o.status = ?', query.status],
        ['o.dept_id = ?', query.deptId],
        ['t.created_at >= ?::date', query.startDate],
        ['t.created_at < ?::date + 1', query.endDate],
        ['t.end_date >= ?::date', query.dueFrom],
        ['t.end_date <= ?::date', query.dueTo],
        [ENDING, days],
        [
          `(o.oldman_name ilike ? or o.initials like lower(?) or o.pinyin like lower(?) or t.contract_no ilike ?
            or t.title ilike ? or t.initials like lower(?) or t.pinyin like lower(?))`,
          contains(query.keyword),
        ],
      ],
      sorts: {
        createTime: 't.created_at',
        contractNo: 't.contract_no',
        startDate: 't.start_date',
        endDate: 't.end_date',
        daysLeft: 't.end_date',
        state: 't.state',
        signedAt: 't.signed_at',
        oldmanName: 'o.pinyin',
        title: 't.pinyin',
      },
      // What runs out is looked at from the most urgent on.
      defaultSort: query.due ? 't.end_date' : 't.created_at desc',
    },
    query,
  )
  return { ...page, list: page.list.map(({ renewed, ...row }) => ({ ...row, can: canOf(who, { ...row, renewed }) })) }
}

type Linked = ContractDetail['previous']

interface StoredDocument extends Stored {
  html: string | null
  finalHtml: string | null
  storedPaper: Partial<PaperData> | null
  storedFields: Record<string, string>
  templateName: string | null
  templateVersion: number | null
  signers: SignPartyValue[]
  signatures: (SignatureData & { byId: string })[]
  scanName: string | null
  voidedAt: string | null
  remark: string | null
  previous: Linked
  next: Linked
  guardian: string | null
  guarantor: string | null
  updateTime: string
}

const linked = (
  alias: string,
) => `json_build_object('contractId', ${alias}.contract_id, 'contractNo', ${alias}.contract_no,
  'state', ${alias}.state, 'endDate', ${alias}.end_date)`

const member = (mark: 'guardian' | 'guarantor') => `(select f.name from oldman_family f
  where f.org_id = t.org_id and f.oldman_id = t.oldman_id and f.${mark} order by f.sort, f.family_id limit 1)`

const ONE = `select ${ROW}, t.html, t.final_html as "finalHtml", t.paper as "storedPaper", t.fields as "storedFields",
  v.template_name as "templateName", t.template_version as "templateVersion", t.signers, t.signatures,
  t.file_name as "scanName", t.voided_at as "voidedAt", t.remark, t.updated_at as "updateTime",
  case when p.contract_id is not null then ${linked('p')} end as previous,
  (select ${linked('n')} from contract_document n where n.org_id = t.org_id and n.previous_id = t.contract_id
    and n.state <> ${ContractState.is.voided} order by n.created_at desc limit 1) as next,
  ${member('guardian')} as guardian, ${member('guarantor')} as guarantor
from ${FROM} ${RESIDENT_JOINS}
  left join contract_document p on p.org_id = t.org_id and p.contract_id = t.previous_id
  left join document_template_version v on v.org_id = t.org_id and v.template_id = t.template_id
    and v.version = t.template_version
where ${PAPER_IN_SCOPE} and t.contract_id = $3`

/** The placeholders that occur, in order. */
export async function placesOf(
  client: Client,
  orgId: string,
  one: { html: string | null; templateId: string | null; templateVersion: number | null },
): Promise<string[]> {
  if (one.html !== null) return [...cleanDocument(one.html).placeholders.keys()]
  if (one.templateId === null || one.templateVersion === null) return []
  const { found } = await documentVersion(client, orgId, one.templateId, one.templateVersion)
  return found.map(([name]) => name)
}

/** Refuses a document outside the caller's scope as not there. */
export async function requireDocument(who: Caller, contractId: string): Promise<void> {
  const found = await who.app.pool.query({
    name: 'contract_document_there',
    text: `select 1 from ${FROM} where ${PAPER_IN_SCOPE} and t.contract_id = $3`,
    values: [who.orgId, who.deptIds, contractId],
  })
  if (found.rowCount === 0) throw missingDocument()
}

/** Everything about one document; outside the caller's scope it is not there. */
export async function contractDetail(client: Client, who: Caller, contractId: string): Promise<ContractDetail> {
  const found = await client.query<StoredDocument>({
    name: 'contract_document_one',
    text: ONE,
    values: [who.orgId, who.deptIds, contractId],
  })
  const row = found.rows[0]
  if (!row) throw missingDocument()
  const { storedFields, storedPaper, finalHtml, guardian, guarantor, renewed, signatures, ...rest } = row
  const fields = fieldsOf(await placesOf(client, who.orgId, row), storedFields, row)
  const names: Record<SignPartyValue, string> = {
    elder: row.oldmanName,
    guardian: guardian ?? '',
    guarantor: guarantor ?? '',
    organisation: who.empName,
  }
  const given = signatures.map(({ byId: _, ...one }) => one)
  return {
    ...rest,
    paper: { ...usualPaper, ...storedPaper },
    html: row.state === ContractState.is.draft ? row.html : null,
    paperHtml: paperHtml(row, fields, given),
    fields,
    missing: missingOf(fields),
    names: row.signers.map((party) => ({ party, name: names[party] })),
    signatures: given,
    can: canOf(who, { state: row.state, renewed }),
  }
}

/** Paper that is void says so, on the screen, on the printer and in Word. */
const voidMark = (row: { voidedAt: string | null; voidReason: string | null }) =>
  `<p style="text-align: center"><strong>【已作废】${row.voidedAt?.slice(0, 10) ?? ''}　${escaped(row.voidReason ?? '')}</strong></p>`

function paperHtml(
  row: Pick<StoredDocument, 'state' | 'html' | 'finalHtml' | 'voidedAt' | 'voidReason'>,
  fields: ContractDetail['fields'],
  signatures: readonly SignatureData[],
): string | null {
  if (row.html === null) return null
  if (row.finalHtml !== null)
    return (row.state === ContractState.is.voided ? voidMark(row) : '') + signedHtml(row.finalHtml, signatures)
  return fillHtml(row.html, valuesOf(Object.fromEntries(fields.map(({ name, value }) => [name, value])))).html
}

const TEMPLATES = `select t.template_id as "templateId", t.template_name as "templateName", t.doc_type as "docType",
  ${labelOf('contractType', 't.doc_type')} as "docTypeName", t.kind, t.remark, t.pinyin, t.initials, t.version
from document_template t where t.org_id = $1 and t.scope = 'org' and t.enabled = ${TemplateEnabled.is.on}`

type TemplateChoice = DataOf<Calls['templates']>[number] & { version: number }

export async function templateChoices(who: Caller): Promise<TemplateChoice[]> {
  const found = await who.app.pool.query<TemplateChoice>({
    name: 'contract_templates',
    text: `${TEMPLATES} order by t.sort, t.template_id`,
    values: [who.orgId],
  })
  return found.rows
}

/** A template that a document can be made from now. */
export async function chosenTemplate(client: Client, orgId: string, templateId: string): Promise<TemplateChoice> {
  const found = await client.query<TemplateChoice>({
    name: 'contract_template_one',
    text: `${TEMPLATES} and t.template_id = $2`,
    values: [orgId, templateId],
  })
  if (!found.rows[0]) throw invalid('文书模板不存在或已停用，请重新选择', 'templateId')
  return found.rows[0]
}
