// Codes for beds and wrist bands, from paper to the bedside: printed for one and for many, read off the paper, typed by a
// scanner with the focus on a button, and seen by the camera of a tablet.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { bedCode, elderCode } from '#contract/nursing/careCode'
import { newDesk, picture, productUrl, query } from './kit/browser.ts'
import { printing, withoutPrinter } from './kit/print.ts'
import { readQr } from './kit/qr.ts'
import { openRoomMap } from './kit/roomMap.ts'
import { front, goTo, rows } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

/** CSS pixels of a millimetre. */
const MM = 96 / 25.4

let head: Page
let caregiver: Page
let elder: { id: string; name: string; bedId: string; bed: string }
/** The band as it was printed. */
let band: Buffer

beforeAll(async () => {
  elder = (
    await query<typeof elder>(
      `select o.oldman_id as id, o.oldman_name as name, b.bed_id as "bedId", r.room_name || ' ' || b.bed_name as bed
       from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id and d.dept_name = '松鹤楼护理组'
       join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
       where o.status = 1 and (select count(*) from oldman x where x.oldman_name = o.oldman_name) = 1
       order by o.oldman_id desc limit 1`,
    )
  )[0]!
  head = await newDesk()
  await withoutPrinter(head)
  await signIn(head, 'hejing')
})

/** The sheet as paper: laid out for print in a window of its own, large enough to tell its modules apart. */
async function paperOf(sheet: Locator): Promise<Page> {
  const html = await sheet.evaluate((root) => `<!doctype html>${root.outerHTML}`)
  const paper = await newDesk()
  await paper.goto(`${productUrl()}/error.html`)
  await paper.setContent(html)
  await paper.emulateMedia({ media: 'print' })
  return paper
}

async function codesOn(paper: Page): Promise<Buffer[]> {
  await paper.evaluate(() => {
    document.body.style.zoom = '4'
  })
  const codes = await paper.locator('.paper-code').all()
  return Promise.all(codes.map((one) => one.screenshot()))
}

const pagesOf = async (paper: Page) =>
  (await paper.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1').match(/\/Type \/Page\b/g)!
    .length

test('the band of one elder names that elder, at 25 mm', async () => {
  await goTo(head, `/live/archives/detail/${elder.id}`)
  await front(head).getByRole('heading', { name: elder.name }).waitFor()
  await front(head).getByRole('button', { name: '更多' }).click()
  const sheet = await printing(head, () => head.getByRole('menuitem', { name: '打印腕带' }).click())
  await sheet.getByText(elder.name).waitFor()
  await sheet.getByText('如遇走失请拨').waitFor()
  const paper = await paperOf(sheet)
  const box = (await paper.locator('.band').boundingBox())!
  expect([Math.round(box.width / MM), Math.round(box.height / MM)]).toEqual([190, 25])
  const side = (await paper.locator('.paper-code svg').boundingBox())!
  expect([side.width / MM, side.height / MM].map(Math.round)).toEqual([19, 19])
  await picture(paper, 'wristBand')
  band = (await codesOn(paper))[0]!
  expect(await readQr(band)).toBe(elderCode(elder.id))
})

test('the bed card carries the code of the bed', async () => {
  await front(head).getByRole('button', { name: '更多' }).click()
  const sheet = await printing(head, () => head.getByRole('menuitem', { name: '打印床头卡（A5）' }).click())
  const paper = await paperOf(sheet)
  await picture(paper, 'bedCard')
  expect(await Promise.all((await codesOn(paper)).map(readQr))).toEqual([bedCode(elder.bedId)])
})

test('bands of the elders chosen in the list', async () => {
  await goTo(head, '/live/archives/base?status=1')
  await rows(head).first().waitFor()
  await front(head)
    .getByRole('checkbox', { name: '全选' })
    .or(front(head).locator('thead input[type=checkbox]'))
    .first()
    .check()
  const sheet = await printing(head, () => front(head).getByRole('button', { name: '打印腕带' }).click())
  const paper = await paperOf(sheet)
  const bands = await paper.locator('.band').count()
  expect(bands).toBeGreaterThan(9)
  // Ten to a page, none cut.
  expect(await pagesOf(paper)).toBe(Math.ceil(bands / 10))
  const read = await Promise.all((await codesOn(paper)).slice(0, 3).map(readQr))
  expect(new Set(read).size).toBe(3)
})

test('labels of a floor from the room map, 24 to a page', async () => {
  await openRoomMap(head)
  await front(head).getByRole('button', { name: '打印' }).click()
  const sheet = await printing(head, () => head.getByRole('menuitem', { name: /^打印床位码/ }).click())
  const paper = await paperOf(sheet)
  const box = (await paper.locator('.bed-code').first().boundingBox())!
  expect([box.width / MM, box.height / MM].map((one) => Math.round(one * 10) / 10)).toEqual([63.5, 33.9])
  const labels = await paper.locator('.bed-code').count()
  expect(await pagesOf(paper)).toBe(Math.ceil(labels / 24))
  await picture(paper, 'bedCodes')
  const first = await readQr((await codesOn(paper))[0]!)
  const [bed] = await query<{ name: string }>(
    `select r.room_name || b.bed_name as name from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
     where 'YYB-' || b.bed_id = $1`,
    [first],
  )
  expect((await paper.locator('.bed-code').first().innerText()).replace(/\s/g, '')).toContain(bed!.name)
})

const chosenElder = (name: string) => caregiver.getByRole('heading', { level: 1, name: new RegExp(name) })

test('a scanner types the code with the focus on a button: the elder opens, and nothing is pressed', async () => {
  caregiver = await newDesk()
  await signIn(caregiver, 'lixiaomei')
  await caregiver.goto(`${productUrl()}/bedside.html`)
  const all = caregiver.getByRole('tab', { name: '看全部门' })
  await all.click()
  await caregiver.getByRole('tab', { name: '只看我的' }).waitFor()
  // Until the whole department has come, a code of another lane is nobody's.
  await caregiver.getByText(/本部门全部任务\s*[2-9]\d 位老人/).waitFor()
  const counted = () => query<{ n: number }>('select count(*)::int as n from care_execution')
  const before = await counted()
  await caregiver.locator('.bed-row').last().focus()
  await caregiver.keyboard.type(bedCode(elder.bedId).toUpperCase())
  await caregiver.keyboard.press('Enter')
  await chosenElder(elder.name).waitFor()
  await caregiver.getByText('核对本人').waitFor()
  expect(await counted()).toEqual(before)
  // A code of nobody here is told, and the way back is open.
  await caregiver.keyboard.type('YYB-nobody')
  await caregiver.keyboard.press('Enter')
  await caregiver.getByRole('alert').getByText('YYB-nobody').waitFor()
})

test('without a reader in the browser the page says so and leaves the other ways', async () => {
  await caregiver.getByText('不能用摄像头读码').waitFor()
  await caregiver.getByLabel('床头码、腕带或床号').fill(elder.bed.replace(/室 0?/, '-0').replace('床', ''))
  await picture(caregiver, 'bedside-noCamera-1280')
  await caregiver.keyboard.press('Enter')
  await chosenElder(elder.name).waitFor()
})

test('the camera sees the printed band where the browser reads codes', async () => {
  // The browser of this test has neither camera nor reader: a picture of the paper stands before the one, and the other
  // is the reader of this test, which is given the frames that the page shows.
  await caregiver.exposeFunction('readFrame', async (address: string) =>
    readQr(Buffer.from(address.split(',')[1]!, 'base64')).catch(() => null),
  )
  await caregiver.addInitScript(
    (paper) => {
      const canvas = document.createElement('canvas')
      const image = new Image()
      image.onload = () => {
        canvas.width = image.width + 80
        canvas.height = image.height + 80
      }
      image.src = paper
      const draw = () => {
        const pen = canvas.getContext('2d')!
        pen.fillStyle = '#fff'
        pen.fillRect(0, 0, canvas.width, canvas.height)
        pen.drawImage(image, 40, 40)
        requestAnimationFrame(draw)
      }
      draw()
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
      const frame = document.createElement('canvas')
      class Reader {
        static getSupportedFormats = async () => ['qr_code']
        async detect(video: HTMLVideoElement) {
          frame.width = video.videoWidth
          frame.height = video.videoHeight
          frame.getContext('2d')!.drawImage(video, 0, 0)
          const text = await (window as unknown as { readFrame(a: string): Promise<string | null> }).readFrame(
            frame.toDataURL(),
          )
          return text ? [{ rawValue: text }] : []
        }
      }
      Object.assign(window, { BarcodeDetector: Reader })
    },
    `data:image/png;base64,${band.toString('base64')}`,
  )
  await caregiver.reload()
  await caregiver.getByRole('tab', { name: '看全部门' }).click()
  await caregiver.getByRole('tab', { name: '只看我的' }).waitFor()
  await caregiver.getByRole('tab', { name: '扫床头码' }).click()
  await chosenElder(elder.name).waitFor()
  await caregiver.getByText('核对本人').waitFor()
})
