// What the desk fills in for a settlement; the sums beside it follow while it is typed.
import { Button, DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import { Plus, Trash2 } from 'lucide-react'
import type { SettleDetailData } from '#contract/expense/settlement'
import { HandBack, SettleForm, type SettleFormData } from '#contract/expense/settlementWords'
import { TradeWay } from '#contract/expense/tradeWords'
import { fen } from '#contract/kit/money'
import { useOutsideWays } from '#web/areas/expense/account/ways'
import type { Field } from '#web/kit/fields/field'
import { money } from '#web/kit/fields/money'
import { optionField, radioOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { SchemaFields, type Values } from '#web/kit/form/SchemaForm'
import { PageCard } from '#web/kit/parts/PageCard'

type Damage = NonNullable<SettleFormData['damage']>

export function DamageLines({ value, onChange }: { value: Damage; onChange(next: Damage): void }) {
  const change = (at: number, next: Partial<Damage[number]>) =>
    onChange(value.map((line, index) => (index === at ? { ...line, ...next } : line)))
  return (
    <div className="yy-settle-damage yy-grid yy-gap-8">
      <header className="yy-row yy-between">
        <b>损坏赔偿</b>
        <Button
          type="link"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, { item: '', amountFen: fen(0) }])}
        >
          增加一项
        </Button>
      </header>
      {value.length === 0 && <span className="yy-none">没有损坏的物品</span>}
      {value.map((line, index) => (
        <div className="yy-grid yy-gap-8" key={index}>
          <Input
            value={line.item}
            maxLength={50}
            placeholder="物品，如 床头柜"
            aria-label={`损坏物品 ${index + 1}`}
            {...(line.item.trim() === '' && { status: 'warning' as const })}
            onChange={(event) => change(index, { item: event.target.value })}
          />
          <div>
            {money.input({
              value: line.amountFen === 0 ? null : line.amountFen,
              onChange: (amount) => change(index, { amountFen: amount ?? fen(0) }),
              'aria-label': `赔偿金额 ${index + 1}`,
              placeholder: '金额',
            })}
          </div>
          <Button
            type="text"
            icon={<Trash2 size={15} aria-hidden />}
            aria-label={`去掉第 ${index + 1} 项赔偿`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
    </div>
  )
}

interface SettleFormCardProps {
  one: SettleDetailData
  form: ReturnType<typeof Form.useForm<Values>>[0]
  damage: Damage
  onDamage(next: Damage): void
  checkoutDate: string
  onCheckoutDate(day: string): void
  onChange(): void
}

const WAIVED = 'WAIVED'

export function SettleFormCard(props: SettleFormCardProps) {
  const { one, form, damage, onDamage, onChange, checkoutDate, onCheckoutDate } = props
  const ways = useOutsideWays({ scans: false })
  const refundWays: Field<number> = {
    ...(optionField(TradeWay as never) as unknown as Field<number>),
    input: (input) =>
      optionField({ ...TradeWay, list: TradeWay.list.filter((way) => ways.includes(way.value)) } as never).input(
        input as never,
      ),
  }
  const bank = (values: Values) => values.refundWay === TradeWay.is.transfer
  return (
    <PageCard title="填写结算单" sub="左侧的金额随之变化">
      <Form<Values>
        form={form}
        name="settle"
        layout="vertical"
        className="yy-form"
        initialValues={{
          ...(one.form as Values),
          applicant: one.form.applicant ?? one.payer?.name ?? null,
          relation: one.form.relation ?? one.payer?.relation ?? null,
        }}
        validateTrigger={['onBlur', 'onChange']}
        onValuesChange={onChange}
      >
        {one.inHouse && (
          <Form.Item label="准备退住的日期" extra="结算确认后，请按这一天办理退住">
            <DatePicker
              value={dayjs(checkoutDate)}
              allowClear={false}
              onChange={(day) => day && onCheckoutDate(day.format('YYYY-MM-DD'))}
            />
          </Form.Item>
        )}
        <DamageLines value={damage} onChange={onDamage} />
        <SchemaFields
          schema={SettleForm}
          columns={2}
          fields={{
            belongings: { as: radioOf(HandBack), wide: true, title: '个人物品' },
            belongingsNote: {
              when: (values) => values.belongings === WAIVED,
              wide: true,
              check: (note) => (note?.trim() ? null : '放弃时请注明原因'),
            },
            drugs: { as: radioOf(HandBack), wide: true, title: '代管药品' },
            drugsNote: {
              when: (values) => values.drugs === WAIVED,
              wide: true,
              check: (note) => (note?.trim() ? null : '放弃时请注明原因'),
            },
            discountFen: {},
            discountReason: {
              when: (values) => Number(values.discountFen ?? 0) > 0,
              check: (reason) => (reason?.trim() ? null : '请填写减免原因'),
            },
            applicant: { placeholder: '家属姓名' },
            relation: { placeholder: '如 儿子' },
            refundWay: { as: refundWays as never, title: '退款方式' },
            payeeName: { title: '退款收款人' },
            payeeBank: { when: bank },
            payeeAccount: { when: bank },
            remark: { as: longText, wide: true },
          }}
        />
      </Form>
    </PageCard>
  )
}
