// The words of the residence: which moves lead from which status to which, what they are called, and the fixed sets.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { IN_HOUSE, ResidenceStatus, type ResidenceStatusValue } from './resident.ts'

export const residenceNeeds = {
  list: 'live:residence:list',
  reserve: 'live:residence:reserve',
  /** Booking money that no reservation stands behind any more: whoever keeps reservations, or gives money back. */
  booking: 'live:residence:reserve|expense:account:refund',
  checkIn: 'live:residence:checkIn',
  bed: 'live:residence:bed',
  level: 'live:residence:level',
  edit: 'live:residence:edit',
  checkOut: 'live:residence:checkOut',
  undo: 'live:residence:undo',
  remove: 'live:residence:remove',
  setting: 'live:residence:setting',
} as const

const { living, left, waiting, trial, reserved, cancelled } = ResidenceStatus.is

/** Titles name the status a move leads to, so that a refusal names both. */
export const residenceMoves = machine<ResidenceStatusValue>()({
  reserve: {
    from: [waiting, cancelled],
    to: reserved,
    title: '预订床位（转为“已预订”）',
    needs: residenceNeeds.reserve,
  },
  changeReserve: { from: [reserved], to: reserved, title: '修改预订', needs: residenceNeeds.reserve },
  cancelReserve: {
    from: [reserved],
    to: cancelled,
    title: '取消预订（转为“取消预订”）',
    needs: residenceNeeds.reserve,
  },
  waitAgain: { from: [cancelled], to: waiting, title: '退回待入住（转为“待入住”）', needs: residenceNeeds.reserve },
  settleBooking: {
    from: [living, left, waiting, trial, cancelled],
    to: [living, left, waiting, trial, cancelled],
    title: '单独处理订金，请先取消预订',
    needs: residenceNeeds.booking,
  },
  trial: { from: [waiting, reserved], to: trial, title: '办理试住（转为“试住”）', needs: residenceNeeds.checkIn },
  extendTrial: { from: [trial], to: trial, title: '延长试住', needs: residenceNeeds.checkIn },
  checkIn: {
    from: [waiting, reserved, trial],
    to: living,
    title: '办理入住（转为“入住中”）',
    needs: residenceNeeds.checkIn,
  },
  adjustBed: { from: IN_HOUSE, to: IN_HOUSE, title: '调床', needs: residenceNeeds.bed },
  exchangeBed: { from: IN_HOUSE, to: IN_HOUSE, title: '换床', needs: residenceNeeds.bed },
  changeLevel: { from: IN_HOUSE, to: IN_HOUSE, title: '变更护理等级', needs: residenceNeeds.level },
  checkOut: { from: IN_HOUSE, to: left, title: '办理退住（转为“已退住”）', needs: residenceNeeds.checkOut },
  undoCheckOut: { from: [left], to: IN_HOUSE, title: '撤销退住（转回“入住中”或“试住”）', needs: residenceNeeds.undo },
  readmit: { from: [left], to: waiting, title: '再次入住（转为“待入住”）', needs: residenceNeeds.checkIn },
  removeStay: { from: IN_HOUSE, to: waiting, title: '撤销入住登记（转为“待入住”）', needs: residenceNeeds.remove },
})
export type ResidenceMove = keyof typeof residenceMoves.moves

/** What the buttons and menus call a move. */
export const moveNames: Readonly<Record<ResidenceMove, string>> = {
  reserve: '预订床位',
  changeReserve: '修改预订',
  cancelReserve: '取消预订',
  waitAgain: '退回待入住',
  settleBooking: '处理订金',
  trial: '办理试住',
  extendTrial: '延长试住',
  checkIn: '办理入住',
  adjustBed: '调床',
  exchangeBed: '换床',
  changeLevel: '变更护理等级',
  checkOut: '办理退住',
  undoCheckOut: '撤销退住',
  readmit: '再次入住',
  removeStay: '撤销入住登记',
}

export const StayEventKind = options('StayEventKind', '变动类型', [
  ['archive', ['建档', 'slate']],
  ['reserve', ['预订', 'amber']],
  ['cancelReserve', ['取消预订', 'grey']],
  ['waitAgain', ['待入住', 'slate']],
  ['booking', ['订金', 'amber']],
  ['trial', ['试住', 'teal']],
  ['extendTrial', ['延长试住', 'teal']],
  ['checkIn', ['入住', 'blue']],
  ['convert', ['转正', 'blue']],
  ['adjustBed', ['调床', 'teal']],
  ['exchangeBed', ['换床', 'teal']],
  ['level', ['等级', 'amber']],
  ['apply', ['申请', 'amber']],
  ['edit', ['居住信息', 'slate']],
  ['outing', ['外出', 'purple']],
  ['return', ['返回', 'purple']],
  ['contract', ['合同', 'slate']],
  ['assessment', ['评估', 'blue']],
  ['checkOut', ['退住', 'grey']],
  ['undoCheckOut', ['撤销退住', 'orange']],
  ['readmit', ['再次入住', 'blue']],
  ['removeStay', ['撤销登记', 'orange']],
])

export const StayKind = options('StayKind', '居住类型', [
  ['TRIAL', ['试住', 'teal']],
  ['FORMAL', ['正式入住', 'blue']],
])

export const BookingMoney = options('BookingMoney', '订金处理', [
  ['REFUND', '全额退还'],
  ['PART', '部分退还，其余不退'],
  ['KEEP', '不退'],
  ['TRANSFER', '转入余额'],
])

/** Where booking money goes when the resident moves in. */
export const BookingTo = options('BookingTo', '订金转入', [
  ['DEPOSIT', '押金'],
  ['BALANCE', '余额'],
])

export const SettleState = options('SettleState', '结算状态', [
  ['OPEN', ['待结算', 'amber']],
  ['SUBMITTED', ['待确认', 'orange']],
  ['CONFIRMED', ['已结算', 'green']],
])
