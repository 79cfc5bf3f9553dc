import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallBedData, WallDetailData, WallFloorData } from '#contract/monitor/wall'
import { raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { DEMO_ORG } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

type Beds = { floors: WallFloorData[]; beds: WallBedData[]; duty: { rank: number; names: string[] }[] }
const bedsFor = async (user: string) =>
  (await product.ask<Beds>('GET', '/pims/web-org/alarmWall', { token: await product.signIn(user, 'Yiyuan2026') })).data

describe('the alarm wall', () => {
  it('shows every bed with its floor, who lies there and what the mattress says', async () => {
    const { floors, beds, duty } = await bedsFor('zhengkai')
    const { rows } = await product.app.pool.query<{ beds: number; taken: number }>(
      `select count(*)::int as beds, count(o.oldman_id)::int as taken from bed b
        left join oldman o on o.org_id = b.org_id and o.current_bed_id = b.bed_id and o.status in (1, 4)
      where b.org_id = $1 and b.display = 0`,
      [DEMO_ORG],
    )
    expect(beds.length).toBe(rows[0]!.beds)
    expect(beds.filter((bed) => bed.taken).length).toBe(rows[0]!.taken)
    expect(beds.every((bed) => floors[bed.floor] !== undefined)).toBe(true)
    expect(new Set(floors.map((floor) => floor.buildingName)).size).toBeGreaterThan(1)
    expect(beds.some((bed) => bed.deviceId !== null)).toBe(true)
    expect(duty.some((one) => one.rank === 3 && one.names.includes('何静'))).toBe(true)
  })

  it('shows a nurse her own department only', async () => {
    const all = await bedsFor('zhengkai')
    const own = await bedsFor('lixiaomei')
    expect(own.beds.length).toBeGreaterThan(0)
    expect(own.beds.length).toBeLessThan(all.beds.length)
  })

  it('says of an alarm whom it told, whom it will tell, its curve and what is usual', async () => {
    const { pool } = product.app
    const { rows } = await pool.query<{
      deviceId: string
      deviceNo: string
      key: number
      oldmanId: string
      deptId: string
    }>(
      `select v.device_id as "deviceId", v.device_no as "deviceNo", v.device_key as key, o.oldman_id as "oldmanId",
        o.dept_id as "deptId" from device v join oldman o on o.org_id = v.org_id and o.current_bed_id = v.bed_id
      where v.org_id = $1 and v.kind = 'MATTRESS' order by v.device_no limit 1`,
      [DEMO_ORG],
    )
    const { deviceId, deviceNo, key, oldmanId, deptId } = rows[0]!
    await pool.query(
      `insert into reading (org_id, device_key, at, in_bed, heart, breath)
      select $1, $2, now() - make_interval(secs => s * 5), 1, 90 + s, 16 from generate_series(1, 40) s
      on conflict do nothing`,
      [DEMO_ORG, key],
    )
    const client = await pool.connect()
    const [raised] = await raiseAlarms(client, [
      newAlarm({ deviceId, deviceNo, oldmanId, deptId, content: '心率过高 130 次/分', value: 130, startAt: null }),
    ])
    client.release()
    const token = await product.signIn('zhengkai', 'Yiyuan2026')
    const { data } = await product.ask<WallDetailData>('GET', `/pims/web-org/alarmWall/${raised!.recordId}`, { token })
    expect(data.steps.map((step) => [step.rank, step.at !== null, step.seconds])).toEqual([
      [1, true, null],
      [2, false, 30],
      [3, false, 90],
      [4, false, 120],
    ])
    expect(data.curve.filter((point) => point.value !== null).length).toBeGreaterThan(30)
    expect(data.curve.at(-2)!.value).toBeLessThan(100)
    const gone = await product.ask('GET', `/pims/web-org/alarmWall/${newId()}`, { token })
    expect(gone.desc).toContain('告警')
  })
})
