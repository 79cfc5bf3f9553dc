// Forms of the visits: signing in, correcting, signing out at another time than now.

import { consultation } from '#contract/live/consultation'
import { TO_LOOK, TO_RESIDENT, type VisitRowData, visit } from '#contract/live/visit'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { idCard } from '#web/kit/fields/idCard'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { phone } from '#web/kit/fields/phone'
import { longText, suggesting } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { openConsultation, temperature, visitedResident } from './fields.tsx'

const two = (value: number) => String(value).padStart(2, '0')
export function nowText(): string {
  const now = new Date()
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}:00`
}

/** People of the house itself: nobody is visited. */
const HOUSE = [TO_LOOK, '5', '6', '7']
const toSomebody = (values: Values) => !HOUSE.includes(String(values.type ?? ''))

const notEarlier = (out: string | null | undefined, values: Values) =>
  out && values.inTime && out < String(values.inTime) ? '离开时间不能早于来访时间' : null

const fields = {
  type: { as: dictionaryOf('visitType') },
  manner: { as: dictionaryOf('visitManner') },
  oldmanId: {
    as: visitedResident,
    wide: true,
    when: toSomebody,
    check: (resident: string | null | undefined, values: Values) =>
      !resident && TO_RESIDENT.includes(String(values.type)) ? '请选择要探访的老人' : null,
  },
  consultationId: {
    as: openConsultation,
    wide: true,
    when: (values: Values) => values.type === TO_LOOK,
    hint: '选了咨询会记为“已参观”；不选时按电话自动匹配',
  },
  visitor: { placeholder: '姓名，或单位名称' },
  phone: { as: phone },
  relation: { as: dictionaryOf('relationToElder'), when: toSomebody },
  people: { title: '来访人数', props: { unit: '人' } },
  temperature: { as: temperature },
  items: { as: suggesting(['水果', '牛奶', '点心', '衣物', '药品（已交护士站）']) },
  inTime: { as: datetime },
  outTime: { as: datetime, check: notEarlier },
  idCard: { as: idCard },
  remark: { as: longText, wide: true },
} as const

const { outTime: _, ...arriving } = fields

type Initial = Partial<Record<keyof typeof fields, unknown>>

export const signInForm = (more: Initial, onDone: (row: VisitRowData) => void): FormRequest =>
  formOf(visit.calls.add, {
    title: '登记来访',
    verb: '登记来访',
    width: 720,
    initial: { type: '1', manner: '1', people: 1, inTime: nowText(), ...more } as never,
    fields: arriving,
    touches: [consultation],
    done: '来访已登记',
    onDone,
  })

const valuesOf = (row: VisitRowData) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof VisitRowData]])) as never

/** The list masks the card of the visitor; the form begins with the whole record. */
export async function editForm(visitId: string): Promise<FormRequest> {
  const row = await send(visit.calls.get, { visitId }, { loading: true })
  return formOf(visit.calls.save, {
    title: '修改来访',
    about: `${row.visitNo}　${row.visitor}`,
    width: 720,
    initial: valuesOf(row),
    also: { visitId, version: row.version },
    fields,
    touches: [consultation],
    reload: async () => {
      const now = await send(visit.calls.get, { visitId })
      return { values: valuesOf(now), also: { version: now.version } }
    },
  })
}

/** Whoever forgot to sign out did not leave just now. */
export const signOutForm = (row: VisitRowData): FormRequest =>
  formOf(visit.calls.signOut, {
    title: '补签离开时间',
    verb: '签离',
    about: `${row.visitor}　${row.inTime.slice(0, 16)} 来访`,
    columns: 1,
    draft: false,
    initial: {
      outTime: `${row.inTime.slice(0, 10)} 20:00:00` < row.inTime ? row.inTime : `${row.inTime.slice(0, 10)} 20:00:00`,
    },
    also: { visitId: row.visitId },
    fields: {
      outTime: {
        as: datetime,
        hint: '请填实际离开的时间',
        check: (out) => (out && out < row.inTime ? '离开时间不能早于来访时间' : null),
      },
    },
    done: '已签离',
  })
