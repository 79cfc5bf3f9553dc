// Who may assess: a list of people beside the permission. Whoever is not on it sees no button and is refused.
import { Unsafe } from '@sinclair/typebox'
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
import { id, int, list, named, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { ASSESS_NEEDS, AssessRight, READ_ASSESSMENTS } from './assessFields.ts'

const Assessor = obj({
  userId: str(),
  userName: str('账号'),
  empName: nul(str('姓名')),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  userPhone: nul(phoneNo('手机号')),
  /** The role lacks the permission to assess: on the list in vain. */
  lacksPermission: int('缺少权限', { min: 0, max: 1 }),
  /** Finished within a year, as first or second assessor. */
  finished: int('近一年完成'),
  drafts: int('未完成'),
  grantedName: nul(str('授权人')),
  grantedAt: str('授权时间'),
})
export type AssessorData = Static<typeof Assessor>

export interface AssessTreeNode {
  /** Of the department or the user. */
  id: string
  name: string
  kind: 'dept' | 'user'
  /** 1: on the list, 0: not; departments: null. */
  assessAuth: 0 | 1 | null
  jobName: string | null
  children: AssessTreeNode[]
}

const AUTH = '/pims/web-pi/user/assess'
const NEEDS = ASSESS_NEEDS.auth

export const assessAuth = noun('nursing', 'assessAuth', {
  title: '评估权限',
  calls: {
    /** Also asked for where two assessors are chosen. */
    list: call.get(AUTH, {
      needs: `${NEEDS}|${READ_ASSESSMENTS}`,
      act: '评估权限名单',
      codeNames: { [NEEDS]: '管理评估权限' },
      query: pageQuery({ keyword: opt(str('姓名或账号')), deptId: opt(named('dept', '部门')) }),
      data: pageOf(Assessor),
    }),
    /** Is the caller on it? */
    mine: call.get(`${AUTH}/mine`, { needs: 'signedIn', act: '本人评估权限', data: AssessRight }),
    /** assessAuth 0: only who is not on the list, 1: only who is, none: everybody. */
    userTree: call.get(`${AUTH}/userTree`, {
      needs: NEEDS,
      act: '评估权限人员树',
      query: obj({ assessAuth: opt(int('授权', { min: 0, max: 1 })) }),
      data: Unsafe<AssessTreeNode[]>({}),
    }),
    add: call.post(AUTH, {
      needs: NEEDS,
      act: '授予评估权限',
      body: obj({
        userId: opt(id('用户', { of: 'account' })),
        userIds: opt(list(id('用户', { of: 'account' }), 200)),
      }),
      data: obj({ added: int('新增') }),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    remove: call.delete(`${AUTH}/{userId}`, {
      needs: NEEDS,
      act: '取消评估权限',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/nursing/assessAuth',
      title: '评估权限',
      tab: true,
      needs: NEEDS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '评估', order: 33 },
    },
  },
})
