// 账单详情: one bill whole: who, how much, line by line with its basis and where it comes from, payments, receipts, history.

import { Button, Dropdown } from 'antd'
import { ChevronDown, Printer, Wallet } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { account } from '#contract/expense/account'
import { type BillDetailData, type BillLineData, billing } from '#contract/expense/bill'
import { BillKind, BillStanding, LineSource } from '#contract/expense/billWords'
import { TradeType, TradeWay } from '#contract/expense/tradeWords'
import type { Family } from '#contract/kit/options'
import { ResidentSex } from '#contract/live/resident'
import { useMoneyMoved } from '#web/areas/expense/money'
import { specText } from '#web/areas/expense/specText'
import { archivePath, BedPath, ResidentPhoto } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import { openPage, usePageParams, useReopened, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { OwesTag, StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { type BillActsHandle, useBillActs } from './billActs.part.tsx'
import { Aside } from './billAside.part.tsx'
import { countText, openBill, openBillsOf, periodText, perUnit } from './billState.ts'
import './bill.css'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="yy-flex yy-gap-8 yy-narrow">
      <dt className="yy-fixed yy-second">{label}</dt>
      <dd className="yy-narrow yy-no-margin yy-ellipsis">{children || <span className="yy-none">—</span>}</dd>
    </div>
  )
}

function Acts({ bill, acts }: { bill: BillDetailData; acts: BillActsHandle }) {
  const can = (move: string) => bill.can.includes(move)
  const more = [
    ...(can('edit') ? [{ key: 'edit', label: '修改账单' }] : []),
    { key: 'account', label: '账户详情' },
    { key: 'all', label: '该老人全部账单' },
    { key: 'archive', label: '老人档案' },
    ...(can('antiSettle') || can('void') || can('remove') ? [{ type: 'divider' as const }] : []),
    ...(can('antiSettle')
      ? [{ key: 'antiSettle', danger: true, label: '反结算…', disabled: bill.whyNotAntiSettle !== null }]
      : []),
    ...(can('void') ? [{ key: 'remove', danger: true, label: '作废账单…' }] : []),
    ...(can('remove') ? [{ key: 'remove', danger: true, label: '删除草稿…' }] : []),
  ]
  const run: Record<string, () => unknown> = {
    edit: () => acts.edit(bill),
    account: () => openPage(account.pages.detail.path, { oldmanId: bill.oldmanId }),
    all: () => openBillsOf(bill.oldmanId),
    archive: () => openPage(archivePath(bill.oldmanId)),
    antiSettle: () => acts.antiSettle(bill),
    remove: () => acts.remove(bill),
  }
  return (
    <div className="yy-bill-acts yy-grid yy-gap-8">
      {can('pay') && (
        <Button type="primary" icon={<Wallet size={15} aria-hidden />} onClick={() => acts.pay(bill)}>
          缴费
        </Button>
      )}
      {can('issue') && (
        <Button type="primary" onClick={() => void acts.issue([bill])}>
          出账
        </Button>
      )}
      {bill.state !== 'VOID' && (
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => void acts.print([bill.tradeMonthId])}>
          {bill.printedTimes > 0 ? '补打' : '打印'}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: more, onClick: ({ key }) => void run[key]?.() }}
      >
        <Button>
          更多
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Dropdown>
    </div>
  )
}

function Head({ bill, acts }: { bill: BillDetailData; acts: BillActsHandle }) {
  const cells: [string, number | null, boolean?][] = [
    ['应收', bill.receivableFen],
    ['已缴', bill.paidFen],
    ['未缴', bill.unpaidFen, bill.standing === 'LATE'],
    ['账户余额', bill.balanceFen],
  ]
  return (
    <section className="yy-card yy-bill-head yy-grid yy-pad-16 yy-start yy-gap-20" aria-label={`账单 ${bill.billNo}`}>
      <ResidentPhoto row={bill} width={72} height={92} />
      <div>
        <div className="yy-bill-name yy-below-8 yy-row yy-wrap yy-gap-8">
          <h2 className="yy-no-margin yy-strong">{bill.oldmanName}</h2>
          <span>
            {ResidentSex.label(bill.sex)}　{bill.age} 岁
          </span>
          <StatusTag option={BillStanding.find(bill.standing)!} />
          {bill.owedFen > 0 && <OwesTag />}
        </div>
        <dl className="yy-bill-facts yy-grid yy-no-margin">
          <Fact label="账期">
            {bill.month}　{BillKind.label(bill.kind)}
          </Fact>
          <Fact label="账单号">{bill.billNo}</Fact>
          <Fact label="床位">
            <BedPath path={bill.bedPath} />
          </Fact>
          <Fact label="计费期间">
            {bill.periodStart} 至 {bill.periodEnd}
          </Fact>
          <Fact label="到期日">
            {bill.dueDate}
            {bill.lateDays > 0 && <span className="yy-owed">　逾期 {bill.lateDays} 天</span>}
          </Fact>
          <Fact label="护理等级">{bill.levelName}</Fact>
          <Fact label="制单">
            {bill.madeBy}　{bill.createTime.slice(0, 16)}
          </Fact>
          <Fact label="出账">{bill.issuedBy && `${bill.issuedBy}　${bill.issuedAt?.slice(0, 16)}`}</Fact>
          <Fact label="备注">{bill.remark}</Fact>
        </dl>
      </div>
      <dl className="yy-bill-money yy-grid yy-no-margin yy-edge yy-round-card">
        {cells.map(([label, value, harm]) => (
          <div key={label}>
            <dt className="yy-second yy-small">{label}</dt>
            <dd className={harm ? 'yy-owed' : undefined}>{amountText(value)}</dd>
          </div>
        ))}
      </dl>
      <Acts bill={bill} acts={acts} />
      <nav className="yy-bill-turn yy-flex yy-ends yy-gap-8 yy-whole-line" aria-label="相邻账期">
        <Button size="small" disabled={!bill.previousId} onClick={() => openBill(bill.previousId!)}>
          上一期
        </Button>
        <Button size="small" disabled={!bill.nextId} onClick={() => openBill(bill.nextId!)}>
          下一期
        </Button>
      </nav>
      {bill.voidReason && <p className="yy-whole-line yy-no-margin yy-second">作废原因：{bill.voidReason}</p>}
    </section>
  )
}

/** What a line comes from, opened where it is kept. */
function Origin({ line, bill }: { line: BillLineData; bill: BillDetailData }) {
  const may = useMay()
  const { refKind, refId } = line
  const to: Record<string, [string, () => void, string]> = {
    outing: ['外出单', () => openPage('/live/Outing/register', { outId: refId }), 'live:outing:list'],
    month: ['入住与收费标准', () => openPage(archivePath(bill.oldmanId)), 'live:archive:list'],
    stay: ['入住记录', () => openPage(archivePath(bill.oldmanId)), 'live:archive:list'],
  }
  const known = refKind ? to[refKind] : undefined
  if (!known || !may(known[2])) return refKind === 'charge' ? <span className="yy-none">费用登记</span> : null
  return (
    <button type="button" className="yy-link" onClick={known[1]}>
      {known[0]}
    </button>
  )
}

const ORIGINS = new Set(['outing', 'charge', 'stay'])

function Lines({ bill }: { bill: BillDetailData }) {
  const reduced = bill.lines.some((line) => (line.discountFen ?? 0) + (line.subsidyFen ?? 0) > 0)
  const span = reduced ? 8 : 6
  const sum = (label: string, value: number | null, strong = false) => (
    <tr className={strong ? 'yy-bill-total' : undefined}>
      <td colSpan={span}>{label}</td>
      <td className="yy-right">{amountText(value)}</td>
    </tr>
  )
  return (
    <PageCard title="费用明细" sub={`共 ${bill.lines.length} 项`} flush>
      <div className="yy-bill-scroll">
        <table className="yy-bill-lines yy-lined yy-plain-table">
          <thead>
            <tr>
              <th>序</th>
              <th>费用项目</th>
              <th>计费期间</th>
              <th>依据</th>
              <th className="yy-right">单价（元）</th>
              <th className="yy-right">数量</th>
              {reduced && <th className="yy-right">优惠</th>}
              {reduced && <th className="yy-right">补贴</th>}
              <th className="yy-right">金额（元）</th>
            </tr>
          </thead>
          <tbody>
            {bill.lines.map((line, index) => (
              <tr key={line.tradeMonthDetailId}>
                <td>{index + 1}</td>
                <td>
                  <b>{line.name}</b>
                  {line.spec && <small>{specText(line.spec)}</small>}
                  {line.source !== 'CYCLE' && <small className="yy-bill-source">{LineSource.label(line.source)}</small>}
                </td>
                <td>{periodText(line.dateFrom, line.dateTo)}</td>
                <td className="yy-bill-basis">
                  {line.basis}
                  {line.refKind && ORIGINS.has(line.refKind) && (
                    <>
                      {line.basis && '　'}
                      <Origin line={line} bill={bill} />
                    </>
                  )}
                </td>
                <td className="yy-right">
                  {amountText(line.priceFen)}/{perUnit(line.cycle)}
                </td>
                <td className="yy-right">{countText(line)}</td>
                {reduced && <td className="yy-right">{line.discountFen ? amountText(-line.discountFen) : '—'}</td>}
                {reduced && <td className="yy-right">{line.subsidyFen ? amountText(-line.subsidyFen) : '—'}</td>}
                <td className="yy-right">{amountText(line.amountFen)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {reduced && sum('费用合计', bill.totalFen)}
            {(bill.discountFen ?? 0) > 0 &&
              sum(`优惠${bill.ruleName ? `（${bill.ruleName}）` : ''}`, -bill.discountFen!)}
            {(bill.subsidyFen ?? 0) > 0 && sum('补贴、保险支付', -bill.subsidyFen!)}
            {sum('本期应收', bill.receivableFen, true)}
          </tfoot>
        </table>
      </div>
    </PageCard>
  )
}

const STATES: Readonly<Record<string, [string, Family]>> = {
  NORMAL: ['正常', 'green'],
  VOID: ['已冲回', 'grey'],
  RED: ['红冲', 'red'],
}

function Payments({ bill }: { bill: BillDetailData }) {
  return (
    <PageCard title="缴费记录" sub={`${bill.payments.length} 笔`} flush>
      {bill.waitingScan.map((one) => (
        <p className="yy-bill-waiting yy-no-margin yy-pad-12-16" key={one.payId} role="status">
          {TradeWay.label(one.way)} {amountText(one.amountFen)} 元正在等待付款，到账后自动入账
        </p>
      ))}
      {bill.payments.length === 0 ? (
        <p className="yy-bill-none yy-no-margin yy-pad-12-16">还没有缴费</p>
      ) : (
        <table className="yy-bill-lines yy-lined yy-plain-table">
          <thead>
            <tr>
              <th>时间</th>
              <th>类型</th>
              <th>方式</th>
              <th className="yy-right">金额（元）</th>
              <th>收据</th>
              <th>经办人</th>
              <th>状态</th>
              <th>备注</th>
            </tr>
          </thead>
          <tbody>
            {bill.payments.map((one) => (
              <tr key={one.entryId} className={one.state === 'NORMAL' ? undefined : 'yy-bill-off'}>
                <td>{one.at.slice(0, 16)}</td>
                <td>{TradeType.label(one.tradeType)}</td>
                <td>{one.wayName}</td>
                <td className="yy-right">{amountText(one.amountFen)}</td>
                <td>{one.receiptNo ?? '—'}</td>
                <td>{one.userName}</td>
                <td>
                  <StatusTag family={STATES[one.state]![1]}>{STATES[one.state]![0]}</StatusTag>
                </td>
                <td className="yy-bill-basis">{one.remark}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PageCard>
  )
}

export default function BillDetail() {
  const params = usePageParams<'tradeMonthId' | 'billId'>()
  const tradeMonthId = params.tradeMonthId ?? params.billId ?? ''
  const { setTitle } = useTab()
  const acts = useBillActs()
  const asked = useCall(billing.calls.detail, { tradeMonthId }, { keepPrevious: true })
  const { data } = asked
  useReopened(() => void asked.refetch())
  useMoneyMoved(data?.oldmanId ?? '-')
  useEffect(() => {
    if (data) setTitle(`${data.oldmanName} ${data.month} 账单`)
  }, [data, setTitle])
  return (
    <div className="yy-bill yy-stack yy-gap-12">
      <Loaded
        of={asked}
        what="这张账单"
        lines={10}
        card
        none={
          <Empty
            title="没有这张账单"
            text="可能已被删除，或不在您的数据范围内。"
            acts={<Button onClick={() => openPage(billing.pages.list.path)}>去账单列表</Button>}
          />
        }
      >
        {(bill) => (
          <>
            <Head bill={bill} acts={acts} />
            {bill.whyNotAntiSettle && bill.can.includes('antiSettle') && (
              <p className="yy-bill-note yy-no-margin yy-round" role="note">
                不能反结算：{bill.whyNotAntiSettle}
              </p>
            )}
            <div className="yy-bill-body yy-grid yy-start yy-gap-12">
              <div className="yy-bill-main yy-grid yy-gap-12 yy-narrow">
                <Lines bill={bill} />
                <Payments bill={bill} />
              </div>
              <Aside bill={bill} />
            </div>
          </>
        )}
      </Loaded>
      {acts.element}
    </div>
  )
}
