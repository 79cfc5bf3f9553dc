// One sheet of the workbook: the columns of a kind. Items and sections hold their scores, so that Excel can add and sort them;
// facts that raise a level stand in words.
import type { Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { AssessReason } from '#contract/nursing/assessFields'
import type { AssessRow } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { pathWords } from '#contract/platform/placeNames'
import type { SheetColumn } from '#server/kit/excel'

/** As the list tells it, with what was filled in: item → option, input → value, section → sum. */
export interface FilledRow extends AssessRow {
  options: Readonly<Record<string, string | null>>
  inputs: Readonly<Record<string, number | null>>
  scores: Readonly<Record<string, number>> | null
}

const told = (
  key: keyof AssessRow & string,
  title: string,
  as?: SheetColumn<FilledRow>['as'],
): SheetColumn<FilledRow> => ({
  title,
  value: key,
  ...(as && { as }),
})

const own = <V>(of: Readonly<Record<string, V>> | null, key: string): V | null =>
  of !== null && Object.hasOwn(of, key) ? (of[key] ?? null) : null

function itemColumns(kind: Kind): SheetColumn<FilledRow>[] {
  const { items } = indexOf(kind)
  return kind.sections.flatMap((section): SheetColumn<FilledRow>[] => [
    ...section.items.map((item): SheetColumn<FilledRow> => {
      const { options } = items.get(item.key)!
      return {
        title: `${item.key} ${item.name}`,
        value: (row) => options.get(own(row.options, item.key) ?? '')?.score ?? null,
        as: 'int',
      }
    }),
    ...(kind.sections.length > 1
      ? [{ title: `${section.name}得分`, value: (row: FilledRow) => own(row.scores, section.key), as: 'int' as const }]
      : []),
  ])
}

const inputColumns = (kind: Kind): SheetColumn<FilledRow>[] =>
  kind.inputs.map((input) => ({
    title: input.name,
    value: (row) => {
      const value = own(row.inputs, input.key)
      return value === null ? null : (input.options.find((one) => one.value === value)?.text ?? String(value))
    },
  }))

export const columnsOf = (kind: Kind): SheetColumn<FilledRow>[] => [
  told('assessNo', '评估编号'),
  told('oldmanName', '老人'),
  told('age', '年龄', 'int'),
  { title: '床位', value: (row) => (row.bedPath === null ? null : pathWords(row.bedPath)), width: 26 },
  told('deptName', '部门'),
  told('assessDate', '评估日期', 'date'),
  told('state', '状态', AssessmentState),
  told('reason', '评估原因', AssessReason),
  told('kindName', '评估表'),
  told('assessor1Name', '评估员'),
  told('assessor2Name', '第二评估员'),
  told('informant', '信息提供者'),
  ...itemColumns(kind),
  ...inputColumns(kind),
  told('total', '总分', 'int'),
  told('preliminaryName', '初步等级'),
  told('levelName', '评估等级'),
  told('levelReason', '等级变更原因'),
  told('suggestedLevelName', '建议护理等级'),
  told('nextDate', '下次评估', 'date'),
  told('bound', '已关联档案'),
]
