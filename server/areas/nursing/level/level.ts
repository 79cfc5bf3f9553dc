// Handlers of the nursing levels.
import { SEE_PRICES } from '#contract/expense/feeSettings'
import { fen } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import { LEVEL_NEEDS, type LevelData, level } from '#contract/nursing/level'
import { nursingLevel } from '#server/areas/nursing/tables'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'
import { previewOf, projectsOf, saveProjects } from './levelProjects.ts'
import { RESIDENTS, usersOfLevel } from './levelUse.ts'

onConstraint('nursing_level_name', () => new Refusal('ALREADY_EXISTS', { what: '护理等级名称' }, 'levelName'))

const levels = rows<LevelData, typeof nursingLevel>(nursingLevel, {
  title: '护理等级',
  target: 'nursingLevel',
  name: 'levelName',
  row: {
    levelId: nursingLevel.levelId,
    levelName: nursingLevel.levelName,
    grade: nursingLevel.grade,
    priceFen: nursingLevel.priceFen,
    remark: nursingLevel.remark,
    enabled: nursingLevel.enabled,
    sort: nursingLevel.sort,
    residents: RESIDENTS,
    projectCount: '(select count(*)::int from level_project p where p.org_id = t.org_id and p.level_id = t.level_id)',
    createTime: nursingLevel.createdAt,
    version: nursingLevel.version,
  },
  logged: ['levelName', 'grade', 'priceFen', 'remark', 'enabled'],
})

/** Prices are for who reads the price list, agrees fees or sets these. */
const asSeen = (who: Caller, row: LevelData): LevelData =>
  who.may(`${SEE_PRICES}|${LEVEL_NEEDS.price}`) ? row : { ...row, priceFen: null }

type Fields = Static<typeof level.calls.add.body>
const said = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null

async function add(who: Caller, tx: Tx, { levelName, grade, priceFen, remark, enabled }: Fields): Promise<LevelData> {
  if (said(priceFen) && !who.may(LEVEL_NEEDS.price)) throw new Refusal('NO_PERMISSION')
  return levels.add(tx, {
    levelName: levelName.trim(),
    grade: grade ?? null,
    priceFen: fen(priceFen ?? 0),
    remark: remark?.trim() || null,
    enabled: enabled ?? true,
  })
}

type Saved = Fields & { levelId: string; version?: number | null }

async function save(who: Caller, tx: Tx, { levelId, version, ...sent }: Saved): Promise<LevelData> {
  const before = await levels.hold(tx, who, levelId, version)
  const wanted = {
    levelName: sent.levelName.trim(),
    grade: sent.grade === undefined ? before.grade : sent.grade,
    priceFen: fen(sent.priceFen ?? before.priceFen ?? 0),
    remark: sent.remark?.trim() || null,
    enabled: sent.enabled ?? before.enabled,
  }
  const { priceFen, ...others } = wanted
  const edited = (Object.keys(others) as (keyof typeof others)[]).some((field) => others[field] !== before[field])
  if (priceFen !== before.priceFen && !who.may(LEVEL_NEEDS.price)) throw new Refusal('NO_PERMISSION')
  if (edited && !who.may(LEVEL_NEEDS.edit)) throw new Refusal('NO_PERMISSION')
  return levels.change(tx, before, wanted)
}

export default implement(level, {
  list: async ({ enabled, ...query }, who) => {
    const page = await levels.page(who, query, {
      search: ['levelName'],
      also: [['t.enabled = (? = 1)', enabled]],
      sorts: ['levelName', 'priceFen', 'sort'],
      sort: 'sort',
    })
    return { ...page, list: page.list.map((row) => asSeen(who, row)) }
  },
  get: async ({ levelId }, who) => asSeen(who, await levels.get(who, levelId)),
  add: (body, who) => who.tx(async (tx) => asSeen(who, await add(who, tx, body))),
  save: ({ levelId, ...body }, who) => {
    if (!levelId) throw invalid('请说明要修改哪个护理等级', 'levelId')
    return who.tx(async (tx) => asSeen(who, await save(who, tx, { levelId, ...body })))
  },
  sort: async ({ sorts }, who) => {
    const places = sorts.map(({ levelId, sort }) => ({ id: levelId, sort }))
    await who.tx((tx) => levels.sort(tx, who, places))
    return null
  },
  remove: async ({ levelId }, who) => {
    await who.tx(async (tx) => {
      await levels.hold(tx, who, levelId)
      const users = await usersOfLevel(tx.client, who.orgId, levelId)
      await levels.remove(tx, who, levelId, () => users !== '' && `${users}。不再使用的等级请停用`)
    })
    return null
  },
  projects: async ({ levelId }, who) => projectsOf(who.app.pool, who.orgId, await levels.get(who, levelId)),
  preview: async ({ levelId, projects }, who) => {
    await levels.get(who, levelId)
    return previewOf(who.app.pool, who.orgId, levelId, projects)
  },
  saveProjects: ({ levelId, projects, version }, who) =>
    who.tx(async (tx) => {
      await saveProjects(tx, await levels.hold(tx, who, levelId, version), projects)
      return projectsOf(tx.client, who.orgId, await levels.hold(tx, who, levelId))
    }),
})
