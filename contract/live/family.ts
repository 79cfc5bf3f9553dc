// The families: who answers for a resident and as what, across all residents of the house.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo, phoneNo } from '#contract/kit/privacy'
import { bool, id, int, list, merge, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { FamilyFields } from './archiveFields.ts'
import { ResidentMarks } from './resident.ts'

export const familyNeeds = {
  list: 'live:family:list',
  add: 'live:family:add',
  edit: 'live:family:edit',
  delete: 'live:family:delete',
  invite: 'live:family:invite',
} as const

/** What a person is to the contract. The names are those of the marks. */
export const FamilyRole = options('FamilyRole', '身份', [
  ['emergency', '紧急联系人'],
  ['payer', '付费人'],
  ['guarantor', '担保人'],
  ['guardian', '监护人'],
])
export type FamilyRoleValue = Static<typeof FamilyRole.schema>

/** Whether the family reads along: from the invitation that counts. */
export const FamilyBinding = options('FamilyBinding', '家属端', [
  ['bound', ['已绑定', 'green']],
  ['sent', ['已邀请', 'amber']],
  ['none', ['未邀请', 'grey', 'hollow']],
])

export const FamilyMember = obj({
  familyId: str(),
  name: str('姓名'),
  relation: str('关系'),
  relationName: str('关系'),
  phone: phoneNo('电话'),
  /** Masked. */
  idCard: nul(cardNo('身份证号')),
  address: nul(str('住址')),
  workUnit: nul(str('工作单位')),
  remark: nul(str('备注')),
  emergency: bool('紧急联系人'),
  payer: bool('付费人'),
  guarantor: bool('担保人'),
  guardian: bool('监护人'),
  binding: FamilyBinding.schema,
  /** The last time the family came or took the resident along: 2026-11-08 探视 */
  lastContact: nul(str('最近来往')),
  sort: int(),
  version: int(),
})
export type FamilyMemberData = Static<typeof FamilyMember>

const Row = merge(
  ResidentMarks,
  merge(
    FamilyMember,
    obj({
      /** 紧急联系人、付费人 */
      roleText: str('身份'),
      bedPath: nul(str('床位')),
      createTime: str('登记时间'),
    }),
  ),
)
export type FamilyRowData = Static<typeof Row>

/**
 * What a form sends of a member. The number of the card comes back masked as it went out, which changes nothing; left
 * out it stays, null takes it away.
 */
const FamilyForm = merge(
  FamilyFields,
  obj({
    idCard: opt(text('身份证号', { min: 18, max: 18, pattern: /^[0-9Xx*]{18}$/, hint: '不是有效的 18 位身份证号' })),
  }),
)
export type FamilyFormData = Static<typeof FamilyForm>

/** The whole family of one resident. */
export const FamilySave = obj({
  oldmanId: id('老人', { of: 'resident' }),
  family: list(merge(FamilyForm, obj({ familyId: opt(id('家属', { of: 'family' })), version: opt(int()) })), 20),
})

const BASE = '/pims/web-pi/oldmans/family'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'] as const

export const family = noun('live', 'family', {
  title: '家属管理',
  calls: {
    list: call.get(BASE, {
      needs: familyNeeds.list,
      act: '家属列表',
      query: pageQuery({
        /** The member: name, pinyin, initials or phone. */
        keyword: opt(str('家属')),
        /** The resident: name, pinyin, initials or number of the archive. */
        oldman: opt(str('老人')),
        oldmanId: opt(named('resident')),
        role: opt(FamilyRole.schema),
        relation: opt(str('关系')),
        binding: opt(FamilyBinding.schema),
        /** One status of the resident, or several joined by commas. */
        status: opt(str('老人状态')),
      }),
      data: pageOf(Row),
    }),
    detail: call.get(`${BASE}/{familyId}`, {
      needs: `${familyNeeds.list}|live:archive:list`,
      act: '家属详情',
      data: merge(FamilyMember, obj({ oldmanId: str(), oldmanName: str() })),
      refuses: ['NOT_FOUND'],
    }),
    /**
     * In an emergency a nurse has to reach the family or whoever took the resident out, and who reminds of arrears the payer:
     * one resident at a time, and the look stands in the log.
     */
    phones: call.get(`${BASE}/phones/{oldmanId}`, {
      needs: `${familyNeeds.list}|live:archive:idCard|expense:payRemind:send`,
      act: '查看家属电话',
      writes: true,
      data: list(obj({ name: str(), phone: str() })),
      refuses: ['NOT_FOUND'],
    }),
    add: call.post(BASE, {
      needs: familyNeeds.add,
      act: '新增家属',
      body: merge(obj({ oldmanId: id('老人', { of: 'resident' }) }), FamilyForm),
      data: FamilyMember,
      refuses,
      repeatable: true,
    }),
    save: call.put(BASE, {
      needs: familyNeeds.edit,
      act: '修改家属',
      body: merge(FamilyForm, obj({ familyId: id('家属', { of: 'family' }), version: opt(int()) })),
      data: FamilyMember,
      refuses,
    }),
    remove: call.delete(`${BASE}/{familyId}`, {
      needs: familyNeeds.delete,
      act: '删除家属',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE', 'INVALID_INPUT'],
    }),
  },
  pages: {
    base: {
      path: '/live/family/base',
      title: '家属管理',
      tab: true,
      needs: familyNeeds.list,
      ahead: 'list',
      menu: { rail: 'live', group: '老人', order: 12 },
    },
  },
})
