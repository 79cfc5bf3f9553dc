// What the front desk does, as the search offers it: by itself (缴费) or with a resident (王秀兰 缴费). Each act names the
// permission its page and its call ask for, and the page that opens it; the page takes it with useAskedAct.
import { ACCOUNT_NEEDS, account } from '#contract/expense/account'
import { billing } from '#contract/expense/bill'
import { archive } from './archive.ts'
import { consultation } from './consultation.ts'
import { contractDocument } from './contractDocument.ts'
import { outing } from './outing.ts'
import { residence } from './residence.ts'
import { type ResidenceMove, residenceMoves, residenceNeeds } from './residenceWords.ts'
import { IN_HOUSE, type ResidenceStatusValue } from './resident.ts'
import { visit } from './visit.ts'

export interface DeskAct {
  /** 缴费 */
  title: string
  /** What else people call it. */
  also?: readonly string[]
  /** Both the page and the act. */
  needs: readonly string[]
  /** Whom it can be done with; left out: anybody. */
  statuses?: readonly ResidenceStatusValue[]
  /** Where it begins without a resident; left out: it needs one. */
  alone?: string
  /** Where it begins with one; left out: it is about nobody in particular. */
  of?: (oldmanId: string) => string
}

const onAccount = (act: string) => (oldmanId: string) => `${account.pages.detail.path}?oldmanId=${oldmanId}&act=${act}`

const money = (title: string, act: string, needs: string, also: readonly string[] = []): DeskAct => ({
  title,
  also,
  needs: [ACCOUNT_NEEDS.list, needs],
  alone: account.pages.list.path,
  of: onAccount(act),
})

/** `resident` is no filter of the page: the drawer begins with them. */
const opening = (path: string, act: string) => ({
  alone: `${path}?act=${act}`,
  of: (oldmanId: string) => `${path}?act=${act}&resident=${oldmanId}`,
})

const move = (title: string, act: ResidenceMove, also: readonly string[] = []): DeskAct => ({
  title,
  also,
  needs: [residenceNeeds.list, residenceMoves.moves[act].needs ?? ''],
  statuses: residenceMoves.moves[act].from,
  ...opening(residence.pages.list.path, act),
})

export const deskActs: readonly DeskAct[] = [
  money('缴费', 'pay', ACCOUNT_NEEDS.pay, ['收费', '交费']),
  money('预存', 'prestore', ACCOUNT_NEEDS.pay, ['充值']),
  money('收押金', 'deposit', ACCOUNT_NEEDS.pay, ['押金']),
  money('退款', 'refundBalance', ACCOUNT_NEEDS.refund, ['余额退款', '退费']),
  money('退押金', 'refundDeposit', ACCOUNT_NEEDS.refund),
  {
    title: '打印账单',
    also: ['账单'],
    needs: [billing.pages.ofResident.needs],
    alone: billing.pages.list.path,
    of: (oldmanId) => `${billing.pages.ofResident.path}?oldmanId=${oldmanId}`,
  },
  move('办理入住', 'checkIn', ['入住']),
  move('办理试住', 'trial', ['试住']),
  move('预订床位', 'reserve', ['预订']),
  move('调床', 'adjustBed', ['换房']),
  move('换床', 'exchangeBed'),
  move('变更护理等级', 'changeLevel', ['护理等级']),
  move('办理退住', 'checkOut', ['退住']),
  {
    title: '外出登记',
    also: ['请假', '外出'],
    needs: [outing.pages.register.needs, outing.calls.register.needs],
    statuses: IN_HOUSE,
    ...opening(outing.pages.register.path, 'register'),
  },
  {
    title: '访客登记',
    also: ['来访登记', '探视', '来访'],
    needs: [visit.pages.come.needs, visit.calls.add.needs],
    statuses: IN_HOUSE,
    ...opening(visit.pages.come.path, 'add'),
  },
  {
    title: '咨询登记',
    also: ['登记咨询'],
    needs: [consultation.pages.base.needs, consultation.calls.add.needs],
    alone: `${consultation.pages.base.path}?act=add`,
  },
  {
    title: '签合同',
    also: ['合同', '新签合同'],
    needs: [contractDocument.calls.create.needs],
    alone: contractDocument.pages.form.path,
    of: (oldmanId) => `${contractDocument.pages.form.path}?oldmanId=${oldmanId}`,
  },
  {
    title: '档案',
    also: ['老人档案'],
    needs: [archive.pages.base.needs],
    alone: archive.pages.base.path,
    of: (oldmanId) => `/live/archives/detail/${oldmanId}`,
  },
]
