// Forms of the care projects: what is done and what a record of it must bring, and the price with its day.
import { dayText } from '#contract/kit/clock'
import { fen } from '#contract/kit/money'
import { category } from '#contract/nursing/category'
import { level } from '#contract/nursing/level'
import { CARE_ITEM_NEEDS, type CareProjectData, CareWindow, careProject, SignPart } from '#contract/nursing/project'
import { send } from '#web/kit/call'
import { date } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { money, moneyText } from '#web/kit/fields/money'
import { int } from '#web/kit/fields/number'
import { manyOf, onOff, yesNo } from '#web/kit/fields/option'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { declareLookup } from '#web/kit/lookup'
import { PriceHistory } from './price.part.tsx'

declareLookup('careCategory', {
  call: category.calls.list,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'categoryId',
  label: 'categoryName',
})
export const careCategory = lookupOf('careCategory')

const what = {
  projectName: { placeholder: '最多 30 个字，如 助浴' },
  categoryId: { as: careCategory },
  minutes: { as: int, title: '每次用时', props: { unit: '分钟' } },
  window: { title: '时限', hint: '计划时间前后多久内做，算按时' },
} as const
const asks = {
  needsPhoto: { title: '执行时要拍照', as: yesNo },
  needsScan: { title: '执行时要扫码', as: yesNo, hint: '扫床头码，核对是本人' },
  needsSigns: { title: '执行时要填的体征', as: manyOf(SignPart), wide: true, hint: '不选就不用填' },
  needsEvaluation: { title: '做完要评价', as: yesNo },
  enabled: { as: onOff, hint: '停用后等级和计划不能再选它，还没做的任务从看板撤下，已记录的不变' },
  remark: { as: longText, wide: true },
} as const

/** Prices stand in the form only of who may set them. */
export const newProject = (may: (needs: string) => boolean, categoryId: string | null): FormRequest =>
  formOf(careProject.calls.add, {
    title: '新增护理项目',
    width: 720,
    initial: {
      window: CareWindow.is.routine,
      needsPhoto: false,
      needsScan: false,
      needsEvaluation: false,
      charged: false,
      enabled: true,
      ...(categoryId && { categoryId }),
    },
    fields: {
      ...what,
      ...(may(CARE_ITEM_NEEDS.price) && {
        charged: { as: yesNo, title: '按次收费', hint: '不收费的包含在护理等级的月费里' },
        priceFen: {
          as: money,
          title: '单价（每次）',
          hint: '从今天起',
          when: (values: Values) => values.charged === true,
          check: (value: number | null | undefined) =>
            value === null || value === undefined ? '收费的项目要填单价' : null,
        },
      }),
      ...asks,
    },
    touches: [category],
    done: '护理项目已新增',
  })

const valuesOf = (row: CareProjectData) => ({
  projectName: row.projectName,
  categoryId: row.categoryId,
  minutes: row.minutes,
  window: row.window,
  needsPhoto: row.needsPhoto,
  needsScan: row.needsScan,
  needsSigns: row.needsSigns,
  needsEvaluation: row.needsEvaluation,
  enabled: row.enabled,
  remark: row.remark,
})

export const editProject = (row: CareProjectData): FormRequest =>
  editOf(careProject.calls.save, row, {
    title: '修改护理项目',
    about: row.projectName,
    width: 720,
    fields: { ...what, ...asks },
    values: valuesOf,
    also: (one) => ({ projectId: one.projectId, version: one.version }),
    again: () => send(careProject.calls.get, { projectId: row.projectId }),
    result: ({ enabled }) =>
      row.enabled && enabled === false
        ? '停用后，今天和明天还没做的任务马上从看板撤下，已记录的不变；再启用时重新排出'
        : null,
    touches: [category, level],
  })

const tomorrow = () => dayText(Date.now() + 86_400_000)

export const changePrice = (row: CareProjectData): FormRequest =>
  formOf(careProject.calls.addPrice, {
    title: '设置单价',
    about: row.projectName,
    verb: '保存单价',
    width: 720,
    draft: false,
    initial: { ...(row.priceFen !== null && { priceFen: fen(row.priceFen) }), fromDate: tomorrow() },
    also: { projectId: row.projectId, version: row.version },
    head: <PriceHistory projectId={row.projectId} />,
    fields: {
      priceFen: { as: money, title: '新单价（每次）', hint: '填 0 就是从这天起免费' },
      fromDate: { as: date, hint: '从这一天起；可以填今天或以后' },
    },
    result: ({ priceFen, fromDate }) =>
      typeof priceFen === 'number' && typeof fromDate === 'string'
        ? `${fromDate} 起${priceFen === 0 ? '免费' : `每次 ${moneyText(priceFen)} 元`}；之前做的按原价`
        : null,
    done: '单价已保存',
  })
