// Money out and between, in small forms: refund, transfer, remit, deposit against debts, seal and unseal.

import { Checkbox } from 'antd'
import { useState } from 'react'
import { type AccountAct, type AccountDetailData, account } from '#contract/expense/account'
import { type LeavePreviewData, pay } from '#contract/expense/pay'
import { TradeWay, type TradeWayValue } from '#contract/expense/tradeWords'
import { capitals, type Fen } from '#contract/kit/money'
import { residence } from '#contract/live/residence'
import { MONEY } from '#web/areas/expense/money'
import { printReceipts } from '#web/areas/expense/receipt/printReceipt.part'
import { printRefunds } from '#web/areas/expense/refundNote/printRefund'
import { bookingFields, residentOf } from '#web/areas/live/public'
import { amountText } from '#web/kit/fields/amount'
import type { Field, InputProps } from '#web/kit/fields/field'
import { moneyText } from '#web/kit/fields/money'
import { optionField } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { Holdings, ResidentAbout } from './accountHead.part.tsx'
import { LeavingNote, useLeaving } from './leaving.part.tsx'
import { useOutsideWays } from './ways.ts'

interface FormProps {
  open: boolean
  one: AccountDetailData
  onClose(): void
}

/** Chooses among the ways of the house that hand money out: nothing is scanned then. */
function wayField(ways: readonly TradeWayValue[]): Field<TradeWayValue> {
  const list = TradeWay.list.filter((option) => ways.includes(option.value))
  return optionField({ ...TradeWay, list }) as unknown as Field<TradeWayValue>
}

const tick: Field<boolean> = {
  kind: 'field',
  sheet: 'text',
  width: 100,
  cell: (value) => (value ? '是' : '否'),
  text: (value) => (value ? '是' : '否'),
  input: ({ value, onChange, id, disabled }: InputProps<boolean>) => (
    <Checkbox
      id={id}
      checked={value === true}
      disabled={disabled}
      onChange={(event) => onChange?.(event.target.checked)}
    >
      我已知道有未缴账单，仍要退押金
    </Checkbox>
  ),
  search: () => null,
}

const within = (most: number | null, what: string) => (value: Fen | null | undefined) =>
  value && most !== null && value > most ? `${what}只有 ${moneyText(most)} 元` : null

const sumLine = (words: string) => (values: Record<string, unknown>) => {
  const amountFen = typeof values.amountFen === 'number' ? values.amountFen : 0
  return (
    <>
      {words} <b className="yy-pay-sum">¥{moneyText(amountFen)}</b>
      <div className="yy-none">大写　{capitals(amountFen)}</div>
    </>
  )
}

const amountOf = (values: Record<string, unknown>) => (typeof values.amountFen === 'number' ? values.amountFen : 0)

interface Signs {
  balance?: 1 | -1
  deposit?: 1 | -1
  unpaid?: -1
}

/** What stands on the account when the amount that is being typed has moved; nothing while it cannot move. */
const afterwards =
  (title: string, one: AccountDetailData, signs: Signs, back: LeavePreviewData | null = null) =>
  (values: Record<string, unknown>) => {
    const moved = amountOf(values)
    const cells = [
      { label: '账户余额', fen: one.balanceFen, sign: signs.balance },
      {
        label: '押金',
        fen: (one.depositFen ?? 0) - (signs.balance === -1 ? (back?.keptFen ?? 0) : 0),
        sign: signs.deposit,
      },
      { label: '未缴', fen: one.unpaidFen, sign: signs.unpaid },
    ].flatMap(({ label, fen, sign }) => (sign ? [{ label, fen: (fen ?? 0) + sign * moved }] : []))
    if (back && back.giftBackFen > 0) cells.push({ label: '赠送余额', fen: (one.giftFen ?? 0) - back.giftBackFen })
    if (cells.some((cell) => cell.fen < 0)) return null
    return (
      <section className="yy-pay-after yy-white yy-edge yy-round-card" aria-label={title}>
        <b>{title}</b>
        <dl>
          {cells.map((cell) => (
            <div key={cell.label}>
              <dt>{cell.label}</dt>
              <dd>{moneyText(cell.fen)}</dd>
            </div>
          ))}
        </dl>
      </section>
    )
  }

function RefundDrawer({ open, one, onClose, from }: FormProps & { from: 'BALANCE' | 'DEPOSIT' }) {
  const ways = useOutsideWays({ scans: false })
  const balance = from === 'BALANCE'
  const most = balance ? one.balanceFen : one.depositFen
  const title = balance ? '余额退款' : '退押金'
  const asks = !balance && (one.unpaidFen ?? 0) > 0
  const payer = one.payers.find((payer) => payer.payer)
  const { shown, agreed, onShown } = useLeaving()
  const [print, setPrint] = useState(true)
  const after = afterwards('退款后', one, balance ? { balance: -1 } : { deposit: -1 }, shown)
  return (
    <FormDrawer
      open={open}
      call={pay.calls.refund}
      title={`${title}・${one.oldmanName}`}
      about={<ResidentAbout one={one} />}
      verb="确认退款"
      danger
      columns={2}
      width={720}
      draft={false}
      head={<Holdings one={one} />}
      also={{ oldmanId: one.oldmanId, from, ...(balance && agreed) }}
      initial={{ amountFen: balance ? null : most, payee: payer?.name ?? null } as never}
      fields={{
        amountFen: {
          hint: balance
            ? `最多 ${moneyText(most ?? 0)}${(one.giftFen ?? 0) > 0 ? '，赠送余额不退，随退款按比例收回' : ''}`
            : `最多 ${moneyText(most ?? 0)}`,
          check: within(most, balance ? '余额' : '押金'),
        },
        way: { title: '退款方式', as: wayField(ways) },
        payee: { placeholder: '姓名，转账时写上账号', wide: true },
        reason: { as: longText, wide: true },
        ...(asks && {
          confirmed: {
            title: `还有 ${moneyText(one.unpaidFen ?? 0)} 元账单未缴`,
            as: tick,
            wide: true,
            check: (value: boolean | null | undefined) => (value ? null : '请先确认；也可用“押金抵扣欠费”先缴清账单'),
          },
        }),
      }}
      below={(values) => (
        <>
          {balance && (
            <LeavingNote oldmanId={one.oldmanId} amountFen={amountOf(values)} verb="实退" onShown={onShown} />
          )}
          {after(values)}
          <Checkbox className="yy-pay-print" checked={print} onChange={(event) => setPrint(event.target.checked)}>
            退款后打印退款单
          </Checkbox>
        </>
      )}
      result={(values) => sumLine('实退')({ amountFen: amountOf(values) - (shown?.keptFen ?? 0) })}
      touches={MONEY}
      done={`已为${one.oldmanName}退款，退款单在账户的“退款单”里，可补打`}
      onDone={({ refundId }) => print && void printRefunds([refundId])}
      onClose={onClose}
    />
  )
}

function TransferDrawer({ open, one, onClose, to }: FormProps & { to: 'DEPOSIT' | 'BALANCE' }) {
  const most = to === 'DEPOSIT' ? one.balanceFen : one.depositFen
  const words = to === 'DEPOSIT' ? '余额转押金' : '押金转余额'
  const toDeposit = to === 'DEPOSIT'
  const { shown, agreed, onShown } = useLeaving()
  const signs: Signs = toDeposit ? { balance: -1, deposit: 1 } : { balance: 1, deposit: -1 }
  const after = afterwards('划转后', one, signs, shown)
  return (
    <FormDrawer
      open={open}
      call={pay.calls.transfer}
      title={`${words}・${one.oldmanName}`}
      about={<ResidentAbout one={one} />}
      verb="确认划转"
      columns={1}
      width={720}
      draft={false}
      head={<Holdings one={one} />}
      also={{ oldmanId: one.oldmanId, to, ...(toDeposit && agreed) }}
      fields={{
        amountFen: {
          hint: `最多 ${moneyText(most ?? 0)}，钱不离开老人的账户`,
          check: within(most, to === 'DEPOSIT' ? '余额' : '押金'),
        },
        reason: { as: longText, wide: true },
      }}
      below={(values) => (
        <>
          {toDeposit && (
            <LeavingNote oldmanId={one.oldmanId} amountFen={amountOf(values)} verb="实转" onShown={onShown} />
          )}
          {after(values)}
        </>
      )}
      result={sumLine('划转')}
      touches={MONEY}
      done={`已为${one.oldmanName}办理${words}`}
      onClose={onClose}
    />
  )
}

const anybody = residentOf()

function RemitDrawer({ open, one, onClose }: FormProps) {
  const { shown, agreed, onShown } = useLeaving()
  const after = afterwards('转出后', one, { balance: -1 }, shown)
  return (
    <FormDrawer
      open={open}
      call={pay.calls.remit}
      title={`余额转给他人・${one.oldmanName}`}
      about={<ResidentAbout one={one} />}
      verb="确认转出"
      columns={1}
      width={720}
      draft={false}
      head={<Holdings one={one} />}
      also={{ oldmanId: one.oldmanId, ...agreed }}
      fields={{
        toOldmanId: {
          title: '转给哪位老人',
          as: anybody,
          check: (value) => (value === one.oldmanId ? '不能转给老人自己' : null),
        },
        amountFen: {
          hint: `最多 ${moneyText(one.balanceFen ?? 0)}，赠送余额不能转`,
          check: within(one.balanceFen, '余额'),
        },
        reason: { as: longText, wide: true },
      }}
      below={(values) => (
        <>
          <LeavingNote oldmanId={one.oldmanId} amountFen={amountOf(values)} verb="实转" onShown={onShown} />
          {after(values)}
        </>
      )}
      result={sumLine('转出')}
      touches={MONEY}
      done="已转出，双方流水中都能查到"
      onClose={onClose}
    />
  )
}

/** Money of a reservation that is over. */
function BookingDrawer({ open, one, onClose }: FormProps) {
  return (
    <FormDrawer
      open={open}
      call={residence.calls.settleBooking}
      title={`处理预订金・${one.oldmanName}`}
      about={<ResidentAbout one={one} />}
      verb="处理订金"
      columns={1}
      width={720}
      draft={false}
      head={
        <>
          <Holdings one={one} />
          <p className="yy-none">
            账户上还有预订金 <b>{amountText(one.bookingFen)}</b>{' '}
            元，原来的预订已经结束。不处理也不会丢失：下次预订或办理入住时自动使用。
          </p>
        </>
      }
      also={{ oldmanId: one.oldmanId }}
      fields={{
        ...bookingFields(one.bookingFen),
        reason: { as: longText, wide: true, placeholder: '如：家属放弃入住，按约定退还' },
      }}
      touches={MONEY}
      done={`${one.oldmanName}的预订金已处理`}
      onClose={onClose}
    />
  )
}

function OffsetDrawer({ open, one, onClose }: FormProps) {
  const owed = one.unpaidFen ?? 0
  const most = Math.min(one.depositFen ?? 0, owed)
  return (
    <FormDrawer
      open={open}
      call={account.calls.offset}
      title={`押金抵扣欠费・${one.oldmanName}`}
      about={<ResidentAbout one={one} />}
      verb="确认抵扣"
      danger
      columns={1}
      width={720}
      draft={false}
      head={
        <>
          <Holdings one={one} />
          <p className="yy-acc-warn" role="note">
            按合同，一般在逾期较久并已书面通知后才用押金抵扣。从最早的账单起抵扣，写一张收据。
          </p>
        </>
      }
      also={{ oldmanId: one.oldmanId, billIds: one.bills.map((bill) => bill.billId) }}
      initial={{ amountFen: most as Fen }}
      fields={{
        amountFen: { hint: `最多 ${moneyText(most)}`, check: within(most, '可抵扣的') },
        reason: { as: longText, wide: true, placeholder: '如：逾期 60 天，11 月 1 日已书面通知家属' },
      }}
      below={afterwards('抵扣后', one, { deposit: -1, unpaid: -1 })}
      result={sumLine('抵扣')}
      touches={MONEY}
      done="已用押金抵扣欠费"
      onDone={(data) => void printReceipts([data.receiptId])}
      onClose={onClose}
    />
  )
}

function SealDrawer({ open, one, onClose }: FormProps) {
  const call = one.sealed ? account.calls.unseal : account.calls.seal
  const verb = one.sealed ? '解封账户' : '封存账户'
  return (
    <FormDrawer
      open={open}
      call={call}
      title={`${verb}・${one.oldmanName}`}
      about={<ResidentAbout one={one} />}
      verb={verb}
      danger={!one.sealed}
      columns={1}
      width={720}
      draft={false}
      head={
        <>
          <Holdings one={one} />
          <p className="yy-none">
            {one.sealed
              ? '解封后恢复收款、退款和划转。'
              : '封存后不能收款、退款、划转和作废，有解封权限的人除外；出账不受影响。'}
          </p>
        </>
      }
      also={{ oldmanId: one.oldmanId, version: one.version }}
      fields={{ reason: { as: longText, wide: true } }}
      touches={MONEY}
      done={one.sealed ? '已解封' : '已封存'}
      onClose={onClose}
    />
  )
}

/** The form of an act; paying and taking money have drawers of their own. */
export function GiveBackDrawer({ act, ...props }: FormProps & { act: AccountAct }) {
  switch (act) {
    case 'refundBalance':
      return <RefundDrawer {...props} from="BALANCE" />
    case 'refundDeposit':
      return <RefundDrawer {...props} from="DEPOSIT" />
    case 'toDeposit':
      return <TransferDrawer {...props} to="DEPOSIT" />
    case 'toBalance':
      return <TransferDrawer {...props} to="BALANCE" />
    case 'remit':
      return <RemitDrawer {...props} />
    case 'booking':
      return <BookingDrawer {...props} />
    case 'offset':
      return <OffsetDrawer {...props} />
    case 'seal':
    case 'unseal':
      return <SealDrawer {...props} />
    default:
      return null
  }
}
