// What becomes of booking money: the same questions where a reservation is cancelled and where one is over already.
import { BookingMoney } from '#contract/live/residenceWords'
import { moneyText } from '#web/kit/fields/money'
import { radioOf } from '#web/kit/fields/option'
import type { Values } from '#web/kit/form/SchemaForm'
import { wayField } from './way.part.tsx'

const GIVEN_BACK = ['REFUND', 'PART']

/** `heldFen`: what lies on the account, or null where it may not be seen. */
export const bookingFields = (heldFen: number | null) => ({
  money: {
    title: '订金处理',
    as: radioOf(BookingMoney),
    wide: true,
    check: (value: string | null | undefined) => (value ? null : '请选择订金怎么处理'),
  },
  refundFen: {
    title: '退还金额',
    when: (values: Values) => values.money === 'PART',
    hint: heldFen === null ? '' : `少于 ${moneyText(heldFen)} 元，其余作为违约金记入收入`,
    check: (value: number | null | undefined) => {
      if (!value) return '请填写退还多少'
      return heldFen !== null && value >= heldFen ? `应少于 ${moneyText(heldFen)} 元` : null
    },
  },
  way: {
    title: '退还方式',
    as: wayField,
    when: (values: Values) => GIVEN_BACK.includes(String(values.money)),
    check: (way: number | null | undefined) => (way ? null : '请选择怎样退还'),
  },
})
