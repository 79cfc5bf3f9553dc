// 消费登记: everything charged outside the agreed fees, what still waits for a bill first.

import { Users } from 'lucide-react'
import { billing } from '#contract/expense/bill'
import { BillState } from '#contract/expense/billWords'
import {
  ChargeKind,
  type ChargeRowData,
  ChargeState,
  charge,
  chargeAmount,
  MedicalKind,
} from '#contract/expense/charge'
import { ResidenceStatus } from '#contract/live/resident'
import { moneyTouched } from '#web/areas/expense/money'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { shownMoney } from '#web/kit/fields/amount'
import { date, datetime } from '#web/kit/fields/date'
import { lookupsOf } from '#web/kit/fields/lookup'
import { moneyText } from '#web/kit/fields/money'
import { None } from '#web/kit/fields/none'
import { optionField } from '#web/kit/fields/option'
import { keyword, longText, text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import type { LookupItem } from '#web/kit/lookup'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { useChargeDrawer } from './chargeDrawer.part.tsx'
import { ChargeSum, editCharge, follow, today, whatFields } from './chargeForm.tsx'
import './charge.css'

const refreshOn = [charge.events.changed]
const WARD = 2

async function voidIt(row: ChargeRowData): Promise<void> {
  const done = await confirmAct({
    title: `作废 ${row.oldmanName} 的“${row.name}”？`,
    effects: ['不再计入账单', '记录保留，不能恢复；记错了请重新登记'],
    verb: '作废',
    safe: '不作废',
    danger: true,
    reason: { label: '作废原因', max: 100, placeholder: '如：登记错人' },
    run: (reason, options) =>
      send(charge.calls.void, { chargeId: row.chargeId, reason, version: row.version }, options),
  })
  if (done === null) return
  toast.success('已作废')
  moneyTouched()
}

const inHouse = ({ row }: LookupItem) =>
  row.status === ResidenceStatus.is.living || row.status === ResidenceStatus.is.trial

/** The same for many: an outing by bus, a vaccination day. */
const manyForm = (): FormRequest => {
  const { kind, ...rest } = whatFields
  return formOf(charge.calls.addMany, {
    title: '批量登记消费',
    verb: '登记',
    width: 720,
    draft: false,
    initial: { kind: 'ONCE', quantity: 1, day: today() },
    fields: {
      oldmanIds: {
        as: lookupsOf('resident', { only: inHouse }),
        title: '老人',
        wide: true,
        hint: '每位老人各记一笔；有一位不能登记时，整批都不登记',
      },
      kind,
      ...rest,
    },
    follow: (changed, all) => {
      const { payments: _, ...more } = follow(changed, all) ?? {}
      return Object.keys(more).length > 0 ? more : undefined
    },
    below: (values) => <ChargeSum values={values} />,
    result: (values) => {
      const count = (values.oldmanIds as string[] | null | undefined)?.length ?? 0
      const price = values.priceFen
      if (count === 0 || typeof price !== 'number') return null
      const each = chargeAmount(price, Number(values.quantity ?? 1))
      return (
        <>
          {count} 位，合计 <b>¥{moneyText(each * count)}</b>
        </>
      )
    },
    done: '已登记',
  })
}

const cols = columns(
  charge.calls.list,
  {
    oldmanName: {
      title: '老人',
      width: 250,
      search: { field: 'keyword', as: keyword, placeholder: '姓名、拼音首字母', order: 1 },
      ownLink: true,
      cell: (_, row) => <ResidentCell notes={false} link row={row} />,
    },
    name: {
      title: '项目',
      width: 190,
      search: { field: 'name', as: keyword, placeholder: '项目名称', order: 4 },
      cell: (name, row) => (
        <span className="yy-charge-name yy-block yy-hidden" title={name}>
          {name} {row.medicalKind && <small className="yy-second yy-small">{row.medicalKind}</small>}
        </span>
      ),
    },
    kind: {
      title: '类型',
      as: ChargeKind,
      width: 110,
      search: { field: 'kind', as: optionField(ChargeKind), order: 2 },
    },
    ownFen: { title: '自付', as: shownMoney, width: 100, sum: true },
    day: { title: '消费日期', as: date, width: 110, sort: true, search: { from: 'dayFrom', to: 'dayTo', order: 3 } },
    state: {
      title: '状态',
      as: ChargeState,
      width: 106,
    },
    quantity: {
      title: '单价 × 数量',
      width: 150,
      align: 'right',
      cell: (quantity, row) =>
        row.priceFen === null ? '***' : `${moneyText(row.priceFen)} × ${quantity}${row.unit ? ` ${row.unit}` : ''}`,
      text: (quantity, row) =>
        row.priceFen === null ? '***' : `${moneyText(row.priceFen)} × ${quantity}${row.unit ? ` ${row.unit}` : ''}`,
    },
    amountFen: { title: '金额', as: shownMoney, width: 100, sort: true },
    insuredFen: { title: '医保支付', as: shownMoney, width: 96 },
    billNo: {
      title: '账单',
      width: 190,
      cell: (no, row) =>
        no && row.billId ? (
          <button
            type="button"
            className="yy-link"
            onClick={() => openPage(billing.pages.detail.path, { tradeMonthId: row.billId! })}
          >
            {no}
            {row.billState ? `・${BillState.label(row.billState as 'DUE')}` : ''}
          </button>
        ) : (
          <None />
        ),
      text: (no) => no ?? '',
    },
    userName: { title: '登记人', as: text, width: 84 },
    orderedBy: { title: '开单人', as: text, width: 84, hidden: true },
    medicalKind: {
      title: '医疗类别',
      width: 90,
      hidden: true,
      search: { field: 'medicalKind', as: optionField(MedicalKind) as never, order: 5 },
    },
    bedPath: {
      title: '床位',
      width: 120,
      hidden: true,
      cell: (path) => <BedPath path={path?.split('>').slice(-WARD).join('>') ?? null} />,
      text: (path) => bedPathText(path),
    },
    categoryName: { title: '费用分类', as: text, width: 110, hidden: true },
    remark: { title: '备注', as: longText, width: 180 },
    createTime: { title: '登记时间', as: datetime, sort: true, hidden: true },
  },
  {},
)

function Waiting() {
  const { data } = useCall(charge.calls.counts, {})
  const one = data?.find((row) => row.state === 'WAITING')
  if (!one) return null
  return (
    <span>
      待入账单 <b>{one.count}</b> 笔{one.amountFen !== null && `，自付合计 ${moneyText(one.amountFen)} 元`}
    </span>
  )
}

export default function Charges() {
  const drawer = useChargeDrawer()
  const waiting = (row: ChargeRowData) => row.state === 'WAITING'
  const actions: RowAction<ChargeRowData>[] = [
    { title: '修改', needs: charge.calls.save.needs, when: waiting, form: editCharge },
    { title: '再记一笔', needs: charge.calls.add.needs, onClick: (row) => drawer.open(row.oldmanId) },
    { title: '作废', needs: charge.calls.void.needs, when: waiting, danger: true, onClick: (row) => void voidIt(row) },
  ]
  return (
    <ListPage
      call={charge.calls.list}
      columns={cols}
      rowKey="chargeId"
      title="消费登记"
      unit="笔"
      tabs={{ field: 'state', set: ChargeState, counts: charge.calls.counts }}
      chips={{ oldmanId: () => '所选老人的消费', billId: () => '所选账单的消费' }}
      create={{ title: '记一笔消费', needs: charge.calls.add.needs, onClick: () => drawer.open(null) }}
      tools={[
        {
          title: '批量登记',
          icon: <Users size={15} aria-hidden />,
          needs: charge.calls.addMany.needs,
          onClick: (list) => list.openForm(manyForm()),
        },
      ]}
      summary={<Waiting />}
      actions={actions}
      refreshOn={refreshOn}
      heading={(row) => `${row.oldmanName}・${row.name}`}
      empty={{ title: '还没有消费', text: '理发、代购、医药、损坏赔偿等，在这里登记，随下期账单或当场收。' }}
    >
      {drawer.drawer}
    </ListPage>
  )
}
