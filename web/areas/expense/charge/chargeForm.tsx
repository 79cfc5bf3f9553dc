// Fields of a charge, and what follows from them: the item fills name, unit and price; the amount fills the payment.

import {
  ChargeKind,
  type ChargeKindValue,
  type ChargePayData,
  type ChargeRowData,
  type ChargeWhatData,
  charge,
  chargeAmount,
  MedicalKind,
} from '#contract/expense/charge'
import { ACTIVE_WAYS, PASSIVE_WAYS } from '#contract/expense/tradeWords'
import { dayText } from '#contract/kit/clock'
import { fen } from '#contract/kit/money'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { money, moneyText } from '#web/kit/fields/money'
import { number } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { longText, suggesting } from '#web/kit/fields/text'
import { editOf, type FormRequest } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { type LookupItem, useLookups } from '#web/kit/lookup'
import './charge.css'

/** Deposits and booking money are taken on the account; what runs by the month stands in the agreed fees. */
const HELD = ['5', '18']
const chargeable = ({ row }: LookupItem) => !HELD.includes(String(row.category)) && row.cycle !== 'MONTH'

const medical = (values: Values) => values.kind === 'MEDICAL'
const explained = (values: Values) => values.kind === 'ADJUST' || values.kind === 'DAMAGE'

export const whatFields = {
  kind: { as: radioOf(ChargeKind), wide: true },
  projectChildId: {
    as: lookupOf('feeChild', { only: chargeable }),
    title: '费用项目',
    hint: '从收费项目里选，带出名称和单价；也可以只填名称',
  },
  name: {
    check: (name: string | null | undefined, values: Values) =>
      name?.trim() || values.projectChildId ? null : '请选择费用项目，或填写项目名称',
  },
  medicalKind: {
    as: radioOf(MedicalKind) as never,
    when: medical,
    wide: true,
    check: (value: string | null | undefined) => (value ? null : '请选择医疗类别'),
  },
  priceFen: {
    as: money,
    check: (price: number | null | undefined, values: Values) => {
      if (price === null || price === undefined) return null
      if (values.kind === 'ADJUST') return price === 0 ? '调整金额不能为零；减少费用请填负数' : null
      return price > 0 ? null : '单价应大于零'
    },
  },
  quantity: { as: number, props: { min: 0.001, max: 100_000 } },
  unit: { as: suggesting(['次', '片', '包', '盒', '件', '天', '小时']) },
  insuredFen: { as: money, title: '医保支付', when: medical, hint: '由医保或长护险支付的部分' },
  day: { as: date },
  orderedBy: { when: medical, title: '开单人', placeholder: '医生或护士' },
  remark: {
    as: longText,
    wide: true,
    check: (text: string | null | undefined, values: Values) =>
      explained(values) && !text?.trim() ? '请写明原因' : null,
  },
} as const

export const today = () => dayText()

export const amountOf = (values: Values): number | null => {
  const price = values.priceFen
  const quantity = values.quantity ?? 1
  return typeof price === 'number' && typeof quantity === 'number' && quantity > 0
    ? chargeAmount(price, quantity)
    : null
}

/** What the resident pays. */
export const ownOf = (values: Values): number | null => {
  const amount = amountOf(values)
  if (amount === null) return null
  return amount - (medical(values) && typeof values.insuredFen === 'number' ? values.insuredFen : 0)
}

const KIND_OF: Readonly<Record<string, ChargeKindValue>> = {
  '7': 'MEDICAL',
  '8': 'MEDICAL',
  '14': 'SALOON',
  '19': 'DAMAGE',
}
const MEDICAL_OF: Readonly<Record<string, string>> = { '7': '诊疗', '8': '药品' }

/** The chosen item fills what it knows; a single way of payment takes the whole amount. */
export function follow(changed: Values, all: Values): Values | undefined {
  const more: Values = {}
  if (typeof changed.projectChildId === 'string') {
    const item = useLookups.getState().lists.feeChild?.find((one) => one.value === changed.projectChildId)
    if (item) {
      const { name, unit, priceFen, category } = item.row as Record<string, unknown>
      const kind = KIND_OF[String(category)] ?? 'ONCE'
      Object.assign(more, { name, unit, priceFen, kind })
      if (kind === 'MEDICAL' && !all.medicalKind) more.medicalKind = MEDICAL_OF[String(category)]
    }
  }
  const parts = all.payments as ChargePayData[] | undefined
  if (!('payments' in changed) && (parts === undefined || parts.length <= 1)) {
    const own = ownOf({ ...all, ...more })
    const way = parts?.[0]?.way ?? 1
    if (own !== null) more.payments = [{ way, amountFen: fen(Math.max(own, 0)) }]
  }
  return Object.keys(more).length > 0 ? more : undefined
}

const CODES: readonly number[] = [...ACTIVE_WAYS, ...PASSIVE_WAYS]

/** The scanned way that pays it, if one was chosen. */
export const scannedOf = (values: Values): ChargePayData | undefined =>
  (values.payments as ChargePayData[] | undefined)?.find((one) => CODES.includes(one.way))

/** Money that is scanned pays the whole; the server refuses to confirm it without a code. */
export function checkPayments(payments: readonly ChargePayData[] | null | undefined): string | null {
  if (!payments?.some((one) => CODES.includes(one.way))) return null
  return payments.length > 1 ? '扫码收全款，请去掉其他方式' : null
}

/** What is charged, once enough is filled in to ask for a code. */
export function chargeOf(values: Values): ChargeWhatData | null {
  const own = ownOf(values)
  const named = Boolean((values.name as string | null)?.trim() || values.projectChildId)
  const whole =
    !(medical(values) && !values.medicalKind) && !(explained(values) && !(values.remark as string | null)?.trim())
  if (own === null || own <= 0 || !named || !whole || !values.day) return null
  const known = Object.keys(whatFields).filter((name) => values[name] !== undefined && values[name] !== '')
  return Object.fromEntries(known.map((name) => [name, values[name]])) as ChargeWhatData
}

export function ChargeSum({ values }: { values: Values }) {
  const amount = amountOf(values)
  if (amount === null) return null
  const own = ownOf(values)!
  return (
    <div className="yy-charge-sum yy-flex yy-wrap yy-tint yy-edge yy-round" role="status">
      <span>
        金额 {moneyText(Number(values.priceFen))} × {String(values.quantity ?? 1)} ={' '}
        <b className="yy-ink">{moneyText(amount)}</b> 元
      </span>
      {own !== amount && <span>医保支付 {moneyText(amount - own)}</span>}
      {own !== amount && (
        <span>
          自付 <b className="yy-ink">{moneyText(own)}</b> 元
        </span>
      )}
    </div>
  )
}

const valuesOf = (row: ChargeRowData) =>
  Object.fromEntries(Object.keys(whatFields).map((name) => [name, row[name as keyof ChargeRowData]]))

export const editCharge = (row: ChargeRowData): FormRequest =>
  editOf(charge.calls.save, row, {
    title: '修改消费',
    about: row.oldmanName,
    width: 720,
    fields: whatFields,
    follow: (changed, all) => {
      const { payments: _, ...more } = follow(changed, all) ?? {}
      return Object.keys(more).length > 0 ? more : undefined
    },
    below: (values) => <ChargeSum values={values} />,
    values: (one) => valuesOf(one) as never,
    also: (one) => ({ chargeId: one.chargeId, version: one.version }),
    again: () => send(charge.calls.get, { chargeId: row.chargeId }),
  })
