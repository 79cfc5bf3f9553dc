// What is done with an ask, in the list and in its drawer. A refusal says why, for who asked reads it.
import { type AskRow, attendanceAsk } from '#contract/administration/attendanceAsk'
import { AskState, ClockSide, isOutside, LeaveKind } from '#contract/administration/attendanceWords'
import { bench } from '#contract/home/bench'
import type { RowAction } from '#web/kit/list/acts'
import { confirmCall } from '#web/kit/parts/confirmCall'

export const askWords = (row: AskRow) =>
  row.kind === 'LEAVE'
    ? `${LeaveKind.label(row.leaveKind!)} ${row.length}`
    : `${row.workDate!.slice(5)} ${ClockSide.label(row.side!)}补卡`

const touches = [bench]

function agree(row: AskRow) {
  const { askId, version } = row
  const shared = { verb: '同意', safe: '再看看', done: `已同意${row.empName}的${askWords(row)}`, touches }
  if (row.kind === 'CORRECTION')
    return confirmCall(attendanceAsk.calls.decideCorrection, {
      ...shared,
      title: `同意${row.empName}的${askWords(row)}？`,
      effects: [`${row.at!.slice(0, 16)} 记为一次打卡，来源“补卡”`, '那天的考勤结果重新计算', '同意后不能撤回'],
      input: { correctionId: askId, agree: true, version },
    })
  return confirmCall(attendanceAsk.calls.decideLeave, {
    ...shared,
    title: `同意${row.empName}的${askWords(row)}？`,
    effects: [
      `${row.fromAt!.slice(0, 16)} 至 ${row.toAt!.slice(0, 16)}`,
      isOutside(row.leaveKind!) ? '外勤算出勤' : '空出的班次会通知排班的人',
      '申请人会收到消息',
    ],
    input: { leaveId: askId, agree: true, version },
  })
}

function refuse(row: AskRow) {
  const { askId, version } = row
  const shared = {
    title: `拒绝${row.empName}的${askWords(row)}？`,
    effects: ['申请人会看到原因，可以重新申请'],
    verb: '拒绝',
    safe: '再看看',
    danger: true,
    reason: { label: '拒绝的原因', placeholder: '如：当天已有两人休假' },
    done: '已拒绝，申请人会收到消息',
    touches,
  } as const
  return row.kind === 'LEAVE'
    ? confirmCall(attendanceAsk.calls.decideLeave, {
        ...shared,
        input: (note) => ({ leaveId: askId, agree: false, note, version }),
      })
    : confirmCall(attendanceAsk.calls.decideCorrection, {
        ...shared,
        input: (note) => ({ correctionId: askId, agree: false, note, version }),
      })
}

function withdraw(row: AskRow) {
  const { askId, version } = row
  const shared = {
    title: `撤回${row.empName}的${askWords(row)}？`,
    effects: [row.state === AskState.is.AGREED ? '已同意的假作废，那几天照常上班' : '不再等审批，可以重新申请'],
    verb: '撤回',
    safe: '不撤回',
    done: '已撤回',
    touches,
  } as const
  return row.kind === 'LEAVE'
    ? confirmCall(attendanceAsk.calls.withdrawLeave, { ...shared, input: { leaveId: askId, version } })
    : confirmCall(attendanceAsk.calls.withdrawCorrection, { ...shared, input: { correctionId: askId, version } })
}

export const askActs: RowAction<AskRow>[] = [
  { title: '同意', move: 'agree', onClick: (row) => void agree(row) },
  { title: '拒绝', move: 'refuse', danger: true, onClick: (row) => void refuse(row) },
  { title: '撤回', move: 'withdraw', onClick: (row) => void withdraw(row) },
]
