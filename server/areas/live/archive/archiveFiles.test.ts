// The head image and the papers of an archive, as existing clients send them, and what they do to its completeness.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileRowData } from '#contract/live/archiveFields'
import { type ArchiveDesk, ARCHIVES as BASE, OLDMANS, openArchives } from '#server/areas/live/test/archiveDesk'

let desk: ArchiveDesk
let app: ArchiveDesk['app']
let clerk: string

const FILES = `${OLDMANS}/files`

beforeAll(async () => {
  desk = await openArchives()
  app = desk.app
  clerk = desk.tokens.clerk
})
afterAll(() => app.close())

const one: ArchiveDesk['one'] = (...args) => desk.one(...args)
const rows: ArchiveDesk['rows'] = (...args) => desk.rows(...args)
const added: ArchiveDesk['added'] = (change) => desk.added(change)
const stored: ArchiveDesk['stored'] = (...args) => desk.stored(...args)

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
