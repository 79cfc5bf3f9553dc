// Four nurses at once do whatever they can think of: set out, check, give, refuse, take back, put back, end and pause settings,
// bring new boxes. After every step stock, takes and what is on paper still agree, and nothing was given twice.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { elderCode } from '#contract/nursing/careCode'
import { type RoundHouse, roundHouse, USE } from '#server/areas/drug/test/roundHouse'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { chance } from '#server/kit/chance'
import { markMissedTakes } from './takeNight.ts'

const STEPS = 320
const NURSES = ['zhou', 'wang', 'lu', 'chen'] as const

let house: RoundHouse
const elders: Resident[] = []
const drugs: string[] = []
/** Takes by their elder. */
const takes: { takeId: string; useId: string; elder: Resident }[] = []

beforeAll(async () => {
  house = await roundHouse()
  const beds = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
  for (const [at, name] of ['王秀兰', '李桂芳', '张桂芳'].entries()) elders.push(await house.elder(name, beds[at]!))
  drugs.push(await house.drug('氨氯地平片'), await house.drug('阿卡波糖片', { high_alert: 'SUGAR' }))
  for (const elder of elders) {
    for (const [at, drugId] of drugs.entries()) {
      await house.stock(elder.oldmanId, drugId, 9, 200)
      await house.stock(elder.oldmanId, drugId, 6, 100)
      const use = await house.use(elder.oldmanId, drugId, {
        clocks: [at === 0 ? '03:31' : '03:32'],
        dose: at === 0 ? 0.5 : 1,
      })
      for (let n = 0; n < 10; n++)
        takes.push({ takeId: await house.take(use.useId, n * 3 - 8), useId: use.useId, elder })
    }
  }
})
afterAll(() => house.close())

/** Each a sentence about what must never be; empty when all is well. */
const FAULTS = `
  select 'stock of ' || s.stock_id || ' is not the sum of its movements' as fault from drug_stock s where s.org_id = $1
    and s.quantity <> (select coalesce(sum(m.delta), 0) from drug_move m where m.org_id = s.org_id and m.stock_id = s.stock_id)
  union all select 'stock below nought' from drug_stock where org_id = $1 and quantity < 0
  union all select 'take ' || t.take_id || ' drew otherwise than it says' from drug_take t where t.org_id = $1
    and coalesce((select -sum(m.delta) from drug_move m where m.org_id = t.org_id and m.take_id = t.take_id), 0)
      <> t.dose * (t.drawn::int + (select count(*) from drug_take_act a where a.org_id = t.org_id and a.take_id = t.take_id
        and a.act = 'retry' and a.words is not null))
  union all select 'checked by who set out' from drug_take where org_id = $1 and checked_by = set_out_by
  union all select 'take ' || a.take_id || ' was given twice' from drug_take_act a where a.org_id = $1 and a.act in ('give', 'late')
    and not exists (select from drug_take_act b where b.org_id = a.org_id and b.take_id = a.take_id and b.undoes = a.step)
    group by a.take_id having count(*) > 1
  union all select 'take ' || t.take_id || ' stands otherwise than its last act' from drug_take t
    join lateral (select a.to_state from drug_take_act a where a.org_id = t.org_id and a.take_id = t.take_id order by a.step desc limit 1) z on true
    where t.org_id = $1 and z.to_state <> t.state and t.state not in ('MISSED', 'PAUSED', 'WAITING')
  union all select 'batch out of turn' from drug_move m join drug_stock s on s.org_id = m.org_id and s.stock_id = m.stock_id
    where m.org_id = $1 and m.keep_type = 6 and s.expiry < m.day`

it('keeps stock, takes and paper in agreement whatever four nurses do at once', async () => {
  const luck = chance(20_261_119)
  const answered = new Map<number, number>()
  const done = new Map<string, number>()
  const act = async (nurse: (typeof NURSES)[number]) => {
    const { takeId, elder, useId } = luck.pick(takes)
    const one = { takeIds: [takeId] }
    const dice = luck.below(100)
    const [name, answer] =
      dice < 22
        ? (['setOut', house.press('setOut', one, nurse)] as const)
        : dice < 44
          ? ([
              'check',
              house.press('check', { ...one, scanned: elderCode(elder.oldmanId), allRight: true }, nurse),
            ] as const)
          : dice < 62
            ? (['give', house.press('add', { ...one, result: 'given' }, nurse)] as const)
            : dice < 70
              ? ([
                  'refuse',
                  house.press(
                    'add',
                    { ...one, result: 'refused', reason: '不想吃', opened: luck.below(2) === 0 },
                    nurse,
                  ),
                ] as const)
              : dice < 78
                ? (['undo', house.press('undo', one, nurse)] as const)
                : dice < 85
                  ? (['putBack', house.press('putBack', one, nurse)] as const)
                  : dice < 91
                    ? (['retry', house.press('retry', one, nurse)] as const)
                    : dice < 94
                      ? (['vomit', house.press('add', { ...one, result: 'vomited', reason: '服后' }, nurse)] as const)
                      : dice < 97
                        ? ([
                            'pause',
                            house.ask('POST', `${USE}/useIds`, {
                              token: house.tokens[nurse],
                              body: { useIds: [useId], act: luck.below(2) === 0 ? 'pause' : 'resume', reason: '术前' },
                            }),
                          ] as const)
                        : (['miss', markMissedTakes(house.app).then(() => ({ status: 200, desc: '' }))] as const)
    const { status, desc } = await answer
    answered.set(status, (answered.get(status) ?? 0) + 1)
    if (status === 200) done.set(name, (done.get(name) ?? 0) + 1)
    // Whatever is refused is refused in words, never by a defect.
    if (![200, 40400, 40901, 42200].includes(status)) throw new Error(`${name}: ${status} ${desc}`)
  }
  for (let step = 0; step < STEPS; step++) {
    await Promise.all(NURSES.map(act))
    if (step % 40 === 39) await house.stock(luck.pick(elders).oldmanId, luck.pick(drugs), 1 + luck.below(3), 60 + step)
    const faults = await house.sql<{ fault: string }>(FAULTS, [house.orgId])
    expect(faults, `step ${step}`).toEqual([])
  }
  // It was about something: everything was done many times, and much was refused.
  for (const name of ['setOut', 'check', 'give', 'refuse', 'undo', 'putBack', 'retry']) {
    expect(done.get(name) ?? 0, name).toBeGreaterThan(1)
  }
  expect(answered.get(40901) ?? 0).toBeGreaterThan(100)
}, 240_000)
