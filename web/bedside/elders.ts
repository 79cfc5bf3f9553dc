// The list of the tablet: each elder once, by the most pressing task; late first, then what can be done, then the rest.
import { codeNames } from '#contract/nursing/careCode'
import { type BoardElderData, type CareBoardData, type CareTaskData, CareTaskState } from '#contract/nursing/task'
import { lateWords, type TaskFace, taskFace } from '#contract/nursing/taskFaces'

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

export function rowsOf(board: CareBoardData, tasks: readonly CareTaskData[], now: string): ElderRow[] {
  const names = new Map(board.projects.map((one) => [one.projectId, one.projectName]))
  const byElder = new Map<string, ElderRow['tasks'][number][]>()
  for (const task of tasks) {
    const list = byElder.get(task.oldmanId) ?? []
    list.push({ task, face: taskFace(task, now), name: names.get(task.projectId) ?? '护理项目' })
    byElder.set(task.oldmanId, list)
  }
  return board.elders
    .map((elder) => rowOf(elder, byElder.get(elder.oldmanId) ?? [], now))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.bed < b.bed ? -1 : 1))
}

/** What a scanner typed or the camera read: a bed, a wrist band, or the number on the door. */
export function elderOfCode(code: string, elders: readonly BoardElderData[]): BoardElderData | null {
  const text = code.trim()
  if (text === '') return null
  return elders.find((one) => codeNames(text, one) || bedOf(one) === text) ?? null
}
