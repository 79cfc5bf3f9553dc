// The head image and the papers of an archive, as existing clients send them, and what they do to its completeness.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileRowData } from '#contract/live/archiveFields'
import { DEMO_ORG } from '#server/areas/platform/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { cardOf } from './test/cards.ts'

let app: TestApp
let clerk: string

const OLDMANS = '/pims/web-pi/oldmans'
const BASE = `${OLDMANS}/proFile`
const FILES = `${OLDMANS}/files`

beforeAll(async () => {
  app = await demoApp()
  clerk = await app.signIn('liumin', 'Yiyuan2026')
})
afterAll(() => app.close())

const rows = async <T>(text: string, values: unknown[]) => (await app.app.pool.query(text, values)).rows as T[]
const one = async <T>(text: string, values: unknown[]) => (await rows<T>(text, values))[0] as T

let counted = 0
const added = async () => {
  counted++
  const body = { oldmanName: '测试老人', idCard: cardOf(counted, { born: '19391102' }) }
  return (await app.ask<{ oldmanId: string; completeness: number }>('POST', BASE, { token: clerk, body })).data
}

async function stored(name: string, mime: string): Promise<string> {
  const fileId = newId()
  await app.app.pool.query(
    `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public)
     values ($1, $2::text, 'document', 'k/' || $2::text, $3, 1234, $4, 'x', false)`,
    [DEMO_ORG, fileId, name, mime],
  )
  return `/files/${fileId}/${encodeURIComponent(name)}`
}

describe('head image and files', () => {
  it('sets, replaces and removes the picture the way existing clients do', async () => {
    const { oldmanId, completeness } = await added()
    const first = await stored('一.jpg', 'image/jpeg')
    const second = await stored('二.jpg', 'image/jpeg')
    const head = (form: Record<string, string>) => app.ask('PUT', `${BASE}/${oldmanId}/head`, { token: clerk, form })
    expect(await head({ imagePath: first })).toMatchObject({ status: 200, data: { head: first } })
    expect(await one('select head, completeness from oldman where oldman_id = $1', [oldmanId])).toEqual({
      head: first,
      completeness: completeness + 5,
    })
    expect(await head({ head: second })).toMatchObject({ status: 200 })
    expect(await rows(`select 1 from stored_file where name = '一.jpg'`, [])).toEqual([])
    expect(await head({})).toMatchObject({ data: { field: 'head' } })
    const paper = await stored('纸.pdf', 'application/pdf')
    expect(await head({ head: paper })).toMatchObject({ desc: '照片应为图片文件' })
    expect(await app.ask('DELETE', `${BASE}/${oldmanId}/head`, { token: clerk, form: {} })).toMatchObject({
      status: 200,
    })
    expect(await app.ask('DELETE', `${BASE}/${oldmanId}/head`, { token: clerk })).toMatchObject({ status: 200 })
    expect(await one('select head from oldman where oldman_id = $1', [oldmanId])).toEqual({ head: null })
  })

  it('keeps papers by kind, says what ran out, and counts them in', async () => {
    const { oldmanId, completeness } = await added()
    const report = await stored('体检.pdf', 'application/pdf')
    const answer = await app.ask<FileRowData[]>('POST', FILES, {
      token: clerk,
      body: { oldmanId, files: [{ kind: 'healthReport', fileUrl: report, expireDate: '2020-01-01', remark: '旧的' }] },
    })
    expect(answer.data).toMatchObject([
      { fileName: '体检.pdf', size: 1234, expired: true, userName: '刘敏', remark: '旧的' },
    ])
    const { fileId } = answer.data[0]!
    const scored = async () =>
      (await one<{ completeness: number }>('select completeness from oldman where oldman_id = $1', [oldmanId]))
        .completeness
    expect(await scored()).toBe(completeness + 4)
    expect(
      await app.ask('PUT', `${FILES}/${fileId}`, { token: clerk, body: { kind: 'other', expireDate: null } }),
    ).toMatchObject({ status: 200 })
    expect(await scored()).toBe(completeness)
    const read = await app.ask<FileRowData[]>('GET', `${FILES}/${oldmanId}`, { token: clerk, query: { kind: 'other' } })
    expect(read.data).toMatchObject([{ fileId, kind: 'other', expired: false }])
    expect(await app.ask('DELETE', `${FILES}/${fileId}`, { token: clerk, form: {} })).toMatchObject({ status: 200 })
    expect(await app.ask('DELETE', `${FILES}/${fileId}`, { token: clerk })).toMatchObject({ status: 40400 })
    expect((await app.ask('GET', `${FILES}/${oldmanId}`, { token: clerk })).data).toEqual([])
  })
})
