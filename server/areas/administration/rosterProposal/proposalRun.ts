// The proposal as work in the background. It writes nothing, so that one a stopped server interrupted begins anew. What it
// found is kept folded with its run, because a month of a ward is a thousand cells.
import type { RosterShift } from '#contract/administration/rosterMonth'
import { shiftsById } from '#contract/administration/rosterMonth'
import type { ProposalGapData, ProposalPreviewData } from '#contract/administration/rosterProposal'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { factsOf, type RosterFacts, spanOfMonth } from '#server/areas/administration/roster/rosterFacts'
import { chooseRoster } from '#server/areas/administration/roster/rosterWhose'
import type { Caller, Tx } from '#server/kit/caller'
import { defineRun } from '#server/kit/jobDefinition'
import { runOf } from '#server/kit/jobRun'
import { type Proposal, type ProposedCell, propose } from './propose.ts'

export interface ProposalOrder {
  attendanceGroupPkId: string
  month: string
}

/** Day of the month, shift by its place in `shifts`, version of the cell. */
type Folded = [day: number, shift: number, version: number]

export interface KeptProposal extends ProposalOrder {
  groupName: string
  shifts: Pick<RosterShift, 'shiftPkId' | 'shiftName' | 'shortName' | 'tone'>[]
  people: (Omit<ProposalPreviewData['people'][number], 'cells'> & { cells: Folded[] })[]
  gaps: ProposalGapData[]
  cells: number
  lacked: number
  lacks: number
  best: boolean
}

export interface ProposalRoster {
  facts: RosterFacts
  groupName: string
}

/** The month of the group as it stands, within what the caller may plan; refuses where there is nothing to fill. */
export async function proposalRoster(
  client: Tx['client'] | Caller['app']['pool'],
  who: Caller,
  { attendanceGroupPkId, month }: ProposalOrder,
): Promise<ProposalRoster> {
  const { begins, ends } = spanOfMonth(month)
  const chosen = await chooseRoster(client, who, { attendanceGroupPkId }, { from: begins, to: ends })
  if (!chosen.group) throw notFound('考勤组')
  const facts = await factsOf(client, who, chosen, month)
  if (ends < facts.today) throw invalid(`${month} 已经过去，不能再补班`, 'month')
  if (facts.people.length === 0) throw invalid(`${chosen.title}在 ${month} 没有人，请先在考勤组中添加人员`, 'month')
  if (facts.needs.length === 0)
    throw invalid(`${chosen.title}还没有用人要求，请先在“用人要求”中设置每班需要几人`, 'month')
  return { facts, groupName: chosen.title }
}

function fold(order: ProposalOrder, { facts, groupName }: ProposalRoster, said: Proposal): KeptProposal {
  const shifts = shiftsById(facts.shifts)
  const used = [...new Set(said.cells.map((one) => one.shiftPkId))].map((id) => shifts.get(id)!)
  const places = new Map(used.map((one, at) => [one.shiftPkId, at]))
  const teams = new Map(facts.people.map((one) => [one.empId, one.team]))
  const byPerson = new Map<string, Folded[]>()
  for (const { empId, day, shiftPkId, version } of said.cells) {
    const own = byPerson.get(empId) ?? []
    own.push([Number(day.slice(8)), places.get(shiftPkId)!, version])
    byPerson.set(empId, own)
  }
  return {
    ...order,
    groupName,
    shifts: used.map(({ shiftPkId, shiftName, shortName, tone }) => ({ shiftPkId, shiftName, shortName, tone })),
    people: said.people.map((one) => ({
      ...one,
      team: teams.get(one.empId) ?? null,
      cells: byPerson.get(one.empId) ?? [],
    })),
    gaps: said.gaps.map(({ reasons: _, ...gap }) => gap),
    cells: said.cells.length,
    lacked: said.lacked,
    lacks: said.lacks,
    best: said.best,
  }
}

const two = (value: number) => String(value).padStart(2, '0')

export const cellsOfKept = (kept: KeptProposal): ProposedCell[] =>
  kept.people.flatMap(({ empId, cells }) =>
    cells.map(([day, shift, version]) => ({
      empId,
      day: `${kept.month}-${two(day)}`,
      shiftPkId: kept.shifts[shift]!.shiftPkId,
      version,
    })),
  )

export const PROPOSAL_RUN = 'administration.rosterProposal'
const STEPS = 3

const endOf = ({ lacked, cells, lacks }: KeptProposal) => {
  if (lacked === 0) return '各班次人数已经够了，不需要补排'
  const open = lacks === 0 ? '缺口全部补上' : `还缺 ${lacks} 人次`
  return `原缺 ${lacked} 人次，可补排 ${cells} 班，${open}`
}

export const proposalRun = defineRun<ProposalOrder>(PROPOSAL_RUN, async (order, run) => {
  await run.throwIfCancelled()
  await run.progress(0, STEPS, '正在读取排班')
  const who = await run.caller()
  const roster = await proposalRoster(run.app.pool, who, order)
  await run.progress(1, STEPS, '正在试算，最多十秒')
  const said = await propose(roster.facts)
  if (said.failure) run.app.log.warn(`roster proposal: ${said.failure}`)
  await run.throwIfCancelled()
  const kept = fold(order, roster, said)
  await run.progress(STEPS, STEPS)
  return { result: kept, message: endOf(kept), route: '/administration/attendance/roster' }
})

/** What a run of the caller's own found. */
export async function keptProposal(who: Caller, runId: string): Promise<KeptProposal> {
  const run = await runOf(who, runId)
  if (!run) throw notFound('试算')
  if (run.kind !== PROPOSAL_RUN) throw invalid('这不是一次补班试算', 'runId')
  if (run.state !== 'done') {
    const state = run.state === 'failed' ? '没有完成' : run.state === 'cancelled' ? '已取消' : '还在进行'
    throw new Refusal('STATE_NOT_ALLOWED', { state, act: '查看结果' })
  }
  return run.result as KeptProposal
}
