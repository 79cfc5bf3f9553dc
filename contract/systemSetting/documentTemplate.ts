// Document templates: contracts, consents and agreements with placeholders that the archive fills. Written in the
// editor (html) or uploaded as a Word file (word). Every save is a version; documents keep the one they were made from.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const TemplateScope = options('TemplateScope', '适用范围', [
  ['org', '机构养老'],
  ['home', '居家服务'],
])
export type Scope = 'org' | 'home'

export const TemplateKind = options('TemplateKind', '模板形式', [
  ['html', ['在线编写', 'blue']],
  ['word', ['Word 文件', 'purple']],
])

export const TemplateEnabled = options('TemplateEnabled', '状态', [
  [1, 'on', ['启用', 'green']],
  [0, 'off', ['停用', 'grey', 'hollow']],
])

/** Word files: 5 MB, which is a hundred pages with pictures. */
export const WORD_LIMIT_MB = 5
/** Longest text of a template, in characters of its markup. */
export const LONGEST_HTML = 400_000

/** Sizes of type that the editor offers, in points: 小五, 五号, 小四, 四号, 三号, 二号. */
export const FONT_SIZES = [9, 10.5, 12, 14, 16, 22] as const

const margin = (title: string) => num(title, { min: 5, max: 60 })

export const Paper = obj({
  size: options('TemplatePaper', '纸张', [
    ['A4', 'A4'],
    ['A5', 'A5'],
  ]).schema,
  landscape: bool('横向'),
  /** Millimetres. */
  top: margin('上边距'),
  right: margin('右边距'),
  bottom: margin('下边距'),
  left: margin('左边距'),
  header: opt(text('页眉', { min: 0, max: 60 })),
  footer: opt(text('页脚', { min: 0, max: 60 })),
  pageNumbers: bool('页码'),
})
export type PaperData = Static<typeof Paper>

export const usualPaper: PaperData = {
  size: 'A4',
  landscape: false,
  top: 20,
  right: 22,
  bottom: 20,
  left: 22,
  header: null,
  footer: null,
  pageNumbers: true,
}

/** A placeholder that occurs in a template. */
const Found = obj({
  name: str(),
  count: int(),
  known: bool(),
  /** The group it is listed under: 老人, 机构; null when it is unknown. */
  group: nul(str()),
  sample: nul(str()),
  /** For an unknown one: the known names most like it. */
  near: list(str()),
})
export type FoundData = Static<typeof Found>

const Row = obj({
  templateId: str(),
  templateName: str(),
  scope: str(),
  docType: str(),
  docTypeName: nul(str()),
  kind: str(),
  version: int(),
  enabled: int(),
  remark: nul(str()),
  /** Number of different placeholders. */
  fieldCount: int(),
  /** Documents that were made from it. */
  usedCount: int(),
  updateUser: nul(str()),
  updateTime: str(),
  createTime: str(),
})
export type TemplateRow = Static<typeof Row>

const Content = {
  html: nul(str()),
  fileId: nul(str()),
  fileName: nul(str()),
  fileSizeB: nul(int()),
  paper: Paper,
  placeholders: list(Found),
}

const Detail = obj({ ...Row.properties, ...Content })
export type TemplateDetail = Static<typeof Detail>

const Version = obj({
  version: int(),
  templateName: str(),
  createUser: nul(str()),
  createTime: str(),
  fieldCount: int(),
  fileName: nul(str()),
  current: bool(),
})
export type TemplateVersion = Static<typeof Version>

const version = int('版本', { min: 1, max: 1_000_000_000 })

const fields = {
  templateName: text('模板名称', { max: 50 }),
  docType: text('文书类型', { max: 40 }),
  remark: opt(text('备注', { max: 200 })),
  html: opt(text('正文', { max: LONGEST_HTML })),
  /** What the upload answered; Word only. */
  fileId: opt(id('Word 文件', { of: 'templateFile' })),
  fileName: opt(text('文件名', { max: 120 })),
  paper: opt(Paper),
}

export const CreateTemplate = obj({
  ...fields,
  scope: TemplateScope.schema,
  kind: TemplateKind.schema,
  enabled: opt(TemplateEnabled.schema),
})
export const SaveTemplate = obj({
  templateId: id('模板', { of: 'documentTemplate' }),
  version: opt(version),
  ...fields,
})

const FILES = '/api/form/org/templates/files'

/** The same acts have a code for each scope: who keeps the contracts of the home may not touch those of home care. */
const codes = (act: string) =>
  `systemSetting:documentTemplate:${act}|systemSetting:homeDocumentTemplate:${act}` as const
export const templateCode = (scope: Scope, act: 'list' | 'add' | 'edit' | 'delete') =>
  `systemSetting:${scope === 'home' ? 'homeDocumentTemplate' : 'documentTemplate'}:${act}`

export const documentTemplate = noun('systemSetting', 'documentTemplate', {
  title: '文书模板',
  calls: {
    list: call.get(FILES, {
      needs: codes('list'),
      act: '文书模板列表',
      query: pageQuery({
        scope: opt(TemplateScope.schema),
        templateName: opt(str('模板名称')),
        docType: opt(str('文书类型')),
        kind: opt(TemplateKind.schema),
        enabled: opt(TemplateEnabled.schema),
      }),
      data: pageOf(Row),
    }),
    create: call.post(FILES, {
      needs: codes('add'),
      act: '新增文书模板',
      body: CreateTemplate,
      data: Detail,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    }),
    save: call.put(FILES, {
      needs: codes('edit'),
      act: '编辑文书模板',
      body: SaveTemplate,
      data: Detail,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND', 'CHANGED_MEANWHILE'],
    }),
    copy: call.post(`${FILES}/copy`, {
      needs: codes('add'),
      act: '复制文书模板',
      body: obj({
        templateId: id('模板', { of: 'documentTemplate' }),
        templateName: opt(text('模板名称', { max: 50 })),
      }),
      data: Detail,
      refuses: ['ALREADY_EXISTS', 'NOT_FOUND'],
    }),
    /** An order made by hand; templates that are not named keep theirs behind it. */
    sort: call.put(`${FILES}/sort`, {
      needs: codes('edit'),
      act: '文书模板排序',
      body: obj({ scope: TemplateScope.schema, templateIds: list(id('模板', { of: 'documentTemplate' }), 500) }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    /** A Word file is looked through before anything is saved; the answer's fileId goes into create or save. */
    upload: call.post('/api/form/org/templates/word', {
      needs: `${codes('add')}|${codes('edit')}`,
      act: '上传 Word 模板',
      transfer: 'multipart',
      bodyLimit: WORD_LIMIT_MB * 1024 * 1024,
      data: obj({ fileId: str(), fileName: str(), fileSizeB: int(), placeholders: list(Found) }),
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    placeholders: call.get('/api/form/org/templates/placeholders', {
      needs: codes('list'),
      act: '占位符列表',
      data: list(obj({ group: str(), name: str(), title: str(), sample: str(), pinyin: str(), initials: str() })),
    }),
    /** A text as it stands in the editor, filled; nothing is stored. Without a resident a sample person is used. */
    preview: call.post('/api/form/org/templates/preview', {
      needs: codes('list'),
      act: '预览文书',
      body: obj({ html: text('正文', { max: LONGEST_HTML }), oldmanId: opt(id('老人', { of: 'resident' })) }),
      data: obj({ html: str(), missing: list(str()) }),
      refuses: ['NOT_FOUND'],
      harmless: true,
    }),
    detail: call.get(`${FILES}/{templateId}`, {
      needs: codes('list'),
      act: '文书模板详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${FILES}/{templateId}`, {
      needs: codes('delete'),
      act: '删除文书模板',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    enable: call.put(`${FILES}/{templateId}/enabled`, {
      needs: codes('edit'),
      act: '启用或停用文书模板',
      body: obj({ enabled: TemplateEnabled.schema }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    versions: call.get(`${FILES}/{templateId}/versions`, {
      needs: codes('list'),
      act: '文书模板历史版本',
      data: list(Version),
      refuses: ['NOT_FOUND'],
    }),
    version: call.get(`${FILES}/{templateId}/versions/{version}`, {
      needs: codes('list'),
      act: '查看文书模板的版本',
      data: obj({ ...Version.properties, ...Content }),
      refuses: ['NOT_FOUND'],
    }),
    /** Makes an old version the newest one; those between stay. */
    restore: call.post(`${FILES}/{templateId}/versions/{version}/restore`, {
      needs: codes('edit'),
      act: '恢复文书模板的版本',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** The Word file as it was uploaded. */
    word: call.get(`${FILES}/{templateId}/versions/{version}/word`, {
      needs: codes('list'),
      act: '下载 Word 模板',
      transfer: 'download',
      refuses: ['NOT_FOUND'],
    }),
    /** The template filled for a resident: html, with what the archive does not know. */
    fill: call.get(`${FILES}/{templateId}/fill`, {
      needs: codes('list'),
      act: '填写文书',
      // The identity card that is filled in is written down as seen.
      writes: true,
      query: obj({ oldmanId: opt(id('老人', { of: 'resident' })), version: opt(version) }),
      data: obj({
        templateName: str(),
        version: int(),
        kind: str(),
        html: nul(str()),
        paper: Paper,
        missing: list(str()),
      }),
      refuses: ['NOT_FOUND'],
    }),
    /** The same as a Word file, for templates that are one. */
    fillWord: call.get(`${FILES}/{templateId}/filled`, {
      needs: codes('list'),
      act: '下载填好的 Word 文书',
      writes: true,
      query: obj({ oldmanId: opt(id('老人', { of: 'resident' })), version: opt(version) }),
      transfer: 'download',
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/templateDocument',
      title: '文书模板管理',
      tab: true,
      needs: 'systemSetting:documentTemplate:list',
      menu: { rail: 'setting', group: '模板', order: 62 },
    },
    home: {
      path: '/systemSetting/homeTemplateDocument',
      title: '居家文书模板管理',
      tab: true,
      needs: 'systemSetting:homeDocumentTemplate:list',
      menu: { rail: 'setting', group: '模板', order: 63 },
    },
    add: {
      path: '/systemSetting/templateDocumentAdd',
      title: '新增文书模板',
      tab: false,
      needs: codes('add'),
    },
    edit: {
      path: '/systemSetting/templateDocumentEdit',
      title: '编辑文书模板',
      tab: false,
      needs: `${codes('edit')}|${codes('list')}`,
    },
  },
})
