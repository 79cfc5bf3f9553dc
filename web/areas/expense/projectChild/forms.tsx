// Forms of the children of fee items: what is charged and how, and the price with its day.
import { feeChild } from '#contract/expense/feeChild'
import { project } from '#contract/expense/project'
import {
  Billing,
  LeaveCount,
  type LeaveCountValue,
  type LeaveTierData,
  type ProjectChildData,
  Prorate,
  projectChild,
} from '#contract/expense/projectChild'
import { type Fen, fen } from '#contract/kit/money'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { dictionaryOf, lookupOf } from '#web/kit/fields/lookup'
import { money } from '#web/kit/fields/money'
import { percent } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { longText, suggesting } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { declareLookup } from '#web/kit/lookup'
import { LeaveSentence, leaveTiers } from './leaveTiers.part.tsx'
import { PriceEffect, PriceHistory } from './price.part.tsx'

declareLookup('feeProject', {
  call: project.calls.list,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'projectId',
  label: 'projectName',
  about: 'categoryName',
})
export const feeProject = lookupOf('feeProject')

const UNITS = ['月', '天', '次', '片', '包', '盒', '件', '小时', '度']
const byMonth = (values: Values) => values.cycle === 'MONTH'
const running = (values: Values) => values.cycle === 'MONTH' || values.cycle === 'DAY'

const tiersOf = (values: Values) => (values.leaveTiers as LeaveTierData[] | null | undefined) ?? []

const leaveBelow = (values: Values) =>
  running(values) && (
    <LeaveSentence tiers={tiersOf(values)} count={(values.leaveCountFrom as LeaveCountValue | null) ?? 'EACH_DAY'} />
  )

const rules = {
  cycle: { as: dictionaryOf('chargeCycle') },
  unit: { as: suggesting(UNITS) },
  prorate: { as: radioOf(Prorate), title: '住不满一个月时', wide: true, when: byMonth },
  billing: { as: radioOf(Billing), wide: true },
  leaveTiers: {
    as: leaveTiers,
    title: '请假减免',
    wide: true,
    when: running,
    hint: '外出达到天数才减；后面的档不能减得更少',
  },
  leaveCountFrom: {
    as: radioOf(LeaveCount),
    wide: true,
    when: (values: Values) => running(values) && tiersOf(values).length > 0,
  },
  refundable: { title: '可退费', hint: '多收或退住时按天退还' },
  canDiscount: { title: '可享优惠', hint: '参加满减优惠' },
  taxRate: { as: percent, title: '税率' },
  enabled: { title: '启用', hint: '停用后不能再选，已约定的照常收费' },
  remark: { as: longText, wide: true },
} as const

/** Fields that are not shown are not sent, but the server wants them. */
const shown = {
  prorate: 'DAY',
  billing: 'PRE',
  refundable: true,
  canDiscount: true,
  taxRate: 0,
  leaveTiers: [],
  leaveCountFrom: 'EACH_DAY',
} as const

export const newChild = (projectId: string | null): FormRequest =>
  formOf(projectChild.calls.add, {
    title: '新增收费子项',
    verb: '保存',
    width: 720,
    initial: { ...shown, leaveTiers: [], enabled: true, cycle: 'MONTH', unit: '月', ...(projectId && { projectId }) },
    also: { ...shown, leaveTiers: [] },
    fields: {
      projectId: { as: feeProject },
      projectChildName: {},
      priceFen: { as: money },
      ...rules,
    },
    below: leaveBelow,
    touches: [project, feeChild],
    done: '已新增收费子项',
  })

const valuesOf = (row: ProjectChildData) => ({
  projectId: row.projectId,
  projectChildName: row.projectChildName,
  cycle: row.cycle,
  unit: row.unit,
  prorate: row.prorate,
  billing: row.billing,
  leaveTiers: row.leaveTiers,
  leaveCountFrom: row.leaveCountFrom,
  refundable: row.refundable,
  canDiscount: row.canDiscount,
  taxRate: row.taxRate,
  enabled: row.enabled,
  remark: row.remark,
})

const hidden = (row: ProjectChildData) => ({
  prorate: row.prorate,
  leaveTiers: row.leaveTiers,
  leaveCountFrom: row.leaveCountFrom,
})

export const editChild = (row: ProjectChildData): FormRequest =>
  editOf(projectChild.calls.save, row, {
    title: `修改收费子项`,
    about: row.projectChildName,
    width: 720,
    fields: { projectId: { as: feeProject }, projectChildName: {}, ...rules },
    below: leaveBelow,
    touches: [project, feeChild],
    values: valuesOf,
    also: (one) => ({ ...hidden(one), projectChildId: one.projectChildId, version: one.version }),
    again: () => send(projectChild.calls.get, { projectChildId: row.projectChildId }),
  })

const two = (value: number) => String(value).padStart(2, '0')
/** Prices nearly always change with a month. */
export function firstOfNextMonth(now = new Date()): string {
  const next = new Date(now.getFullYear(), now.getMonth() + 1, 1)
  return `${next.getFullYear()}-${two(next.getMonth() + 1)}-01`
}

export const changePrice = (row: ProjectChildData): FormRequest =>
  formOf(projectChild.calls.addPrice, {
    title: '调整单价',
    about: `${row.projectName}・${row.projectChildName}`,
    verb: '保存调价',
    width: 720,
    draft: false,
    initial: { priceFen: row.priceFen, fromDate: firstOfNextMonth(), syncResidents: row.residents > 0 },
    also: { projectChildId: row.projectChildId, version: row.version },
    head: <PriceHistory projectChildId={row.projectChildId} />,
    fields: {
      priceFen: { as: money, title: '新单价' },
      fromDate: { as: date, hint: '从这一天起；可以填今天或以后' },
      syncResidents: {
        title: '同步在住老人',
        wide: true,
        hint: '按原价收费的老人从这一天起改按新价；另行约定价格的老人不变。已出的账单不变。',
      },
    },
    below: (values) => (
      <PriceEffect
        row={row}
        priceFen={(values.priceFen as Fen | null | undefined) ?? fen(row.priceFen)}
        fromDate={(values.fromDate as string | null | undefined) ?? null}
        sync={values.syncResidents === true}
      />
    ),
    touches: [project, feeChild],
    done: '调价已保存',
  })
