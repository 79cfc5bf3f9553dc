// Floor maps and fences over the calls existing clients know.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuildingData, FloorMapData } from '#contract/monitor/positionMap'
import type { PositionRuleData } from '#contract/monitor/positionRule'
import type { RailData } from '#contract/monitor/rail'
import { type Page, PNT, type PositionApp, positionApp } from '#server/areas/monitor/test/positionApp'
import { DEMO_ORG } from '#server/areas/platform/public'

let product: PositionApp['product']
let admin: PositionApp['admin']
let map: PositionApp['map']
beforeAll(async () => {
  ;({ product, admin, map } = await positionApp())
})
afterAll(() => product.close())

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]

describe('maps', () => {
  it('shows buildings, maps with head counts, and remembers the building of a user', async () => {
    const buildings = await product.ask<BuildingData[]>('GET', `${PNT}/building`, { token: admin })
    expect(buildings.data.map((one) => one.buildingName)).toEqual(['松鹤楼', '长青楼', '康宁楼'])
    expect(buildings.data[0]!.floors.map((one) => one.floorName)).toEqual(['1层', '2层', '3层', '4层'])
    const has = await product.ask('GET', `${PNT}/map/${buildings.data[0]!.buildingId}/isHas`, { token: admin })
    expect(has.data).toBe(true)
    const one = await product.ask<FloorMapData>('GET', `${PNT}/map/one`, { token: admin, query: { mapId: map.mapId } })
    expect(one.data).toMatchObject({ mapName: '1层', widthPx: 1650, pxPerMetre: 25 })
    expect(one.data.zones.map((zone) => zone.name)).toContain('餐厅')
    const chosen = buildings.data[2]!.buildingId
    await product.ask('POST', `${PNT}/device/user/building`, { token: admin, form: { buildingId: chosen } })
    const kept = await product.ask('GET', `${PNT}/device/user/building`, { token: admin })
    expect(kept.data).toEqual({ buildingId: chosen, buildingName: '康宁楼' })
  })

  it('is added with an uploaded picture, keeps fences in place when the scale is corrected, and is not deleted with fences', async () => {
    const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#eef' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png)]), '平面图.png')
    const encoded = new Response(form)
    const uploaded = (
      await product.server.inject({
        method: 'POST',
        url: '/pims/web-org/common/upload',
        headers: { authorization: admin, 'content-type': encoded.headers.get('content-type')! },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
    ).json<{ data: { imagePath: string } }>()
    const fields = { mapName: '地下室', buildingId: map.buildingId, picture: uploaded.data.imagePath, pxPerMetre: 20 }
    const made = await product.ask<FloorMapData>('POST', `${PNT}/map`, { token: admin, body: fields })
    expect(made.data).toMatchObject({ widthPx: 800, heightPx: 400 })
    const again = await product.ask('POST', `${PNT}/map`, { token: admin, body: fields })
    expect(again.desc).toContain('同名地图')
    const fence = await product.ask<RailData>('POST', `${PNT}/rail`, {
      token: admin,
      body: { railName: '机房', mapId: made.data.mapId, kind: 'ENTER', polygon: square(10, 10, 4) },
    })
    expect(fence.status).toBe(200)
    const scaled = await product.ask<FloorMapData>('PUT', `${PNT}/map`, {
      token: admin,
      body: { ...fields, mapId: made.data.mapId, pxPerMetre: 40, version: made.data.version },
    })
    expect(scaled.data.version).toBe(made.data.version + 1)
    const rails = await product.ask<Page<RailData>>('GET', `${PNT}/rail/list`, {
      token: admin,
      query: { mapId: made.data.mapId, orderBy: '', size: '999999' },
    })
    expect(rails.data.list[0]!.polygon).toEqual(square(5, 5, 2))
    const stale = await product.ask('PUT', `${PNT}/map`, {
      token: admin,
      body: { ...fields, mapId: made.data.mapId, version: made.data.version },
    })
    expect(stale.status).toBe(40902)
    const refused = await product.ask('DELETE', `${PNT}/map/${made.data.mapId}`, { token: admin })
    expect(refused.desc).toContain('还有 1 个电子围栏')
    await product.ask('DELETE', `${PNT}/rail/${fence.data.railId}`, { token: admin })
    expect((await product.ask('DELETE', `${PNT}/map/${made.data.mapId}`, { token: admin })).status).toBe(200)
  })

  it('refuses a picture that is no picture of the house', async () => {
    const answer = await product.ask('POST', `${PNT}/map`, {
      token: admin,
      body: { mapName: 'x', buildingId: map.buildingId, picture: '/files/nothing/a.png', pxPerMetre: 20 },
    })
    expect(answer.desc).toContain('地图图片不存在')
  })
})

describe('fences', () => {
  const fence = (change: object = {}) => ({
    railName: '后院',
    mapId: map.mapId,
    kind: 'STAY',
    polygon: square(5, 36, 6),
    stayS: 600,
    windows: [{ from: '22:00', to: '06:00' }],
    ...change,
  })
  it.each([
    [
      'crosses itself',
      {
        polygon: [
          [5, 5],
          [15, 15],
          [15, 5],
          [5, 15],
        ],
      },
      '交叉',
    ],
    [
      'has two corners',
      {
        polygon: [
          [5, 5],
          [15, 15],
        ],
      },
      '',
    ],
    ['lies beyond the picture', { polygon: square(60, 60, 10) }, '超出了地图'],
    ['is for nobody', { scope: 'ELDER', scopeIds: [] }, '请选择适用的老人'],
    ['is for an unknown resident', { scope: 'ELDER', scopeIds: ['nobody'] }, '所选老人'],
    [
      'has two windows in one',
      {
        windows: [
          { from: '21:00', to: '06:00' },
          { from: '05:00', to: '07:00' },
        ],
      },
      '重叠',
    ],
  ])('is refused when it %s', async (_, change, sentence) => {
    const answer = await product.ask('POST', `${PNT}/rail`, { token: admin, body: fence(change) })
    expect(answer.status).not.toBe(200)
    expect(answer.desc).toContain(sentence)
  })

  it('is drawn, changed by two, used by a rule, and deleted', async () => {
    const made = await product.ask<RailData>('POST', `${PNT}/rail`, { token: admin, body: fence() })
    expect(made.data).toMatchObject({ kind: 'STAY', stayS: 600, enabled: true, people: 40 })
    expect((await product.ask('POST', `${PNT}/rail`, { token: admin, body: fence() })).desc).toContain('同名围栏')
    const body = { ...fence({ railName: '后院 2' }), railId: made.data.railId, version: made.data.version }
    const both = await Promise.all([
      product.ask('PUT', `${PNT}/rail`, { token: admin, body }),
      product.ask('PUT', `${PNT}/rail`, { token: admin, body: { ...body, railName: '后院 3' } }),
    ])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 40902])
    const rule = await product.ask<PositionRuleData>('POST', `${PNT}/alarm/rule`, {
      token: admin,
      body: { ruleName: '后院专用', alarmType: 'railAlarm', level: 2, railIds: [made.data.railId] },
    })
    const used = await product.ask('DELETE', `${PNT}/rail/${made.data.railId}`, { token: admin })
    expect(used.desc).toContain('后院专用')
    await product.ask('DELETE', `${PNT}/alarm/rule/${rule.data.ruleId}`, { token: admin })
    expect((await product.ask('DELETE', `${PNT}/rail/${made.data.railId}`, { token: admin })).status).toBe(200)
    const { rows } = await product.app.pool.query(
      `select remark from operation_log where org_id = $1 and target_id = $2 order by created_at`,
      [DEMO_ORG, made.data.railId],
    )
    expect(rows.map((row) => row.remark.slice(0, 2))).toEqual(['新增', '修改', '删除'])
  })
})
