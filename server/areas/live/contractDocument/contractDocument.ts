// Handlers of the contract documents.
import { fileIdOf } from '#contract/kit/fileAddress'
import { contractDocument } from '#contract/live/contractDocument'
import { fillVersion, storesDictionary, usesDocumentTemplates, valuesOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { fileKinds } from '#server/kit/fileKind'
import { type FileAnswer, implement } from '#server/kit/implement'
import {
  fileContract,
  scanContract,
  scanOf,
  sendContract,
  signContract,
  voidContract,
  withdrawContract,
} from './contractDocumentMoves.ts'
import { contractDetail, listContracts, templateChoices } from './contractDocumentRead.ts'
import { withSignatures } from './contractDocumentWordSigned.ts'
import {
  createContract,
  refreshContract,
  removeContract,
  saveContract,
  startContract,
  TARGET,
} from './contractDocumentWrite.ts'

usesDocumentTemplates({ unit: '份合同文书', table: 'contract_document' })
storesDictionary({
  dictionaryCode: 'contractType',
  what: '合同文书・文书类型',
  table: 'contract_document',
  column: 'doc_type',
})

/** A move, and the document as it stands after it. */
const moved = <I extends { contractId: string }>(
  who: Caller,
  input: I,
  act: (tx: Tx, who: Caller, input: I) => Promise<void>,
) =>
  who.tx(async (tx) => {
    await act(tx, who, input)
    return contractDetail(tx.client, who, input.contractId)
  })

const DATA_URL = /^data:image\/png;base64,/

/** Pictures of a document: signatures carry their own bytes, others lie in the file store of the organisation. */
const pictures = (who: Caller) => async (src: string) => {
  if (DATA_URL.test(src)) return Buffer.from(src.replace(DATA_URL, ''), 'base64')
  const found = await who.app.pool.query<{ key: string }>(
    `select key from stored_file where org_id = $1 and file_id = $2 and mime like 'image/%'`,
    [who.orgId, fileIdOf(src) ?? ''],
  )
  if (!found.rows[0]) return null
  const chunks: Buffer[] = []
  for await (const chunk of await who.app.storage.get(found.rows[0].key)) chunks.push(Buffer.from(chunk as Buffer))
  return Buffer.concat(chunks)
}

type Detail = Awaited<ReturnType<typeof contractDetail>>

/** A Word document as it was kept when it went out; a draft as it would go out now. */
async function wordDocument(who: Caller, one: Detail): Promise<Buffer> {
  const { pool } = who.app
  const kept = await pool.query<{ content: Buffer }>(
    'select content from contract_document_file where org_id = $1 and contract_id = $2',
    [who.orgId, one.contractId],
  )
  if (kept.rows[0]) return kept.rows[0].content
  const values = valuesOf(Object.fromEntries(one.fields.map(({ name, value }) => [name, value])))
  const template = { templateId: one.templateId!, version: one.templateVersion }
  const { content } = await fillVersion(pool, who.orgId, template, values)
  if (content.kind !== 'word') throw new Error(`${one.contractId} is no Word document`)
  return content.file
}

async function download(who: Caller, contractId: string): Promise<FileAnswer> {
  const one = await contractDetail(who.app.pool, who, contractId)
  const { title, oldmanName, contractNo, paper, paperHtml } = one
  const content =
    paperHtml === null
      ? await withSignatures(await wordDocument(who, one), one.signatures)
      : // Loaded when the first is asked for: writing Word files takes a large package.
        await (await import('./contractDocumentWord.ts')).wordFile({
          title,
          html: paperHtml,
          paper,
          load: pictures(who),
        })
  await who.tx(async (tx) => {
    tx.log({ remark: `下载${oldmanName}的《${title}》（${contractNo}）`, targetType: TARGET, targetId: contractId })
  })
  return { name: `${title}-${oldmanName}-${contractNo}.docx`, mime: fileKinds.docx!.mime, content }
}

export default implement(contractDocument, {
  list: (query, who) => listContracts(who, query),
  create: (body, who) => who.tx(async (tx) => contractDetail(tx.client, who, await createContract(tx, who, body))),
  save: (body, who) => moved(who, body, saveContract),
  templates: (_, who) => templateChoices(who),
  start: (query, who) => startContract(who, query),
  detail: ({ contractId }, who) => contractDetail(who.app.pool, who, contractId),
  remove: async ({ contractId }, who) => {
    await who.tx((tx) => removeContract(tx, who, contractId))
    return null
  },
  download: ({ contractId }, who) => download(who, contractId),
  refresh: (input, who) => moved(who, input, refreshContract),
  send: (input, who) => moved(who, input, sendContract),
  withdraw: (input, who) => moved(who, input, withdrawContract),
  sign: async (input, who) => {
    await signContract(who, input)
    return contractDetail(who.app.pool, who, input.contractId)
  },
  scan: async (input, who) => {
    await scanContract(who, input)
    return contractDetail(who.app.pool, who, input.contractId)
  },
  scanFile: async ({ contractId }, who) => {
    const { key, name, mime } = await scanOf(who, contractId)
    return { name, mime, content: await who.app.storage.get(key), inline: true }
  },
  file: (input, who) => moved(who, input, fileContract),
  void: (input, who) => moved(who, input, voidContract),
})
