// Forms of the use settings.
import type { TimedUse } from '#contract/drug/rounds'
import { clocksFault, isNeeded, TIMES_OF } from '#contract/drug/rounds'
import { type DrugUseData, drugUse, ManyUses } from '#contract/drug/use'
import { DrugFrequency, type DrugFrequencyValue, DrugOrderSource, DrugRoute, DrugTiming } from '#contract/drug/useWords'
import { dayText } from '#contract/kit/clock'
import { IN_HOUSE } from '#contract/live/resident'
import { residentOf } from '#web/areas/live/public'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { imagesOf } from '#web/kit/fields/image'
import { lookupOf } from '#web/kit/fields/lookup'
import { int, number } from '#web/kit/fields/number'
import { optionField, radioOf } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { clocksField, weekdaysField } from './clocks.part.tsx'

const frequencyOf = (values: Values) => (values.frequency ?? null) as DrugFrequencyValue | null
const is =
  (...wanted: DrugFrequencyValue[]) =>
  (values: Values) =>
    wanted.includes(frequencyOf(values) as DrugFrequencyValue)
const timed = (values: Values) => {
  const frequency = frequencyOf(values)
  return frequency !== null && TIMES_OF[frequency] > 0 && frequency !== DrugFrequency.is.ST
}

const fields = {
  drugId: { as: lookupOf('drug'), wide: true },
  dose: { as: number, hint: '按最小单位，半片填 0.5' },
  route: { as: optionField(DrugRoute) },
  frequency: { as: optionField(DrugFrequency) },
  timing: { as: optionField(DrugTiming), when: timed, hint: '每日一次的药按它定时刻' },
  clocks: {
    as: clocksField,
    wide: true,
    when: timed,
    hint: '不填就用本院常用的时刻',
    check: (value: string[] | null | undefined, values: Values) => {
      const frequency = frequencyOf(values)
      if (!value || value.length === 0 || frequency === null) return null
      const use: Pick<TimedUse, 'frequency' | 'clocks' | 'weekdays'> = {
        frequency,
        clocks: value,
        weekdays: (values.weekdays as number[] | undefined) ?? [],
      }
      const fault = clocksFault(use)
      return fault && !/天|星期/.test(fault) ? fault : null
    },
  },
  weekdays: { as: weekdaysField, wide: true, when: is('QW', 'BIW') },
  neededFor: {
    when: (values: Values) => frequencyOf(values) !== null && isNeeded(frequencyOf(values)!),
    wide: true,
    placeholder: '如 疼痛 4 分以上',
  },
  leastHours: { as: number, when: is('PRN') },
  mostPerDay: { as: int, when: is('PRN') },
  startDate: { as: date },
  endDate: { as: date, hint: '不填就一直用' },
  giveHow: { placeholder: '如 碾碎、温水化开' },
  orderSource: { as: radioOf(DrugOrderSource) },
  doctor: {},
  sheets: { as: imagesOf({ max: 9 }), wide: true, title: '医嘱单照片' },
  remark: { as: longText, wide: true },
} as const

export const addForm = (oldmanId?: string): FormRequest =>
  formOf(drugUse.calls.add, {
    title: '新增用药',
    verb: '保存用药',
    anyway: '已与医生核对，仍然使用',
    width: 720,
    columns: 2,
    fields: {
      oldmanId: { as: residentOf({ statuses: IN_HOUSE }), wide: true, disabled: oldmanId !== undefined },
      ...fields,
    },
    initial: {
      startDate: dayText(),
      orderSource: 'hospital',
      route: DrugRoute.is.mouth,
      ...(oldmanId && { oldmanId }),
    } as never,
    done: '用药已设好，按时间排出服药',
  })

const valuesOf = (row: DrugUseData) => ({
  drugId: row.drugId,
  dose: row.dose,
  route: row.route,
  frequency: row.frequency,
  timing: row.timing,
  clocks: row.clocks,
  weekdays: row.weekdays,
  neededFor: row.neededFor,
  leastHours: row.leastHours,
  mostPerDay: row.mostPerDay,
  startDate: dayText(),
  endDate: row.endDate,
  giveHow: row.giveHow,
  orderSource: row.orderSource,
  doctor: row.doctor,
  sheets: row.sheets,
  remark: row.remark,
})

/** Ends it and begins another in its place. */
export const changeForm = (row: DrugUseData): FormRequest =>
  editOf(drugUse.calls.save, row, {
    title: '修改用药',
    about: `${row.oldmanName} ${row.drugName}`,
    verb: '停旧换新',
    anyway: '已与医生核对，仍然使用',
    width: 720,
    columns: 2,
    head: (
      <p className="yy-no-margin yy-second">
        原来的用法停用，从现在起按新的用法；已经服过的记录不变，今天还没发的按新的发。
      </p>
    ),
    fields: { ...fields, reason: { as: longText, wide: true, title: '修改原因', placeholder: '如 医生改为每日 2 次' } },
    values: valuesOf as never,
    also: ({ useId, version }) => ({ useId, version }) as never,
    again: () => send(drugUse.calls.get, { useId: row.useId }),
    done: '已按新的用法排出服药',
  })

const ACT_WORDS = {
  end: { effects: '还没发的不再发；已摆出的退回药盒', placeholder: '如 医生停药' },
  pause: { effects: '暂停期间不发，月单记 X；已摆出的退回药盒', placeholder: '如 术前停药' },
  resume: { effects: '从现在起继续按时间发', placeholder: '' },
} as const

const LISTED = 8

/** Which settings an act is about, by elder: nobody stops a drug of somebody they did not mean. */
function Listed({ rows }: { rows: readonly DrugUseData[] }) {
  const more = rows.length - LISTED
  return (
    <ul className="yy-plain-list yy-stack yy-gap-4">
      {rows.slice(0, LISTED).map((row) => (
        <li key={row.useId}>
          <b>{row.oldmanName}</b> {row.drugName} {row.doseText}　<span className="yy-second">{row.timesText}</span>
        </li>
      ))}
      {more > 0 && <li className="yy-second">另有 {more} 条</li>}
    </ul>
  )
}

const peopleOf = (rows: readonly DrugUseData[]) => new Set(rows.map((row) => row.oldmanId)).size

/** One act with one reason for all of them; `onDone`: the ticks go. */
export const manyForm = (rows: readonly DrugUseData[], act: keyof typeof ACT_WORDS, onDone?: () => void): FormRequest =>
  formOf(drugUse.calls.many, {
    title: `${ManyUses.label(act)}用药`,
    about:
      rows.length === 1
        ? `${rows[0]!.oldmanName} ${rows[0]!.drugName}`
        : `${peopleOf(rows)} 位老人，${rows.length} 条用药`,
    verb: rows.length === 1 ? ManyUses.label(act) : `${ManyUses.label(act)} ${rows.length} 条`,
    danger: act === ManyUses.is.end,
    draft: false,
    also: { useIds: rows.map((row) => row.useId), act } as never,
    head: (
      <div className="yy-stack yy-gap-8">
        {rows.length > 1 && <Listed rows={rows} />}
        <p className="yy-no-margin yy-second">{ACT_WORDS[act].effects}。</p>
      </div>
    ),
    fields: {
      reason: {
        as: longText,
        wide: true,
        placeholder: ACT_WORDS[act].placeholder,
        check: (value: string | null | undefined) =>
          act === ManyUses.is.resume || value?.trim() ? null : `请填写${ManyUses.label(act)}原因`,
      },
    },
    done: rows.length === 1 ? `已${ManyUses.label(act)}` : `已${ManyUses.label(act)} ${rows.length} 条用药`,
    ...(onDone && { onDone }),
  })
