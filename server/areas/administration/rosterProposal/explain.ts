// Why a gap stayed open: everybody who could have come and what stands in the way, counted by reason.
import { type Coverage, shiftsById, shownOf } from '#contract/administration/rosterMonth'
import type { RosterFaultCode } from '#contract/administration/rosterRules'
import { CellKind, type CellKindValue } from '#contract/administration/rosterWords'
import { type Desk, isOn, type Worker } from './proposalDesk.ts'

export interface ProposalGap {
  day: string
  deptName: string
  shiftName: string
  wanted: number
  people: number
  certifiedWanted: number
  certified: number
  missing: number
  reasons: { text: string; people: number }[]
  /** 请假 2、夜班后休息不足 3 */
  text: string
}

const OF_FAULT: Readonly<Record<RosterFaultCode, string>> = {
  OVERLAP: '与前后班次重叠',
  REST: '两班之间休息不足',
  NIGHTS: '连续夜班已满',
  DAYS: '连续上班已满',
  HOURS: '本月工时已满',
  LEAVE: '请假',
  HEALTH: '健康证过期',
  NO_NIGHT: '不能上夜班',
  LEFT: '已离职',
}
const OF_KIND: Readonly<Record<CellKindValue, string>> = {
  SHIFT: '当天已排班',
  REST: '已排休息',
  LEAVE: '请假',
  TRAIN: '培训',
}

function reasonOf(desk: Desk, worker: Worker, row: Coverage): string {
  const shift = shiftsById(desk.month.shifts).get(row.shiftPkId)!
  const { person } = worker
  if (row.day < person.from || row.day > person.to) return '当天不在本组'
  if (worker.given.has(row.day)) return '当天已排班'
  if (!worker.open.has(row.day)) {
    const cell = worker.fixed.get(row.day)
    const content = cell ? shownOf(cell) : null
    return content ? OF_KIND[content.kind] : '草稿中已取消当天'
  }
  const fault = desk.fault(worker, row.day, shift)
  if (!fault) return '没有证书'
  if ((fault.code === 'REST' || fault.code === 'OVERLAP') && afterNight(worker, row.day)) return '夜班后休息不足'
  return OF_FAULT[fault.code]
}

const afterNight = (worker: Worker, day: string) =>
  worker.cells.some(
    (one) => one.day < day && one.kind === CellKind.is.SHIFT && one.shift?.night === true && dayBefore(day) === one.day,
  )
const dayBefore = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

export function explainGap(desk: Desk, row: Coverage): ProposalGap {
  const need = desk.month.needs.find((one) => one.needId === row.needId)!
  const shift = shiftsById(desk.month.shifts).get(row.shiftPkId)!
  const counts = new Map<string, number>()
  // Where only certified people lack, the others are no help.
  const onlyCertified = row.people >= row.wanted
  for (const worker of desk.workers) {
    if (!desk.counts(worker, need)) continue
    if (isOn(worker, row.day, shift)) continue
    const reason = onlyCertified && !desk.certified(worker, need, row.day) ? '没有证书' : reasonOf(desk, worker, row)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const reasons = [...counts]
    .map(([text, people]) => ({ text, people }))
    .toSorted((a, b) => b.people - a.people || (a.text < b.text ? -1 : 1))
  const all = reasons.map((one) => `${one.text} ${one.people}`).join('、')
  return {
    day: row.day,
    deptName: need.deptName,
    shiftName: shift.shiftName,
    wanted: row.wanted,
    people: row.people,
    certifiedWanted: row.certifiedWanted,
    certified: row.certified,
    missing: row.missing,
    reasons,
    text: !shift.enabled ? '班次已停用' : all === '' ? '本组没有其他符合岗位的人' : all,
  }
}
