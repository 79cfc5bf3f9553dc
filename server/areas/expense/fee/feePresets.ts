// The price list an organisation begins with; the administrator changes names, prices and the list itself.
import { ORG_ADMITTED } from '#contract/platform/session'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

interface Rules {
  /** What an absence takes off, in per cent of the day's price from its nth day on. */
  leave?: readonly (readonly [fromDay: number, percent: number])[]
  billing?: 'POST'
  prorate?: 'WHOLE'
  /** Not given back once it is paid. */
  kept?: true
  noDiscount?: true
}

type Child = readonly [
  key: string,
  name: string,
  yuan: number,
  cycle: 'MONTH' | 'DAY' | 'ONCE' | 'TIMES',
  unit: string,
  rules?: Rules,
]

interface Project {
  key: string
  name: string
  /** A value of the dictionary feeCategory. */
  category: string
  children: readonly Child[]
}

/** Nobody cooks for who is away; the bed is kept; care is needed again on the day of return. */
const MEALS: Rules = { leave: [[1, 100]] }
const CARE: Rules = { leave: [[4, 50]] }
const USED: Rules = { leave: [[1, 100]], billing: 'POST' }
const BY_THE_WAY: Rules = { kept: true, noDiscount: true }

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
  {
    key: 'care',
    name: '护理费',
    category: '2',
    children: [['care', '护理费（按护理等级）', 1_200, 'MONTH', '月', CARE]],
  },
  {
    key: 'meal',
    name: '餐费',
    category: '3',
    children: [
      ['meal', '普通餐费', 900, 'MONTH', '月', MEALS],
      ['mealSpecial', '治疗餐费', 1_200, 'MONTH', '月', MEALS],
    ],
  },
  { key: 'service', name: '综合服务费', category: '4', children: [['service', '综合服务费', 300, 'MONTH', '月']] },
  {
    key: 'deposit',
    name: '押金',
    category: '5',
    children: [['deposit', '入住押金', 10_000, 'ONCE', '次', { noDiscount: true }]],
  },
  {
    key: 'once',
    name: '一次性设施费',
    category: '6',
    children: [['once', '一次性设施费', 2_000, 'ONCE', '次', { kept: true, noDiscount: true }]],
  },
  {
    key: 'heating',
    name: '空调取暖费',
    category: '12',
    children: [['heating', '空调取暖费', 120, 'MONTH', '月', { prorate: 'WHOLE' }]],
  },
  { key: 'washing', name: '洗涤费', category: '16', children: [['washing', '洗涤费', 80, 'MONTH', '月', USED]] },
  {
    key: 'supplies',
    name: '护理用品费',
    category: '10',
    children: [
      ['diaper', '成人纸尿裤', 4, 'TIMES', '片', BY_THE_WAY],
      ['pad', '一次性护理垫', 2, 'TIMES', '片', BY_THE_WAY],
      ['wipes', '湿巾', 12, 'TIMES', '包', BY_THE_WAY],
    ],
  },
  {
    key: 'shop',
    name: '院内消费',
    category: '14',
    children: [
      ['haircut', '理发', 15, 'TIMES', '次', BY_THE_WAY],
      ['pedicure', '修脚', 30, 'TIMES', '次', BY_THE_WAY],
      ['shopping', '小卖部代购', 10, 'TIMES', '次', BY_THE_WAY],
    ],
  },
  {
    key: 'medical',
    name: '医疗费',
    category: '7',
    children: [
      ['visit', '门诊诊疗费', 25, 'TIMES', '次', BY_THE_WAY],
      ['injection', '注射输液费', 18, 'TIMES', '次', BY_THE_WAY],
      ['test', '检验检查费', 60, 'TIMES', '次', BY_THE_WAY],
      ['oxygen', '吸氧费', 5, 'TIMES', '小时', BY_THE_WAY],
    ],
  },
  {
    key: 'drug',
    name: '药品费',
    category: '8',
    children: [['drug', '代购药品', 50, 'TIMES', '盒', BY_THE_WAY]],
  },
  {
    key: 'rehab',
    name: '康复费',
    category: '9',
    children: [['rehab', '康复训练', 80, 'TIMES', '次', { kept: true }]],
  },
  {
    key: 'escort',
    name: '陪诊陪护费',
    category: '15',
    children: [
      ['escort', '外出陪诊', 120, 'TIMES', '次', { kept: true }],
      ['nursing', '一对一陪护', 260, 'DAY', '天', { billing: 'POST' }],
    ],
  },
  {
    key: 'power',
    name: '水电费',
    category: '11',
    children: [['power', '超额用电', 1, 'TIMES', '度', { ...BY_THE_WAY, billing: 'POST' }]],
  },
  {
    key: 'damage',
    name: '赔偿费',
    category: '19',
    children: [['damage', '物品损坏赔偿', 50, 'TIMES', '件', BY_THE_WAY]],
  },
]

const WRITE = `with projects as (
  insert into fee_project (org_id, project_id, name, category, sort)
  select $1::varchar, md5($1::varchar || ':feeProject:' || x.key), x.name, x.category, x.sort
    from jsonb_to_recordset($2::jsonb) as x(key text, name text, category text, sort int) on conflict do nothing)
insert into fee_child (org_id, project_child_id, project_id, name, price_fen, cycle, unit, sort, leave_tiers, billing, prorate,
  refundable, can_discount)
select $1::varchar, md5($1::varchar || ':feeChild:' || x.key), md5($1::varchar || ':feeProject:' || x.project), x.name, x.yuan * 100,
  x.cycle, x.unit, x.sort, x.leave_tiers, x.billing, x.prorate, x.refundable, x.can_discount
from jsonb_to_recordset($3::jsonb) as x(key text, project text, name text, yuan int, cycle text, unit text, sort int,
  leave_tiers jsonb, billing text, prorate text, refundable boolean, can_discount boolean)
on conflict do nothing`

export async function addFees(tx: Tx, orgId: string): Promise<void> {
  const projects = presetFees.map(({ key, name, category }, i) => ({ key, name, category, sort: i + 1 }))
  const children = presetFees.flatMap((project) =>
    project.children.map(([key, name, yuan, cycle, unit, rules = {}], i) => ({
      key,
      project: project.key,
      name,
      yuan,
      cycle,
      unit,
      sort: i + 1,
      leave_tiers: (rules.leave ?? []).map(([fromDay, percent]) => ({ fromDay, percent })),
      billing: rules.billing ?? 'PRE',
      prorate: rules.prorate ?? 'DAY',
      refundable: !rules.kept,
      can_discount: !rules.noDiscount,
    })),
  )
  await tx.client.query(WRITE, [orgId, JSON.stringify(projects), JSON.stringify(children)])
}

const WITHOUT = `select o.org_id from organization o where o.org_status in (${ORG_ADMITTED})
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
