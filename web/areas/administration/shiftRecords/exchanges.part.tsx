// 换班: who gives which day for which, how far it is, and the decision of whoever approves.
import { Button } from 'antd'
import { useState } from 'react'
import { CellKind, ExchangeState } from '#contract/administration/rosterWords'
import { type ExchangeCellData, type ShiftExchangeRow, shiftExchange } from '#contract/administration/shiftExchange'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { keyword, person, text } from '#web/kit/fields/text'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { DetailDrawer, useShown } from '#web/kit/parts/DetailDrawer'
import { Facts } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'

const { calls, events } = shiftExchange

/** 白班 07:30–19:30, 休, 未排 */
export const cellText = (cell: ExchangeCellData): string =>
  cell.kind === null
    ? '未排班'
    : cell.shiftName
      ? `${cell.shiftName}${cell.times ? ` ${cell.times}` : ''}`
      : CellKind.label(cell.kind)

const dayCell = (day: string, cell: ExchangeCellData) => `${day.slice(5)} ${cellText(cell)}`

const cols = columns(calls.list, {
  applicantName: {
    title: '申请人',
    as: person,
    width: 100,
    search: { field: 'keyword', title: '姓名', as: keyword, placeholder: '申请人或对方', width: 150, order: 0 },
  },
  state: { title: '状态', as: ExchangeState, width: 110 },
  applicantDay: {
    title: '申请人让出',
    as: date,
    width: 210,
    search: { from: 'dayFrom', to: 'dayTo', title: '换班日期', order: 2 },
    cell: (day, row) => dayCell(day, row.gives),
    text: (day, row) => `${day} ${cellText(row.gives)}`,
  },
  partnerName: { title: '对方', as: person, width: 90 },
  partnerDay: {
    title: '对方让出',
    as: date,
    width: 210,
    cell: (day, row) => dayCell(day, row.takes),
    text: (day, row) => `${day} ${cellText(row.takes)}`,
  },
  deptName: { title: '部门', as: text, width: 130, search: { field: 'deptId', as: department, order: 1 } },
  reason: { title: '原因', as: text, width: 150 },
  createTime: { title: '申请时间', as: datetime },
  decidedName: { title: '审批人', as: person, width: 90 },
  decidedAt: { title: '审批时间', as: datetime, hidden: true },
  note: { title: '说明', as: text, width: 150, hidden: true },
})

const pair = (row: ShiftExchangeRow) =>
  `${row.applicantName} ${row.applicantDay.slice(5)} 与 ${row.partnerName} ${row.partnerDay.slice(5)}`
const swapLines = (row: ShiftExchangeRow) =>
  row.swaps.map((one) => `${one.empName} ${one.day.slice(5)}：${cellText(one.before)} → ${cellText(one.after)}`)

const agree = (row: ShiftExchangeRow) =>
  confirmCall(calls.move, {
    input: { exchangeId: row.exchangeId, act: 'agree' as const, version: row.version },
    title: `批准换班：${pair(row)}？`,
    effects: [
      ...swapLines(row),
      ...(row.check ? [row.check.text, ...row.check.faults.map((one) => one.text)] : []),
      '批准后两人的排班同时对调，并通知两人',
    ],
    verb: '批准换班',
    safe: '再看看',
    done: '已批准，两人的排班已对调',
    touches: [
      { area: 'administration', name: 'roster' },
      { area: 'home', name: 'bench' },
    ],
  })

const refuse = (row: ShiftExchangeRow) =>
  confirmCall(calls.move, {
    input: (note) => ({ exchangeId: row.exchangeId, act: 'refuse' as const, note, version: row.version }),
    title: `不批准换班：${pair(row)}？`,
    effects: ['两人的排班不变，两人都会收到原因'],
    verb: '不批准',
    safe: '再看看',
    danger: true,
    reason: { label: '原因', placeholder: '如：当天人手已经不足' },
    done: '已退回，并通知了两人',
    touches: [{ area: 'home', name: 'bench' }],
  })

function ExchangeDrawer({ exchangeId, onClose }: { exchangeId: string | null; onClose(): void }) {
  const shown = useShown(exchangeId)
  const of = useCall(calls.get, shown ? { exchangeId: shown } : null)
  const { data } = of
  const can = (move: string) => data?.can.includes(move) ?? false
  return (
    <DetailDrawer
      open={exchangeId !== null}
      title={data ? `换班：${data.applicantName}与${data.partnerName}` : '换班'}
      about={data && <StatusTag option={ExchangeState.find(data.state)!} />}
      width={720}
      of={of}
      what="换班"
      onClose={onClose}
      foot={
        data && (can('agree') || can('refuse')) ? (
          <DrawerFoot>
            {can('refuse') && <Button onClick={() => void refuse(data)}>不批准</Button>}
            {can('agree') && (
              <Button type="primary" onClick={() => void agree(data)}>
                批准换班
              </Button>
            )}
          </DrawerFoot>
        ) : undefined
      }
    >
      {(row) => (
        <div className="yy-stack yy-gap-16">
          <Facts
            facts={[
              { label: '申请人', value: `${row.applicantName}（${row.deptName ?? '—'}）` },
              { label: '对方', value: row.partnerName },
              { label: '申请人让出', value: `${row.applicantDay} ${cellText(row.gives)}` },
              { label: '对方让出', value: `${row.partnerDay} ${cellText(row.takes)}` },
              { label: '原因', value: row.reason, wide: true },
              { label: '申请时间', value: row.createTime.slice(0, 16) },
              { label: '对方同意', value: row.partnerAt?.slice(0, 16) ?? '—' },
              { label: '审批', value: row.decidedName ? `${row.decidedName} ${row.decidedAt?.slice(0, 16)}` : '—' },
              { label: '说明', value: row.note ?? '—' },
            ]}
          />
          <section>
            <h4 className="yy-heading yy-below-8">两人排班的变化</h4>
            <table className="yy-plain-table yy-lined">
              <thead>
                <tr>
                  <th>姓名</th>
                  <th>日期</th>
                  <th>原来</th>
                  <th>换后</th>
                </tr>
              </thead>
              <tbody>
                {row.swaps.map((one) => (
                  <tr key={`${one.empId}${one.day}`}>
                    <td>{one.empName}</td>
                    <td>{one.day}</td>
                    <td>{cellText(one.before)}</td>
                    <td>
                      <b>{cellText(one.after)}</b>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {row.check && (
            <section>
              <h4 className="yy-heading yy-below-8">排班规则</h4>
              <p className={row.check.ok ? 'yy-green yy-no-margin' : 'yy-red yy-no-margin'}>{row.check.text}</p>
              <ul>
                {row.check.faults.map((one) => (
                  <li key={one.text} className={one.red ? 'yy-red' : 'yy-amber'}>
                    {one.text}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </DetailDrawer>
  )
}

const tabs = { field: 'state', set: ExchangeState, counts: calls.counts }
const refreshOn = [events.changed]
const actions = (open: (row: ShiftExchangeRow) => void): RowAction<ShiftExchangeRow>[] => [
  { title: '查看换班', link: '查看', onClick: open },
  { title: '批准换班', link: '批准', move: 'agree', onClick: (row) => void agree(row) },
  { title: '不批准', move: 'refuse', danger: true, onClick: (row) => void refuse(row) },
]

export function ExchangeRecords() {
  const [opened, setOpened] = useState<string | null>(null)
  const open = (row: ShiftExchangeRow) => setOpened(row.exchangeId)
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="exchangeId"
      title="换班记录"
      tabs={tabs}
      open={open}
      heading={(row) => pair(row)}
      actions={actions(open)}
      refreshOn={refreshOn}
      empty={{ title: '没有换班申请', text: '员工在手机的“换班”里申请，对方同意后到这里审批。' }}
    >
      <ExchangeDrawer exchangeId={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
