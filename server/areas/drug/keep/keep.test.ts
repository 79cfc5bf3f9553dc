// What is kept for elders: brought, handed back, written off, counted, recalled; every wrong act refused in words, and the
// stock always the sum of its movements.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DrugKeepType } from '#contract/drug/drugWords'
import type {
  KeepDrugData,
  KeepElderData,
  MoveData,
  RecallDetailData,
  RefillElderData,
  SlipData,
} from '#contract/drug/keepRows'
import type { PageInfo } from '#contract/kit/paging'
import { depositBody, type KeepHouse, keepHouse, type Refused } from '#server/areas/drug/test/keepHouse'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

let house: KeepHouse
let wang: Resident
let zhao: Resident
let aspirin: string
const { handBack, loss, found, short } = DrugKeepType.is

beforeAll(async () => {
  house = await keepHouse()
  wang = await house.elder('王秀兰', '松鹤楼>1层>101>01')
  zhao = await house.elder('赵国强', '松鹤楼>1层>101>02')

  aspirin = await house.newDrug()
})
afterAll(() => house.close())

const line = (more: Record<string, unknown> = {}) => ({
  drugId: aspirin,
  batchNo: 'A1',
  expiry: dayOf(300),
  packs: 2,
  quantity: 4,
  ...more,
})
const add = (oldmanId: string, lines: readonly object[], more: Record<string, unknown> = {}): Promise<Refused> =>
  house.keep('POST', '', depositBody(oldmanId, lines, more))
const unchanged = async (act: () => Promise<unknown>) => {
  const picture = async () =>
    (
      await house.sql<{ all: string }>(
        `select coalesce(string_agg(stock_id || quantity, ',' order by stock_id), '') as all from drug_stock`,
      )
    )[0]!.all
  const before = await picture()
  await act()
  expect(await picture()).toBe(before)
}

describe('what is brought', () => {
  it('counts packages and single units, writes a slip with its number, and adds to the same batch', async () => {
    const { data: slip } = await add(wang.oldmanId, [line()])
    expect(slip).toMatchObject({ keepType: 1, source: 'FAMILY', person: '王强', prints: 0, oldmanName: '王秀兰' })
    expect(slip.slipNo).toMatch(/^YC\d{12}$/)
    expect(slip.lines).toMatchObject([{ batchNo: 'A1', delta: 64, after: 64, unitName: '片' }])
    const again = await add(wang.oldmanId, [line({ packs: 1, quantity: null })])
    expect(again.data.lines).toMatchObject([{ stockId: slip.lines[0]!.stockId, delta: 30, after: 94 }])
    const kept = await house.kept(wang.oldmanId, aspirin)
    expect(kept).toMatchObject({ quantity: 94, usable: 94, batches: 1, reach: 'UNUSED', days: null })
    expect(kept.moves.map((one) => [one.delta, one.after])).toEqual([
      [30, 94],
      [64, 64],
    ])
  })

  it.each([
    ['nothing', { packs: null, quantity: null }, '请填写数量'],
    ['nought', { packs: 0, quantity: 0 }, '请填写数量'],
    ['a crumb', { packs: 0, quantity: 0.0004 }, '三位小数'],
    ['too much', { packs: 100_000, quantity: 0 }, '一次最多'],
    ['expired', { expiry: dayOf(-1), batchNo: 'OLD' }, '已经过期'],
    ['the same batch with another expiry', { expiry: dayOf(200) }, '已登记的有效期是'],
  ])('refuses %s', (_, more, words) =>
    unchanged(async () => {
      const answer = await add(wang.oldmanId, [line(more)])
      expect(answer.status, answer.desc).toBe(42200)
      expect(answer.desc).toContain(words)
    }),
  )

  it('refuses a negative amount, no expiry, no deliverer, the same batch twice, and what the house does not have', () =>
    unchanged(async () => {
      expect((await add(wang.oldmanId, [line({ quantity: -5 })])).status).toBe(42200)
      expect((await add(wang.oldmanId, [line({ expiry: undefined })])).status).toBe(42200)
      expect((await add(wang.oldmanId, [line()], { person: ' ' })).status).toBe(42200)
      expect((await add(wang.oldmanId, [])).desc).toContain('至少填写一种')
      expect((await add(wang.oldmanId, [line(), line()])).desc).toContain('第 2 行')
      expect((await add(wang.oldmanId, [line({ drugId: newId() })])).status).toBe(40400)
      expect((await add(newId(), [line()])).status).toBe(40400)
    }))

  it('asks before it takes what lasts less than a month, what the archive forbids, or what no custody was agreed for', async () => {
    const soon = await house.newDrug({ drugName: '甲硝唑片', spec: '0.2g×21片', packFactor: 21 })
    const body = [{ drugId: soon, batchNo: 'S1', expiry: dayOf(12), quantity: 21 }]
    const asked = await add(wang.oldmanId, body)
    expect(asked.status).toBe(40907)
    expect(asked.desc).toContain('不足 30 天')
    expect((await add(wang.oldmanId, body, { confirmed: asked.desc })).status).toBe(200)
    const allergic = await house.newDrug({
      drugName: '头孢克洛胶囊',
      spec: '0.25g×6粒',
      packFactor: 6,
      allergies: ['2'],
    })
    await house.sql(`update oldman set allergies = '["2"]' where oldman_id = $1`, [zhao.oldmanId])
    const forbidden = await add(zhao.oldmanId, [{ drugId: allergic, batchNo: 'C1', expiry: dayOf(400), quantity: 6 }])
    expect(forbidden.status).toBe(40907)
    expect(forbidden.desc).toContain('头孢类过敏')
    await house.sql('update stay set custody = false where oldman_id = $1', [zhao.oldmanId])
    const loose = await add(zhao.oldmanId, [{ drugId: aspirin, batchNo: 'C2', expiry: dayOf(400), quantity: 6 }])
    expect(loose.desc).toContain('没有约定代管药品')
    await house.sql('update stay set custody = true where oldman_id = $1', [zhao.oldmanId])
  })

  it('takes nothing for who does not live here, and nothing that is switched off', async () => {
    const waits = await house.resident('候住人')
    expect((await add(waits.oldmanId, [line()])).desc).toContain('不在院内居住')
    const off = await house.newDrug({ drugName: '停用的药', enabled: false })
    expect((await add(wang.oldmanId, [line({ drugId: off, batchNo: 'X' })])).desc).toContain('已停用')
  })
})

describe('what leaves by hand', () => {
  it('is handed back or written off up to what there is, with who and why', async () => {
    const stockId = await house.bring(wang.oldmanId, await house.newDrug({ drugName: '碳酸钙片' }), 20)
    const move = (type: number, body: object) =>
      house.keep('POST', `/stock/${type}`, { lines: [{ stockId, quantity: 5 }], ...body })
    expect((await move(handBack, {})).desc).toContain('领取人')
    expect((await move(loss, {})).desc).toContain('报损原因')
    const { data: back } = await move(handBack, { person: '王强' })
    expect(back).toMatchObject({ keepType: handBack, lines: [{ delta: -5, after: 15 }] })
    expect((await move(loss, { reason: '掉在地上' })).data.lines).toMatchObject([{ delta: -5, after: 10 }])
    const much = await move(loss, { reason: '受潮', lines: [{ stockId, quantity: 11 }] })
    expect(much.desc).toContain('只有 10 片，不能报损 11 片')
    expect((await move(6, { reason: '发药' })).desc).toContain('没有这种收发')
    expect((await house.keep('POST', '/stock/abc', { lines: [{ stockId, quantity: 1 }] })).status).toBe(42200)
    expect(
      (
        await move(loss, {
          reason: '受潮',
          lines: [
            { stockId, quantity: 1 },
            { stockId, quantity: 1 },
          ],
        })
      ).desc,
    ).toContain('填了两次')
    expect(await house.left(stockId)).toBe(10)
  })

  it('needs a second person for high-alert drugs, and that is somebody else', async () => {
    const insulin = await house.newDrug({
      drugName: '甘精胰岛素',
      spec: '300单位',
      packFactor: 300,
      highAlert: 'INSULIN',
    })
    const stockId = await house.bring(wang.oldmanId, insulin, 300)
    const lose = (more: object) =>
      house.keep('POST', `/stock/${loss}`, { lines: [{ stockId, quantity: 300 }], reason: '冰箱故障', ...more })
    expect((await lose({})).desc).toContain('另一人在场')
    const [me] = await house.sql<{ id: string }>(`select user_id as id from account where user_name = 'manager01'`)
    expect((await lose({ witnessId: me!.id })).desc).toContain('不能是经办人自己')
    expect((await lose({ witnessId: newId() })).status).toBe(40400)
    const witnessId = await house.person({ userName: 'witness01', empName: '周岚' })
    expect((await lose({ witnessId })).data).toMatchObject({ witnessName: '周岚', lines: [{ after: 0 }] })
  })

  it('goes back as a whole, for one drug or for all, and only once', async () => {
    const elder = await house.elder('钱桂英', '松鹤楼>1层>102>02')
    const other = await house.newDrug({ drugName: '维生素片' })
    await house.bring(elder.oldmanId, aspirin, 10)
    await house.bring(elder.oldmanId, other, 7.5)
    expect((await house.keep('DELETE', `/${elder.oldmanId}`)).desc).toContain('领取人')
    const one = await house.keep('DELETE', `/stock/${elder.oldmanId}/${aspirin}?person=王强`)
    expect(one.data.lines).toMatchObject([{ delta: -10, after: 0 }])
    expect((await house.keep('DELETE', `/stock/${elder.oldmanId}/${aspirin}?person=王强`)).status).toBe(40400)
    const all = await house.keep('DELETE', `/${elder.oldmanId}`, { person: '王强', reason: '退住' })
    expect(all.data.lines).toMatchObject([{ delta: -7.5, after: 0 }])
    expect((await house.keep('DELETE', `/${elder.oldmanId}`, { person: '王强' })).desc).toContain('没有存药')
  })

  it('is done by a reviewer where the house wants it reviewed', async () => {
    const nurse = await house.person({
      userName: 'keeper001',
      codes: ['drug:keep:list', 'drug:keep:edit'],
      deptId: house.care,
      dataDeptIds: [house.care],
    })
    const boss = await house.person({ userName: 'reviewer1', empName: '何静' })
    const token = (await house.signInAs('keeper001')).data.token
    expect(nurse).toBeTruthy()
    const stockId = await house.bring(wang.oldmanId, await house.newDrug({ drugName: '退药审核' }), 3)
    const rule = (needed: boolean) =>
      house.ask('PUT', '/pims/web-org/setting', {
        token: house.token,
        body: { review: [{ act: 'drugReturn', needed, userIds: [boss] }] },
      })
    expect((await rule(true)).status).toBe(200)
    const body = { lines: [{ stockId, quantity: 1 }], person: '王强' }
    const refused = await house.keep('POST', `/stock/${handBack}`, body, token)
    expect(refused.desc).toContain('请由何静办理')
    expect((await rule(false)).status).toBe(200)
    expect((await house.keep('POST', `/stock/${handBack}`, body, token)).status).toBe(200)
  })
})

describe('counting', () => {
  it('writes what differs, refuses what moved meanwhile, and leaves nothing where all is right', async () => {
    const drugId = await house.newDrug({ drugName: '盘点药' })
    const [a, b] = [await house.bring(wang.oldmanId, drugId, 20), await house.bring(wang.oldmanId, drugId, 8)]
    const count = (lines: object[], more: object = {}) =>
      house.keep<{ slips: SlipData[]; same: number }>('POST', '/count', { oldmanId: wang.oldmanId, lines, ...more })
    expect((await count([{ stockId: a, counted: 20, expected: 20 }])).data).toEqual({ slips: [], same: 1 })
    const lines = [
      { stockId: a, counted: 19, expected: 20 },
      { stockId: b, counted: 10, expected: 8 },
    ]
    expect((await count(lines)).desc).toContain('差异原因')
    const { data } = await count(lines, { reason: '月末盘点' })
    expect(data.slips.map((one) => [one.keepType, one.lines[0]!.delta])).toEqual([
      [found, 2],
      [short, -1],
    ])
    expect((await count(lines, { reason: '月末盘点' })).desc).toContain('清点期间有变动')
    expect((await count([{ stockId: a, counted: -1, expected: 19 }])).status).toBe(42200)
    expect([await house.left(a), await house.left(b)]).toEqual([19, 10])
  })
})

describe('how far it goes', () => {
  /** A running setting, written as the round would find it. */
  const use = (
    oldmanId: string,
    drugId: string,
    dose: number,
    clocks: string[],
    more: Record<string, unknown> = {},
  ) => {
    const row = { frequency: clocks.length === 2 ? 'BID' : 'QD', start_date: dayOf(-2), end_date: null, ...more }
    return house.sql(
      `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, start_date, end_date, order_source)
       values ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, 'hospital')`,
      [house.orgId, newId(), oldmanId, drugId, dose, row.frequency, clocks, row.start_date, row.end_date],
    )
  }

  it('counts days by the first expiry, leaves out what is expired or ends by itself, and says so on tabs, lists and refill', async () => {
    const elder = await house.elder('孙阿婆', '松鹤楼>1层>103>01')
    const drugId = await house.newDrug({ drugName: '天数药', spec: '10mg×10片', packFactor: 10 })
    await use(elder.oldmanId, drugId, 0.5, ['08:00', '17:00'])
    expect(await house.kept(elder.oldmanId, drugId)).toMatchObject({
      perDay: 1,
      usable: 0,
      reach: 'NONE',
      running: true,
    })
    // Twenty tablets of which only four days may be used, then six more.
    await house.sql(
      `insert into drug_setting (org_id, rest_days) values ($1, 0) on conflict (org_id) do update set rest_days = 0`,
      [house.orgId],
    )
    await house.bring(elder.oldmanId, drugId, 20, { expiry: dayOf(3) })
    expect(await house.kept(elder.oldmanId, drugId)).toMatchObject({
      usable: 20,
      days: 4,
      reach: 'LOW',
      expiryState: 'SOON',
    })
    await house.bring(elder.oldmanId, drugId, 6)
    expect(await house.kept(elder.oldmanId, drugId)).toMatchObject({
      usable: 26,
      days: 10,
      reach: 'ENOUGH',
      batches: 2,
    })
    const course = await house.newDrug({ drugName: '疗程药', spec: '10mg×10片', packFactor: 10 })
    await use(elder.oldmanId, course, 4, ['08:00', '17:00'], { end_date: dayOf(5) })
    await house.bring(elder.oldmanId, course, 26)
    expect(await house.kept(elder.oldmanId, course)).toMatchObject({ perDay: 8, days: 3, reach: 'SHORT' })
    await house.bring(elder.oldmanId, course, 22)
    expect(await house.kept(elder.oldmanId, course)).toMatchObject({ days: 6, reach: 'ENOUGH' })
    // The course is covered to its end; of the other four are lacking for a month, and of what nobody brought all.
    const none = await house.newDrug({ drugName: '缺药', spec: '10mg×10片', packFactor: 10 })
    await use(elder.oldmanId, none, 1, ['08:00'])
    const refill = await house.keep<RefillElderData[]>('GET', `/refill?days=30&oldmanId=${elder.oldmanId}`)
    expect(refill.data).toMatchObject([
      {
        oldmanName: '孙阿婆',
        contact: '王强',
        lines: [
          { drugName: '缺药', lack: 30, packs: 3 },
          { drugName: '天数药', lack: 4, packs: 1 },
        ],
      },
    ])
    const all = await house.keep<PageInfo<KeepElderData>>('GET', '?size=50')
    expect(all.data.list.map((one) => one.oldmanName)).toContain('孙阿婆')
    const list = await house.keep<PageInfo<KeepElderData>>('GET', '?warn=short&oldmanName=孙')
    expect(list.data.list).toMatchObject([
      { oldmanName: '孙阿婆', drugs: 3, lines: [{ drugName: '缺药', reach: 'NONE', unitName: '片' }, {}, {}] },
    ])
    expect((await house.keep('GET', '?warn=nonsense')).status).toBe(42200)
  })

  it('keeps what was opened only so long', async () => {
    const drops = await house.newDrug({ drugName: '滴眼液', spec: '5ml', packFactor: 1, openDays: 28 })
    const stockId = await house.bring(wang.oldmanId, drops, 2)
    const opened = await house.keep<KeepDrugData>('PUT', '/opened', { stockId, openedOn: dayOf(0) })
    expect(opened.data.stocks).toMatchObject([{ openedOn: dayOf(0), until: dayOf(27) }])
    expect((await house.keep('PUT', '/opened', { stockId, openedOn: dayOf(1) })).desc).toContain('不能晚于今天')
    const plain = await house.bring(wang.oldmanId, await house.newDrug({ drugName: '普通药' }), 2)
    expect((await house.keep('PUT', '/opened', { stockId: plain })).desc).toContain('开封后可用天数')
  })
})

describe('a recall', () => {
  it('names who has the batch, refuses more of it, and ends with a reason', async () => {
    const drugId = await house.newDrug({ drugName: '召回药' })
    await house.bring(wang.oldmanId, drugId, 10, { batchNo: 'R9' })
    const begin = () =>
      house.keep<RecallDetailData & { field?: string }>('POST', '/recall', {
        drugId,
        batchNo: ' R9 ',
        reason: '厂家通知',
      })
    const { data: recall } = await begin()
    expect(recall).toMatchObject({
      holders: 1,
      held: 10,
      takers: 0,
      batchNo: 'R9',
      elders: [{ oldmanName: '王秀兰', quantity: 10 }],
    })
    expect((await begin()).status).toBe(40904)
    expect((await add(zhao.oldmanId, [{ drugId, batchNo: 'R9', expiry: dayOf(300), quantity: 1 }])).desc).toContain(
      '正在召回',
    )
    expect(await house.kept(wang.oldmanId, drugId)).toMatchObject({ quantity: 10, usable: 0, recalled: true })
    const end = () => house.keep('PUT', `/recall/${recall.recallId}`, { reason: '复检合格' })
    expect((await end()).status).toBe(200)
    expect((await end()).status).toBe(40901)
    expect(await house.kept(wang.oldmanId, drugId)).toMatchObject({ usable: 10, recalled: false })
  })
})

describe('scope, permission, repetition, paper', () => {
  it('shows nothing of another department, and lets nobody move stock without the right', async () => {
    const stockId = await house.bring(wang.oldmanId, await house.newDrug({ drugName: '别的部门' }), 9)
    await house.person({
      userName: 'stranger1',
      codes: ['drug:keep:list', 'drug:keep:edit', 'drug:keep:count'],
      deptId: house.finance,
      dataDeptIds: [house.finance],
    })
    const other = (await house.signInAs('stranger1')).data.token
    expect((await house.keep<PageInfo<KeepElderData>>('GET', '', undefined, other)).data.total).toBe(0)
    expect((await house.keep<PageInfo<MoveData>>('GET', '/stock/record', undefined, other)).data.total).toBe(0)
    const body = { lines: [{ stockId, quantity: 1 }], reason: '试', person: '试' }
    expect((await house.keep('POST', `/stock/${handBack}`, body, other)).status).toBe(40400)
    expect((await house.keep('DELETE', `/${wang.oldmanId}?person=x`, undefined, other)).status).toBe(40400)
    await house.person({
      userName: 'reader001',
      codes: ['drug:keep:list'],
      deptId: house.care,
      dataDeptIds: [house.care],
    })
    const reader = (await house.signInAs('reader001')).data.token
    expect((await house.keep('POST', `/stock/${handBack}`, body, reader)).status).toBe(401)
    await house.person({
      userName: 'counter01',
      codes: ['drug:keep:count'],
      deptId: house.care,
      dataDeptIds: [house.care],
    })
    const counter = (await house.signInAs('counter01')).data.token
    expect((await house.keep('POST', `/stock/${handBack}`, body, counter)).status).toBe(401)
    expect((await house.keep('POST', `/stock/${short}`, body, counter)).status).toBe(200)
  })

  it('does the same press once', async () => {
    const drugId = await house.newDrug({ drugName: '按两次' })
    const body = depositBody(wang.oldmanId, [{ drugId, batchNo: 'D1', expiry: dayOf(300), quantity: 5 }])
    const press = () =>
      house.ask<SlipData>('POST', '/pims/web-org/drug/keep', {
        token: house.token,
        body,
        headers: { 'x-request-no': 'press-twice-1' },
      })
    const [one, two] = await Promise.all([press(), press()])
    expect(one.data.slipId).toBe(two.data.slipId)
    expect((await house.kept(wang.oldmanId, drugId)).quantity).toBe(5)
  })

  it('counts its prints', async () => {
    const stockId = await house.bring(wang.oldmanId, await house.newDrug({ drugName: '打印药' }), 5)
    const [row] = await house.sql<{ slip: string }>('select slip_id as slip from drug_move where stock_id = $1', [
      stockId,
    ])
    expect((await house.keep('PUT', `/slip/${row!.slip}/print`)).data.prints).toBe(1)
    expect((await house.keep('PUT', `/slip/${row!.slip}/print`)).data.prints).toBe(2)
    expect((await house.keep('GET', `/slip/${row!.slip}`)).data.prints).toBe(2)
  })
})

describe('the database', () => {
  const refused = (text: string, values: unknown[] = []) => expect(house.sql(text, values)).rejects.toThrow()

  it('lets nobody write stock past a movement, or change or remove a movement', async () => {
    const stockId = await house.bring(wang.oldmanId, await house.newDrug({ drugName: '直接改' }), 5)
    await refused('update drug_stock set quantity = 6 where stock_id = $1', [stockId])
    await refused('update drug_stock set seq = 9 where stock_id = $1', [stockId])
    await refused('update drug_stock set oldman_id = $2 where stock_id = $1', [stockId, zhao.oldmanId])
    await refused('delete from drug_stock where stock_id = $1', [stockId])
    await refused('update drug_move set delta = 6 where stock_id = $1', [stockId])
    await refused('delete from drug_move where stock_id = $1', [stockId])
    await refused('truncate drug_move')
    await refused(`update drug_slip set person = '别人' where oldman_id = $1`, [wang.oldmanId])
    await refused('delete from drug_slip where oldman_id = $1', [wang.oldmanId])
    await refused(
      `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, expiry, quantity) select org_id, 'x', oldman_id, drug_id, expiry, 5
       from drug_stock where stock_id = $1`,
      [stockId],
    )
    expect(await house.left(stockId)).toBe(5)
  })

  it('is verified to the last movement', async () => {
    expect(await house.verified()).toBeGreaterThan(25)
  })
})
