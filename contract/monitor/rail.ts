// Fences on the floor maps: who may not leave, not enter, or not stay too long.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, named, nothing, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { Polygon } from './positionMap.ts'
import { RailKind, RuleScope } from './words.ts'

export const RAIL_NEEDS = {
  list: 'monitor:rail:list',
  edit: 'monitor:rail:edit',
  delete: 'monitor:rail:delete',
} as const

const clock = (title: string) =>
  text(title, { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为时:分，例如 21:00' })
export const PositionWindow = obj({ from: clock('开始时间'), to: clock('结束时间') })

const Rail = obj({
  railId: str(),
  railName: str('围栏名称'),
  buildingId: str(),
  buildingName: str('楼栋'),
  mapId: str(),
  mapName: str('地图'),
  kind: RailKind.schema,
  polygon: list(list(num())),
  scope: RuleScope.schema,
  /** Residents only as far as the caller may see them; the others stay, and are counted below. */
  scopeIds: list(str()),
  elsewhere: int('其他部门人数'),
  scopeNames: list(str('适用对象')),
  windows: list(obj({ from: str(), to: str() })),
  delayS: int('延时'),
  stayS: nul(int('停留时限')),
  enabled: bool('启用'),
  /** Switched on, and one of its windows holds at this moment. */
  active: bool('现在生效'),
  /** Residents with a tag it is meant for. */
  people: int('适用人数'),
  remark: nul(str('备注')),
  createTime: str('创建时间'),
  version: int(),
})
export type RailData = Static<typeof Rail>

const DAY = 86_400
const fields = {
  railName: text('围栏名称', { max: 30 }),
  mapId: id('地图', { of: 'positionMap' }),
  kind: RailKind.schema,
  polygon: Polygon,
  scope: opt(RuleScope.schema),
  scopeIds: opt(list(id('适用对象', { of: ['dept', 'level', 'resident'] }), 500)),
  windows: opt(list(PositionWindow, 6)),
  delayS: opt(int('延时', { min: 0, max: 3_600 })),
  stayS: opt(int('停留时限', { min: 60, max: DAY })),
  enabled: opt(bool('启用')),
  remark: opt(text('备注', { max: 200 })),
}

const base = '/loms/web-lo/pnt/rail'

export const rail = noun('monitor', 'rail', {
  title: '电子围栏',
  calls: {
    list: call.get(`${base}/list`, {
      needs: `${RAIL_NEEDS.list}|${RAIL_NEEDS.edit}|monitor:position:list|monitor:positionRule:list`,
      act: '电子围栏列表',
      query: pageQuery({
        railName: opt(str('围栏名称')),
        buildingId: opt(named('location', '楼栋')),
        mapId: opt(named('positionMap', '地图')),
        kind: opt(RailKind.schema),
        enabled: opt(bool('启用')),
      }),
      data: pageOf(Rail),
    }),
    add: call.post(base, {
      needs: RAIL_NEEDS.edit,
      act: '新增电子围栏',
      body: obj(fields),
      data: Rail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT'],
      repeatable: true,
    }),
    save: call.put(base, {
      needs: RAIL_NEEDS.edit,
      act: '修改电子围栏',
      body: obj({ railId: id('围栏', { of: 'rail' }), ...fields, version: opt(int()) }),
      data: Rail,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${base}/{railId}`, {
      needs: RAIL_NEEDS.delete,
      act: '删除电子围栏',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    map: {
      path: '/yunmuIot/position/rail',
      title: '电子围栏',
      tab: true,
      needs: `${RAIL_NEEDS.list}|${RAIL_NEEDS.edit}`,
      menu: { rail: 'monitor', group: '定位', order: 30 },
    },
  },
})
