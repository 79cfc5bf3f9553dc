// What the three lists of calls have in common.
import { type CallRowData, ClearFrom } from '#contract/monitor/nurseCall'
import { CallerType } from '#contract/monitor/words'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { shiftDatetime } from '#web/areas/monitor/shift/range.part'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { bedPath } from '#web/kit/fields/place'
import { longText, text } from '#web/kit/fields/text'
import { LONG_WAIT, seconds } from './duration.tsx'

export const before = {
  callAt: {
    title: '呼叫时间',
    as: shiftDatetime,
    width: 148,
    sort: true,
    search: { from: 'startTime', to: 'endTime', order: 9 },
  },
  callerType: { title: '类型', as: CallerType, width: 90, search: true },
  place: {
    title: '位置',
    as: bedPath,
    width: 200,
    search: { field: 'place', as: text, placeholder: '楼栋、房间或床位' },
  },
  oldmanName: {
    title: '老人',
    width: 196,
    search: { field: 'oldmanName', placeholder: '姓名或拼音首字母' },
    ownLink: true,
    cell: (_: unknown, row: CallRowData) => <PersonCell row={row} notes="short" none={<None />} />,
  },
} as const

export const after = {
  waitSeconds: { title: '等待', as: seconds(LONG_WAIT), sort: true },
  handleSeconds: { title: '处理', as: seconds(), sort: true },
  answerName: { title: '接听人', width: 90 },
  dealTypeName: { title: '处理类型', width: 100, search: { field: 'dealType', as: dictionaryOf('callDealType') } },
  clearAt: { title: '清除时间', as: datetime, width: 160 },
  clearFrom: { title: '清除方式', as: ClearFrom, width: 120 },
  clearName: { title: '清除人', width: 90, hidden: true },
  presses: { title: '按压次数', width: 90, sort: true },
  deviceNo: { title: '设备编号', width: 110, search: true },
  deptName: { title: '部门', width: 130, search: { field: 'deptId', as: department } },
  remark: { title: '备注', as: longText, width: 180 },
} as const
