// Handlers of the care projects.
import { SEE_PRICES } from '#contract/expense/feeSettings'
import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import {
  CARE_ITEM_NEEDS,
  type CareProjectData,
  type CareProjectDetailData,
  careProject as noun,
} from '#contract/nursing/project'
import { careProject } from '#server/areas/nursing/catalogueTables'
import { refreshTasksOfProject } from '#server/areas/nursing/task/taskTopUp'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import { type RowsPlan, rows } from '#server/kit/rows'
import { nextPrice, priceOn, pricesOf, setPrice, takePriceBack } from './projectPrice.ts'
import { usersOf } from './projectUse.ts'

onConstraint('care_project_name', () => new Refusal('ALREADY_EXISTS', { what: '项目名称' }, 'projectName'))
onConstraint('care_project_category', () => noCategory())
const noCategory = () => new Refusal('NOT_FOUND', { what: '护理项目分类' }, 'categoryId')

const CATEGORY = (column: string) =>
  `(select c.${column} from care_category c where c.org_id = t.org_id and c.category_id = t.category_id)`

const row: RowsPlan<CareProjectData>['row'] = {
  projectId: careProject.projectId,
  projectName: careProject.projectName,
  categoryId: careProject.categoryId,
  categoryName: CATEGORY('category_name'),
  minutes: careProject.minutes,
  window: careProject.window,
  needsPhoto: careProject.needsPhoto,
  needsScan: careProject.needsScan,
  needsSigns: careProject.needsSigns,
  needsEvaluation: careProject.needsEvaluation,
  charged: careProject.charged,
  priceFen: priceOn('current_date'),
  nextPriceFen: nextPrice('n.price_fen'),
  nextPriceFrom: nextPrice(`to_char(n.from_date, 'YYYY-MM-DD')`),
  remark: careProject.remark,
  enabled: careProject.enabled,
  sort: careProject.sort,
  levelCount: '(select count(*)::int from level_project l where l.org_id = t.org_id and l.project_id = t.project_id)',
  createTime: careProject.createdAt,
  version: careProject.version,
}

const projects = rows<CareProjectData, typeof careProject>(careProject, {
  title: '护理项目',
  target: 'careProject',
  name: 'projectName',
  row,
  logged: [
    'projectName',
    'categoryName',
    'minutes',
    'window',
    'needsPhoto',
    'needsScan',
    'needsSigns',
    'needsEvaluation',
    'charged',
    'remark',
    'enabled',
  ],
})

/** Prices are for who reads the price list or sets these. */
const seesPrices = (who: Caller) => who.may(`${SEE_PRICES}|${CARE_ITEM_NEEDS.price}`)
const hidden = { priceFen: null, nextPriceFen: null, nextPriceFrom: null }

type Client = Tx['client'] | Caller['app']['pool']

async function detailOf(who: Caller, client: Client, one: CareProjectData): Promise<CareProjectDetailData> {
  const usedBy = await usersOf(client, who.orgId, one.projectId)
  if (!seesPrices(who)) return { ...one, ...hidden, prices: [], usedBy }
  return { ...one, prices: await pricesOf(client, who.orgId, one.projectId), usedBy }
}

type Body = Static<typeof noun.calls.add.body>
type Fields = Omit<Body, 'priceFen' | 'charged'>

/** What a record must bring is nothing where nobody says it. */
const stored = (fields: Fields) => ({
  projectName: fields.projectName.trim(),
  categoryId: fields.categoryId,
  minutes: fields.minutes,
  window: fields.window,
  needsPhoto: fields.needsPhoto ?? false,
  needsScan: fields.needsScan ?? false,
  needsSigns: [...new Set(fields.needsSigns ?? [])],
  needsEvaluation: fields.needsEvaluation ?? false,
  remark: fields.remark?.trim() || null,
})

/** Held, so that it cannot go meanwhile; one that is switched off takes nothing new. */
async function requireCategory(tx: Tx, categoryId: string, before: string | null): Promise<void> {
  const found = await tx.client.query<{ enabled: boolean; name: string }>(
    'select enabled, category_name as name from care_category where org_id = $1 and category_id = $2 for key share',
    [tx.orgId, categoryId],
  )
  const category = found.rows[0]
  if (!category) throw noCategory()
  if (!category.enabled && categoryId !== before) {
    throw invalid(`分类“${category.name}”已停用，请换一个分类，或先启用它`, 'categoryId')
  }
}

async function add(who: Caller, tx: Tx, { priceFen, charged, ...fields }: Body): Promise<CareProjectDetailData> {
  await requireCategory(tx, fields.categoryId, null)
  const priced = priceFen !== undefined && priceFen !== null
  if (charged && !priced) throw invalid('收费的项目要填单价', 'priceFen')
  if (priced && !charged) throw invalid('填了单价的项目请选“收费”', 'charged')
  if (priced && !who.may(CARE_ITEM_NEEDS.price)) throw new Refusal('NO_PERMISSION')
  const made = await projects.add(tx, { ...stored(fields), charged: false, enabled: fields.enabled ?? true })
  if (priced) await setPrice(tx, made, { priceFen, fromDate: null })
  return detailOf(who, tx.client, await projects.hold(tx, who, made.projectId))
}

type Saved = Fields & { projectId: string; charged?: boolean | null; version?: number | null }

async function save(who: Caller, tx: Tx, { projectId, charged, version, ...fields }: Saved) {
  const before = await projects.hold(tx, who, projectId, version)
  await requireCategory(tx, fields.categoryId, before.categoryId)
  const wanted = charged ?? before.charged
  if (wanted !== before.charged) {
    if (!who.may(CARE_ITEM_NEEDS.price)) throw new Refusal('NO_PERMISSION')
    const known = await pricesOf(tx.client, who.orgId, projectId)
    if (wanted && known.length === 0) throw invalid('还没有单价：请用“调价”设一个单价，设好即为收费', 'charged')
  }
  const enabled = fields.enabled ?? before.enabled
  const after = await projects.change(tx, before, { ...stored(fields), charged: wanted, enabled })
  const otherwise =
    after.enabled !== before.enabled || after.minutes !== before.minutes || after.window !== before.window
  if (otherwise) await refreshTasksOfProject(tx, projectId)
  return detailOf(who, tx.client, after)
}

const SELECT = Object.entries(row)
  .map(([field, from]) => `${typeof from === 'string' ? from : `t.${from.name}`} as "${field}"`)
  .join(', ')

export default implement(noun, {
  list: async (query, who) => {
    const typed = contains(query.projectName)
    const page = await pageOfRows<CareProjectData>(
      who.app.pool,
      {
        from: 'care_project t',
        key: 'project_id',
        select: SELECT,
        filters: [
          ['t.org_id = ?', who.orgId],
          [
            '(t.project_name like ?1 or t.initials like ?2 or t.pinyin like ?2)',
            typed && several(typed, typed.toLowerCase()),
          ],
          ['t.category_id = ?', query.categoryId],
          ['t.charged = ?', query.charged],
          ['t.enabled = ?', query.enabled],
        ],
        sorts: { projectName: 't.project_name', minutes: 't.minutes', createTime: 't.created_at', sort: 't.sort' },
        // As a house reads its catalogue: by category.
        defaultSort: `${CATEGORY('sort')}, t.category_id, t.sort`,
      },
      query,
    )
    return seesPrices(who) ? page : { ...page, list: page.list.map((one) => ({ ...one, ...hidden })) }
  },
  get: async ({ projectId }, who) => detailOf(who, who.app.pool, await projects.get(who, projectId)),
  add: (body, who) => who.tx((tx) => add(who, tx, body)),
  save: ({ projectId, ...body }, who) => {
    if (!projectId) throw invalid('请说明要修改哪个护理项目', 'projectId')
    return who.tx((tx) => save(who, tx, { projectId, ...body }))
  },
  addPrice: ({ projectId, priceFen, fromDate, version }, who) =>
    who.tx(async (tx) => {
      await setPrice(tx, await projects.hold(tx, who, projectId, version), { priceFen, fromDate })
      return detailOf(who, tx.client, await projects.hold(tx, who, projectId))
    }),
  removePrice: ({ projectId, fromDate }, who) =>
    who.tx(async (tx) => {
      await takePriceBack(tx, await projects.hold(tx, who, projectId), fromDate)
      return detailOf(who, tx.client, await projects.hold(tx, who, projectId))
    }),
  sort: async ({ sorts }, who) => {
    const places = sorts.map(({ projectId, sort }) => ({ id: projectId, sort }))
    await who.tx((tx) => projects.sort(tx, who, places))
    return null
  },
  remove: async ({ projectId }, who) => {
    await who.tx(async (tx) => {
      await projects.hold(tx, who, projectId)
      const usedBy = await usersOf(tx.client, who.orgId, projectId)
      await projects.remove(tx, who, projectId, () => usedBy.length > 0 && usedBy.join('；'))
    })
    return null
  },
})
