// The list of the tablet: each elder once, by the most pressing task; late first, then what can be done, then the rest.
import { DAY_MS, dayText, momentOf, timeText } from '#contract/kit/clock'
import { codeNames } from '#contract/nursing/careCode'
import { type BoardElderData, type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { lateWords, minutesFrom, type TaskFace, taskFace } from '#contract/nursing/taskFaces'
import type { DueDoses } from './doses.ts'

export type Section = 'late' | 'now' | 'later' | 'finished'

export interface ElderRow {
  elder: BoardElderData
  bed: string
  tasks: readonly { task: CareTaskData; face: TaskFace; name: string }[]
  section: Section
  done: number
  total: number
  /** 协助如厕、翻身拍背 */
  what: string
  /** 15:45, 迟 40 分, 漏做 */
  when: string
  /** Sorts within the section. */
  order: string
}

const bare = (name: string | null, ending: RegExp) => (name ?? '').replace(ending, '')
export const bedOf = (elder: Pick<BoardElderData, 'roomName' | 'bedName'>) =>
  elder.roomName && elder.bedName ? `${bare(elder.roomName, /室$/)}-${bare(elder.bedName, /床$/)}` : '无床位'

export const clockOf = (moment: string) => moment.slice(11, 16)

/** As they stand in the list. */
export const SECTIONS: readonly Section[] = ['late', 'now', 'later', 'finished']

const PRESSING: readonly (readonly [Section, readonly TaskFace[]])[] = [
  ['late', ['late', 'missed']],
  ['now', ['open']],
  ['later', ['later']],
]

function rowOf(elder: BoardElderData, own: ElderRow['tasks'], now: string): ElderRow {
  const counted = own.filter(({ face }) => face !== 'away')
  const facts = {
    elder,
    bed: bedOf(elder),
    tasks: own,
    done: counted.filter(({ face }) => face === 'done').length,
    total: counted.length,
  }
  for (const [section, faces] of PRESSING) {
    const wanted = own.filter(({ face }) => faces.includes(face))
    const first = wanted[0]
    if (!first) continue
    const same = wanted.filter(({ task }) => section === 'late' || task.planTime === first.task.planTime)
    const late = wanted.find(({ face }) => face === 'late')
    const when = section !== 'late' ? clockOf(first.task.planTime) : late ? lateWords(late.task, now) : '漏做'
    return { ...facts, section, what: same.map(({ name }) => name).join('、'), when, order: first.task.planTime }
  }
  const what = elder.away
    ? elder.away.kind === CareTaskState.is.HOSPITAL
      ? '住院'
      : '外出'
    : own.length > 0
      ? '今天已完成'
      : '今天没有任务'
  return { ...facts, section: 'finished', what, when: '', order: facts.bed }
}

/** Drugs that can be given now stand before the care of that time; whoever is late with care stays there. */
function withDoses(row: ElderRow, due: DueDoses | undefined): ElderRow {
  if (!due) return row
  const words = `服药 ${due.count} 种`
  if (row.section === 'late') return { ...row, what: `${row.what}、${words}` }
  const care = row.section === 'now' ? `、${row.what}` : ''
  const first = row.section === 'now' && row.order < due.from ? row.order : due.from
  return { ...row, section: 'now', what: `${words}${care}`, when: clockOf(first), order: first }
}

export function rowsOf(
  board: CareBoardData,
  tasks: readonly CareTaskData[],
  now: string,
  due: ReadonlyMap<string, DueDoses> = new Map(),
): ElderRow[] {
  const names = new Map(board.projects.map((one) => [one.projectId, one.projectName]))
  const byElder = new Map<string, ElderRow['tasks'][number][]>()
  for (const task of tasks) {
    const list = byElder.get(task.oldmanId) ?? []
    list.push({ task, face: taskFace(task, now), name: names.get(task.projectId) ?? '护理项目' })
    byElder.set(task.oldmanId, list)
  }
  return board.elders
    .map((elder) => withDoses(rowOf(elder, byElder.get(elder.oldmanId) ?? [], now), due.get(elder.oldmanId)))
    .sort(
      (a, b) =>
        SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section) ||
        (a.order < b.order ? -1 : a.order > b.order ? 1 : a.bed < b.bed ? -1 : 1),
    )
}

/**
 * What a scanner typed or the camera read: a bed or a wrist band; or the number on the door, which finds the elder and proves
 * nothing.
 */
export function elderOfCode(
  code: string,
  elders: readonly BoardElderData[],
): { elder: BoardElderData; scanned: boolean } | null {
  const text = code.trim()
  if (text === '') return null
  const read = elders.find((one) => codeNames(text, one))
  if (read) return { elder: read, scanned: true }
  const typed = elders.find((one) => bedOf(one) === text)
  return typed ? { elder: typed, scanned: false } : null
}

/** Why a code means nobody here: who is still to come is not denied. */
export function whyUnknown(
  code: string,
  { mine, coming, offline }: { mine: boolean; coming: boolean; offline: boolean },
) {
  if (coming) {
    return offline
      ? `没有网络，这台设备上还没有${mine ? '今天的任务' : '全部门的名单'}，认不出“${code}”；连上网后再扫。`
      : `正在读取${mine ? '今天的任务' : '全部门的名单'}，读完自动打开“${code}”，请稍等。`
  }
  return mine
    ? `“${code}”不是您今天要照护的老人，请核对床位；替同事照护请先点下面“看全部门”再扫。`
    : `“${code}”不是本部门老人的床头码或腕带，请核对床位。`
}

/** Whoever was at the bed so long ago has been elsewhere since: the next task asks for the code again. */
const CHECKED_MINUTES = 60
export const checkedStill = (at: string | undefined, now: string): string | null =>
  at !== undefined && minutesFrom(at, now) < CHECKED_MINUTES ? at : null

/**
 * The moment a clock time means for a task: of the days around midnight the one within what may be entered, next to the plan.
 * Null where none is: before the task could be done, or still to come.
 */
export function lateMoment(
  task: Pick<CareTaskData, 'planTime' | 'openFrom'>,
  clock: string,
  now: string,
): string | null {
  if (!/^\d\d:\d\d$/.test(clock)) return null
  const plan = momentOf(task.planTime)
  const moments = [-1, 0, 1].map((days) => momentOf(`${dayText(plan + days * DAY_MS)} ${clock}:00`))
  const possible = moments.filter((at) => at >= momentOf(task.openFrom) && timeText(at) <= now)
  if (possible.length === 0) return null
  return timeText(possible.reduce((best, at) => (Math.abs(at - plan) < Math.abs(best - plan) ? at : best)))
}
