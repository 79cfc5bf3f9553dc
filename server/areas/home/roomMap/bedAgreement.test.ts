// One bed has one state, whoever asks: list, map, choice and all figures, in the demo house and in one where anything
// happens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectOneTruth } from '#server/areas/home/test/bedTruth'
import { keepResidence } from '#server/areas/live/residence/residenceJobs'
import { dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp } from '#server/kit/test/app'

const LEAVE = `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
  companion_phone, companion_relation, actual_out, applicant_id, state)
select s.org_id, $3::text, $3::text, s.oldman_id, s.stay_id, '1', '回家', now() - interval '1 hour', now() + interval '1 day',
  '王强', '13800000000', '20', now() - interval '1 hour', 'x', 1 from stay s
where s.org_id = $1 and s.oldman_id = $2 and s.end_date is null and not exists (select 1 from outing u
  where u.org_id = s.org_id and u.oldman_id = s.oldman_id and u.state in (0, 1, 4, 6))`

it('counts the beds of the demo house alike everywhere', async () => {
  const app = await demoApp()
  try {
    const facts = await expectOneTruth(app, DEMO_ORG, await app.signIn('zhengkai', 'Yiyuan2026'))
    // Every state is there, so that each of them was compared.
    expect(new Set(facts.values())).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 'hidden']))
  } finally {
    await app.close()
  }
})

describe('a house where anything happens', () => {
  let house: StayHouse
  let residents: Resident[]
  beforeAll(async () => {
    house = await stayHouse()
    residents = []
    for (let i = 0; i < 6; i++) residents.push(await house.resident(`老人${i}`, { sex: i % 2 }))
  })
  afterAll(() => house.close())

  /** The same numbers every time. */
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }

  it('says the same of each bed after every act', async () => {
    const next = random(20_261_117)
    const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)]!
    const paths = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
    const INDEX = '/pims/web-org/index'
    const ask = (method: 'POST' | 'PUT', path: string, body: Record<string, unknown>) =>
      house.ask(method, path, { token: house.token, body })
    const acts: Record<string, () => Promise<unknown>> = {
      checkIn: () => house.checkIn(pick(residents), pick(paths), { wholeRoom: next() < 0.6 }),
      trial: () => house.trial(pick(residents), pick(paths)),
      reserve: () => house.reserve(pick(residents), pick(paths)),
      cancel: () =>
        house.move('cancelReserve', { oldmanId: pick(residents).oldmanId, reason: '改变主意', money: 'REFUND' }),
      again: () => house.move('waitAgain', { oldmanId: pick(residents).oldmanId, reason: '再等' }),
      adjust: () =>
        house.move('adjustBed', {
          oldmanId: pick(residents).oldmanId,
          bedId: house.bed(pick(paths)),
          effectiveDate: dayOf(next() < 0.5 ? 0 : 2),
          reason: '测试',
        }),
      exchange: () =>
        house.move('exchangeBed', {
          oldmanId: pick(residents).oldmanId,
          otherOldmanId: pick(residents).oldmanId,
          effectiveDate: dayOf(0),
          reason: '测试',
        }),
      checkOut: () => house.checkOut(pick(residents), { closeOuting: true }),
      readmit: () => house.move('undoCheckOut', { oldmanId: pick(residents).oldmanId, reason: '登记有误' }),
      repair: () =>
        ask('POST', `${INDEX}/roomBed/status/6`, { bedId: house.bed(pick(paths)), reason: '漏水', until: dayOf(1) }),
      clean: () => ask('POST', `${INDEX}/roomBed/status/7`, { bedId: house.bed(pick(paths)) }),
      done: () => ask('PUT', `${INDEX}/roomBed/status/${house.bed(pick(paths))}`, {}),
      hide: () => ask('PUT', '/ifms/web-org/beds/display', { bedIds: house.bed(pick(paths)), display: 1 }),
      show: () => ask('PUT', '/ifms/web-org/beds/display', { bedIds: house.bed(pick(paths)), display: 0 }),
      leave: () => house.sql(LEAVE, [house.orgId, pick(residents).oldmanId, newId()]),
      return: () =>
        house.sql(
          'update outing set actual_return = now(), state = 3 where org_id = $1 and oldman_id = $2 and state = 1',
          [house.orgId, pick(residents).oldmanId],
        ),
      day: async () => {
        await house.passDays(1)
        await keepResidence(house.app)
      },
    }
    // Who comes and who goes out is tried more often: it has more ways to be refused.
    const names = [
      ...Object.keys(acts),
      ...Array<string>(3).fill('checkIn'),
      'trial',
      'reserve',
      'leave',
      'leave',
      'adjust',
    ]
    await house.checkIn(residents[0]!, paths[0]!, { wholeRoom: true })
    await house.checkIn(residents[1]!, paths[2]!)
    await house.trial(residents[2]!, paths[3]!)
    await house.sql(LEAVE, [house.orgId, residents[1]!.oldmanId, newId()])
    const seen = new Set<unknown>()
    const compare = async () => {
      for (const status of (await expectOneTruth(house, house.orgId, house.token)).values()) seen.add(status)
    }
    await compare()
    for (let step = 0; step < 120; step++) {
      await acts[pick(names)]!()
      if (step % 4 === 0) await compare()
    }
    expect(seen).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 'hidden']))
  }, 120_000)

  it('counts who lies in a bed under repair as living there', async () => {
    await house.clear()
    await house.sql('update bed set display = 0 where org_id = $1', [house.orgId])
    await house.checkIn(residents[0]!, '松鹤楼>1层>101>01')
    const bedId = house.bed('松鹤楼>1层>101>01')
    await house.sql(`insert into bed_mark (org_id, bed_id, mark, user_id) values ($1, $2, 6, 'x')`, [
      house.orgId,
      bedId,
    ])
    expect((await expectOneTruth(house, house.orgId, house.token)).get(bedId)).toBe(2)
  })
})
