// Workbooks that were made to end the server, sent by a clerk as an import of residents: each is answered with a
// sentence or with the rows it has, and everybody else is answered meanwhile.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReportData } from '#contract/kit/sheet'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'
import { farCell, hostileBooks } from '#server/kit/test/hostileBooks'

const CHECK = '/pims/web-pi/oldmans/proFile/import/check'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await demoApp()
  token = await app.signIn('liumin', demoAccounts.find((one) => one.userName === 'liumin')!.password)
})
afterAll(() => app.close())

async function send(content: Buffer): Promise<Envelope<ImportReportData>> {
  const { type, content: payload } = multipart([{ name: 'file', filename: '老人档案.xlsx', content }])
  const headers = { authorization: token, 'content-type': type }
  return (await app.server.inject({ method: 'POST', url: CHECK, headers, payload })).json()
}

describe('a hostile workbook', () => {
  test.each(Object.entries(hostileBooks))(
    'with %s is answered',
    async (_, { make, refusal }) => {
      const answer = await send(make())
      expect(answer.status).toBe(42200)
      // What can be read is no list of residents.
      expect(answer.desc).toContain(refusal ?? '请')
      expect(answer.desc).not.toContain('编号 E-')
    },
    60_000,
  )

  test('does not keep others waiting: they are answered before it is', async () => {
    const order: string[] = []
    const hostile = ['a cell in the last corner', 'a million empty rows', 'huge shared texts'].map(async (name) => {
      await send(hostileBooks[name]!.make())
      order.push(name)
    })
    const other = await app.ask('GET', '/passport/web-rbac/logins/current', { token })
    order.push('another request')
    await Promise.all(hostile)
    expect(other.status).toBe(200)
    expect(order[0]).toBe('another request')
  })

  test('names the cell that is far away and says what to do', async () => {
    expect((await send(farCell())).desc).toBe(
      '单元格 XFD1048576 有内容，但它离表格太远。请在 Excel 左上角的名称框输入 XFD1048576 找到它，删除后保存再试',
    )
  })
})
