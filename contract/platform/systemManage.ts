// System management: the pages about people, rights and rooms behind one door.
import { call, noun } from '#contract/kit/call'
import { int, nul, obj } from '#contract/kit/schema'

const VIEW = 'platform:systemManage:view'

export const systemManage = noun('platform', 'systemManage', {
  title: '系统管理',
  calls: {
    /** null: the caller may not read that list. */
    counts: call.get('/passport/web-rbac/systemManage/counts', {
      needs: VIEW,
      act: '系统管理概况',
      data: obj({
        users: nul(int()),
        roles: nul(int()),
        depts: nul(int()),
        rooms: nul(int()),
        beds: nul(int()),
      }),
    }),
  },
  pages: {
    index: {
      path: '/systemmanage/manager/index',
      title: '系统管理',
      tab: true,
      needs: VIEW,
      menu: { rail: 'setting', group: '组织与权限', order: 5, ends: ['WEB', 'OPEX'] },
    },
  },
})
