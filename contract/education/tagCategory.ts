// Categories of health-education tags: a tree of a few levels.
import { Unsafe } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { anything, id, int, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

/** Deeper trees nobody finds anything in. */
export const TAG_CATEGORY_LEVELS = 3
/** Beyond this a tree is no help to whoever chooses from it. */
export const MOST_TAG_CATEGORIES = 500

const TagCategory = obj({
  id: str(),
  categoryName: str('分类'),
  parentId: nul(str()),
  parentName: nul(str('上级')),
  level: int('级别'),
  tagCount: int('标签数'),
  createTime: str('创建时间'),
  version: int(),
})
export type TagCategoryData = Static<typeof TagCategory>

/** As existing clients read it: leaves have null, and the children never come first. */
export interface TagCategoryNode {
  id: string
  categoryName: string
  parentId: string | null
  level: number
  childsList: TagCategoryNode[] | null
}

const path = '/hpms/web-hp/tagCategory'
const NAME = text('分类', { max: 10 })
const UPDATE = 'education:tag:update'
const DELETE = 'education:tag:delete'

export const tagCategory = noun('education', 'tagCategory', {
  title: '标签分类',
  calls: {
    list: call.get(path, {
      needs: 'signedIn',
      act: '标签分类列表',
      query: pageQuery({ categoryName: opt(str('分类')), parentId: opt(named('tagCategory', '上级分类')) }),
      data: pageOf(TagCategory),
    }),
    /** Forms and filters choose from it. */
    tree: call.get(`${path}/tree`, {
      needs: 'signedIn',
      act: '标签分类树',
      data: Unsafe<TagCategoryNode[]>(anything()),
    }),
    get: call.get(`${path}/{id}`, {
      names: { id: 'tagCategory' },
      needs: 'signedIn',
      act: '标签分类详情',
      data: TagCategory,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(path, {
      needs: UPDATE,
      act: '新增标签分类',
      body: obj({ categoryName: NAME, parentId: opt(named('tagCategory', '上级分类')) }),
      data: TagCategory,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    save: call.put(path, {
      needs: UPDATE,
      act: '编辑标签分类',
      body: obj({
        id: id('编号', { of: 'tagCategory' }),
        categoryName: NAME,
        parentId: opt(named('tagCategory', '上级分类')),
        version: opt(int()),
      }),
      data: TagCategory,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${path}/{id}`, {
      names: { id: 'tagCategory' },
      needs: DELETE,
      act: '删除标签分类',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/education/tagCategory',
      title: '标签分类',
      tab: true,
      needs: `education:tag:list|${UPDATE}|${DELETE}`,
      ahead: 'list',
      menu: { rail: 'education', group: '宣教设置', order: 91 },
    },
  },
})
