// Form templates: assessments, registers and consents that the organisation designs itself, sorted into types. Every
// saved design is a version; forms already filled in keep theirs.
import { call, noun } from '#contract/kit/call'
import { FormDesign } from '#contract/kit/formDesign'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { residentPlaceholders } from '#contract/live/residentPlaceholders'

/** How often one resident has this form. */
export const FormFilling = options('FormFilling', '填写方式', [
  [1, 'repeated', ['可重复填写', 'blue']],
  [2, 'once', ['只填一次', 'slate']],
])
export const FormEnabled = options('FormEnabled', '状态', [
  [1, 'on', ['启用', 'green']],
  [0, 'off', ['停用', 'grey', 'hollow']],
])

/** What a field of the kind "resident" may be filled from. */
export const archiveSources: ReadonlySet<string> = new Set(residentPlaceholders.map((one) => one.name))

const FormType = obj({
  typeId: str(),
  typeName: str(),
  sort: int(),
  templateCount: int(),
  version: int(),
})
export type FormTypeData = Static<typeof FormType>

const Template = obj({
  templateId: str(),
  typeId: str(),
  typeName: str('表单类型'),
  templateName: str('模板名称'),
  templateType: FormFilling.schema,
  enabled: FormEnabled.schema,
  remark: nul(str('备注')),
  sort: int(),
  /** How many fields a person fills in. */
  fieldCount: int('字段数'),
  /** The number of the current design; a filled form names the one it was made with. */
  designVersion: int('设计版本'),
  /** Sent back with a change, so that two editors notice each other. */
  version: int(),
  updateBy: nul(str()),
  updateTime: str(),
  createTime: str(),
})
export type FormTemplateData = Static<typeof Template>

const Version = obj({
  designVersion: int(),
  fieldCount: int(),
  createBy: nul(str()),
  createTime: str(),
})
export type FormVersionData = Static<typeof Version>

const typeName = () => text('类型名称', { max: 20 })
const version = () => opt(int('版本', { min: 0 }))
const Saved = obj({ templateId: str(), version: int(), designVersion: int() })

const TYPE = '/api/form/org/templateType'
const TEMPLATE = '/api/form/org/template'
const LIST = 'systemSetting:formTemplate:list'
const TYPES = 'systemSetting:formTemplate:type'
const EDIT = 'systemSetting:formTemplate:edit'

export const formTemplate = noun('systemSetting', 'formTemplate', {
  title: '表单模板',
  calls: {
    /** Whoever fills a form in chooses from these, so reading needs no code of its own. */
    types: call.get(TYPE, {
      needs: 'signedIn',
      act: '表单类型列表',
      query: pageQuery({ typeName: opt(str('类型名称')) }),
      data: pageOf(FormType),
    }),
    saveType: call.put(TYPE, {
      needs: TYPES,
      act: '修改表单类型',
      body: obj({ typeId: id('类型', { of: 'formType' }), typeName: typeName(), version: version() }),
      data: FormType,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    addType: call.post(TYPE, {
      needs: TYPES,
      act: '新增表单类型',
      body: obj({ typeName: typeName() }),
      data: FormType,
      refuses: ['ALREADY_EXISTS'],
    }),
    /** The type stands in the query or in the body, as clients please. */
    removeType: call.delete(TYPE, {
      needs: TYPES,
      act: '删除表单类型',
      query: obj({ typeId: opt(id('类型', { of: 'formType' })) }),
      body: obj({ typeId: opt(id('类型', { of: 'formType' })) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    sortTypes: call.put(`${TYPE}/sort`, {
      needs: TYPES,
      act: '表单类型排序',
      body: obj({
        sorts: list(obj({ typeId: id('类型', { of: 'formType' }), sort: int('序号', { min: 0, max: 100_000 }) }), 500),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    list: call.get(TEMPLATE, {
      needs: 'signedIn',
      act: '表单模板列表',
      query: pageQuery({
        typeId: opt(id('类型', { of: 'formType' })),
        templateName: opt(str('模板名称')),
        templateType: opt(FormFilling.schema),
        enabled: opt(FormEnabled.schema),
      }),
      data: pageOf(Template),
    }),
    /** The current design, or that of a named version. */
    detail: call.get(`${TEMPLATE}/{templateId}`, {
      names: { templateId: 'formTemplate' },
      needs: 'signedIn',
      act: '表单模板详情',
      query: obj({ designVersion: opt(int('设计版本', { min: 1, max: 1_000_000 })) }),
      data: obj({ ...Template.properties, design: FormDesign }),
      refuses: ['NOT_FOUND'],
    }),
    versions: call.get(`${TEMPLATE}/{templateId}/versions`, {
      names: { templateId: 'formTemplate' },
      needs: LIST,
      act: '表单模板历史版本',
      data: list(Version),
      refuses: ['NOT_FOUND'],
    }),
    /**
     * Without templateId a new template, blank, with a design or as a copy of another; with it the template's name,
     * type, filling and state change, and a design that differs from the current one becomes the next version.
     */
    save: call.put(TEMPLATE, {
      needs: EDIT,
      act: '保存表单模板',
      body: obj({
        templateId: opt(id('模板', { of: 'formTemplate' })),
        typeId: id('表单类型', { of: 'formType' }),
        templateName: text('模板名称', { min: 2, max: 40 }),
        templateType: opt(FormFilling.schema),
        enabled: opt(FormEnabled.schema),
        remark: opt(text('备注', { max: 200 })),
        copyOf: opt(id('复制自', { of: 'formTemplate' })),
        design: opt(FormDesign),
        version: version(),
      }),
      data: Saved,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED'],
    }),
    /** The design alone: what the designer saves. The same design again makes no version. */
    edit: call.put(`${TEMPLATE}/edit`, {
      needs: EDIT,
      act: '保存表单设计',
      body: obj({ templateId: id('模板', { of: 'formTemplate' }), design: FormDesign, version: version() }),
      data: Saved,
      refuses: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED'],
    }),
    sort: call.put(`${TEMPLATE}/sort`, {
      needs: EDIT,
      act: '表单模板排序',
      body: obj({
        sorts: list(
          obj({ templateId: id('模板', { of: 'formTemplate' }), sort: int('序号', { min: 0, max: 100_000 }) }),
          1000,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${TEMPLATE}/{templateId}`, {
      names: { templateId: 'formTemplate' },
      needs: 'systemSetting:formTemplate:delete',
      act: '删除表单模板',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/templateReportSet',
      title: '表单模板设置',
      tab: true,
      needs: LIST,
      menu: { rail: 'setting', group: '模板', order: 41 },
    },
    design: {
      path: '/systemSetting/templateReportSetDetail',
      title: '模板详情',
      tab: false,
      needs: LIST,
    },
  },
})
