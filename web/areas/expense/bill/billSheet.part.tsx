// A monthly bill on A4: letterhead, lines, arrears of earlier months, the account, the last six months, how to pay.
import { QRCode } from 'antd'
import type { BillLineData, BillPrintData, BillSheetData } from '#contract/expense/bill'
import { BillKind } from '#contract/expense/billWords'
import { capitals } from '#contract/kit/money'
import { ResidentSex } from '#contract/live/resident'
import { specText } from '#web/areas/expense/specText'
import { bedPathText } from '#web/areas/live/public'
import { moneyText } from '#web/kit/fields/money'
import { countText, periodText, perUnit } from './billState.ts'

interface SheetLine {
  name: string
  about: string
  period: string
  price: string
  count: string
  fen: number
}

const asLine = (line: BillLineData): SheetLine => ({
  name: line.name,
  about: [specText(line.spec), line.source === 'LEAVE' ? line.basis : null].filter(Boolean).join('　'),
  period: periodText(line.dateFrom, line.dateTo),
  price: `${moneyText(line.priceFen ?? 0)}/${perUnit(line.cycle)}`,
  count: countText(line),
  fen: line.amountFen ?? 0,
})

const ofCharge = (line: BillLineData) => line.refKind === 'charge'

/** Purchases of one kind stand as one line; what was bought is told below. */
function linesOf(sheet: BillSheetData): SheetLine[] {
  const out: SheetLine[] = []
  const told = new Set<string>()
  for (const line of sheet.lines) {
    const kin = ofCharge(line) ? sheet.lines.filter((one) => ofCharge(one) && one.category === line.category) : [line]
    if (kin.length < 2) out.push(asLine(line))
    else if (!told.has(line.category)) {
      told.add(line.category)
      const days = kin.flatMap((one) => one.dateFrom ?? []).sort()
      out.push({
        name: line.categoryName,
        about: `${line.name}等 ${kin.length} 项`,
        period: periodText(days[0] ?? null, days.at(-1) ?? null),
        price: '见明细',
        count: `${kin.length} 项`,
        fen: kin.reduce((sum, one) => sum + (one.amountFen ?? 0), 0),
      })
    }
  }
  const { discountFen, subsidyFen, ruleName } = sheet.bill
  const reduction = (name: string, about: string, fen: number): SheetLine => ({
    name,
    about,
    period: periodText(sheet.bill.periodStart, sheet.bill.periodEnd),
    price: '—',
    count: '—',
    fen: -fen,
  })
  if (discountFen) out.push(reduction('优惠', ruleName ?? '', discountFen))
  if (subsidyFen) out.push(reduction('补贴、保险支付', '', subsidyFen))
  return out
}

const itemsOf = (sheet: BillSheetData) => {
  const charges = sheet.lines.filter(ofCharge)
  const many = (line: BillLineData) => charges.filter((one) => one.category === line.category).length > 1
  return charges.filter(many)
}

const monthTitle = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`
const TITLES = { MONTH: '月度费用账单', ONCE: '费用账单', FINAL: '退住费用账单' } as const

function Lines({ sheet }: { sheet: BillSheetData }) {
  const { bill, earlier } = sheet
  const receivable = bill.receivableFen ?? 0
  const paid = bill.paidFen ?? 0
  const before = earlier.reduce((sum, one) => sum + (one.unpaidFen ?? 0), 0)
  const due = receivable - paid + before
  return (
    <table className="grid bill-lines">
      <colgroup>
        <col style={{ width: '5%' }} />
        <col />
        <col style={{ width: '18%' }} />
        <col style={{ width: '17%' }} />
        <col style={{ width: '9%' }} />
        <col style={{ width: '15%' }} />
      </colgroup>
      <thead>
        <tr>
          {['序', '费用项目', '计费期间', '单价（元）', '数量', '金额（元）'].map((title) => (
            <th key={title} className="center">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {linesOf(sheet).map((line, index) => (
          <tr key={index}>
            <td className="center">{index + 1}</td>
            <td>
              <b>{line.name}</b> <small>{line.about}</small>
            </td>
            <td className="center whole">{line.period}</td>
            <td className="right whole">{line.price}</td>
            <td className="right whole">{line.count}</td>
            <td className="right whole">{moneyText(line.fen)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={5} className="right">
            本期应收
          </td>
          <td className="right">
            <b>{moneyText(receivable)}</b>
          </td>
        </tr>
        {paid > 0 && (
          <tr>
            <td colSpan={5} className="right">
              本期已缴
            </td>
            <td className="right">{moneyText(-paid)}</td>
          </tr>
        )}
        {earlier.map((one) => (
          <tr key={one.tradeMonthId}>
            <td colSpan={5} className="right">
              上期未缴（{one.month}
              {one.kind !== 'MONTH' && ` ${BillKind.label(one.kind)}`}，应收 {moneyText(one.receivableFen ?? 0)}，已缴{' '}
              {moneyText(one.paidFen ?? 0)}）
            </td>
            <td className="right">{moneyText(one.unpaidFen ?? 0)}</td>
          </tr>
        ))}
        <tr className="amount">
          <td colSpan={5}>
            <span className="bill-due">
              <span>
                大写：<b>{capitals(due)}</b>
              </span>
              <span>应缴合计</span>
            </span>
          </td>
          <td className="right">
            <b>{moneyText(due)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Below({ sheet }: { sheet: BillSheetData }) {
  const items = itemsOf(sheet)
  const { account, six } = sheet
  return (
    <>
      <div className="bill-two">
        <section>
          <h2>
            账户情况<small>（截至 {sheet.accountDay.slice(0, 10)}）</small>
          </h2>
          <table className="grid">
            <tbody>
              {(
                [
                  ['账户余额', account.balanceFen],
                  ['赠送余额', account.giftFen],
                  ['押金', account.depositFen],
                ] as const
              ).map(([label, fen]) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td className="right">{moneyText(fen ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {items.length > 0 && (
          <section>
            <h2>
              用品与单次费用明细<small>（{sheet.bill.month}）</small>
            </h2>
            <table className="grid">
              <tbody>
                {items.map((line) => (
                  <tr key={line.tradeMonthDetailId}>
                    <td>{line.name}</td>
                    <td className="right whole">{countText(line)}</td>
                    <td className="right whole">{moneyText(line.amountFen ?? 0)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
      {six.length > 1 && (
        <section className="bill-six">
          <h2>近 {six.length} 期</h2>
          <table className="grid">
            <thead>
              <tr>
                <th className="center">账期</th>
                {six.map((one) => (
                  <th key={one.month} className="center">
                    {one.month}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <td className="center">应收</td>
                {six.map((one) => (
                  <td key={one.month} className="right">
                    {moneyText(one.receivableFen ?? 0)}
                  </td>
                ))}
              </tr>
              <tr>
                <td className="center">未缴</td>
                {six.map((one) => (
                  <td key={one.month} className="right">
                    {moneyText(one.unpaidFen ?? 0)}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

interface BillSheetProps {
  sheet: BillSheetData
  data: BillPrintData
  logo: string
}

export function BillSheet({ sheet, data, logo }: BillSheetProps) {
  const { bill, payer, payPath, printedBefore } = sheet
  const { org } = data
  const url = payPath ? new URL(payPath, window.location.origin).href : null
  return (
    <article className="sheet bill-sheet">
      <header className="letterhead">
        <span className="bill-org">
          <img src={logo} alt="" />
          <b>{org.name}</b>
        </span>
        <span>
          {org.address}
          {org.phone && (
            <>
              <br />
              收费处 {org.phone}
            </>
          )}
          {org.creditCode && (
            <>
              <br />
              统一社会信用代码 {org.creditCode}
            </>
          )}
        </span>
      </header>
      {printedBefore > 0 && <div className="reprint">补打 第 {printedBefore} 次</div>}
      <h1>{bill.state === 'DRAFT' ? `${TITLES[bill.kind]}（草稿）` : TITLES[bill.kind]}</h1>
      <p className="sub">
        账期 {monthTitle(bill.month)}　　账单号 {bill.billNo}
      </p>
      <dl className="facts">
        {(
          [
            ['老人', `${bill.oldmanName}　${ResidentSex.label(bill.sex)}　${bill.age} 岁`],
            ['床位', bedPathText(bill.bedPath) || '—'],
            ['护理等级', bill.levelName ?? '—'],
            ['付费人', payer ?? '—'],
            ['计费期间', `${bill.periodStart} 至 ${bill.periodEnd}`],
            ['缴费期限', bill.dueDate],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}：</dt>
            <dd className={label === '缴费期限' ? 'bill-strong' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <Lines sheet={sheet} />
      {bill.remark && <p className="note">备注：{bill.remark}</p>}
      <Below sheet={sheet} />
      <section className="bill-pay">
        {url && (
          <span className="bill-code">
            <QRCode value={url} type="svg" size={88} bordered={false} />
          </span>
        )}
        <div>
          {data.bank && (
            <p className="bill-bank">
              <span>
                <b>户名</b>　{data.bank.accountName}
              </span>
              <span>
                <b>开户行</b>　{data.bank.name}
              </span>
              <span>
                <b>账号</b>　{data.bank.account}
              </span>
            </p>
          )}
          <p>
            <b>缴费方式</b>　{url ? '微信或支付宝扫左侧二维码；' : ''}
            {data.bank ? `转账请注明“${bill.oldmanName} ${bill.month}”；` : ''}
            {data.note}
          </p>
        </div>
      </section>
      <footer className="signatures">
        <span>制单：{bill.madeBy}</span>
        <span>审核：{bill.issuedBy ?? ''}</span>
        <span>
          付费人签字：
          <i className="line" />
        </span>
      </footer>
    </article>
  )
}

/** What the shared style sheet of papers does not know. */
export const BILL_CSS = `
.bill-sheet { break-after: page; }
.bill-sheet:last-child { break-after: auto; }
.bill-org { display: flex; align-items: center; gap: 2.5mm; text-align: left; }
.bill-org img { width: 9mm; height: 9mm; object-fit: contain; filter: grayscale(1) brightness(0.45); }
.bill-org b { font-size: 12pt; }
.bill-strong { font-weight: 700; }
.facts { grid-template-columns: 0.9fr 1.25fr 0.95fr; gap: 0.5mm 4mm; font-size: 10pt; }
.facts dd { white-space: nowrap; }
.bill-lines td small { font-size: 9pt; }
.bill-due { display: flex; justify-content: space-between; gap: 4mm; }
.bill-two { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; align-items: start; break-inside: avoid; }
.bill-sheet h2 { margin: 1mm 0 0; font-size: 10.5pt; font-weight: 700; }
.bill-sheet h2 small { font-size: 9pt; font-weight: 400; }
.bill-two .grid, .bill-six .grid { margin: 1mm 0 2mm; font-size: 9.5pt; }
.bill-six { break-inside: avoid; }
.bill-pay { display: flex; gap: 4mm; align-items: center; margin-top: 2mm; font-size: 9.5pt; break-inside: avoid; }
.bill-pay p { margin: 0; }
.bill-bank { display: flex; flex-wrap: wrap; gap: 0.5mm 6mm; font-size: 10.5pt; }
.bill-code { flex: none; padding: 1mm; border: 0.25mm solid #000; line-height: 0; }
.bill-code .ant-qrcode { padding: 0; border: 0; background: none !important; }
`
