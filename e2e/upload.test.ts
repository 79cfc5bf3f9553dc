// Files: what is not allowed is refused before or after it was sent, what is allowed is stored, shown and nobody else's.
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { newDesk, picture, query } from './kit/browser.ts'
import { pngFile, textFile } from './kit/files.ts'
import { front, goTo, tab } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

let page: Page
/** Where the stored picture is. */
let address: string
beforeAll(async () => {
  page = await newDesk()
  await signIn(page, 'zhengkai')
  await goTo(page, '/formDemo')
  await front(page).getByText('表单示例').first().waitFor()
})

const pictures = () => front(page).locator('.ant-form-item').filter({ hasText: '照片' })
const choose = (...files: Parameters<ReturnType<typeof pictures>['setInputFiles']>[0][]) =>
  pictures()
    .locator('input[type=file]')
    .setInputFiles(files as never)
const stored = () => query<{ name: string; size: string }>('select * from stored_file order by created_at')

test('a type that is not on the list is refused before a byte is sent', async () => {
  const before = (await stored()).length
  let sent = 0
  page.on('request', (one) => {
    if (one.url().includes('/common/upload')) sent++
  })
  await choose(textFile('说明.txt', '不是图片'))
  await pictures().getByText('上传文件必须是 jpg、jpeg、png、webp、gif 格式').waitFor()
  await picture(page, 'upload-refused-type-1280')
  expect(sent).toBe(0)
  expect((await stored()).length).toBe(before)
  await pictures().getByRole('button', { name: '知道了' }).click()
})

test('a file that only pretends is refused by the server, and nothing of it stays', async () => {
  const before = (await stored()).length
  await choose(textFile('假的.png', '<script>alert(1)</script>', 'image/png'))
  await pictures().getByText('文件内容与扩展名不符，请重新选择文件').waitFor()
  await picture(page, 'upload-refused-content-1280')
  expect((await stored()).length).toBe(before)
  await pictures().getByRole('button', { name: '知道了' }).click()
})

test('a picture on its way survives a look at another tab', async () => {
  const held = new Promise<Route>((resolve) => void page.route('**/common/upload', resolve, { times: 1 }))
  await choose(await pngFile('院门.png'))
  const route = await held
  await pictures()
    .getByText(/上传中/)
    .waitFor()
  await tab(page, '工作台').click()
  await front(page).getByText('待办与消息').waitFor()
  const answered = page.waitForResponse('**/common/upload')
  await route.continue()
  address = ((await (await answered).json()) as { data: { imagePath: string } }).data.imagePath
  await tab(page, '表单示例').click()
  const shown = pictures().getByRole('img', { name: '图片 1' })
  await expect.poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(640)
  await picture(page, 'upload-accepted-1280')
})

test('it is stored as a picture, which is its maker’s alone until a record has it', async () => {
  expect(address).toMatch(/^\/files\//)
  const answer = await page.request.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/^image\//)
  expect(answer.headers()['x-content-type-options']).toBe('nosniff')
  const facts = await sharp(await answer.body()).metadata()
  expect([facts.width, facts.height]).toEqual([640, 400])
  const colleague = await newDesk()
  await signIn(colleague, 'lixiaomei')
  expect((await colleague.request.get(address)).status()).toBe(404)
})

test('another organisation and a visitor do not get it', async () => {
  const operator = await newDesk()
  await signIn(operator, 'operator')
  expect((await operator.request.get(address)).status()).not.toBe(200)
  const visitor = await newDesk()
  expect((await visitor.request.get(address)).status()).not.toBe(200)
})

test('no address leads out of the folder of files', async () => {
  for (const path of [
    '/files/../../package.json',
    '/files/%2e%2e%2f%2e%2e%2fpackage.json',
    '/files/x/..%2f..%2fetc%2fpasswd',
  ]) {
    const text = await (await page.request.get(path)).text()
    expect(text).not.toContain('"dependencies"')
    expect(text).not.toContain('root:')
  }
})
