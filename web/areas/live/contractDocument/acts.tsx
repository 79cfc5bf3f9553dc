// What can be done with a contract document, from its list and from its own page. Each act asks, makes one call and
// answers the document as it stands afterwards.
import { type ContractRow, contractDocument } from '#contract/live/contractDocument'
import { residence } from '#contract/live/residence'
import { printDocument } from '#web/areas/systemSetting/public'
import { download, newRequestNo, send } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const { calls, pages } = contractDocument

/** What an act needs to know of a document. */
export type Acted = Pick<
  ContractRow,
  'contractId' | 'contractNo' | 'title' | 'oldmanId' | 'oldmanName' | 'state' | 'version' | 'signed' | 'templateId'
>

const called = ({ oldmanName, title, contractNo }: Acted) => `${oldmanName}《${title}》${contractNo}`

const changed = () => void invalidate(contractDocument, residence)

export const openContract = (contractId: string) => openPage(pages.form.path, { contractId })

/** A new document for a resident; of a type, or in the place of one that runs out. */
export const startContract = (request: { oldmanId?: string; previousId?: string; templateId?: string } = {}) =>
  openPage(pages.form.path, request)

export const renewContract = ({ oldmanId, contractId, templateId }: Acted) =>
  startContract({ oldmanId, previousId: contractId, ...(templateId && { templateId }) })

export async function downloadContract({ contractId }: Acted): Promise<void> {
  await download(calls.download, { contractId })
  toast.success('Word 文件已下载')
}

/** Asked for anew, so that the paper shows every signature that is there now. */
export async function printContract({ contractId }: Acted): Promise<void> {
  const { title, oldmanName, paperHtml, paper } = await send(calls.detail, { contractId }, { loading: true })
  if (paperHtml === null) return
  await printDocument({ title: `${title}-${oldmanName}`, html: paperHtml, paper })
}

export const downloadScan = ({ contractId }: Acted) => download(calls.scanFile, { contractId })

export async function removeContract(row: Acted): Promise<boolean> {
  const said = await confirmAct({
    title: `删除草稿 ${called(row)}？`,
    effects: ['草稿和其中的修改一起删除，不能恢复', '老人档案不受影响'],
    verb: '删除草稿',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(calls.remove, { contractId: row.contractId }, options),
  })
  if (said === null) return false
  toast.success(`草稿 ${row.contractNo} 已删除`)
  changed()
  return true
}

export async function sendContract(row: Acted, missing: readonly string[]) {
  const requestNo = newRequestNo()
  let fresh: Awaited<ReturnType<typeof send<typeof calls.send>>> | null = null
  const said = await confirmAct({
    title: `${called(row)} 送签？`,
    effects: [
      ...(missing.length > 0 ? [`还有 ${missing.length} 处没有内容，会留出空白供手写：${missing.join('、')}`] : []),
      '正文从现在起不能修改，需要修改时先撤回',
      '各方可以在屏幕上签名，也可以打印签署后上传扫描件',
    ],
    verb: '送签',
    safe: '再看看',
    run: async (_, options) => {
      fresh = await send(calls.send, { contractId: row.contractId, version: row.version }, { ...options, requestNo })
    },
  })
  if (said === null) return null
  toast.success(`${row.contractNo} 已送签`)
  changed()
  return fresh as Awaited<ReturnType<typeof send<typeof calls.send>>> | null
}

export async function withdrawContract(row: Acted): Promise<boolean> {
  const requestNo = newRequestNo()
  const said = await confirmAct({
    title: `撤回 ${called(row)}？`,
    effects: [
      '文书退回草稿，可以修改后重新送签',
      ...(row.signed > 0 ? [`已有的 ${row.signed} 个签名作废，需要重新签`] : []),
    ],
    verb: '撤回修改',
    safe: '不撤回',
    danger: row.signed > 0,
    reason: { label: '撤回原因' },
    run: (reason, options) =>
      send(calls.withdraw, { contractId: row.contractId, reason, version: row.version }, { ...options, requestNo }),
  })
  if (said === null) return false
  toast.success(`${row.contractNo} 已撤回`)
  changed()
  return true
}

export async function fileContract(row: Acted): Promise<boolean> {
  const requestNo = newRequestNo()
  const said = await confirmAct({
    title: `归档 ${called(row)}？`,
    effects: ['归档后只能查看、打印、续签或作废', '入住服务合同的编号和期限会带到居住信息中（原来为空的）'],
    verb: '归档',
    safe: '暂不归档',
    run: (_, options) =>
      send(calls.file, { contractId: row.contractId, version: row.version }, { ...options, requestNo }),
  })
  if (said === null) return false
  toast.success(`${row.contractNo} 已归档`)
  changed()
  return true
}

export async function voidContract(row: Acted): Promise<boolean> {
  const requestNo = newRequestNo()
  const said = await confirmAct({
    title: `作废 ${called(row)}？`,
    effects: [
      '文书和签名保留，标为已作废，不再有效',
      '不能撤销；需要时重新起草一份',
      '居住信息中的合同编号不会自动清除',
    ],
    verb: '作废文书',
    safe: '不作废',
    danger: true,
    reason: { label: '作废原因' },
    run: (reason, options) =>
      send(calls.void, { contractId: row.contractId, reason, version: row.version }, { ...options, requestNo }),
  })
  if (said === null) return false
  toast.success(`${row.contractNo} 已作废`)
  changed()
  return true
}
