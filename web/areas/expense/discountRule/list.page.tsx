// 优惠规则: gifts on prestores and reductions on bills, each in one sentence.

import { useState } from 'react'
import { type DiscountRuleData, discountRule } from '#contract/expense/discountRule'
import { DiscountScope, DiscountStatus, DiscountType } from '#contract/expense/discountWords'
import { dayText } from '#contract/kit/clock'
import { options } from '#contract/kit/options'
import { send } from '#web/kit/call'
import { date, datetime } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { money } from '#web/kit/fields/money'
import { optionField, radioOf, switchOf } from '#web/kit/fields/option'
import { keyword, longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { RuleExample } from './example.part.tsx'
import { RuleOnBill } from './ruleOnBill.part.tsx'

/** A gift is always on a prestore; what is left to choose is where a reduction counts. */
const OnBill = options('DiscountOn', '适用范围', [
  ['BILL', '整张账单'],
  ['ITEM', '一个费用项目'],
])

const less = (values: Values) => values.type === DiscountType.is.less

const fields = {
  discountRuleName: { wide: true, placeholder: '如：预存满 1 万赠 500' },
  type: { as: radioOf(DiscountType) },
  status: { as: switchOf(DiscountStatus, 1) },
  scope: { as: radioOf(OnBill) as never, when: less, title: '适用于' },
  projectChildId: {
    as: lookupOf('feeChild'),
    when: (values: Values) => less(values) && values.scope === 'ITEM',
    check: (value: string | null | undefined) => (value ? null : '请选择费用项目'),
  },
  thresholdFen: { as: money, title: '门槛金额' },
  benefitFen: {
    as: money,
    title: '优惠金额',
    check: (value: number | null | undefined, values: Values) =>
      value && Number(values.thresholdFen ?? 0) > 0 && value > Number(values.thresholdFen)
        ? '优惠金额不能超过门槛金额'
        : null,
  },
  perThreshold: { title: '每满一次优惠一次', hint: '关闭时只优惠一次' },
  capFen: {
    as: money,
    title: '最多优惠',
    when: (values: Values) => values.perThreshold === true,
    hint: '不填就不封顶',
  },
  validFrom: { as: date },
  validTo: { as: date, hint: '不填就一直有效' },
  stackable: { title: '可与其他优惠叠加', wide: true, hint: '一次收款或一张账单通常只用一条规则' },
  remark: { as: longText, wide: true },
} as const

const today = () => dayText()

const newRule = (): FormRequest =>
  formOf(discountRule.calls.add, {
    title: '新增优惠规则',
    width: 960,
    initial: {
      type: DiscountType.is.gift,
      scope: 'BILL',
      status: DiscountStatus.is.on,
      perThreshold: true,
      stackable: false,
      validFrom: today(),
    },
    fields,
    aside: (values) => <RuleExample values={values} />,
    below: (values) => <RuleOnBill values={values} />,
    done: '已新增优惠规则',
  })

const valuesOf = (row: DiscountRuleData) => ({
  ...(Object.fromEntries(
    Object.keys(fields).map((name) => [name, row[name as keyof DiscountRuleData]]),
  ) as Partial<DiscountRuleData>),
  scope: row.type === DiscountType.is.gift ? ('BILL' as const) : row.scope,
})

const editRule = (row: DiscountRuleData): FormRequest =>
  editOf(discountRule.calls.save, row, {
    title: '修改优惠规则',
    about: row.discountRuleName,
    width: 960,
    fields,
    aside: (values) => <RuleExample values={values} />,
    below: (values) => <RuleOnBill values={values} setId={row.setId} />,
    values: (one) => valuesOf(one) as never,
    also: (one) => ({ setId: one.setId, version: one.version }),
    again: () => send(discountRule.calls.get, { setId: row.setId }),
  })

async function toggle(row: DiscountRuleData): Promise<void> {
  const status = row.status === DiscountStatus.is.on ? DiscountStatus.is.off : DiscountStatus.is.on
  const { setId, version } = row
  const input = { ...(valuesOf(row) as DiscountRuleData), scope: row.scope, setId, version, status } as const
  if (status === DiscountStatus.is.off) {
    const done = await confirmAct({
      title: `停用“${row.discountRuleName}”？`,
      effects: ['以后的收款和账单不再使用', '已给的优惠不变', '随时可以再启用'],
      verb: '停用',
      safe: '不停用',
      run: (_, options) => send(discountRule.calls.save, input, options),
    })
    if (done === null) return
  } else await send(discountRule.calls.save, input, { loading: true })
  toast.success(`已${status === DiscountStatus.is.on ? '启用' : '停用'}“${row.discountRuleName}”`)
  void invalidate(discountRule)
}

async function remove(row: DiscountRuleData): Promise<void> {
  const done = await confirmAct({
    title: `删除优惠规则“${row.discountRuleName}”？`,
    effects: ['用过的规则不能删除，请停用', '删除后不能恢复'],
    verb: '删除规则',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(discountRule.calls.remove, { setId: row.setId }, options),
  })
  if (done === null) return
  toast.success(`已删除“${row.discountRuleName}”`)
  void invalidate(discountRule)
}

/** Switched on says little: what counts is whether it holds today. */
function standing(row: DiscountRuleData): readonly ['green' | 'amber' | 'grey', string] {
  if (row.status === DiscountStatus.is.off) return ['grey', '停用']
  if (row.running) return ['green', '生效中']
  return row.validFrom > today() ? ['amber', '未开始'] : ['grey', '已结束']
}

const cols = columns(
  discountRule.calls.list,
  {
    discountRuleName: {
      title: '规则名称',
      width: 204,
      sort: true,
      search: { field: 'discountRuleName', as: keyword, placeholder: '名称', order: 1 },
      cell: (name) => <b className="yy-name">{name}</b>,
    },
    running: {
      title: '状态',
      width: 96,
      cell: (_, row) => <StatusTag family={standing(row)[0]}>{standing(row)[1]}</StatusTag>,
      text: (_, row) => standing(row)[1],
    },
    type: { title: '方式', as: DiscountType, width: 84, search: { field: 'type', as: optionField(DiscountType) } },
    words: { title: '优惠内容', width: 256 },
    scope: {
      title: '适用范围',
      width: 112,
      search: { field: 'scope', as: optionField(DiscountScope) },
      cell: (scope, row) => (row.projectChildName ? `项目：${row.projectChildName}` : DiscountScope.label(scope)),
      text: (scope, row) => (row.projectChildName ? `项目：${row.projectChildName}` : DiscountScope.label(scope)),
    },
    validFrom: {
      title: '有效期',
      width: 200,
      sort: true,
      cell: (from, row) => `${from} 至 ${row.validTo ?? '长期'}`,
      text: (from, row) => `${from} 至 ${row.validTo ?? '长期'}`,
    },
    stackable: {
      title: '可叠加',
      width: 76,
      cell: (can) => (can ? '是' : <span className="yy-none">否</span>),
      text: (can) => (can ? '是' : '否'),
    },
    remark: { title: '备注', as: longText, width: 200 },
    createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
  },
  {},
)

export default function DiscountRules() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const actions: RowAction<DiscountRuleData>[] = [
    { title: '修改', needs: discountRule.calls.save.needs, form: editRule },
    {
      title: (row) => (row.status === DiscountStatus.is.on ? '停用' : '启用'),
      needs: discountRule.calls.save.needs,
      onClick: (row) => void toggle(row),
    },
    {
      title: '修改记录',
      onClick: (row) => setRecord({ type: 'discountRule', id: row.setId, title: row.discountRuleName }),
    },
    { title: '删除', needs: discountRule.calls.remove.needs, danger: true, onClick: (row) => void remove(row) },
  ]
  return (
    <ListPage
      call={discountRule.calls.list}
      columns={cols}
      rowKey="setId"
      title="优惠规则"
      tabs={{ field: 'status', set: DiscountStatus }}
      create={newRule()}
      actions={actions}
      heading={(row) => `${row.discountRuleName}・${standing(row)[1]}`}
      empty={{ title: '还没有优惠规则', text: '例如“预存每满 1 万赠 500”：收预存时会自动提示赠送金额。' }}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
