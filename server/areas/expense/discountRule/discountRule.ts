// Handlers of the discount rules.
import { type DiscountRuleData, discountRule } from '#contract/expense/discountRule'
import { type DiscountScopeValue, type DiscountTypeValue, ruleWords } from '#contract/expense/discountWords'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'

onConstraint('discount_rule_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的优惠规则' }, 'discountRuleName'))

const RUNNING = 't.status = 1 and t.valid_from <= current_date and (t.valid_to is null or t.valid_to >= current_date)'

const ROW = `t.set_id as "setId", t.name as "discountRuleName", t.type, t.scope, t.project_child_id as "projectChildId",
  (select c.name from fee_child c where c.org_id = t.org_id and c.project_child_id = t.project_child_id) as "projectChildName",
  t.threshold_fen as "thresholdFen", t.benefit_fen as "benefitFen", t.per_threshold as "perThreshold", t.cap_fen as "capFen",
  to_char(t.valid_from, 'YYYY-MM-DD') as "validFrom", to_char(t.valid_to, 'YYYY-MM-DD') as "validTo", t.status,
  ${RUNNING} as running, t.stackable, '' as words, t.remark, t.created_at as "createTime", t.version`

const worded = (row: DiscountRuleData): DiscountRuleData => ({ ...row, words: ruleWords(row) })

async function one(client: Pick<Tx['client'], 'query'>, orgId: string, setId: string, lock = '') {
  const found = await client.query<DiscountRuleData>(
    `select ${ROW} from discount_rule t where t.org_id = $1 and t.set_id = $2 ${lock}`,
    [orgId, setId],
  )
  if (!found.rows[0]) throw notFound('优惠规则')
  return worded(found.rows[0])
}

interface Sent {
  discountRuleName: string
  type: DiscountTypeValue
  scope?: DiscountScopeValue | null
  projectChildId?: string | null
  thresholdFen: number
  benefitFen: number
  perThreshold: boolean
  capFen?: number | null
  validFrom: string
  validTo?: string | null
  stackable: boolean
  status?: 0 | 1 | null
  remark?: string | null
}

interface Stored extends Required<Omit<Sent, 'status'>> {
  scope: DiscountScopeValue
  status: 0 | 1
}

/** Fits together as the database demands it too, but says what is wrong at its field. */
function storedOf(sent: Sent, before?: DiscountRuleData): Stored {
  const name = sent.discountRuleName.trim()
  if (!name) throw invalid('请填写规则名称', 'discountRuleName')
  const scope = sent.scope ?? (sent.type === 1 ? 'PRESTORE' : 'BILL')
  if ((sent.type === 1) !== (scope === 'PRESTORE')) {
    throw invalid(sent.type === 1 ? '满赠用于预存，请选择适用范围“预存”' : '满减用于账单或费用项目', 'scope')
  }
  if (scope === 'ITEM' && !sent.projectChildId) throw invalid('请选择费用项目', 'projectChildId')
  if (sent.type === 2 && sent.benefitFen > sent.thresholdFen) {
    throw invalid(`减的金额不能超过门槛 ${yuanText(sent.thresholdFen)} 元`, 'benefitFen')
  }
  // A cap says nothing where the rule gives once.
  const capFen = sent.perThreshold ? (sent.capFen ?? null) : null
  if (capFen !== null && capFen < sent.benefitFen) {
    throw invalid(`最多优惠不能小于一次的优惠 ${yuanText(sent.benefitFen)} 元`, 'capFen')
  }
  if (sent.validTo && sent.validTo < sent.validFrom) throw invalid('结束日期不能早于开始日期', 'validTo')
  return {
    discountRuleName: name,
    type: sent.type,
    scope,
    projectChildId: scope === 'ITEM' ? sent.projectChildId! : null,
    thresholdFen: sent.thresholdFen,
    benefitFen: sent.benefitFen,
    perThreshold: sent.perThreshold,
    capFen,
    validFrom: sent.validFrom,
    validTo: sent.validTo ?? null,
    stackable: sent.stackable,
    status: sent.status ?? before?.status ?? 1,
    remark: sent.remark ?? null,
  }
}

async function requireChild(tx: Tx, childId: string | null, before: string | null): Promise<void> {
  if (childId === null || childId === before) return
  const found = await tx.client.query<{ name: string; can: boolean; enabled: boolean }>(
    `select c.name, c.can_discount as can, c.enabled and p.enabled as enabled from fee_child c
     join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
     where c.org_id = $1 and c.project_child_id = $2 for key share of c`,
    [tx.orgId, childId],
  )
  const child = found.rows[0]
  if (!child) throw new Refusal('NOT_FOUND', { what: '费用项目' }, 'projectChildId')
  if (!child.enabled) throw invalid(`费用项目“${child.name}”已停用，请重新选择`, 'projectChildId')
  if (!child.can)
    throw invalid(`费用项目“${child.name}”设置为不享受优惠，请先在收费项目中改为可享优惠`, 'projectChildId')
}

const values = (row: Stored) => [
  row.discountRuleName,
  row.type,
  row.scope,
  row.projectChildId,
  row.thresholdFen,
  row.benefitFen,
  row.perThreshold,
  row.capFen,
  row.validFrom,
  row.validTo,
  row.stackable,
  row.status,
  row.remark,
]

const ADD = `insert into discount_rule (org_id, set_id, name, type, scope, project_child_id, threshold_fen, benefit_fen, per_threshold,
  cap_fen, valid_from, valid_to, stackable, status, remark)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

const SAVE = `update discount_rule set name = $3, type = $4, scope = $5, project_child_id = $6, threshold_fen = $7, benefit_fen = $8,
  per_threshold = $9, cap_fen = $10, valid_from = $11, valid_to = $12, stackable = $13, status = $14, remark = $15,
  version = version + 1 where org_id = $1 and set_id = $2`

const logged = (row: Stored | DiscountRuleData) => ({
  discountRuleName: row.discountRuleName,
  type: row.type,
  scope: row.scope,
  projectChildId: row.projectChildId,
  thresholdFen: row.thresholdFen,
  benefitFen: row.benefitFen,
  perThreshold: row.perThreshold,
  capFen: row.capFen,
  validFrom: row.validFrom,
  validTo: row.validTo,
  stackable: row.stackable,
  status: row.status,
  remark: row.remark,
})

async function add(tx: Tx, sent: Sent): Promise<DiscountRuleData> {
  const row = storedOf(sent)
  await requireChild(tx, row.projectChildId, null)
  const setId = newId()
  await tx.client.query(ADD, [tx.orgId, setId, ...values(row)])
  const made = await one(tx.client, tx.orgId, setId)
  tx.log({
    remark: `新增优惠规则「${made.discountRuleName}」：${made.words}`,
    targetType: 'discountRule',
    targetId: setId,
    changes: changesBetween(null, logged(made)),
  })
  return made
}

async function save(tx: Tx, setId: string, sent: Sent & { version?: number | null }): Promise<DiscountRuleData> {
  const before = await one(tx.client, tx.orgId, setId, 'for update of t')
  await refuseStale(tx, setId, sent.version, before.version)
  const row = storedOf(sent, before)
  await requireChild(tx, row.projectChildId, before.projectChildId)
  await tx.client.query(SAVE, [tx.orgId, setId, ...values(row)])
  const after = await one(tx.client, tx.orgId, setId)
  tx.log({
    remark: `修改优惠规则「${after.discountRuleName}」：${after.words}`,
    targetType: 'discountRule',
    targetId: setId,
    changes: changesBetween(logged(before), logged(after)),
  })
  return after
}

const USED = `select (select count(*)::int from (select 1 from ledger where org_id = $1 and rule_id = $2 limit 1000) x) as gifts,
  (select count(*)::int from (select 1 from bill where org_id = $1 and rule_id = $2 limit 1000) x) as bills`

async function remove(tx: Tx, setId: string): Promise<void> {
  const before = await one(tx.client, tx.orgId, setId, 'for update of t')
  const used = await tx.client.query<{ gifts: number; bills: number }>(USED, [tx.orgId, setId])
  const { gifts, bills } = used.rows[0]!
  if (gifts + bills > 0) {
    const many = (count: number) => (count >= 1000 ? '1000 以上' : String(count))
    const users = [gifts > 0 ? `${many(gifts)} 笔赠送` : '', bills > 0 ? `${many(bills)} 张账单` : ''].filter(Boolean)
    throw new Refusal('IN_USE', {
      what: `优惠规则「${before.discountRuleName}」`,
      users: `${users.join('、')}。可以改为停用`,
    })
  }
  await tx.client.query('delete from discount_rule where org_id = $1 and set_id = $2', [tx.orgId, setId])
  tx.log({
    remark: `删除优惠规则「${before.discountRuleName}」`,
    targetType: 'discountRule',
    targetId: setId,
    changes: changesBetween(logged(before), null),
  })
}

export default implement(discountRule, {
  list: async (q, who) => {
    const found = await pageOfRows<DiscountRuleData>(
      who.app.pool,
      {
        from: 'discount_rule t',
        key: 'set_id',
        select: ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.name like ?', contains(q.discountRuleName)],
          ['t.type = ?', q.type],
          ['t.scope = ?', q.scope],
          ['t.status = ?', q.status],
          [`(${RUNNING}) = ?`, q.running],
        ],
        sorts: {
          createTime: 't.created_at',
          discountRuleName: 't.name',
          validFrom: 't.valid_from',
          status: 't.status',
        },
        defaultSort: 't.created_at desc',
      },
      q,
    )
    return { ...found, list: found.list.map(worded) }
  },
  get: ({ setId }, who) => one(who.app.pool, who.orgId, setId),
  add: (sent, who) => who.tx((tx) => add(tx, sent)),
  save: ({ setId, ...sent }, who) => {
    if (!setId) throw invalid('请指明优惠规则', 'setId')
    return who.tx((tx) => save(tx, setId, sent))
  },
  remove: async ({ setId }, who) => {
    await who.tx((tx) => remove(tx, setId))
    return null
  },
})
