// Forms of the consultations: registering, each section, talks, the next date, loss, return, handing over.

import { ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import { consultation } from '#contract/live/consultation'
import { Consultant, ConsultationBase, InterviewManner } from '#contract/live/consultationFields'
import type { ConsultationDetailData, ConsultationRowData, InterviewData } from '#contract/live/consultationRows'
import { ResidentSex } from '#contract/live/resident'
import { extraFields, healthFields } from '#web/areas/live/archive/fields'
import { send } from '#web/kit/call'
import { date, datetime } from '#web/kit/fields/date'
import { imageOf } from '#web/kit/fields/image'
import { dictionaryOf, lookupOf } from '#web/kit/fields/lookup'
import { radioOf } from '#web/kit/fields/option'
import { phone } from '#web/kit/fields/phone'
import { region as regionField } from '#web/kit/fields/region'
import { staff } from '#web/kit/fields/staff'
import { longText } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { useSession } from '#web/kit/session'
import { cardCheck, followCard, nextFollow } from './fields.tsx'

const sale = lookupOf('sale')
const two = (value: number) => String(value).padStart(2, '0')

/** yyyy-MM-dd HH:mm:ss of now, to the minute. */
export function nowText(): string {
  const now = new Date()
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day} ${two(now.getHours())}:${two(now.getMinutes())}:00`
}
const today = () => nowText().slice(0, 10)
/** Whoever sits here, as a member of staff. */
export const me = () => useSession.getState().user?.empInfo ?? null
const notLater = (title: string) => (day: string | null | undefined) =>
  day && day > today() ? `${title}不能晚于今天` : null

const askedFields = {
  consultDate: { as: date, check: notLater('咨询日期') },
  channel: { as: dictionaryOf('consultationChannel') },
  intention: { as: dictionaryOf('consultationIntention') },
  saleId: { as: sale, hint: '由谁接待并负责跟进' },
  expectDate: { as: date },
  expectRoomType: { as: dictionaryOf('roomType') },
  budgetFen: { hint: '床位、护理和伙食合计' },
  remark: { as: longText, wide: true },
} as const

const residentFields = {
  oldmanName: {},
  sex: { as: radioOf(ResidentSex) },
  idCard: { hint: '填写后自动带出生日和性别，并核对是否登记过' },
  birthDate: { as: date, check: notLater('出生日期') },
  age: { hint: '不知道生日时填写', when: (values: Record<string, unknown>) => !values.birthDate },
  nation: { as: dictionaryOf('ethnicGroups') },
  phone: { as: phone },
  region: { as: regionField },
  address: { wide: true },
  head: { as: imageOf(), wide: true },
} as const

const consultantFields = {
  consultantName: {},
  consultantPhone: { as: phone },
  consultantRelation: { as: dictionaryOf('relationToElder'), hint: '老人本人来咨询请选“本人”' },
  consultantWechat: {},
  consultantAddress: { wide: true },
} as const

type Names<F> = (keyof F & string)[]
const names = <F extends object>(fields: F) => Object.keys(fields) as Names<F>

/** `saleId`: who receives it, when whoever registers it is one of them. */
export const newConsultation = (saleId: string | null, onDone: (consultationId: string) => void): FormRequest =>
  formOf(consultation.calls.add, {
    title: '登记咨询',
    verb: '登记咨询',
    width: 720,
    initial: { consultDate: today(), ...(saleId !== null && { saleId }) },
    follow: followCard,
    fields: {
      ...consultantFields,
      ...residentFields,
      duplicateSeen: cardCheck(),
      ...askedFields,
      manner: { as: radioOf(InterviewManner), title: '沟通方式', wide: true },
      content: { as: longText, wide: true, placeholder: '老人的情况、家属关心什么、答应了什么' },
      nextFollowAt: { as: nextFollow, wide: true },
      ...healthFields,
      ...extraFields,
    },
    sections: [
      { title: '咨询人', fields: names(consultantFields) },
      {
        title: '老人',
        fields: [
          'oldmanName',
          'sex',
          'idCard',
          'birthDate',
          'age',
          'duplicateSeen',
          'nation',
          'phone',
          'region',
          'address',
          'head',
        ],
      },
      { title: '咨询意向', fields: names(askedFields) },
      { title: '本次沟通与下次跟进', fields: ['manner', 'content', 'nextFollowAt'] },
      { title: '健康信息（可以以后补）', fields: names(healthFields) },
      { title: '扩展信息（可以以后补）', fields: names(extraFields) },
    ],
    done: '咨询已登记',
    onDone: (data) => onDone(data.consultationId),
  })

const about = (row: Pick<ConsultationRowData, 'oldmanName' | 'consultationNo'>) =>
  `${row.oldmanName}　${row.consultationNo}`

const pick = <S extends { properties: object }>(schema: S, from: object) => {
  const values = from as Record<string, unknown>
  return Object.fromEntries(Object.keys(schema.properties).map((name) => [name, values[name] ?? null]))
}

export const editBase = (row: ConsultationDetailData): FormRequest => {
  const { consultationId } = row
  return formOf(consultation.calls.saveBase, {
    title: '修改咨询信息',
    about: about(row),
    width: 720,
    initial: pick(ConsultationBase, row) as never,
    also: { consultationId, version: row.version },
    follow: followCard,
    fields: { ...residentFields, duplicateSeen: cardCheck(consultationId, row.idCard), ...askedFields },
    sections: [
      {
        title: '老人',
        fields: [
          'oldmanName',
          'sex',
          'idCard',
          'birthDate',
          'age',
          'duplicateSeen',
          'nation',
          'phone',
          'region',
          'address',
          'head',
        ],
      },
      { title: '咨询意向', fields: names(askedFields) },
    ],
    reload: async () => {
      const now = await send(consultation.calls.base, { consultationId })
      return { values: pick(ConsultationBase, now) as never, also: { version: now.version } }
    },
  })
}

export const editConsultant = (row: ConsultationDetailData): FormRequest => {
  const { consultationId } = row
  return formOf(consultation.calls.saveConsultant, {
    title: '修改咨询人',
    about: about(row),
    initial: pick(Consultant, row) as never,
    also: { consultationId, version: row.version },
    fields: consultantFields,
    reload: async () => {
      const now = await send(consultation.calls.consultant, { consultationId })
      return { values: pick(Consultant, now) as never, also: { version: now.version } }
    },
  })
}

export const editExtra = (row: ConsultationDetailData): FormRequest => {
  const { consultationId } = row
  return formOf(consultation.calls.saveExtra, {
    title: '修改扩展信息',
    about: about(row),
    width: 720,
    initial: row.extra,
    also: { consultationId, version: row.version },
    fields: extraFields,
    reload: async () => {
      const now = await send(consultation.calls.extra, { consultationId })
      return { values: pick(ArchiveExtra, now) as never, also: { version: now.version } }
    },
  })
}

export const editHealth = (row: ConsultationDetailData): FormRequest => {
  const { consultationId } = row
  return formOf(consultation.calls.saveHealth, {
    title: '修改健康信息',
    about: about(row),
    width: 720,
    initial: row.health,
    also: { consultationId, version: row.version },
    fields: healthFields,
    reload: async () => {
      const now = await send(consultation.calls.health, { consultationId })
      return { values: pick(ArchiveHealth, now) as never, also: { version: now.version } }
    },
  })
}

const talkFields = (known: { value: string; label: string }[]) =>
  ({
    manner: { as: radioOf(InterviewManner), wide: true },
    visitAt: { as: datetime, check: (at: string | null | undefined) => notLater('跟进时间')(at?.slice(0, 10)) },
    staffId: { as: staff, props: { known } },
    content: { as: longText, wide: true, placeholder: '老人的情况、家属关心什么、答应了什么' },
    result: { wide: true, placeholder: '如：同意周六来院参观' },
    nextFollowAt: { as: nextFollow, wide: true, hint: '不再需要跟进时可以不填' },
  }) as const

export const addTalk = (
  row: Pick<ConsultationRowData, 'consultationId' | 'oldmanName' | 'consultationNo'>,
): FormRequest => {
  const own = me()
  return formOf(consultation.calls.addInterview, {
    title: '登记跟进',
    verb: '登记跟进',
    about: about(row),
    initial: { manner: 'PHONE', visitAt: nowText(), ...(own && { staffId: own.empId }) },
    also: { consultationId: row.consultationId },
    fields: talkFields(own ? [{ value: own.empId, label: own.empName }] : []),
    done: '跟进已登记',
  })
}

export const editTalk = (talk: InterviewData): FormRequest =>
  formOf(consultation.calls.saveInterview, {
    title: '修改跟进记录',
    initial: {
      manner: talk.manner,
      visitAt: talk.visitAt,
      staffId: talk.staffId,
      content: talk.content,
      result: talk.result,
      nextFollowAt: talk.nextFollowAt,
    },
    also: { interviewId: talk.interviewId, version: talk.version },
    fields: talkFields(talk.staffName ? [{ value: talk.staffId, label: talk.staffName }] : []),
  })

type Named = Pick<ConsultationRowData, 'consultationId' | 'oldmanName' | 'consultationNo' | 'version' | 'nextFollowAt'>

export const changeFollow = (row: Named): FormRequest =>
  formOf(consultation.calls.follow, {
    title: '改约跟进时间',
    verb: '改约',
    about: about(row),
    columns: 1,
    draft: false,
    also: { consultationId: row.consultationId, version: row.version },
    fields: {
      nextFollowAt: {
        as: nextFollow,
        hint: row.nextFollowAt ? `原来约在 ${row.nextFollowAt.slice(0, 16)}` : '原来没有约',
      },
    },
    done: '已改约',
  })

export const loseForm = (row: Named): FormRequest =>
  formOf(consultation.calls.lose, {
    title: '登记流失',
    verb: '登记流失',
    danger: true,
    about: about(row),
    columns: 1,
    also: { consultationId: row.consultationId, version: row.version },
    fields: {
      lossReason: { as: dictionaryOf('lossReason') },
      lossRemark: { as: longText, hint: '登记后不再提醒跟进；以后有变化可以重新激活' },
    },
    done: '已登记流失',
  })

export const reactivateForm = (row: Named): FormRequest =>
  formOf(consultation.calls.reactivate, {
    title: '重新激活',
    verb: '重新激活',
    about: about(row),
    columns: 1,
    also: { consultationId: row.consultationId, version: row.version },
    fields: { reason: { placeholder: '如：老人出院后家属再次来电' }, nextFollowAt: { as: nextFollow } },
    done: '已重新激活，状态为跟进中',
  })

export const assignForm = (rows: readonly ConsultationRowData[], onDone: () => void): FormRequest =>
  formOf(consultation.calls.assign, {
    title: '转交咨询',
    verb: '转交',
    about: rows.length === 1 ? rows[0]!.oldmanName : `${rows[0]!.oldmanName} 等 ${rows.length} 条`,
    columns: 1,
    draft: false,
    also: { consultationIds: rows.map((row) => row.consultationId) },
    fields: { saleId: { as: sale, title: '转交给', hint: '对方会收到提醒，以后由其跟进' } },
    done: '已转交',
    onDone,
  })
