// Who wears which tag, where they are and went, and the records of their alarms, over the calls existing clients know.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonData, TagRowData } from '#contract/monitor/positionDevice'
import type { TrailData } from '#contract/monitor/positionMap'
import type { PositionRecordData } from '#contract/monitor/positionRecord'
import { announce, asChanged, raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { type Page, PNT, type PositionApp, positionApp } from '#server/areas/monitor/test/positionApp'
import { DEMO_ORG } from '#server/areas/platform/public'

let product: PositionApp['product']
let admin: PositionApp['admin']
let nurse: PositionApp['nurse']
let map: PositionApp['map']
beforeAll(async () => {
  ;({ product, admin, nurse, map } = await positionApp())
})
afterAll(() => product.close())

describe('people and tags', () => {
  it('lists who is where, by name, pinyin or number, within the departments of the caller', async () => {
    const all = await product.ask<PersonData[]>('GET', `${PNT}/device/list/rt`, { token: admin })
    expect(all.data.filter((one) => one.holder === 'ELDER')).toHaveLength(40)
    const own = await product.ask<PersonData[]>('GET', `${PNT}/device/list/rt`, { token: nurse })
    const residents = own.data.filter((one) => one.holder === 'ELDER')
    expect(residents.length).toBeGreaterThan(0)
    expect(new Set(residents.map((one) => one.deptName))).toEqual(new Set(['松鹤楼护理组']))
    const someone = residents[0]!
    for (const keyword of [someone.name!, someone.initials!.split(' ')[0]!, someone.deviceNo]) {
      const found = await product.ask<PersonData[]>('GET', `${PNT}/device/list/rt`, {
        token: nurse,
        query: { keyword },
      })
      expect(found.data.map((one) => one.deviceId)).toContain(someone.deviceId)
    }
  })

  it('tells the trail of the last hour, thinned, with its limits', async () => {
    const { rows } = await product.app.pool.query<{ id: string; from: string; to: string }>(
      `select d.device_id as id, to_char(min(p.at), 'YYYY-MM-DD HH24:MI:SS') as from,
        to_char(max(p.at) + interval '1 second', 'YYYY-MM-DD HH24:MI:SS') as to
      from position p join device d on d.org_id = p.org_id and d.device_key = p.device_key
      where p.org_id = $1 group by 1 order by 1 limit 1`,
      [DEMO_ORG],
    )
    const { id, from, to } = rows[0]!
    const trail = await product.ask<TrailData>('GET', `${PNT}/device/trail`, {
      token: admin,
      query: { deviceId: id, startTime: from, endTime: to },
    })
    expect(trail.data.points.length).toBeGreaterThan(30)
    expect(trail.data.points.map((one) => one.at)).toEqual(
      trail.data.points.map((one) => one.at).toSorted((a, b) => a - b),
    )
    const wrong = await product.ask('GET', `${PNT}/device/trail`, {
      token: admin,
      query: { deviceId: id, startTime: to, endTime: from },
    })
    expect(wrong.desc).toContain('结束时间应晚于开始时间')
    const long = await product.ask('GET', `${PNT}/device/trail`, {
      token: admin,
      query: { deviceId: id, startTime: '2026-01-01 00:00:00', endTime: '2026-01-03 00:00:00' },
    })
    expect(long.desc).toContain('最长 24 小时')
  })

  it('lists tags by battery, state and holder, in existing clients’ shape', async () => {
    const low = await product.ask<Page<TagRowData>>('GET', `${PNT}/device`, {
      token: admin,
      query: { battery: '0-25', page: '1', size: '50', orderBy: '' },
    })
    expect(low.data.total).toBeGreaterThan(0)
    expect(low.data.list.every((one) => one.battery !== null && one.battery <= 25)).toBe(true)
    const free = await product.ask<Page<TagRowData>>('GET', `${PNT}/device`, {
      token: admin,
      query: { holder: 'NONE' },
    })
    expect(free.data.list.map((one) => one.deviceNo)).toEqual(['BQ90001'])
    const online = await product.ask<{ words: string }>('GET', `${PNT}/device/online/${low.data.list[0]!.deviceId}`, {
      token: admin,
    })
    expect(online.data.words).toMatch(/标签(在线|离线)/)
  })
})

async function raise(type: string): Promise<string> {
  const client = await product.app.pool.connect()
  try {
    const { rows } = await client.query<{ deviceId: string; deviceNo: string; oldmanId: string; deptId: string }>(
      `select d.device_id as "deviceId", d.device_no as "deviceNo", d.oldman_id as "oldmanId", t.dept_id as "deptId"
      from device d join oldman t on t.org_id = d.org_id and t.oldman_id = d.oldman_id join dept p on p.org_id = t.org_id
        and p.dept_id = t.dept_id where d.org_id = $1 and d.kind = 'TAG' and p.dept_name = '松鹤楼护理组' order by 1 limit 1`,
      [DEMO_ORG],
    )
    const raised = await raiseAlarms(client, [
      newAlarm({
        source: 'TAG',
        ...rows[0]!,
        type,
        kind: null,
        content: type === 'sos' ? 'SOS 求救' : '电量低 12%',
        value: null,
        threshold: null,
        unit: null,
        mapId: map.mapId,
        x: 10,
        y: 10,
        startAt: null,
      }),
    ])
    await announce(product.app, asChanged(raised))
    return raised[0]!.recordId
  } finally {
    client.release()
  }
}

describe('records', () => {
  it('are handled with a result, ignored, ignored by one click except cries for help, and deleted only when closed', async () => {
    const sos = await raise('sos')
    const low = await raise('lowPowerAlarm')
    const open = await product.ask('DELETE', `${PNT}/alarm/record/${sos}`, { token: admin })
    expect(open.desc).toContain('未处理')
    const sent = await product.ask<number>('GET', '/loms/di-lo/alarm/sendUnhandledAlarms', { token: nurse })
    expect(sent.data).toBe(2)
    const clicked = await product.ask<{ closed: number }>('POST', `${PNT}/alarm/record/oneClickIgnore`, {
      token: nurse,
      form: { type: 'lowPowerAlarm' },
    })
    expect(clicked.data.closed).toBe(1)
    expect(
      (await product.ask<{ closed: number }>('POST', `${PNT}/alarm/record/oneClickIgnore`, { token: nurse })).data
        .closed,
    ).toBe(0)
    const nothing = await product.ask('POST', `${PNT}/alarm/record/handle`, { token: nurse, body: { recordId: sos } })
    expect(nothing.desc).toContain('请填写处理结果')
    const handled = await product.ask('POST', `${PNT}/alarm/record/handle`, {
      token: nurse,
      form: { recordId: sos, result: '扶起，未受伤', remark: '已告知家属' },
    })
    expect(handled.data).toMatchObject({ status: 3, result: '扶起，未受伤' })
    const twice = await product.ask('POST', `${PNT}/alarm/record/handle`, {
      token: nurse,
      form: { recordId: sos, result: '再来' },
    })
    expect(twice.status).toBe(40901)
    const story = await product.ask<{ card: PositionRecordData; steps: { kind: string }[] }>(
      'GET',
      `${PNT}/alarm/record/handle/${sos}`,
      { token: nurse },
    )
    expect(story.data.card).toMatchObject({ handlerName: '李晓梅', mapName: '松鹤楼 1层' })
    expect(story.data.steps.map((one) => one.kind)).toContain('HANDLED')
    const listed = await product.ask<Page<PositionRecordData>>('GET', `${PNT}/alarm/record`, {
      token: nurse,
      query: { status: '2', type: 'lowPowerAlarm', size: '5' },
    })
    expect(listed.data.list[0]!.recordId).toBe(low)
    expect((await product.ask('DELETE', `${PNT}/alarm/record/${low}`, { token: admin })).status).toBe(200)
    expect((await product.ask('GET', `${PNT}/alarm/record/handle/${low}`, { token: nurse })).status).toBe(40400)
  })
})
