// 账户详情: one resident's money whole: what it holds, what can be done, every movement by class, bills and receipts.

import { Button, Dropdown, Tabs } from 'antd'
import { ChevronDown, Wallet } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type AccountAct, type AccountDetailData, account } from '#contract/expense/account'
import { charge } from '#contract/expense/charge'
import { ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { useChargeDrawer } from '#web/areas/expense/charge/chargeDrawer.part'
import { useMoneyMoved } from '#web/areas/expense/money'
import { archivePath, BedPath, ResidentPhoto } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import { openPage, useAskedAct, usePageParams, usePageState, useReopened, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { OwesTag, StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { ACT_TITLES, type AccountActsHandle, useAccountActs } from './accountActs.part.tsx'
import { BillPages, ReceiptPages, RefundPages } from './papers.part.tsx'
import { StatementPages } from './statementPages.part.tsx'
import { CLASS_TABS } from './statementTable.part.tsx'
import './account.css'
import './accountDetail.css'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="yy-fixed yy-second">{label}</dt>
      <dd className="yy-narrow yy-no-margin yy-ellipsis">{children || <span className="yy-none">—</span>}</dd>
    </div>
  )
}

function Facts({ one }: { one: AccountDetailData }) {
  const payer = one.payers.find((person) => person.payer) ?? one.payers[0]
  return (
    <dl className="yy-accd-facts yy-grid yy-no-margin">
      <Fact label="床位">
        <BedPath path={one.bedPath} />
      </Fact>
      <Fact label="护理等级">{one.levelName}</Fact>
      <Fact label="在住">{one.days !== null && `${one.days} 天，${one.checkInDate} 入住`}</Fact>
      <Fact label="付费人">{payer && `${payer.name}（${payer.relationName}）${payer.phone}`}</Fact>
      <Fact label="合同至">{one.contractEnd}</Fact>
      <Fact label="每期费用">{(one.masked || (one.monthFen ?? 0) > 0) && `约 ${amountText(one.monthFen)} 元`}</Fact>
      <Fact label="下次出账">{one.nextBillDate && `${one.nextBillDate}，${one.nextDueDate?.slice(5)} 前缴清`}</Fact>
      <Fact label="部门">{one.deptName}</Fact>
      <Fact label="最近交易">{one.lastTradeAt?.slice(0, 16)}</Fact>
    </dl>
  )
}

function Money({ one }: { one: AccountDetailData }) {
  const cells: { label: string; value: number | null; harm?: boolean; note?: string }[] = [
    { label: '账户余额', value: one.balanceFen, ...(one.short && { note: '不足一期' }) },
    {
      label: one.bills.length > 0 ? `未缴（${one.bills.length} 期）` : '未缴',
      value: one.unpaidFen,
      harm: one.owes,
      ...(one.overdueDays > 0 && { note: `逾期 ${one.overdueDays} 天` }),
    },
    { label: '赠送余额', value: one.giftFen },
    { label: '押金', value: one.depositFen },
    ...(one.masked || (one.bookingFen ?? 0) > 0
      ? [{ label: '预订金', value: one.bookingFen, ...(one.can.includes('booking') && { note: '待处理' }) }]
      : []),
  ]
  return (
    <dl className="yy-accd-money yy-grid yy-no-margin yy-edge yy-round">
      {cells.map((cell) => (
        <div className="yy-narrow yy-pad-8-12" key={cell.label}>
          <dt className="yy-second yy-one-line">{cell.label}</dt>
          <dd className={cell.harm ? 'yy-acc-harm' : undefined}>
            {amountText(cell.value)}
            {cell.note && <small className={cell.harm ? undefined : 'yy-amber'}>{cell.note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const MORE: readonly AccountAct[] = [
  'deposit',
  'refundBalance',
  'refundDeposit',
  'toDeposit',
  'toBalance',
  'remit',
  'booking',
  'offset',
  'unseal',
]

function Acts({ one, acts }: { one: AccountDetailData; acts: AccountActsHandle }) {
  const may = useMay()
  const charges = useChargeDrawer()
  const can = (act: AccountAct) => one.can.includes(act)
  const open = (act: AccountAct) => acts.open(act, one.oldmanId)
  const first: AccountAct | null = can('pay') ? 'pay' : can('prestore') ? 'prestore' : null
  const items = [
    ...MORE.filter(can).map((act) => ({ key: act as string, label: ACT_TITLES[act] })),
    ...(may('live:archive:list') ? [{ type: 'divider' as const }, { key: 'archive', label: '老人档案' }] : []),
    ...(can('seal') ? [{ type: 'divider' as const }, { key: 'seal', danger: true, label: '封存账户…' }] : []),
  ]
  return (
    <div className="yy-stack yy-gap-8">
      {first && (
        <Button type="primary" icon={<Wallet size={15} aria-hidden />} onClick={() => open(first)}>
          {ACT_TITLES[first]}
        </Button>
      )}
      {first === 'pay' && can('prestore') && <Button onClick={() => open('prestore')}>预存</Button>}
      {may(charge.calls.add.needs) && <Button onClick={() => charges.open(one.oldmanId)}>记消费</Button>}
      {charges.drawer}
      {items.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items,
            onClick: ({ key }) => (key === 'archive' ? openPage(archivePath(one.oldmanId)) : open(key as AccountAct)),
          }}
        >
          <Button>
            更多
            <ChevronDown size={14} aria-hidden />
          </Button>
        </Dropdown>
      )}
    </div>
  )
}

function Header({ one, acts }: { one: AccountDetailData; acts: AccountActsHandle }) {
  const status = ResidenceStatus.find(one.status)
  return (
    <section
      className="yy-card yy-accd-head yy-grid yy-pad-16 yy-start yy-gap-20"
      aria-label={`${one.oldmanName}的账户`}
    >
      <ResidentPhoto row={one} width={88} height={112} />
      <div className="yy-accd-body">
        <div className="yy-accd-name yy-row yy-wrap yy-gap-8">
          <h2 className="yy-no-margin yy-strong">{one.oldmanName}</h2>
          <span>
            {ResidentSex.label(one.sex)}　{one.age} 岁
          </span>
          {status && <StatusTag option={status} />}
          {one.owes && <OwesTag />}
          {one.sealed && <StatusTag family="grey">账户已封存</StatusTag>}
        </div>
        <Facts one={one} />
      </div>
      <Money one={one} />
      <Acts one={one} acts={acts} />
      {one.sealed && <p className="yy-acc-warn yy-accd-sealed yy-whole-line">封存原因：{one.sealedReason}</p>}
    </section>
  )
}

function Whole({ one }: { one: AccountDetailData }) {
  const { oldmanId } = one
  const acts = useAccountActs()
  const { tab: asked } = usePageParams<'tab'>()
  useAskedAct(({ act }) => {
    // Whoever owes nothing can still pay ahead.
    const wanted = (act === 'pay' && !one.can.includes('pay') ? 'prestore' : act) as AccountAct
    if (one.can.includes(wanted)) acts.open(wanted, oldmanId)
    else toast.info(`${one.oldmanName}的账户现在没有可以${ACT_TITLES[wanted] ?? '办理'}的款项`)
  })
  const [tab, setTab] = usePageState('tab', asked ?? '0')
  const count = (words: string, many: number) => (many > 0 ? `${words} ${many}` : words)
  const items = [
    ...CLASS_TABS.map(({ value, label }) => ({
      key: value as string,
      label: value === '0' ? count('全部流水', one.trades) : label === '消费' ? '院内消费' : label,
    })),
    { key: 'bills', label: count('账单', one.allBills) },
    { key: 'receipts', label: count('收据', one.receipts) },
    { key: 'refunds', label: count('退款单', one.refunds) },
  ]
  return (
    <>
      <Header one={one} acts={acts} />
      <section className="yy-card yy-accd-main yy-flex-1">
        <Tabs activeKey={tab} onChange={setTab} items={items} />
        <div className="yy-accd-content">
          {tab === 'bills' ? (
            <BillPages
              oldmanId={oldmanId}
              onPay={one.can.includes('pay') ? (billId) => acts.open('pay', oldmanId, { billIds: [billId] }) : null}
            />
          ) : tab === 'receipts' ? (
            <ReceiptPages oldmanId={oldmanId} />
          ) : tab === 'refunds' ? (
            <RefundPages oldmanId={oldmanId} />
          ) : (
            <StatementPages key={tab} oldmanId={oldmanId} oldmanName={one.oldmanName} tradeClass={tab} />
          )}
        </div>
      </section>
      {acts.element}
    </>
  )
}

export default function AccountDetail() {
  const { oldmanId = '' } = usePageParams<'oldmanId'>()
  const { setTitle } = useTab()
  const asked = useCall(account.calls.detail, { oldmanId }, { keepPrevious: true })
  const { data } = asked
  useReopened(() => void asked.refetch())
  useMoneyMoved(oldmanId)
  useEffect(() => {
    if (data) setTitle(`${data.oldmanName}・账户`)
  }, [data, setTitle])
  return (
    <div className="yy-accd yy-stack yy-gap-12">
      <Loaded
        of={asked}
        what="这个账户"
        lines={12}
        card
        none={
          <Empty
            title="没有这个账户"
            text="可能不在您的数据范围内。"
            acts={<Button onClick={() => openPage(account.pages.list.path)}>去老人账户</Button>}
          />
        }
      >
        {(one) => <Whole key={one.oldmanId} one={one} />}
      </Loaded>
    </div>
  )
}
