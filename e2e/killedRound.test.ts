// The server, and once its database too, is killed while four nurses are in the middle of a round: after the restart every press
// is kept exactly once, nothing was given twice, no tablet has left the stock twice, and what had no answer is sent again under
// its number, as the tablet does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { elderCode } from '#contract/nursing/careCode'
import { verifyStock } from '#server/areas/drug/keep/stockVerify'
import { cutDown, KILLED, type Mortal, mortal } from './kit/mortal.ts'

const TAKES = 40
const TAKE = '/pims/web-org/drug/take'
const STEPS = ['setOut', 'check', 'give'] as const

interface Take {
  takeId: string
  oldmanId: string
  orgId: string
}
interface Press {
  take: Take
  step: (typeof STEPS)[number]
}

let house: Mortal
let tokens: { head: string; nurse: string }

const signIn = async () => {
  tokens = { head: await house.tokenOf('hejing'), nurse: await house.tokenOf('lixiaomei') }
}

beforeAll(async () => {
  house = await mortal('yiyuan-round-')
  await signIn()
})
afterAll(() => house?.end())

/** Takes whose time is now, each of a setting whose stock suffices. */
const takesNow = () =>
  house.sql<Take>(
    `insert into drug_take (org_id, take_id, use_id, oldman_id, drug_id, dose, plan_time, open_from, due_until, late_until, high_alert)
     select u.org_id, md5('round' || u.use_id || clock_timestamp()), u.use_id, u.oldman_id, u.drug_id, u.dose, w.at,
       w.at - interval '30 minutes', w.at + interval '90 minutes', w.at + interval '6 hours', g.high_alert is not null
     from (select date_trunc('second', now()) - interval '1 second' as at) w, drug_use u
     join drug g on g.org_id = u.org_id and g.drug_id = u.drug_id
     join oldman o on o.org_id = u.org_id and o.oldman_id = u.oldman_id
     join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
     where u.state = 'ON' and u.frequency not in ('PRN', 'SOS')
       and not exists (select from outing x where x.org_id = u.org_id and x.oldman_id = u.oldman_id)
       and (select sum(s.quantity) from drug_stock s where s.org_id = u.org_id and s.oldman_id = u.oldman_id and s.drug_id = u.drug_id
         and s.expiry > current_date and s.open_until is null) > 4 * u.dose
     order by u.use_id limit ${TAKES} returning take_id as "takeId", oldman_id as "oldmanId", org_id as "orgId"`,
  )

/** One sets out, another checks at the bed, and the first gives; each press under a number of its own. */
function press({ take: { takeId, oldmanId }, step }: Press) {
  const takeIds = [takeId]
  const requestNo = `${step}-${takeId}`
  const { head, nurse } = tokens
  if (step === 'setOut') return house.ask(`${TAKE}/setOut`, { takeIds }, { token: head, requestNo })
  if (step === 'give') {
    return house.ask(TAKE, { takeIds, result: 'given', terminal: 'bedside' }, { token: head, requestNo })
  }
  const body = { takeIds, scanned: elderCode(oldmanId), allRight: true }
  return house.ask(`${TAKE}/check`, body, { token: nurse, requestNo })
}

test.each(KILLED)(
  '%s killed in the middle of a round: nothing is lost, nothing is given twice',
  async (_, database) => {
    const takes = await takesNow()
    expect(takes).toHaveLength(TAKES)
    const ids = takes.map((one) => one.takeId)
    const rounds = takes.map((take) => STEPS.map((step): Press => ({ take, step })))
    const { answered, open } = await cutDown(rounds, press, () => house.kill(database))
    expect([answered.length >= (TAKES * STEPS.length) / 2, open.length > 0]).toEqual([true, true])

    await house.again()
    await signIn()
    const acts = () =>
      house.sql<{ act: string; takeId: string }>(
        `select a.act, a.take_id as "takeId" from drug_take_act a where a.take_id = any($1) order by a.take_id, a.step`,
        [ids],
      )
    const kept = new Set((await acts()).map(({ act, takeId }) => `${act} ${takeId}`))
    expect(answered.filter(({ step, take }) => !kept.has(`${step} ${take.takeId}`))).toEqual([])
    // In the order of the round; what arrived before the end is answered as it was then.
    for (const one of open) expect(await press(one), `${one.step} ${one.take.takeId}`).toMatchObject({ status: 200 })
    for (const one of answered.slice(-10)) expect(await press(one)).toMatchObject({ status: 200 })
    expect((await acts()).map((one) => `${one.takeId} ${one.act}`)).toEqual(
      [...ids].sort().flatMap((takeId) => STEPS.map((step) => `${takeId} ${step}`)),
    )
    const states = await house.sql<{ state: string; drew: boolean }>(
      `select t.state, t.dose = (select coalesce(-sum(m.delta), 0) from drug_move m where m.org_id = t.org_id and m.take_id = t.take_id) as drew
     from drug_take t where t.take_id = any($1)`,
      [ids],
    )
    expect(states).toEqual(takes.map(() => ({ state: 'GIVEN', drew: true })))
    const auditor = await house.connect()
    try {
      const { problems, moves } = await verifyStock(auditor, takes[0]!.orgId)
      expect([problems, moves > TAKES]).toEqual([[], true])
    } finally {
      await auditor.end()
    }
  },
)
