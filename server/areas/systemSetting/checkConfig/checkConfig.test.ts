// Who may review what: the settings call, its rules, and what other areas ask.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReviewActKey, SettingsData } from '#contract/systemSetting/checkConfig'
import { type House, OPERATOR_ORG, testHouse } from '#server/areas/platform/test/house'
import { mayReview, reviewersOf, reviewRuleOf, standingUnder } from '#server/areas/systemSetting/public'

const PATH = '/pims/web-org/setting'
let house: House
let admin: string
let adminId: string
let nurse: string
let head: string
let role: string
let emptyRole: string

beforeAll(async () => {
  house = await testHouse()
  adminId = await house.person({ userName: 'boss001', isAdmin: true, empName: '管理员' })
  head = await house.person({ userName: 'head001', empName: '护士长', codes: ['systemSetting:checkConfig:list'] })
  nurse = await house.person({ userName: 'nurse001', empName: '护士', codes: ['systemSetting:checkConfig:list'] })
  admin = (await house.signInAs('boss001')).data.token
  const [made] = await house.sql<{ role_id: string }>(
    'select role_id from account_role where org_id = $1 and user_id = $2',
    [house.orgId, head],
  )
  role = made!.role_id
  const [other] = await house.sql<{ role_id: string }>(
    `insert into role (org_id, role_id, name) values ($1, md5('empty'), '空角色') returning role_id`,
    [house.orgId],
  )
  emptyRole = other!.role_id
})
afterAll(() => house.close())
beforeEach(() => house.sql('delete from review_rule where org_id = $1', [house.orgId]))

const rules = async (token = admin) => (await house.ask<SettingsData>('GET', PATH, { token })).data.review!
const ruleOf = async (act: ReviewActKey) => (await rules()).find((rule) => rule.act === act)!
const save = (...review: object[]) => house.ask('PUT', PATH, { token: admin, body: { review } })
const asking = (userId: string, isAdmin = false) => ({ app: house.app, orgId: house.orgId, userId, isAdmin })

describe('review rules', () => {
  it('begin with what is usual, before anybody has decided', async () => {
    expect(await ruleOf('outing')).toMatchObject({ needed: true, roleIds: [], userIds: [], reviewers: 0, version: 0 })
    expect(await ruleOf('bedChange')).toMatchObject({ needed: false })
    const rule = await reviewRuleOf(house.app.pool, house.orgId, 'outing')
    expect(rule).toMatchObject({ act: 'outing', needed: true })
    expect(await mayReview(asking(nurse), rule)).toBe(true)
  })

  it('are merged act by act and name their people', async () => {
    expect(await save({ act: 'outing', needed: true, roleIds: [role], userIds: [nurse] })).toMatchObject({
      status: 200,
    })
    expect(await save({ act: 'refund', needed: false })).toMatchObject({ status: 200 })
    expect(await ruleOf('outing')).toMatchObject({
      needed: true,
      roles: [{ roleId: role, people: 1 }],
      users: [{ userId: nurse, empName: '护士', enabled: true }],
      reviewers: 2,
      version: 1,
    })
    expect(await ruleOf('refund')).toMatchObject({ needed: false, version: 1 })
    expect(await ruleOf('checkOut')).toMatchObject({ needed: false, version: 0 })
    const [log] = await house.sql<{ remark: string; changes: object }>(
      `select remark, changes from operation_log where org_id = $1 and target_type = 'reviewRule' and target_id = 'outing'`,
      [house.orgId],
    )
    expect(log).toMatchObject({ remark: expect.stringContaining('“外出申请”需要审核') })
  })

  it('answer who may review', async () => {
    await save({ act: 'outing', needed: true, roleIds: [role] })
    const rule = await reviewRuleOf(house.app.pool, house.orgId, 'outing')
    expect(await mayReview(asking(head), rule)).toBe(true)
    expect(await mayReview(asking(nurse), rule)).toBe(false)
    expect(await mayReview(asking(adminId, true), rule)).toBe(true)
    expect(await reviewersOf(house.app.pool, house.orgId, rule)).toEqual([head])
    const standing = (userId: string, isAdmin = false) =>
      standingUnder(asking(userId, isAdmin), ['outing', 'bedChange', 'refund'])
    const others = { bedChange: { needed: false, may: true }, refund: { needed: true, may: true } }
    expect(await standing(head)).toEqual({ outing: { needed: true, may: true }, ...others })
    expect(await standing(nurse)).toEqual({ outing: { needed: true, may: false }, ...others })
    expect(await standing(adminId, true)).toEqual({ outing: { needed: true, may: true }, ...others })
    await save({ act: 'outing', needed: true, roleIds: [], userIds: [nurse] })
    expect((await standing(nurse)).outing.may).toBe(true)
    expect((await standing(head)).outing.may).toBe(false)
    expect(await mayReview(asking(nurse), await reviewRuleOf(house.app.pool, house.orgId, 'outing'))).toBe(true)
  })

  it('are refused when nobody could fulfil them', async () => {
    expect(await save({ act: 'outing', needed: true })).toMatchObject({
      status: 42200,
      desc: '“外出申请”需要审核，请选择由哪些角色或人员审核',
      data: { field: 'review' },
    })
    expect(await save({ act: 'outing', needed: true, roleIds: [emptyRole] })).toMatchObject({
      status: 42200,
      desc: '“外出申请”没有人能审核：空角色之中没有启用的账号',
    })
    await house.sql('update account set user_status = 2 where org_id = $1 and user_id = $2', [house.orgId, nurse])
    expect(await save({ act: 'outing', needed: true, userIds: [nurse] })).toMatchObject({ status: 42200 })
    // Together with somebody who can, a disabled person is no reason to refuse, but is shown.
    expect(await save({ act: 'outing', needed: true, userIds: [nurse, head] })).toMatchObject({ status: 200 })
    expect(await ruleOf('outing')).toMatchObject({ reviewers: 1 })
    expect((await ruleOf('outing')).users.find((user) => user.userId === nurse)!.enabled).toBe(false)
    await house.sql('update account set user_status = 1 where org_id = $1 and user_id = $2', [house.orgId, nurse])
  })

  it('refuse ids of others, acts nobody knows, and one act twice; nothing of the request is kept', async () => {
    const [foreign] = await house.sql<{ id: string }>('select user_id as id from account where org_id = $1', [
      OPERATOR_ORG,
    ])
    expect(
      await save({ act: 'refund', needed: false }, { act: 'outing', needed: true, userIds: [foreign!.id] }),
    ).toMatchObject({
      status: 42200,
      desc: '选择的人员不存在，请刷新后重新选择',
    })
    expect(await ruleOf('refund')).toMatchObject({ version: 0 })
    expect(await save({ act: 'flying', needed: false })).toMatchObject({ status: 42200 })
    const twice = { act: 'refund', needed: false }
    expect(await save(twice, twice)).toMatchObject({ status: 42200, desc: '同一事项出现了两次' })
  })

  it('tell the second of two editors', async () => {
    const input = (userId: string) => save({ act: 'outing', needed: true, userIds: [userId], version: 0 })
    const answers = await Promise.all([input(nurse), input(head), input(adminId)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40902, 40902])
    expect(answers.find((answer) => answer.status === 40902)!.desc).toContain('管理员')
    // Existing clients send no version.
    expect(await save({ act: 'outing', needed: false })).toMatchObject({ status: 200 })
  })

  it('are seen and changed only with the permission', async () => {
    await house.person({ userName: 'guest001', codes: ['czrzdc'] })
    const guest = (await house.signInAs('guest001')).data.token
    expect((await house.ask<SettingsData>('GET', PATH, { token: guest })).data).toEqual({ review: null })
    const reader = (await house.signInAs('head001')).data.token
    expect(await rules(reader)).toHaveLength(9)
    expect(await house.ask('PUT', PATH, { token: reader, body: {} })).toMatchObject({ status: 401 })
  })
})
