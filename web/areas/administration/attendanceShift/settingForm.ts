// How clocked time is counted: overtime, and days without a shift.
import { clock } from '#contract/administration/clock'
import type { DataOf } from '#contract/kit/call'
import { send } from '#web/kit/call'
import { editOf, type FormRequest } from '#web/kit/form/formOf'

type Setting = DataOf<typeof clock.calls.setting>

const minutes = { unit: '分钟' } as const

const fields = {
  overtimeMinimum: { title: '下班后多久起算加班', props: minutes, hint: '不到这么久不计加班' },
  overtimeStep: { title: '加班按多少分钟计', props: minutes, hint: '填 30：74 分钟计为 60 分钟' },
  dayMinutes: { title: '没有班次的一天按多少分钟计', props: minutes, hint: '请假、培训的日子用，8 小时填 480' },
  holidayShift: { hint: '打开后，放假日上班的整班计为加班' },
} as const

export const SETTING_NEEDS = clock.calls.saveSetting.needs

export async function settingForm(): Promise<FormRequest> {
  const ask = () => send(clock.calls.setting, {})
  return editOf(clock.calls.saveSetting, await ask(), {
    title: '考勤计算规则',
    fields,
    values: ({ version: _, ...values }: Setting) => values,
    also: (one: Setting) => ({ version: one.version }),
    again: ask,
    done: '考勤计算规则已保存，从下一次统计起生效',
  })
}
