// The night goes on: every process is killed in every state while mattresses speak and buttons are pressed. Afterwards
// devices are acknowledged again, nothing that was acknowledged is missing, and every press is an alarm or a repetition.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '#server/kit/ownership'
import { beginNight, dice, type Night } from './kit/night.ts'
import { until, within } from './kit/until.ts'

const BEDS = 20
const LIMIT = 240_000
/**
 * The random night kills servers that have just begun, and each time the next start is put off longer: on a busy machine
 * it lasts for minutes. Every wait in it has a limit of its own; what comes before the end of the test says where it hangs.
 */
const LONG_NIGHT = { hangs: 560_000, limit: 600_000 }

let night: Night

beforeAll(async () => {
  night = await beginNight(BEDS)
}, LIMIT)
afterAll(async () => {
  await night?.end()
})

const kill = (pid: number) => void process.kill(pid, 'SIGKILL')
const anotherServer = (than: number | undefined) =>
  until(() => ![undefined, than].includes(night.server()), 'another server')
const anotherPostmaster = (than: number) => until(() => night.postmaster() !== than, 'another PostgreSQL')

/** Every button is pressed while it happens, and does not wait for the end of it. */
async function struck(strike: () => Promise<void>): Promise<void> {
  const presses = night.buttons.map((one) => night.press(one))
  await strike()
  await night.acknowledgedAgain()
  await Promise.all(presses)
  await night.ready()
}

const STRIKES: readonly [string, () => Promise<void>][] = [
  ['a process of PostgreSQL', async () => void kill(await night.backend())],
  [
    'PostgreSQL: the server goes on',
    async () => {
      const [server, postgres] = [night.server(), night.postmaster()]
      kill(postgres)
      await anotherPostmaster(postgres)
      expect(night.server()).toBe(server)
    },
  ],
  [
    'PostgreSQL, and again while it recovers',
    async () => {
      const postgres = night.postmaster()
      kill(postgres)
      await anotherPostmaster(postgres)
      kill(night.postmaster())
    },
  ],
  [
    'the server: its PostgreSQL is taken over',
    async () => {
      const [server, postgres] = [night.server()!, night.postmaster()]
      kill(server)
      await anotherServer(server)
      await night.ready()
      expect(night.postmaster()).toBe(postgres)
    },
  ],
  [
    'the PostgreSQL that was taken over: the server goes on',
    async () => {
      const [server, postgres] = [night.server(), night.postmaster()]
      kill(postgres)
      await anotherPostmaster(postgres)
      expect(night.server()).toBe(server)
    },
  ],
  [
    'the server, and the next one while it starts',
    async () => {
      const server = night.server()!
      kill(server)
      await anotherServer(server)
      kill(night.server()!)
    },
  ],
  [
    'PostgreSQL, and the server while it brings it back',
    async () => {
      const [server, postgres] = [night.server()!, night.postmaster()]
      kill(postgres)
      kill(server)
      await anotherServer(server)
    },
  ],
  [
    'the server, and PostgreSQL while the next one starts',
    async () => {
      const server = night.server()!
      kill(server)
      await anotherServer(server)
      kill(night.postmaster())
    },
  ],
  [
    'the one who watches: everything ends by itself, and a new start finds it all, at once',
    async () => {
      const [server, postgres] = [night.server()!, night.postmaster()]
      kill(night.supervisor())
      night.start()
      await anotherServer(server)
      expect([server, postgres].filter(isAlive)).toEqual([])
    },
  ],
  [
    'all three',
    async () => {
      const all = [night.supervisor(), night.server()!, night.postmaster()]
      for (const pid of all) kill(pid)
      night.start()
      await anotherServer(all[1])
    },
  ],
]

test(
  'each process is killed in each state',
  async () => {
    for (const [what, strike] of STRIKES) {
      const began = Date.now()
      await struck(strike).catch((error: unknown) => {
        throw new Error(`killed ${what}\n${night.printed().slice(-2_000)}`, { cause: error })
      })
      if (process.env.NIGHT_TIMES) console.log(`${((Date.now() - began) / 1_000).toFixed(1)} s  ${what}`)
    }
  },
  LIMIT,
)

test(
  'without a database the server lives and says what is missing; a signal ends it there, and in the middle of a start',
  async () => {
    expect(await night.health('live')).toMatchObject({ status: 200 })
    const presses: Promise<void>[] = []
    await night.withoutDatabase(async () => {
      kill(night.postmaster())
      await until(async () => (await night.health('ready')).status === 503, "the database's absence")
      expect((await night.health('ready')).body.missing).toEqual(['database'])
      expect(await night.health('live')).toMatchObject({ status: 200 })
      presses.push(...night.buttons.map((one) => night.press(one)))
      const [supervisor, server] = [night.supervisor(), night.server()!]
      process.kill(supervisor, 'SIGTERM')
      await until(() => ![supervisor, server].some(isAlive), 'their end')
    })
    const said = night.printed().length
    night.start()
    await until(async () => (await night.health('ready')).body.missing?.[0] === 'start', 'the start')
    expect(await night.health('live')).toMatchObject({ status: 200 })
    const [supervisor, server] = [night.supervisor(), night.server()]
    process.kill(supervisor, 'SIGTERM')
    await until(() => ![supervisor, server ?? supervisor].some(isAlive) && night.server() === undefined, 'their end')
    expect(night.printed().slice(said)).not.toContain('颐园已启动')
    night.start()
    await night.acknowledgedAgain()
    await Promise.all(presses)
  },
  LIMIT,
)

test(
  'a night of random clocks and kills: every press is found',
  async () => {
    const seed = Number(process.env.NIGHT_SEED ?? Date.now() % 1_000_000)
    let place = 'before the first round'
    try {
      await within(
        LONG_NIGHT.hangs,
        randomNight(dice(seed), (now) => {
          place = now
        }),
        async () => `${place}\n${await night.state()}`,
      )
    } catch (error) {
      throw new Error(`NIGHT_SEED=${seed}, ${place}\n${night.printed().slice(-2_000)}`, { cause: error })
    }
  },
  LONG_NIGHT.limit,
)

/** It may be on its way itself, after the kill before. */
const killPostmaster = () =>
  until(() => {
    kill(night.postmaster())
    return true
  }, 'a PostgreSQL to kill')

async function randomNight(roll: () => number, at: (place: string) => void): Promise<void> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)]!
  const presses: Promise<void>[] = []
  for (let round = 0; round < 6; round++) {
    at(`round ${round}, pressing`)
    for (let n = 0; n < 20; n++) {
      presses.push(roll() < 0.8 ? night.press(pick(night.buttons)) : night.again(pick(night.buttons)))
      if (n === 10) {
        const victim = pick(['server', 'postmaster', 'backend', 'both'] as const)
        at(`round ${round}, killing ${victim}`)
        if (victim === 'backend') await night.backend().then(kill, () => undefined)
        if (victim === 'postmaster' || victim === 'both') await killPostmaster()
        const server = night.server()
        if ((victim === 'server' || victim === 'both') && server) kill(server)
        at(`round ${round}, after the kill of ${victim}`)
      }
      await pause(roll() * 80)
    }
    at(`round ${round}, waiting for those that fell`)
    // Now and then the next one falls before they are back.
    if (roll() < 0.6) await night.acknowledgedAgain()
    else await until(() => night.server() !== undefined && isAlive(night.postmaster()), 'somebody to kill')
  }
  at('after the last round')
  await night.acknowledgedAgain()
  at('waiting for the presses')
  // Somebody listens again: no button waits longer than the client needs to find a line that is dead.
  await within(LIMIT, Promise.all(presses), night.state)
  at('counting')
  await night.nothingLost()
}
