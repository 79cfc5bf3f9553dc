// Nursing levels: what care a resident gets, and what it costs by the month.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, merge, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { Frequency } from './frequency.ts'

export const LEVEL_NEEDS = {
  list: 'nursing:level:list',
  edit: 'nursing:level:edit',
  price: 'nursing:level:price',
} as const
/** Whoever may change the levels may read them. */
const READ_LEVELS = Object.values(LEVEL_NEEDS).join('|')

/** What the house calls a level is its own; what it is counted as, at handover and elsewhere, is one of these. */
export const NursingGrade = options('NursingGrade', '护理级别', [
  [0, 'special', '特级'],
  [1, 'first', '一级'],
  [2, 'second', '二级'],
  [3, 'third', '三级'],
  [4, 'self', '自理'],
  [5, 'dementia', '专护'],
])
export type NursingGradeValue = Static<typeof NursingGrade.schema>

const Level = obj({
  levelId: str(),
  levelName: str('护理等级'),
  /** Null: not said yet. */
  grade: nul(NursingGrade.schema),
  /** By the month. Null for who neither reads fees nor agrees any. */
  priceFen: nul(fenSchema('每月价格')),
  remark: nul(str('说明')),
  enabled: bool('启用'),
  sort: int('排序'),
  /** Residents of the house who have it today. */
  residents: int('在住老人'),
  projectCount: int('护理项目'),
  createTime: str('创建时间'),
  version: int(),
})
export type LevelData = Static<typeof Level>

/** 100,000 yuan */
const PRICE = fenSchema('每月价格', { min: 0, max: 10_000_000 })
const fields = {
  levelName: text('护理等级', { max: 20, pattern: /\S/, hint: '不能为空' }),
  grade: opt(NursingGrade.schema),
  priceFen: opt(PRICE),
  remark: opt(text('说明', { max: 200 })),
  enabled: opt(bool('启用')),
}

const LevelProject = merge(
  obj({
    projectId: str(),
    projectName: str('护理项目'),
    categoryName: str('分类'),
    minutes: int('用时（分钟）'),
    /** Switched off since: it stays and may be taken out, but no level takes it anew. */
    enabled: bool('启用'),
  }),
  Frequency,
)
export type LevelProjectData = Static<typeof LevelProject>

/** The version is that of the level. */
const LevelProjects = obj({
  levelId: str(),
  levelName: str('护理等级'),
  residents: int('在住老人'),
  version: int(),
  projects: list(LevelProject),
})
export type LevelProjectsData = Static<typeof LevelProjects>

const ProjectsBody = obj({
  // None: a level without fixed care.
  projects: { ...list(merge(obj({ projectId: id('护理项目', { of: 'careProject' }) }), Frequency), 300), minItems: 0 },
  version: opt(int()),
})

/** Of the next seven days, all elders together whose plans follow the level there. What was changed for one elder stays. */
const Preview = obj({
  /** In the house with this level, whatever plan they have. */
  residents: int('在住老人'),
  /** Whose tasks change. */
  touched: int('任务会变的老人'),
  before: int('原来的任务'),
  after: int('以后的任务'),
  added: int('增加'),
  removed: int('减少'),
  moved: int('改时间'),
  /** Today, as far as it is still to come, and the seven days. */
  days: list(obj({ day: str('日期'), added: int(), removed: int(), moved: int() })),
  /** A day, for one resident. */
  minutesBefore: int('原来每日分钟'),
  minutesAfter: int('以后每日分钟'),
})
export type LevelPreviewData = Static<typeof Preview>

const BASE = '/pims/web-org/levels'
const names = { levelId: 'level' } as const

export const level = noun('nursing', 'level', {
  title: '护理等级',
  calls: {
    /** Every form that names a level reads it. */
    list: call.get(BASE, {
      needs: 'signedIn',
      act: '护理等级列表',
      query: pageQuery({
        levelName: opt(str('护理等级')),
        /** 1: only those that may still be chosen. */
        enabled: opt(int('启用', { min: 0, max: 1 })),
      }),
      data: pageOf(Level),
    }),
    get: call.get(`${BASE}/{levelId}`, {
      names,
      needs: 'signedIn',
      act: '护理等级详情',
      data: Level,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: LEVEL_NEEDS.edit,
      act: '新增护理等级',
      body: obj(fields),
      data: Level,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT', 'NO_PERMISSION'],
      repeatable: true,
    }),
    /**
     * A new price takes the right to set prices, anything else the right to edit; a price that is not said stays. Clients
     * name the level in the body or in the path.
     */
    save: call.put(BASE, {
      needs: `${LEVEL_NEEDS.edit}|${LEVEL_NEEDS.price}`,
      codeNames: { [LEVEL_NEEDS.edit]: '修改护理等级', [LEVEL_NEEDS.price]: '设置护理等级价格' },
      act: '修改护理等级',
      aliases: [`${BASE}/{levelId}`],
      body: obj({ levelId: opt(id('护理等级', { of: 'level' })), ...fields, version: opt(int()) }),
      data: Level,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'],
    }),
    sort: call.put(`${BASE}/sort`, {
      needs: LEVEL_NEEDS.edit,
      act: '护理等级排序',
      body: obj({
        sorts: list(
          obj({ levelId: id('护理等级', { of: 'level' }), sort: int('顺序', { min: 1, max: 100_000 }) }),
          200,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{levelId}`, {
      names,
      needs: LEVEL_NEEDS.edit,
      act: '删除护理等级',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    projects: call.get(`${BASE}/{levelId}/projects`, {
      names,
      needs: 'signedIn',
      act: '护理等级的项目',
      data: LevelProjects,
      refuses: ['NOT_FOUND'],
    }),
    /** What saving the same would change. */
    preview: call.post(`${BASE}/{levelId}/projects/preview`, {
      names,
      needs: LEVEL_NEEDS.edit,
      act: '护理等级项目变动预览',
      body: ProjectsBody,
      data: Preview,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      harmless: true,
    }),
    /** All of them at once: what is not sent is taken out. */
    saveProjects: call.put(`${BASE}/{levelId}/projects`, {
      names,
      needs: LEVEL_NEEDS.edit,
      act: '修改护理等级的项目',
      body: ProjectsBody,
      data: LevelProjects,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/level',
      title: '护理等级',
      tab: true,
      needs: READ_LEVELS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '计划', order: 22 },
    },
  },
})
