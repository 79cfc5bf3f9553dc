// Forms filled in for residents: from the archive, as drafts and finished, once where once is meant, by department.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { ResidentFormDetail, ResidentFormRow } from '#contract/live/residentForm'
import { paperForm, paperResident } from '#server/areas/live/test/contractRows'
import { type Ask, demoApp, type Envelope, type TestApp } from '#server/kit/test/app'

const BASE = '/api/form/org/oldManTemplate'
const PASSWORD = 'Yiyuan2026'

let product: TestApp
let admin: string
let clerk: string

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', PASSWORD)
  clerk = await product.signIn('liumin', PASSWORD)
})
afterAll(() => product.close())

const ask = <T = ResidentFormDetail>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', more: Ask = {}) =>
  product.ask<T>(method, `${BASE}${path}`, { token: admin, ...more })
const done = <T>(answer: Envelope<T>): T => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.desc}`)
  return answer.data
}

interface Begun {
  design: ResidentFormDetail['design']
  templateVersion: number
  archive: Record<string, string>
  existing: string | null
}

const start = async (oldmanId: string, templateId: string) =>
  done(await ask<Begun>('GET', '/start', { query: { oldmanId, templateId } }))

/** Every choice answered with its first option. */
const answered = ({ design, archive }: Begun) => {
  const values: Record<string, unknown> = {}
  for (const { id, kind, source, options, required, min } of design.fields) {
    if (kind === 'resident') values[id] = archive[source ?? ''] ?? ''
    else if (kind === 'radio' || kind === 'select') values[id] = options?.[0]?.value
    else if (kind === 'date') values[id] = '2026-10-08'
    else if (!required) continue
    else if (kind === 'checkbox') values[id] = [options![0]!.value]
    else if (kind === 'number') values[id] = min ?? 1
    else if (kind === 'staff') values[id] = { id: 'x', name: '某' }
    else if (kind === 'sign') values[id] = '/files/abc/a.png'
    else values[id] = '已评估'
  }
  return values
}

describe('filling in', () => {
  it('takes the archive along, keeps a draft, finishes it, and keeps the version it was filled in on', async () => {
    const oldmanId = await paperResident(product, '前台')
    const { templateId } = await paperForm(product)
    const begun = await start(oldmanId, templateId)
    expect(begun.archive.老人姓名).toBe('文书老人')
    const first = begun.design.fields.find((field) => field.kind === 'radio')!
    const draft = done(
      await ask('POST', '', {
        body: { oldmanId, templateId, values: { [first.id]: first.options![0]!.value, odd: 1 } },
      }),
    )
    expect(draft).toMatchObject({ state: 0, templateVersion: begun.templateVersion, outdated: false })
    expect(draft.values).toEqual({ [first.id]: first.options![0]!.value })
    const unfinished = await ask('PUT', '', { body: { recordId: draft.recordId, values: {}, state: 1 } })
    expect(unfinished.status).toBe(42200)
    expect(unfinished.desc).toMatch(/^请/)
    const values = answered(begun)
    const finished = done(
      await ask('PUT', '', {
        body: { recordId: draft.recordId, version: draft.version, values, state: 1, recordDate: '2026-10-08' },
      }),
    )
    expect(finished).toMatchObject({ state: 1, recordDate: '2026-10-08' })
    const back = await ask('PUT', '', { body: { recordId: draft.recordId, values, state: 0 } })
    expect(back.desc).toContain('已完成')
    const stale = await ask('PUT', '', { body: { recordId: draft.recordId, version: draft.version, values } })
    expect(stale.status).toBe(40902)

    // A newer design does not change what was filled in.
    const detail = await product.ask<{ version: number; design: object }>(
      'GET',
      `/api/form/org/template/${templateId}`,
      {
        token: admin,
      },
    )
    const design = { ...detail.data.design, sub: '新版副标题' }
    await product.ask('PUT', '/api/form/org/template/edit', { token: admin, body: { templateId, design } })
    const later = done(await ask('GET', `/${draft.recordId}`))
    expect(later).toMatchObject({ outdated: true, templateVersion: begun.templateVersion })
    expect(later.design.sub).not.toBe('新版副标题')
    const gone = await product.ask('DELETE', `/api/form/org/template/${templateId}`, { token: admin })
    expect(gone.status).toBe(40903)
    expect(gone.desc).toMatch(/份老人文书/)
  })

  it('refuses what no control makes', async () => {
    const oldmanId = await paperResident(product, '前台')
    const { templateId } = await paperForm(product, '误吸风险告知书')
    const begun = await start(oldmanId, templateId)
    const sign = begun.design.fields.find((field) => field.kind === 'sign')!
    for (const value of ['javascript:alert(1)', 'https://evil.example/a.png', { a: 1 }]) {
      const answer = await ask('POST', '', { body: { oldmanId, templateId, values: { [sign.id]: value } } })
      expect([answer.status, answer.desc.includes('格式不正确')]).toEqual([42200, true])
    }
    for (const values of [null, [], 'x', 7]) {
      expect((await ask('POST', '', { body: { oldmanId, templateId, values } })).status).toBe(42200)
    }
  })

  it('a form for once is there once, also when two begin it together', async () => {
    const oldmanId = await paperResident(product, '前台')
    const { templateId } = await paperForm(product, '误吸风险告知书')
    const make = () => ask('POST', '', { body: { oldmanId, templateId, values: {} } })
    const answers = await Promise.all([make(), make(), make()])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40904, 40904])
    expect(answers.find((answer) => answer.status !== 200)?.desc).toContain('只填一次')
    const made = answers.find((answer) => answer.status === 200)!.data
    expect((await start(oldmanId, templateId)).existing).toBe(made.recordId)
    done(await ask('DELETE', `/${made.recordId}`))
    expect((await start(oldmanId, templateId)).existing).toBeNull()
  })

  it('the forms of one resident stand in the order made by hand', async () => {
    const oldmanId = await paperResident(product, '前台')
    const { templateId } = await paperForm(product)
    const made: string[] = []
    for (let i = 0; i < 3; i++) {
      made.push(done(await ask('POST', '', { body: { oldmanId, templateId, values: {} } })).recordId)
    }
    const order = async () =>
      done(await ask<PageInfo<ResidentFormRow>>('GET', '', { query: { oldmanId } })).list.map((row) => row.recordId)
    expect(await order()).toEqual([...made].reverse())
    done(await ask('PUT', '/sort', { body: { oldmanId, recordIds: [made[1]!, made[0]!] } }))
    expect((await order()).slice(0, 2)).toEqual([made[1], made[0]])
    const other = await ask('PUT', '/sort', { body: { oldmanId, recordIds: ['nothing'] } })
    expect(other.status).toBe(40400)
  })
})

describe('lists', () => {
  it('by type with counts that equal the lists, and `all` for every type', async () => {
    type Types = { typeId: string; count: number; drafts: number }[]
    const types = done(await ask<Types>('GET', '/types'))
    const count = async (query: Record<string, string>) =>
      done(await ask<PageInfo<ResidentFormRow>>('GET', '', { query })).total
    for (const { typeId, count: said, drafts } of types) {
      expect(await count({ typeId })).toBe(said)
      expect(await count({ typeId, state: '0' })).toBe(drafts)
    }
    expect(await count({ typeId: 'all' })).toBe(types.reduce((sum, type) => sum + type.count, 0))
    expect(await count({})).toBeGreaterThan(40)
  })

  it('a clerk does not count or find what lies in another department', async () => {
    const oldmanId = await paperResident(product, '财务部')
    const { templateId, typeId } = await paperForm(product)
    const made = done(await ask('POST', '', { body: { oldmanId, templateId, values: {} } }))
    expect((await ask('GET', `/${made.recordId}`, { token: clerk })).status).toBe(40400)
    expect((await ask('GET', '/start', { token: clerk, query: { oldmanId, templateId } })).status).toBe(40400)
    const seen = done(await ask<PageInfo<ResidentFormRow>>('GET', '', { token: clerk, query: { oldmanId } }))
    expect(seen.total).toBe(0)
    const all = done(await ask<{ typeId: string; count: number }[]>('GET', '/types'))
    const own = done(await ask<{ typeId: string; count: number }[]>('GET', '/types', { token: clerk }))
    const of = (list: typeof all) => list.find((type) => type.typeId === typeId)!.count
    expect(of(own)).toBeLessThan(of(all))
  })
})
