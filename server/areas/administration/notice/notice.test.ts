// Notices: drafted, published to whom they are meant, read and confirmed, changed, recalled; and what is refused on the way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  NoticeEditionData,
  NoticeReceiverData,
  NoticeRowData,
  PersonalNoticeData,
} from '#contract/administration/notice'
import { DAY_MS, HOUR_MS, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { MessageData } from '#contract/platform/message'
import { noticeTodos } from '#server/areas/administration/notice/noticePersonal'
import { bringNoticesToNewcomers, publishDue } from '#server/areas/administration/notice/noticePublish'
import { noticeHouse } from '#server/areas/administration/test/noticeHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]

let w: Awaited<ReturnType<typeof noticeHouse>>
beforeAll(async () => {
  w = await noticeHouse()
})
afterAll(() => w.product.close())

const personal = async (token: string, query: Record<string, string> = {}) =>
  (await w.ask<PageInfo<PersonalNoticeData>>('GET', '/personal/list', { token, query: { size: '100', ...query } })).data
const mine = async (token: string, noticeId: string, query: Record<string, string> = {}) =>
  (await personal(token, query)).list.find((one) => one.noticeId === noticeId)
const get = (noticeId: string, token = w.admin) => w.ask('GET', `/${noticeId}`, { token })
const read = (noticeId: string, token: string) => w.ask('PUT', '/personal/read', { token, body: { noticeId } })
const confirm = (noticeId: string, token: string, edition = 1) =>
  w.ask('PUT', '/personal/confirm', { token, body: { noticeId, edition } })
const receivers = async (noticeId: string, query: Record<string, string> = {}) =>
  (await w.ask<PageInfo<NoticeReceiverData>>('GET', '/receivers', { query: { noticeId, size: '200', ...query } })).data
const bell = async (token: string) =>
  (await w.product.ask<PageInfo<MessageData>>('GET', '/passport/web-org/messages', { token, query: { size: '50' } }))
    .data.list
const save = (row: { noticeId: string; version: number }, change: object, token = w.admin) =>
  w.ask('PUT', '/noticeEdit', { token, body: { ...w.form(change), noticeId: row.noticeId, version: row.version } })

describe('a draft', () => {
  it('keeps pictures and links of ours, and nothing that runs', async () => {
    const made = await w.draft({
      html: `<h2>通知</h2><p onclick="x()">请看<a href="https://example.cn/a">这里</a><a href="javascript:alert(1)">那里</a>
        <script>alert(1)</script><img src="https://elsewhere.cn/a.png"><iframe src="/x"></iframe></p>`,
    })
    expect(made.html).toContain('<a href="https://example.cn/a"')
    expect(made.html).toContain('那里')
    expect(made.html).not.toMatch(/script|onclick|javascript|iframe|elsewhere/)
    expect(made).toMatchObject({ state: 'DRAFT', can: expect.arrayContaining(['edit', 'publish', 'remove']) })
    expect(made.reach).toBeGreaterThan(30)
    expect(await mine(w.nurse, made.noticeId)).toBeUndefined()
    expect(await w.ask('DELETE', `/${made.noticeId}`)).toMatchObject({ status: 200 })
    expect((await get(made.noticeId)).status).toBe(NOT_FOUND)
  })

  it('is refused without words, to nobody in particular, with an end before its start, and with ids of others', async () => {
    const add = (change: object, token = w.admin) => w.ask('POST', '', { token, body: w.form(change) })
    expect(await add({ html: '<p><script>x</script></p>' })).toMatchObject({ status: INVALID, data: { field: 'html' } })
    expect(await add({ title: '   ' })).toMatchObject({ status: INVALID, data: { field: 'title' } })
    expect(await add({ scope: 'depts', deptIds: [] })).toMatchObject({ status: INVALID, data: { field: 'deptIds' } })
    expect(await add({ scope: 'persons' })).toMatchObject({ status: INVALID, desc: '请选择接收的人员' })
    const [from, to] = [timeText(Date.now() + DAY_MS), timeText(Date.now() + HOUR_MS)]
    expect(await add({ publishAt: from, endAt: to })).toMatchObject({ status: INVALID, data: { field: 'endAt' } })
    expect(await add({ scope: 'depts', deptIds: [newId()] })).toMatchObject({ status: NOT_FOUND })
    expect(await add({ scope: 'persons', userIds: [newId()] })).toMatchObject({ status: NOT_FOUND })
    expect(await add({ scope: 'jobs', jobIds: [newId()] })).toMatchObject({ status: NOT_FOUND })
    // The head nurse serves the wards, not the kitchen.
    const kitchen = await w.dept('餐饮部')
    expect(await add({ scope: 'depts', deptIds: [kitchen] }, w.head)).toMatchObject({ status: NOT_FOUND })
    expect(await add({}, w.nurse)).toMatchObject({ status: NO_PERMISSION })
    expect(await add({ attachments: [`/files/${newId()}/a.pdf`] })).toMatchObject({ status: 200 })
    const [foreign] = await w.sql<{ id: string }>(
      `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
       select $1, $2::text, 'document', $2::text, 'a.pdf', 1, 'application/pdf', 'x', false, $3 returning file_id as id`,
      [newId(), await w.person('lixiaomei')],
    )
    expect(await add({ attachments: [`/files/${foreign!.id}/a.pdf`] })).toMatchObject({ status: NOT_FOUND })
  })

  it('tells the second of two editors, also when both save at once', async () => {
    const made = await w.draft()
    const both = await Promise.all([save(made, { title: '甲' }), save(made, { title: '乙' }, w.admin)])
    expect(both.map((one) => one.status).sort()).toEqual([200, CHANGED])
  })
})

describe('a published notice', () => {
  it('reaches two departments with those below them, and nobody else', async () => {
    const deptIds = [await w.dept('松鹤楼护理组'), await w.dept('餐饮部')]
    const made = await w.out({ scope: 'depts', deptIds })
    expect(made).toMatchObject({ state: 'PUBLISHED', edition: 1, scopeText: expect.stringContaining('等 2 个部门') })
    const [expected] = await w.sql<{ n: number }>(
      `select count(*)::int as n from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id
       where e.org_id = $1 and a.user_status = 1 and e.status not in (3, 4) and e.dept_id = any($2)`,
      [deptIds],
    )
    expect(made.receivers).toBe(expected!.n)
    expect(await mine(w.nurse, made.noticeId)).toMatchObject({ receipt: 'unread', confirm: true, edition: 1 })
    expect(await mine(w.cook, made.noticeId)).toBeDefined()
    expect(await mine(w.keeper, made.noticeId)).toBeUndefined()
    expect((await get(made.noticeId, w.keeper)).status).toBe(NOT_FOUND)
    expect((await bell(w.nurse))[0]).toMatchObject({ kind: 'notice', title: '公告：消防演练安排' })
    // The one above stands for those below it.
    const whole = await w.out({ scope: 'depts', deptIds: [await w.dept('护理部')] })
    expect(await mine(w.nurse, whole.noticeId)).toBeDefined()
    expect(await mine(w.cook, whole.noticeId)).toBeUndefined()
  })

  it('of somebody with departments of their own goes no further than these', async () => {
    const made = await w.out({}, w.head)
    expect(await mine(w.nurse, made.noticeId)).toBeDefined()
    expect(await mine(w.cook, made.noticeId)).toBeUndefined()
  })

  it('is refused to nobody, and twice, and once by two who press together', async () => {
    const [job] = await w.sql<{ id: string }>(
      `insert into job (org_id, job_id, job_name, job_type_code, job_type_name) values ($1, $2, '没有人的岗位', 'x', 'x') returning job_id as id`,
      [newId()],
    )
    const nobody = await w.draft({ scope: 'jobs', jobIds: [job!.id] })
    expect(nobody.reach).toBe(0)
    expect(await w.publish(nobody.noticeId)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('没有可以登录的在职人员'),
    })
    expect((await get(nobody.noticeId)).data.state).toBe('DRAFT')
    const made = await w.draft()
    const both = await Promise.all([w.publish(made.noticeId), w.publish(made.noticeId)])
    expect(both.map((one) => one.status).sort()).toEqual([200, STATE])
    const [rows] = await w.sql<{ n: number; distinct: number }>(
      'select count(*)::int as n, count(distinct user_id)::int as distinct from notice_receiver where org_id = $1 and notice_id = $2',
      [made.noticeId],
    )
    expect(rows!.n).toBe(rows!.distinct)
    const past = await w.draft({ endAt: timeText(Date.now() - HOUR_MS) })
    expect(await w.publish(past.noticeId)).toMatchObject({ status: INVALID, data: { field: 'endAt' } })
    expect(await w.ask('DELETE', `/${made.noticeId}`)).toMatchObject({ status: STATE })
  })

  it('is read and confirmed by each for themselves, with the time', async () => {
    const made = await w.out()
    expect(await read(made.noticeId, w.nurse)).toMatchObject({ status: 200 })
    expect(await mine(w.nurse, made.noticeId, { state: 'confirm' })).toMatchObject({ receipt: 'unconfirmed' })
    const twice = await Promise.all([confirm(made.noticeId, w.nurse), confirm(made.noticeId, w.nurse)])
    expect(twice.map((one) => one.status)).toEqual([200, 200])
    expect(twice[0]!.data).toMatchObject({
      own: { confirmedAt: expect.any(String) },
      can: [],
      receivers: 0,
      targets: [],
    })
    expect(await mine(w.nurse, made.noticeId, { state: 'confirm' })).toBeUndefined()
    expect(await confirm(made.noticeId, w.cook, 2)).toMatchObject({ status: INVALID, data: { field: 'edition' } })
    expect(await confirm(made.noticeId, w.cook)).toMatchObject({ status: 200 })
    const seen = await receivers(made.noticeId, { receipt: 'confirmed' })
    expect(seen.list.map((one) => one.userName).sort()).toEqual(['李晓梅', '田甜'])
    expect((await get(made.noticeId)).data).toMatchObject({ readCount: 2, confirmedCount: 2 })
    expect((await receivers(made.noticeId, { keyword: '李晓梅' })).total).toBe(1)
    const plain = await w.out({ confirm: false })
    expect(await confirm(plain.noticeId, w.nurse)).toMatchObject({ status: INVALID })
    const elsewhere = await w.out({ scope: 'depts', deptIds: [await w.dept('餐饮部')] })
    expect(await confirm(elsewhere.noticeId, w.nurse)).toMatchObject({ status: NOT_FOUND })
    expect(await read(elsewhere.noticeId, w.nurse)).toMatchObject({ status: NOT_FOUND })
  })

  it('waits as a to-do for whoever has not confirmed, as many as the list shows', async () => {
    await w.out()
    const { list } = await personal(w.keeper, { state: 'confirm' })
    const answer = await w.product.ask<{ key: string; count: number }[]>('GET', '/pims/web-org/index/waitHandle', {
      token: w.keeper,
    })
    expect(answer.data.find((one) => one.key === noticeTodos[0]!.key)).toMatchObject({ count: list.length })
  })

  it('stands unread first, then on top, then the newest; and is found by its words', async () => {
    const first = await w.out({ title: '甲通知', confirm: false, html: '<p>请带老花镜</p>' })
    const top = await w.out({ title: '乙通知', confirm: false, top: true })
    const last = await w.out({ title: '丙通知', confirm: false })
    await read(last.noticeId, w.keeper)
    const order = (await personal(w.keeper)).list.map((one) => one.noticeId)
    const at = (id: string) => order.indexOf(id)
    expect(at(top.noticeId)).toBeLessThan(at(first.noticeId))
    expect(at(first.noticeId)).toBeLessThan(at(last.noticeId))
    expect((await personal(w.keeper, { keyword: '老花镜' })).list.map((one) => one.title)).toEqual(['甲通知'])
    expect((await personal(w.keeper, { keyword: '老花镜', page: '1', size: '1' })).total).toBe(1)
  })

  it('reminds those who have not confirmed, at most once an hour', async () => {
    const made = await w.out()
    await confirm(made.noticeId, w.nurse)
    const remind = () => w.ask<{ reminded: number }>('PUT', '/remind', { body: { noticeId: made.noticeId } })
    const both = await Promise.all([remind(), remind()])
    expect(both.map((one) => one.status).sort()).toEqual([200, INVALID])
    expect(both.find((one) => one.status === 200)!.data.reminded).toBe(made.receivers - 1)
    expect((await bell(w.cook))[0]!.title).toBe('请确认公告：消防演练安排')
    expect((await bell(w.nurse))[0]!.title).not.toContain('请确认')
    await w.sql(`update notice set reminded_at = now() - interval '61 minutes' where org_id = $1 and notice_id = $2`, [
      made.noticeId,
    ])
    expect((await remind()).status).toBe(200)
  })

  it('is told again when its words change: earlier receipts are kept, everybody confirms anew', async () => {
    const made = await w.out()
    await confirm(made.noticeId, w.nurse)
    const changed = await save(made, { html: '<p>改到周六上午。</p>' })
    expect(changed).toMatchObject({ status: 200, data: { edition: 2, readCount: 0, confirmedCount: 0 } })
    expect(await mine(w.nurse, made.noticeId)).toMatchObject({ receipt: 'unread', edition: 2 })
    expect((await bell(w.nurse))[0]!.title).toBe('公告有修改：消防演练安排')
    expect(await confirm(made.noticeId, w.nurse, 1)).toMatchObject({ desc: '通知刚被修改，请看过新的内容再确认' })
    expect((await confirm(made.noticeId, w.nurse, 2)).status).toBe(200)
    const one = (await receivers(made.noticeId, { keyword: '李晓梅' })).list[0]
    expect(one).toMatchObject({ receipt: 'confirmed', earlier: '第 1 版已确认' })
    const editions = (await w.ask<NoticeEditionData[]>('GET', '/editions', { query: { noticeId: made.noticeId } })).data
    expect(editions.map(({ edition, confirmedCount }) => [edition, confirmedCount])).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(editions[1]!.html).toContain('15:00')
    // Where it stands is no word of it.
    const moved = await save(
      { noticeId: made.noticeId, version: changed.data.version },
      { html: '<p>改到周六上午。</p>', top: true },
    )
    expect(moved.data).toMatchObject({ edition: 2, confirmedCount: 1, top: true })
    expect(await save(moved.data, { scope: 'depts', deptIds: [await w.dept('餐饮部')] })).toMatchObject({
      status: INVALID,
      data: { field: 'scope' },
    })
    await expect(w.sql(`update notice_edition set title = 'x' where org_id = $1`)).rejects.toThrow(/stays/)
  })

  it('stays with who leaves the department, and comes to who joins it', async () => {
    const ward = await w.dept('松鹤楼护理组')
    const made = await w.out({ scope: 'depts', deptIds: [ward] })
    const [nurse, keeper] = [await w.person('lixiaomei'), await w.person('zhaoqiang')]
    const move = (userId: string, deptId: string) =>
      w.sql('update employee set dept_id = $3 where org_id = $1 and emp_id = $2', [userId, deptId])
    const stores = await w.dept('后勤仓储部')
    await move(nurse, stores)
    await move(keeper, ward)
    await bringNoticesToNewcomers(w.product.app)
    await bringNoticesToNewcomers(w.product.app)
    expect(await mine(w.nurse, made.noticeId)).toBeDefined()
    expect(await mine(w.keeper, made.noticeId)).toMatchObject({ receipt: 'unread' })
    expect((await bell(w.keeper)).filter((one) => one.route?.includes(made.noticeId))).toHaveLength(1)
    expect((await get(made.noticeId)).data.receivers).toBe(made.receivers + 1)
    await move(nurse, ward)
    await move(keeper, stores)
  })

  it('leaves every personal list when it is recalled, and stays known with who had read it', async () => {
    const made = await w.out()
    await read(made.noticeId, w.nurse)
    const recall = (token = w.admin) =>
      w.ask('PUT', '/recall', { token, body: { noticeId: made.noticeId, reason: '时间有误' } })
    expect(await recall(w.nurse)).toMatchObject({ status: NO_PERMISSION })
    const both = await Promise.all([recall(), recall()])
    expect(both.map((one) => one.status).sort()).toEqual([200, STATE])
    expect(await mine(w.nurse, made.noticeId)).toBeUndefined()
    expect((await get(made.noticeId, w.nurse)).status).toBe(NOT_FOUND)
    expect(await read(made.noticeId, w.nurse)).toMatchObject({ status: NOT_FOUND })
    expect(await confirm(made.noticeId, w.cook)).toMatchObject({ status: NOT_FOUND })
    expect((await get(made.noticeId)).data).toMatchObject({ state: 'RECALLED', recallReason: '时间有误', readCount: 1 })
    expect((await receivers(made.noticeId, { receipt: 'unconfirmed' })).list.map((one) => one.userName)).toEqual([
      '李晓梅',
    ])
    expect(await w.publish(made.noticeId)).toMatchObject({ status: STATE })
    expect(await save(made, { title: '改' })).toMatchObject({ status: STATE })
    await expect(w.sql('delete from notice where org_id = $1 and notice_id = $2', [made.noticeId])).rejects.toThrow()
  })

  it('is over at its end: no to-do, no reminder, still to be found', async () => {
    const made = await w.out({ endAt: timeText(Date.now() + DAY_MS) })
    await w.sql(
      `update notice set end_at = published_at + interval '1 millisecond' where org_id = $1 and notice_id = $2`,
      [made.noticeId],
    )
    expect(await mine(w.nurse, made.noticeId, { state: 'confirm' })).toBeUndefined()
    expect(await mine(w.nurse, made.noticeId, { state: 'ended' })).toMatchObject({ ended: true })
    expect(await w.ask('PUT', '/remind', { body: { noticeId: made.noticeId } })).toMatchObject({
      desc: '已过截止时间，不再提醒',
    })
  })
})

describe('a publication at a time', () => {
  const later = () => timeText(Date.now() + DAY_MS)
  const due = (noticeId: string) =>
    w.sql(`update notice set publish_at = now() - interval '1 second' where org_id = $1 and notice_id = $2`, [noticeId])
  const run = (noticeId: string) => publishDue(w.product.app, { orgId: DEMO_ORG, noticeId })

  it('waits, and happens once however often it is run', async () => {
    const made = await w.out({ publishAt: later() })
    expect(made).toMatchObject({ state: 'WAITING', receivers: 0 })
    const [job] = await w.sql<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where $1::text is not null and key = $2`,
      [`notice:${made.noticeId}`],
    )
    expect(job!.n).toBe(1)
    await run(made.noticeId)
    expect((await get(made.noticeId)).data.state).toBe('WAITING')
    await due(made.noticeId)
    await Promise.all([run(made.noticeId), run(made.noticeId), run(made.noticeId)])
    const after = (await get(made.noticeId)).data
    expect(after).toMatchObject({ state: 'PUBLISHED', edition: 1, publishedName: '郑凯' })
    const told = (await bell(w.nurse)).filter((one) => one.route?.includes(made.noticeId))
    expect(told).toHaveLength(1)
  })

  it('is taken back, changed into a draft again, or brought forward', async () => {
    const made = await w.out({ publishAt: later() })
    const back = await w.ask('PUT', '/unschedule', { body: { noticeId: made.noticeId, version: made.version } })
    expect(back.data.state).toBe('DRAFT')
    await due(made.noticeId)
    await run(made.noticeId)
    expect((await get(made.noticeId)).data.state).toBe('DRAFT')
    const again = await w.out({ publishAt: later() })
    expect((await save(again, { publishAt: later() })).data.state).toBe('DRAFT')
    const third = await w.out({ publishAt: later() })
    expect((await w.publish(third.noticeId)).data).toMatchObject({ state: 'PUBLISHED' })
  })

  it('that reaches nobody by then becomes a draft again, and says so to whoever wanted it', async () => {
    const made = await w.out({ publishAt: later(), scope: 'persons', userIds: [await w.person('zhaoqiang')] })
    const status = (value: number) =>
      w.sql('update employee set status = $2 where org_id = $1 and emp_name = $3', [value, '赵强'])
    await status(3)
    await due(made.noticeId)
    await run(made.noticeId)
    await status(1)
    expect((await get(made.noticeId)).data).toMatchObject({
      state: 'DRAFT',
      failure: expect.stringContaining('没有可以登录'),
    })
    expect((await bell(w.admin))[0]!.title).toContain('公告没有发布')
  })
})

describe('who manages', () => {
  it('lists what there is by state and words, with what may be done', async () => {
    const made = await w.draft({ title: '独一无二的标题' })
    const list = (query: Record<string, string>, token = w.admin) =>
      w.ask<PageInfo<NoticeRowData>>('GET', '', { token, query })
    const found = (await list({ keyword: '独一无二', state: 'DRAFT' })).data
    expect(found).toMatchObject({ total: 1, list: [{ noticeId: made.noticeId, can: ['edit', 'publish', 'remove'] }] })
    expect((await list({ state: 'RECALLED', keyword: '独一无二' })).data.total).toBe(0)
    // The same with the header that existing clients send.
    const old = await w.product.ask<PageInfo<NoticeRowData>>('GET', '/pims/web-org/notices', {
      token: w.admin,
      query: { keyword: '独一无二' },
      headers: { 'api-version': '2' },
    })
    expect(old.data.total).toBe(1)
    expect((await list({}, w.nurse)).status).toBe(NO_PERMISSION)
    // Of another department: not the head nurse's business.
    await w.sql('update notice set dept_id = $3 where org_id = $1 and notice_id = $2', [
      made.noticeId,
      await w.dept('餐饮部'),
    ])
    expect((await list({ keyword: '独一无二' }, w.head)).data.total).toBe(0)
    expect((await get(made.noticeId, w.head)).status).toBe(NOT_FOUND)
    expect((await w.publish(made.noticeId, w.head)).status).toBe(NOT_FOUND)
    expect((await save(made, {}, w.head)).status).toBe(NOT_FOUND)
  })

  it('hands out the papers of a notice to its receivers while it is out, and to nobody else', async () => {
    const fileId = newId()
    await w.sql(
      `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
       select $1, $2::text, 'document', $2::text, 'a.pdf', 1, 'application/pdf', 'x', false, $3`,
      [fileId, await w.person('zhengkai')],
    )
    const made = await w.out({
      attachments: [`/files/${fileId}/a.pdf`],
      scope: 'depts',
      deptIds: [await w.dept('松鹤楼护理组')],
    })
    const may = async (token: string) => {
      const answer = await w.product.server.inject({
        url: `/files/${fileId}/a.pdf`,
        method: 'HEAD',
        headers: { authorization: token },
      })
      return answer.statusCode
    }
    expect([await may(w.nurse), await may(w.cook)]).toEqual([200, 404])
    await w.ask('PUT', '/recall', { body: { noticeId: made.noticeId, reason: '发错' } })
    expect([await may(w.nurse), await may(w.admin)]).toEqual([404, 200])
  })
})
