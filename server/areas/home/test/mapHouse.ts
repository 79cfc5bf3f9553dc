// A house for the room map: two buildings, one of them of another department, and residents put into beds row by row.

import { dayText as textOfDay } from '#contract/kit/clock'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { builder } from '#server/areas/platform/test/places'
import { newId } from '#server/kit/ids'

export interface MapHouse extends House {
  token: string
  /** Beds by their path: 松鹤楼>2层>201>01. */
  bed(path: string): string
  floor(path: string): string
  resident(
    name: string,
    more?: Partial<{ dept: string | null; sex: number; attention: number[]; status: number }>,
  ): Promise<string>
  /** A stay that began so many days ago; answers the resident. */
  stay(oldmanId: string, bedId: string, more?: { trialEnd?: string; wholeRoom?: readonly string[] }): Promise<string>
  reserve(oldmanId: string, bedId: string, inDays: number): Promise<void>
  away(oldmanId: string, stayId: string, hoursLeft: number, outType?: string): Promise<void>
}

const DAY = 86_400_000
/** Of a day so many from today. */
export const dayText = (days: number) => textOfDay(Date.now() + days * DAY)

export async function mapHouse(): Promise<MapHouse> {
  const house = await testHouse()
  await house.person({ userName: 'manager01', isAdmin: true })
  const { token } = (await house.signInAs('manager01')).data
  const build = builder(house, token)
  await build.level('building', 'floor')
  const beds = new Map<string, string>()
  const floors = new Map<string, string>()
  for (const [building, dept, levels] of [
    ['松鹤楼', house.care, ['1层', '2层']],
    ['长青楼', house.finance, ['1层']],
  ] as const) {
    const top = await build.place(building)
    for (const [i, level] of levels.entries()) {
      const floor = await build.place(level, top)
      floors.set(`${building}>${level}`, floor)
      for (const roomId of await build.rooms(floor, 3, String(i + 1), { deptId: dept })) await build.beds(roomId, 2)
    }
  }
  const paths = await house.sql<{ path: string; bedId: string }>(
    `select concat_ws('>', l.path, r.room_name, b.bed_name) as path, b.bed_id as "bedId" from bed b
       join room r on r.org_id = b.org_id and r.room_id = b.room_id
       join location l on l.org_id = r.org_id and l.location_id = r.area where b.org_id = $1`,
    [house.orgId],
  )
  for (const { path, bedId } of paths) beds.set(path, bedId)
  const known = (map: ReadonlyMap<string, string>, name: string) => {
    const id = map.get(name)
    if (!id) throw new Error(`${name} is not in ${[...map.keys()].join(' ')}`)
    return id
  }
  let number = 0
  return {
    ...house,
    token,
    bed: (path) => known(beds, path),
    floor: (path) => known(floors, path),
    resident: async (name, more = {}) => {
      const oldmanId = newId()
      number++
      await house.sql(
        `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, attention, status, dept_id)
         values ($1, $2::text, $3, $4, 'wangxiulan', 'wxl', $5, $2::text, current_date - interval '82 years 1 day', $6, $7, $8)`,
        [
          house.orgId,
          oldmanId,
          `YL${number}`,
          name,
          more.sex ?? 1,
          JSON.stringify(more.attention ?? []),
          more.status ?? 3,
          more.dept === undefined ? house.care : more.dept,
        ],
      )
      await house.sql('insert into elder_account (org_id, oldman_id) values ($1, $2)', [house.orgId, oldmanId])
      return oldmanId
    },
    stay: async (oldmanId, bedId, more = {}) => {
      const stayId = newId()
      await house.sql(
        `with s as (
         insert into stay (org_id, stay_id, oldman_id, kind, start_date, trial_start, trial_end, formal_date, contract_end, whole_room)
         values ($1, $2, $3, case when $4::date is null then 'FORMAL' else 'TRIAL' end, current_date - 20,
           case when $4::date is null then null else current_date - 20 end, $4, null, current_date + 100, $5)
         returning *)
         insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`,
        [house.orgId, stayId, oldmanId, more.trialEnd ?? null, more.wholeRoom !== undefined],
      )
      await house.sql(
        'update oldman set status = $3, current_bed_id = $4, check_in_date = current_date - 20 where org_id = $1 and oldman_id = $2',
        [house.orgId, oldmanId, more.trialEnd ? 4 : 1, bedId],
      )
      for (const [one, kind] of [[bedId, 'STAY'], ...(more.wholeRoom ?? []).map((bed) => [bed, 'ROOM'])] as const) {
        await house.sql(
          `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
           values ($1, $2, $3, $4, $5, $6, daterange(current_date - 20, null))`,
          [house.orgId, newId(), one, oldmanId, kind, stayId],
        )
        await house.sql('update bed set is_used = 1 where org_id = $1 and bed_id = $2', [house.orgId, one])
      }
      return stayId
    },
    reserve: async (oldmanId, bedId, inDays) => {
      const reserveId = newId()
      await house.sql(
        `insert into reservation (org_id, reserve_id, oldman_id, bed_id, reserve_date, expect_check_in, expire_date, booking_fen)
         values ($1, $2, $3, $4, current_date, current_date + $5::int, current_date + $5::int + 3, 50000)`,
        [house.orgId, reserveId, oldmanId, bedId, inDays],
      )
      await house.sql(
        `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, reserve_id, days)
         values ($1, $2, $3, $4, 'RESERVE', $5, daterange(current_date, null))`,
        [house.orgId, newId(), bedId, oldmanId, reserveId],
      )
      await house.sql('update oldman set status = 5 where org_id = $1 and oldman_id = $2', [house.orgId, oldmanId])
    },
    away: async (oldmanId, stayId, hoursLeft, outType = '1') => {
      await house.sql(
        `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
           companion_phone, companion_relation, actual_out, applicant_id, state)
         values ($1, $2::text, $2::text, $3, $4, $5, '回家', now() - interval '2 days', now() + make_interval(hours => $6), '王强',
           '13800000000', '20', now() - interval '2 days', 'x', case when $6 < 0 then 6 else 1 end)`,
        [house.orgId, newId(), oldmanId, stayId, outType, hoursLeft],
      )
    },
  }
}
