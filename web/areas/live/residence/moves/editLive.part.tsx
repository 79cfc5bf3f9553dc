// The terms of the open stay: contract, day of payment, who answers for it.
import { residence } from '#contract/live/residence'
import { yesNo } from '#web/kit/fields/option'
import { memberField } from './family.part.tsx'
import { remarkField } from './fields.part.tsx'
import { type MoveAt, MoveForm } from './moveForm.part.tsx'

export function EditLiveDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const stay = detail.stays[0]
  if (!stay) return null
  const { oldmanId } = detail
  return (
    <MoveForm
      at={at}
      call={residence.calls.editLive}
      version={stay.version}
      done={`${detail.oldmanName}的居住信息已修改`}
      width={720}
      initial={{
        contractNo: stay.contractNo,
        contractStart: stay.contractStart,
        contractEnd: stay.contractEnd,
        payDay: stay.payDay,
        payerId: stay.payerId,
        guarantorId: stay.guarantorId,
        emergencyId: stay.emergencyId,
        guardianId: stay.guardianId,
        custody: stay.custody,
        remark: stay.remark,
      }}
      fields={{
        contractNo: {},
        payDay: { hint: '每月几号，1 至 28' },
        contractStart: {},
        contractEnd: {
          check: (value, values) => {
            const start = values.contractStart as string | null
            return value && start && value <= start ? '应晚于合同开始' : null
          },
        },
        payerId: { as: memberField(oldmanId, 'payer') },
        emergencyId: { as: memberField(oldmanId, 'emergency') },
        guarantorId: { as: memberField(oldmanId, 'guarantor') },
        guardianId: { as: memberField(oldmanId, 'guardian') },
        custody: { as: yesNo, title: '代管药品' },
        remark: remarkField,
      }}
    />
  )
}
