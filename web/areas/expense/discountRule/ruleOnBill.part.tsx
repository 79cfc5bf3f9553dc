// What a reduction does to a bill before it is saved: the next bill of any resident, line by line.

import { useState } from 'react'
import type { AssumedRule } from '#contract/expense/billPreview'
import { DiscountStatus, DiscountType } from '#contract/expense/discountWords'
import { IN_HOUSE } from '#contract/live/resident'
import { NextBill } from '#web/areas/expense/billPreview/nextBill.part'
import { ResidentPicker } from '#web/areas/live/public'
import type { Values } from '#web/kit/form/SchemaForm'

const amount = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null)

const day = (value: unknown) => (typeof value === 'string' && value ? value.slice(0, 10) : null)

function ruleOf(values: Values): AssumedRule | null {
  const thresholdFen = amount(values.thresholdFen)
  const benefitFen = amount(values.benefitFen)
  const item = values.scope === 'ITEM'
  if (!thresholdFen || !benefitFen || (item && !values.projectChildId)) return null
  return {
    scope: item ? 'ITEM' : 'BILL',
    projectChildId: item ? String(values.projectChildId) : null,
    thresholdFen,
    benefitFen,
    perThreshold: values.perThreshold === true,
    capFen: values.perThreshold === true ? amount(values.capFen) : null,
    stackable: values.stackable === true,
    validFrom: day(values.validFrom),
    validTo: day(values.validTo),
  }
}

/** `setId`: the rule that is changed. A gift on a prestore changes no bill. */
export function RuleOnBill({ values, setId = null }: { values: Values; setId?: string | null }) {
  const [oldmanId, setOldmanId] = useState<string | null>(null)
  if (values.type !== DiscountType.is.less) return null
  const stopped = values.status === DiscountStatus.is.off
  const rule = stopped ? null : ruleOf(values)
  const name = typeof values.discountRuleName === 'string' ? values.discountRuleName.trim() : ''
  return (
    <section className="yy-above-16" aria-label="对账单的影响">
      <div className="yy-rule-bill-who yy-below-8 yy-row yy-gap-12">
        <b>看看下期账单会怎样</b>
        <ResidentPicker value={oldmanId} onChange={setOldmanId} statuses={IN_HOUSE} placeholder="选一位在住老人试算" />
      </div>
      {oldmanId &&
        (rule || (stopped && setId) ? (
          <NextBill oldmanId={oldmanId} assume={{ rule, ruleName: name || null, withoutRule: setId }} />
        ) : (
          <p className="yy-none">
            {stopped ? '新规则停用时不影响任何账单。' : '填好门槛、优惠金额和适用范围后显示账单。'}
          </p>
        ))}
    </section>
  )
}
