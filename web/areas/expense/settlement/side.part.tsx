// Beside the sheet: what is checked, and who has signed.
import { Button } from 'antd'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { SettleDetailData, SettleSheetData } from '#contract/expense/settlement'
import { HandBack } from '#contract/expense/settlementWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { moneyText } from '#web/kit/fields/money'
import { Facts, PageCard } from '#web/kit/parts/PageCard'

export function Checks({ sheet }: { sheet: SettleSheetData }) {
  if (sheet.checks.length === 0) return null
  const open = sheet.checks.filter((check) => !check.ok).length
  return (
    <PageCard title="结算前检查" sub={open === 0 ? '全部完成' : `还有 ${open} 项`}>
      <ul className="yy-settle-checks yy-plain-list">
        {sheet.checks.map((check) => (
          <li className="yy-grid yy-baseline yy-gap-8" key={check.key}>
            {check.ok ? (
              <CircleCheck size={16} color="var(--success)" aria-label="完成" />
            ) : (
              <CircleAlert size={16} color="var(--danger)" aria-label="未完成" />
            )}
            <span>{check.title}</span>
            <span className={check.ok ? 'yy-none' : 'yy-settle-bad'}>{check.note}</span>
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

/** 何静、陆小燕 等 6 人 */
function signersText(signers: readonly string[]): string {
  if (signers.length === 0) return '管理员'
  return signers.length > 3 ? `${signers.slice(0, 3).join('、')} 等 ${signers.length} 人` : signers.join('、')
}

interface SignsProps {
  one: SettleDetailData
  running: boolean
  onSign(step: string): void
}

export function Signs({ one, running, onSign }: SignsProps) {
  if (one.signs.length === 0) return null
  const done = one.signs.filter((sign) => sign.userName).length
  return (
    <PageCard title="会签" sub={`${done} / ${one.signs.length}`}>
      <ul className="yy-settle-signs yy-plain-list">
        {one.signs.map((sign) => (
          <li className="yy-row yy-between yy-gap-8 yy-under" key={sign.step}>
            <b>{sign.step}</b>
            {sign.userName ? (
              <span>
                {sign.userName} <span className="yy-none">{sign.signTime?.slice(0, 16)}</span>
              </span>
            ) : one.can.includes('sign') && sign.mine ? (
              <Button size="small" disabled={running} onClick={() => onSign(sign.step)}>
                {sign.step}会签
              </Button>
            ) : (
              <span className="yy-none">
                {one.state === 'OPEN' ? '提交后' : '等待'}
                {signersText(sign.signers)}会签
              </span>
            )}
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

/** What was filled in, once it can no longer be changed. */
export function FormFacts({ one }: { one: SettleDetailData }) {
  const { form } = one
  const handed = (value: typeof form.drugs, note: string | null | undefined) =>
    value ? `${HandBack.label(value)}${note ? `：${note}` : ''}` : '—'
  return (
    <PageCard title="结算单内容">
      <Facts
        columns={1}
        facts={[
          { label: '办理人', value: [form.applicant, form.relation].filter(Boolean).join(' ') || '—' },
          { label: '个人物品', value: handed(form.belongings, form.belongingsNote) },
          { label: '代管药品', value: handed(form.drugs, form.drugsNote) },
          {
            label: '损坏赔偿',
            value: form.damage?.map((line) => `${line.item} ${moneyText(line.amountFen)}`).join('、') || '没有',
          },
          {
            label: '减免',
            value: form.discountFen ? `${moneyText(form.discountFen)}（${form.discountReason}）` : '没有',
          },
          { label: '退款方式', value: form.refundWay ? TradeWay.label(form.refundWay) : '—' },
          {
            label: '收款人',
            value: [form.payeeName, form.payeeBank, form.payeeAccount].filter(Boolean).join('　') || '—',
          },
          { label: '备注', value: form.remark ?? '—' },
        ]}
      />
    </PageCard>
  )
}
