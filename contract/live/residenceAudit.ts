// The inbox of changes of bed and check-outs that wait for a second person. They are asked for with the calls of the
// residence itself; here they are listed, decided and taken back.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, named, nothing, obj, opt, str, text } from '#contract/kit/schema'
import { ApplyDetail, ApplyKind, ApplyRow, applyNeeds, decideNeeds } from './residenceApply.ts'
import { ReviewResult } from './review.ts'

const BASE = '/pims/web-pi/oldmans/live/audit'
const decides = `${decideNeeds.bedChange}|${decideNeeds.checkOut}`
const reads = `${applyNeeds.list}|${decides}`
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'NO_PERMISSION'] as const

const of = { applyId: id('申请单', { of: 'residenceApply' }), version: opt(int()) }

export const residenceAudit = noun('live', 'residenceAudit', {
  title: '居住审核',
  calls: {
    list: call.get(BASE, {
      needs: reads,
      act: '居住审核列表',
      query: pageQuery({
        /** mine, waiting, own, done: see review.ts */
        tab: opt(str('范围')),
        kind: opt(ApplyKind.schema),
        result: opt(ReviewResult.schema),
        /** Name, pinyin or initials. */
        oldmanName: opt(str('老人')),
        oldmanId: opt(named('resident')),
        deptId: opt(named('dept', '部门')),
        startDate: opt(str('申请时间从')),
        endDate: opt(str('申请时间到')),
      }),
      data: pageOf(ApplyRow),
    }),
    detail: call.get(`${BASE}/{applyId}`, {
      needs: reads,
      act: '居住申请详情',
      data: ApplyDetail,
      refuses: ['NOT_FOUND'],
    }),
    pass: call.put(`${BASE}/pass`, {
      needs: decides,
      act: '通过居住申请',
      body: obj({
        ...of,
        auditRemark: opt(text('审核意见', { max: 200 })),
        /** Version of the resident that the reviewer has seen. */
        residentVersion: opt(int()),
      }),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
    decline: call.put(`${BASE}/decline`, {
      needs: decides,
      act: '拒绝居住申请',
      body: obj({ ...of, auditRemark: text('拒绝原因', { max: 200 }) }),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
    withdraw: call.put(`${BASE}/withdraw`, {
      needs: reads,
      act: '撤回居住申请',
      body: obj({ ...of, reason: opt(text('撤回原因', { max: 200 })) }),
      data: nothing(),
      refuses,
      repeatable: true,
    }),
  },
  pages: {
    list: {
      path: '/live/live/audit',
      title: '居住审核',
      tab: true,
      ahead: { call: 'list', start: { tab: 'mine' } },
      needs: reads,
      menu: { rail: 'live', group: '老人', order: 13 },
    },
  },
})
