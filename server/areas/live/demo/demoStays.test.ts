// The demo house: believable numbers, no contradiction, and the same people every time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stayFaults } from '#server/areas/live/test/stayHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type Bed, planHouse } from './demoStays.ts'

let product: TestApp
beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

const row = async (text: string) =>
  (await product.app.pool.query<Record<string, number>>(`select ${text}`, [DEMO_ORG])).rows[0]!

describe('the demo house', () => {
  it('breaks none of the rules of the residence', async () => {
    expect(await stayFaults(product, DEMO_ORG)).toEqual([])
  })

  it('is nearly full, with everything a list wants to show', async () => {
    const of = (where: string) => `(select count(*)::int from oldman where org_id = $1 and ${where})`
    expect(
      await row(`${of('status in (1, 4)')} as inside, ${of('status = 4')} as trials, ${of('status = 5')} as booked,
        ${of('status = 2')} as gone, ${of('completeness between 40 and 100')} - ${of('true')} as "badlyScored",
        (select count(*)::int from settlement where org_id = $1 and state <> 'CONFIRMED') as open,
        (select count(*)::int from bed_mark where org_id = $1 and mark = 7) as "toClean",
        (select count(*)::int from bed_mark where org_id = $1 and mark = 6) as repair,
        (select count(*)::int from occupancy where org_id = $1 and kind = 'ROOM') as room,
        (select count(*)::int from reservation where org_id = $1 and state = 'ACTIVE' and expire_date < current_date) as late`),
    ).toEqual({
      inside: 210,
      trials: 6,
      booked: 6,
      gone: 34,
      badlyScored: 0,
      open: 2,
      toClean: 3,
      repair: 2,
      room: 3,
      late: 1,
    })
    const facts = await row(`(select count(*)::int from elder_account where org_id = $1 and owed_fen > 0) as owing,
      (select count(*)::int from stay_event where org_id = $1 and kind = 'adjustBed') as moved,
      (select count(*)::int from stay_event where org_id = $1 and kind = 'exchangeBed') as exchanged,
      (select count(*)::int from stay_event where org_id = $1 and kind = 'level') as raised,
      (select count(*)::int from assessment where org_id = $1 and bound) as assessed,
      (select count(*)::int from care_task where org_id = $1 and state = 'WAITING' and plan_time < current_date) as forgotten,
      (select count(*)::int from oldman t where org_id = $1 and not exists (select 1 from elder_account a
        where a.org_id = t.org_id and a.oldman_id = t.oldman_id)) as accountless`)
    expect(facts.owing).toBeGreaterThanOrEqual(8)
    expect(facts.owing).toBeLessThanOrEqual(16)
    expect(facts.moved).toBeGreaterThan(6)
    expect(facts.exchanged).toBe(6)
    expect(facts.raised).toBeGreaterThan(10)
    expect(facts.assessed).toBeGreaterThan(200)
    expect(facts).toMatchObject({ forgotten: 0, accountless: 0 })
  })

  it('is planned the same way every time', () => {
    const beds = Array.from(
      { length: 60 },
      (_, i): Bed => ({
        bedId: `bed${i}`,
        roomId: `room${Math.floor(i / 3)}`,
        deptId: 'care',
        path: `松鹤楼>${i}`,
      }),
    )
    expect(planHouse(beds)).toEqual(planHouse(beds))
  })

  it('says of its oldest settlement what the account says', async () => {
    // Whoever is settled has nothing left on the account.
    const left = await row(`count(*)::int as left from settlement e join elder_account a on a.org_id = e.org_id
      and a.oldman_id = e.oldman_id join oldman t on t.org_id = a.org_id and t.oldman_id = a.oldman_id
      where e.org_id = $1 and e.state = 'CONFIRMED' and t.status = 2
        and (a.balance_fen > 0 or a.deposit_fen > 0 or a.owed_fen > 0)`)
    expect(left).toEqual({ left: 0 })
  })
})
