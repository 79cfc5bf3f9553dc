// 合同文书: documents by state, with what each needs next. Bench and messages open it with ?due=ending
import { type ContractRow, ContractState, contractDocument } from '#contract/live/contractDocument'
import { ResidenceStatus } from '#contract/live/resident'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { docType } from '#web/areas/systemSetting/public'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person } from '#web/kit/fields/text'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import {
  downloadContract,
  downloadScan,
  fileContract,
  openContract,
  printContract,
  removeContract,
  renewContract,
  startContract,
  voidContract,
  withdrawContract,
} from './acts.tsx'
import { DaysLeft } from './daysLeft.part.tsx'
import './contractDocument.css'

const { calls } = contractDocument

const cols = columns(
  calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 268,
      sort: true,
      ownLink: true,
      cell: (_, row) => <ResidentCell row={row} link />,
      search: { field: 'keyword', as: keyword, placeholder: '老人、编号、名称', width: 180, order: 0 },
    },
    state: { title: '状态', as: ContractState, width: 92 },
    title: {
      title: '文书名称',
      width: 142,
      cell: (title, row) => (
        <button
          type="button"
          className="yy-link yy-cd-title yy-left yy-ellipsis"
          onClick={() => openContract(row.contractId)}
        >
          {title}
        </button>
      ),
    },
    signed: {
      title: '签署',
      width: 64,
      align: 'center',
      cell: (signed, row) =>
        row.state === ContractState.is.draft ? (
          <None />
        ) : (
          <span className={signed < row.signerCount ? 'yy-strong yy-warning' : undefined}>
            {signed}/{row.signerCount}
          </span>
        ),
      text: (signed, row) => `${signed}/${row.signerCount}`,
    },
    endDate: {
      title: '到期日期',
      as: date,
      width: 168,
      sort: true,
      search: { from: 'dueFrom', to: 'dueTo', title: '到期日期', width: 230, order: 3 },
      cell: (day, row) =>
        day === null ? (
          <None />
        ) : (
          <>
            {day} <DaysLeft days={row.daysLeft} renewed={!row.can.includes('renew')} />
          </>
        ),
    },
    contractNo: { title: '编号', width: 138, sort: true },
    docTypeName: { title: '类型', width: 116, search: { field: 'docType', as: docType, width: 130, order: 1 } },
    startDate: { title: '开始日期', as: date, width: 110, sort: true },
    daysLeft: { title: '剩余天数', as: int, width: 100, hidden: true },
    bedPath: {
      title: '床位',
      width: 198,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
    },
    deptName: { title: '部门', width: 120, hidden: true },
    signedAt: { title: '签署时间', as: datetime, sort: true, width: 158 },
    filedAt: { title: '归档时间', as: datetime, hidden: true },
    voidReason: { title: '作废原因', as: longText, width: 200, hidden: true },
    createUser: { title: '经办人', width: 90, hidden: true },
    createTime: {
      title: '创建时间',
      as: datetime,
      sort: true,
      hidden: true,
      search: { from: 'startDate', to: 'endDate', order: 4 },
    },
  },
  {
    status: { title: '入住状态', as: ResidenceStatus as never, order: 5 },
    deptId: { title: '部门', as: department, order: 6 },
  },
)

const tabs = { field: 'state', set: ContractState }
const DUE: Readonly<Record<string, string>> = { ending: '即将到期或已到期，还没有续签' }
const chips = {
  due: (value: unknown) => DUE[String(value)] ?? String(value),
  oldmanId: () => '一位老人的文书',
}

/** The first two that apply stand in the row: what comes next, and looking at it. */
const actions: readonly RowAction<ContractRow>[] = [
  { title: '编辑', move: 'edit', onClick: (row) => openContract(row.contractId) },
  { title: '签署', move: 'sign', onClick: (row) => openContract(row.contractId) },
  { title: '归档', move: 'file', onClick: (row) => void fileContract(row) },
  { title: '查看', when: (row) => row.state > 0, onClick: (row) => openContract(row.contractId) },
  { title: '续签', move: 'renew', onClick: renewContract },
  { title: '下载 Word', link: '下载', onClick: (row) => void downloadContract(row) },
  { title: '打印（可另存为 PDF）', when: (row) => row.kind === 'html', onClick: (row) => void printContract(row) },
  { title: '查看扫描件', when: (row) => row.scanned, onClick: (row) => void downloadScan(row) },
  { title: '撤回修改', move: 'withdraw', onClick: (row) => void withdrawContract(row) },
  { title: '作废', move: 'void', danger: true, onClick: (row) => void voidContract(row) },
  { title: '删除草稿', move: 'remove', danger: true, onClick: (row) => void removeContract(row) },
]

export default function ContractDocuments() {
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="contractId"
      title="合同文书"
      unit="份"
      tabs={tabs}
      chips={chips}
      open={(row) => openContract(row.contractId)}
      heading={(row) => `${row.oldmanName}《${row.title}》・${ContractState.label(row.state)}`}
      create={{ title: '新增合同', needs: calls.create.needs, onClick: () => startContract() }}
      actions={actions}
      empty={{ title: '还没有合同文书', text: '点“新增合同”，选老人和模板，档案里的内容会自动填好。' }}
    />
  )
}
