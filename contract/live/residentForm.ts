// Forms that are filled in for a resident: assessments, consents, registers, by the type of their template. A filled form
// keeps the version of the design it was filled in on.
import { call, noun } from '#contract/kit/call'
import { FormDesign } from '#contract/kit/formDesign'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  anything,
  bool,
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
} from '#contract/kit/schema'
import { FormFilling } from '#contract/systemSetting/formTemplate'
import { ResidentMarks } from './resident.ts'

const NEEDS = {
  list: 'live:residentForm:list',
  add: 'live:residentForm:add',
  edit: 'live:residentForm:edit',
  remove: 'live:residentForm:delete',
} as const

export const ResidentFormState = options('ResidentFormState', '状态', [
  [0, 'draft', ['草稿', 'slate']],
  [1, 'done', ['已完成', 'green']],
])

const Row = merge(
  ResidentMarks,
  obj({
    recordId: str(),
    templateId: str(),
    typeId: str(),
    typeName: nul(str('文书类型')),
    title: str('文书名称'),
    templateType: nul(FormFilling.schema),
    templateVersion: int('表单版本'),
    /** The template has a newer design than this form was filled in on. */
    outdated: bool(),
    state: ResidentFormState.schema,
    recordDate: str('填写日期'),
    sort: int('序号'),
    bedPath: nul(str('床位')),
    deptName: nul(str('部门')),
    owedFen: fenSchema('欠费'),
    createUser: nul(str('填写人')),
    createTime: str('创建时间'),
    updateTime: str('修改时间'),
    version: int(),
  }),
)
export type ResidentFormRow = Static<typeof Row>

const Detail = merge(Row, obj({ design: FormDesign, values: anything() }))
export type ResidentFormDetail = Static<typeof Detail>

const version = opt(int('版本', { min: 0 }))
/** Field id → value, checked against the design. */
const filled = {
  values: anything(),
  state: opt(ResidentFormState.schema),
  recordDate: opt(date('填写日期')),
}

const BASE = '/api/form/org/oldManTemplate'

export const residentForm = noun('live', 'residentForm', {
  title: '文书管理',
  calls: {
    list: call.get(BASE, {
      needs: NEEDS.list,
      act: '老人文书列表',
      query: pageQuery({
        /** Resident by name, pinyin or initials; name of the form. */
        keyword: opt(str('老人或文书')),
        oldmanId: opt(named('resident', '老人')),
        typeId: opt(named('formType', '文书类型')),
        templateId: opt(named('formTemplate', '表单')),
        state: opt(ResidentFormState.schema),
        deptId: opt(named('dept', '部门')),
        startDate: opt(date('填写日期从')),
        endDate: opt(date('填写日期到')),
      }),
      data: pageOf(Row),
    }),
    create: call.post(BASE, {
      needs: NEEDS.add,
      act: '填写老人文书',
      body: obj({
        oldmanId: id('老人', { of: 'resident' }),
        templateId: id('表单', { of: 'formTemplate' }),
        /** The version that was filled in; the current one unless told. */
        templateVersion: opt(int('表单版本', { min: 1, max: 1_000_000 })),
        ...filled,
      }),
      data: Detail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    save: call.put(BASE, {
      needs: NEEDS.edit,
      act: '修改老人文书',
      body: obj({ recordId: id('文书', { of: 'residentForm' }), version, ...filled }),
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    /** The order in which one resident's forms stand in the archive. */
    sort: call.put(`${BASE}/sort`, {
      needs: NEEDS.edit,
      act: '老人文书排序',
      body: obj({ oldmanId: id('老人', { of: 'resident' }), recordIds: list(id('文书', { of: 'residentForm' }), 500) }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    /** Types with the number of forms the caller sees in each. */
    types: call.get(`${BASE}/types`, {
      needs: NEEDS.list,
      act: '文书类型与数量',
      data: list(obj({ typeId: str(), typeName: str(), count: int(), drafts: int(), templates: int() })),
    }),
    /** A blank form for a resident: the design and what the archive knows for it. */
    start: call.get(`${BASE}/start`, {
      needs: NEEDS.add,
      act: '预填老人文书',
      query: obj({ oldmanId: id('老人', { of: 'resident' }), templateId: id('表单', { of: 'formTemplate' }) }),
      data: obj({
        ...ResidentMarks.properties,
        bedPath: nul(str()),
        templateId: str(),
        typeId: str(),
        title: str(),
        templateType: FormFilling.schema,
        templateVersion: int(),
        design: FormDesign,
        /** Placeholder → value. */
        archive: anything(),
        /** A form that may be filled in once and has been: this one is opened instead. */
        existing: nul(str()),
      }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    detail: call.get(`${BASE}/{templateId}`, {
      names: { templateId: 'residentForm' },
      needs: NEEDS.list,
      act: '老人文书详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** templateId is the id of the filled form. */
    remove: call.delete(`${BASE}/{templateId}`, {
      names: { templateId: 'residentForm' },
      needs: NEEDS.remove,
      act: '删除老人文书',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/live/tempeleteDocument/:typeId',
      title: '文书管理',
      tab: true,
      needs: NEEDS.list,
      menu: { rail: 'live', group: '合同与文书', order: 42 },
    },
    fill: {
      path: '/live/tempeleteDocumentFill',
      title: '填写文书',
      tab: false,
      needs: `${NEEDS.add}|${NEEDS.list}`,
    },
  },
})
