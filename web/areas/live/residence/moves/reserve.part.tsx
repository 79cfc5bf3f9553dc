// A bed reserved, and the terms of a reservation changed.
import { Checkbox } from 'antd'
import { fen } from '#contract/kit/money'
import { residence } from '#contract/live/residence'
import { PRINT_PREFERENCE, printReceipts } from '#web/areas/expense/public'
import { addDays, today } from '#web/areas/live/residence/days'
import type { Values } from '#web/kit/form/SchemaForm'
import { usePreference } from '#web/kit/preferences'
import { bedField, remarkField, saleField } from './fields.part.tsx'
import { type MoveAt, MoveForm } from './moveForm.part.tsx'
import { wayField } from './way.part.tsx'

/** How long a bed waits beyond the agreed day unless told otherwise. */
const KEPT = 3
const AHEAD = 7
const LONGEST = 366

const day = (values: Values, name: string) => values[name] as string | null | undefined

export function ReserveDrawer({ at }: { at: MoveAt }) {
  const { detail, request } = at
  const changes = request.move === 'changeReserve'
  const before = changes ? detail.reservation : null
  const now = today()
  const [print, setPrint] = usePreference(PRINT_PREFERENCE, true)
  const expected = before?.expectCheckIn ?? addDays(now, AHEAD)
  return (
    <MoveForm
      at={at}
      call={changes ? residence.calls.changeReserve : residence.calls.reserve}
      verb={changes ? '保存修改' : '预订床位'}
      anyway="仍然预订"
      done={changes ? `${detail.oldmanName}的预订已修改` : `已为${detail.oldmanName}预订床位`}
      width={720}
      onMoved={(data) => {
        if (print && data.receiptId) void printReceipts([data.receiptId])
      }}
      below={(values) =>
        Number(values.bookingFen ?? 0) > Number(before?.bookingFen ?? 0) && (
          <Checkbox checked={print} onChange={(event) => setPrint(event.target.checked)}>
            收款后打印收据
          </Checkbox>
        )
      }
      initial={{
        bedId: before?.bedId ?? request.bedId ?? null!,
        reserveDate: before?.reserveDate ?? now,
        expectCheckIn: expected,
        expireDate: before?.expireDate ?? addDays(expected, KEPT),
        bookingFen: before?.bookingFen ?? fen(0),
        saleId: before?.saleId ?? null,
        remark: before?.remark ?? null,
      }}
      follow={(changed, all) => {
        const expect = changed.expectCheckIn as string | null | undefined
        const kept = day(all, 'expireDate')
        return expect && kept && kept < expect ? { expireDate: addDays(expect, KEPT) } : undefined
      }}
      fields={{
        bedId: { as: bedField({ row: detail, day: 'expectCheckIn' }), wide: true },
        expectCheckIn: {
          check: (value, values) => {
            const from = day(values, 'reserveDate')
            if (!value) return null
            if (from && value < from) return '不能早于预订日期'
            // A day that has come already may stay while the bed is kept longer.
            return value < now && value !== before?.expectCheckIn ? '不能早于今天' : null
          },
        },
        expireDate: {
          hint: '过了这一天仍未入住，会提醒释放床位',
          check: (value, values) => {
            const expect = day(values, 'expectCheckIn')
            if (value && expect && value < expect) return '不能早于预计入住日期'
            return value && value > addDays(now, LONGEST) ? '最长保留一年' : null
          },
        },
        reserveDate: { props: { to: now }, check: (value) => (value && value > now ? '不能晚于今天' : null) },
        bookingFen: { hint: changes ? '改动时，差额当场收取或退还' : '没有收订金填 0；收取后出收据' },
        bookingWay: {
          title: changes ? '差额收退方式' : '订金收款方式',
          as: wayField,
          when: (values) => Number(values.bookingFen ?? 0) !== Number(before?.bookingFen ?? 0),
          check: (way) => (way ? null : '请选择方式'),
        },
        saleId: { as: saleField },
        remark: remarkField,
      }}
    />
  )
}
