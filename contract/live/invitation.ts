// A member of the family is invited to read along: a code on the phone, accepted once on a page without an account, and
// from then on a short view of how the resident is. Nothing of money, health or numbers leaves the house this way. Where the
// house allows it, the family chooses the resident's dishes.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { phoneNo } from '#contract/kit/privacy'
import { id, int, list, nothing, nul, obj, type Static, str, text } from '#contract/kit/schema'
import { FamilyChoice, FamilyMeal } from '#contract/nursing/mealFamily'
import { familyNeeds } from './family.ts'
import { ResidenceStatus } from './resident.ts'

export const InvitationState = options('InvitationState', '邀请状态', [
  ['sent', ['待接受', 'amber']],
  ['accepted', ['已绑定', 'green']],
  ['expired', ['已过期', 'grey']],
  ['revoked', ['已撤销', 'grey', 'hollow']],
])

/** Without 0, O, 1 and I, which are mistaken for one another on paper and on the phone. */
export const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8
export const VALID_DAYS = 7

const Invitation = obj({
  invitationId: str(),
  familyId: str(),
  familyName: str('家属'),
  relationName: str('关系'),
  phone: phoneNo('电话'),
  /** The last two characters of the code. */
  codeEnd: str('邀请码尾号'),
  state: InvitationState.schema,
  createTime: str('发送时间'),
  expireTime: str('有效期至'),
  acceptTime: nul(str('绑定时间')),
  lastReadTime: nul(str('最近查看')),
  userName: nul(str('邀请人')),
})
export type InvitationData = Static<typeof Invitation>

const Sent = obj({
  invitationId: str(),
  /** Shown this once; only its hash is kept. */
  code: str('邀请码'),
  /** Of the page where it is entered; null where the house's address is not set and the browser knows it better. */
  link: nul(str()),
  expireTime: str('有效期至'),
  phone: phoneNo('电话'),
  /** A landline gets no message; the code is told by voice or by its picture. */
  smsSent: obj({ sent: int(), why: nul(str()) }),
})
export type SentInvitationData = Static<typeof Sent>

/** What the family sees. */
const FamilyView = obj({
  oldmanName: str(),
  /** A small picture as a data address, so that no file of the house is opened to the public. */
  photo: nul(str()),
  status: ResidenceStatus.schema,
  /** 松鹤楼 2层 203室: without the bed. */
  room: nul(str()),
  checkInDate: nul(str()),
  days: nul(int()),
  /** The outing that is planned or under way. */
  outing: nul(obj({ away: int(), planOut: str(), planReturn: str(), companion: str() })),
  visits: list(obj({ inTime: str(), visitor: str(), mine: int() })),
  /** What was done for the resident today, the latest first: without anything that was measured or noted. */
  care: list(
    obj({
      time: str('时间'),
      name: str('护理项目'),
      /** 0: the resident did not want it then. */
      done: int(),
      workerName: str('护理员'),
    }),
  ),
  /** Drugs that the family is asked to bring: the name and how many days are left; null: none is left. */
  drugs: list(obj({ drugName: str('药品'), days: nul(int('还够天数')) })),
  /** Empty where the house does not let families choose. */
  meals: list(FamilyMeal),
  familyName: str(),
  relationName: str(),
  orgName: str(),
  orgPhone: nul(str()),
  orgAddress: nul(str()),
  dutyPhone: nul(str()),
})
export type FamilyViewData = Static<typeof FamilyView>

const BASE = '/pims/web-pi/oldmans/invitation'

export const invitation = noun('live', 'invitation', {
  title: '家属邀请',
  calls: {
    list: call.get(`${BASE}/{oldmanId}`, {
      needs: `${familyNeeds.list}|live:archive:list`,
      act: '邀请记录',
      data: list(Invitation),
      refuses: ['NOT_FOUND'],
    }),
    send: call.post(BASE, {
      needs: familyNeeds.invite,
      act: '邀请家属',
      body: obj({ oldmanId: id('老人', { of: 'resident' }), familyId: id('家属', { of: 'family' }) }),
      data: Sent,
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_REQUESTS'],
    }),
    /** Also unbinds who has accepted. */
    revoke: call.put(`${BASE}/revoke`, {
      needs: familyNeeds.invite,
      act: '撤销邀请',
      body: obj({ invitationId: id('邀请', { of: 'invitation' }) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    accept: call.post('/pims/di-pi/family/accept', {
      needs: 'open',
      act: '家属接受邀请',
      body: obj({
        code: text('邀请码', { min: CODE_LENGTH, max: 20, pattern: /^[0-9A-Za-z\s-]+$/, hint: '应为 8 位字母和数字' }),
        phoneEnd: text('手机号后四位', { min: 4, max: 4, pattern: /^\d{4}$/, hint: '应为 4 位数字' }),
      }),
      data: obj({
        /** Shown again with each reading, in the Authorization header. */
        secret: str(),
        view: FamilyView,
      }),
      refuses: ['INVALID_INPUT', 'STATE_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
    }),
    view: call.get('/pims/di-pi/family/elder', {
      needs: 'open',
      act: '家属查看老人近况',
      data: FamilyView,
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
    /** Of the elder whose family shows the secret; until the kitchen has closed. */
    chooseMeal: call.put('/pims/di-pi/family/meal', {
      needs: 'open',
      act: '家属选餐',
      body: FamilyChoice,
      data: list(FamilyMeal),
      refuses: ['NOT_FOUND', 'INVALID_INPUT', 'STATE_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
    }),
  },
})
