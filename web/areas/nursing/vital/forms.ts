// Forms of the vital signs: measuring, correcting, answering.
import { timeText } from '#contract/kit/clock'
import { LATEST_ENTRY_DAYS, type VitalAlertData, type VitalSignData, vital } from '#contract/nursing/vital'
import { vitalFaults } from '#contract/nursing/vitalJudge'
import { MealEaten, VITAL_FIELDS, type VitalField, type VitalValues } from '#contract/nursing/vitalKinds'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { optionField, yesNo } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { toast } from '#web/kit/toast'
import { residentInHouse, valueField } from './fields.tsx'

const given = (values: Values, field: string) => values[field] !== null && values[field] !== undefined

const measuredField = (field: VitalField, oldmanId: string | null) => ({
  as: valueField(field, oldmanId),
  check: (_: unknown, values: Values) => vitalFaults(values as VitalValues).find(([at]) => at === field)?.[1] ?? null,
})
const besides = (field: VitalField) => ({ when: (values: Values) => given(values, field) })
const chosenWith = (name: 'glucoseTiming' | 'stoolShape', field: VitalField) => ({
  ...besides(field),
  check: (_: unknown, values: Values) => vitalFaults(values as VitalValues).find(([at]) => at === name)?.[1] ?? null,
})

const valueFields = (oldmanId: string | null) => {
  const of = (field: VitalField) => measuredField(field, oldmanId)
  return {
    measuredAt: { as: datetime, hint: `默认现在；${LATEST_ENTRY_DAYS} 天内的可以补录` },
    temperature: of('temperature'),
    pulse: of('pulse'),
    breathing: of('breathing'),
    systolic: of('systolic'),
    diastolic: of('diastolic'),
    oxygen: of('oxygen'),
    glucose: of('glucose'),
    glucoseTiming: chosenWith('glucoseTiming', 'glucose'),
    weight: of('weight'),
    height: { ...of('height'), ...besides('weight') },
    pain: of('pain'),
    meal: { as: optionField(MealEaten) as never },
    stool: of('stool'),
    stoolShape: chosenWith('stoolShape', 'stool'),
    intake: of('intake'),
    intakeKind: besides('intake'),
    output: of('output'),
    outputKind: besides('output'),
    site: besides('temperature'),
    arm: besides('systolic'),
    remark: { as: longText, wide: true },
  } as const
}

const now = () => `${timeText().slice(0, 16)}:00`

/** Said after saving: somebody has to look. */
export function tellStored(row: VitalSignData): void {
  if (row.grade === 'normal') {
    toast.success(`${row.oldmanName}的体征已保存`)
    return
  }
  const bad = row.judged.filter((one) => one.grade !== 'normal').map((one) => one.text)
  const next = row.grade === 'red' ? '已通知责任护士，请立即处理' : '请在 30 分钟内复测'
  toast.warning(`${row.oldmanName}：${bad.join('；')}。${next}`)
}

export const enterForm = (more: Values = {}, about?: string): FormRequest =>
  formOf(vital.calls.add, {
    title: about ?? '录入体征',
    verb: '保存体征',
    width: 960,
    columns: 3,
    initial: { measuredAt: now(), ...more } as never,
    fields: { oldmanId: { as: residentInHouse, wide: true }, ...valueFields(null) },
    onDone: tellStored,
  })

const valuesOf = (row: VitalSignData) =>
  Object.fromEntries(
    [
      ...VITAL_FIELDS,
      'measuredAt',
      'glucoseTiming',
      'site',
      'arm',
      'intakeKind',
      'outputKind',
      'stoolShape',
      'remark',
    ].map((name) => [name, row[name as keyof VitalSignData]]),
  ) as never

export const correctForm = (row: VitalSignData): FormRequest =>
  formOf(vital.calls.save, {
    title: '更正体征',
    verb: '保存更正',
    about: `${row.oldmanName}　${row.measuredAt.slice(0, 16)}`,
    width: 960,
    columns: 3,
    initial: valuesOf(row),
    also: { signId: row.signId, version: row.version },
    fields: valueFields(row.oldmanId),
    reload: async () => {
      const again = await send(vital.calls.get, { signId: row.signId })
      return { values: valuesOf(again), also: { version: again.version } }
    },
    done: '体征已更正，原来的值在操作日志中',
  })

export const answerForm = (row: VitalAlertData): FormRequest =>
  formOf(vital.calls.answer, {
    title: '处理异常体征',
    verb: '提交处理',
    about: `${row.oldmanName}　${row.reasons}`,
    columns: 1,
    initial: { recheck: row.recheckedAt === null },
    also: { alertId: row.alertId, version: row.version },
    fields: {
      note: { as: longText, wide: true, placeholder: '做了什么、通知了谁，如：物理降温，已通知宋医生，按医嘱用药' },
      recheck: {
        as: yesNo,
        hint:
          row.recheckedAt === null
            ? '选“是”会留在待处理中，30 分钟内复测正常后自动结束；选“否”现在结束'
            : `已于 ${row.recheckedAt.slice(5, 16)} 复测正常，提交后结束`,
      },
    },
    done: '处理说明已提交',
  })
