// Wall screens: each is let in by a secret address of its own, which is shown once, can be made anew and withdrawn.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { nothing, nul, obj, type Static, str, text } from '#contract/kit/schema'

export const ScreenState = options('ScreenState', '大屏状态', [
  ['OPEN', ['使用中', 'green']],
  ['REVOKED', ['已停用', 'grey']],
])

/** What hangs there: the figures of the house, which name nobody, or the alarm wall of a ward. */
export const ScreenKind = options('ScreenKind', '大屏用途', [
  ['HOUSE', ['机构大屏', 'blue']],
  ['ALARM', ['告警大屏', 'red']],
])
export type ScreenKindValue = 'HOUSE' | 'ALARM'

const Screen = obj({
  screenId: str(),
  name: str('名称'),
  kind: ScreenKind.schema,
  state: ScreenState.schema,
  /** When it last asked for its figures. */
  lastSeenTime: nul(str('最近在线')),
  createdByName: str('添加人'),
  createTime: str('添加时间'),
  revokeTime: nul(str('停用时间')),
})
export type ScreenData = Static<typeof Screen>

/** The only answer that carries a key; the server keeps its digest. Not repeatable: answers of such calls are stored. */
export const MadeScreen = obj({
  screenId: str(),
  name: str(),
  kind: ScreenKind.schema,
  screenKey: str(),
  /** Where the screen's page is from outside, if the server knows; else as this browser came. */
  link: nul(str()),
})
export type MadeScreenData = Static<typeof MadeScreen>

const base = '/passport/web-rbac/screens'
const needs = 'platform:screenPass:update'

export const screen = noun('platform', 'screen', {
  title: '大屏',
  calls: {
    list: call.get(base, { needs, act: '大屏列表', query: pageQuery({}), data: pageOf(Screen) }),
    create: call.post(base, {
      needs,
      act: '新增大屏',
      body: obj({ name: text('大屏名称', { max: 20 }) }),
      data: MadeScreen,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
    }),
    /** The old address stops at once. A screen that was withdrawn is in use again. */
    renew: call.put(`${base}/{screenId}/key`, {
      needs,
      act: '重新生成大屏地址',
      data: MadeScreen,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    revoke: call.put(`${base}/{screenId}/revoke`, {
      needs,
      act: '停用大屏',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
  },
  pages: {
    list: {
      path: '/systemSetting/screenPass',
      title: '大屏免登录',
      tab: true,
      ahead: 'list',
      needs,
      menu: { rail: 'setting', group: '系统', order: 60 },
    },
  },
})
