// 账户账单: all bills of one resident, with what the account holds above them.
import { useEffect, useMemo } from 'react'
import { account } from '#contract/expense/account'
import { billing } from '#contract/expense/bill'
import { BillStanding } from '#contract/expense/billWords'
import { Holdings, openAccount } from '#web/areas/expense/account/accountHead.part'
import { BedPath, ResidentCell } from '#web/areas/live/public'
import { ListPage } from '#web/kit/list/ListPage'
import { usePageParams, useTab } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { billActions, useBillActs } from './billActs.part.tsx'
import { openBill } from './billState.ts'
import { billColumns } from './columns.tsx'
import { BillSums, billBatchActions, billTabs } from './list.page.tsx'
import './bill.css'

const follows = [account.events.changed]

/** Whose bills they are stands above the list. */
const ABOUT_RESIDENT = new Set(['oldmanName', 'bedPath', 'deptName', 'bed'])
const ownColumns: typeof billColumns = {
  ...billColumns,
  list: billColumns.list
    .filter((column) => column.key !== 'oldmanName')
    .map((column, at) => (at === 0 ? { ...column, fixed: true } : column)),
  searches: billColumns.searches.filter((search) => !ABOUT_RESIDENT.has(search.key)),
}

function Resident({ oldmanId }: { oldmanId: string }) {
  const { data } = useCall(account.calls.detail, { oldmanId }, { keepPrevious: true })
  const { setTitle } = useTab()
  useEffect(() => {
    if (data) setTitle(`${data.oldmanName}・账单`)
  }, [data, setTitle])
  if (!data) return null
  return (
    <section className="yy-card yy-bill-resident yy-fixed yy-below-12">
      <div>
        <ResidentCell
          notes={false}
          row={{ ...data, owedFen: data.owes ? 1 : 0 }}
          onOpen={() => openAccount(oldmanId)}
        />
        <BedPath path={data.bedPath} />
        <button type="button" className="yy-link" onClick={() => openAccount(oldmanId)}>
          账户详情
        </button>
      </div>
      <Holdings one={data} />
    </section>
  )
}

export default function BillsOfResident() {
  const { oldmanId = '' } = usePageParams<'oldmanId'>()
  const acts = useBillActs()
  const fixed = useMemo(() => ({ oldmanId }), [oldmanId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle is made anew with every drawer, its acts are the same
  const actions = useMemo(() => billActions(acts, { ofResident: true }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const batch = useMemo(() => billBatchActions(acts), [])
  return (
    <ListPage
      call={billing.calls.list}
      columns={ownColumns}
      rowKey="tradeMonthId"
      title="账单"
      unit="张"
      tabs={billTabs}
      fixed={fixed}
      refreshOn={follows}
      top={() => <Resident oldmanId={oldmanId} />}
      open={(row) => openBill(row.tradeMonthId)}
      heading={(row) => `${row.month}・${BillStanding.label(row.standing)}`}
      actions={actions}
      batch={batch}
      summary={(list) => <BillSums filter={{ ...list.filter, oldmanId }} />}
      empty={{ title: '这位老人还没有账单', text: '在账单列表生成当月账单后出现。' }}
    >
      {acts.element}
    </ListPage>
  )
}
