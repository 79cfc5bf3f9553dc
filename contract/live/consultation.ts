// Consultations: who asked about a place in the house, for whom, what was agreed, and what became of it. A consultation
// ends as an archive, once, or is lost with a reason and may come back.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
import {
  dateTime,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  obj,
  opt,
  str,
  type TObject,
  type TProperties,
  text,
} from '#contract/kit/schema'
import { NewArchive } from './archive.ts'
import { ArchiveExtra, ArchiveHealth } from './archiveFields.ts'
import {
  Consultant,
  ConsultationAdd,
  ConsultationBase,
  ConsultationDue,
  ConsultationStatus,
  ConsultationStep,
  duplicateSeen,
  InterviewFields,
  consultationNeeds as NEEDS,
  value,
  words,
} from './consultationFields.ts'
import {
  ConsultationBaseAnswer,
  ConsultationCheck,
  ConsultationDetail,
  ConsultationRow,
  Funnel,
  Interview,
} from './consultationRows.ts'

const version = opt(int())
const own = obj({ consultationId: str(), version: int() })
const key = obj({ consultationId: id('咨询', { of: 'consultation' }), version })

const filters = {
  status: opt(ConsultationStatus.schema),
  /** Resident or consultant by name, pinyin, initials or phone; number of the consultation. */
  keyword: opt(str('老人或咨询人')),
  channel: opt(str('咨询渠道')),
  saleId: opt(named('account', '接待人')),
  intention: opt(str('入住意向')),
  lossReason: opt(str('流失原因')),
  followFrom: opt(str('下次跟进从')),
  followTo: opt(str('下次跟进到')),
  consultFrom: opt(str('咨询日期从')),
  consultTo: opt(str('咨询日期到')),
  due: opt(ConsultationDue.schema),
  /** Those who have reached a step of the conversion. */
  step: opt(ConsultationStep.schema),
}

/** All fields of an object, none of them asked for. */
const partial = <P extends TProperties>(of: TObject<P>) =>
  obj(
    Object.fromEntries(Object.entries(of.properties).map(([name, schema]) => [name, opt(schema)])) as TProperties,
  ) as unknown as TObject<{ [K in keyof P]: ReturnType<typeof opt<P[K]>> }>

const BASE = '/pims/web-org/consultations'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const read = { needs: NEEDS.list, refuses: ['NOT_FOUND'] } as const

export const consultation = noun('live', 'consultation', {
  title: '咨询登记',
  calls: {
    list: call.get(BASE, {
      needs: NEEDS.list,
      act: '咨询列表',
      query: pageQuery(filters),
      data: pageOf(ConsultationRow),
    }),
    /** What became of the consultations of a period. */
    funnel: call.get(`${BASE}/funnel`, {
      needs: NEEDS.list,
      act: '咨询转化统计',
      query: obj({
        consultFrom: opt(str('咨询日期从')),
        consultTo: opt(str('咨询日期到')),
        channel: opt(str('咨询渠道')),
        saleId: opt(named('account', '接待人')),
      }),
      data: Funnel,
    }),
    /** Free, already a consultation, already an archive. */
    check: call.get(`${BASE}/check`, {
      needs: `${NEEDS.add}|${NEEDS.edit}|${NEEDS.list}`,
      act: '检查老人身份证号',
      query: obj({
        oldmanIdCard: text('老人身份证号', { max: 30 }),
        /** Itself does not count. */
        consultationId: opt(id('咨询', { of: 'consultation' })),
      }),
      data: ConsultationCheck,
    }),
    /** Open consultations, for those who register a visitor. */
    choices: call.get(`${BASE}/choices`, {
      needs: `${NEEDS.list}|live:visit:add|live:visit:edit`,
      act: '咨询选择列表',
      query: pageQuery({ keyword: opt(str('老人或咨询人')) }),
      data: pageOf(
        obj({
          consultationId: str(),
          consultationNo: str(),
          oldmanName: str(),
          consultantName: str(),
          consultantPhone: phoneNo(),
          consultDate: str(),
        }),
      ),
    }),
    detail: call.get(`${BASE}/{consultationId}`, { ...read, act: '咨询详情', data: ConsultationDetail }),
    add: call.post(BASE, {
      needs: NEEDS.add,
      act: '登记咨询',
      body: ConsultationAdd,
      data: obj({ consultationId: str(), consultationNo: str() }),
      refuses: ['INVALID_INPUT', 'ALREADY_EXISTS'],
      repeatable: true,
    }),
    base: call.get(`${BASE}/base/{consultationId}`, { ...read, act: '咨询信息', data: ConsultationBaseAnswer }),
    saveBase: call.put(`${BASE}/base`, {
      needs: NEEDS.edit,
      act: '修改咨询信息',
      body: merge(merge(ConsultationBase, obj({ duplicateSeen })), key),
      data: ConsultationBaseAnswer,
      refuses,
    }),
    consultant: call.get(`${BASE}/consultant/{consultationId}`, {
      ...read,
      act: '咨询人',
      data: merge(Consultant, own),
    }),
    saveConsultant: call.put(`${BASE}/consultant`, {
      needs: NEEDS.edit,
      act: '修改咨询人',
      body: merge(Consultant, key),
      data: merge(Consultant, own),
      refuses,
    }),
    extra: call.get(`${BASE}/extra/{consultationId}`, { ...read, act: '扩展信息', data: merge(ArchiveExtra, own) }),
    saveExtra: call.put(`${BASE}/extra`, {
      needs: NEEDS.edit,
      act: '修改扩展信息',
      body: merge(ArchiveExtra, key),
      data: merge(ArchiveExtra, own),
      refuses,
    }),
    health: call.get(`${BASE}/health/{consultationId}`, { ...read, act: '健康信息', data: merge(ArchiveHealth, own) }),
    saveHealth: call.put(`${BASE}/health`, {
      needs: NEEDS.edit,
      act: '修改健康信息',
      body: merge(ArchiveHealth, key),
      data: merge(ArchiveHealth, own),
      refuses,
    }),
    interviews: call.get(`${BASE}/interviewer/{consultationId}`, {
      ...read,
      act: '跟进记录',
      data: list(Interview),
    }),
    addInterview: call.post(`${BASE}/interviewer`, {
      needs: NEEDS.interview,
      act: '登记跟进',
      body: merge(InterviewFields, obj({ consultationId: id('咨询', { of: 'consultation' }) })),
      data: Interview,
      refuses,
      repeatable: true,
    }),
    saveInterview: call.put(`${BASE}/interviewer`, {
      needs: NEEDS.interview,
      act: '修改跟进记录',
      body: merge(InterviewFields, obj({ interviewId: id('跟进记录', { of: 'interview' }), version })),
      data: Interview,
      refuses,
    }),
    removeInterview: call.delete(`${BASE}/interviewer/{id}`, {
      names: { id: 'interview' },
      needs: NEEDS.interview,
      act: '删除跟进记录',
      data: nothing(),
      refuses,
    }),
    /** The next call at another time, without a talk. */
    follow: call.put(`${BASE}/follow`, {
      needs: NEEDS.interview,
      act: '改约跟进时间',
      body: merge(key, obj({ nextFollowAt: opt(dateTime('下次跟进时间')) })),
      data: nothing(),
      refuses,
    }),
    lose: call.put(`${BASE}/lose`, {
      needs: NEEDS.lose,
      act: '登记流失',
      body: merge(key, obj({ lossReason: value('流失原因'), lossRemark: words('说明', 500) })),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
    reactivate: call.put(`${BASE}/reactivate`, {
      needs: NEEDS.lose,
      act: '重新激活',
      body: merge(key, obj({ reason: text('激活原因', { max: 200 }), nextFollowAt: dateTime('下次跟进时间') })),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
    /** Work of somebody who leaves goes on with somebody else. */
    assign: call.put(`${BASE}/assign`, {
      needs: NEEDS.edit,
      act: '转交咨询',
      body: obj({
        consultationIds: list(id('咨询', { of: 'consultation' }), 500),
        saleId: id('接待人', { of: 'account' }),
      }),
      data: obj({ count: int() }),
      refuses,
    }),
    /** A registration by mistake; one that became an archive stays. */
    remove: call.delete(`${BASE}/{consultationId}`, {
      needs: NEEDS.delete,
      act: '删除咨询',
      query: obj({ reason: words('删除原因', 200) }),
      body: obj({ reason: words('删除原因', 200) }),
      data: nothing(),
      refuses,
    }),
    /** The archive as the consultation would make it, for checking before it is made. */
    archiveDraft: call.get(`${BASE}/archive/{consultationId}`, {
      needs: NEEDS.archive,
      act: '咨询转档案预览',
      data: merge(
        partial(NewArchive),
        obj({ consultationId: str(), consultationNo: str(), status: ConsultationStatus.schema, version: int() }),
      ),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** Fields that are not sent are taken from the consultation. */
    archive: call.post(`${BASE}/archive/{consultationId}`, {
      needs: NEEDS.archive,
      act: '咨询建立档案',
      body: merge(partial(NewArchive), obj({ version })),
      data: obj({ oldmanId: str(), archiveNo: str(), completeness: int() }),
      refuses: [...refuses, 'ALREADY_EXISTS'],
      repeatable: true,
    }),
  },
  events: {
    /** Lists of others follow; carries no names. */
    changed: event('live.consultation.changed', { needs: NEEDS.list, payload: obj({ consultationId: str() }) }),
  },
  pages: {
    base: {
      path: '/live/consult/base',
      alias: '/reception/registerList',
      title: '咨询登记',
      tab: true,
      needs: NEEDS.list,
      ahead: 'list',
      menu: { rail: 'live', group: '接待', order: 20 },
    },
    detail: {
      path: '/live/consult/detail/:consultationId',
      title: '咨询详情',
      tab: false,
      needs: NEEDS.list,
      ahead: 'detail',
    },
    archivesAdd: { path: '/live/consult/archivesAdd', title: '咨询建档', tab: false, needs: NEEDS.archive },
  },
})
