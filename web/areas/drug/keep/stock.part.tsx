// 余量 by drug, and 收发记录: plain lists.
import type { ReactNode } from 'react'
import { DrugExpiryState, DrugKeepType, DrugReach, KeepWarn, qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import { DrugFace } from '#web/areas/drug/drugFace.part'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { keyword } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { ExpiryText, ReachTag, reachWords, StockText } from './faces.tsx'
import { printSlip } from './print.tsx'

const elder = {
  title: '老人',
  width: 200,
  sort: true,
  search: { field: 'oldmanName', as: keyword, placeholder: '姓名或拼音首字母' },
} as const

const stockColumns = columns(
  drugKeep.calls.stock,
  {
    oldmanName: {
      ...elder,
      cell: (_, row) => (
        <span className="yy-stack yy-gap-2">
          <ResidentCell row={row} />
          <BedPath path={row.bedPath} />
        </span>
      ),
      text: (name) => name ?? '',
    },
    bedPath: { title: '床位', width: 200, hidden: true, text: (path) => bedPathText(path) },
    deptName: { title: '部门', width: 120, hidden: true, search: { field: 'deptId', as: department } },
    drugName: {
      title: '药品',
      width: 270,
      sort: true,
      search: { field: 'drugName', as: keyword, placeholder: '名称或拼音首字母' },
      cell: (_, row) => <DrugFace row={row} />,
      text: (_, row) => `${row.drugName} ${row.spec}`,
    },
    quantity: {
      title: '余量',
      width: 130,
      sort: true,
      cell: (_, row) => <StockText row={row} />,
      text: (_, row) => `${qtyText(row.quantity)} ${row.unitName}`,
    },
    perDay: {
      title: '日用量',
      width: 100,
      cell: (value, row) => (value ? `${qtyText(value)} ${row.unitName}` : <span className="yy-none">—</span>),
      text: (value, row) => (value ? `${qtyText(value)} ${row.unitName}` : ''),
    },
    days: {
      title: '还够',
      width: 120,
      sort: true,
      cell: (_, row) => <ReachTag row={row} />,
      text: (_, row) => reachWords(row),
    },
    until: {
      title: '最近效期',
      width: 180,
      sort: true,
      cell: (_, row) => <ExpiryText row={row} />,
      text: (until) => until ?? '',
    },
  },
  {
    reach: { title: '还够', as: DrugReach },
    expiryState: { title: '效期', as: DrugExpiryState },
  },
)

interface ViewProps {
  top: ReactNode
  onElder(oldmanId: string): void
}

export function Stock({ top, onElder }: ViewProps) {
  return (
    <ListPage
      call={drugKeep.calls.stock}
      columns={stockColumns}
      rowKey="heldId"
      title="药品余量"
      unit="种"
      top={() => top}
      tabs={{ field: 'warn', set: KeepWarn }}
      refreshOn={[drugKeep.events.changed]}
      open={(row) => onElder(row.oldmanId)}
      actions={[{ title: '查看', onClick: (row) => onElder(row.oldmanId) }]}
      empty={{ title: '没有存药', text: '药品存入后，每位老人的每种药在这里一行。' }}
    />
  )
}

const moveColumns = columns(drugKeep.calls.record, {
  at: {
    title: '时间',
    as: datetime,
    width: 140,
    sort: true,
    search: 'range',
  },
  oldmanName: { ...elder, cell: (_, row) => <ResidentCell row={row} />, text: (name) => name ?? '' },
  bedPath: { title: '床位', width: 200, hidden: true, text: (path) => bedPathText(path) },
  drugName: {
    title: '药品',
    width: 230,
    sort: true,
    search: { field: 'drugName', as: keyword, placeholder: '名称或拼音首字母' },
    cell: (name, row) => (
      <>
        {name} <span className="yy-second">{row.spec}</span>
      </>
    ),
    text: (_, row) => `${row.drugName} ${row.spec}`,
  },
  keepType: { title: '类型', as: DrugKeepType, width: 116, search: true },
  batchNo: { title: '批号', width: 100, search: true, cell: (no) => no || <span className="yy-none">未记</span> },
  expiry: { title: '有效期至', width: 110, hidden: true },
  delta: {
    title: '数量',
    width: 100,
    cell: (delta, row) => `${delta > 0 ? '+' : '−'}${qtyText(Math.abs(delta))} ${row.unitName}`,
    text: (delta, row) => `${delta > 0 ? '+' : '−'}${qtyText(Math.abs(delta))} ${row.unitName}`,
  },
  after: {
    title: '结余',
    width: 90,
    cell: (after, row) => `${qtyText(after)} ${row.unitName}`,
    text: (after) => qtyText(after),
  },
  userName: { title: '经办人', width: 90, search: true },
  person: { title: '送药人/领取人', width: 110 },
  reason: { title: '说明', width: 170 },
  slipNo: { title: '单据号', width: 140 },
})

export function Moves({ top }: { top: ReactNode }) {
  return (
    <ListPage
      call={drugKeep.calls.record}
      columns={moveColumns}
      rowKey="moveId"
      title="药品收发记录"
      unit="笔"
      top={() => top}
      refreshOn={[drugKeep.events.changed]}
      actions={[
        {
          title: '打印单据',
          link: '打印',
          needs: drugKeep.calls.print.needs,
          when: (row) => row.slipId !== null,
          onClick: (row) => void printSlip(row.slipId!),
        },
      ]}
      empty={{ title: '还没有收发记录', text: '存入、退还、报损、盘点和发药都会在这里留下一笔。' }}
    />
  )
}
