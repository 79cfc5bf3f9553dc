// What is proposed for a month: it breaks no rule, touches nothing that was planned, explains what stays open, and comes
// whatever happens to the solver.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentCodes,
  coverageOf,
  daysOf,
  lastOfMonth,
  type RosterMonth,
  type RosterPerson,
  type RosterShift,
  ruleCells,
  rulePerson,
  shiftsById,
  unfold,
} from '#contract/administration/rosterMonth'
import { addDays, ROSTER_RULES, rosterFaults, withCells } from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'
import { type Proposal, propose } from './propose.ts'
import { limitsFor, type SolverLimits } from './solve.ts'

const MONTH = '2026-12'
const WARD = 'ward'
const shift = (shiftPkId: string, startMinute: number, endMinute: number, night: boolean): RosterShift => ({
  shiftPkId,
  shiftName: shiftPkId,
  shortName: shiftPkId.slice(0, 1),
  tone: night ? 'night' : 'day',
  startMinute,
  endMinute,
  workMinutes: endMinute - startMinute - 30,
  night,
  enabled: true,
})
const DAY = shift('白班', 450, 1_170, false)
const NIGHT = shift('夜班', 1_170, 1_890, true)
const SHIFTS = [DAY, NIGHT]
const codes = contentCodes(SHIFTS)

interface Given {
  /** Shift, or a kind, by day of the month; with a version, and drafted where it says so. */
  cells?: Record<string, { shift?: RosterShift; kind?: 'REST' | 'TRAIN'; draft?: boolean }>
  more?: Partial<RosterPerson>
}

const person = (empId: string, { cells = {}, more = {} }: Given = {}): RosterPerson => ({
  empId,
  empName: empId,
  deptId: WARD,
  team: null,
  postName: null,
  jobIds: [],
  from: addDays(`${MONTH}-01`, -14),
  to: addDays(lastOfMonth(MONTH), 7),
  leaves: [],
  certificates: [],
  noNightFrom: null,
  noNightTo: null,
  noNightReason: null,
  leftOn: null,
  ...more,
  cells: Object.entries(cells).map(([day, one]) => {
    const content = { kind: one.shift ? CellKind.is.SHIFT : one.kind!, shiftPkId: one.shift?.shiftPkId ?? null }
    const code = codes.codeOf(content)
    return [Number(day) + 13, one.draft ? -1 : code, one.draft ? code : -2, 3]
  }),
})

const need = (of: RosterShift, people: number, more: Partial<RosterMonth['needs'][number]> = {}) => ({
  needId: `${of.shiftPkId} ${more.days ?? ''}`,
  deptId: WARD,
  deptName: '松鹤楼护理组',
  deptIds: [WARD],
  shiftPkId: of.shiftPkId,
  days: 'ALL' as const,
  people,
  certified: 0,
  certificate: null,
  jobIds: [],
  ...more,
})

const month = (
  people: readonly RosterPerson[],
  needs: RosterMonth['needs'],
  more: Partial<RosterMonth> = {},
): RosterMonth => ({
  month: MONTH,
  today: '2026-11-19',
  first: addDays(`${MONTH}-01`, -14),
  last: addDays(lastOfMonth(MONTH), 7),
  shifts: SHIFTS,
  holidays: [],
  needs,
  rules: ROSTER_RULES,
  people: [...people],
  names: [],
  ...more,
})

const quick: SolverLimits = { ...limitsFor(5), milliseconds: 3_000 }

/** Faults that are there with the proposal and were not there without it; what it wrote where something stood. */
function wrongs(asked: RosterMonth, said: Proposal): string[] {
  const shifts = shiftsById(asked.shifts)
  const all = unfold(asked)
  const span = { from: asked.first, to: asked.last }
  return asked.people.flatMap((one) => {
    const standing = all.get(one.empId)!
    const own = said.cells.filter((cell) => cell.empId === one.empId)
    const fixed = ruleCells(standing, shifts)
    const given = own.map((cell) => ({ day: cell.day, kind: CellKind.is.SHIFT, shift: shifts.get(cell.shiftPkId)! }))
    const keys = (cells: typeof fixed) =>
      rosterFaults(cells, rulePerson(one), asked.rules, span).map((fault) => `${fault.code} ${fault.days.join()}`)
    const before = new Set(keys(fixed))
    return [
      ...keys(withCells(fixed, given)).filter((key) => !before.has(key)),
      ...own.filter((cell) => standing.has(cell.day)).map((cell) => `${cell.day} was planned`),
      ...own
        .filter((cell) => cell.day < asked.today || !cell.day.startsWith(asked.month))
        .map((cell) => `${cell.day} is not in it`),
      ...(new Set(own.map((cell) => cell.day)).size < own.length ? ['two shifts in a day'] : []),
    ]
  })
}

const carers = (count: number) => Array.from({ length: count }, (_, at) => person(`p${String(at).padStart(2, '0')}`))

describe('a proposal', () => {
  it('fills an empty month, evenly', async () => {
    const asked = month(carers(8), [need(DAY, 2), need(NIGHT, 1)])
    const said = await propose(asked, quick)
    expect(wrongs(asked, said)).toEqual([])
    expect(said).toMatchObject({ lacks: 0, gaps: [], failure: null })
    expect(said.cells).toHaveLength(31 * 3)
    const nights = said.people.map((one) => one.after.nights)
    expect(Math.max(...nights) - Math.min(...nights)).toBeLessThanOrEqual(2)
    const minutes = said.people.map((one) => one.after.minutes)
    expect(Math.max(...minutes) - Math.min(...minutes)).toBeLessThanOrEqual(3 * DAY.workMinutes)
  })

  it('leaves what was published or drafted, and days gone by', async () => {
    const those = [
      person('a', { cells: { 20: { shift: DAY }, 21: { kind: 'REST', draft: true } } }),
      person('b', { cells: { 20: { kind: 'TRAIN' } } }),
      person('c'),
    ]
    const asked = month(those, [need(DAY, 1)], { today: `${MONTH}-20` })
    const said = await propose(asked, quick)
    expect(wrongs(asked, said)).toEqual([])
    expect(said.cells.filter((one) => one.day === `${MONTH}-20`)).toEqual([])
    expect(said.cells.filter((one) => one.day === `${MONTH}-21` && one.empId === 'a')).toEqual([])
    expect(said.lacks).toBe(0)
  })

  it('says of every gap who could not come, and why', async () => {
    const leave = [{ kind: 'SICK' as const, fromAt: `${MONTH}-10 00:00:00`, toAt: `${MONTH}-11 00:00:00` }]
    const those = [
      person('a', { more: { leaves: leave } }),
      person('b', { cells: { 9: { shift: NIGHT } } }),
      person('c', { cells: { 10: { kind: 'REST' } } }),
      person('d', { more: { leftOn: `${MONTH}-01` } }),
    ]
    const onlyThe10th = month(those, [need(DAY, 4)], { today: `${MONTH}-10` })
    const said = await propose(onlyThe10th, quick)
    const gap = said.gaps.find((one) => one.day === `${MONTH}-10`)!
    expect(gap).toMatchObject({ people: 0, wanted: 4, missing: 4 })
    expect(gap.reasons).toEqual(
      expect.arrayContaining([
        { text: '请假', people: 1 },
        { text: '夜班后休息不足', people: 1 },
        { text: '已排休息', people: 1 },
        { text: '已离职', people: 1 },
      ]),
    )
    expect(gap.text).toContain('请假 1')
  })

  it('gives certified people where the need asks for them, and says where there is none', async () => {
    const nurse = person('n', { more: { certificates: [{ kind: 'NURSE', validTo: `${MONTH}-20` }] } })
    const asked = month([nurse, ...carers(3)], [need(DAY, 1, { certified: 1, certificate: 'NURSE' })], {
      today: `${MONTH}-19`,
    })
    const said = await propose(asked, quick)
    const on = (day: string) => said.cells.filter((one) => one.day === `${MONTH}-${day}`).map((one) => one.empId)
    expect([on('19'), on('20')]).toEqual([['n'], ['n']])
    expect(said.gaps.find((one) => one.day === `${MONTH}-21`)?.text).toContain('没有证书')
  })

  it('comes when nothing is possible: what is wanted becomes a gap', async () => {
    const asked = month(carers(2), [need(DAY, 50), need(NIGHT, 50)])
    const said = await propose(asked, quick)
    expect(wrongs(asked, said)).toEqual([])
    expect(said.cells.length).toBeGreaterThan(0)
    expect(said.gaps).toHaveLength(62)
    expect(said.gaps.every((one) => one.text !== '')).toBe(true)
  })

  it.each([
    ['never answers', 'setInterval(() => undefined, 1000); while (true) {}', null],
    ['fails', 'throw new Error("no memory")', 'no memory'],
    [
      'says what breaks the rules',
      `import { parentPort, workerData } from 'node:worker_threads'
      parentPort.postMessage({ done: new Float64Array(workerData.program.cost.length).fill(1) })`,
      null,
    ],
  ])('is what was filled one by one where the solver %s', async (_, code, failure) => {
    const asked = month(carers(5), [need(DAY, 2), need(NIGHT, 1)])
    const thread = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    const said = await propose(asked, { ...quick, milliseconds: failure ? 60_000 : 1_900, thread })
    expect(wrongs(asked, said)).toEqual([])
    expect(said.cells.length).toBeGreaterThan(31)
    if (failure) expect(said.failure).toContain(failure)
  })

  it('has no time for the solver and comes all the same', async () => {
    const asked = month(carers(4), [need(DAY, 1)])
    const said = await propose(asked, { ...quick, milliseconds: 0 })
    expect(said).toMatchObject({ lacks: 0, failure: null })
  })

  const cell = fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ shift: fc.constantFrom(...SHIFTS), draft: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('REST' as const, 'TRAIN' as const), draft: fc.boolean() }),
    },
  )
  const someone = fc.record({
    cells: fc.array(cell, { minLength: 31, maxLength: 31 }),
    leave: fc.option(fc.integer({ min: 1, max: 28 })),
    noNight: fc.boolean(),
    certified: fc.boolean(),
  })
  it('breaks no rule in any house, and fills no less than one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someone, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 2 }),
        fc.constantFrom(8, 11, 12),
        async (those, byDay, byNight, restHours) => {
          const people = those.map((one, at) =>
            person(`p${at}`, {
              cells: Object.fromEntries(one.cells.flatMap((what, day) => (what ? [[day + 1, what]] : []))),
              more: {
                certificates: one.certified ? [{ kind: 'CARER', validTo: null }] : [],
                noNightFrom: one.noNight ? `${MONTH}-05` : null,
                noNightTo: one.noNight ? `${MONTH}-25` : null,
                leaves:
                  one.leave === null
                    ? []
                    : [
                        {
                          kind: 'ANNUAL',
                          fromAt: `${addDays(`${MONTH}-01`, one.leave)} 12:00:00`,
                          toAt: `${addDays(`${MONTH}-03`, one.leave)} 00:00:00`,
                        },
                      ],
              },
            }),
          )
          const needs = [
            need(NIGHT, byNight, { certified: 1, certificate: 'CARER' }),
            ...(byDay > 0 ? [need(DAY, byDay)] : []),
          ]
          const asked = month(people, needs, { rules: { ...ROSTER_RULES, restHours } })
          const said = await propose(asked, { ...quick, milliseconds: 2_000 })
          expect(wrongs(asked, said)).toEqual([])
          const lacking = coverageOf(asked, unfold(asked), daysOf(`${MONTH}-01`, lastOfMonth(MONTH)))
          expect(said.lacked).toBe(lacking.reduce((sum, one) => sum + one.missing, 0))
          expect(said.gaps.every((one) => one.missing > 0 && one.text.length > 0)).toBe(true)
        },
      ),
      { numRuns: 12 },
    )
  })
})
