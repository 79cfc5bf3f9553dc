// 老人账户: what every resident has and owes, and the way into every act on it.
import { Wallet } from 'lucide-react'
import { useMemo } from 'react'
import { ACCOUNT_NEEDS, type AccountAct, type AccountRowData, AccountTab, account } from '#contract/expense/account'
import { ResidenceStatus } from '#contract/live/resident'
import { archivePath } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import type { BatchAction, RowAction } from '#web/kit/list/acts'
import type { Filter } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { ACT_TITLES, type AccountActsHandle, useAccountActs } from './accountActs.part.tsx'
import { openAccount } from './accountHead.part.tsx'
import { openBatch } from './batchData.ts'
import { accountColumns } from './columns.tsx'

const tabs = { field: 'tab', set: AccountTab, counts: account.calls.counts }
const chips = { ids: (ids: unknown) => `所选 ${String(ids).split(',').length} 人` }
const follows = [account.events.changed]

const LINKS: Partial<Record<AccountAct, string>> = { pay: '收费', prestore: '预存' }
const ORDER: readonly AccountAct[] = [
  'pay',
  'prestore',
  'deposit',
  'refundBalance',
  'refundDeposit',
  'toDeposit',
  'toBalance',
  'remit',
  'booking',
  'offset',
  'unseal',
  'seal',
]

function actionsOf(acts: AccountActsHandle): RowAction<AccountRowData>[] {
  return [
    { title: '账户详情', link: '详情', onClick: (row) => openAccount(row.oldmanId) },
    ...ORDER.map(
      (act): RowAction<AccountRowData> => ({
        title: ACT_TITLES[act],
        ...(LINKS[act] && { link: LINKS[act] }),
        move: act,
        danger: act === 'seal',
        onClick: (row) => acts.open(act, row.oldmanId),
      }),
    ),
    {
      title: '老人档案',
      needs: 'live:archive:list',
      onClick: (row) => openPage(archivePath(row.oldmanId)),
    },
  ]
}

const batch: readonly BatchAction<AccountRowData>[] = [
  {
    title: '批量缴费',
    needs: ACCOUNT_NEEDS.batchPay,
    onClick: (rows, list) => {
      openBatch(
        'BILL',
        rows.map((row) => row.oldmanId),
      )
      list.clearSelection()
    },
  },
  {
    title: '批量预存',
    needs: ACCOUNT_NEEDS.batchPay,
    onClick: (rows, list) => {
      openBatch(
        'PRESTORE',
        rows.map((row) => row.oldmanId),
      )
      list.clearSelection()
    },
  },
]

/** What everything that was found comes to, not only this page. */
function Totals({ filter }: { filter: Filter }) {
  const may = useMay()
  const sees = may(account.calls.totals.needs)
  const { data } = useCall(account.calls.totals, sees ? (filter as never) : null, { keepPrevious: true, silent: true })
  if (!sees || !data) return null
  return (
    <span className="yy-acc-totals yy-flex yy-second yy-one-line yy-hidden">
      <span>
        余额合计 <b>{amountText(data.balanceFen)}</b>
      </span>
      <span className="yy-acc-totals-wide">
        押金合计 <b>{amountText(data.depositFen)}</b>
      </span>
      <span>
        未缴合计 <b className={(data.unpaidFen ?? 0) > 0 ? 'yy-acc-harm' : undefined}>{amountText(data.unpaidFen)}</b>
      </span>
    </span>
  )
}

export default function Accounts() {
  const acts = useAccountActs()
  const { open } = acts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle is made anew with every drawer, its acts are the same
  const actions = useMemo(() => actionsOf(acts), [open])
  return (
    <ListPage
      call={account.calls.list}
      columns={accountColumns}
      rowKey="oldmanId"
      title="老人账户"
      unit="人"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      open={(row) => openAccount(row.oldmanId)}
      heading={(row) => `${row.oldmanName}・${ResidenceStatus.label(row.status)}`}
      actions={actions}
      batch={batch}
      create={{
        title: '批量缴费',
        icon: <Wallet size={16} aria-hidden />,
        needs: ACCOUNT_NEEDS.batchPay,
        // The ticked residents where there are some: the blue button must not leave them behind.
        onClick: (list) => {
          openBatch('BILL', list.selection)
          list.clearSelection()
        },
      }}
      summary={(list) => <Totals filter={list.filter} />}
      empty={{ title: '还没有老人账户', text: '建立老人档案时自动开户。' }}
    >
      {acts.element}
    </ListPage>
  )
}
