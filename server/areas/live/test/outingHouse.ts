// A house for the tests of outings: residents in beds of two departments, and people who apply, decide and look.
import type { OutingData, OutingDetailData } from '#contract/live/outing'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { builder } from '#server/areas/platform/test/places'
import { newId } from '#server/kit/ids'
import type { Envelope } from '#server/kit/test/app'

export const OUTINGS = '/pims/web-org/oldmanOut'

const NURSE = ['list', 'add', 'depart', 'affirm', 'postpone', 'cancel'].map((act) => `live:outing:${act}`)
const AUDIT = ['live:outingAudit:list', 'live:outingAudit:decide']

export interface OutingHouse extends House {
  boss: string
  /** 护理部: applies. */
  nurse: string
  /** 护理部: applies and decides. */
  head: string
  nurseId: string
  headId: string
  bossId: string
  /** A resident in residence, or in another status without a bed. */
  resident(name: string, more?: { dept?: string; status?: number }): Promise<string>
  ask<T = unknown>(...args: Parameters<House['ask']>): Promise<Envelope<T>>
  put<T = unknown>(act: string, body: object, token: string): Promise<Envelope<T>>
  /** Who audits what; nobody named: whoever holds the permission. */
  rule(act: 'outing' | 'outingPostpone', needed: boolean, userIds?: readonly string[]): Promise<void>
}

/** yyyy-MM-dd HH:mm:ss in China, so many hours from now. */
export const at = (hours: number) =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export const application = (oldmanId: string, change: object = {}) => ({
  oldmanId,
  outType: '1',
  reason: '回家过生日',
  planOut: at(-1),
  planReturn: at(48),
  companion: '王强',
  companionPhone: '13800001111',
  companionRelation: '20',
  destination: '浦东新区',
  ...change,
})

export async function outingHouse(): Promise<OutingHouse> {
  const house = await testHouse()
  const bossId = await house.person({ userName: 'manager01', empName: '郑凯', isAdmin: true })
  const care = { deptId: house.care, dataDeptIds: [house.care] }
  const nurseId = await house.person({ userName: 'nurse0001', empName: '李晓梅', codes: NURSE, ...care })
  const headId = await house.person({ userName: 'head00001', empName: '何静', codes: [...NURSE, ...AUDIT], ...care })
  const tokenOf = async (name: string) => (await house.signInAs(name)).data.token
  const boss = await tokenOf('manager01')
  const build = builder(house, boss)
  await build.level('building')
  const free: Record<string, string[]> = {}
  for (const [dept, building, rooms] of [
    [house.care, '松鹤楼', 15],
    [house.finance, '长青楼', 1],
  ] as const) {
    const top = await build.place(building)
    for (const roomId of await build.rooms(top, rooms, '1', { deptId: dept })) await build.beds(roomId, 4)
    const beds = await house.sql<{ id: string }>(
      `select b.bed_id as id from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
        where b.org_id = $1 and r.dept_id = $2 order by b.bed_id`,
      [house.orgId, dept],
    )
    free[dept] = beds.map((bed) => bed.id)
  }
  return {
    ...house,
    boss,
    nurse: await tokenOf('nurse0001'),
    head: await tokenOf('head00001'),
    nurseId,
    headId,
    bossId,
    resident: async (name, { dept = house.care, status = 1 } = {}) => {
      const oldmanId = newId()
      const inHouse = status === 1 || status === 4
      const bed = inHouse ? free[dept]!.pop()! : null
      await house.sql(
        `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, status, dept_id, current_bed_id)
         values ($1, $2::text, $2::text, $3, 'wangxiulan', 'wxl', 1, $2::text, current_date - interval '82 years 1 day', $4, $5, $6)`,
        [house.orgId, oldmanId, name, status, dept, bed],
      )
      if (!inHouse) return oldmanId
      await house.sql(
        `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date, trial_start, trial_end)
           values ($1, $2, $3, $4, current_date - 20, current_date - 20, current_date + 10) returning *)
         insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`,
        [house.orgId, newId(), oldmanId, status === 4 ? 'TRIAL' : 'FORMAL'],
      )
      return oldmanId
    },
    put: (act, body, token) => house.ask('PUT', `${OUTINGS}${act}`, { token, body }),
    rule: async (act, needed, userIds = []) => {
      await house.sql(
        `insert into review_rule (org_id, act, needed, role_ids, user_ids) values ($1, $2, $3, '[]', $4)
         on conflict (org_id, act) do update set needed = excluded.needed, user_ids = excluded.user_ids`,
        [house.orgId, act, needed, JSON.stringify(userIds)],
      )
    },
  }
}

/** What most tests of outings do, once. */
export function outingActs(house: () => OutingHouse) {
  const register = (oldmanId: string, change: object = {}, token = house().nurse) =>
    house().ask<OutingData>('POST', OUTINGS, { token, body: application(oldmanId, change) })
  const detail = async (outId: string, token = house().nurse) =>
    (await house().ask<OutingDetailData>('GET', `${OUTINGS}/${outId}`, { token })).data
  /** Applied for by the nurse and passed by the head nurse. */
  const passed = async (name: string, change: object = {}): Promise<OutingData> => {
    const { data } = await register(await house().resident(name), change)
    const answer = await house().put('/audit/pass', { outId: data.outId }, house().head)
    if (answer.status !== 200) throw new Error(answer.desc)
    return data
  }
  /** … and gone. */
  const away = async (name: string, change: object = {}): Promise<OutingData> => {
    const { outId } = await passed(name, change)
    return (await house().put<OutingData>('/depart', { outId }, house().nurse)).data
  }
  const makeLate = (outId: string) =>
    house().sql(
      `update outing set plan_out = now() - interval '3 hours', actual_out = now() - interval '2 hours',
         plan_return = now() - interval '630 seconds' where out_id = $1`,
      [outId],
    )
  const messagesOf = (userId: string, word: string) =>
    house().sql<{ title: string; content: string; route: string }>(
      'select title, content, route from user_message where user_id = $1 and title like $2 order by created_at',
      [userId, `%${word}%`],
    )
  const events = (oldmanId: string) =>
    house().sql<{ kind: string; content: string; userName: string }>(
      `select kind, content, user_name as "userName" from stay_event where oldman_id = $1 order by created_at, event_id`,
      [oldmanId],
    )
  return { register, detail, passed, away, makeLate, messagesOf, events }
}
