// Resident archives: adding, changing, deleting, files and the head image, the lists and who sees what.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardCheckData } from '#contract/live/archive'
import { giveMoney } from '#server/areas/expense/test/money'
import {
  ARCHIVES,
  type ArchiveDesk,
  type MadeArchive,
  openArchives,
  type Refused,
} from '#server/areas/live/test/archiveDesk'
import { cardOf } from '#server/areas/live/test/cards'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

let desk: ArchiveDesk
let app: ArchiveDesk['app']
let clerk: string
let admin: string
let director: string

beforeAll(async () => {
  desk = await openArchives()
  app = desk.app
  ;({ clerk, admin, director } = desk.tokens)
})
afterAll(() => app.close())

const rows: ArchiveDesk['rows'] = (...args) => desk.rows(...args)
const one: ArchiveDesk['one'] = (...args) => desk.one(...args)
const person: ArchiveDesk['person'] = (change) => desk.person(change)
const add: ArchiveDesk['add'] = (...args) => desk.add(...args)
const added: ArchiveDesk['added'] = (change) => desk.added(change)

const stored: ArchiveDesk['stored'] = (...args) => desk.stored(...args)

describe('adding', () => {
  it('writes archive, family, files, account, timeline and completeness in one go', async () => {
    const head = await stored('头像.jpg', 'image/jpeg')
    const paper = await stored('身份证.pdf', 'application/pdf')
    const card = cardOf(400, { born: '19440218' })
    const answer = await add({
      oldmanName: ' 王秀兰 ',
      idCard: card.toLowerCase(),
      nation: '01',
      phone: '021-55668800',
      region: '310104',
      address: '漕宝路 320 弄',
      category: '1',
      marital: '30',
      income: ['1', '2'],
      diseases: ['1', '21'],
      allergies: ['1'],
      attention: [1, 4],
      selfCare: 2,
      healthReportDate: '2026-01-05',
      healthReportExpire: '2027-01-05',
      head,
      family: [
        { name: '李建国', relation: '20', phone: '13800002516', emergency: true, payer: true, guardian: true },
        { name: '李淑华', relation: '21', phone: '13900008801' },
      ],
      files: [{ kind: 'idCard', fileUrl: paper }],
    })
    expect(answer).toMatchObject({ status: 200, data: { archiveNo: expect.stringMatching(/^YL\d{12}$/) } })
    const { oldmanId, completeness } = answer.data
    const row = await one<Record<string, unknown>>('select * from oldman where oldman_id = $1', [oldmanId])
    expect(row).toMatchObject({
      oldman_name: '王秀兰',
      initials: 'wxl',
      id_card: card,
      sex: 1,
      birth_date: '1944-02-18',
      status: 3,
      income: ['1', '2'],
      attention: [1, 4],
      head,
      completeness,
    })
    expect(completeness).toBeGreaterThan(60)
    expect(await one('select balance_fen, owed_fen from elder_account where oldman_id = $1', [oldmanId])).toEqual({
      balance_fen: 0,
      owed_fen: 0,
    })
    const family = await rows(
      'select name, initials, emergency, sort from oldman_family where oldman_id = $1 order by sort',
      [oldmanId],
    )
    expect(family).toEqual([
      { name: '李建国', initials: 'ljg', emergency: true, sort: 1 },
      { name: '李淑华', initials: 'lsh', emergency: false, sort: 2 },
    ])
    expect(await rows('select kind, file_name, size from oldman_file where oldman_id = $1', [oldmanId])).toEqual([
      { kind: 'idCard', file_name: '身份证.pdf', size: 1234 },
    ])
    expect(
      await one('select kind, content, user_name, to_status from stay_event where oldman_id = $1', [oldmanId]),
    ).toEqual({
      kind: 'archive',
      content: `新建档案，档案编号 ${answer.data.archiveNo}`,
      user_name: '刘敏',
      to_status: 3,
    })
    const log = await one<{ remark: string }>('select remark from operation_log where target_id = $1', [oldmanId])
    expect(log.remark).toContain('王秀兰')
    // The clerk's own department keeps it.
    expect(row.dept_id).toBe(
      (await one<{ id: string }>(`select dept_id as id from dept where org_id = $1 and dept_name = '前台'`)).id,
    )
  })

  it('names the one who has the card, and refuses what does not agree with it', async () => {
    const made = person({ oldmanName: '陈国栋' })
    await add(made)
    const cases: [object, string, string][] = [
      [made, '已有档案：陈国栋，待入住', 'idCard'],
      [person({ idCard: '310104194402180028' }), '身份证号不正确，请核对 18 位号码和最后一位校验码', 'idCard'],
      [person({ birthDate: '1940-01-01' }), '出生日期与身份证号不符，身份证上是 1939-11-02', 'birthDate'],
      [person({ sex: 0 }), '性别与身份证号不符，身份证上是“女”', 'sex'],
      [person({ idCard: 'E12345678', idType: '3' }), '请选择性别', 'sex'],
      [
        person({ idCard: 'E12345678', idType: '3', sex: 0, birthDate: '2999-01-01' }),
        '出生日期 2999-01-01 还没有到，请核对',
        'birthDate',
      ],
      [person({ idCard: cardOf(3, { born: '18700101' }) }), '出生日期 1870-01-01 超过 130 年，请核对', 'idCard'],
      [person({ nation: '99' }), '民族不在可选范围内', 'nation'],
      [person({ diseases: ['1', 'x'] }), '慢性病不在可选范围内', 'diseases'],
      [person({ allergies: ['0', '1'] }), '过敏史选了“无”，不能同时选择其他', 'allergies'],
      [person({ region: '999999' }), '户籍地区不在可选范围内', 'region'],
      [person({ deptId: 'nowhere' }), '所属部门不存在，或不在您的数据范围内', 'deptId'],
      [
        person({ healthReportDate: '2026-01-05', healthReportExpire: '2026-01-01' }),
        '体检有效期不能早于体检日期',
        'healthReportExpire',
      ],
      [person({ phone: '12' }), '本人电话应为 11 位手机号，或带区号的座机，如 021-55668800', 'phone'],
      [
        person({ family: [{ name: '甲', relation: '77', phone: '13800000000' }] }),
        '与老人关系不在可选范围内',
        'family.0.relation',
      ],
      [
        person({
          family: [
            { name: '甲', relation: '20', phone: '13800000000' },
            { name: '甲', relation: '21', phone: '13800000000' },
          ],
        }),
        '家属“甲”重复了',
        'family.1.name',
      ],
      [person({ head: '/files/nothing/x.jpg' }), '文件不存在或已被删除，请重新上传', 'head'],
      [
        person({ files: [{ kind: 'other', fileUrl: 'http://elsewhere/x.pdf' }] }),
        '文件不存在或已被删除，请重新上传',
        'files',
      ],
    ]
    const before = await one<{ n: number }>('select count(*) as n from oldman where org_id = $1')
    for (const [body, desc, field] of cases) {
      expect(await add(body), desc).toMatchObject({ desc, data: { field } })
    }
    expect(await one('select count(*) as n from oldman where org_id = $1')).toEqual(before)
  })

  it('does not name a resident of another department', async () => {
    const other = await one<{ idCard: string }>(
      `select id_card as "idCard" from oldman t join dept d using (org_id, dept_id)
        where org_id = $1 and dept_name = '长青楼护理组' limit 1`,
    )
    const check = await app.ask<CardCheckData>('GET', `${ARCHIVES}/check`, {
      token: admin,
      query: { idCard: other.idCard },
    })
    expect(check.data.archive?.oldmanName).toBeTruthy()
    const role = await one<{ id: string }>(`select r.role_id as id from role r where org_id = $1 and name = '责任护士'`)
    await app.app.pool.query(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select $1, $2, l.landing_end_id, a.authority_id from authority a, landing_end l
        where a.authority_code = 'live:archive:add' and l.landing_end_code = 'WEB'`,
      [DEMO_ORG, role.id],
    )
    const again = await desk.signIn('lixiaomei')
    const hidden = await app.ask<CardCheckData>('GET', `${ARCHIVES}/check`, {
      token: again,
      query: { idCard: other.idCard },
    })
    expect(hidden.data.archive).toMatchObject({ oldmanId: null, oldmanName: null })
    const refused = await add(person({ idCard: other.idCard }), again)
    expect(refused.desc).toBe('该证件号码已有档案，不在您的数据范围内')
  })

  it('makes one archive when the same card comes twice at the same moment', async () => {
    const body = person({ oldmanName: '同时' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(body)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer.desc).toMatch(/已有档案：同时，待入住|该身份证号的老人档案已存在/)
    }
  })

  it('answers the first archive when the request is repeated', async () => {
    const body = person()
    const headers = { 'x-request-no': newId() }
    const first = await app.ask<MadeArchive>('POST', ARCHIVES, { token: clerk, body, headers })
    const second = await app.ask<MadeArchive>('POST', ARCHIVES, { token: clerk, body, headers })
    expect(second.data).toEqual(first.data)
  })

  it('takes other papers with sex and birthday', async () => {
    const { oldmanId } = await added({ idCard: 'E12345679', idType: '3', sex: 0, birthDate: '1950-05-05' })
    expect(await one('select id_type, sex, birth_date from oldman where oldman_id = $1', [oldmanId])).toEqual({
      id_type: '3',
      sex: 0,
      birth_date: '1950-05-05',
    })
  })

  it('is not for those who only look', async () => {
    expect((await add(person(), director)).status).toBe(401)
  })
})

describe('the check of a card', () => {
  it('says birthday and sex, and names archive and consultation', async () => {
    const card = cardOf(450, { born: '19500606', male: true })
    const check = (query: Record<string, string>) =>
      app.ask<CardCheckData>('GET', `${ARCHIVES}/check`, { token: clerk, query })
    expect((await check({ idCard: card })).data).toMatchObject({
      valid: true,
      birthDate: '1950-06-06',
      sex: 0,
      archive: null,
      consultation: null,
    })
    expect((await check({ idCard: '310104195006060011' })).data).toMatchObject({ valid: false, birthDate: null })
    await app.app.pool.query(
      `insert into consultation (org_id, consultation_id, consultation_no, consult_date, channel, status, sale_id,
         consultant_name, consultant_phone, consultant_relation, oldman_name, sex, id_card)
       values ($1, 'card-check', 'ZX-card', current_date, '1', 1, 'x', '甲', '13800000000', '20', '问询人', 0, $2)`,
      [DEMO_ORG, card],
    )
    expect((await check({ idCard: card })).data.consultation).toMatchObject({ oldmanName: '问询人', status: 1 })
    const { oldmanId } = await added({ idCard: card })
    expect((await check({ idCard: card })).data.archive).toMatchObject({ oldmanId, status: 3 })
    expect((await check({ idCard: card, oldmanId })).data.archive).toBeNull()
  })
})

describe('changing', () => {
  it('changes what is sent, keeps the rest, and tells of a stale form', async () => {
    const { oldmanId } = await added({ address: '旧地址', nation: '01' })
    const save = (body: object, token = clerk) =>
      app.ask<Refused>('PUT', ARCHIVES, { token, body: { oldmanId, ...body } })
    expect(await save({ address: '新地址', oldmanName: '单雄信', version: 1 })).toMatchObject({ status: 200 })
    expect(await one('select address, nation, initials, version from oldman where oldman_id = $1', [oldmanId])).toEqual(
      {
        address: '新地址',
        nation: '01',
        initials: expect.stringContaining('sxx'),
        version: 2,
      },
    )
    expect(await save({ address: '又一个', version: 1 }, admin)).toMatchObject({
      status: 40902,
      desc: expect.stringContaining('刘敏'),
    })
    expect(await save({ nation: null })).toMatchObject({ status: 200 })
    expect(await one('select nation from oldman where oldman_id = $1', [oldmanId])).toEqual({ nation: null })
    expect(await save({ oldmanName: null })).toMatchObject({ status: 42200, data: { field: 'oldmanName' } })
    // A new number brings its birthday and sex along.
    const card = cardOf(451, { born: '19360303', male: true })
    expect(await save({ idCard: card })).toMatchObject({ status: 200 })
    expect(await one('select sex, birth_date from oldman where oldman_id = $1', [oldmanId])).toEqual({
      sex: 0,
      birth_date: '1936-03-03',
    })
    const log = await one<{ changes: Record<string, unknown> }>(
      `select changes from operation_log where target_id = $1 and changes ? 'idCard' order by created_at desc limit 1`,
      [oldmanId],
    )
    expect(JSON.stringify(log.changes)).toContain('310104********')
    expect(JSON.stringify(log.changes)).not.toContain(card)
    const taken = await one<{ idCard: string }>(
      `select id_card as "idCard" from oldman where org_id = $1 and status = 1 limit 1`,
    )
    expect(await save({ idCard: taken.idCard })).toMatchObject({
      data: { field: 'idCard' },
      desc: expect.stringContaining('已有档案'),
    })
  })

  it('lets two editors of different versions never overwrite one another', async () => {
    const { oldmanId } = await added()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        app.ask('PUT', ARCHIVES, { token: clerk, body: { oldmanId, version: 1, address: `地址${i}` } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 40902)).toHaveLength(4)
  })

  it('keeps the department of who lives in a bed', async () => {
    const living = await one<{ id: string }>(
      `select oldman_id as id from oldman where org_id = $1 and status = 1 limit 1`,
    )
    const dept = await one<{ id: string }>(`select dept_id as id from dept where org_id = $1 and dept_name = '前台'`)
    const answer = await app.ask('PUT', ARCHIVES, { token: admin, body: { oldmanId: living.id, deptId: dept.id } })
    expect(answer).toMatchObject({ desc: '在住老人的部门随床位走，请用调床' })
  })
})

describe('deleting', () => {
  it('removes an archive that was made by mistake, with everything of it', async () => {
    const paper = await stored('错.pdf', 'application/pdf')
    const { oldmanId } = await added({
      family: [{ name: '甲', relation: '20', phone: '13800000000' }],
      files: [{ kind: 'other', fileUrl: paper }],
    })
    expect(await app.ask('DELETE', `${ARCHIVES}/${oldmanId}`, { token: clerk })).toMatchObject({ status: 200 })
    for (const table of ['oldman', 'oldman_family', 'oldman_file', 'elder_account', 'stay_event']) {
      expect(await rows(`select 1 from ${table} where oldman_id = $1`, [oldmanId]), table).toEqual([])
    }
    expect(await rows(`select 1 from stored_file where name = '错.pdf'`, [])).toEqual([])
  })

  it('names what stands in the way', async () => {
    const living = await one<{ id: string }>(
      `select oldman_id as id from oldman where org_id = $1 and status = 1 limit 1`,
    )
    expect(await app.ask('DELETE', `${ARCHIVES}/${living.id}`, { token: admin })).toMatchObject({
      status: 40901,
      desc: '当前状态为“入住中”，不能删除档案',
    })
    const { oldmanId } = await added({ oldmanName: '有钱人' })
    await giveMoney(app.app.pool, DEMO_ORG, { oldmanId, balanceFen: 100 })
    await app.app.pool.query(
      `insert into visit (org_id, visit_id, visit_no, oldman_id, visitor, type, in_time) values ($1, 'v-del', 'LF1', $2, '客', '1', now())`,
      [DEMO_ORG, oldmanId],
    )
    expect(await app.ask('DELETE', `${ARCHIVES}/${oldmanId}`, { token: admin })).toMatchObject({
      status: 40903,
      desc: '“有钱人”的档案正被使用，不能删除：账户里有余额、押金或欠费、1 条来访记录',
    })
  })
})
