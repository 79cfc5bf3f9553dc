import { Refusal } from '#contract/kit/refusal'
import { residence } from '#contract/live/residence'
import { implement } from '#server/kit/implement'

const later = (): never => {
  throw new Refusal('SWITCHED_OFF', { what: '居住管理' })
}

export default implement(residence, {
  list: later,
  counts: later,
  detail: later,
  record: later,
  beds: later,
  requirements: later,
  reserve: later,
  changeReserve: later,
  cancelReserve: later,
  waitAgain: later,
  trial: later,
  extendTrial: later,
  checkIn: later,
  adjustBed: later,
  exchangeBed: later,
  changeLevel: later,
  checkOut: later,
  undoCheckOut: later,
  readmit: later,
  removeStay: later,
  changeStatus: later,
  editLive: later,
  setting: later,
  saveSetting: later,
})
