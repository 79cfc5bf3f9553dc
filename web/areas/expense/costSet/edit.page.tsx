// 费用设置: when bills are made, how they are paid, what stands on papers; beside it the ways of paying.
import { Select } from 'antd'
import { costSet } from '#contract/expense/costSet'
import { Divisor } from '#contract/expense/feeSettings'
import type { Field } from '#web/kit/fields/field'
import { moneyText } from '#web/kit/fields/money'
import { int } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import type { FieldSpecs, Section, Values } from '#web/kit/form/SchemaForm'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { PageCard } from '#web/kit/parts/PageCard'
import { TradeWays } from './tradeWays.part.tsx'
import './costSet.css'

type Body = (typeof costSet.calls.save)['body']

const SIGNERS = ['护理部', '前台', '财务', '医务', '后勤', '院长']

/** Names in the order they sign; new ones are typed. */
const names: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  width: 180,
  cell: (value) => (value ?? []).join('、'),
  text: (value) => (value ?? []).join('、'),
  input: ({ value, onChange, id, disabled }) => (
    <Select<string[]>
      id={id}
      disabled={disabled}
      mode="tags"
      className="yy-fill"
      placeholder="不需要会签"
      tokenSeparators={['、', ',', '，', ' ']}
      value={value ?? []}
      options={SIGNERS.map((one) => ({ value: one, label: one }))}
      onChange={(next) => onChange?.(next)}
    />
  ),
  search: () => null,
}

const days = { as: int, props: { unit: '天' } } as const
const months = { as: int, props: { unit: '个月' }, hint: '0 表示不提醒' } as const

const fields: FieldSpecs<Body> = {
  billDay: { as: int, title: '每月出账日', props: { unit: '号' }, hint: '1 到 28 号' },
  dueDays: { ...days, title: '缴费期限', hint: '出账后几天内缴清，过期算欠费' },
  divisor: { as: radioOf(Divisor), title: '不足一月怎样折算', wide: true },
  autoGenerate: { title: '到出账日自动生成账单', hint: '关闭时在账单列表里手工生成' },
  autoIssue: { title: '生成后直接出账', hint: '关闭时先留草稿，核对后出账' },
  autoDeduct: { title: '出账时自动用余额缴费' },
  giftFirst: { title: '先用赠送余额', hint: '关闭时先用余额' },
  remindDays: { ...days, title: '逾期几天后提醒缴费' },
  maxDepositMonths: { ...months, title: '押金上限' },
  maxPrepayMonths: { ...months, title: '预存上限' },
  receiptTitle: { title: '收据标题' },
  receiptNote: { as: longText, wide: true, title: '收据附注', hint: '印在收据表格下面，可以不填' },
  billNote: { as: longText, wide: true, title: '账单缴费说明', hint: '印在账单上：怎样缴费、账号、收费处时间' },
  bankName: { title: '开户银行', hint: '印在账单上，家属转账用；不填就不印' },
  bankAccountName: { title: '账户名称', hint: '一般是机构全称' },
  bankAccount: { title: '银行账号' },
  signOffs: {
    as: names,
    wide: true,
    title: '退住结算会签',
    hint: '按这个次序；全部签过才能确认结算。护理部、前台、财务、库房、医务、院长各有自己的会签权限，其他名称用“其他会签”权限',
  },
  maskAmounts: {
    wide: true,
    title: '费用页面也隐藏金额',
    hint: '没有费用查看权限的员工本来就看不到金额；打开后，有费用页面但没有“查看老人费用金额”权限的员工看到的也是 ***，也不能收退款',
  },
}

const sections: Section<Body>[] = [
  { title: '出账', fields: ['billDay', 'dueDays', 'divisor', 'autoGenerate', 'autoIssue'] },
  { title: '缴费与欠费', fields: ['autoDeduct', 'giftFirst', 'remindDays', 'maxDepositMonths', 'maxPrepayMonths'] },
  {
    title: '收据与账单',
    fields: ['receiptTitle', 'receiptNote', 'bankName', 'bankAccountName', 'bankAccount', 'billNote'],
  },
  { title: '结算与保密', fields: ['signOffs', 'maskAmounts'] },
]

/** 11 月账单 11-01 出账，最晚 11-10 缴清: what the figures mean, in one example. */
function Example({ values }: { values: Values }) {
  const now = new Date()
  const day = (date: Date) => `${date.getMonth() + 1} 月 ${date.getDate()} 日`
  const issued = new Date(now.getFullYear(), now.getMonth() + 1, Number(values.billDay) || 1)
  const due = new Date(issued)
  due.setDate(due.getDate() + (Number(values.dueDays) || 0))
  const reminded = new Date(due)
  reminded.setDate(reminded.getDate() + (Number(values.remindDays) || 0))
  const divisor = values.divisor === '30' ? 30 : new Date(issued.getFullYear(), issued.getMonth() + 1, 0).getDate()
  return (
    <ul className="yy-cost-example yy-no-margin">
      <li>
        下一期账单 <b>{day(issued)}</b> {values.autoGenerate ? '自动生成' : '起可以生成'}
        {values.autoIssue ? '并出账' : '，核对后出账'}
      </li>
      <li>
        最晚 <b>{day(due)}</b> 缴清，{day(reminded)} 起进入缴费提醒
      </li>
      <li>
        床位费 3,000.00 元住 20 天：3,000 × 20 ÷ {divisor} = <b>{moneyText(Math.round((300_000 * 20) / divisor))}</b> 元
      </li>
    </ul>
  )
}

export default function CostSet() {
  return (
    <SettingsForm
      title="费用设置"
      sub="保存后对以后的账单和收款生效，已出的账单不变"
      read={costSet.calls.get}
      save={costSet.calls.save}
      fields={fields}
      sections={sections}
      aside={(values) => (
        <div className="yy-stack yy-gap-12">
          <PageCard title="这样设置后">
            <Example values={values} />
          </PageCard>
          <TradeWays />
        </div>
      )}
    />
  )
}
