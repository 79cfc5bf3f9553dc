// Tags of health-education articles.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

const Tag = obj({
  id: str(),
  tagName: str('标签'),
  categoryId: nul(str()),
  categoryName: nul(str('分类')),
  createTime: str('创建时间'),
  version: int(),
})
export type TagData = Static<typeof Tag>

const path = '/hpms/web-hp/edTag'
const NAME = text('标签', { max: 10 })
/** Left out it stays as it is; empty takes the tag out of its category. */
const CATEGORY = opt(named('tagCategory', '分类'))

export const tag = noun('education', 'tag', {
  title: '宣教标签',
  calls: {
    /** Every article form fills its choice from this. */
    list: call.get(path, {
      needs: 'signedIn',
      act: '宣教标签列表',
      query: pageQuery({
        tagName: opt(str('标签')),
        /** With the categories below it. */
        categoryId: opt(named('tagCategory', '分类')),
      }),
      data: pageOf(Tag),
    }),
    get: call.get(`${path}/{id}`, {
      names: { id: 'tag' },
      needs: 'signedIn',
      act: '宣教标签详情',
      data: Tag,
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(path, {
      needs: 'education:tag:update',
      act: '新增宣教标签',
      body: obj({ tagName: NAME, categoryId: CATEGORY }),
      data: Tag,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    save: call.put(path, {
      needs: 'education:tag:update',
      act: '编辑宣教标签',
      body: obj({ id: id('编号', { of: 'tag' }), tagName: NAME, categoryId: CATEGORY, version: opt(int()) }),
      data: Tag,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${path}/{id}`, {
      names: { id: 'tag' },
      needs: 'education:tag:delete',
      act: '删除宣教标签',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/education/tag',
      alias: '/lableManage',
      title: '宣教标签',
      tab: true,
      needs: 'education:tag:list|education:tag:update|education:tag:delete',
      ahead: 'list',
      menu: { rail: 'education', group: '宣教设置', order: 90 },
    },
  },
})
