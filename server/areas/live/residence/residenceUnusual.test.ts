// What is unusual about a bed is asked before it is done, and what was answered stays in the log.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'

let house: StayHouse
const people: Record<'he' | 'she' | 'man' | 'woman', Resident> = {} as never
beforeAll(async () => {
  house = await stayHouse()
  people.he = await house.resident('王建国', { sex: 0 })
  people.man = await house.resident('李大山', { sex: 0 })
  people.she = await house.resident('张桂英', { sex: 1 })
  people.woman = await house.resident('赵玉兰', { sex: 1 })
})
afterAll(() => house.close())
beforeEach(() => house.clear())

const ASK = { confirmed: '' }
const FIRST = '松鹤楼>1层>101>01'
const SECOND = '松鹤楼>1层>101>02'
const ELSEWHERE = '松鹤楼>1层>102>01'
const NEEDS = 40_907

const logged = async (resident: Resident) =>
  (
    await house.sql<{ remark: string; content: string }>(
      `select l.remark, (select e.content from stay_event e where e.org_id = $1 and e.oldman_id = $2 order by e.created_at desc, e.event_id desc limit 1) as content
        from operation_log l where l.org_id = $1 and l.target_id = $2 order by l.created_at desc, l.log_id desc limit 1`,
      [house.orgId, resident.oldmanId],
    )
  )[0]!

/** Refused with the words and nothing done; with another sentence too; done with the one that was shown. */
async function confirms(
  resident: Resident,
  words: string,
  act: (more: Record<string, unknown>) => Promise<Answer>,
): Promise<void> {
  const before = await house.picture()
  const asked = await act(ASK)
  expect(asked).toMatchObject({ status: NEEDS, desc: `请确认：${words}` })
  expect(await act({ confirmed: '请确认：别的情况' })).toMatchObject({ status: NEEDS })
  expect(await house.picture()).toBe(before)
  expect(await act({ confirmed: asked.desc })).toMatchObject({ status: 200 })
  const { remark, content } = await logged(resident)
  expect(remark).toContain(`已确认：${words}`)
  expect(content).toContain(`已确认：${words}`)
}

const mixed = '张桂英为女性，松鹤楼 › 1层 › 101 同住的有男性：王建国'

describe('a woman into a room of men', () => {
  beforeEach(async () => {
    expect((await house.checkIn(people.he, FIRST)).status).toBe(200)
  })

  it('is confirmed at the check-in', () =>
    confirms(people.she, mixed, (more) => house.checkIn(people.she, SECOND, more)))
  it('is confirmed for a trial', () => confirms(people.she, mixed, (more) => house.trial(people.she, SECOND, more)))
  it('is confirmed for a reservation', () =>
    confirms(people.she, mixed, (more) => house.reserve(people.she, SECOND, more)))
  it('is confirmed when a trial becomes the residence in another bed', async () => {
    await house.trial(people.she, ELSEWHERE)
    await confirms(people.she, mixed, (more) => house.checkIn(people.she, SECOND, more))
  })
  it('is confirmed for a change of bed, also for a later day', async () => {
    await house.checkIn(people.she, ELSEWHERE)
    await confirms(people.she, mixed, (more) =>
      house.move('adjustBed', {
        oldmanId: people.she.oldmanId,
        bedId: house.bed(SECOND),
        effectiveDate: dayOf(3),
        reason: '测试',
        ...more,
      }),
    )
  })
  it('counts who has reserved the other bed as well', async () => {
    await house.checkOut(people.he)
    await house.sql('delete from bed_mark where org_id = $1', [house.orgId])
    await house.reserve(people.man, FIRST)
    await confirms(people.she, '张桂英为女性，松鹤楼 › 1层 › 101 同住的有男性：李大山（已预订）', (more) =>
      house.checkIn(people.she, SECOND, more),
    )
  })
  it('is nothing to ask about among women, or alone in the whole room', async () => {
    expect((await house.checkIn(people.man, SECOND, ASK)).status).toBe(200)
    expect((await house.checkIn(people.she, ELSEWHERE, { ...ASK, wholeRoom: true })).status).toBe(200)
  })
  it('is asked once: a move within the room meets nobody new', async () => {
    await house.checkIn(people.she, SECOND)
    await house.checkOut(people.he)
    await house.sql('delete from bed_mark where org_id = $1', [house.orgId])
    await house.checkIn(people.man, FIRST)
    expect(
      await house.move('exchangeBed', {
        oldmanId: people.she.oldmanId,
        otherOldmanId: people.man.oldmanId,
        effectiveDate: dayOf(0),
        reason: '靠窗',
        ...ASK,
      }),
    ).toMatchObject({ status: 200 })
  })
})

describe('an exchange', () => {
  it('compares all room-mates of both rooms', async () => {
    // Two men share 101, two women 102; one of each is to change places.
    await house.checkIn(people.he, FIRST)
    await house.checkIn(people.man, SECOND)
    await house.checkIn(people.she, ELSEWHERE)
    await house.checkIn(people.woman, '松鹤楼>1层>102>02')
    const words =
      '王建国为男性，松鹤楼 › 1层 › 102 同住的有女性：赵玉兰；张桂英为女性，松鹤楼 › 1层 › 101 同住的有男性：李大山'
    await confirms(people.she, words, (more) =>
      house.move('exchangeBed', {
        oldmanId: people.he.oldmanId,
        otherOldmanId: people.she.oldmanId,
        effectiveDate: dayOf(0),
        reason: '家属协商',
        ...more,
      }),
    )
  })

  it('of a man and a woman who live alone needs no confirmation', async () => {
    await house.checkIn(people.he, FIRST)
    await house.checkIn(people.she, ELSEWHERE)
    expect(
      await house.move('exchangeBed', {
        oldmanId: people.he.oldmanId,
        otherOldmanId: people.she.oldmanId,
        effectiveDate: dayOf(0),
        reason: '家属协商',
        ...ASK,
      }),
    ).toMatchObject({ status: 200 })
  })
})

describe('a bed', () => {
  it('that is not cleaned is confirmed, with the whole room too', async () => {
    await house.checkIn(people.he, FIRST)
    await house.checkOut(people.he)
    await confirms(people.man, '松鹤楼 › 1层 › 101 › 01 待清洁，还没有完成清洁', (more) =>
      house.checkIn(people.man, SECOND, { wholeRoom: true, ...more }),
    )
  })

  it('other than the one reserved for the resident is confirmed', async () => {
    await house.reserve(people.he, FIRST)
    await confirms(people.he, '为王建国预订的是 松鹤楼 › 1层 › 101 › 01，不是 松鹤楼 › 1层 › 102 › 01', (more) =>
      house.checkIn(people.he, ELSEWHERE, more),
    )
  })

  it('reserved for somebody else stays refused, with what to do first', async () => {
    await house.reserve(people.he, FIRST)
    expect(await house.checkIn(people.man, FIRST, { confirmed: '任何话' })).toMatchObject({
      status: 42_200,
      desc: '松鹤楼 › 1层 › 101 › 01 已由王建国（已预订）预订，如要使用请先为其改订或取消预订',
    })
  })

  it('under repair stays refused whatever is confirmed', async () => {
    await house.sql(`insert into bed_mark (org_id, bed_id, mark, reason, user_id) values ($1, $2, 6, '漏水', 'x')`, [
      house.orgId,
      house.bed(FIRST),
    ])
    const answer = await house.checkIn(people.he, FIRST, { confirmed: '请确认：任何话' })
    expect(answer).toMatchObject({ status: 42_200, desc: expect.stringContaining('维修停用') })
  })
})
