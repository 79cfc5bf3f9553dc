// Institutions: the operator's list, freezing, the archive and its licences, reminders.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, dayText } from '#contract/kit/clock'
import { type OrgArchiveData, type OrgRowData, qualificationState, stageOf } from '#contract/platform/organisation'
import { runOrganisation } from '#server/areas/administration/remind/remindJobs'
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { licenceReminders } from './organisationReminder.ts'

const PASSWORD = 'Yiyuan2026'
const ORG = '/passport/web-rbac/org'
const INFOS = '/pims/web-org/orgInfos'

let product: TestApp
let operator: string
let admin: string

beforeAll(async () => {
  product = await demoApp()
  operator = await product.signIn('operator', PASSWORD)
  admin = await product.signIn('zhengkai', PASSWORD)
})
afterAll(() => product.close())

interface Page {
  list: OrgRowData[]
  total: number
}
const list = (token: string, query: Record<string, string> = {}) => product.ask<Page>('GET', ORG, { token, query })
const archive = (token: string) => product.ask<OrgArchiveData>('GET', `${INFOS}/12`, { token })
const lastLog = async (orgId: string, targetId: string) => {
  const found = await product.app.pool.query<{ remark: string; changes: Record<string, [unknown, unknown]> }>(
    'select remark, changes from operation_log where org_id = $1 and target_id = $2 order by created_at desc, log_id desc limit 1',
    [orgId, targetId],
  )
  return found.rows[0]!
}

describe('list', () => {
  test('the operator sees every institution, others their own', async () => {
    const all = await list(operator, { page: '1', size: '999999', orderBy: '' })
    expect(all.status).toBe(200)
    const names = all.data.list.map((row) => row.orgName)
    expect(names).toContain('松鹤康养中心')
    expect(names).toContain('福寿老年公寓')
    expect(names).not.toContain('颐园运营中心')
    const own = await list(admin)
    expect(own.data.list.map((row) => row.orgId)).toEqual([DEMO_ORG])
    expect(own.data.list[0]!.can).toEqual([])
    const demo = all.data.list.find((row) => row.orgId === DEMO_ORG)!
    expect(demo).toMatchObject({ orgLevel: 3, orgStatus: 1, expired: 1, expiring: 3, can: ['freeze'] })
    expect(demo.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('filters as existing clients send them', async () => {
    const found = await list(operator, { orgName: '福寿', page: '1', size: '10', orderBy: 'createTime desc' })
    expect(found.data.list.map((row) => [row.orgName, row.orgStatus, row.can])).toEqual([
      ['福寿老年公寓', 3, ['unfreeze']],
    ])
    const bare = await product.ask<OrgRowData[]>('GET', ORG, { token: operator, query: { pageHelper: '0' } })
    expect(Array.isArray(bare.data)).toBe(true)
    expect((await list(operator, { orgStatus: '2' })).data.total).toBe(1)
    expect((await list(operator, { startDate: '2026-13-01' })).desc).toBe('日期应为 年-月-日')
  })

  test('nobody without the code', async () => {
    const nurse = await product.signIn('lixiaomei', PASSWORD)
    expect((await list(nurse)).status).toBe(401)
    // Their own institution's name and licences are no secret, whose account rules it is.
    const own = await archive(nurse)
    expect(own.data).toMatchObject({ orgId: DEMO_ORG, userName: null, editable: false })
  })
})

describe('an administrator who cannot get in any more', () => {
  test('gets a one-time password from the operator, and must make an own one', async () => {
    const reset = (orgId: string, token: string) =>
      product.ask<{ userName: string; password: string }>('PUT', `${ORG}/${orgId}/adminPassword`, { token, body: {} })
    for (const token of [admin, await product.signIn('wangjianguo', PASSWORD)]) {
      expect((await reset(DEMO_ORG, token)).status).toBe(401)
    }
    expect(await reset('nothing', operator)).toMatchObject({ status: 40400 })
    const made = await product.ask<{ orgId: string }>('POST', ORG, {
      token: operator,
      body: { orgName: '忘忧养老院', orgLevel: '3', userName: 'wangyou', userPassword: 'forgotten88' },
    })
    const { data } = await reset(made.data.orgId, operator)
    expect(data.userName).toBe('wangyou')
    const signIn = (loginPassword: string) =>
      product.ask<{ resetPassword: boolean }>('POST', '/passport/web-rbac/logins/login', {
        body: { loginName: 'wangyou', loginPassword },
      })
    expect((await signIn('forgotten88')).status).toBe(40101)
    expect((await signIn(data.password)).data.resetPassword).toBe(true)
    const log = await lastLog(OPERATOR_ORG, made.data.orgId)
    expect(log.remark).toContain('重置机构“忘忧养老院”管理员 wangyou 的密码')
    expect(JSON.stringify(log)).not.toContain(data.password)
    // The house is told, so that it does not happen behind its back.
    const told = await product.app.pool.query('select title from user_message where org_id = $1', [made.data.orgId])
    expect(told.rows).toEqual([{ title: expect.stringContaining('平台运营方重置了管理员') }])
  })
})

describe('create', () => {
  const body = { orgName: '新苗养老院', orgLevel: '3', userName: 'xinmiao', userPassword: 'xinmiao718' }

  test('makes the organisation, its administrator and what every organisation begins with', async () => {
    const made = await product.ask<{ orgId: string; orgCode: string }>('POST', ORG, { token: operator, body })
    expect(made.status).toBe(200)
    const { orgId } = made.data
    const counted = await product.app.pool.query(
      `select (select count(*) from role where org_id = $1) as roles, (select count(*) from dept where org_id = $1) as depts,
        (select count(*) from dictionary where org_id = $1) as dictionaries`,
      [orgId],
    )
    expect(counted.rows[0].roles).toBe(1)
    expect(counted.rows[0].depts).toBe(1)
    expect(counted.rows[0].dictionaries).toBeGreaterThan(20)
    const signed = await product.ask<{ resetPassword: boolean }>('POST', '/passport/web-rbac/logins/login', {
      body: { loginName: 'xinmiao', loginPassword: 'xinmiao718' },
    })
    expect(signed.data.resetPassword).toBe(true)
    const { remark, changes } = await lastLog(OPERATOR_ORG, orgId)
    expect(remark).toContain('新苗养老院')
    expect(JSON.stringify(changes)).not.toContain('abc12345')
  })

  test('refuses a second of the same name or account, and whoever is not the operator', async () => {
    const again = await product.ask('POST', ORG, { token: operator, body: { ...body, userName: 'xinmiao2' } })
    expect(again).toMatchObject({ status: 40904, desc: '机构名称已存在' })
    const taken = await product.ask('POST', ORG, { token: operator, body: { ...body, orgName: '又一家养老院' } })
    expect(taken.desc).toBe('账号已存在')
    const short = await product.ask('POST', ORG, { token: operator, body: { ...body, orgName: '新' } })
    expect(short.desc).toBe('机构名称至少 2 个字')
    const weak = { ...body, orgName: '密码弱养老院', userName: 'weakone', userPassword: 'aaaaaa' }
    expect((await product.ask('POST', ORG, { token: operator, body: weak })).status).toBe(42200)
    expect((await product.ask('POST', ORG, { token: admin, body: { ...body, orgName: '别家' } })).status).toBe(401)
    const left = await product.app.pool.query(
      `select 1 from organization where org_name in ('又一家养老院', '密码弱养老院', '别家')`,
    )
    expect(left.rows).toEqual([])
  })
})

describe('freeze', () => {
  test('ends sessions at once with a clear text, toggles back, and never twice', async () => {
    const director = await product.signIn('wangjianguo', PASSWORD)
    expect((await archive(director)).status).toBe(200)
    const refused = await product.ask('PUT', `${ORG}/orgStatus`, { token: admin, body: { orgId: DEMO_ORG } })
    expect(refused.status).toBe(401)
    const frozen = await product.ask('PUT', `${ORG}/orgStatus`, {
      token: operator,
      body: { orgId: DEMO_ORG, orgStatus: 3, reason: '年检未通过' },
    })
    expect(frozen).toMatchObject({ status: 200, data: null })
    const after = await archive(director)
    expect(after).toMatchObject({ status: 4013, desc: '机构已被平台冻结，暂时不能使用，请联系平台运营方' })
    await expect(product.signIn('zhengkai', PASSWORD)).rejects.toThrow('机构已被冻结')
    const twice = await product.ask('PUT', `${ORG}/orgStatus`, {
      token: operator,
      body: { orgId: DEMO_ORG, orgStatus: 3 },
    })
    expect(twice).toMatchObject({ status: 40901, desc: '当前状态为“已冻结”，不能冻结' })
    expect(await lastLog(OPERATOR_ORG, DEMO_ORG)).toMatchObject({
      remark: '冻结机构“松鹤康养中心”，原因：年检未通过',
      changes: { orgStatus: [1, 3] },
    })
    // As existing clients do it: the id alone.
    const back = await product.ask('PUT', `${ORG}/orgStatus`, { token: operator, body: { orgId: DEMO_ORG } })
    expect(back.status).toBe(200)
    admin = await product.signIn('zhengkai', PASSWORD)
    const refusedOne = await list(operator, { orgStatus: '2' })
    const no = await product.ask('PUT', `${ORG}/orgStatus`, {
      token: operator,
      body: { orgId: refusedOne.data.list[0]!.orgId },
    })
    expect(no.desc).toBe('当前状态为“已拒绝”，不能冻结')
  })

  test('of two clicks at once exactly one counts', async () => {
    const { list: rows } = (await list(operator, { orgName: '便民助餐' })).data
    const { orgId } = rows[0]!
    const answers = await Promise.all(
      [1, 2, 3].map(() => product.ask('PUT', `${ORG}/orgStatus`, { token: operator, body: { orgId, orgStatus: 3 } })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 40901, 40901])
  })
})

describe('archive', () => {
  test('is read with figures and licences in order', async () => {
    const { data } = await archive(admin)
    expect(data).toMatchObject({ orgId: DEMO_ORG, orgName: '松鹤康养中心', legalPerson: '王建国', editable: true })
    expect(data.figures.residents + data.figures.trial).toBe(210)
    expect(data.qualifications.map((one) => one.state)).toEqual([
      'valid',
      'lasting',
      'in30',
      'lasting',
      'valid',
      'expired',
      'in90',
      'valid',
      'in60',
    ])
    const seen = await product.ask<OrgArchiveData>('GET', `${ORG}/${DEMO_ORG}`, { token: operator })
    expect(seen.data.can).toEqual(['freeze'])
    expect((await product.ask('GET', `${ORG}/${OPERATOR_ORG}`, { token: admin })).status).toBe(40400)
  })

  test('is saved whole, in one call, with before and after', async () => {
    const { data } = await archive(admin)
    const qualifications = data.qualifications
      .slice(0, 3)
      .map(({ state: _, daysLeft: __, version: ___, ...one }) => one)
    const added = { kind: 'health', name: '公共场所卫生许可证', validFrom: '2026-01-01', validTo: '2030-01-01' }
    const saved = await product.ask<OrgArchiveData>('PUT', `${INFOS}/${DEMO_ORG}/orgInfoAndQualifications`, {
      token: admin,
      body: {
        orgName: data.orgName,
        contactName: '郑凯',
        star: 5,
        qualifications: [added, ...qualifications],
        version: data.version,
      },
    })
    expect(saved.status).toBe(200)
    expect(saved.data).toMatchObject({ contactName: '郑凯', star: 5, legalPerson: '王建国', address: data.address })
    expect(saved.data.qualifications.map((one) => one.name)).toEqual([
      '公共场所卫生许可证',
      ...qualifications.map((one) => one.name),
    ])
    const { changes } = await lastLog(DEMO_ORG, DEMO_ORG)
    expect(changes.contactName).toEqual(['孙丽华', '郑凯'])
    expect(changes.star).toEqual([4, 5])
    expect(changes['公共场所卫生许可证・证照名称']).toEqual([null, '公共场所卫生许可证'])
    const stale = await product.ask('PUT', `${INFOS}/${DEMO_ORG}/orgInfoAndQualifications`, {
      token: admin,
      body: { orgName: '松鹤康养中心', version: data.version },
    })
    expect(stale).toMatchObject({ status: 40902, desc: '这条记录刚被郑凯修改过，请核对后再保存' })
    // The operator's hand stands in the operator's log.
    const seen = saved.data.version
    await product.ask('PUT', ORG, { token: operator, body: { orgId: DEMO_ORG, orgName: '松鹤康养中心' } })
    const late = await product.ask('PUT', ORG, {
      token: admin,
      body: { orgId: DEMO_ORG, orgName: '松鹤康养中心', version: seen },
    })
    expect(late.desc).toBe('这条记录刚被平台运营方修改过，请核对后再保存')
  })

  test('refuses what cannot be, at its field', async () => {
    const save = (body: object, orgId = DEMO_ORG) =>
      product.ask('PUT', `${INFOS}/${orgId}/orgInfoAndQualifications`, { token: admin, body })
    const orgName = '松鹤康养中心'
    expect((await save({ orgName, contactPhone: '12' })).desc).toBe('联系电话至少 7 个字')
    expect((await save({ orgName, contactPhone: 'abcdefgh' })).desc).toContain('应为手机号')
    expect((await save({ orgName: '福寿老年公寓' })).desc).toBe('机构名称已存在')
    expect((await save({ orgName, licenseNo: '52310109MJ4321098B' })).desc).toBe('该统一社会信用代码的机构已存在')
    expect((await save({ orgName }, OPERATOR_ORG)).status).toBe(40400)
    const wrongWay = { kind: 'food', name: '食品证', validFrom: '2026-02-01', validTo: '2026-01-01' }
    expect((await save({ orgName, qualifications: [wrongWay] })).desc).toBe('“食品证”的有效期至不能早于生效日期')
    // Nothing of a refused save stays.
    expect((await archive(admin)).data.qualifications).toHaveLength(4)
  })

  test('a picture of another organisation opens nothing', async () => {
    const file = await product.app.pool.query<{ file_id: string }>(
      `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public)
       values ($1, 'f0000000000000000000000000000001', 'picture', 'k', '证照.png', 1, 'image/png', 'x', false) returning file_id`,
      [OPERATOR_ORG],
    )
    const body = { kind: 'food', name: '食品证', pictures: [`/files/${file.rows[0]!.file_id}/a.png`] }
    const saved = await product.ask('PUT', `${INFOS}/${DEMO_ORG}/qualifications`, { token: admin, body })
    expect(saved).toMatchObject({ status: 40400, data: { field: 'pictures' } })
    // Nor inside the address of a file of one's own.
    const mine = await product.app.pool.query<{ file_id: string }>(
      `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
       select $1, 'f0000000000000000000000000000002', 'picture', 'k2', '证照.png', 1, 'image/png', 'x', false, user_id
       from account where user_name = 'zhengkai' returning file_id`,
      [DEMO_ORG],
    )
    const inside = `/files/${mine.rows[0]!.file_id}/files/${file.rows[0]!.file_id}/a.png`
    for (const pictures of [[inside], [`/files/${mine.rows[0]!.file_id}/a.png`, inside]]) {
      const doubled = await product.ask('PUT', `${INFOS}/${DEMO_ORG}/qualifications`, {
        token: admin,
        body: { ...body, pictures },
      })
      expect(doubled).toMatchObject({ status: 42200, data: { field: 'pictures' } })
    }
    const answer = await product.server.inject({
      method: 'GET',
      url: `/files/${file.rows[0]!.file_id}/a.png`,
      headers: { authorization: admin },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('one licence at a time; two editors, and the second is told', async () => {
    const put = (body: object) =>
      product.ask<{ qualificationId: string; version: number }>('PUT', `${INFOS}/${DEMO_ORG}/qualifications`, {
        token: admin,
        body,
      })
    const made = await put({ kind: 'insurance', name: '责任险', validTo: '2027-01-01' })
    const { qualificationId, version } = made.data
    const both = await Promise.all([
      put({ kind: 'insurance', name: '责任险甲', qualificationId, version }),
      put({ kind: 'insurance', name: '责任险乙', qualificationId, version }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 40902])
    expect((await put({ kind: 'insurance', name: '没有', qualificationId: 'nothing' })).status).toBe(40400)
    const path = `${INFOS}/${DEMO_ORG}/qualifications/${qualificationId}`
    expect((await product.ask('DELETE', path, { token: admin })).status).toBe(200)
    expect((await product.ask('DELETE', path, { token: admin })).status).toBe(40400)
  })

  test('renaming, as existing clients do it', async () => {
    const renamed = await product.ask('PUT', ORG, { token: operator, body: { orgId: DEMO_ORG, orgName: '松鹤康养院' } })
    expect(renamed).toMatchObject({ status: 200, data: null })
    expect((await archive(admin)).data.orgName).toBe('松鹤康养院')
    await product.ask('PUT', ORG, { token: admin, body: { orgId: DEMO_ORG, orgName: '松鹤康养中心' } })
    const other = await product.ask('PUT', ORG, { token: admin, body: { orgId: OPERATOR_ORG, orgName: '改别家' } })
    expect(other.status).toBe(40400)
  })
})

describe('reminders', () => {
  test('stages and states by days left', () => {
    expect([91, 90, 61, 60, 31, 30, 0, -1].map(stageOf)).toEqual([null, 90, 90, 60, 60, 30, 30, 0])
    expect([null, 200, 90, 30, -1].map((days) => qualificationState(days))).toEqual([
      'lasting',
      'valid',
      'in90',
      'in30',
      'expired',
    ])
    expect(qualificationState(100, 3)).toBe('notYet')
  })

  test('administrators hear of each stage once', async () => {
    const messages = async () => {
      const found = await product.app.pool.query<{ title: string }>(
        `select m.title from user_message m join account a on a.org_id = m.org_id and a.user_id = m.user_id
         where m.org_id = $1 and m.kind = 'remind' and m.title like '证照“%' and a.user_name = 'zhengkai' order by m.created_at, m.message_id`,
        [DEMO_ORG],
      )
      return found.rows.map((row) => row.title)
    }
    const on = (days: number) => dayText(Date.now() + days * DAY_MS)
    await product.app.pool.query('delete from org_qualification where org_id = $1', [DEMO_ORG])
    const run = async (days: number) => (await runOrganisation(product.app, DEMO_ORG, on(days), licenceReminders)).told
    await run(0)
    const before = (await messages()).length
    const put = (body: object) => product.ask('PUT', `${INFOS}/${DEMO_ORG}/qualifications`, { token: admin, body })
    await put({ kind: 'food', name: '食品证', validTo: on(45) })
    await put({ kind: 'lift', name: '电梯证', validTo: on(200) })
    expect(await run(0)).toBeGreaterThan(0)
    expect(await run(0)).toBe(0)
    // The next stage is thirty days before; between the stages nobody hears anything.
    expect(await run(10)).toBe(0)
    expect(await run(20)).toBeGreaterThan(0)
    expect(await run(46)).toBeGreaterThan(0)
    expect(await run(46)).toBe(0)
    const told = (await messages()).slice(before)
    expect(told).toEqual([
      `证照“食品证”还有 45 天到期（${on(45).slice(5)}）`,
      `证照“食品证”还有 25 天到期（${on(45).slice(5)}）`,
      `证照“食品证”已于 ${on(45)} 到期`,
    ])
    // A renewed licence begins anew, and what is over closes itself.
    const { data } = await archive(admin)
    const food = data.qualifications.find((one) => one.kind === 'food')!
    await put({ ...food, validTo: on(46 + 20) })
    expect(await run(46)).toBeGreaterThan(0)
    const rows = await product.app.pool.query<{ day: string; state: number; reason: string | null }>(
      `select due_day as day, state, reason from remind where org_id = $1 and source = 'licenceExpiring' and record_id = $2 order by 1`,
      [DEMO_ORG, food.qualificationId],
    )
    expect(rows.rows).toEqual([
      { day: on(45), state: 1, reason: '证照已更新有效期或已删除' },
      { day: on(66), state: 0, reason: null },
    ])
  })
})
