// Columns of the measurements; they also feed search, export and print.

import { options } from '#contract/kit/options'
import { type VitalSignData, vital } from '#contract/nursing/vital'
import { type VitalField, VitalGrade, VitalSource, vitalFields, vitalText } from '#contract/nursing/vitalKinds'
import { BedPath, bedPathText, ResidentCell } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { optionField } from '#web/kit/fields/option'
import { keyword, longText, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'

const FieldChoice = options('VitalFieldChoice', '指标', [
  ['temperature', '体温'],
  ['pulse', '脉搏'],
  ['breathing', '呼吸'],
  ['systolic', '血压'],
  ['oxygen', '血氧'],
  ['glucose', '血糖'],
  ['weight', '体重'],
  ['pain', '疼痛'],
  ['intake', '入量'],
  ['output', '出量'],
  ['stool', '大便'],
  ['meal', '进食'],
  ['height', '身高'],
])

const TONE = { normal: undefined, yellow: 'yy-amber yy-strong', red: 'yy-red yy-strong' } as const

/** Coloured by its grade, with the mark for those who do not see the colour. */
export function Value({ row, field }: { row: Pick<VitalSignData, VitalField | 'judged'>; field: VitalField }) {
  const value = row[field]
  if (value === null) return <None />
  const judged = row.judged.find((one) => one.field === field)
  const grade = judged?.grade ?? 'normal'
  return (
    <span className={TONE[grade]} title={grade === 'normal' ? undefined : judged?.text}>
      {vitalText(field, value)}
      {grade === 'red' && ' !!'}
      {grade === 'yellow' && ' !'}
    </span>
  )
}

const plain = (field: VitalField, width: number, hidden = false) => ({
  title: vitalFields[field].title,
  width,
  hidden,
  cell: (_: unknown, row: VitalSignData) => <Value row={row} field={field} />,
  text: (_: unknown, row: VitalSignData) => (row[field] === null ? '' : vitalText(field, row[field])),
})

export const signColumns = columns(vital.calls.list, {
  oldmanName: {
    title: '老人',
    width: 230,
    sort: true,
    ownLink: true,
    search: { field: 'oldmanName', as: keyword, placeholder: '姓名或拼音首字母', width: 150, order: 1 },
    cell: (_, row) => <ResidentCell row={row} link />,
  },
  measuredAt: { title: '测量时间', as: datetime, sort: true, search: { from: 'startDate', to: 'endDate', order: 3 } },
  grade: {
    title: '判断',
    width: 84,
    cell: (grade) => <StatusTag option={VitalGrade.find(grade)!} />,
    text: (grade) => VitalGrade.label(grade),
  },
  temperature: plain('temperature', 72),
  pulse: plain('pulse', 66),
  breathing: plain('breathing', 66),
  systolic: {
    title: '血压',
    width: 100,
    cell: (_, row) =>
      row.systolic === null ? (
        <None />
      ) : (
        <>
          <Value row={row} field="systolic" />/<Value row={row} field="diastolic" />
        </>
      ),
    text: (_, row) => (row.systolic === null ? '' : `${row.systolic}/${row.diastolic}`),
  },
  oxygen: plain('oxygen', 66),
  glucose: plain('glucose', 70),
  words: {
    title: '测量值',
    as: longText,
    width: 240,
    hidden: true,
    search: { field: 'field', title: '指标', as: optionField(FieldChoice) as never, width: 110, order: 4 },
  },
  weight: plain('weight', 72),
  pain: plain('pain', 66, true),
  intake: plain('intake', 72, true),
  output: plain('output', 72, true),
  stool: plain('stool', 84, true),
  meal: plain('meal', 72, true),
  height: plain('height', 72, true),
  bedPath: {
    title: '床位',
    width: 130,
    cell: (path) => <BedPath path={path?.split('>').slice(-2).join('>') ?? null} />,
    text: (path) => bedPathText(path),
  },
  deptName: { title: '部门', as: text, width: 120, search: { field: 'deptId', as: department, order: 2 } },
  source: { title: '来源', as: VitalSource, width: 90 },
  workerName: { title: '测量人', as: text, width: 84 },
  remark: { title: '备注', as: longText, width: 140 },
  recordedAt: { title: '录入时间', as: datetime, hidden: true },
  deviceNo: { title: '设备', as: text, width: 110, hidden: true },
})
