// What other pages keep about the resident, as tabs of the archive: outings, visits, contract documents. Each reads the
// list of its own page, so the count, the states and the acts are the same there and here.

import { Table, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Call, InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { type ContractRow, ContractState, contractDocument } from '#contract/live/contractDocument'
import { type OutingData, OutingPhase, outing } from '#contract/live/outing'
import { IN_HOUSE } from '#contract/live/resident'
import { type VisitRowData, VisitStay, visit } from '#contract/live/visit'
import { openContract, startContract } from '#web/areas/live/contractDocument/acts'
import { DaysLeft } from '#web/areas/live/contractDocument/daysLeft.part'
import { OutingDrawer } from '#web/areas/live/outing/detail.part'
import { type OutingMovesHandle, outingActs } from '#web/areas/live/outing/moves.part'
import { signInForm } from '#web/areas/live/visit/forms'
import { optionField } from '#web/kit/fields/option'
import type { FormRequest } from '#web/kit/form/formOf'
import type { RowOf } from '#web/kit/list/columns'
import { openPage } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { Section } from './facts.part.tsx'

const SIZE = 10
const minutes = (at: string | null) => at?.slice(0, 16) ?? <span className="yy-none">—</span>

interface RecordTableProps<C extends Call> {
  what: string
  call: C
  oldmanId: string
  rowKey: keyof RowOf<C> & string
  columns: TableProps<RowOf<C>>['columns']
  title: string
  act?: ReactNode
  empty: { title: string; text: string }
}

/** A page at a time of a list that takes oldmanId. */
function RecordTable<C extends Call>(props: RecordTableProps<C>) {
  const { what, call, oldmanId, rowKey, columns, title, act, empty } = props
  const [page, setPage] = useState(1)
  const may = useMay()
  const allowed = may(call.needs)
  const input = { oldmanId, page, size: SIZE } as unknown as InputOf<C>
  const { data, error, refetch } = useCall(call, allowed ? input : null, { keepPrevious: true })
  const rows = data as PageInfo<RowOf<C>> | undefined
  return (
    <Section title={title} act={act}>
      {!allowed ? (
        <Empty title={`您没有查看${what}的权限`} text="需要时请联系管理员。" />
      ) : !rows ? (
        <Loaded of={{ data: rows, error, refetch }} what={what} lines={5} />
      ) : rows.total === 0 ? (
        <Empty {...empty} />
      ) : (
        <Table<RowOf<C>>
          size="small"
          rowKey={rowKey}
          dataSource={rows.list}
          {...(columns && { columns })}
          scroll={{ x: 'max-content' }}
          pagination={
            rows.total > SIZE
              ? { current: page, pageSize: SIZE, total: rows.total, showSizeChanger: false, onChange: setPage }
              : false
          }
        />
      )}
    </Section>
  )
}

const phase = optionField(OutingPhase)

interface TabProps {
  one: ArchiveWholeData
  openForm(form: FormRequest): void
}

export function Outings({ one, moves }: { one: ArchiveWholeData; moves: OutingMovesHandle }) {
  const [opened, setOpened] = useState<string | null>(null)
  const may = useMay()
  const lives = IN_HOUSE.includes(one.status)
  return (
    <>
      <RecordTable
        what="外出记录"
        title="外出记录"
        call={outing.calls.list}
        oldmanId={one.oldmanId}
        rowKey="outId"
        act={
          lives &&
          may(outing.calls.register.needs) && (
            <button type="button" className="yy-link" onClick={() => moves.register(one.oldmanId)}>
              登记外出
            </button>
          )
        }
        empty={{ title: '还没有外出记录', text: '登记外出后，离院、返回和延期都会列在这里。' }}
        columns={[
          { title: '状态', dataIndex: 'phase', render: (_: unknown, row: OutingData) => phase.cell(row.phase) },
          { title: '类型', dataIndex: 'outTypeName' },
          { title: '事由', dataIndex: 'reason', ellipsis: true, width: 160 },
          {
            title: '外出',
            dataIndex: 'planOut',
            render: (_: unknown, row: OutingData) => minutes(row.actualOut ?? row.planOut),
          },
          {
            title: '返回',
            dataIndex: 'planReturn',
            render: (_: unknown, row: OutingData) =>
              row.actualReturn ? (
                minutes(row.actualReturn)
              ) : (
                <span className={row.lateMinutes > 0 ? 'yy-red' : 'yy-none'}>计划 {row.planReturn.slice(0, 16)}</span>
              ),
          },
          {
            title: '陪同人',
            dataIndex: 'companion',
            render: (_: unknown, row: OutingData) => `${row.companion}（${row.companionRelationName}）`,
          },
          {
            title: '操作',
            key: 'acts',
            render: (_: unknown, row: OutingData) => (
              <span className="yy-arc-acts yy-one-line">
                {outingActs
                  .filter(([act]) => row.can.includes(act) && act !== 'cancel')
                  .slice(0, 2)
                  .map(([act, title]) => (
                    <button type="button" key={act} className="yy-link" onClick={() => moves.open(act, row)}>
                      {title}
                    </button>
                  ))}
                <button type="button" className="yy-link" onClick={() => setOpened(row.outId)}>
                  详情
                </button>
              </span>
            ),
          },
        ]}
      />
      <OutingDrawer outId={opened} moves={moves} onClose={() => setOpened(null)} />
    </>
  )
}

const inside = optionField(VisitStay)

export const visitForm = (oldmanId: string): FormRequest =>
  signInForm({ oldmanId }, () => void invalidate(archiveSection))

export function Visits({ one, openForm }: TabProps) {
  const may = useMay()
  return (
    <RecordTable
      what="来访记录"
      title="来访记录"
      call={visit.calls.list}
      oldmanId={one.oldmanId}
      rowKey="visitId"
      act={
        may(visit.calls.add.needs) && (
          <button type="button" className="yy-link" onClick={() => openForm(visitForm(one.oldmanId))}>
            登记来访
          </button>
        )
      }
      empty={{ title: '还没有来访记录', text: '家属和朋友来访登记后会列在这里。' }}
      columns={[
        { title: '来访时间', dataIndex: 'inTime', render: (_: unknown, row: VisitRowData) => minutes(row.inTime) },
        {
          title: '离开',
          dataIndex: 'outTime',
          render: (_: unknown, row: VisitRowData) => (row.stay ? inside.cell(row.stay) : minutes(row.outTime)),
        },
        {
          title: '来访人',
          dataIndex: 'visitor',
          render: (_: unknown, row: VisitRowData) =>
            `${row.visitor}${row.relationName ? `（${row.relationName}）` : ''}`,
        },
        { title: '人数', dataIndex: 'people', align: 'right' },
        { title: '类型', dataIndex: 'typeName' },
        { title: '携带物品', dataIndex: 'items', ellipsis: true, width: 160 },
        { title: '登记人', dataIndex: 'userName' },
      ]}
    />
  )
}

const state = optionField(ContractState)

export function Contracts({ one }: { one: ArchiveWholeData }) {
  const may = useMay()
  return (
    <RecordTable
      what="合同文书"
      title="合同文书"
      call={contractDocument.calls.list}
      oldmanId={one.oldmanId}
      rowKey="contractId"
      act={
        <span className="yy-arc-acts yy-one-line">
          {may(contractDocument.calls.create.needs) && (
            <button type="button" className="yy-link" onClick={() => startContract({ oldmanId: one.oldmanId })}>
              新增文书
            </button>
          )}
          {may(contractDocument.pages.list.needs) && (
            <button
              type="button"
              className="yy-link"
              onClick={() => openPage(contractDocument.pages.list.path, { oldmanId: one.oldmanId })}
            >
              在列表中打开
            </button>
          )}
        </span>
      }
      empty={{ title: '还没有合同文书', text: '入住合同、风险告知书等由模板生成，内容从档案带出。' }}
      columns={[
        { title: '状态', dataIndex: 'state', render: (_: unknown, row: ContractRow) => state.cell(row.state) },
        {
          title: '文书名称',
          dataIndex: 'title',
          render: (_: unknown, row: ContractRow) => (
            <button type="button" className="yy-link" onClick={() => openContract(row.contractId)}>
              {row.title}
            </button>
          ),
        },
        { title: '编号', dataIndex: 'contractNo' },
        { title: '类型', dataIndex: 'docTypeName' },
        {
          title: '期限',
          key: 'days',
          render: (_: unknown, row: ContractRow) =>
            row.startDate ? `${row.startDate} 至 ${row.endDate ?? '—'}` : <span className="yy-none">—</span>,
        },
        {
          title: '剩余',
          dataIndex: 'daysLeft',
          render: (_: unknown, row: ContractRow) => (
            <DaysLeft days={row.daysLeft} renewed={!row.can.includes('renew')} />
          ),
        },
        { title: '签署', key: 'signed', render: (_: unknown, row: ContractRow) => `${row.signed}/${row.signerCount}` },
        { title: '经办人', dataIndex: 'createUser' },
      ]}
    />
  )
}
