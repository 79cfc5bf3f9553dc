// A contract from its template to the archive: filled from the resident's archive, edited, signed with the mouse,
// downloaded and opened as a Word file, printed, filed, voided.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PizZip from 'pizzip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskOf, newDesk, picture, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { choose, front, openMenu, rows, toast } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

const TEMPLATE = '养老服务合同'
const ADDED = '乙方每周五下午可在花园组织合唱。'
const PHONE = '13911112222'
const OFFICES = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice']

let page: Page
let folder: string
let resident: { oldmanId: string; name: string; idCard: string }
let number: string
let word: Buffer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yiyuan-contract-'))
  page = await newDesk()
  await withoutPrinter(page)
  await signIn(page, 'liumin')
  const [found] = await query<typeof resident>(
    `select m.oldman_id as "oldmanId", m.oldman_name as name, m.id_card as "idCard"
       from oldman m join organization o using (org_id)
      where o.org_name = '松鹤康养中心' and m.status = 1
        and not exists (select 1 from oldman n where n.oldman_name = m.oldman_name and n.oldman_id <> m.oldman_id)
        and not exists (select 1 from contract_document d where d.oldman_id = m.oldman_id and d.doc_type = '1')
        and exists (select 1 from oldman_family f where f.oldman_id = m.oldman_id and f.guardian and f.id_card is null)
      order by m.archive_no limit 1`,
  )
  resident = found!
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sheet = () => front(page).getByRole('textbox', { name: '正文' })
const paper = () => front(page).locator('.yy-doc-write .yy-doc')
const panel = (name: string) => front(page).getByRole('complementary', { name })
const act = (name: string | RegExp) => front(page).getByRole('button', { name })
const dialog = (title: string | RegExp) => page.getByRole('dialog').filter({ hasText: title })
const document = async <T>(columns: string) =>
  (
    await query<T & Record<string, unknown>>(`select ${columns} from contract_document where contract_no = $1`, [
      number,
    ])
  )[0]!

let hands = 0

/** Writes something like a name into the open pad, another hand each time. */
async function draw() {
  hands++
  const box = (await front(page).locator('.yy-sign-open canvas').boundingBox())!
  for (const line of [0, 1]) {
    await page.mouse.move(box.x + 40, box.y + 40 + line * 34)
    await page.mouse.down()
    for (let i = 1; i <= 12; i++) {
      await page.mouse.move(box.x + 40 + i * 9, box.y + 40 + line * 34 + Math.sin(i * hands) * 16)
    }
    await page.mouse.up()
  }
}

async function signFor(party: string, name?: string) {
  const line = panel('签署').getByRole('listitem').filter({ hasText: party }).first()
  if (name) await line.getByLabel('签署人').fill(name)
  await line.getByRole('button', { name: `${party}签名` }).click()
  await draw()
  await line.getByRole('button', { name: '完成签名' }).click()
}

/** Begun in the small pad, written across the whole screen, and back again with every stroke. */
async function signWhole(party: string) {
  const line = panel('签署').getByRole('listitem').filter({ hasText: party }).first()
  await line.getByRole('button', { name: `${party}签名` }).click()
  await draw()
  await line.getByRole('button', { name: '全屏签名' }).click()
  const screen = page.getByRole('dialog', { name: `${party}全屏签名` })
  const ink = () =>
    screen.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.filter((value, i) => i % 4 === 3 && value > 0).length
    })
  expect(await ink()).toBeGreaterThan(0)
  const box = (await screen.locator('canvas').boundingBox())!
  const { width, height } = page.viewportSize()!
  expect(box.width).toBeGreaterThan(width * 0.9)
  expect(box.height).toBeGreaterThan(height * 0.6)
  const before = await ink()
  await page.mouse.move(box.x + 200, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 700, box.y + 300, { steps: 10 })
  await page.mouse.up()
  expect(await ink()).toBeGreaterThan(before)
  await picture(page, 'contract-signWhole-1280')
  await screen.getByRole('button', { name: '撤销一笔' }).click()
  expect(await ink()).toBe(before)
  // Esc leaves the whole screen and nothing else.
  await page.keyboard.press('Escape')
  await screen.waitFor({ state: 'hidden' })
  await line.getByRole('button', { name: '完成签名' }).click()
}

test('a resident and a template are chosen; without them it says which is missing', async () => {
  await openMenu(page, '居住', '合同文书')
  await rows(page).first().waitFor()
  await picture(page, 'contract-list-1280')
  await act('新增合同').click()
  await act('填写合同').click()
  await front(page).getByText('请先选择老人').waitFor()
  await choose(page, front(page).getByRole('combobox', { name: '老人' }), resident.name, resident.name)
  await act('填写合同').click()
  await front(page).getByText('请选择文书模板').waitFor()
  await front(page)
    .getByRole('radio', { name: new RegExp(`^${TEMPLATE}`) })
    .click()
  await act('填写合同').click()
})

test('the paper is filled from the archive, and a field changes every place it stands in', async () => {
  await sheet().getByText(resident.name).first().waitFor()
  expect(await sheet().innerText()).toContain(resident.idCard)
  await sheet().getByText('待填：监护人身份证号').waitFor()
  await panel('填写项目').getByLabel('监护人电话').fill(PHONE)
  await expect.poll(() => sheet().innerText()).toContain(PHONE)
  await panel('填写项目').getByLabel('监护人身份证号').fill('310110196803155219')
  await sheet().getByText('待填：监护人身份证号').waitFor({ state: 'hidden' })
})

test('the text is edited; without a name it is not saved; saved it has a number', async () => {
  await sheet().getByText('三方经平等协商').click()
  await page.keyboard.press('End')
  await page.keyboard.type(ADDED)
  await front(page)
    .getByLabel(/^\*名称$/)
    .fill('')
  await act('保存草稿').click()
  await front(page).getByText('请填写文书名称').waitFor()
  await front(page)
    .getByLabel(/^\*名称$/)
    .fill(TEMPLATE)
  await act('保存草稿').click()
  const said = toast(page, /已保存为草稿，编号 HT/)
  await said.waitFor()
  number = /HT\d{12}/.exec(await said.innerText())![0]
  await front(page).getByText('已保存', { exact: true }).waitFor()
  await expect.poll(() => sheet().innerText()).toContain(ADDED)
  expect(await sheet().innerText()).toContain(number)
  await picture(page, 'contract-draft-1280')
})

test('sent out, the text stands still', async () => {
  await act('送签').click()
  await dialog('送签？').getByRole('button', { name: '送签', exact: true }).click()
  await toast(page, `${number} 已送签`).waitFor()
  await paper().first().getByText(ADDED).waitFor()
  expect(await sheet().count()).toBe(0)
  expect((await document<{ state: number }>('state')).state).toBe(1)
})

test('three people sign with the mouse, one after another', async () => {
  await panel('签署').getByText('0/3 已签').waitFor()
  await signFor('老人')
  await panel('签署').getByText('1/3 已签').waitFor()
  await front(page).locator('[data-signed] img').first().waitFor()
  await signFor('监护人', '家属代表')
  await panel('签署').getByText('2/3 已签').waitFor()
  await picture(page, 'contract-signing-1280')
  await signWhole('机构')
  await panel('签署').getByText('3/3 已签').waitFor()
  await front(page).getByText('签署记录').waitFor()
  const { signatures } = await document<{ signatures: { party: string; name: string; picture: string }[] }>(
    'signatures',
  )
  expect(signatures.map((one) => one.party)).toEqual(['elder', 'guardian', 'organisation'])
  expect(signatures.map((one) => one.name)).toEqual([resident.name, '家属代表', '刘敏'])
  expect(signatures.every((one) => one.picture.startsWith('data:image/png;base64,'))).toBe(true)
  await picture(page, 'contract-signed-1280')
})

test('the Word file holds the text, the values and the signatures', async () => {
  const [file] = await Promise.all([page.waitForEvent('download'), act('下载 Word').click()])
  expect(file.suggestedFilename()).toBe(`${TEMPLATE}-${resident.name}-${number}.docx`)
  word = readFileSync((await file.path())!)
  const zip = new PizZip(word)
  const xml = zip.file('word/document.xml')!.asText()
  const text = xml.replace(/<[^>]+>/g, '')
  for (const expected of [TEMPLATE, resident.name, resident.idCard, PHONE, ADDED, number, '签署记录', '家属代表']) {
    expect(text).toContain(expected)
  }
  expect(text).not.toMatch(/待填|[{}]/)
  expect(xml.match(/<w:drawing>/g)?.length).toBe(3)
  expect(Object.keys(zip.files).filter((name) => /^word\/media\/.+\.png$/.test(name)).length).toBe(3)
  expect(xml).toMatch(/<w:pgSz [^>]*w:w="11906"/)
})

test('LibreOffice opens it', () => {
  const office = OFFICES.find((path) => existsSync(path))
  if (!office) {
    // Said aloud: the file itself was looked into above, but no office suite has opened it on this machine.
    console.warn('LibreOffice is not installed: the Word file was only unpacked, not opened')
    return
  }
  const source = join(folder, 'contract.docx')
  writeFileSync(source, word)
  execFileSync(
    office,
    [`-env:UserInstallation=file://${folder}/office`, '--headless', '--convert-to', 'pdf', '--outdir', folder, source],
    { stdio: 'ignore', timeout: 100_000 },
  )
  const pdf = readFileSync(join(folder, 'contract.pdf'))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(20_000)
})

test('the printed paper says the same, without anything of the console', async () => {
  const out = await printing(page, () => act('打印 / 存为 PDF').click())
  const text = await out.locator('body').innerText()
  for (const expected of [TEMPLATE, resident.name, ADDED, number, '签署记录']) expect(text).toContain(expected)
  expect(text).not.toContain('下载 Word')
  expect(await out.locator('img[data-sign]').count()).toBe(3)
  expect((await out.locator('style').allTextContents()).join('\n')).toMatch(/@page/)
})

test('filed, the stay knows its contract', async () => {
  await act('归档').click()
  await dialog('归档').getByRole('button', { name: '归档', exact: true }).click()
  await toast(page, `${number} 已归档`).waitFor()
  await front(page).getByText('已归档', { exact: true }).waitFor()
  const [stay] = await query<{ no: string | null }>(
    'select contract_no as no from stay where oldman_id = $1 and end_date is null',
    [resident.oldmanId],
  )
  expect(stay?.no).toBeTruthy()
})

test('it is void only with a reason, and says so on paper', async () => {
  await act('更多').click()
  await page.getByRole('menuitem', { name: /作废/ }).click()
  const question = dialog('作废')
  await question.getByRole('button', { name: '作废文书' }).click()
  await question.getByText('请填写作废原因').waitFor()
  await question.getByLabel(/作废原因/).fill('家属更换监护人，重新签订')
  await question.getByRole('button', { name: '作废文书' }).click()
  await toast(page, `${number} 已作废`).waitFor()
  await paper().first().getByText('【已作废】').waitFor()
  expect(await document<{ state: number; reason: string }>('state, void_reason as reason')).toEqual({
    state: 4,
    reason: '家属更换监护人，重新签订',
  })
  await picture(page, 'contract-void-1280')
  await openMenu(page, '居住', '合同文书')
  await front(page)
    .getByRole('tab', { name: /已作废/ })
    .or(front(page).getByText(/^已作废/))
    .filter({ visible: true })
    .first()
    .click()
  await rows(page).filter({ hasText: number }).getByText('已作废').waitFor()
  expect(deskOf(page).scriptErrors).toEqual([])
})
