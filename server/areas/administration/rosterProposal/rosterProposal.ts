// Handlers of the proposal: started, looked at, taken.
import { shiftsById } from '#contract/administration/rosterMonth'
import { type ProposalLeftData, rosterProposal } from '#contract/administration/rosterProposal'
import { CellKind } from '#contract/administration/rosterWords'
import { holdRoster } from '#server/areas/administration/roster/rosterHold'
import { saveCells } from '#server/areas/administration/roster/rosterWrite'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { startRun } from '#server/kit/jobRun'
import { proposalDesk } from './proposalDesk.ts'
import { cellsOfKept, type KeptProposal, keptProposal, PROPOSAL_RUN, proposalRoster } from './proposalRun.ts'
import type { ProposedCell } from './propose.ts'

interface Sorted {
  fine: ProposedCell[]
  left: ProposalLeftData[]
}

/** Against the roster as it stands now: what was planned since, or would break a rule by now, is left out. */
async function sortOut(tx: Tx, who: Caller, kept: KeptProposal): Promise<Sorted> {
  const { facts } = await proposalRoster(tx.client, who, kept)
  const desk = proposalDesk(facts)
  const shifts = shiftsById(facts.shifts)
  const workers = new Map(desk.workers.map((one) => [one.person.empId, one]))
  const names = new Map(kept.people.map((one) => [one.empId, one.empName]))
  const said = new Map(kept.shifts.map((one) => [one.shiftPkId, one.shiftName]))
  const fine: ProposedCell[] = []
  const left: ProposalLeftData[] = []
  for (const cell of cellsOfKept(kept)) {
    const worker = workers.get(cell.empId)
    const shift = shifts.get(cell.shiftPkId)
    const reason = (): string | null => {
      if (cell.day < facts.today) return '这一天已经过去'
      if (!worker) return '已不在本组'
      if (!shift?.enabled) return '班次已停用'
      if (worker.open.get(cell.day) !== cell.version) return '试算后有人改过这一天'
      return desk.fault(worker, cell.day, shift)?.text ?? null
    }
    const why = reason()
    if (why === null) {
      desk.put(worker!, cell.day, shift!)
      fine.push(cell)
    } else {
      const empName = names.get(cell.empId) ?? ''
      left.push({ empName, day: cell.day, shiftName: said.get(cell.shiftPkId) ?? '', reason: why })
    }
  }
  return { fine, left }
}

async function take(tx: Tx, who: Caller, kept: KeptProposal): Promise<{ saved: number; left: ProposalLeftData[] }> {
  const { attendanceGroupPkId, month } = kept
  const cells = cellsOfKept(kept)
  if (cells.length === 0) return { saved: 0, left: [] }
  const days = cells.map((one) => one.day).sort()
  // Held before it is read: nobody plans these people meanwhile.
  await holdRoster(tx, who, { attendanceGroupPkId }, { from: days[0]!, to: days.at(-1)! })
  const { fine, left } = await sortOut(tx, who, kept)
  if (fine.length === 0) return { saved: 0, left }
  const { saved, conflicts } = await saveCells(tx, who, {
    attendanceGroupPkId,
    cells: fine.map((one) => ({ ...one, kind: CellKind.is.SHIFT })),
  })
  const names = new Map(kept.shifts.map((one) => [one.shiftPkId, one.shiftName]))
  const proposed = new Map(fine.map((one) => [`${one.empId} ${one.day}`, one.shiftPkId]))
  for (const { empId, empName, day } of conflicts) {
    const shiftName = names.get(proposed.get(`${empId} ${day}`) ?? '') ?? ''
    left.push({ empName, day, shiftName, reason: '试算后有人改过这一天' })
  }
  tx.log({ remark: `采用自动补班 ${saved.length} 班，留空 ${left.length} 处（${kept.groupName}，${month}）` })
  return { saved: saved.length, left }
}

export default implement(rosterProposal, {
  start: async (order, who) => {
    const { groupName } = await proposalRoster(who.app.pool, who, order)
    const runId = await who.tx((tx) => {
      tx.log({ remark: `自动补班试算（${groupName}，${order.month}）` })
      return startRun(tx, who, {
        kind: PROPOSAL_RUN,
        title: `${groupName} ${order.month} 自动补班试算`,
        call: rosterProposal.calls.start.key,
        payload: order,
      })
    })
    return { runId }
  },
  preview: async ({ runId }, who) => {
    const kept = await keptProposal(who, runId)
    return {
      ...kept,
      runId,
      people: kept.people.map((one) => ({ ...one, cells: one.cells.map(([day, shift]) => ({ day, shift })) })),
    }
  },
  take: async ({ runId }, who) => {
    const kept = await keptProposal(who, runId)
    return who.tx((tx) => take(tx, who, kept))
  },
})
