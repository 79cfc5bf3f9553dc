// The nursing levels an organisation begins with; names, prices and the list itself are its own to change.
import { createHash } from 'node:crypto'
import { NursingGrade, type NursingGradeValue } from '#contract/nursing/level'
import { ORG_ADMITTED } from '#contract/platform/session'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { textPinyin } from '#server/kit/pinyin'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

const { special, first, second, third, self, dementia } = NursingGrade.is

/** Code, name, what it is counted as, yuan by the month, for whom: the result of the assessment that usually leads to it. */
export const presetLevels: readonly (readonly [
  code: string,
  name: string,
  grade: NursingGradeValue,
  yuan: number,
  about: string,
])[] = [
  ['SELF', '自理', self, 600, '能力完好'],
  ['HALF3', '半护理（三级护理）', third, 1_200, '轻度失能'],
  ['HALF2', '半护理（二级护理）', second, 1_800, '中度失能'],
  ['FULL', '全护理（一级护理）', first, 2_600, '重度失能'],
  ['SPECIAL', '特护（特级护理）', special, 3_600, '完全失能'],
  ['DEMENTIA', '失智专护', dementia, 3_200, '认知障碍'],
]

/** Ids come from the organisation and the code, so that a second run finds its own rows. */
export const presetLevelId = (orgId: string, code: string) =>
  createHash('md5').update(`${orgId}:nursingLevel:${code}`).digest('hex')

const WRITE = `insert into nursing_level (org_id, level_id, level_name, grade, pinyin, initials, price_fen, remark, sort)
select $1::varchar, md5($1::varchar || ':nursingLevel:' || x.code), x.name, x.grade, x.pinyin, x.initials, x.yuan * 100, x.about, x.sort
from jsonb_to_recordset($2::jsonb) as x(code text, name text, grade int, pinyin text, initials text, yuan int, about text, sort int)
on conflict do nothing`

export async function addLevels(tx: Tx, orgId: string): Promise<void> {
  const rows = presetLevels.map(([code, name, grade, yuan, about], i) => ({
    code,
    name,
    grade,
    ...textPinyin(name),
    yuan,
    about: `适用：${about}`,
    sort: i + 1,
  }))
  await tx.client.query(WRITE, [orgId, JSON.stringify(rows)])
}

/** Only organisations without a single level: what an administrator deleted does not come back. */
const WITHOUT = `select o.org_id from organization o where o.org_status in (${ORG_ADMITTED})
  and not exists (select 1 from nursing_level l where l.org_id = o.org_id)`

async function addToAll(app: AppContext): Promise<void> {
  const found = await app.pool.query<{ org_id: string }>(WITHOUT)
  for (const { org_id: orgId } of found.rows) {
    await systemTransaction(app, orgId, '护理等级', '装入护理等级', async (tx) => {
      await addLevels(tx, orgId)
      tx.log({ remark: `装入 ${presetLevels.length} 个护理等级` })
    })
  }
}

onNewOrganisation('nursingLevels', addLevels)
onEveryStart('nursingLevels', addToAll)
