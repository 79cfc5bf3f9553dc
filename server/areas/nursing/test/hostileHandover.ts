// What a hostile request to the handover needs to get past the first checks.
import { dayText } from '#contract/kit/clock'
import { numbersOf } from '#contract/nursing/handoverWords'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const elderOf = `select oldman_id as "oldmanId", dept_id as "deptId" from oldman where org_id = $1 and status = 1 and dept_id is not null and archive_no <> oldman_id
order by oldman_id limit 1`
let daysBack = 400

/** A sheet of its own for each request: of a day long ago that nobody else has. */
async function ownSheet(product: TestApp) {
  const [{ oldmanId, deptId }] = (await product.app.pool.query(elderOf, [DEMO_ORG])).rows as [
    { oldmanId: string; deptId: string },
  ]
  const sheetId = newId()
  daysBack += 1
  await product.app.pool.query(
    `insert into handover_sheet (org_id, sheet_id, dept_id, day, shift, from_at, to_at)
     select $1, $2, $3, d.day, 'DAY', d.day + time '08:00', d.day + time '20:00' from (select current_date - $4::int as day) d`,
    [DEMO_ORG, sheetId, deptId, daysBack],
  )
  return { sheetId, oldmanId }
}

const GIVE = `update handover_sheet set state = 'GIVEN', given_by = 'nobody', given_name = '试', given_at = now(), numbers = '${JSON.stringify(numbersOf([], []))}',
  facts_from = from_at, facts_to = to_at where org_id = $1 and sheet_id = $2`
const TAKE = `update handover_sheet set state = 'TAKEN', taken_by = 'somebody', taken_name = '试', taken_at = now()
where org_id = $1 and sheet_id = $2`

const sheetIn = async (product: TestApp, ...moves: string[]) => {
  const made = await ownSheet(product)
  for (const text of moves) await product.app.pool.query(text, [DEMO_ORG, made.sheetId])
  return made
}
const SEE = `insert into handover_elder (org_id, sheet_id, oldman_id, oldman_name, walk) values ($1, $2, $3, '试', '["focus"]')`

/** A sheet to be taken, and an elder on it who is to be seen. */
export async function sheetToTake(product: TestApp) {
  const { sheetId, oldmanId } = await ownSheet(product)
  await product.app.pool.query(SEE, [DEMO_ORG, sheetId, oldmanId])
  await product.app.pool.query(GIVE, [DEMO_ORG, sheetId])
  return { sheetId, walked: [oldmanId] }
}

const only = async (made: Promise<{ sheetId: string }>) => ({ sheetId: (await made).sheetId })

export const recipes: Knowledge['recipes'] = {
  'nursing.handover.open': async (product) => {
    const { rows } = await product.app.pool.query<{ deptId: string }>(elderOf, [DEMO_ORG])
    return { deptId: rows[0]!.deptId, day: dayText(Date.now() - 86_400_000), shift: 'DAY' }
  },
  'nursing.handover.save': async (product) => ({
    ...(await only(ownSheet(product))),
    items: [{ name: '钥匙', count: 3, remark: null }],
    version: null,
  }),
  'nursing.handover.note': async (product) => ({ ...(await ownSheet(product)), focus: true, version: null }),
  'nursing.handover.give': async (product) => ({ ...(await only(ownSheet(product))), version: null }),
  'nursing.handover.sendBack': async (product) => ({ ...(await only(sheetIn(product, GIVE))), reason: '数量没写' }),
  'nursing.handover.take': sheetToTake,
  'nursing.handover.add': async (product) => ({ ...(await sheetIn(product, GIVE, TAKE)), content: '补充' }),
  'nursing.handover.ofElder': () => ({ size: null }),
}

const anElder = async (product: TestApp) => {
  const { rows } = await product.app.pool.query<{ oldmanId: string }>(elderOf, [DEMO_ORG])
  return { oldmanId: rows[0]!.oldmanId }
}

export const places: Knowledge['places'] = {
  'nursing.handover.get': (product) => only(ownSheet(product)),
  'nursing.handover.save': (product) => only(ownSheet(product)),
  'nursing.handover.remove': (product) => only(ownSheet(product)),
  'nursing.handover.ofElder': anElder,
}
