// Handlers of the discount rules.
import { type DiscountRuleData, discountRule } from '#contract/expense/discountRule'
import {
  type DiscountScopeValue,
  DiscountStatus,
  DiscountType,
  type DiscountTypeValue,
  ruleWords,
} from '#contract/expense/discountWords'
import { type Fen, yuanText } from '#contract/kit/money'
import { invalid, Refusal } from '#contract/kit/refusal'
import { discountRule as rule } from '#server/areas/expense/settingTables'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'

onConstraint('discount_rule_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的优惠规则' }, 'discountRuleName'))

const RUNNING = `t.status = ${DiscountStatus.is.on} and t.valid_from <= current_date and (t.valid_to is null
  or t.valid_to >= current_date)`

const rules = rows<DiscountRuleData, typeof rule>(rule, {
  title: '优惠规则',
  target: 'discountRule',
  name: 'discountRuleName',
  row: {
    setId: rule.setId,
    discountRuleName: rule.name,
    type: rule.type,
    scope: rule.scope,
    projectChildId: rule.projectChildId,
    projectChildName:
      '(select c.name from fee_child c where c.org_id = t.org_id and c.project_child_id = t.project_child_id)',
    thresholdFen: rule.thresholdFen,
    benefitFen: rule.benefitFen,
    perThreshold: rule.perThreshold,
    capFen: rule.capFen,
    validFrom: rule.validFrom,
    validTo: rule.validTo,
    status: rule.status,
    running: RUNNING,
    stackable: rule.stackable,
    words: "''",
    remark: rule.remark,
    createTime: rule.createdAt,
    version: rule.version,
  },
  logged: [
    'discountRuleName',
    'type',
    'scope',
    'projectChildId',
    'thresholdFen',
    'benefitFen',
    'perThreshold',
    'capFen',
    'validFrom',
    'validTo',
    'stackable',
    'status',
    'remark',
  ],
  told: (row) => `“${row.discountRuleName}”：${ruleWords(row)}`,
})

const worded = (row: DiscountRuleData): DiscountRuleData => ({ ...row, words: ruleWords(row) })

interface Sent {
  discountRuleName: string
  type: DiscountTypeValue
  scope?: DiscountScopeValue | null
  projectChildId?: string | null
  thresholdFen: Fen
  benefitFen: Fen
  perThreshold: boolean
  capFen?: Fen | null
  validFrom: string
  validTo?: string | null
  stackable: boolean
  status?: 0 | 1 | null
  remark?: string | null
}

/** Fits together as the database demands it too, but says what is wrong at its field. */
function storedOf(sent: Sent, before?: DiscountRuleData) {
  const name = sent.discountRuleName.trim()
  if (!name) throw invalid('请填写规则名称', 'discountRuleName')
  const scope = sent.scope ?? (sent.type === DiscountType.is.gift ? 'PRESTORE' : 'BILL')
  if ((sent.type === DiscountType.is.gift) !== (scope === 'PRESTORE')) {
    throw invalid(
      sent.type === DiscountType.is.gift ? '满赠用于预存，请选择适用范围“预存”' : '满减用于账单或费用项目',
      'scope',
    )
  }
  if (scope === 'ITEM' && !sent.projectChildId) throw invalid('请选择费用项目', 'projectChildId')
  if (sent.type === DiscountType.is.less && sent.benefitFen > sent.thresholdFen) {
    throw invalid(`减的金额不能超过门槛 ${yuanText(sent.thresholdFen)} 元`, 'benefitFen')
  }
  // A cap says nothing where the rule gives once.
  const capFen = sent.perThreshold ? (sent.capFen ?? null) : null
  if (capFen !== null && capFen < sent.benefitFen) {
    throw invalid(`最多优惠不能小于一次的优惠 ${yuanText(sent.benefitFen)} 元`, 'capFen')
  }
  if (sent.validTo && sent.validTo < sent.validFrom) throw invalid('结束日期不能早于开始日期', 'validTo')
  return {
    name,
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
    status: sent.status ?? before?.status ?? DiscountStatus.is.on,
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

const USED = `select (select count(*)::int from (select 1 from ledger where org_id = $1 and rule_id = $2 limit 1000) x) as gifts,
  (select count(*)::int from (select 1 from bill where org_id = $1 and rule_id = $2 limit 1000) x) as bills`

async function usersOf(tx: Tx, setId: string): Promise<string> {
  const used = await tx.client.query<{ gifts: number; bills: number }>(USED, [tx.orgId, setId])
  const { gifts, bills } = used.rows[0]!
  const many = (count: number) => (count >= 1000 ? '1000 以上' : String(count))
  const users = [gifts > 0 ? `${many(gifts)} 笔赠送` : '', bills > 0 ? `${many(bills)} 张账单` : ''].filter(Boolean)
  return users.length > 0 ? `${users.join('、')}。可以改为停用` : ''
}

export default implement(discountRule, {
  list: async (q, who) => {
    const found = await rules.page(who, q, {
      search: ['discountRuleName'],
      where: ['type', 'scope', 'status'],
      also: [[`(${RUNNING}) = ?`, q.running]],
      sorts: ['createTime', 'discountRuleName', 'validFrom', 'status'],
      sort: 'createTime desc',
    })
    return { ...found, list: found.list.map(worded) }
  },
  get: async ({ setId }, who) => worded(await rules.get(who, setId)),
  add: (sent, who) =>
    who.tx(async (tx) => {
      const values = storedOf(sent)
      await requireChild(tx, values.projectChildId, null)
      return worded(await rules.add(tx, values))
    }),
  save: ({ setId, version, ...sent }, who) => {
    if (!setId) throw invalid('请指明优惠规则', 'setId')
    return who.tx(async (tx) => {
      const before = await rules.hold(tx, who, setId, version)
      const values = storedOf(sent, before)
      await requireChild(tx, values.projectChildId, before.projectChildId)
      return worded(await rules.change(tx, before, values))
    })
  },
  remove: async ({ setId }, who) => {
    await who.tx(async (tx) => {
      await rules.hold(tx, who, setId)
      const users = await usersOf(tx, setId)
      await rules.remove(tx, who, setId, () => users)
    })
    return null
  },
})
