import { useState } from 'react'
import { account } from '#contract/expense/account'
import { payRemind, type RemindRowData, RemindScope, remindNeeds } from '#contract/expense/payRemind'
import { residence } from '#contract/live/residence'
import { usePayDrawer } from '#web/areas/expense/account/payDrawer.part'
import { useMoneyMoved } from '#web/areas/expense/money'
import { amountText } from '#web/kit/fields/amount'
import type { RowAction } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { invalidate, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { remindColumns } from './columns.tsx'
import { printLetters } from './printLetters.tsx'
import { SendDrawer } from './send.part.tsx'

const refreshOn = [residence.events.changed, account.events.changed]
const open = (row: RemindRowData) => openPage(payRemind.pages.detail.path, { oldmanId: row.oldmanId })

/** Whoever may not see the amounts neither reminds nor takes money. */
const sees = (row: RemindRowData) => row.owedFen !== null

function Owed() {
  useMoneyMoved()
  const { data } = useCall(payRemind.calls.counts, {})
  if (!data) return null
  return (
    <span>
      {data.all} 人未缴 <b className="yy-owed">{amountText(data.owedFen)}</b> 元，其中逾期 {data.late} 人{' '}
      {amountText(data.lateFen)} 元
    </span>
  )
}

export default function PaymentReminders() {
  const [rows, setRows] = useState<readonly RemindRowData[] | null>(null)
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const pay = usePayDrawer()
  const actions: RowAction<RemindRowData>[] = [
    { title: '提醒', needs: remindNeeds.send, when: sees, onClick: (row) => setRows([row]) },
    { title: '收费', needs: 'expense:account:pay', when: sees, onClick: (row) => pay.open(row.oldmanId) },
    { title: '提醒记录', link: '记录', onClick: open },
    { title: '打印催缴通知单', when: sees, onClick: (row) => void printLetters([row.oldmanId]) },
    { title: '老人账户', onClick: (row) => openPage(account.pages.detail.path, { oldmanId: row.oldmanId }) },
  ]
  return (
    <ListPage
      call={payRemind.calls.list}
      columns={remindColumns}
      rowKey="oldmanId"
      title="缴费提醒"
      unit="人"
      tabs={{ field: 'scope', set: RemindScope }}
      actions={actions}
      open={open}
      batch={[
        { title: '批量提醒', needs: remindNeeds.send, onClick: (chosen) => setRows(chosen) },
        { title: '打印催缴通知单', onClick: (chosen) => void printLetters(chosen.map((row) => row.oldmanId)) },
      ]}
      summary={<Owed />}
      refreshOn={refreshOn}
      empty={{ title: '没有人欠费', text: '账单出账后未缴清的老人会出现在这里。' }}
    >
      <SendDrawer rows={rows} org={org} onClose={() => setRows(null)} onDone={() => void invalidate(payRemind)} />
      {pay.drawer}
    </ListPage>
  )
}
