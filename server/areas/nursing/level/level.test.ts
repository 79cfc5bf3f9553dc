// Nursing levels and their projects, in the demo house: whom a change reaches, what it changes, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { CareUnit, clocksOn, type FrequencyData } from '#contract/nursing/frequency'
import type { LevelData, LevelPreviewData, LevelProjectData, LevelProjectsData } from '#contract/nursing/level'
import { daysAfter, type PlannedProject, taskChange } from '#contract/nursing/levelChange'
import type { CareProjectData } from '#contract/nursing/project'
import { shiftsOf } from '#server/areas/nursing/task/houseShifts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

const LEVELS = '/pims/web-org/levels'
const PROJECTS = '/pims/web-org/projects'
const { day, week, hours, need } = CareUnit.is

let product: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  product = await demoApp({ LOG_LEVEL: 'error' })
  admin = await product.signIn('zhengkai', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => product.close())

const ask = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  more: { body?: object; query?: Record<string, string>; token?: string } = {},
) => product.ask<T>(method, path, { token: admin, ...more })
const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await product.app.pool.query(text, values)).rows

const levels = async (query: Record<string, string> = {}, token = admin) =>
  (await ask<PageInfo<LevelData>>('GET', LEVELS, { query: { page: '1', size: '99', ...query }, token })).data.list
const levelCalled = async (name: string) => (await levels()).find((one) => one.levelName.startsWith(name))!
const projectsOf = async (levelId: string) =>
  (await ask<LevelProjectsData>('GET', `${LEVELS}/${levelId}/projects`)).data
const projectCalled = async (projectName: string) =>
  (await ask<PageInfo<CareProjectData>>('GET', PROJECTS, { query: { projectName, page: '1', size: '9' } })).data
    .list[0]!
async function make(more: object = {}): Promise<LevelData> {
  const made = await ask<LevelData>('POST', LEVELS, { body: { levelName: `等级${newId().slice(-8)}`, ...more } })
  expect(made.status, made.desc).toBe(200)
  return made.data
}
const of = (unit: FrequencyData['unit'], times: number, more: Partial<FrequencyData> = {}): FrequencyData => ({
  unit,
  times,
  clocks: [],
  days: [],
  from: null,
  to: null,
  ...more,
})
const plain = ({ projectId, unit, times, clocks, days, from, to }: LevelProjectData): PlannedProject => ({
  projectId,
  unit,
  times,
  clocks,
  days,
  from,
  to,
})

describe('a level', () => {
  it('is made, found, changed, put in order and deleted', async () => {
    const made = await make({ levelName: ' 术后照护 ', priceFen: 280_000, remark: '出院后一个月' })
    expect(made).toMatchObject({ levelName: '术后照护', priceFen: 280_000, residents: 0, projectCount: 0, version: 1 })
    expect((await levels({ levelName: 'shzh' })).map((one) => one.levelName)).toEqual(['术后照护'])
    const { levelId } = made
    const saved = await ask<LevelData>('PUT', `${LEVELS}/${levelId}`, {
      body: { levelName: '术后康复', enabled: false, version: 1 },
    })
    expect(saved.data).toMatchObject({
      levelName: '术后康复',
      priceFen: 280_000,
      remark: null,
      enabled: false,
      version: 2,
    })
    expect((await levels({ enabled: '1' })).some((one) => one.levelId === levelId)).toBe(false)
    const stale = await ask('PUT', LEVELS, { body: { levelId, levelName: '术后', version: 1 } })
    expect(stale.status).toBe(refusals.CHANGED_MEANWHILE[0])
    const order = [levelId, ...(await levels()).map((one) => one.levelId).filter((one) => one !== levelId)]
    await ask('PUT', `${LEVELS}/sort`, { body: { sorts: order.map((id, i) => ({ levelId: id, sort: i + 1 })) } })
    expect((await levels())[0]!.levelId).toBe(levelId)
    expect((await ask('DELETE', `${LEVELS}/${levelId}`)).status).toBe(200)
    expect((await ask('GET', `${LEVELS}/${levelId}`)).status).toBe(refusals.NOT_FOUND[0])
  })

  it('is refused without a name of its own, also by two at once', async () => {
    for (const levelName of ['', '  ', '自理', 'x'.repeat(21)]) {
      const answer = await ask('POST', LEVELS, { body: { levelName } })
      expect([levelName, answer.data]).toEqual([levelName, expect.objectContaining({ field: 'levelName' })])
    }
    const same = await Promise.all([1, 2, 3].map(() => ask('POST', LEVELS, { body: { levelName: '同名等级' } })))
    expect(same.filter((one) => one.status === 200)).toHaveLength(1)
    expect(same.filter((one) => one.status === refusals.ALREADY_EXISTS[0])).toHaveLength(2)
    expect((await ask('POST', LEVELS, { body: { levelName: '负价', priceFen: -1 } })).data).toMatchObject({
      field: 'priceFen',
    })
    expect((await ask('PUT', LEVELS, { body: { levelName: '哪一个' } })).status).toBe(refusals.INVALID_INPUT[0])
  })

  it('that somebody has is not deleted and says who', async () => {
    const full = await levelCalled('全护理')
    const [counted] = await sql<{ living: number; stays: number }>(
      `select (select count(*)::int from oldman where org_id = $1 and level_id = $2 and status in (1, 4)) as living,
        (select count(*)::int from stay_level where org_id = $1 and level_id = $2) as stays`,
      [DEMO_ORG, full.levelId],
    )
    expect(full.residents).toBe(counted!.living)
    expect(counted!.living).toBeGreaterThan(0)
    const answer = await ask('DELETE', `${LEVELS}/${full.levelId}`)
    expect(answer.status).toBe(refusals.IN_USE[0])
    expect(answer.desc).toContain(`${counted!.living} 位在住老人`)
    expect(answer.desc).toContain(`${counted!.stays} 段居住记录`)
    expect(answer.desc).toContain('请停用')
  })

  it('named by a rule of the alarms is not deleted', async () => {
    const { levelId } = await make()
    await sql(
      `update alarm_rule set scope = 'LEVEL', scope_ids = jsonb_build_array($2::text)
        where org_id = $1 and rule_id = (select min(rule_id) from alarm_rule where org_id = $1)`,
      [DEMO_ORG, levelId],
    )
    const answer = await ask('DELETE', `${LEVELS}/${levelId}`)
    expect(answer.desc).toContain('1 条告警或定位规则')
  })

  it('tells no nurse its price', async () => {
    expect((await levels({}, nurse)).every((one) => one.priceFen === null)).toBe(true)
    const { levelId } = await make({ priceFen: 100_000 })
    expect((await ask<LevelData>('GET', `${LEVELS}/${levelId}`, { token: nurse })).data.priceFen).toBeNull()
    expect((await ask('PUT', LEVELS, { body: { levelId, levelName: '护士改的' }, token: nurse })).status).toBe(
      refusals.NO_PERMISSION[0],
    )
  })
})

describe('the projects of a level', () => {
  const save = (levelId: string, projects: readonly object[], more: object = {}) =>
    ask<LevelProjectsData>('PUT', `${LEVELS}/${levelId}/projects`, { body: { projects, ...more } })
  const preview = async (levelId: string, projects: readonly object[]) =>
    (await ask<LevelPreviewData>('POST', `${LEVELS}/${levelId}/projects/preview`, { body: { projects } })).data

  it('are saved whole, as plainly as they were meant, by category', async () => {
    const { levelId } = await make()
    const [bath, feed] = [await projectCalled('助浴'), await projectCalled('喂食')]
    const sent = [
      {
        projectId: feed.projectId,
        ...of(day, 2, { clocks: ['18:00', '07:00'], days: [3], from: '08:00', to: '09:00' }),
      },
      { projectId: bath.projectId, ...of(week, 2, { days: [5, 2], clocks: ['09:30'] }) },
    ]
    const saved = await save(levelId, sent, { version: 1 })
    expect(saved.status, saved.desc).toBe(200)
    expect(saved.data).toMatchObject({ version: 2, residents: 0 })
    expect(saved.data.projects.map(plain)).toEqual([
      { projectId: bath.projectId, ...of(week, 2, { days: [2, 5], clocks: ['09:30'] }) },
      { projectId: feed.projectId, ...of(day, 2, { clocks: ['07:00', '18:00'] }) },
    ])
    expect((await save(levelId, sent, { version: 1 })).status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect((await save(levelId, [{ projectId: feed.projectId, ...of(need, 1) }])).data.projects).toHaveLength(1)
    expect((await save(levelId, [])).data.projects).toEqual([])
  })

  it('are refused with what is wrong with which, before and when saving', async () => {
    const { levelId } = await make()
    const bath = await projectCalled('助浴')
    const { categoryId } = bath
    const off = await ask<CareProjectData>('POST', PROJECTS, {
      body: {
        projectName: '停用的项目',
        categoryId,
        minutes: 5,
        window: 2,
        needsPhoto: false,
        needsScan: false,
        needsSigns: [],
        needsEvaluation: false,
        enabled: false,
      },
    })
    const { projectId } = bath
    const wrong: [object[], string][] = [
      [[{ projectId: newId(), ...of(day, 1) }], '护理项目不存在'],
      [
        [
          { projectId, ...of(day, 1) },
          { projectId, ...of(need, 1) },
        ],
        '“助浴”出现了两次',
      ],
      [[{ projectId, ...of(week, 2, { days: [1] }) }], '助浴：每周 2 次要选 2 天'],
      [[{ projectId, ...of(hours, 2, { from: '08:00' }) }], '助浴：起止时刻要一起填'],
      [[{ projectId, ...of(day, 25) }], ''],
      [[{ projectId, ...of(day, 1, { clocks: ['25:00'] }) }], ''],
      [[{ projectId: off.data.projectId, ...of(day, 1) }], '“停用的项目”已停用'],
    ]
    for (const [projects, sentence] of wrong) {
      const answers = [
        await save(levelId, projects),
        await ask('POST', `${LEVELS}/${levelId}/projects/preview`, { body: { projects } }),
      ]
      for (const answer of answers) {
        expect(answer.desc).toContain(sentence)
        expect([sentence, answer.status === 200, answer.data]).toEqual([
          sentence,
          false,
          expect.objectContaining({ field: 'projects' }),
        ])
      }
    }
    expect((await projectsOf(levelId)).projects).toEqual([])
    expect((await ask('GET', `${LEVELS}/${newId()}/projects`)).status).toBe(refusals.NOT_FOUND[0])
    expect((await save(newId(), [])).status).toBe(refusals.NOT_FOUND[0])
  })

  it('keep one that is switched off meanwhile', async () => {
    const { levelId } = await make()
    const one = await projectCalled('手指操')
    const sent = [{ projectId: one.projectId, ...of(day, 1) }]
    await save(levelId, sent)
    await sql('update care_project set enabled = false where org_id = $1 and project_id = $2', [
      DEMO_ORG,
      one.projectId,
    ])
    expect((await save(levelId, sent)).data.projects).toMatchObject([{ enabled: false }])
    await sql('update care_project set enabled = true where org_id = $1 and project_id = $2', [DEMO_ORG, one.projectId])
  })

  it('say before saving what saving then changes', async () => {
    const full = await levelCalled('全护理')
    const before = (await projectsOf(full.levelId)).projects
    const [turn, bath, oral] = ['翻身拍背', '助浴', '口腔清洁'].map(
      (name) => before.find((one) => one.projectName === name)!,
    )
    const exercise = await projectCalled('吞咽训练')
    const after = before
      .filter((one) => one !== bath && one.projectId !== exercise.projectId)
      .map(plain)
      .map((one) => {
        if (one.projectId === turn!.projectId) return { ...one, times: 3 }
        if (one.projectId === oral!.projectId) return { ...one, clocks: ['07:15', '19:15'] }
        return one
      })
      .concat({ projectId: exercise.projectId, ...of(day, 1, { clocks: ['10:00'] }) })
    const following = await sql(
      `select distinct oldman_id from care_plan where org_id = $1 and level_id = $2 and state = 'ON'`,
      [DEMO_ORG, full.levelId],
    )
    const seen = await preview(full.levelId, after)
    expect(await projectsOf(full.levelId)).toMatchObject({ version: full.version })
    const saved = (await save(full.levelId, after, { version: full.version })).data.projects
    const shifts = await shiftsOf(product.app.pool, DEMO_ORG)
    const days = daysAfter(dayText(), 7)
    const tasks = (projects: readonly LevelProjectData[]) =>
      days.flatMap((on) =>
        projects.flatMap((one) => clocksOn(one, on, shifts).map((at) => `${on} ${at} ${one.projectId}`)),
      )
    const [was, is] = [tasks(before), tasks(saved)]
    // Everybody with an enabled plan of the level, which nobody has changed for one elder here.
    expect(seen.residents).toBe(full.residents)
    const touched = following.length
    expect([touched > 0, seen.touched]).toEqual([true, touched])
    expect(seen.after - seen.before).toBe((is.length - was.length) * touched)
    const gone = was.filter((one) => !is.includes(one)).length * touched
    const come = is.filter((one) => !was.includes(one)).length * touched
    expect([seen.removed + seen.moved, seen.added + seen.moved]).toEqual([gone, come])
    expect(seen.days.map((one) => one.day)).toEqual([dayText(), ...days])
    // Once a week less, once a day more, every three hours instead of two, and one in the morning half an hour later.
    expect(taskChange(before, saved, days, shifts)).toEqual({
      before: was.length,
      after: is.length,
      added: 7,
      removed: 1 + 7 * 4,
      moved: 7 * (1 + 4),
    })
    const minutes = 15 - 4 * 6 - 40 / 7
    expect(Math.abs(seen.minutesAfter - seen.minutesBefore - minutes)).toBeLessThan(1)
    // Saved again, nothing changes.
    expect(await preview(full.levelId, after)).toMatchObject({ added: 0, removed: 0, moved: 0 })
  })

  it('are written by one of two who save the same version', async () => {
    const { levelId, version } = await make()
    const one = await projectCalled('喂食')
    const both = await Promise.all(
      [1, 2].map((times) => save(levelId, [{ projectId: one.projectId, ...of(day, times) }], { version })),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([200, refusals.CHANGED_MEANWHILE[0]])
  })

  it('hold in the table what holds in the form', async () => {
    const { levelId } = await make()
    const one = await projectCalled('喂食')
    const insert = (unit: number, times: number, clocks: string, days: string) =>
      sql(
        `insert into level_project (org_id, level_id, project_id, unit, times, clocks, days)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        [DEMO_ORG, levelId, one.projectId, unit, times, clocks, days],
      )
    for (const [unit, times, clocks, days] of [
      [day, 2, '{08:00}', '{}'],
      [week, 2, '{}', '{1}'],
      [week, 1, '{}', '{8}'],
      [hours, 2, '{08:00}', '{}'],
      [need, 25, '{}', '{}'],
    ] as const) {
      await expect(insert(unit, times, clocks, days)).rejects.toThrow('level_project_')
    }
  })
})
