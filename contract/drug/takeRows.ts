// What the calls of the takes answer: a take, a record with its acts, and the month of an elder; the round of a ward is in
// roundAnswer.ts.
import { bool, int, list, merge, nul, num, obj, type Static, str } from '#contract/kit/schema'
import { ResidentMarks } from '#contract/live/resident'
import { RoundSlot } from './rounds.ts'
import { DrugFacts } from './use.ts'
import { DrugFrequency, DrugRoute, DrugTakeState, DrugTiming } from './useWords.ts'

/** Times are `yyyy-MM-dd HH:mm:ss`. */
const Take = merge(
  DrugFacts,
  obj({
    takeId: str(),
    useId: str(),
    oldmanId: str(),
    dose: num(),
    doseText: str('剂量'),
    doseWeight: nul(str('含量')),
    route: DrugRoute.schema,
    frequency: DrugFrequency.schema,
    timing: nul(DrugTiming.schema),
    giveHow: nul(str('给药要求')),
    useRemark: nul(str('医嘱备注')),
    planTime: str('计划时间'),
    openFrom: str(),
    dueUntil: str('时限'),
    lateUntil: str('最晚补服'),
    needed: bool('必要时'),
    state: DrugTakeState.schema,
    setOutAt: nul(str('摆药时间')),
    setOutBy: nul(str()),
    setOutName: nul(str('摆药人')),
    checkedAt: nul(str('核对时间')),
    checkedBy: nul(str()),
    checkedName: nul(str('核对人')),
    alone: bool('一人核对'),
    doneAt: nul(str('服药时间')),
    doneBy: nul(str()),
    doneName: nul(str('发药人')),
    recordedAt: nul(str('记录时间')),
    reason: nul(str('原因')),
    late: bool('补记'),
    asked: nul(str('请示')),
    opened: nul(bool('已拆封')),
    drawn: bool('已出库'),
    tries: int('再试次数'),
    effect: nul(str('效果')),
    handledAt: nul(str('处理时间')),
    handling: nul(str('处理')),
    handledName: nul(str('处理人')),
    toldDoctor: bool('已告知医生'),
    toldFamily: bool('已告知家属'),
    remark: nul(str('备注')),
    /** Who may take the last act back until when; null: nobody any more. */
    undoBy: nul(str()),
    undoUntil: nul(str()),
    version: int(),
  }),
)
export type DrugTakeData = Static<typeof Take>

const Elder = merge(
  ResidentMarks,
  obj({
    deptId: nul(str()),
    deptName: nul(str('部门')),
    roomId: nul(str()),
    bedId: nul(str()),
    bedPath: nul(str('床位')),
    allergies: list(str()),
    away: nul(obj({ kind: str(), outId: str(), since: str('离院时间'), until: nul(str('预计返回')) })),
  }),
)
export type RoundElderData = Static<typeof Elder>

const Slot = merge(
  RoundSlot,
  obj({
    /** yyyy-MM-dd HH:mm; how a slot is asked for. */
    key: str(),
    from: str(),
    until: str(),
    /** Elders with something to take, without those who are away. */
    total: int('人'),
    /** All of theirs was given, refused or missed. */
    done: int('已完成'),
    refused: int('拒服'),
    missed: int('漏服'),
    takes: int('份'),
  }),
)
export type RoundSlotRowData = Static<typeof Slot>

const Row = merge(ResidentMarks, merge(Take, obj({ deptName: nul(str('部门')), bedPath: nul(str('床位')) })))
export type DrugTakeRowData = Static<typeof Row>

const Act = obj({
  step: int(),
  act: str(),
  fromState: DrugTakeState.schema,
  toState: DrugTakeState.schema,
  at: str('时间'),
  byName: nul(str('操作人')),
  words: nul(str('说明')),
})
const Batch = obj({ batchNo: str('批号'), expiry: str('效期'), quantity: num('数量') })
const Detail = merge(Row, obj({ acts: list(Act), batches: list(Batch) }))
export type DrugTakeDetailData = Static<typeof Detail>

/** A month of one elder as nurses keep it on paper. */
const MonthLine = merge(
  DrugFacts,
  obj({
    useId: str(),
    doseText: str('剂量'),
    doseWeight: nul(str('含量')),
    route: DrugRoute.schema,
    frequency: DrugFrequency.schema,
    giveHow: nul(str()),
    /** A planned clock time; null: as needed. */
    clock: nul(str('时刻')),
    startDate: str(),
    endedAt: nul(str()),
    /** 31 cells or fewer: state, initials of who gave it, the clock where it was not the planned one. */
    cells: list(
      obj({ day: int(), state: DrugTakeState.schema, initials: str(), at: nul(str()), takeId: str(), late: bool() }),
    ),
  }),
)
export type MonthLineData = Static<typeof MonthLine>
const Month = obj({
  month: str('月份'),
  days: int(),
  elder: merge(ResidentMarks, obj({ deptName: nul(str()), bedPath: nul(str()), allergies: list(str()) })),
  orgName: str(),
  lines: list(MonthLine),
  /** Initials with names. */
  people: list(obj({ initials: str(), name: str() })),
})
export type DrugMonthData = Static<typeof Month>

export {
  Detail as TakeDetail,
  Elder as RoundElder,
  Month as TakeMonth,
  Row as TakeRow,
  Slot as RoundSlotRow,
  Take as TakeOf,
}
