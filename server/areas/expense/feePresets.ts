// The price list an organisation begins with; the administrator changes names, prices and the list itself.
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

type Child = readonly [key: string, name: string, yuan: number, cycle: 'MONTH' | 'DAY' | 'ONCE' | 'TIMES', unit: string]

interface Project {
  key: string
  name: string
  /** A value of the dictionary feeCategory. */
  category: string
  children: readonly Child[]
}

/** The price of 护理费 is that of the level; the list price only stands where no level says one. */
const presetFees: readonly Project[] = [
  {
    key: 'bed',
    name: '床位费',
    category: '1',
    children: [
      ['bed1', '单人间床位费', 3_600, 'MONTH', '月'],
      ['bed2', '双人间床位费', 2_400, 'MONTH', '月'],
      ['bed3', '三人间床位费', 1_900, 'MONTH', '月'],
      ['bed4', '多人间床位费', 1_500, 'MONTH', '月'],
      ['room', '包房费', 3_000, 'MONTH', '月'],
    ],
  },
  { key: 'care', name: '护理费', category: '2', children: [['care', '护理费（按护理等级）', 1_200, 'MONTH', '月']] },
  {
    key: 'meal',
    name: '餐费',
    category: '3',
    children: [
      ['meal', '普通餐费', 900, 'MONTH', '月'],
      ['mealSpecial', '治疗餐费', 1_200, 'MONTH', '月'],
    ],
  },
  { key: 'service', name: '综合服务费', category: '4', children: [['service', '综合服务费', 300, 'MONTH', '月']] },
  { key: 'deposit', name: '押金', category: '5', children: [['deposit', '入住押金', 10_000, 'ONCE', '次']] },
  { key: 'once', name: '一次性设施费', category: '6', children: [['once', '一次性设施费', 2_000, 'ONCE', '次']] },
  { key: 'heating', name: '空调取暖费', category: '12', children: [['heating', '空调取暖费', 120, 'MONTH', '月']] },
  { key: 'washing', name: '洗涤费', category: '16', children: [['washing', '洗涤费', 80, 'MONTH', '月']] },
]

const WRITE = `with projects as (
  insert into fee_project (org_id, project_id, name, category, sort)
  select $1::varchar, md5($1::varchar || ':feeProject:' || x.key), x.name, x.category, x.sort
    from jsonb_to_recordset($2::jsonb) as x(key text, name text, category text, sort int) on conflict do nothing)
insert into fee_child (org_id, project_child_id, project_id, name, price_fen, cycle, unit, sort)
select $1::varchar, md5($1::varchar || ':feeChild:' || x.key), md5($1::varchar || ':feeProject:' || x.project), x.name, x.yuan * 100,
  x.cycle, x.unit, x.sort
from jsonb_to_recordset($3::jsonb) as x(key text, project text, name text, yuan int, cycle text, unit text, sort int)
on conflict do nothing`

export async function addFees(tx: Tx, orgId: string): Promise<void> {
  const projects = presetFees.map(({ key, name, category }, i) => ({ key, name, category, sort: i + 1 }))
  const children = presetFees.flatMap((project) =>
    project.children.map(([key, name, yuan, cycle, unit], i) => ({
      key,
      project: project.key,
      name,
      yuan,
      cycle,
      unit,
      sort: i + 1,
    })),
  )
  await tx.client.query(WRITE, [orgId, JSON.stringify(projects), JSON.stringify(children)])
}

const WITHOUT = `select o.org_id from organization o where o.org_status in (1, 3)
  and not exists (select 1 from fee_project p where p.org_id = o.org_id)`

async function addToAll(app: AppContext): Promise<void> {
  const found = await app.pool.query<{ org_id: string }>(WITHOUT)
  for (const { org_id: orgId } of found.rows) {
    await systemTransaction(app, orgId, '费用项目', '装入费用项目', async (tx) => {
      await addFees(tx, orgId)
      tx.log({ remark: `装入 ${presetFees.length} 类费用项目` })
    })
  }
}

onNewOrganisation('fees', addFees)
onEveryStart('fees', addToAll)
