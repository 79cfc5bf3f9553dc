import { account } from '#contract/expense/account'
import { billing } from '#contract/expense/bill'
import { BillStanding } from '#contract/expense/billWords'
import { type ResidentCostRowData, residentCost } from '#contract/expense/residentCost'
import type { InputOf } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { residence } from '#contract/live/residence'
import { usePayDrawer } from '#web/areas/expense/account/payDrawer.part'
import { openBill } from '#web/areas/expense/bill/billState'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { month as monthField } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { money, moneyText, owed } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { keyword, person, text } from '#web/kit/fields/text'
import type { RowAction } from '#web/kit/list/acts'
import { columns, type Filter } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { KeyFigures } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import './residentCost.css'

const PaidFilter = options('ResidentCostPaid', '缴费情况', [
  ['OWES', '有未缴'],
  ['PAID', '已缴清'],
  ['NONE', '未出账'],
])

const costColumns = columns(
  residentCost.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 250,
      ownLink: true,
      cell: (_, row) => <ResidentCell notes={false} row={row} link />,
      search: { field: 'keyword', as: keyword, placeholder: '姓名、首字母、电话', width: 210, order: 1 },
    },
    bedPath: {
      title: '床位',
      as: text,
      width: 196,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
      search: { field: 'bed', placeholder: '如 2层、203室', order: 2 },
    },
    levelName: {
      title: '护理等级',
      as: text,
      width: 130,
      hidden: true,
      search: { field: 'levelId', as: lookupOf('nursingLevel'), order: 3 },
    },
    bedFen: { title: '床位费', as: money, width: 100 },
    careFen: { title: '护理费', as: money, width: 100 },
    mealFen: { title: '餐费', as: money, width: 96 },
    serviceFen: { title: '综合服务费', as: money, width: 104 },
    medicalFen: { title: '医疗费', as: money, width: 92 },
    otherFen: { title: '其他', as: money, width: 92 },
    reducedFen: { title: '优惠与补贴', as: money, width: 104 },
    receivableFen: { title: '应收合计', as: money, width: 110 },
    paidFen: { title: '已缴', as: money, width: 108 },
    unpaidFen: { title: '未缴', as: owed, width: 104 },
    standing: {
      title: '账单',
      as: BillStanding,
      width: 96,
      cell: (standing) =>
        standing ? <StatusTag option={BillStanding.find(standing)!} /> : <span className="yy-none">未出账</span>,
      text: (standing) => (standing ? BillStanding.label(standing) : '未出账'),
    },
    agreedFen: { title: '约定月费', as: money, width: 104, hidden: true },
    dueDate: { title: '缴费期限', as: text, width: 110, hidden: true, cell: (day) => day ?? <None /> },
  },
  { month: { title: '月份', as: monthField, order: 0, width: 130 } },
)

/** Of everything that is found, not of the page. */
function Totals({ filter }: { filter: Filter }) {
  const month = filter.month as string | null | undefined
  const { data } = useCall(
    residentCost.calls.totals,
    month ? ({ ...filter, month } as InputOf<typeof residentCost.calls.totals>) : null,
    { keepPrevious: true },
  )
  if (!data) return null
  const yuan = (value: number) => moneyText(value)
  return (
    <div className="yy-fixed yy-below-12">
      <KeyFigures
        figures={[
          { label: `${month} 住过`, value: data.people, unit: '人', note: '含本月退住和有账单的老人' },
          { label: '床位费', value: yuan(data.bedFen) },
          { label: '护理费', value: yuan(data.careFen) },
          { label: '餐费与服务', value: yuan(data.mealFen + data.serviceFen) },
          { label: '应收合计', value: yuan(data.receivableFen), note: `优惠与补贴 ${yuan(data.reducedFen)}` },
          { label: '已缴', value: yuan(data.paidFen) },
          { label: '未缴', value: yuan(data.unpaidFen), ...(data.unpaidFen > 0 && { tone: 'red' as const }) },
        ]}
      />
    </div>
  )
}

const refreshOn = [residence.events.changed]
const openAccount = (row: ResidentCostRowData) => openPage(account.pages.detail.path, { oldmanId: row.oldmanId })

export default function ResidentCosts() {
  const pay = usePayDrawer()
  const actions: RowAction<ResidentCostRowData>[] = [
    { title: '账户', needs: account.pages.detail.needs, onClick: openAccount },
    {
      title: '账单',
      needs: billing.pages.detail.needs,
      when: (row) => row.bills > 0,
      onClick: (row) =>
        row.billId ? openBill(row.billId) : openPage(billing.pages.ofResident.path, { oldmanId: row.oldmanId }),
    },
    {
      title: '收费',
      needs: 'expense:account:pay',
      when: (row) => row.unpaidFen > 0,
      onClick: (row) => pay.open(row.oldmanId),
    },
  ]
  return (
    <ListPage
      call={residentCost.calls.list}
      columns={costColumns}
      rowKey="oldmanId"
      title="老人费用"
      unit="人"
      tabs={{ field: 'paid', set: PaidFilter }}
      top={(list) => <Totals filter={list.filter} />}
      actions={actions}
      refreshOn={refreshOn}
      heading={(row) => `${row.oldmanName}・应收 ${moneyText(row.receivableFen)}`}
      empty={{ title: '这个月没有老人在住', text: '换一个月份再查。' }}
    >
      {pay.drawer}
    </ListPage>
  )
}
