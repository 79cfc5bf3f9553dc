// The list of trainings: what, when, how many came and passed.
import { type TrainingRowData, training } from '#contract/administration/training'
import { TrainingState, TrainingType } from '#contract/administration/trainingWords'
import { datetime } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { int, number } from '#web/kit/fields/number'
import { optionField, yesNo } from '#web/kit/fields/option'
import { keyword, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'

/** 11-20 14:00–16:00, with the year where it is another one, and both days where it takes longer. */
export function whenText({ startAt, endAt }: Pick<TrainingRowData, 'startAt' | 'endAt'>): string {
  const end = startAt.slice(0, 10) === endAt.slice(0, 10) ? endAt.slice(11, 16) : endAt.slice(5, 16)
  return `${startAt.slice(0, 16)}–${end}`
}

export const shareText = (part: number, whole: number) => (whole === 0 ? '—' : `${part} / ${whole}`)

export const trainingColumns = columns(
  training.calls.list,
  {
    title: {
      title: '培训主题',
      as: text,
      width: 200,
      sort: true,
      search: {
        field: 'keyword',
        title: '主题、讲师、地点',
        as: keyword,
        placeholder: '主题、讲师或地点',
        width: 170,
        order: 1,
      },
    },
    type: {
      title: '类型',
      as: TrainingType,
      width: 110,
      search: { field: 'type', as: optionField(TrainingType), order: 2 },
    },
    state: { title: '状态', as: TrainingState, width: 100 },
    startAt: {
      title: '培训时间',
      as: datetime,
      width: 190,
      sort: true,
      search: { from: 'startDate', to: 'endDate', title: '培训日期', order: 3 },
      cell: (_, row) => whenText(row),
      text: (_, row) => whenText(row),
    },
    creditHours: { title: '学时', as: number, width: 80, sort: true },
    signed: {
      title: '已签到',
      width: 90,
      align: 'right',
      cell: (signed, row) => shareText(signed, row.people),
      text: (signed, row) => shareText(signed, row.people),
    },
    passed: {
      title: '合格',
      width: 80,
      align: 'right',
      cell: (passed, row) => (row.signed === 0 ? '—' : `${passed} / ${row.signed}`),
      text: (passed, row) => (row.signed === 0 ? '' : `${passed} / ${row.signed}`),
    },
    place: { title: '地点', as: text, width: 130 },
    teacher: { title: '讲师', as: person, width: 90 },
    certificate: { title: '证书', as: text, width: 150, hidden: true },
    fileCount: { title: '资料', as: int, width: 70, hidden: true },
    walkIn: { title: '名单外可签到', as: yesNo, width: 110, hidden: true },
    cancelReason: { title: '取消原因', as: text, width: 180, hidden: true },
    deptName: { title: '组织部门', as: text, width: 120, hidden: true },
    createdName: { title: '创建人', as: person, width: 90, hidden: true },
    createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
  },
  { empId: { title: '参加人', as: lookupOf('staff'), width: 150 } },
)
