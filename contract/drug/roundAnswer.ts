// How a round travels: drugs, settings, people and hours are said once and named by their place in lists of their own; what a
// take has not is left out. `roundOf` makes of it the round that the page and the tablet show.
import { bool, int, list, merge, nul, num, obj, opt, type Static, str } from '#contract/kit/schema'
import { doseText, doseWeight } from './rounds.ts'
import { type DrugTakeData, RoundElder, RoundSlotRow } from './takeRows.ts'
import { DrugFacts } from './use.ts'
import { DrugFrequency, DrugRoute, DrugTakeState, DrugTiming } from './useWords.ts'

const Drug = merge(DrugFacts, obj({ strength: nul(num('含量')), strengthUnit: nul(str()) }))
export type RoundDrugData = Static<typeof Drug>

const Use = obj({
  useId: str(),
  /** Places in `whose` and `drugs`. */
  whose: int(),
  drug: int(),
  route: DrugRoute.schema,
  frequency: DrugFrequency.schema,
  timing: opt(DrugTiming.schema),
  giveHow: opt(str('给药要求')),
  useRemark: opt(str('医嘱备注')),
})
export type RoundUseData = Static<typeof Use>

const Hours = obj({ planTime: str('计划时间'), openFrom: str(), dueUntil: str('时限'), lateUntil: str('最晚补服') })

/** Who did it is a place in `people`. */
const Take = obj({
  takeId: str(),
  /** Places in `uses` and `hours`. */
  use: int(),
  hours: int(),
  dose: num(),
  state: DrugTakeState.schema,
  needed: opt(bool('必要时')),
  setOutAt: opt(str('摆药时间')),
  setOutBy: opt(int('摆药人')),
  checkedAt: opt(str('核对时间')),
  checkedBy: opt(int('核对人')),
  alone: opt(bool('一人核对')),
  doneAt: opt(str('服药时间')),
  doneBy: opt(int('发药人')),
  recordedAt: opt(str('记录时间')),
  reason: opt(str('原因')),
  late: opt(bool('补记')),
  asked: opt(str('请示')),
  opened: opt(bool('已拆封')),
  drawn: opt(bool('已出库')),
  tries: opt(int('再试次数')),
  effect: opt(str('效果')),
  handledAt: opt(str('处理时间')),
  handledName: opt(str('处理人')),
  handling: opt(str('处理')),
  toldDoctor: opt(bool('已告知医生')),
  toldFamily: opt(bool('已告知家属')),
  remark: opt(str('备注')),
  /** Who may take the last act back until when. */
  undoBy: opt(int()),
  undoUntil: opt(str()),
  version: int(),
})
export type RoundTakeData = Static<typeof Take>

/** How much is left of the drug of a setting. */
const Left = obj({
  use: int(),
  stock: num('余量'),
  daysLeft: opt(num('天')),
  expiry: opt(str('效期')),
  batchNo: opt(str('批号')),
  expired: opt(num('已过期')),
  recalled: opt(num('被召回')),
})

export const RoundAnswer = obj({
  day: str('日期'),
  now: str(),
  place: nul(str()),
  places: list(obj({ value: str(), label: str(), count: int() })),
  slots: list(RoundSlotRow),
  /** The key of the slot that is shown; null: the day has none. */
  slot: nul(str()),
  elders: list(RoundElder),
  leftOff: int(),
  whose: list(str()),
  drugs: list(Drug),
  uses: list(Use),
  hours: list(Hours),
  people: list(obj({ userId: str(), name: nul(str('姓名')) })),
  takes: list(Take),
  left: list(Left),
  /** One nurse may check what they set out themselves now, unless it is high-alert. */
  aloneNow: bool(),
  shortDays: int(),
  lowDays: int(),
  expiryDays: int(),
})
export type RoundAnswerData = Static<typeof RoundAnswer>

/** How much is left of one drug of one elder. */
export interface RoundLeftData {
  oldmanId: string
  drugId: string
  /** What may be given. */
  stock: number
  daysLeft: number | null
  /** The next batch that ends. */
  expiry: string | null
  batchNo: string | null
  /** Lies there and may not be given. */
  expired: number
  recalled: number
}

type Named = 'whose' | 'drugs' | 'uses' | 'hours' | 'people'
/** A round as it is shown. */
export interface DrugRoundData extends Omit<RoundAnswerData, Named | 'takes' | 'left'> {
  takes: DrugTakeData[]
  left: RoundLeftData[]
}

/** The takes of an answer, each with everything that is said of it. */
export function takesOf(answer: Pick<RoundAnswerData, 'takes' | Named>): DrugTakeData[] {
  const { takes, uses, hours, drugs, whose, people } = answer
  const who = (place: number | null | undefined) => (typeof place === 'number' ? people[place]! : null)
  return takes.map((one) => {
    const { useId, whose: at, drug, route, frequency, timing, giveHow, useRemark } = uses[one.use]!
    const { strength, strengthUnit, ...facts } = drugs[drug]!
    const [setOut, checked, done] = [who(one.setOutBy), who(one.checkedBy), who(one.doneBy)]
    return {
      ...facts,
      takeId: one.takeId,
      useId,
      oldmanId: whose[at]!,
      dose: one.dose,
      doseText: doseText(one.dose, facts.unit),
      doseWeight: doseWeight(one.dose, strength, strengthUnit),
      route,
      frequency,
      timing: timing ?? null,
      giveHow: giveHow ?? null,
      useRemark: useRemark ?? null,
      ...hours[one.hours]!,
      needed: one.needed ?? false,
      state: one.state,
      setOutAt: one.setOutAt ?? null,
      setOutBy: setOut?.userId ?? null,
      setOutName: setOut?.name ?? null,
      checkedAt: one.checkedAt ?? null,
      checkedBy: checked?.userId ?? null,
      checkedName: checked?.name ?? null,
      alone: one.alone ?? false,
      doneAt: one.doneAt ?? null,
      doneBy: done?.userId ?? null,
      doneName: done?.name ?? null,
      recordedAt: one.recordedAt ?? null,
      reason: one.reason ?? null,
      late: one.late ?? false,
      asked: one.asked ?? null,
      opened: one.opened ?? null,
      drawn: one.drawn ?? false,
      tries: one.tries ?? 0,
      effect: one.effect ?? null,
      handledAt: one.handledAt ?? null,
      handling: one.handling ?? null,
      handledName: one.handledName ?? null,
      toldDoctor: one.toldDoctor ?? false,
      toldFamily: one.toldFamily ?? false,
      remark: one.remark ?? null,
      undoBy: who(one.undoBy)?.userId ?? null,
      undoUntil: one.undoUntil ?? null,
      version: one.version,
    }
  })
}

const leftOf = ({ left, uses, drugs, whose }: RoundAnswerData): RoundLeftData[] =>
  left.map(({ use, stock, daysLeft, expiry, batchNo, expired, recalled }) => ({
    oldmanId: whose[uses[use]!.whose]!,
    drugId: drugs[uses[use]!.drug]!.drugId,
    stock,
    daysLeft: daysLeft ?? null,
    expiry: expiry ?? null,
    batchNo: batchNo ?? null,
    expired: expired ?? 0,
    recalled: recalled ?? 0,
  }))

export function roundOf(answer: RoundAnswerData): DrugRoundData {
  const { whose: _w, drugs: _d, uses: _u, hours: _h, people: _p, takes: _t, left: _l, ...rest } = answer
  return { ...rest, takes: takesOf(answer), left: leftOf(answer) }
}

/** Lists that are made while takes are named by places in them. */
export class RoundPlaces {
  readonly hours: Static<typeof Hours>[]
  readonly people: RoundAnswerData['people']

  constructor({ hours, people }: Pick<RoundAnswerData, 'hours' | 'people'> = { hours: [], people: [] }) {
    this.hours = [...hours]
    this.people = [...people]
  }

  hoursAt({ planTime, openFrom, dueUntil, lateUntil }: Static<typeof Hours>): number {
    const at = this.hours.findIndex(
      (one) =>
        one.planTime === planTime &&
        one.openFrom === openFrom &&
        one.dueUntil === dueUntil &&
        one.lateUntil === lateUntil,
    )
    return at >= 0 ? at : this.hours.push({ planTime, openFrom, dueUntil, lateUntil }) - 1
  }

  personAt(userId: string | null, name: string | null): number | undefined {
    if (userId === null) return undefined
    const at = this.people.findIndex((one) => one.userId === userId)
    return at >= 0 ? at : this.people.push({ userId, name }) - 1
  }
}

/** An answer with takes as they were told since; what is older than it changes nothing. */
export function withTold(answer: RoundAnswerData, told: readonly DrugTakeData[]): RoundAnswerData {
  const byId = new Map(told.map((one) => [one.takeId, one]))
  const places = new RoundPlaces(answer)
  let changed = false
  const takes = answer.takes.map((one): RoundTakeData => {
    const now = byId.get(one.takeId)
    if (!now || now.version < one.version) return one
    changed = true
    return {
      ...now,
      use: one.use,
      hours: places.hoursAt(now),
      setOutBy: places.personAt(now.setOutBy, now.setOutName),
      checkedBy: places.personAt(now.checkedBy, now.checkedName),
      doneBy: places.personAt(now.doneBy, now.doneName),
      // Their name came with what they did.
      undoBy: places.personAt(now.undoBy, null),
    }
  })
  return changed ? { ...answer, hours: places.hours, people: places.people, takes } : answer
}
