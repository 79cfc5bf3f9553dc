// Fee items: groups of what is charged. Their children (projectChild.ts) carry the prices.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const PROJECT_NEEDS = {
  list: 'expense:project:list',
  edit: 'expense:project:edit',
  price: 'expense:project:price',
  delete: 'expense:project:delete',
} as const
/** Whoever may change the price list may read it. */
export const READ_PROJECTS = Object.values(PROJECT_NEEDS).join('|')

const Project = obj({
  projectId: str(),
  projectName: str('收费项目'),
  /** A value of the dictionary feeCategory: 1 床位费, 2 护理费 … */
  category: str('费用分类'),
  categoryName: str('费用分类'),
  enabled: bool('启用'),
  sort: int('顺序'),
  childCount: int('子项'),
  enabledCount: int('启用的子项'),
  createTime: str('创建时间'),
  version: int(),
})
export type ProjectData = Static<typeof Project>

const BASE = '/pims/web-pi/cost/project'
export const projectNameRule = text('收费项目', { max: 50 })

const fields = {
  projectName: projectNameRule,
  category: text('费用分类', { max: 20 }),
  enabled: opt(bool('启用')),
}

/** Answers whether a name may be taken, and by what it is taken. */
export const NameCheck = obj({ ok: bool(), message: nul(str()) })

export const project = noun('expense', 'project', {
  title: '收费项目',
  calls: {
    list: call.get(BASE, {
      needs: READ_PROJECTS,
      act: '收费项目列表',
      query: pageQuery({
        projectName: opt(str('收费项目')),
        category: opt(str('费用分类')),
        enabled: opt(bool('启用')),
      }),
      data: pageOf(Project),
    }),
    /** Whether a name is free, for the form while it is typed. */
    check: call.get(`${BASE}/check`, {
      needs: READ_PROJECTS,
      act: '检查收费项目名称',
      query: obj({ projectName: projectNameRule, projectId: opt(id('收费项目', { of: 'feeProject' })) }),
      data: NameCheck,
    }),
    get: call.get(`${BASE}/{projectId}`, {
      needs: READ_PROJECTS,
      act: '收费项目详情',
      data: Project,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: PROJECT_NEEDS.edit,
      act: '新增收费项目',
      body: obj(fields),
      data: Project,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    sort: call.put(`${BASE}/sort`, {
      needs: PROJECT_NEEDS.edit,
      act: '收费项目排序',
      body: obj({
        sorts: list(
          obj({ projectId: id('收费项目', { of: 'feeProject' }), sort: int('顺序', { min: 0, max: 1_000_000 }) }),
          500,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Clients name the item in the body or in the path. */
    save: call.put(BASE, {
      needs: PROJECT_NEEDS.edit,
      act: '修改收费项目',
      aliases: [`${BASE}/{projectId}`],
      body: obj({ projectId: opt(id('收费项目', { of: 'feeProject' })), ...fields, version: opt(int()) }),
      data: Project,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${BASE}/{projectId}`, {
      needs: PROJECT_NEEDS.delete,
      act: '删除收费项目',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/expense/account/baseCharge',
      title: '收费项目',
      tab: true,
      needs: READ_PROJECTS,
      menu: { rail: 'expense', group: '设置', order: 20 },
    },
  },
})
