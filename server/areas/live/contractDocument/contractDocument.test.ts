// Contract documents from the template to the file: values, text, signatures, states, scope, what they tell the stay.
import PizZip from 'pizzip'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { ContractDetail, ContractRow } from '#contract/live/contractDocument'
import { runOrganisation } from '#server/areas/administration/remind/remindJobs'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'
import { contractReminders } from './contractDocumentRemind.ts'
import { contractOf, riskNoticeSigned } from './contractUse.ts'

const BASE = '/api/form/org/files/contracts'
const PASSWORD = 'Yiyuan2026'

let product: TestApp
let clerk: string
let nurse: string
let pen: string
let contractTemplate: string
let wordTemplate: string

const one = async <T = string>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<{ value: T }>(text, values)).rows[0]!.value
const template = (name: string) =>
  one('select template_id as value from document_template where org_id = $1 and template_name = $2', [DEMO_ORG, name])

/** Somebody who lives here and has no paper yet that could be in the way. */
const resident = async (skip = 0) =>
  one(
    `select oldman_id as value from oldman t where org_id = $1 and status = 1
       and not exists (select 1 from contract_document d where d.org_id = t.org_id and d.oldman_id = t.oldman_id)
     order by archive_no offset $2 limit 1`,
    [DEMO_ORG, skip],
  )

beforeAll(async () => {
  product = await demoApp()
  clerk = await product.signIn('zhengkai', PASSWORD)
  nurse = await product.signIn('lixiaomei', PASSWORD)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="90"><rect width="100%" height="100%" fill="#fff"/>
    <path d="M10 60 Q60 5 90 60 T200 40" stroke="#000" stroke-width="4" fill="none"/></svg>`
  const png = await sharp(Buffer.from(drawing)).png().toBuffer()
  pen = `data:image/png;base64,${png.toString('base64')}`
  contractTemplate = await template('养老服务合同')
  wordTemplate = await template('退住协议')
})
afterAll(() => product.close())

const ask = <T = ContractDetail>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', more: Ask = {}) =>
  product.ask<T>(method, `${BASE}${path}`, { token: clerk, ...more })

const done = <T>(answer: Envelope<T>): T => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.desc}`)
  return answer.data
}

const make = async (body: object = {}) =>
  done(await ask('POST', '', { body: { oldmanId: await resident(), templateId: contractTemplate, ...body } }))

const sign = (contractId: string, party: string, name: string, more: object = {}) =>
  ask('PUT', `/sign/${contractId}`, { body: { party, name, picture: pen, ...more } })

async function signAll(one: ContractDetail): Promise<ContractDetail> {
  let now = done(await ask('PUT', `/send/${one.contractId}`, { body: { version: one.version } }))
  for (const { party, name } of now.names) now = done(await sign(now.contractId, party, name || '代签人'))
  return now
}

describe('a draft', () => {
  it('is filled from the archive, keeps its places, and has a number of the day', async () => {
    const oldmanId = await resident()
    const begun = done(
      await ask<Record<string, unknown> & { fields: ContractDetail['fields']; html: string; signers: string[] }>(
        'GET',
        '/start',
        { query: { oldmanId, templateId: contractTemplate } },
      ),
    )
    expect(begun.signers).toEqual(['elder', 'guardian', 'organisation'])
    expect(begun.html).toContain('data-placeholder="老人姓名"')
    const made = await make({ startDate: '2026-03-01', endDate: '2027-02-28' })
    expect(made.contractNo).toMatch(/^HT\d{8}\d{4}$/)
    expect(made).toMatchObject({ state: 0, kind: 'html', docTypeName: '入住服务合同', signed: 0, signerCount: 3 })
    const value = (name: string) => made.fields.find((field) => field.name === name)?.value
    expect(value('老人姓名')).toBe(made.oldmanName)
    expect(value('合同编号')).toBe(made.contractNo)
    expect(value('合同结束日期')).toBe('2027年2月28日')
    expect(made.paperHtml).toContain(made.contractNo)
    expect(made.paperHtml).toContain('2026年3月1日')
    expect(made.paperHtml).not.toContain('data-placeholder')
    expect(made.can).toEqual(['edit', 'send', 'remove'])
  })

  it('takes changed fields and text; the archive can be asked again; two editors notice each other', async () => {
    const made = await make()
    const saved = done(
      await ask('PUT', '', {
        body: {
          contractId: made.contractId,
          version: made.version,
          title: '养老服务合同（修订）',
          html: made.html!.replace('三方经平等协商', '三方经友好协商<script>alert(1)</script>'),
          fields: [
            { name: '监护人电话', value: '13900001111' },
            { name: '不在文中', value: 'x' },
          ],
          signers: ['organisation', 'elder'],
          endDate: '2030-01-01',
        },
      }),
    )
    expect(saved.paperHtml).toContain('友好协商')
    expect(saved.paperHtml).not.toContain('script')
    expect(saved.paperHtml).toContain('13900001111')
    expect(saved.signers).toEqual(['elder', 'organisation'])
    expect(saved.fields.some((field) => field.name === '不在文中')).toBe(false)
    const stale = await ask('PUT', '', { body: { contractId: made.contractId, version: made.version, title: 'x' } })
    expect(stale.status).toBe(40902)
    const fresh = done(await ask('PUT', `/refresh/${made.contractId}`, { body: { version: saved.version } }))
    const phone = (from: ContractDetail) => from.fields.find((field) => field.name === '监护人电话')?.value
    expect(phone(fresh)).toBe(phone(made))
    expect(fresh.paperHtml).toContain('友好协商')
  })

  it('refuses dates out of order, no signer, an empty text, a disabled template', async () => {
    const refused = async (body: object) => {
      const answer = await ask('POST', '', {
        body: { oldmanId: await resident(), templateId: contractTemplate, ...body },
      })
      return [answer.status, answer.desc] as const
    }
    expect(await refused({ startDate: '2026-05-02', endDate: '2026-05-01' })).toEqual([
      42200,
      '到期日期 2026-05-01 早于开始日期 2026-05-02',
    ])
    expect((await refused({ signers: [] }))[1]).toContain('至少选择一个签署方')
    expect((await refused({ html: '<p> </p>' }))[1]).toContain('正文')
    expect((await refused({ templateId: 'nothing' }))[1]).toContain('模板不存在')
    expect((await refused({ oldmanId: 'nobody' }))[0]).toBe(40400)
  })

  it('is deleted; what went out is not', async () => {
    const made = await make()
    expect((await ask('DELETE', `/${made.contractId}`)).status).toBe(200)
    expect((await ask('GET', `/${made.contractId}`)).status).toBe(40400)
    const sent = done(await ask('PUT', `/send/${(await make()).contractId}`, { body: {} }))
    const refused = await ask('DELETE', `/${sent.contractId}`)
    expect(refused.status).toBe(40901)
    expect(refused.desc).toContain('待签')
    expect(refused.desc).toContain('只能作废')
  })
})

describe('signing', () => {
  it('freezes the text, takes every signature once, and ends signed', async () => {
    const made = await make({ endDate: '2027-01-31' })
    const sent = done(await ask('PUT', `/send/${made.contractId}`, { body: { version: made.version } }))
    expect(sent).toMatchObject({ state: 1, html: null, signed: 0, signerCount: 3 })
    const edit = await ask('PUT', '', { body: { contractId: made.contractId, title: '改' } })
    expect(edit.desc).toContain('当前状态为“待签”')
    expect((await sign(made.contractId, 'guarantor', '某人')).desc).toContain('不需要担保人签署')
    const residentSigned = done(await sign(made.contractId, 'elder', made.oldmanName, { version: sent.version }))
    expect(residentSigned).toMatchObject({ state: 1, signed: 1 })
    expect(residentSigned.paperHtml).toContain('data-signed="true"')
    expect(residentSigned.paperHtml).toContain('签署记录')
    // The text is the same, so the same version still counts; signing again replaces.
    const again = done(await sign(made.contractId, 'elder', '代签人', { version: sent.version }))
    expect(again).toMatchObject({ state: 1, signed: 1, signatures: [{ party: 'elder', name: '代签人' }] })
    done(await sign(made.contractId, 'guardian', '李建国'))
    const signed = done(await sign(made.contractId, 'organisation', '郑凯'))
    expect(signed).toMatchObject({ state: 2, signed: 3, can: ['file', 'renew', 'void'] })
    expect(signed.signatures.map((given) => given.name)).toEqual(['代签人', '李建国', '郑凯'])
    expect((await sign(made.contractId, 'elder', '又签')).desc).toContain('当前状态为“已签”')
    const event = await one(
      'select content as value from stay_event where oldman_id = $1 order by created_at desc limit 1',
      [made.oldmanId],
    )
    expect(event).toContain(made.contractNo)
  })

  it('two parties sign at the same moment, both count', async () => {
    const made = await make()
    done(await ask('PUT', `/send/${made.contractId}`, { body: {} }))
    const answers = await Promise.all([
      sign(made.contractId, 'elder', '甲'),
      sign(made.contractId, 'guardian', '乙'),
      sign(made.contractId, 'organisation', '丙'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(done(await ask('GET', `/${made.contractId}`))).toMatchObject({ state: 2, signed: 3 })
  })

  it('takes no blank, no foreign and no broken picture', async () => {
    const made = await make()
    done(await ask('PUT', `/send/${made.contractId}`, { body: {} }))
    const blank = await sharp({ create: { width: 90, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    for (const picture of [
      `data:image/png;base64,${blank.toString('base64')}`,
      'data:image/png;base64,AAAA',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'https://evil.example/a.png',
    ]) {
      const answer = await sign(made.contractId, 'elder', '甲', { picture })
      expect([answer.status, answer.desc.includes('签名')]).toEqual([42200, true])
    }
  })

  it('taken back, the signatures are gone and the text can change again', async () => {
    const made = await make()
    done(await ask('PUT', `/send/${made.contractId}`, { body: {} }))
    done(await sign(made.contractId, 'elder', '甲'))
    const back = done(await ask('PUT', `/withdraw/${made.contractId}`, { body: { reason: '电话写错' } }))
    expect(back).toMatchObject({ state: 0, signed: 0, signatures: [] })
    expect(back.html).toContain('data-placeholder')
    // Whoever still has the earlier text before them does not sign another one.
    done(await ask('PUT', `/send/${made.contractId}`, { body: {} }))
    expect((await sign(made.contractId, 'elder', '甲', { version: made.version + 1 })).status).toBe(40902)
  })

  it('on paper: a scan takes the place of the drawn signatures, and only the document hands it out', async () => {
    const made = await make()
    const send = (name: string, content: Buffer, token = clerk) => {
      const body = multipart([
        { name: 'contractId', content: made.contractId },
        { name: 'file', filename: name, content },
      ])
      return product.server
        .inject({
          method: 'POST',
          url: `${BASE}/scan`,
          headers: { authorization: token, 'content-type': body.type },
          payload: body.content,
        })
        .then((answer) => answer.json<Envelope<ContractDetail>>())
    }
    const png = Buffer.from(pen.split(',')[1]!, 'base64')
    expect((await send('scan.png', png)).desc).toContain('当前状态为“草稿”')
    done(await ask('PUT', `/send/${made.contractId}`, { body: {} }))
    expect((await send('scan.docx', png)).desc).toContain('pdf')
    await product.app.pool.query(
      `update oldman set dept_id = (select dept_id from dept where org_id = $1 and dept_name = '财务部') where oldman_id = $2`,
      [DEMO_ORG, made.oldmanId],
    )
    const front = await product.signIn('liumin', PASSWORD)
    expect((await send('别的部门.png', png, front)).status).toBe(40400)
    const scanned = done(await send('签署页.png', png))
    expect(scanned).toMatchObject({ state: 2, signed: 3, scanName: '签署页.png', signatures: [] })
    const file = await product.server.inject({
      method: 'GET',
      url: `${BASE}/scan/${made.contractId}`,
      headers: { authorization: clerk },
    })
    expect(file.headers['content-type']).toBe('image/png')
  })
})

describe('after signing', () => {
  it('filing tells the present stay; the residence then finds the contract; renewing replaces it', async () => {
    const oldmanId = await resident()
    await product.app.pool.query(
      `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date)
         values ($1, 'stay-of-test', $2, 'FORMAL', '2026-01-05') on conflict do nothing returning *)
       insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`,
      [DEMO_ORG, oldmanId],
    )
    await product.app.pool.query(
      'update stay set contract_no = null, contract_start = null, contract_end = null where oldman_id = $1 and end_date is null',
      [oldmanId],
    )
    const asker = { client: product.app.pool, orgId: DEMO_ORG }
    expect(await contractOf(asker, oldmanId)).toBeNull()
    const signed = await signAll(await make({ oldmanId, startDate: '2026-01-05', endDate: '2099-01-04' }))
    expect(await contractOf(asker, oldmanId)).toMatchObject({ contractNo: signed.contractNo, endDate: '2099-01-04' })
    const filed = done(await ask('PUT', `/file/${signed.contractId}`, { body: { version: signed.version } }))
    expect(filed).toMatchObject({ state: 3, can: ['renew', 'void'] })
    const stay = () =>
      product.app.pool
        .query(
          'select contract_no as no, contract_start as start, contract_end as "end" from stay where oldman_id = $1 and end_date is null',
          [oldmanId],
        )
        .then((found) => found.rows[0])
    expect(await stay()).toEqual({ no: signed.contractNo, start: '2026-01-05', end: '2099-01-04' })

    const next = await make({ oldmanId, previousId: signed.contractId })
    expect(next).toMatchObject({
      startDate: '2099-01-05',
      previous: { contractNo: signed.contractNo },
      title: signed.title,
    })
    expect(done(await ask('GET', `/${signed.contractId}`))).toMatchObject({ can: ['void'], next: { state: 0 } })
    const twice = await ask('POST', '', {
      body: { oldmanId, templateId: contractTemplate, previousId: signed.contractId },
    })
    expect(twice.desc).toContain(`已经续签为 ${next.contractNo}`)
    const renewed = await signAll(next)
    done(await ask('PUT', `/file/${renewed.contractId}`, { body: {} }))
    expect(await stay()).toMatchObject({ no: next.contractNo, start: '2099-01-05' })
  })

  it('void needs a reason, names both states, and ends everything', async () => {
    const signed = await signAll(await make())
    expect((await ask('PUT', `/void/${signed.contractId}`, { body: {} })).status).toBe(42200)
    expect((await ask('PUT', `/void/${signed.contractId}`, { body: { reason: ' ' } })).status).toBe(42200)
    const gone = done(await ask('PUT', `/void/${signed.contractId}`, { body: { reason: '重新起草' } }))
    expect(gone).toMatchObject({ state: 4, voidReason: '重新起草', can: [] })
    expect(gone.paperHtml).toContain('【已作废】')
    const again = await ask('PUT', `/void/${signed.contractId}`, { body: { reason: '再来' } })
    expect(again.desc).toBe('当前状态为“已作废”，不能作废')
    const log = await product.app.pool.query<{ remark: string; changes: object }>(
      `select remark, changes from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1`,
      [signed.contractId],
    )
    expect(log.rows[0]?.remark).toContain('重新起草')
    expect(log.rows[0]?.changes).toMatchObject({ state: ['已签', '已作废'] })
  })

  it('a signed notice of the risks is found', async () => {
    const oldmanId = await resident(3)
    const asker = { client: product.app.pool, orgId: DEMO_ORG }
    expect(await riskNoticeSigned(asker, oldmanId)).toBe(false)
    await signAll(await make({ oldmanId, templateId: await template('入住风险告知书') }))
    expect(await riskNoticeSigned(asker, oldmanId)).toBe(true)
  })
})

describe('as a Word file', () => {
  const download = async (contractId: string) => {
    const answer = await product.server.inject({
      method: 'GET',
      url: `${BASE}/download/${contractId}`,
      headers: { authorization: clerk },
    })
    expect(answer.headers['content-type']).toContain('wordprocessingml')
    return new PizZip(answer.rawPayload)
  }
  const words = (zip: PizZip) =>
    (zip.file('word/document.xml')?.asText() ?? '').replace(/<\/w:p>/g, '\n').replace(/<[^>]+>/g, '')

  it('has the text, the table of signatures and their pictures, on the same paper', async () => {
    const signed = await signAll(await make())
    const zip = await download(signed.contractId)
    const text = words(zip)
    expect(text).toContain('养老服务合同')
    expect(text).toContain(signed.contractNo)
    expect(text).toContain(signed.oldmanName)
    expect(text).toContain('签署记录')
    const xml = zip.file('word/document.xml')!.asText()
    expect(xml).toContain('w:w="11906"')
    expect(xml.match(/<w:tbl>/g)?.length).toBeGreaterThanOrEqual(2)
    expect(Object.keys(zip.files).filter((name) => name.startsWith('word/media/')).length).toBeGreaterThan(0)
    expect(Object.keys(zip.files).some((name) => /footer/.test(name))).toBe(true)
  })

  it('of a Word template: filled, kept when it goes out, and never changed after that', async () => {
    const oldmanId = await resident()
    const made = await make({ oldmanId, templateId: wordTemplate })
    expect(made).toMatchObject({ kind: 'word', html: null, paperHtml: null })
    expect(words(await download(made.contractId))).toContain(made.oldmanName)
    done(
      await ask('PUT', '', {
        body: {
          contractId: made.contractId,
          title: made.title,
          fields: [{ name: '监护人电话', value: '13922223333' }],
        },
      }),
    )
    const sent = done(await ask('PUT', `/send/${made.contractId}`, { body: {} }))
    await product.app.pool.query(`update contract_document set fields = '{}' where contract_id = $1`, [sent.contractId])
    expect(words(await download(made.contractId))).toContain('13922223333')
    for (const party of sent.signers) done(await sign(sent.contractId, party, '签字人'))
    const signed = await download(sent.contractId)
    expect(words(signed)).toContain('签署记录')
    expect(Object.keys(signed.files).filter((name) => name.startsWith('word/media/yiyuanSign'))).toHaveLength(3)
  })
})

describe('lists', () => {
  it('show the demo in all states and find by name, number, type, state and end', async () => {
    const list = async (query: Record<string, string> = {}, token = clerk) =>
      done(await ask<PageInfo<ContractRow>>('GET', '', { query: { size: '500', ...query }, token }))
    const all = await list()
    expect(new Set(all.list.map((row) => row.state))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(all.total).toBeGreaterThan(150)
    const row = all.list.find((one) => one.state === 3)!
    expect((await list({ keyword: row.contractNo })).list.map((found) => found.contractId)).toEqual([row.contractId])
    expect((await list({ keyword: row.oldmanName })).list.every((found) => found.oldmanName === row.oldmanName)).toBe(
      true,
    )
    expect((await list({ oldmanId: row.oldmanId })).total).toBeGreaterThan(0)
    expect((await list({ docType: '1', state: '3' })).list.every((found) => found.docType === '1')).toBe(true)
    const ending = await list({ due: 'ending' })
    expect(ending.total).toBeGreaterThan(3)
    expect(ending.list.every((found) => found.daysLeft !== null && found.daysLeft <= 30)).toBe(true)
    const bare = await ask<ContractRow[]>('GET', '', { query: { pageHelper: '0', orderBy: '', size: '999999' } })
    expect(Array.isArray(bare.data)).toBe(true)
  })

  it('a nurse of one house has no documents of another, in lists or by id', async () => {
    const other = await one(
      `select d.contract_id as value from contract_document d join oldman o using (org_id, oldman_id)
         join dept p on p.org_id = o.org_id and p.dept_id = o.dept_id
       where d.org_id = $1 and p.dept_name = '长青楼护理组' limit 1`,
      [DEMO_ORG],
    )
    const answer = await ask('GET', `/${other}`, { token: nurse })
    expect([401, 40400]).toContain(answer.status)
  })

  it('what runs out is told once and counted until the next one is made', async () => {
    const told = () =>
      one<number>(
        `select count(*)::int as value from user_message where org_id = $1 and kind = 'remind' and (title like '%合同%' or content like '%续签%')`,
        [DEMO_ORG],
      )
    await product.app.pool.query(`update remind set told_on = null where org_id = $1 and source = 'contractEnding'`, [
      DEMO_ORG,
    ])
    expect((await runOrganisation(product.app, DEMO_ORG, undefined, contractReminders)).told).toBeGreaterThan(0)
    const first = await told()
    expect(first).toBeGreaterThan(0)
    expect((await runOrganisation(product.app, DEMO_ORG, undefined, contractReminders)).told).toBe(0)
    expect(await told()).toBe(first)
  })

  it('a template that documents were made from is not deleted', async () => {
    const answer = await product.ask('DELETE', `/api/form/org/templates/files/${contractTemplate}`, { token: clerk })
    expect(answer.status).toBe(40903)
    expect(answer.desc).toMatch(/已生成 \d+ 份合同文书/)
  })
})
