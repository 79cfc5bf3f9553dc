// The statement of a settlement on one page: every line, the sums, the capitals, where the refund goes, who signs.
import { type SettleDetailData, type SettleLineData, settlement } from '#contract/expense/settlement'
import { HandBack, SettleState } from '#contract/expense/settlementWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { ResidentSex } from '#contract/live/resident'
import { specText } from '#web/areas/expense/specText'
import { bedPathText } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { moneyText } from '#web/kit/fields/money'
import { printSheet } from '#web/kit/print/printSheet'
import { AmountRow, Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

interface PaperLine {
  item: string
  about: string
  period: string
  amountFen: number
}

const periodOf = (line: SettleLineData) =>
  line.dateFrom
    ? line.dateTo && line.dateTo !== line.dateFrom
      ? `${line.dateFrom.slice(5)} 至 ${line.dateTo.slice(5)}`
      : line.dateFrom.slice(5)
    : ''

function linesOf({ sheet, form }: SettleDetailData): PaperLine[] {
  return [
    ...sheet.unpaid.map((bill) => ({
      item: `未缴账单 ${bill.billNo}`,
      about: `应收 ${moneyText(bill.receivableFen)}，已缴 ${moneyText(bill.paidFen)}`,
      period: bill.month,
      amountFen: bill.unpaidFen,
    })),
    ...sheet.lines.map((line) => ({
      item: line.name,
      about: [specText(line.spec), line.basis].filter(Boolean).join('　'),
      period: periodOf(line),
      amountFen: line.amountFen - line.discountFen - line.subsidyFen,
    })),
    ...(sheet.sums.discountFen > 0
      ? [{ item: '减免', about: form.discountReason ?? '', period: '', amountFen: -sheet.sums.discountFen }]
      : []),
  ]
}

const columns: readonly SheetColumn<PaperLine>[] = [
  { key: 'n', title: '序', align: 'center', width: 5, text: (_, index) => index + 1 },
  { key: 'item', title: '费用项目', width: 32, text: (line) => line.item },
  { key: 'about', title: '说明', text: (line) => line.about },
  { key: 'period', title: '期间', align: 'center', width: 17, whole: true, text: (line) => line.period },
  {
    key: 'amount',
    title: '金额（元）',
    align: 'right',
    width: 14,
    whole: true,
    text: (line) => moneyText(line.amountFen),
  },
]

const handed = (value: SettleDetailData['form']['drugs'], note: string | null | undefined) =>
  value ? `${HandBack.label(value)}${note ? `，${note}` : ''}` : '—'

function Statement({ one, org }: { one: SettleDetailData; org: string }) {
  const { sums } = one.sheet
  const { form } = one
  const to = [form.payeeName, form.payeeBank, form.payeeAccount].filter(Boolean).join('　')
  const used: [string, number, string][] = [
    ['余额抵扣', -sums.useBalanceFen, `账户余额 ${moneyText(sums.balanceFen)}`],
    ['赠送余额抵扣', -sums.useGiftFen, `赠送余额 ${moneyText(sums.giftFen)}`],
    ['押金抵扣', -sums.useDepositFen, `押金 ${moneyText(sums.depositFen)}`],
    ['补缴', -sums.collectedFen, sums.supplementFen > 0 ? `应补缴 ${moneyText(sums.supplementFen)}` : ''],
  ]
  return (
    <Sheet
      org={org}
      title="退住结算单"
      sub={
        <>
          结算单号 {one.settleNo ?? '（尚未生成）'}
          {'　　'}
          {one.state === 'CONFIRMED' ? `确认时间 ${one.confirmTime?.slice(0, 16)}` : SettleState.label(one.state)}
        </>
      }
      facts={[
        { label: '老人', value: `${one.oldmanName}　${ResidentSex.label(one.sex)}　${one.age} 岁` },
        { label: '床位', value: bedPathText(one.bedPath) },
        { label: '护理等级', value: one.levelName ?? '—' },
        { label: '入住日期', value: one.startDate },
        { label: '退住日期', value: one.checkoutDate },
        { label: '居住天数', value: `${one.days} 天` },
        { label: '退住原因', value: one.checkoutReason ?? '—' },
        {
          label: '办理人',
          value: [form.applicant, form.relation && `（${form.relation}）`].filter(Boolean).join('') || '—',
        },
        {
          label: '物品/药品',
          value: `${handed(form.belongings, form.belongingsNote)} / ${handed(form.drugs, form.drugsNote)}`,
        },
      ]}
      signatures={[
        ...one.signs.map((sign) => ({ label: sign.step, ...(sign.userName && { name: sign.userName }) })),
        { label: '老人或家属签字' },
      ]}
    >
      <SheetTable
        columns={columns}
        rows={linesOf(one)}
        totals={
          <>
            <tr>
              <td colSpan={4} className="right">
                应收合计
              </td>
              <td className="right">
                <b>{moneyText(sums.receivableFen)}</b>
              </td>
            </tr>
            {used
              .filter(([, amount]) => amount !== 0)
              .map(([label, amount, note]) => (
                <tr key={label}>
                  <td colSpan={4} className="right">
                    {label}
                    {note && `（${note}）`}
                  </td>
                  <td className="right">{moneyText(amount)}</td>
                </tr>
              ))}
            {(sums.keptFen ?? 0) > 0 && (
              <tr>
                <td colSpan={4} className="right">
                  扣下已用的满赠（预存款退出，按比例收回）
                </td>
                <td className="right">{moneyText(-sums.keptFen)}</td>
              </tr>
            )}
            {sums.lapseFen > 0 && (
              <tr>
                <td colSpan={4} className="right">
                  剩余赠送余额失效，不退
                </td>
                <td className="right">{moneyText(sums.lapseFen)}</td>
              </tr>
            )}
            <AmountRow
              label={sums.outstandingFen > 0 ? '还需补缴' : '应退款'}
              fen={sums.outstandingFen || sums.refundFen}
              span={5}
            />
          </>
        }
      />
      <p>
        退款方式：
        {sums.refundFen > 0
          ? `${form.refundWay ? TradeWay.label(form.refundWay) : '—'}　收款人：${to || '—'}`
          : '没有退款'}
      </p>
      {form.remark && <p>备注：{form.remark}</p>}
      <p>以上费用已与老人或家属核对无误，结清后双方无其他费用往来。</p>
    </Sheet>
  )
}

export async function printSettle(oldmanId: string, settleId: string | null): Promise<void> {
  const one = await send(settlement.calls.detail, { oldmanId, settleId }, { loading: true }).catch(() => null)
  if (!one) return
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printSheet({
    title: `退住结算单 ${one.oldmanName} ${one.settleNo ?? ''}`,
    paper: 'A4',
    render: () => <Statement one={one} org={org} />,
  })
}
