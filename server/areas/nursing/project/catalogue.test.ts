// Categories, projects and their prices: what a house makes of its care, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { riskKinds } from '#contract/nursing/assess/kinds'
import type { CategoryData } from '#contract/nursing/category'
import { clocksOn, frequencyFault } from '#contract/nursing/frequency'
import type { LevelData, LevelProjectsData } from '#contract/nursing/level'
import { type CareProjectData, type CareProjectDetailData, CareWindow } from '#contract/nursing/project'
import { presetLevelId, presetLevels } from '#server/areas/nursing/level/levelPresets'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'
import { runStartWorks } from '#server/kit/presets'
import { catalogue, LISTED_LEVELS } from './catalogueList.ts'
import { presetFrequency } from './cataloguePresets.ts'

const CATEGORIES = '/pims/web-org/projectCategorys'
const PROJECTS = '/pims/web-org/projects'
const LEVELS = '/pims/web-org/levels'

let house: House
let admin: string
const people: Record<'reader' | 'editor' | 'pricer', string> = { reader: '', editor: '', pricer: '' }

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'careadmin', isAdmin: true })
  admin = (await house.signInAs('careadmin')).data.token
  for (const [name, codes] of [
    ['reader', ['nursing:project:list']],
    ['editor', ['nursing:project:edit']],
    ['pricer', ['nursing:project:price']],
  ] as const) {
    await house.person({ userName: `care${name}`, codes })
    people[name] = (await house.signInAs(`care${name}`)).data.token
  }
})
afterAll(() => house.close())

const ask = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  more: { body?: object; query?: Record<string, string>; token?: string } = {},
) => house.ask<T>(method, path, { token: admin, ...more })

const categories = async () =>
  (await ask<PageInfo<CategoryData>>('GET', CATEGORIES, { query: { page: '1', size: '999' } })).data.list
const projects = async (query: Record<string, string> = {}, token = admin) =>
  (await ask<PageInfo<CareProjectData>>('GET', PROJECTS, { query: { page: '1', size: '999', ...query }, token })).data
    .list
const project = async (projectId: string, token = admin) =>
  (await ask<CareProjectDetailData>('GET', `${PROJECTS}/${projectId}`, { token })).data

const today = async (more = 0) =>
  (await house.sql<{ day: string }>(`select to_char(current_date + ${more}, 'YYYY-MM-DD') as day`))[0]!.day

async function aCategory(): Promise<string> {
  const made = await ask<CategoryData>('POST', CATEGORIES, { body: { categoryName: `分类${newId().slice(-8)}` } })
  expect(made.status, made.desc).toBe(200)
  return made.data.categoryId
}

const base = {
  minutes: 15,
  window: CareWindow.is.routine,
  needsPhoto: false,
  needsScan: false,
  needsSigns: [] as string[],
  needsEvaluation: false,
}
const body = async (projectName: string, more: object = {}) => ({
  ...base,
  projectName,
  categoryId: await aCategory(),
  ...more,
})
async function make(projectName: string, more: object = {}): Promise<CareProjectDetailData> {
  const made = await ask<CareProjectDetailData>('POST', PROJECTS, { body: await body(projectName, more) })
  expect(made.status, made.desc).toBe(200)
  return made.data
}

describe('what every organisation begins with', () => {
  it('is the whole catalogue, by level', async () => {
    expect((await categories()).map((one) => [one.categoryName, one.projectCount])).toEqual(
      catalogue.map(([name, list]) => [name, list.length]),
    )
    expect((await projects()).map((one) => one.projectName)).toEqual(
      catalogue.flatMap(([, list]) => list.map(([name]) => name)),
    )
    for (const [column, code] of LISTED_LEVELS.entries()) {
      const { data } = await ask<LevelProjectsData>('GET', `${LEVELS}/${presetLevelId(house.orgId, code)}/projects`)
      const wanted = catalogue.flatMap(([, list]) =>
        list.flatMap((one) => {
          const frequency = presetFrequency(one[2].split(' ')[column]!, one)
          return frequency ? [{ projectName: one[0], ...frequency }] : []
        }),
      )
      expect(
        data.projects.map(({ projectName, unit, times, clocks, days, from, to }) => ({
          projectName,
          unit,
          times,
          clocks,
          days,
          from,
          to,
        })),
      ).toEqual(wanted)
    }
  })

  it('has what the risk sheets propose', () => {
    const names = new Set(catalogue.flatMap(([, list]) => list.map(([name]) => name)))
    const proposed = riskKinds.flatMap((kind) => [
      ...(kind.proposes ?? []),
      ...kind.sections.flatMap((one) => one.proposes ?? []),
    ])
    expect(proposed.length).toBeGreaterThan(0)
    expect(proposed.map((one) => one.project).filter((name) => !names.has(name))).toEqual([])
  })

  it('names every level, has no fault, and leaves the midday rest to what cannot wait', () => {
    expect([...LISTED_LEVELS].sort()).toEqual(presetLevels.map(([code]) => code).sort())
    const urgent = ['翻身拍背', '日间巡视', '防走失点名']
    const shifts = [
      { name: '白班', from: '08:00' },
      { name: '夜班', from: '20:00' },
    ]
    for (const one of catalogue.flatMap(([, list]) => list)) {
      const codes = one[2].split(' ')
      expect(codes).toHaveLength(LISTED_LEVELS.length)
      for (const code of codes) {
        const frequency = presetFrequency(code, one)
        if (!frequency) continue
        expect([one[0], frequencyFault(frequency)]).toEqual([one[0], null])
        const resting = clocksOn(frequency, '2026-11-16', shifts).filter((at) => at >= '12:00' && at < '14:00')
        if (!urgent.includes(one[0])) expect([one[0], code, resting]).toEqual([one[0], code, []])
      }
    }
  })

  it('comes to a running organisation without any category, and only there', async () => {
    const count = async () =>
      (
        await house.sql<{ n: number }>('select count(*)::int as n from care_project where org_id = $1', [house.orgId])
      )[0]!.n
    const before = await count()
    await house.sql(
      'delete from care_category c where not exists (select 1 from care_project p where p.org_id = c.org_id and p.category_id = c.category_id)',
    )
    const gone = (await projects()).find((one) => one.projectName === '送餐到房')!
    await house.sql('delete from level_project where project_id = $1', [gone.projectId])
    await house.sql('delete from care_project where project_id = $1', [gone.projectId])
    await runStartWorks(house.app)
    expect(await count()).toBe(before - 1)
    for (const table of ['level_project', 'care_project', 'care_category'])
      await house.sql(`delete from ${table} where org_id = $1`, [house.orgId])
    await runStartWorks(house.app)
    expect(await count()).toBe(before)
  })
})

describe('a category', () => {
  it('is made, changed, put in order and deleted', async () => {
    const made = await ask<CategoryData>('POST', CATEGORIES, { body: { categoryName: ' 安宁照护 ' } })
    expect(made.data).toMatchObject({ categoryName: '安宁照护', enabled: true, projectCount: 0, version: 1 })
    const { categoryId } = made.data
    const byPath = await ask<CategoryData>('PUT', `${CATEGORIES}/${categoryId}`, {
      body: { categoryName: '安宁疗护', enabled: false, version: 1 },
    })
    expect(byPath.data).toMatchObject({ categoryName: '安宁疗护', enabled: false, version: 2 })
    const stale = await ask('PUT', CATEGORIES, { body: { categoryId, categoryName: '临终关怀', version: 1 } })
    expect(stale.status).toBe(refusals.CHANGED_MEANWHILE[0])
    const sorts = [categoryId, ...(await categories()).map((one) => one.categoryId).filter((one) => one !== categoryId)]
    const sorted = await ask('PUT', `${CATEGORIES}/sort`, {
      body: { sorts: sorts.map((id, i) => ({ categoryId: id, sort: i + 1 })) },
    })
    expect(sorted.status, sorted.desc).toBe(200)
    expect((await categories())[0]!.categoryName).toBe('安宁疗护')
    expect((await ask('DELETE', `${CATEGORIES}/${categoryId}`)).status).toBe(200)
    expect((await ask('GET', `${CATEGORIES}/${categoryId}`)).status).toBe(refusals.NOT_FOUND[0])
  })

  it('is refused when its name is empty or taken, also by two at once, and when nobody says which', async () => {
    for (const categoryName of ['', '   ', '生活照料', 'x'.repeat(21)]) {
      const answer = await ask('POST', CATEGORIES, { body: { categoryName } })
      expect([categoryName, answer.data]).toEqual([categoryName, expect.objectContaining({ field: 'categoryName' })])
    }
    const both = await Promise.all([1, 2, 3].map(() => ask('POST', CATEGORIES, { body: { categoryName: '同名分类' } })))
    expect(both.map((one) => one.status).sort()).toEqual([200, refusals.ALREADY_EXISTS[0], refusals.ALREADY_EXISTS[0]])
    expect((await ask('PUT', CATEGORIES, { body: { categoryName: '没有编号' } })).status).toBe(
      refusals.INVALID_INPUT[0],
    )
  })

  it('with projects is not deleted and says which', async () => {
    const used = (await categories()).find((one) => one.categoryName === '膳食服务')!
    const answer = await ask('DELETE', `${CATEGORIES}/${used.categoryId}`)
    expect(answer.status).toBe(refusals.IN_USE[0])
    expect(answer.desc).toBe(
      '护理项目分类“膳食服务”正被使用，不能删除：还有 7 个护理项目（喂食、协助进食、鼻饲、喂水饮水提醒、餐前准备与餐后清洁等 7 个）',
    )
  })

  it('that is switched off takes no new project, and keeps those it has', async () => {
    const one = await make('旧分类里的项目')
    await ask('PUT', CATEGORIES, {
      body: { categoryId: one.categoryId, categoryName: `停用${newId().slice(-6)}`, enabled: false },
    })
    const added = await ask('POST', PROJECTS, { body: { ...base, projectName: '新来的', categoryId: one.categoryId } })
    expect(added.data).toMatchObject({ field: 'categoryId' })
    const kept = await ask('PUT', PROJECTS, {
      body: { ...base, projectId: one.projectId, projectName: '旧分类里的项目二', categoryId: one.categoryId },
    })
    expect(kept.status, kept.desc).toBe(200)
  })
})

describe('a project', () => {
  it('is made, found by pinyin, changed and deleted', async () => {
    const made = await make(' 足部按摩 ', { needsPhoto: true, needsSigns: ['pulse', 'pulse', 'oxygen'], remark: '  ' })
    expect(made).toMatchObject({
      projectName: '足部按摩',
      minutes: 15,
      needsPhoto: true,
      needsSigns: ['pulse', 'oxygen'],
      charged: false,
      priceFen: null,
      remark: null,
      enabled: true,
      levelCount: 0,
      prices: [],
      usedBy: [],
    })
    for (const projectName of ['足部', 'zbam', 'ZuBu'])
      expect((await projects({ projectName })).map((one) => one.projectName)).toEqual(['足部按摩'])
    expect(await projects({ categoryId: made.categoryId, charged: 'true' })).toEqual([])
    const { projectId, categoryId } = made
    const saved = await ask<CareProjectDetailData>('PUT', `${PROJECTS}/${projectId}`, {
      body: { ...base, projectName: '足底按摩', categoryId, minutes: 30, enabled: false, version: 1 },
    })
    expect(saved.data).toMatchObject({
      projectName: '足底按摩',
      minutes: 30,
      enabled: false,
      needsPhoto: false,
      version: 2,
    })
    const stale = await ask('PUT', PROJECTS, {
      body: { ...base, projectId, projectName: '足疗', categoryId, version: 1 },
    })
    expect(stale.status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect((await ask('DELETE', `${PROJECTS}/${projectId}`)).status).toBe(200)
    expect((await ask('GET', `${PROJECTS}/${projectId}`)).status).toBe(refusals.NOT_FOUND[0])
  })

  it('is refused with what is wrong', async () => {
    const good = await body('要被拒绝的')
    for (const [more, field] of [
      [{ projectName: ' ' }, 'projectName'],
      [{ projectName: '助浴' }, 'projectName'],
      [{ categoryId: newId() }, 'categoryId'],
      [{ minutes: 0 }, 'minutes'],
      [{ minutes: 481 }, 'minutes'],
      [{ window: 9 }, 'window'],
      [{ needsSigns: ['mood'] }, 'needsSigns'],
      [{ charged: true }, 'priceFen'],
      [{ priceFen: 100 }, 'charged'],
      [{ charged: true, priceFen: -1 }, 'priceFen'],
    ] as const) {
      const answer = await ask<{ field?: string }>('POST', PROJECTS, { body: { ...good, ...more } })
      expect([more, answer.status === 200, answer.data?.field]).toEqual([more, false, field])
    }
    expect(await projects({ projectName: '要被拒绝的' })).toEqual([])
    const same = await Promise.all(
      [1, 2, 3].map(() => ask('POST', PROJECTS, { body: { ...good, projectName: '同名项目' } })),
    )
    expect(same.filter((one) => one.status === 200)).toHaveLength(1)
    expect(same.filter((one) => one.status === refusals.ALREADY_EXISTS[0])).toHaveLength(2)
  })

  it('in levels is not deleted and says in which', async () => {
    const used = (await projects({ projectName: '鼻饲' }))[0]!
    const answer = await ask('DELETE', `${PROJECTS}/${used.projectId}`)
    expect(answer.status).toBe(refusals.IN_USE[0])
    expect(answer.desc).toBe(
      '护理项目“鼻饲”正被使用，不能删除：护理等级 全护理（一级护理）、特护（特级护理）、失智专护',
    )
    expect((await project(used.projectId)).usedBy).toEqual(['护理等级 全护理（一级护理）、特护（特级护理）、失智专护'])
  })

  it('stands in the order of its category, then its own', async () => {
    const first = (await categories())[0]!
    const own = await projects({ categoryId: first.categoryId })
    const turned = [...own].reverse()
    await ask('PUT', `${PROJECTS}/sort`, {
      body: { sorts: turned.map((one, i) => ({ projectId: one.projectId, sort: i + 1 })) },
    })
    expect((await projects()).slice(0, own.length).map((one) => one.projectId)).toEqual(
      turned.map((one) => one.projectId),
    )
  })
})

describe('a price', () => {
  const set = (projectId: string, priceFen: number, fromDate: string, more: object = {}, token = admin) =>
    ask<CareProjectDetailData>('POST', `${PROJECTS}/${projectId}/price`, {
      body: { priceFen, fromDate, ...more },
      token,
    })

  it('holds from its day on, and the next one is seen before', async () => {
    const { projectId, version } = await make('收费的项目', { charged: true, priceFen: 2_000 })
    const [now, tomorrow, later] = [await today(), await today(1), await today(30)]
    expect(await project(projectId)).toMatchObject({
      charged: true,
      priceFen: 2_000,
      nextPriceFen: null,
      prices: [{ fromDate: now, priceFen: 2_000, when: 'now' }],
    })
    const raised = await set(projectId, 2_500, tomorrow, { version })
    expect(raised.status, raised.desc).toBe(200)
    await set(projectId, 3_000, later)
    expect(await project(projectId)).toMatchObject({ priceFen: 2_000, nextPriceFen: 2_500, nextPriceFrom: tomorrow })
    expect((await set(projectId, 1, tomorrow, { version })).status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect((await set(projectId, 1, await today(-1))).data).toMatchObject({ field: 'fromDate' })
    // The day comes.
    await house.sql('update care_project_price set from_date = from_date - 1 where project_id = $1', [projectId])
    expect(await project(projectId)).toMatchObject({ priceFen: 2_500, nextPriceFen: 3_000 })
    expect((await project(projectId)).prices.map((one) => one.when)).toEqual(['future', 'now', 'past'])
    // Set again for the same day: the last word counts.
    await set(projectId, 2_600, now)
    expect((await project(projectId)).priceFen).toBe(2_600)
  })

  it('makes a free project a charged one from its day, and is taken back before it', async () => {
    const { projectId, categoryId } = await make('先免费的项目')
    const asked = { ...base, projectId, categoryId, projectName: '先免费的项目' }
    const early = await ask('PUT', PROJECTS, { body: { ...asked, charged: true } })
    expect(early.data).toMatchObject({ field: 'charged' })
    const day = await today(5)
    expect((await set(projectId, 1_500, day)).data).toMatchObject({
      charged: true,
      priceFen: null,
      nextPriceFen: 1_500,
    })
    const back = await ask<CareProjectDetailData>('DELETE', `${PROJECTS}/${projectId}/price/${day}`)
    expect(back.data).toMatchObject({ charged: false, nextPriceFen: null, prices: [] })
    const now = await today()
    await set(projectId, 1_500, now)
    expect((await ask('DELETE', `${PROJECTS}/${projectId}/price/${now}`)).data).toMatchObject({ field: 'fromDate' })
    for (const none of [day, 'x', '2026-13-45'])
      expect((await ask('DELETE', `${PROJECTS}/${projectId}/price/${none}`)).status).toBe(refusals.NOT_FOUND[0])
    const free = await ask<CareProjectDetailData>('PUT', PROJECTS, { body: { ...asked, charged: false } })
    expect(free.data).toMatchObject({ charged: false, priceFen: null })
  })

  it('is seen and set only with its right', async () => {
    const { projectId, categoryId } = await make('看不见价格', { charged: true, priceFen: 900 })
    const hidden = { charged: true, priceFen: null, nextPriceFen: null, prices: [] }
    for (const who of ['reader', 'editor'] as const) expect(await project(projectId, people[who])).toMatchObject(hidden)
    expect((await projects({ projectName: '看不见价格' }, people.reader))[0]).toMatchObject({ priceFen: null })
    expect((await project(projectId, people.pricer)).priceFen).toBe(900)
    const denied = refusals.NO_PERMISSION[0]
    expect((await set(projectId, 1, await today(), {}, people.editor)).status).toBe(denied)
    expect((await set(projectId, 950, await today(), {}, people.pricer)).status).toBe(200)
    const priced = { ...(await body('编辑者的')), charged: true, priceFen: 100 }
    expect((await ask('POST', PROJECTS, { body: priced, token: people.editor })).status).toBe(denied)
    const saved = { ...base, projectId, categoryId, projectName: '看不见价格' }
    const kept = await ask<CareProjectDetailData>('PUT', PROJECTS, { body: saved, token: people.editor })
    expect(kept.data).toMatchObject({ charged: true })
    const freed = await ask('PUT', PROJECTS, { body: { ...saved, charged: false }, token: people.editor })
    expect(freed.status).toBe(denied)
    expect((await ask('PUT', PROJECTS, { body: saved, token: people.pricer })).status).toBe(denied)
  })
})

it('a new price of a level takes the right to set prices, anything else the right to edit', async () => {
  const made = await ask<LevelData>('POST', LEVELS, { body: { levelName: '改价的等级', priceFen: 100_000 } })
  const { levelId } = made.data
  const as = async (code: string, sent: object) => {
    const userName = `level${newId().slice(-8)}`
    await house.person({ userName, codes: [code] })
    const { token } = (await house.signInAs(userName)).data
    return (await ask<LevelData>('PUT', LEVELS, { body: { levelId, ...sent }, token })).status
  }
  const denied = refusals.NO_PERMISSION[0]
  expect(await as('nursing:level:edit', { levelName: '改价的等级', priceFen: 1 })).toBe(denied)
  expect(await as('nursing:level:edit', { levelName: '改了名的等级' })).toBe(200)
  expect(await as('nursing:level:price', { levelName: '又一个名字', priceFen: 110_000 })).toBe(denied)
  expect(await as('nursing:level:price', { levelName: '改了名的等级', priceFen: 110_000 })).toBe(200)
  expect((await ask<LevelData>('GET', `${LEVELS}/${levelId}`)).data).toMatchObject({
    levelName: '改了名的等级',
    priceFen: 110_000,
  })
})
