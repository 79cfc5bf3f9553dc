// Document templates through the calls: made, versioned, copied, filled, sorted, refused, deleted.
import PizZip from 'pizzip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { TemplateDetail, TemplateRow, TemplateVersion } from '#contract/systemSetting/documentTemplate'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { wordOf } from '#server/areas/systemSetting/demo/demoDocumentWord'
import { fillDocument } from '#server/areas/systemSetting/public'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'
import { settleTemplateFile } from './documentTemplateFiles.ts'

const FILES = '/api/form/org/templates/files'
let product: TestApp
let admin: string
let resident: { id: string; name: string; card: string }

const signIn = (userName: string) =>
  product.signIn(userName, demoAccounts.find((account) => account.userName === userName)!.password)
const ask = <T = TemplateDetail>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) =>
  product.ask<T>(method, path, { token: admin, ...more })
const query = async <T>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query(text, values)).rows as T[]

beforeAll(async () => {
  product = await demoApp()
  admin = await signIn('zhengkai')
  const [one] = await query<typeof resident>(
    'select oldman_id as id, oldman_name as name, id_card as card from oldman where org_id = $1 order by oldman_id limit 1',
    [DEMO_ORG],
  )
  resident = one!
})
afterAll(() => product.close())

let counted = 0
const body = (more: object = {}) => ({
  templateName: `试用模板 ${++counted}`,
  scope: 'org',
  kind: 'html',
  docType: '1',
  html: '<p>乙方：<span data-placeholder="老人姓名">x</span></p>',
  ...more,
})
const made = async (more: object = {}) => {
  const answer = await ask('POST', FILES, { body: body(more) })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}
const lastLog = async () =>
  (
    await query<{ remark: string; changes: Record<string, unknown> | null }>(
      `select remark, changes from operation_log where org_id = $1 order by created_at desc, log_id desc limit 1`,
      [DEMO_ORG],
    )
  )[0]!

async function upload<T>(content: Buffer, filename = '退住.docx', token = admin): Promise<Envelope<T>> {
  const { type, content: payload } = multipart([{ name: 'file', filename, content }])
  const answer = await product.server.inject({
    method: 'POST',
    url: '/api/form/org/templates/word',
    headers: { authorization: token, 'content-type': type },
    payload,
  })
  return answer.json()
}
interface Uploaded {
  fileId: string
  fileName: string
  placeholders: { name: string; known: boolean; near: string[] }[]
}
const wordTemplate = async (text: string, name?: string) => {
  const { data } = await upload<Uploaded>(wordOf(text, '页脚'))
  return made({
    kind: 'word',
    html: null,
    fileId: data.fileId,
    fileName: data.fileName,
    ...(name && { templateName: name }),
  })
}
const fetched = (path: string, token = admin) =>
  product.server.inject({ method: 'GET', url: path, headers: { authorization: token } })
const wordText = (raw: Buffer) =>
  new PizZip(raw)
    .file('word/document.xml')!
    .asText()
    .replace(/<[^>]+>/g, '')

describe('the list', () => {
  it('shows the demo templates of each scope, finds by pinyin and takes what older clients send', async () => {
    const org = await ask<PageInfo<TemplateRow>>('GET', FILES, {
      query: { scope: 'org', page: '1', size: '999999', orderBy: '' },
    })
    expect(org.data.list.map((row) => row.templateName).slice(0, 3)).toEqual([
      '养老服务合同',
      '入住须知',
      '老人外出协议书',
    ])
    expect(org.data.list[0]).toMatchObject({
      docTypeName: '入住服务合同',
      kind: 'html',
      version: 1,
      updateUser: '郑凯',
    })
    expect(org.data.list.every((row) => row.docTypeName !== null)).toBe(true)
    const home = await ask<PageInfo<TemplateRow>>('GET', FILES, { query: { scope: 'home' } })
    expect(home.data.list.map((row) => row.templateName)).toEqual(['居家上门服务协议'])
    const found = await ask<PageInfo<TemplateRow>>('GET', FILES, { query: { templateName: 'ylFW' } })
    expect(found.data.list.map((row) => row.templateName)).toEqual(['养老服务合同'])
    const bare = await ask<TemplateRow[]>('GET', FILES, { query: { pageHelper: '0', scope: 'org' } })
    expect(Array.isArray(bare.data)).toBe(true)
    const word = await ask<PageInfo<TemplateRow>>('GET', FILES, { query: { kind: 'word' } })
    expect(word.data.list.map((row) => row.templateName)).toEqual(['退住协议'])
  })

  it('every placeholder of the demo templates is known', async () => {
    const { data } = await ask<PageInfo<TemplateRow>>('GET', FILES, { query: { size: '100' } })
    for (const row of data.list) {
      const detail = await ask('GET', `${FILES}/${row.templateId}`)
      expect([row.templateName, detail.data.placeholders.filter((one) => !one.known)]).toEqual([row.templateName, []])
      expect(detail.data.placeholders.length).toBeGreaterThan(5)
    }
  })
})

describe('saving', () => {
  it('cleans the text, counts placeholders, names unknown ones with their neighbours', async () => {
    const one = await made({
      html: '<script>x()</script><p onclick="x()">甲方<span data-placeholder="老人名字"></span></p>',
      paper: {
        size: 'A4',
        landscape: false,
        top: 25,
        right: 20,
        bottom: 25,
        left: 20,
        header: '页眉',
        footer: '',
        pageNumbers: true,
      },
    })
    expect(one.html).toBe('<p>甲方<span data-placeholder="老人名字">老人名字</span></p>')
    expect(one.placeholders).toMatchObject([{ name: '老人名字', known: false, count: 1 }])
    expect(one.placeholders[0]!.near).toContain('老人姓名')
    expect(one.paper).toMatchObject({ top: 25, header: '页眉' })
    expect(await lastLog()).toMatchObject({ remark: `新增文书模板“${one.templateName}”` })
  })

  it('every save is a version; an old one can be read, filled and restored', async () => {
    const one = await made()
    const second = await ask('PUT', FILES, {
      body: { ...body(), templateId: one.templateId, templateName: '改过的', version: 1, html: '<p>第二版</p>' },
    })
    expect(second.data).toMatchObject({ version: 2, html: '<p>第二版</p>', templateName: '改过的' })
    expect((await lastLog()).changes).toMatchObject({ templateName: [one.templateName, '改过的'], version: [1, 2] })
    const versions = await ask<TemplateVersion[]>('GET', `${FILES}/${one.templateId}/versions`)
    expect(versions.data.map(({ version, current, templateName }) => [version, current, templateName])).toEqual([
      [2, true, '改过的'],
      [1, false, one.templateName],
    ])
    const old = await ask('GET', `${FILES}/${one.templateId}/versions/1`)
    expect(old.data.html).toBe(one.html)
    const filled = await ask<{ html: string }>('GET', `${FILES}/${one.templateId}/fill`, {
      query: { version: '1', oldmanId: resident.id },
    })
    expect(filled.data.html).toBe(`<p>乙方：${resident.name}</p>`)
    const restored = await ask('POST', `${FILES}/${one.templateId}/versions/1/restore`)
    expect(restored.data).toMatchObject({ version: 3, html: one.html })
    expect(await ask('POST', `${FILES}/${one.templateId}/versions/3/restore`)).toMatchObject({ status: 42200 })
    expect(await ask('GET', `${FILES}/${one.templateId}/versions/9`)).toMatchObject({ status: 40400 })
    expect(await ask('GET', `${FILES}/${one.templateId}/versions/x`)).toMatchObject({ status: 40400 })
  })

  it('the second of two editors is told and nothing is lost', async () => {
    const one = await made()
    const change = (html: string) =>
      ask('PUT', FILES, {
        body: { ...body(), templateName: one.templateName, templateId: one.templateId, version: 1, html },
      })
    const answers = await Promise.all([change('<p>甲</p>'), change('<p>乙</p>')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, refusals.CHANGED_MEANWHILE[0]])
    expect(answers.find((answer) => answer.status !== 200)!.desc).toContain('郑凯')
    // A client that sends no version overwrites, and the version before stays readable.
    const late = await ask('PUT', FILES, {
      form: { templateId: one.templateId, templateName: '表单', docType: '1', html: '<p>丙</p>' },
    })
    expect(late.data).toMatchObject({ version: 3, html: '<p>丙</p>' })
    expect((await ask<TemplateVersion[]>('GET', `${FILES}/${one.templateId}/versions`)).data).toHaveLength(3)
  })

  it('ten saves at once make ten versions in a row', async () => {
    const one = await made()
    const saves = Array.from({ length: 10 }, (_, i) =>
      ask('PUT', FILES, {
        body: { templateId: one.templateId, templateName: one.templateName, docType: '1', html: `<p>${i}</p>` },
      }),
    )
    expect((await Promise.all(saves)).map((answer) => answer.status)).toEqual(Array(10).fill(200))
    const versions = await ask<TemplateVersion[]>('GET', `${FILES}/${one.templateId}/versions`)
    expect(versions.data.map((row) => row.version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it.each([
    [{ templateName: '养老服务合同' }, refusals.ALREADY_EXISTS[0], '同名'],
    [{ templateName: '   ' }, 42200, '模板名称'],
    [{ templateName: '长'.repeat(51) }, 42200, '最多 50 个字'],
    [{ docType: '没有的' }, 42200, '文书类型'],
    [{ html: '<p> </p><script>x</script>' }, 42200, '正文'],
    [{ html: null }, 42200, '正文'],
    [{ kind: 'word', html: null }, 42200, 'Word'],
    [{ kind: 'word', fileId: 'a'.repeat(64) }, 42200, '重新上传'],
    [{ scope: 'moon' }, 42200, '适用范围'],
    [
      { paper: { size: 'A4', landscape: false, top: 2, right: 20, bottom: 20, left: 20, pageNumbers: true } },
      42200,
      '',
    ],
  ])('refuses %j', async (more, status, words) => {
    const answer = await ask('POST', FILES, { body: body(more) })
    expect(answer.status).toBe(status)
    expect(answer.desc).toContain(words)
  })

  it('the same name is free in the other scope', async () => {
    expect(await made({ templateName: '养老服务合同', scope: 'home' })).toMatchObject({ scope: 'home' })
  })
})

describe('Word', () => {
  it('names what it found, is saved, downloaded and filled', async () => {
    const { status, data } = await upload<Uploaded>(
      wordOf('# 协议\n= {老人姓名} {{老人名字}} {老人身份证号}', '{机构名称}'),
    )
    expect(status).toBe(200)
    expect(data.placeholders.map((one) => [one.name, one.known])).toEqual([
      ['老人名字', false],
      ['老人姓名', true],
      ['老人身份证号', true],
      ['机构名称', true],
    ])
    const one = await made({ kind: 'word', html: '<p>不算</p>', fileId: data.fileId, fileName: data.fileName })
    expect(one).toMatchObject({ kind: 'word', html: null, fileName: '退住.docx', fieldCount: 4 })
    const raw = await fetched(`${FILES}/${one.templateId}/versions/1/word`)
    expect(raw.headers['content-disposition']).toContain(encodeURIComponent('退住.docx'))
    expect(wordText(raw.rawPayload)).toContain('{老人姓名}')
    const filled = await fetched(`${FILES}/${one.templateId}/filled?oldmanId=${resident.id}`)
    expect(filled.headers['content-type']).toContain('wordprocessingml')
    expect(wordText(filled.rawPayload)).toContain(`${resident.name} ＿＿＿＿＿＿ ${resident.card}`)
    expect((await lastLog()).remark).toBe(`在文书中查看“${resident.name}”的完整证件号码`)
    const answer = await ask<{ missing: string[]; html: null }>('GET', `${FILES}/${one.templateId}/fill`)
    expect(answer.data).toMatchObject({ html: null, missing: ['老人名字'] })
    const html = await made()
    expect(await ask('GET', `${FILES}/${html.templateId}/filled`)).toMatchObject({ status: 40901 })
  })

  it('another organisation cannot use an uploaded file by its id', async () => {
    const operator = await signIn('operator')
    const { data } = await upload<Uploaded>(wordOf('= {机构名称}', 'x'))
    const answer = await product.ask('POST', FILES, {
      token: operator,
      body: body({ kind: 'word', html: null, fileId: data.fileId }),
    })
    expect(answer.status).not.toBe(200)
  })

  it('copies share the file; it goes with the last template that uses it', async () => {
    const one = await wordTemplate('= 只此一份 {机构名称}')
    const copy = await ask('POST', `${FILES}/copy`, { body: { templateId: one.templateId } })
    expect(copy.data).toMatchObject({ templateName: `${one.templateName} 副本`, version: 1, fileId: one.fileId })
    const again = await ask('POST', `${FILES}/copy`, { body: { templateId: one.templateId } })
    expect(again.data.templateName).toBe(`${one.templateName} 副本 2`)
    const kept = () =>
      query('select 1 from document_template_file where org_id = $1 and file_id = $2', [DEMO_ORG, one.fileId])
    for (const each of [one, copy.data, again.data]) {
      expect(await kept()).toHaveLength(1)
      expect(await ask('DELETE', `${FILES}/${each.templateId}`)).toMatchObject({ status: 200 })
    }
    expect(await kept()).toHaveLength(0)
    expect(await ask('GET', `${FILES}/${one.templateId}`)).toMatchObject({ status: 40400 })
  })

  it('an upload that nobody saved is cleared away', async () => {
    const { data } = await upload<Uploaded>(wordOf('= 没人要 {机构名称}', 'x'))
    const kept = () =>
      query('select 1 from document_template_file where org_id = $1 and file_id = $2', [DEMO_ORG, data.fileId])
    await settleTemplateFile.perform({ orgId: DEMO_ORG, fileId: data.fileId }, product.app)
    expect(await kept()).toHaveLength(1)
    await query(`update document_template_file set created_at = now() - interval '2 days' where file_id = $1`, [
      data.fileId,
    ])
    await settleTemplateFile.perform({ orgId: DEMO_ORG, fileId: data.fileId }, product.app)
    expect(await kept()).toHaveLength(0)
  })

  it('refuses what is no plain Word file', async () => {
    expect(await upload(Buffer.from('x'), 'a.docx')).toMatchObject({ status: 41501 })
    expect(await upload(wordOf('= {老人姓名', 'x'))).toMatchObject({ status: 42200 })
    expect(await upload(wordOf('= x', 'x'), 'a.doc')).toMatchObject({ status: 41500 })
  })
})

describe('acts of the list', () => {
  it('enables and disables; a disabled template makes no documents', async () => {
    const one = await made()
    const who = { orgId: DEMO_ORG, deptIds: null, empName: '刘敏' }
    const input = { templateId: one.templateId, oldmanId: resident.id, values: { 老人姓名: '改写' } }
    const filled = await fillDocument(product.app.pool, who, input)
    expect(filled).toMatchObject({ version: 1, missing: [], content: { html: '<p>乙方：改写</p>' } })
    expect(await ask('PUT', `${FILES}/${one.templateId}/enabled`, { body: { enabled: 0 } })).toMatchObject({
      status: 200,
    })
    expect((await lastLog()).changes).toEqual({ enabled: [1, 0] })
    await expect(fillDocument(product.app.pool, who, input)).rejects.toThrow('已停用')
    const found = await ask<PageInfo<TemplateRow>>('GET', FILES, { query: { enabled: '0' } })
    expect(found.data.list.map((row) => row.templateId)).toEqual([one.templateId])
  })

  it('sorts inside a scope', async () => {
    const ids = async () =>
      (await ask<TemplateRow[]>('GET', FILES, { query: { scope: 'org', pageHelper: '0' } })).data.map(
        (row) => row.templateId,
      )
    const before = await ids()
    const order = [before[2]!, before[0]!, before[1]!]
    expect(await ask('PUT', `${FILES}/sort`, { body: { scope: 'org', templateIds: order } })).toMatchObject({
      status: 200,
    })
    expect(await ids()).toEqual([...order, ...before.slice(3)])
    for (const wrong of [[before[0]!, before[0]!], ['nobody']]) {
      const answer = await ask('PUT', `${FILES}/sort`, { body: { scope: 'org', templateIds: wrong } })
      expect(answer.status).not.toBe(200)
    }
    expect(await ask('PUT', `${FILES}/sort`, { body: { scope: 'home', templateIds: [before[0]!] } })).toMatchObject({
      status: 40400,
    })
  })
})

describe('looking at a filled text', () => {
  const html =
    '<p><span data-placeholder="老人姓名"></span>，<span data-placeholder="老人身份证号"></span><span data-placeholder="合同金额"></span></p>'

  it('uses a sample person, or a resident of the caller', async () => {
    const sample = await ask<{ html: string; missing: string[] }>('POST', '/api/form/org/templates/preview', {
      body: { html },
    })
    expect(sample.data.html).toContain('王秀兰')
    expect(sample.data.missing).toEqual(['合同金额'])
    const real = await ask<{ html: string }>('POST', '/api/form/org/templates/preview', {
      body: { html, oldmanId: resident.id },
    })
    expect(real.data.html).toContain(`${resident.name}，${resident.card}`)
    expect(await ask('POST', '/api/form/org/templates/preview', { body: { html, oldmanId: 'nobody' } })).toMatchObject({
      status: 40400,
    })
  })

  it('lists what can be filled, with pinyin', async () => {
    const { data } = await ask<{ name: string; initials: string }[]>('GET', '/api/form/org/templates/placeholders')
    expect(data.find((one) => one.name === '老人姓名')).toMatchObject({ group: '老人', initials: 'lrxm' })
  })
})

describe('codes', () => {
  it('those of one scope do not open the other', async () => {
    // The head nurse's role gets the home-care code alone.
    await query(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select u.org_id, r.role_id, ra.landing_end_id, a.authority_id from account u
         join account_role r on r.org_id = u.org_id and r.user_id = u.user_id
         join role_authority ra on ra.org_id = r.org_id and ra.role_id = r.role_id, authority a
        where u.org_id = $1 and u.user_name = 'hejing' and a.authority_code = 'systemSetting:homeDocumentTemplate:list'
       on conflict do nothing`,
      [DEMO_ORG],
    )
    const nurse = await signIn('hejing')
    const as = (method: 'GET' | 'POST' | 'DELETE', path: string, more: object = {}) =>
      product.ask<PageInfo<TemplateRow>>(method, path, { token: nurse, ...more })
    const seen = await as('GET', FILES)
    expect(new Set(seen.data.list.map((row) => row.scope))).toEqual(new Set(['home']))
    expect(await as('GET', FILES, { query: { scope: 'org' } })).toMatchObject({ status: 401 })
    const [org] = await query<{ id: string }>(
      `select template_id as id from document_template where org_id = $1 and scope = 'org' limit 1`,
      [DEMO_ORG],
    )
    expect(await as('GET', `${FILES}/${org!.id}`)).toMatchObject({ status: 40400 })
    expect(await as('GET', `${FILES}/${org!.id}/versions`)).toMatchObject({ status: 40400 })
    expect(await as('DELETE', `${FILES}/${org!.id}`)).toMatchObject({ status: 401 })
  })
})
