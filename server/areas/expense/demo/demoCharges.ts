// Discount rules of the demo house, and what its residents spent since the last bills: supplies, haircuts, medicine.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

const RULES = `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, per_threshold, cap_fen, scope,
  project_child_id, valid_from, valid_to, status, stackable, remark, created_at)
select $1::varchar, x.set_id, x.name, x.type, x.threshold * 100, x.benefit * 100, x.per_threshold, x.cap * 100, x.scope,
  case when x.item is not null then md5($1::varchar || ':feeChild:' || x.item) end, x.valid_from, x.valid_to, x.status,
  x.stackable, x.remark, x.made_at
from jsonb_to_recordset($2::jsonb) as x(set_id text, name text, type int, threshold bigint, benefit bigint, per_threshold boolean,
  cap bigint, scope text, item text, valid_from date, valid_to date, status int, stackable boolean, remark text, made_at timestamptz)`

const rules = (demo: DemoContext) =>
  [
    {
      name: '预存满赠（每满 1 万赠 500）',
      type: 1,
      threshold: 10_000,
      benefit: 500,
      per_threshold: true,
      cap: 3_000,
      scope: 'PRESTORE',
      from: -220,
      remark: '家属预存时自动提示，赠送余额只能用于缴费，不退现',
    },
    { name: '全年预缴 5 万赠 3,500', type: 1, threshold: 50_000, benefit: 3_500, scope: 'PRESTORE', from: -120 },
    {
      name: '重阳节预存满 5,000 赠 200',
      type: 1,
      threshold: 5_000,
      benefit: 200,
      scope: 'PRESTORE',
      from: -60,
      to: -25,
    },
    {
      name: '周年庆账单满 8,000 减 300',
      type: 2,
      threshold: 8_000,
      benefit: 300,
      scope: 'BILL',
      from: -30,
      status: 0,
      remark: '等院务会确定日期后启用',
    },
    {
      name: '包房费满 3,000 减 150',
      type: 2,
      threshold: 3_000,
      benefit: 150,
      scope: 'ITEM',
      item: 'room',
      from: 30,
      to: 120,
      stackable: true,
    },
  ].map(({ from, to, ...rule }, i) => ({
    cap: null,
    item: null,
    per_threshold: false,
    status: 1,
    stackable: false,
    remark: null,
    ...rule,
    set_id: demo.id(`discountRule:${i + 1}`),
    valid_from: demo.day(from),
    valid_to: to === undefined ? null : demo.day(to),
    made_at: demo.at(Math.min(from, -1) - 3, '10:20'),
  }))

interface Item {
  kind: 'SALOON' | 'MEDICAL' | 'ONCE' | 'DAMAGE' | 'ADJUST'
  /** A preset of the price list. */
  key: string | null
  name: string
  category: string
  medical?: string
  unit: string
  fen: number
  quantity: number
  /** Per cent that the health insurance pays. */
  insured?: number
  by?: string
  remark?: string
}

const ITEMS: readonly Item[] = [
  { kind: 'SALOON', key: 'haircut', name: '理发', category: '14', unit: '次', fen: 1_500, quantity: 1 },
  { kind: 'ONCE', key: 'diaper', name: '成人纸尿裤', category: '10', unit: '片', fen: 400, quantity: 40, by: '何静' },
  {
    kind: 'MEDICAL',
    key: 'visit',
    name: '门诊诊疗费',
    category: '7',
    medical: '诊疗',
    unit: '次',
    fen: 2_500,
    quantity: 1,
    insured: 60,
    by: '宋文博',
  },
  {
    kind: 'SALOON',
    key: 'shopping',
    name: '小卖部代购：水果、酸奶',
    category: '14',
    unit: '次',
    fen: 3_680,
    quantity: 1,
  },
  {
    kind: 'MEDICAL',
    key: 'drug',
    name: '代购药品：氨氯地平片',
    category: '8',
    medical: '药品',
    unit: '盒',
    fen: 3_250,
    quantity: 2,
    insured: 70,
    by: '宋文博',
  },
  { kind: 'ONCE', key: 'wipes', name: '湿巾', category: '10', unit: '包', fen: 1_200, quantity: 3 },
  {
    kind: 'MEDICAL',
    key: 'test',
    name: '血糖监测（一周）',
    category: '7',
    medical: '检查',
    unit: '次',
    fen: 600,
    quantity: 7,
    by: '李晓梅',
  },
  { kind: 'SALOON', key: 'pedicure', name: '修脚', category: '14', unit: '次', fen: 3_000, quantity: 1 },
  {
    kind: 'ONCE',
    key: 'escort',
    name: '外出陪诊',
    category: '15',
    unit: '次',
    fen: 12_000,
    quantity: 1,
    remark: '市立医院眼科复查',
  },
  {
    kind: 'MEDICAL',
    key: 'injection',
    name: '换药',
    category: '7',
    medical: '耗材',
    unit: '次',
    fen: 1_800,
    quantity: 4,
    insured: 50,
    by: '李晓梅',
  },
  { kind: 'ONCE', key: 'rehab', name: '康复训练', category: '9', unit: '次', fen: 8_000, quantity: 3 },
  {
    kind: 'DAMAGE',
    key: 'damage',
    name: '床头灯损坏赔偿',
    category: '19',
    unit: '件',
    fen: 8_500,
    quantity: 1,
    remark: '床头灯灯罩摔碎，家属已知情',
  },
  {
    kind: 'ADJUST',
    key: null,
    name: '上月餐费多收退回',
    category: '99',
    unit: '次',
    fen: -4_500,
    quantity: 1,
    remark: '上月请假 2 天未及时登记，核对后退回',
  },
]

const CHARGES = `insert into charge (org_id, charge_id, oldman_id, kind, project_child_id, category, name, medical_kind, unit, price_fen,
  quantity, amount_fen, insured_fen, day, ordered_by, state, remark, void_reason, user_id, user_name, created_at)
select $1::varchar, x.charge_id, x.oldman_id, x.kind, case when x.key is not null then md5($1::varchar || ':feeChild:' || x.key) end,
  x.category, x.name, x.medical_kind, x.unit, x.price, x.quantity * 1000, x.price * x.quantity, x.insured, x.day, x.ordered_by,
  x.state, x.remark, x.void_reason, x.user_id, x.user_name, x.made_at
from jsonb_to_recordset($2::jsonb) as x(charge_id text, oldman_id text, kind text, key text, category text, name text,
  medical_kind text, unit text, price bigint, quantity bigint, insured bigint, day date, ordered_by text, state text, remark text,
  void_reason text, user_id text, user_name text, made_at timestamptz)`

const RESIDENTS = `select t.oldman_id as id, greatest(0, current_date - t.check_in_date)::int as days from oldman t
where t.org_id = $1 and t.status in (1, 4) and t.check_in_date <= current_date order by t.oldman_id`

const EVERY = 3
const SPREAD = 14

function chargesOf(demo: DemoContext, residents: readonly { id: string; days: number }[]) {
  const spenders = residents.filter((_, i) => i % EVERY === 0)
  return spenders.flatMap((resident, n) => {
    // Most spend once, some twice.
    const items = [ITEMS[n % ITEMS.length]!, ...(n % 4 === 0 ? [ITEMS[(n * 5 + 1) % 11]!] : [])]
    return items.map((item, k) => {
      const ago = Math.min(resident.days, (n * 3 + k * 5) % SPREAD)
      const amount = item.fen * item.quantity
      const wrong = n % 17 === 16
      return {
        charge_id: demo.id(`charge:${n}:${k}`),
        oldman_id: resident.id,
        kind: item.kind,
        key: item.key,
        category: item.category,
        name: item.name,
        medical_kind: item.medical ?? null,
        unit: item.unit,
        price: item.fen,
        quantity: item.quantity,
        insured: Math.round((Math.max(amount, 0) * (item.insured ?? 0)) / 100),
        day: demo.day(-ago),
        ordered_by: item.by ?? null,
        state: wrong ? 'VOID' : 'WAITING',
        remark: item.remark ?? null,
        void_reason: wrong ? '登记错人，已重新登记' : null,
        user_id: demo.staff('刘敏'),
        user_name: '刘敏',
        made_at: demo.at(-ago, `${String(9 + (n % 8)).padStart(2, '0')}:${String((n * 7) % 60).padStart(2, '0')}`),
      }
    })
  })
}

export async function addDemoCharges(tx: Tx, demo: DemoContext): Promise<void> {
  await tx.client.query(RULES, [demo.orgId, JSON.stringify(rules(demo))])
  const found = await tx.client.query<{ id: string; days: number }>(RESIDENTS, [demo.orgId])
  const charges = chargesOf(demo, found.rows)
  await tx.client.query(CHARGES, [demo.orgId, JSON.stringify(charges)])
  tx.log({ remark: `设置优惠规则，登记消费 ${charges.length} 笔`, targetType: 'charge' })
}

/** After the bills of the past months: these wait for the next. */
export default demoPart(70, addDemoCharges)
