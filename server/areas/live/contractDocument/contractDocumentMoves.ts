// What happens to a contract document after it is drafted: sent out, signed, filed, voided. Each is one transaction.

import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { ContractState, type contractDocument } from '#contract/live/contractDocument'
import { residence } from '#contract/live/residence'
import type { DocumentSignature } from '#server/areas/live/documentTables'
import { addStayEvent, PAPER_IN_SCOPE, WITH_RESIDENT } from '#server/areas/residents/public'
import { fillHtml, fillVersion, valuesOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween } from '#server/kit/editing'
import { extensionOf } from '#server/kit/fileKind'
import type { IncomingFile } from '#server/kit/implement'
import { drawnSignature } from '#server/kit/signature'
import { removeFile, type StoredUpload, storeUpload } from '#server/kit/uploads'
import { placesOf, requireDocument } from './contractDocumentRead.ts'
import { fieldsOf } from './contractDocumentText.ts'
import { type LockedDocument, lockFor, named, partyName, TARGET } from './contractDocumentWrite.ts'
import { RESIDENCE_CONTRACT } from './contractUse.ts'

type Calls = typeof contractDocument.calls

const label = (state: LockedDocument['state']) => ContractState.label(state)

const logged = (tx: Tx, row: LockedDocument, to: LockedDocument['state'], remark: string, more = {}) =>
  tx.log({
    remark,
    targetType: TARGET,
    targetId: row.contractId,
    changes: { ...changesBetween({ state: label(row.state) }, { state: label(to) }), ...more },
  })

/** What a draft says, with the values it has now. */
export async function draftValues(client: Tx['client'], orgId: string, row: LockedDocument) {
  const fields = fieldsOf(await placesOf(client, orgId, row), row.fields, row)
  return valuesOf(Object.fromEntries(fields.map(({ name, value }) => [name, value])))
}

/** From here on the text is what it is: values and all are written into it, and a Word file is kept as filled. */
export async function sendContract(tx: Tx, who: Caller, input: InputOf<Calls['send']>): Promise<void> {
  const row = await lockFor(tx, who, input, 'send')
  const values = await draftValues(tx.client, tx.orgId, row)
  const finalHtml = row.html === null ? null : fillHtml(row.html, values).html
  if (row.html === null) {
    const template = { templateId: row.templateId!, version: row.templateVersion }
    const filled = await fillVersion(tx.client, tx.orgId, template, values)
    if (filled.content.kind !== 'word') throw new Error(`${row.contractId} is no Word document`)
    await tx.client.query(
      `insert into contract_document_file (org_id, contract_id, content) values ($1, $2, $3)
       on conflict (org_id, contract_id) do update set content = excluded.content`,
      [tx.orgId, row.contractId, filled.content.file],
    )
  }
  await tx.client.query(
    `update contract_document set state = $3, final_html = $4, version = version + 1, updated_at = now()
      where org_id = $1 and contract_id = $2`,
    [tx.orgId, row.contractId, row.next, finalHtml],
  )
  logged(tx, row, row.next, `${named(row)}送签，签署方：${row.signers.map(partyName).join('、')}`)
}

/** Signatures were given to that text: they go when it is taken back. */
export async function withdrawContract(tx: Tx, who: Caller, input: InputOf<Calls['withdraw']>): Promise<void> {
  const row = await lockFor(tx, who, input, 'withdraw')
  await tx.client.query(
    `update contract_document set state = $3, final_html = null, signatures = '[]', signed = 0, version = version + 1,
      updated_at = now() where org_id = $1 and contract_id = $2`,
    [tx.orgId, row.contractId, row.next],
  )
  await tx.client.query('delete from contract_document_file where org_id = $1 and contract_id = $2', [
    tx.orgId,
    row.contractId,
  ])
  logged(tx, row, row.next, `撤回${named(row)}的送签，已有的签名作废。原因：${input.reason}`)
}

const SIGN = `update contract_document set signatures = $3, signed = $4, state = $5,
  signed_at = case when $5 = 2 then now() else signed_at end, updated_at = now()
where org_id = $1 and contract_id = $2`

/**
 * Signing leaves the version alone: it says which text is meant, and two people may sign the same one at once. A party
 * may sign again until all have.
 */
export async function signContract(who: Caller, input: InputOf<Calls['sign']>): Promise<void> {
  // Nobody decodes pictures for documents that are not there for this caller.
  await requireDocument(who, input.contractId)
  const name = input.name.trim()
  if (name === '') throw invalid('请填写签署人姓名', 'name')
  const picture = await drawnSignature(input.picture, 'picture')
  await who.tx(async (tx) => {
    const row = await lockFor(tx, who, input, 'sign')
    if (!row.signers.includes(input.party)) {
      throw invalid(`这份文书不需要${partyName(input.party)}签署`, 'party')
    }
    const found = await tx.client.query<{ signatures: DocumentSignature[]; at: string }>(
      `select signatures, to_char(now(), 'YYYY-MM-DD HH24:MI:SS') as at from contract_document
        where org_id = $1 and contract_id = $2`,
      [tx.orgId, row.contractId],
    )
    const { signatures, at } = found.rows[0]!
    const one: DocumentSignature = { party: input.party, name, picture, at, byId: who.userId, byName: who.empName }
    const all = row.signers.flatMap((party) =>
      party === one.party ? [one] : signatures.filter((given) => given.party === party),
    )
    const next = all.length === row.signers.length ? 2 : 1
    await tx.client.query({
      name: 'contract_document_sign',
      text: SIGN,
      values: [tx.orgId, row.contractId, JSON.stringify(all), all.length, next],
    })
    const party = partyName(input.party)
    if (next === 2) await signedEvent(tx, row)
    logged(tx, row, next, `${party}（${name}）签署${named(row)}，已签 ${all.length}/${row.signers.length}`, {
      [party]: [signatures.find((given) => given.party === input.party)?.name ?? null, name],
    })
  })
}

const signedEvent = (tx: Tx, row: LockedDocument) =>
  addStayEvent(tx, {
    oldmanId: row.oldmanId,
    kind: 'contract',
    content: `签订《${row.title}》（${row.contractNo}）${row.endDate ? `，至 ${row.endDate}` : ''}`,
    stayId: row.stayId,
    facts: { contractId: row.contractId },
  })

const SCANS = ['pdf', 'jpg', 'jpeg', 'png']

/** The paper was signed by hand. The file is stored first and taken back when the document does not take it. */
export async function scanContract(who: Caller, input: InputOf<Calls['scan']> & { file: IncomingFile }): Promise<void> {
  await requireDocument(who, input.contractId)
  if (!SCANS.includes(extensionOf(input.file.name)))
    throw new Refusal('UPLOAD_TYPE', { list: SCANS.join('、') }, 'file')
  // Refused before anything is stored.
  await who.tx(async (tx) => {
    const row = await lockFor(tx, who, input, 'scan')
    tx.log({ remark: `上传${named(row)}的签署扫描件`, targetType: TARGET, targetId: row.contractId })
  })
  const stored = await storeUpload(who, input.file, {
    use: 'document',
    storedAs: 'contractScan',
    act: '上传签署扫描件',
  })
  try {
    await who.tx((tx) => keepScan(tx, who, input, stored))
  } catch (error) {
    await who.tx((tx) => removeFile(tx, stored.urlPath, () => true))
    throw error
  }
}

async function keepScan(tx: Tx, who: Caller, input: InputOf<Calls['scan']>, stored: StoredUpload): Promise<void> {
  const row = await lockFor(tx, who, input, 'scan')
  await tx.client.query(
    `update contract_document set state = $3, file_url = $4, file_name = $5, signed = jsonb_array_length(signers),
      signed_at = now(), version = version + 1, updated_at = now() where org_id = $1 and contract_id = $2`,
    [tx.orgId, row.contractId, row.next, stored.urlPath, stored.sourceFileName],
  )
  await signedEvent(tx, row)
  logged(tx, row, row.next, `${named(row)}已在纸上签署，扫描件“${stored.sourceFileName}”`, {
    扫描件: [null, stored.sourceFileName],
  })
}

const SCAN = `select f.key, f.name, f.mime, o.oldman_name as "oldmanName", t.title, t.contract_no as "contractNo"
from contract_document t ${WITH_RESIDENT}
join file_link l on l.org_id = t.org_id and l.kind = 'live.contractScan' and l.record_id = t.contract_id
join stored_file f on f.org_id = l.org_id and f.file_id = l.file_id
where ${PAPER_IN_SCOPE} and t.contract_id = $3`

/** Where the scan lies; only this area hands it out, and the log says to whom. */
export async function scanOf(who: Caller, contractId: string): Promise<{ key: string; name: string; mime: string }> {
  const found = await who.app.pool.query<{
    key: string
    name: string
    mime: string
    oldmanName: string
    title: string
    contractNo: string
  }>({ name: 'contract_scan', text: SCAN, values: [who.orgId, who.deptIds, contractId] })
  const file = found.rows[0]
  if (!file) throw notFound('签署扫描件')
  await who.tx(async (tx) => {
    tx.log({
      remark: `查看${file.oldmanName}的《${file.title}》（${file.contractNo}）的签署扫描件`,
      targetType: TARGET,
      targetId: contractId,
    })
  })
  return file
}

interface OpenStay {
  stayId: string
  contractNo: string | null
  contractStart: string | null
  contractEnd: string | null
}

const STAY = `select stay_id as "stayId", contract_no as "contractNo", contract_start as "contractStart",
  contract_end as "contractEnd" from stay where org_id = $1 and oldman_id = $2 and end_date is null for update`

/** The present stay learns the number and the term of its contract: where they are empty, or where it is renewed. */
async function tellStay(tx: Tx, row: LockedDocument): Promise<Record<string, readonly [unknown, unknown]>> {
  if (row.docType !== RESIDENCE_CONTRACT) return {}
  const found = await tx.client.query<OpenStay>({ name: 'contract_stay', text: STAY, values: [tx.orgId, row.oldmanId] })
  const stay = found.rows[0]
  if (!stay) return {}
  const before = await tx.client.query<{ no: string }>(
    'select contract_no as no from contract_document where org_id = $1 and contract_id = $2',
    [tx.orgId, row.previousId],
  )
  const renews = stay.contractNo !== null && stay.contractNo === before.rows[0]?.no
  const next = {
    contractNo: renews ? row.contractNo : (stay.contractNo ?? row.contractNo),
    contractStart: (renews && row.startDate) || (stay.contractStart ?? row.startDate),
    contractEnd: (renews && row.endDate) || (stay.contractEnd ?? row.endDate),
  }
  const { stayId, ...now } = stay
  const changes = changesBetween(now, next)
  if (Object.keys(changes).length === 0) return {}
  await tx.client.query(
    `update stay set contract_no = $3, contract_start = $4, contract_end = $5, version = version + 1, updated_at = now()
      where org_id = $1 and stay_id = $2`,
    [tx.orgId, stayId, next.contractNo, next.contractStart, next.contractEnd],
  )
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [row.oldmanId] })
  return changes
}

export async function fileContract(tx: Tx, who: Caller, input: InputOf<Calls['file']>): Promise<void> {
  const row = await lockFor(tx, who, input, 'file')
  await tx.client.query(
    `update contract_document set state = $3, filed_at = now(), version = version + 1, updated_at = now()
      where org_id = $1 and contract_id = $2`,
    [tx.orgId, row.contractId, row.next],
  )
  logged(tx, row, row.next, `归档${named(row)}`, await tellStay(tx, row))
}

export async function voidContract(tx: Tx, who: Caller, input: InputOf<Calls['void']>): Promise<void> {
  const reason = input.reason.trim()
  if (reason === '') throw invalid('请填写作废原因', 'reason')
  const row = await lockFor(tx, who, input, 'void')
  await tx.client.query(
    `update contract_document set state = $3, void_reason = $4, voided_at = now(), version = version + 1, updated_at = now()
      where org_id = $1 and contract_id = $2`,
    [tx.orgId, row.contractId, row.next, reason],
  )
  // Only what had been in force is part of the resident's history.
  if (row.state >= 2) {
    await addStayEvent(tx, {
      oldmanId: row.oldmanId,
      kind: 'contract',
      content: `作废《${row.title}》（${row.contractNo}）`,
      reason,
      stayId: row.stayId,
      facts: { contractId: row.contractId },
    })
  }
  logged(tx, row, row.next, `作废${named(row)}，原因：${reason}`)
}
