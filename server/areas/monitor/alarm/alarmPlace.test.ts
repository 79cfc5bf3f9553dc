// Which 404: whoever serves more than one building is told it, everybody else is spared it; a tag without a position is
// named by the bed its wearer lives in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { callSentence } from '#contract/monitor/callVoice'
import type { OpenCallData } from '#contract/monitor/nurseCall'
import type { WallDetailData } from '#contract/monitor/wall'
import { pathWords } from '#contract/platform/placeNames'
import type { SessionData } from '#contract/platform/session'
import { createIngest } from '#server/areas/monitor/ingest/ingest'
import { climb } from '#server/areas/monitor/ladder/climb'
import { sender } from '#server/areas/monitor/test/mattressBench'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { DEMO_ORG } from '#server/areas/platform/public'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { announce, asChanged, raiseAlarms } from './alarmRaise.ts'

let product: TestApp
let house: string
let nurse: string
beforeAll(async () => {
  product = await demoApp()
  house = await product.signIn('zhengkai', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => product.close())

interface Lived {
  deviceId: string
  deviceNo: string
  oldmanId: string
  oldmanName: string
  deptId: string
  bedId: string
  roomName: string
  bedName: string
  building: string
}

/** Somebody of a building who wears a tag, and their bed. */
async function wearer(building: string): Promise<Lived> {
  const { rows } = await product.app.pool.query<Lived>(
    `select v.device_id as "deviceId", v.device_no as "deviceNo", o.oldman_id as "oldmanId", o.oldman_name as "oldmanName",
      o.dept_id as "deptId", b.bed_id as "bedId", r.room_name as "roomName", b.bed_name as "bedName", $2::text as building
    from device v join oldman o on o.org_id = v.org_id and o.oldman_id = v.oldman_id
      join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
      join room r on r.org_id = b.org_id and r.room_id = b.room_id
      join location l on l.org_id = r.org_id and l.location_id = r.area
    where v.org_id = $1 and v.kind = 'TAG' and starts_with(l.path, $2 || '>')
      and not exists (select from alarm_record a where a.org_id = v.org_id and a.device_no = v.device_no and a.status = 0)
    order by v.device_no limit 1`,
    [DEMO_ORG, building],
  )
  return rows[0]!
}

async function raise(more: Parameters<typeof newAlarm>[0]): Promise<string> {
  const client = await product.app.pool.connect()
  try {
    await client.query('begin')
    const raised = await raiseAlarms(client, [newAlarm(more)])
    await client.query('commit')
    await announce(product.app, asChanged(raised))
    return raised[0]!.recordId
  } finally {
    client.release()
  }
}

const cardOf = async (recordId: string) =>
  (await product.ask<{ card: AlarmCardData }>('GET', `/pims/web-org/alarmRecord/${recordId}`, { token: house })).data
    .card
const sos = (one: Lived, more: object = {}) => ({
  source: 'TAG' as const,
  type: 'sos',
  kind: null,
  content: 'SOS 求救',
  value: null,
  threshold: null,
  unit: null,
  deviceId: one.deviceId,
  deviceNo: one.deviceNo,
  oldmanId: one.oldmanId,
  deptId: one.deptId,
  ...more,
})

describe('who serves more than one building', () => {
  it('is said by the session: the house does, a nurse of one building does not', async () => {
    const of = async (token: string) =>
      (await product.ask<SessionData>('GET', '/passport/web-rbac/logins/current', { token })).data.severalBuildings
    expect([await of(house), await of(nurse)]).toEqual([true, false])
  })

  it('counts the building of a resident they look after elsewhere', async () => {
    const { rows } = await product.app.pool.query<{ oldmanId: string; deptId: string }>(
      `update oldman o set dept_id = (select dept_id from dept where org_id = $1 and dept_name = '松鹤楼护理组')
      from (select x.oldman_id, x.dept_id from oldman x join dept d on d.org_id = x.org_id and d.dept_id = x.dept_id
        where x.org_id = $1 and d.dept_name = '长青楼护理组' and x.current_bed_id is not null limit 1) w
      where o.org_id = $1 and o.oldman_id = w.oldman_id returning o.oldman_id as "oldmanId", w.dept_id as "deptId"`,
      [DEMO_ORG],
    )
    const current = await product.ask<SessionData>('GET', '/passport/web-rbac/logins/current', { token: nurse })
    expect(current.data.severalBuildings).toBe(true)
    await product.app.pool.query('update oldman set dept_id = $3 where org_id = $1 and oldman_id = $2', [
      DEMO_ORG,
      rows[0]!.oldmanId,
      rows[0]!.deptId,
    ])
  })
})

describe('the place of an alarm', () => {
  it('of a bed names its building apart, so that two rooms of one number differ', async () => {
    const cards: AlarmCardData[] = []
    for (const building of ['松鹤楼', '长青楼']) {
      const { rows } = await product.app.pool.query<{ bedId: string }>(
        `select b.bed_id as "bedId" from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
          join location l on l.org_id = r.org_id and l.location_id = r.area
        where b.org_id = $1 and r.room_name = '404室' and b.bed_name = '03床' and starts_with(l.path, $2 || '>')`,
        [DEMO_ORG, building],
      )
      cards.push(await cardOf(await raise({ bedId: rows[0]!.bedId })))
    }
    expect(cards.map((card) => card.spot)).toEqual(['404室 03床', '404室 03床'])
    expect(cards.map((card) => card.buildingName)).toEqual(['松鹤楼', '长青楼'])
    expect(cards.map((card) => card.speech)).toEqual(['4层 404室 03床 心率过高', '4层 404室 03床 心率过高'])
    expect(cards.map((card) => card.speechFull)).toEqual([
      '松鹤楼 4层 404室 03床 心率过高',
      '长青楼 4层 404室 03床 心率过高',
    ])
  })

  it('of an SOS without a position is the bed its wearer lives in, on card, list, wall, voice and phone', async () => {
    const one = await wearer('长青楼')
    const recordId = await raise(sos(one))
    const card = await cardOf(recordId)
    const spot = `${one.roomName} ${one.bedName}`
    expect(card).toMatchObject({ placeKind: 'HOME', spot, buildingName: '长青楼' })
    expect(card.place).toMatch(new RegExp(`^长青楼>.+>${one.roomName}>${one.bedName}$`))
    expect(card.speechFull).toBe(`住 长青楼 ${spot} ${one.oldmanName} ${card.typeName} 没有定位`)
    expect(card.speech).toBe(`住 ${spot} ${one.oldmanName} ${card.typeName} 没有定位`)
    const list = await product.ask<{ list: AlarmCardData[] }>('GET', '/loms/web-lo/pnt/alarm/record', {
      token: house,
      query: { deviceNo: one.deviceNo, status: '0' },
    })
    expect(list.data.list[0]).toMatchObject({ recordId, placeKind: 'HOME', spot, buildingName: '长青楼' })
    const detail = async (token: string) =>
      (await product.ask<WallDetailData>('GET', `/pims/web-org/alarmWall/${recordId}`, { token })).data
    expect((await detail(house)).home).toBe(`长青楼 ${spot}`)
    // Up to the phone: the head nurse answers for the house, so she hears which building.
    await product.app.pool.query(
      'update alarm_record set rank = 3, next_step_at = now() where org_id = $1 and record_id = $2',
      [DEMO_ORG, recordId],
    )
    await climb(product.app, Date.now() + 1_000)
    const phoned = await product.app.pool.query<{ place: string; content: string }>(
      `select params->>'place' as place, params->>'content' as content from vms_outbox where org_id = $1 and record_id = $2`,
      [DEMO_ORG, recordId],
    )
    expect(phoned.rows.length).toBeGreaterThan(0)
    expect(phoned.rows[0]).toEqual({ place: `住 ${pathWords(card.place)}`, content: card.speechFull })
  })

  it('of a nurse who serves one building leaves it out, also on the wall', async () => {
    const one = await wearer('松鹤楼')
    const recordId = await raise(sos(one))
    const detail = await product.ask<WallDetailData>('GET', `/pims/web-org/alarmWall/${recordId}`, { token: nurse })
    expect(detail.data.home).toBe(`${one.roomName} ${one.bedName}`)
  })

  it('of a tag that was located is where it was, and of whom', async () => {
    const one = await wearer('康宁楼')
    const { rows } = await product.app.pool.query<{
      mapId: string
      mapName: string
      zone: string
      x: number
      y: number
    }>(
      `select m.map_id as "mapId", m.map_name as "mapName", z->>'name' as zone,
        (select avg((p->>0)::float8) from jsonb_array_elements(z->'polygon') p) as x,
        (select avg((p->>1)::float8) from jsonb_array_elements(z->'polygon') p) as y
      from floor_map m join location l on l.org_id = m.org_id and l.location_id = m.building_id
        cross join lateral jsonb_array_elements(m.zones) z where m.org_id = $1 and l.location_name = '松鹤楼' limit 1`,
      [DEMO_ORG],
    )
    const { mapId, zone, x, y } = rows[0]!
    const card = await cardOf(await raise(sos(one, { mapId, x, y })))
    expect(card).toMatchObject({ placeKind: 'SPOT', buildingName: '松鹤楼', homeBuilding: '康宁楼' })
    expect(card.spot).toContain(zone)
    // In another building than their own: said to everybody.
    expect(card.speech).toBe(card.speechFull)
    expect(card.speech).toMatch(new RegExp(`^松鹤楼 .*${zone} ${one.oldmanName} `))
  })

  it('of a press long after the last fix is the bed again', async () => {
    const one = await wearer('松鹤楼')
    const { rows } = await product.app.pool.query<{ mapId: string }>(
      `select m.map_id as "mapId" from floor_map m where m.org_id = $1 order by m.map_id limit 1`,
      [DEMO_ORG],
    )
    const ingest = createIngest({ app: product.app, shown: () => undefined })
    const out = sender(ingest)
    const device = { orgId: DEMO_ORG, deviceId: one.deviceId }
    const before = Date.now() - 20 * 60_000
    await out.say(device, 'position', { map: rows[0]!.mapId, x: 100, y: 100, at: before }, before)
    await out.say(device, 'press', { button: 'sos', at: Date.now() }, Date.now())
    const open = await product.ask<AlarmCardData[]>('GET', '/pims/web-org/alarmRecord/open', { token: house })
    const card = open.data.find((found) => found.deviceNo === one.deviceNo && found.type === 'sos')!
    expect(card).toMatchObject({ placeKind: 'HOME', spot: `${one.roomName} ${one.bedName}`, mapId: null })
    await ingest.close()
  })
})

describe('the spoken call', () => {
  const spoken = { building: '松鹤楼', room: '203室', bed: '03床', resident: null, type: '床头' }
  it('says the building where the template has it, and in front where a template knows none', () => {
    expect(callSentence('{房间}{床位}，{楼栋}，{类型}呼叫', spoken)).toBe('203室3床，松鹤楼，床头呼叫')
    expect(callSentence('{房间}{床位}{类型}呼叫', spoken)).toBe('松鹤楼203室3床床头呼叫')
    expect(callSentence('{楼栋}{房间}{床位}{类型}呼叫', { ...spoken, building: null })).toBe('203室3床床头呼叫')
  })

  it('is the list of open calls, too', async () => {
    const { rows } = await product.app.pool.query<{ callId: string; building: string }>(
      `select c.call_id as "callId", split_part(l.path, '>', 1) as building from call_record c
        join alarm_record a on a.org_id = c.org_id and a.record_id = c.call_id
        join room r on r.org_id = c.org_id and r.room_id = c.room_id
        join location l on l.org_id = r.org_id and l.location_id = r.area
      where c.org_id = $1 order by c.call_at desc limit 1`,
      [DEMO_ORG],
    )
    const found = await product.ask<{ call: OpenCallData }>('GET', `/ecms/web-ec/calls/${rows[0]!.callId}`, {
      token: house,
    })
    expect(found.data.call.buildingName).toBe(rows[0]!.building)
  })
})
