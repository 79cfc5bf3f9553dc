// The catalogue of care every organisation begins with; all of it is its own to change.
import { CareUnit, type FrequencyData, plainFrequency } from '#contract/nursing/frequency'
import { CareWindow } from '#contract/nursing/project'
import { ORG_ADMITTED } from '#contract/platform/session'
import { presetLevelId } from '#server/areas/nursing/level/levelPresets'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { textPinyin } from '#server/kit/pinyin'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'
import { catalogue, LISTED_LEVELS, type Listed } from './catalogueList.ts'

/** Days of the month, the first for what is done once. */
const MONTH_DAYS = [10, 25]

const CODE = /^(?:(\d+)([dwm])|h(\d+)|([sno]))$/

/** `2d` of a listed project, as it is stored; null where it is no part of the level. */
export function presetFrequency(code: string, [name, , , more = {}]: Listed): FrequencyData | null {
  if (code === '-') return null
  const [, count, unit, step, word] = CODE.exec(code) ?? []
  const { at = [], on = [], within } = more
  const times = Number(count ?? step ?? 1)
  const enough = <T>(of: readonly T[], from: number): T[] => {
    if (of.length < from) throw new Error(`${name} ${code}: ${from} wanted, ${of.length} listed`)
    return of.slice(0, from)
  }
  const make = (of: FrequencyData['unit'], rest: Partial<FrequencyData> = {}) =>
    plainFrequency({ unit: of, times, clocks: [], days: [], ...rest })
  if (unit === 'd') return make(CareUnit.is.day, { clocks: enough(at, times) })
  if (unit === 'w') return make(CareUnit.is.week, { clocks: enough(at, 1), days: enough(on, times) })
  if (unit === 'm') return make(CareUnit.is.month, { clocks: enough(at, 1), days: enough(MONTH_DAYS, times) })
  if (step) return make(CareUnit.is.hours, within ? { from: within[0], to: within[1] } : {})
  if (word === 's') return make(CareUnit.is.shift)
  if (word === 'n') return make(CareUnit.is.need)
  if (word === 'o') return make(CareUnit.is.order)
  throw new Error(`${name}: ${code} is no frequency`)
}

const listed = catalogue.flatMap(([category, projects]) => projects.map((one) => ({ category, one })))

const categoryRows = () => catalogue.map(([name], i) => ({ name, ...textPinyin(name), sort: i + 1 }))

const projectRows = () =>
  listed.map(({ category, one: [name, minutes, , more = {}] }, i) => ({
    category,
    name,
    ...textPinyin(name),
    minutes,
    span: more.window ?? CareWindow.is.routine,
    photo: more.photo ?? false,
    scan: more.scan ?? false,
    signs: more.signs ?? [],
    evaluation: more.evaluation ?? false,
    fen: more.yuan === undefined ? null : more.yuan * 100,
    sort: i + 1,
  }))

const levelRows = (orgId: string) =>
  LISTED_LEVELS.flatMap((code, column) =>
    listed.flatMap(({ one }, i) => {
      const frequency = presetFrequency(one[2].split(' ')[column]!, one)
      return frequency ? [{ levelId: presetLevelId(orgId, code), name: one[0], ...frequency, sort: i + 1 }] : []
    }),
  )

/** Ids come from the organisation and the name, so that a second run finds its own rows. */
const idOf = (kind: string, name: string) => `md5($1::varchar || ':${kind}:' || ${name})`

const CATEGORIES = `insert into care_category (org_id, category_id, category_name, pinyin, initials, sort)
select $1::varchar, ${idOf('careCategory', 'x.name')}, x.name, x.pinyin, x.initials, x.sort
from jsonb_to_recordset($2::jsonb) as x(name text, pinyin text, initials text, sort int) on conflict do nothing`

const PROJECTS = `with made as (insert into care_project (org_id, project_id, category_id, project_name, pinyin, initials, minutes,
  time_window, needs_photo, needs_scan, needs_signs, needs_evaluation, charged, sort)
select $1::varchar, ${idOf('careProject', 'x.name')}, ${idOf('careCategory', 'x.category')}, x.name, x.pinyin, x.initials,
  x.minutes, x.span, x.photo, x.scan, x.signs, x.evaluation, x.fen is not null, x.sort
from jsonb_to_recordset($2::jsonb) as x(category text, name text, pinyin text, initials text, minutes int, span int, photo bool,
  scan bool, signs text[], evaluation bool, fen bigint, sort int) on conflict do nothing returning org_id, project_id, project_name)
insert into care_project_price (org_id, project_id, from_date, price_fen, user_name)
select m.org_id, m.project_id, current_date, p.fen, '系统'
from made m join jsonb_to_recordset($2::jsonb) as p(name text, fen bigint) on p.name = m.project_name where p.fen is not null`

/** Levels that an organisation has deleted get nothing. */
const LEVELS = `insert into level_project (org_id, level_id, project_id, unit, times, clocks, days, from_clock, to_clock, sort)
select l.org_id, l.level_id, p.project_id, x.unit, x.times, x.clocks, x.days, x."from", x."to", x.sort
from jsonb_to_recordset($2::jsonb) as x("levelId" varchar, name text, unit int, times int, clocks text[], days smallint[],
  "from" text, "to" text, sort int)
join nursing_level l on l.org_id = $1 and l.level_id = x."levelId"
join care_project p on p.org_id = $1 and p.project_name = x.name on conflict do nothing`

export async function addCatalogue(tx: Tx, orgId: string): Promise<void> {
  await tx.client.query(CATEGORIES, [orgId, JSON.stringify(categoryRows())])
  await tx.client.query(PROJECTS, [orgId, JSON.stringify(projectRows())])
  await tx.client.query(LEVELS, [orgId, JSON.stringify(levelRows(orgId))])
}

/** Only organisations without a single category: what an administrator deleted does not come back. */
const WITHOUT = `select o.org_id from organization o where o.org_status in (${ORG_ADMITTED})
  and not exists (select 1 from care_category c where c.org_id = o.org_id)`

async function addToAll(app: AppContext): Promise<void> {
  const found = await app.pool.query<{ org_id: string }>(WITHOUT)
  for (const { org_id: orgId } of found.rows) {
    await systemTransaction(app, orgId, '护理项目', '装入护理项目', async (tx) => {
      await addCatalogue(tx, orgId)
      tx.log({ remark: `装入 ${catalogue.length} 个分类、${listed.length} 个护理项目及各等级的频次` })
    })
  }
}

// Imported here, the levels are registered and therefore there before their projects.
onNewOrganisation('careCatalogue', addCatalogue)
onEveryStart('careCatalogue', addToAll)
