// 居住设置: what must be there before a check-in, and how days, beds and reminders are handled.

import { residence } from '#contract/live/residence'
import { type RequirementKey, RequirementLevel, requirements } from '#contract/live/residenceForms'
import { send } from '#web/kit/call'
import { radioOf, yesNo } from '#web/kit/fields/option'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FieldSpec } from '#web/kit/form/SchemaForm'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'

type Level = 'block' | 'warn' | 'off'

const level = radioOf(RequirementLevel)
const KEYS = Object.keys(requirements) as RequirementKey[]
const requirementFields = Object.fromEntries(
  KEYS.map((key) => [key, { title: requirements[key], as: level } satisfies FieldSpec<Level>]),
) as Record<RequirementKey, FieldSpec<Level>>

interface SettingDrawerProps {
  open: boolean
  onClose(): void
}

const TITLE = '居住设置'

export function ResidenceSettingDrawer({ open, onClose }: SettingDrawerProps) {
  const { data, error, refetch } = useCall(residence.calls.setting, open ? {} : null, { staleTime: 0 })
  if (!data) {
    return (
      <SideDrawer open={open} title={TITLE} width={720} onClose={onClose}>
        <Loaded of={{ data, error, refetch }} what={TITLE} lines={10} fresh />
      </SideDrawer>
    )
  }
  const { version, ...initial } = data
  return (
    <FormDrawer
      open={open}
      call={residence.calls.saveSetting}
      title={TITLE}
      width={720}
      done="居住设置已保存，立即生效"
      initial={initial}
      also={{ version }}
      reload={async () => {
        const { version: newer, ...values } = await send(residence.calls.setting, {})
        return { values, also: { version: newer } }
      }}
      sections={[
        { title: '办理入住前应具备（必须：缺了不能办；提醒：经办人确认后可办）', fields: KEYS },
        {
          title: '退住与床位',
          fields: ['countCheckoutDay', 'settleBeforeCheckout', 'cleanAfterCheckout', 'autoExpire', 'moveAheadDays'],
        },
        { title: '试住与提醒', fields: ['trialDays', 'trialRemindDays', 'contractRemindDays'] },
      ]}
      fields={{
        ...requirementFields,
        countCheckoutDay: { as: yesNo },
        settleBeforeCheckout: { as: yesNo, hint: '结算确认后才能办理退住' },
        cleanAfterCheckout: { as: yesNo, hint: '打扫完在房态图点“清洁完成”' },
        autoExpire: { as: yesNo, hint: '不开启时只提醒，由人决定' },
        moveAheadDays: { hint: '0 表示只能当天调床' },
        trialDays: {},
        trialRemindDays: {},
        contractRemindDays: {},
      }}
      onClose={onClose}
    />
  )
}
