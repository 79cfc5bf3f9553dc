import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import readSheet from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { LogRowData } from '#contract/platform/log'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { sealOrganisation } from '#server/kit/auditSeal'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
const tokens: Record<string, string> = {}
const LOGS = '/passport/web-rbac/systemLogs'
const LOGINS = '/omms/web-rbac/login/logs'

beforeAll(async () => {
  app = await demoApp()
  for (const userName of ['zhengkai', 'liumin', 'operator']) {
    tokens[userName] = await app.signIn(userName, demoAccounts.find((one) => one.userName === userName)!.password)
    const end = userName === 'operator' ? landingEnds.OPEX.id : landingEnds.WEB.id
    await app.ask('GET', `/passport/web-rbac/logins/menu/${end}`, { token: tokens[userName] })
  }
})
afterAll(() => app.close())

const run = async <T extends object>(text: string, ...values: unknown[]) =>
  (await app.app.pool.query<T>(text, values)).rows

/** A row that the list is asked for in every way. */
async function addRow(fields: Record<string, unknown>): Promise<string> {
  const id = newId()
  const row: Record<string, unknown> = {
    org_id: DEMO_ORG,
    log_id: id,
    source: '护理终端',
    ip_address: '172.16.5.9',
    module: '测试模块',
    method: '测试操作',
    remark: '测试记录',
    request_id: 'R-1',
    ...fields,
  }
  const columns = Object.keys(row)
  await run(
    `with logged as (insert into operation_log (${columns.join(', ')})
       values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning org_id, log_id)
     insert into audit_pending (org_id, log_id) select org_id, log_id from logged`,
    ...Object.values(row),
  )
  return id
}

describe('operation log', () => {
  const list = async (query: Record<string, string> = {}, who = 'zhengkai') => {
    const answer = await app.ask<PageInfo<LogRowData>>('GET', LOGS, { token: tokens[who], query })
    expect(answer.status, answer.desc).toBe(200)
    return answer.data
  }

  it('shows what was done, newest first, by whom, from where', async () => {
    await app.ask('PUT', '/passport/web-org/preferences/density', { token: tokens.zhengkai, body: { value: 'loose' } })
    const page = await list()
    expect(page.list[0]).toMatchObject({
      userName: 'zhengkai',
      empName: '郑凯',
      roleName: '机构管理员',
      source: '管理后台',
      ipAddress: '127.0.0.1',
      module: '个人工作台',
      method: '保存个人设置',
      remark: '保存个人设置“列表密度”',
    })
    expect(page.list[0]!.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(page).toMatchObject({ pageNum: 1, pageSize: 10, isFirstPage: true })
    expect(page.total).toBe((await run(`select 1 from operation_log where org_id = $1`, DEMO_ORG)).length)
  })

  it('filters by every field, alone and together', async () => {
    const id = await addRow({
      user_name: 'sunlihua',
      emp_name: '孙丽华',
      dept_name: '院办公室_甲',
      role_name: '行政专员,院长',
      user_phone: '13900215538',
      target_id: 'target-7',
      created_at: '2026-03-05 10:20:30.500',
    })
    const filters: Record<string, string> = {
      userName: 'sunli',
      empName: '丽华',
      deptName: '公室_甲',
      roleName: '院长',
      userPhone: '215538',
      source: '护理终端',
      method: '测试',
      module: '模块',
      ipAddress: '172.16.',
      targetId: 'target-7',
      startDate: '2026-03-05 10:20:30',
      endDate: '2026-03-05 10:20:30',
    }
    const ids = async (query: Record<string, string>) =>
      (await list({ size: '100', ...query })).list.map((row) => row.id)
    for (const [name, value] of Object.entries(filters)) {
      if (name !== 'startDate') expect(await ids({ [name]: value }), name).toContain(id)
    }
    expect(await ids(filters)).toEqual([id])
    expect((await list(filters)).total).toBe(1)
    for (const name of Object.keys(filters)) {
      const other = name === 'startDate' ? '2026-03-05 10:20:31' : name === 'endDate' ? '2026-03-05 10:20:29' : '没有'
      expect(await ids({ ...filters, [name]: other }), name).toEqual([])
    }
    expect(await ids({ startDate: '2026-03-05', endDate: '2026-03-05' })).toEqual([id])
    expect(await ids({ deptName: '公室%甲' })).toEqual([])
    // Existing clients send every field, most of them empty.
    const empty = Object.fromEntries([...Object.keys(filters), 'orderBy'].map((name) => [name, '']))
    expect((await list(empty)).total).toBeGreaterThan(1)
  })

  it('refuses a date that is none', async () => {
    const answer = await app.ask('GET', LOGS, { token: tokens.zhengkai, query: { startDate: "2026-01-01'; --" } })
    expect(answer).toMatchObject({ status: 42200, data: { field: 'startDate' } })
  })

  it('pages and sorts, and ignores an order nobody offers', async () => {
    const all = (await list({ size: '999999' })).list.map((row) => row.id)
    const second = await list({ page: '2', size: '3' })
    expect(second.list.map((row) => row.id)).toEqual(all.slice(3, 6))
    expect((await list({ size: '999999', orderBy: 'createTime asc' })).list.map((row) => row.id)).toEqual(
      [...all].reverse(),
    )
    expect((await list({ size: '3', orderBy: 'user_name; drop table operation_log' })).list).toHaveLength(3)
    const past = await list({ page: '999', size: '10' })
    expect(past).toMatchObject({ list: [], total: all.length })
  })

  it('shows the changes of one row', async () => {
    const id = await addRow({
      target_type: 'account',
      target_id: 'u1',
      changes: JSON.stringify({ deptName: ['前台', '财务部'] }),
    })
    // The server seals by itself as well: whoever comes second is told that it is busy.
    await vi.waitFor(async () => expect(await sealOrganisation(app.app.pool, DEMO_ORG)).toMatchObject({ busy: false }))
    const detail = await app.ask<Record<string, unknown>>('GET', `${LOGS}/${id}`, { token: tokens.zhengkai })
    expect(detail.data).toMatchObject({ id, targetType: 'account', changes: { deptName: ['前台', '财务部'] } })
    expect(detail.data.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(detail.data.seq).toBeGreaterThan(0)
  })

  it('tells what happened to one record, newest first, with its changes', async () => {
    const target = { target_type: 'dept', target_id: newId() }
    const changes = (pair: [unknown, unknown]) => JSON.stringify({ deptName: pair })
    await addRow({ ...target, remark: '新增', changes: changes([null, '甲']), created_at: '2026-03-01 08:00:00' })
    await addRow({ ...target, remark: '改名', changes: changes(['甲', '乙']), created_at: '2026-03-02 08:00:00' })
    await addRow({ ...target, target_type: 'room', remark: '同号的房间' })
    await addRow({ ...target, org_id: OPERATOR_ORG, remark: '别家的' })
    const record = (query: Record<string, string>, token = tokens.zhengkai!) =>
      app.ask<PageInfo<{ remark: string; changes: unknown }>>('GET', `${LOGS}/record`, { token, query })
    const found = await record({ targetType: 'dept', targetId: target.target_id })
    expect(found.data.list.map((row) => [row.remark, row.changes])).toEqual([
      ['改名', { deptName: ['甲', '乙'] }],
      ['新增', { deptName: [null, '甲'] }],
    ])
    expect((await record({ targetId: target.target_id, size: '1' })).data).toMatchObject({ total: 3, size: 1 })
    expect((await record({ targetType: 'dept' })).status).toBe(42200)
    expect((await record({ targetId: target.target_id }, tokens.liumin)).status).toBe(401)
  })

  it('belongs to its organisation and to those who may see it', async () => {
    const id = await addRow({ remark: '只属于松鹤' })
    expect((await list({ size: '1000' }, 'operator')).list.some((row) => row.id === id)).toBe(false)
    expect((await app.ask('GET', `${LOGS}/${id}`, { token: tokens.operator })).status).toBe(40400)
    for (const path of [LOGS, `${LOGS}/${id}`, `${LOGS}/chain/verify`, LOGINS, '/passport/web-org/smsOutbox']) {
      expect((await app.ask('GET', path, { token: tokens.liumin })).status, path).toBe(401)
      expect((await app.ask('GET', path)).status, path).toBe(4011)
    }
    expect((await app.ask('POST', `${LOGS}/export`, { token: tokens.liumin, body: [id] })).status).toBe(401)
  })

  const sheetAt = async (url: string, token: string) => {
    const file = await app.server.inject({ method: 'GET', url, headers: { authorization: token } })
    expect(file.statusCode).toBe(200)
    const path = join(app.app.settings.dataDir, `${newId()}.xlsx`)
    await writeFile(path, file.rawPayload)
    return (await readSheet(path)) as unknown as unknown[][]
  }
  const rowsOf = (sheet: unknown): unknown[][] => {
    const first = Array.isArray(sheet) ? sheet[0] : undefined
    return first && typeof first === 'object' && 'data' in first
      ? (first as { data: unknown[][] }).data
      : (sheet as unknown[][])
  }

  it('exports the chosen rows of the own organisation as a workbook', async () => {
    const mine = await addRow({ remark: '=1+1 导出', emp_name: '郑凯', created_at: '2026-04-01 08:00:00' })
    const [foreign] = await run<{ log_id: string }>(
      'select log_id from operation_log where org_id = $1 limit 1',
      OPERATOR_ORG,
    )
    const answer = await app.ask<string>('POST', `${LOGS}/export`, {
      token: tokens.zhengkai,
      body: [mine, foreign!.log_id],
    })
    expect(answer.data).toMatch(/^\/files\/[0-9a-f]{32}\//)
    const sheet = rowsOf(await sheetAt(answer.data, tokens.zhengkai!))
    expect(sheet).toHaveLength(2)
    expect(sheet[0]).toEqual([
      '操作时间',
      '账号',
      '姓名',
      '手机号',
      '部门',
      '角色',
      '操作终端',
      'IP 地址',
      '功能模块',
      '操作类型',
      '操作记录',
    ])
    expect(sheet[1]![10]).toBe('=1+1 导出')
    expect(
      (await app.server.inject({ method: 'GET', url: answer.data, headers: { authorization: tokens.operator! } }))
        .statusCode,
    ).toBe(404)
    expect((await list()).list[0]).toMatchObject({ method: '导出操作日志', remark: '导出 1 条操作日志“操作日志.xlsx”' })
    expect((await app.ask('POST', `${LOGS}/export`, { token: tokens.zhengkai, body: [] })).status).toBe(42200)
    expect((await app.ask('POST', `${LOGS}/export`, { token: tokens.zhengkai, body: [foreign!.log_id] })).status).toBe(
      40400,
    )
  })

  it('verifies the chain and names what was touched', async () => {
    const verify = async () =>
      (
        await app.ask<{ ok: boolean; rows: number; problems: string[] }>('GET', `${LOGS}/chain/verify`, {
          token: tokens.operator,
        })
      ).data
    await sealOrganisation(app.app.pool, OPERATOR_ORG)
    const fine = await verify()
    expect(fine).toMatchObject({ ok: true, problems: [] })
    expect(fine.rows).toBeGreaterThan(2)
    await run(
      `update operation_log set remark = '改过' where org_id = $1 and log_id =
        (select log_ids[2 - seq + 1] from audit_batch where org_id = $1 and 2 between seq and seq + rows - 1)`,
      OPERATOR_ORG,
    )
    const found = await verify()
    expect(found.ok).toBe(false)
    expect(found.problems).toHaveLength(1)
    expect(found.problems[0]).toMatch(/^第 2 条（.+）内容与校验值不符/)
  })

  it('lists sign-ins with their filters and exports them', async () => {
    const logins = async (query: Record<string, string> = {}) =>
      (await app.ask<PageInfo<Record<string, string>>>('GET', LOGINS, { token: tokens.zhengkai, query })).data
    const own = await logins({ userName: 'zhengkai' })
    expect(own.list[0]).toMatchObject({ userName: 'zhengkai', empName: '郑凯', loginStatus: '成功' })
    const wrong = (await logins({ size: '1000' })).list.filter((row) => row.loginStatus !== '成功')
    expect(wrong.length).toBeGreaterThan(0)
    expect(
      (await logins({ deptName: '松鹤楼', empName: '李晓梅', loginApp: '管理端', size: '100' })).list.length,
    ).toBeGreaterThan(0)
    expect((await logins({ loginTerminal: '手环' })).total).toBe(0)
    const day = wrong[0]!.loginTime!.slice(0, 10)
    const thatDay = await logins({ startDate: `${day} 00:00:00`, endDate: `${day} 23:59:59`, size: '1000' })
    expect(thatDay.list.every((row) => row.loginTime!.startsWith(day))).toBe(true)
    const answer = await app.ask<string>('POST', `${LOGINS}/export`, {
      token: tokens.zhengkai,
      body: thatDay.list.map((row) => row.id),
    })
    expect(rowsOf(await sheetAt(answer.data, tokens.zhengkai!))).toHaveLength(thatDay.list.length + 1)
  })

  it('shows the outbox of messages to phones', async () => {
    await run('delete from sms_message')
    await run(
      `insert into sms_message (org_id, message_id, phone, content, purpose, sealed, state) values
        ($1, 'm1', '13900215501', '验证码 123456', 'code', true, 'outbox'),
        ($1, 'm2', '13900215502', '审核通过', 'application', false, 'sent'),
        ($2, 'm3', '13900215503', '别家的', 'code', true, 'outbox')`,
      DEMO_ORG,
      OPERATOR_ORG,
    )
    const outbox = async (query: Record<string, string> = {}) =>
      (
        await app.ask<PageInfo<Record<string, string>>>('GET', '/passport/web-org/smsOutbox', {
          token: tokens.zhengkai,
          query,
        })
      ).data
    expect((await outbox()).total).toBe(2)
    expect((await outbox({ state: 'outbox' })).list).toMatchObject([
      { messageId: 'm1', phone: '139****5501', content: '验证码 ******', sentTime: null },
    ])
    expect((await outbox({ phone: '5502' })).list.map((row) => row.messageId)).toEqual(['m2'])
    expect(
      (await app.ask('GET', '/passport/web-org/smsOutbox', { token: tokens.zhengkai, query: { state: 'x' } })).status,
    ).toBe(42200)
  })

  it('finds its page on the index and carries the total along in one statement', async () => {
    await run(
      `insert into operation_log (org_id, log_id, source, ip_address, module, method, remark, request_id, created_at)
       select $1, 'z' || n, 's', 'i', 'm', 'a', 'r', 'q', now() - n * interval '1 minute' from generate_series(1, 30000) n`,
      DEMO_ORG,
    )
    await run('vacuum analyze operation_log')
    const { pool } = app.app
    const asked: { name?: string; text: string; values: unknown[] }[] = []
    const query = pool.query
    pool.query = ((...args: Parameters<typeof query>) => {
      if (typeof args[0] === 'object') asked.push(args[0] as never)
      return query.apply(pool, args)
    }) as typeof query
    try {
      expect((await list({ size: '20' })).total).toBeGreaterThan(30_000)
    } finally {
      pool.query = query
    }
    const statements = asked.filter((one) => one.text.includes('operation_log'))
    expect(statements).toHaveLength(1)
    const [plan] = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) ${statements[0]!.text}`,
      ...statements[0]!.values,
    )
    const page = nodeOf(plan!['QUERY PLAN'][0].Plan, 'Limit')
    const nodes = kindsOf(page!)
    // Read in order from the index and stopped after the page: neither sorted nor read to the end.
    expect(nodes[0]).toBe('Limit')
    expect(nodes.at(-1)).toBe('Index Scan operation_log_list')
    expect(nodes.filter((kind) => kind.startsWith('Sort'))).toEqual([])
  })
})

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  Plans?: PlanNode[]
}

const kindsOf = (node: PlanNode): string[] => [
  [node['Node Type'], node['Index Name']].filter(Boolean).join(' '),
  ...(node.Plans ?? []).flatMap(kindsOf),
]

function nodeOf(node: PlanNode, kind: string): PlanNode | undefined {
  if (node['Node Type'] === kind) return node
  for (const below of node.Plans ?? []) {
    const found = nodeOf(below, kind)
    if (found) return found
  }
  return undefined
}

describe('the filtered list', () => {
  it('goes into a file only with the code for it', async () => {
    const input = { call: 'platform.log.list', title: '操作日志', query: {}, columns: [{ key: 'id', title: '编号' }] }
    const director = await app.signIn(
      'wangjianguo',
      demoAccounts.find((one) => one.userName === 'wangjianguo')!.password,
    )
    expect((await app.ask('GET', LOGS, { token: director })).status).toBe(200)
    const start = (token: string) => app.ask('POST', '/passport/web-org/common/exportList', { token, body: input })
    expect((await start(director)).status).toBe(401)
    expect((await start(tokens.zhengkai!)).status).toBe(200)
  })
})
