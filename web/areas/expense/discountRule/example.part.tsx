// What a rule gives, in sentences that follow what is typed.
import { useState } from 'react'
import {
  type Benefit,
  type DiscountScopeValue,
  DiscountType,
  exampleWords,
  ruleWords,
} from '#contract/expense/discountWords'
import { type Fen, fen } from '#contract/kit/money'
import { money } from '#web/kit/fields/money'
import type { Values } from '#web/kit/form/SchemaForm'
import './rule.css'

const amount = (value: unknown) => (typeof value === 'number' ? value : null)

/** Whole tens of yuan near so many thresholds. */
const sampleOf = (thresholdFen: number, times: number) => fen(Math.ceil((thresholdFen * times) / 1000) * 1000)

export function RuleExample({ values }: { values: Values }) {
  const [own, setOwn] = useState<Fen | null>(null)
  const thresholdFen = amount(values.thresholdFen)
  const benefitFen = amount(values.benefitFen)
  if (!thresholdFen || !benefitFen) {
    return (
      <div className="yy-rule-example yy-pad-12-16 yy-tint yy-edge yy-round yy-none">
        填好门槛和优惠金额后，这里显示优惠的例子。
      </div>
    )
  }
  const type = values.type === DiscountType.is.less ? DiscountType.is.less : DiscountType.is.gift
  const rule: Benefit = {
    type,
    thresholdFen,
    benefitFen,
    perThreshold: values.perThreshold === true,
    capFen: values.perThreshold === true ? amount(values.capFen) : null,
  }
  const scope: DiscountScopeValue =
    type === DiscountType.is.gift ? 'PRESTORE' : values.scope === 'ITEM' ? 'ITEM' : 'BILL'
  const samples = [0.9, 1, 2.5, 5].map((times) => sampleOf(thresholdFen, times))
  return (
    <div className="yy-rule-example yy-pad-12-16 yy-tint yy-edge yy-round" role="status">
      <b>{ruleWords(rule)}</b>
      <ul>
        {samples.map((sample) => (
          <li key={sample}>{exampleWords(rule, scope, sample)}</li>
        ))}
      </ul>
      <div className="yy-rule-try yy-row yy-wrap yy-gap-8">
        <span>试算</span>
        {money.input({ value: own, onChange: setOwn, 'aria-label': '试算金额', placeholder: '输入金额' })}
        {own !== null && own > 0 && <b>{exampleWords(rule, scope, own)}</b>}
      </div>
    </div>
  )
}
