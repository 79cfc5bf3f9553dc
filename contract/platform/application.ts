// Settling in: an organisation applies to join; the operator approves or refuses; the applicant sees the state.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { machine } from '#contract/kit/machine'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, nul, obj, opt, phone, type Static, str, text } from '#contract/kit/schema'
import { OrgLevel, OrgStatus } from './session.ts'

const Application = obj({
  orgId: str(),
  orgCode: str(),
  orgName: str(),
  orgLevel: int(),
  orgStatus: int(),
  licenseNo: nul(str()),
  licensePictures: list(str()),
  contactName: nul(str()),
  contactPhone: nul(str()),
  /** False: the installation has no SMS, nobody proved the number; whoever decides calls it. */
  contactProven: bool(),
  address: nul(str()),
  introduction: nul(str()),
  rejectReason: nul(str()),
  userName: nul(str()),
  createTime: str(),
})
export type ApplicationData = Static<typeof Application>

export const ApplyBody = obj({
  orgName: text('机构名称', { min: 2, max: 40 }),
  orgLevel: opt(OrgLevel.schema),
  licenseNo: text('统一社会信用代码', {
    min: 18,
    max: 18,
    pattern: /^[0-9A-Z]{18}$/,
    hint: '应为 18 位数字或大写字母',
  }),
  licensePictures: list(fileAddress('证照图片'), 6),
  contactName: text('联系人', { max: 20 }),
  contactPhone: phone('联系电话'),
  address: text('机构地址', { max: 100 }),
  introduction: opt(text('机构简介', { max: 1000 })),
  /** The first administrator of the organisation; left out when a refused application is sent again. */
  userName: opt(
    text('管理员账号', { min: 6, max: 20, pattern: /^[A-Za-z0-9]{6,20}$/, hint: '应为 6 至 20 位字母或数字' }),
  ),
  userPassword: opt(text('密码', { max: 20 })),
  smsCode: opt(text('短信验证码', { max: 10 })),
  photoCode: opt(str()),
  verifyStr: opt(str()),
  /** Sent again: the application it replaces, and the code given for it unless its administrator is signed in. */
  orgId: opt(id('编号', { of: 'organisation' })),
  queryCode: opt(text('查询码', { max: 64 })),
})

/** How an application moves; freezing a running organisation belongs to the organisation itself. */
export const applicationMoves = machine<0 | 1 | 2 | 3>()({
  approve: {
    from: [OrgStatus.is.waiting],
    to: OrgStatus.is.normal,
    title: '通过审核',
    needs: 'platform:application:decide',
  },
  refuse: {
    from: [OrgStatus.is.waiting],
    to: OrgStatus.is.declined,
    title: '拒绝',
    needs: 'platform:application:decide',
  },
  resend: { from: [OrgStatus.is.declined], to: OrgStatus.is.waiting, title: '再次提交申请' },
})

export const application = noun('platform', 'application', {
  title: '机构入驻',
  calls: {
    list: call.get('/passport/web-rbac/medical', {
      needs: 'platform:application:list',
      act: '入驻申请列表',
      query: pageQuery({ orgName: opt(str()), orgStatus: opt(OrgStatus.schema) }),
      data: pageOf(Application),
    }),
    apply: call.post('/passport/web-rbac/medical', {
      needs: 'open',
      act: '提交入驻申请',
      body: ApplyBody,
      data: obj({ orgId: str(), queryCode: str() }),
      refuses: [
        'ALREADY_EXISTS',
        'WRONG_SMS_CODE',
        'WRONG_PHOTO_CODE',
        'STATE_NOT_ALLOWED',
        'NOT_FOUND',
        'TOO_MANY_REQUESTS',
      ],
    }),
    /** The applicant asks with the code given at submission, without an account of a running organisation. */
    state: call.get('/passport/web-rbac/medical/{orgId}/state', {
      needs: 'open',
      act: '查询入驻进度',
      query: obj({ queryCode: text('查询码', { max: 64 }) }),
      data: Application,
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
    /** Licence pictures of an applicant who has no account yet. */
    picture: call.post('/passport/web-rbac/medical/picture', {
      needs: 'open',
      act: '上传入驻证照',
      transfer: 'multipart',
      bodyLimit: 10 * 1024 * 1024,
      data: obj({ urlPath: str() }),
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT', 'TOO_MANY_REQUESTS'],
    }),
    decide: call.put('/passport/web-rbac/medical/{orgId}/{status}', {
      needs: 'platform:application:decide',
      act: '审核入驻申请',
      body: obj({ rejectReason: opt(text('拒绝原因', { max: 200 })) }),
      data: nothing(),
      refuses: ['STATE_NOT_ALLOWED', 'NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/applications',
      title: '入驻审核',
      tab: true,
      needs: 'platform:application:list',
      ahead: 'list',
      menu: { rail: 'archives', group: '机构档案', order: 20, ends: ['OPEX'] },
    },
  },
})
