// What may be done with a bed, as its card offers it: only what the person in it allows now and the reader may do.

import type { MapCardData } from '#contract/home/roomMap'
import { BedStatus } from '#contract/live/bedStatus'
import { residence } from '#contract/live/residence'
import type { ResidenceMove } from '#contract/live/residenceWords'
import type { ResidentMove } from '#web/areas/live/public'

export interface CardAct {
  key: string
  title: string
  danger?: boolean
  run(): void
}

export interface CardTools {
  may(needs: string): boolean
  archive(oldmanId: string): void
  /** A new outing, the return from the open one, or the list of all of them. */
  outing(act: 'add' | 'return' | 'list', oldmanId: string): void
  move(move: ResidentMove, target: { oldmanId?: string; bedId?: string }): void
  mark(mark: 6 | 7): void
  unmark(): void
}

/** Short words: the card already says whom it is about. */
const NAMES: Partial<Record<ResidenceMove, string>> = {
  checkIn: '办理入住',
  trial: '试住',
  reserve: '预订',
  extendTrial: '延长试住',
  changeReserve: '修改预订',
  adjustBed: '调床',
  exchangeBed: '换床',
  changeLevel: '变更等级',
  cancelReserve: '取消预订',
  checkOut: '退住',
}
const DANGER: ReadonlySet<ResidenceMove> = new Set<ResidenceMove>(['cancelReserve', 'checkOut'])
/** In the order of the card. Taking a whole check-in back belongs to the list, where its consequences can be read. */
const ORDER = Object.keys(NAMES) as ResidenceMove[]

export function cardActs(card: MapCardData, tools: CardTools): CardAct[] {
  const { person, status, can, bedId } = card
  const acts: CardAct[] = []
  const move = (key: ResidenceMove, target: { oldmanId?: string; bedId?: string }, title = NAMES[key] ?? key) =>
    acts.push({ key, title, danger: DANGER.has(key), run: () => tools.move(key, target) })

  if (person) {
    const { oldmanId } = person
    if (tools.may('live:archive:list')) {
      acts.push({ key: 'archive', title: '查看档案', run: () => tools.archive(oldmanId) })
    }
    const out = (act: 'add' | 'return' | 'list', title: string) =>
      acts.push({ key: 'outing', title, run: () => tools.outing(act, oldmanId) })
    if (status === BedStatus.is.away) {
      if (tools.may('live:outing:affirm')) out('return', '登记返回')
      else if (tools.may('live:outing:list')) out('list', '外出登记')
    } else if ((status === BedStatus.is.lived || status === BedStatus.is.trial) && tools.may('live:outing:add'))
      out('add', '请假外出')
    for (const key of ORDER) {
      if (!can.includes(key)) continue
      const title = key === 'checkIn' && status === BedStatus.is.trial ? '转正式入住' : NAMES[key]
      move(key, key === 'adjustBed' || key === 'exchangeBed' ? { oldmanId } : { oldmanId, bedId }, title)
    }
    return acts
  }
  if (status === BedStatus.is.free || status === BedStatus.is.clean) {
    const { calls } = residence
    for (const key of ['checkIn', 'reserve', 'trial'] as const) if (tools.may(calls[key].needs)) move(key, { bedId })
  }
  if (card.unmark) {
    acts.push({ key: 'unmark', title: status === BedStatus.is.clean ? '清洁完成' : '恢复可用', run: tools.unmark })
    if (status === BedStatus.is.clean) acts.unshift(acts.pop()!)
  }
  for (const mark of card.marks) {
    if (mark !== BedStatus.is.repair && mark !== BedStatus.is.clean) continue
    const title = mark === status ? '修改标记' : mark === BedStatus.is.repair ? '标记维修' : '标记待清洁'
    acts.push({ key: `mark${mark}`, title, run: () => tools.mark(mark) })
  }
  return acts
}
