// Every page of the console: axe finds nothing that a screen reader, a keyboard or weak eyes would stumble over, and what
// a page declares to be asked for ahead is what it asks for itself, so that it is asked for once.
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Call, Noun } from '#contract/kit/call'
import type { PageDef } from '#contract/kit/page'
import { violations } from './kit/axe.ts'
import { newDesk, query } from './kit/browser.ts'
import { front } from './kit/shell.ts'
import { signIn } from './kit/signIn.ts'

/** What pages need that stand for one record: a row of the demo house each. */
const RECORDS = `select o.oldman_id as "oldmanId",
    (select b.bill_id from bill b where b.org_id = o.org_id and b.oldman_id = o.oldman_id order by b.bill_id limit 1) as "tradeMonthId",
    (select consultation_id from consultation c where c.org_id = o.org_id order by 1 limit 1) as "consultationId",
    (select r.regrade_id from regrade r where r.org_id = o.org_id order by 1 limit 1) as "regradeId",
    (select x.assessment_id from assessment x where x.org_id = o.org_id and x.state = 'DRAFT' order by 1 limit 1) as "assessmentId",
    (select m.message_id from user_message m where m.org_id = a.org_id and m.user_id = a.user_id order by 1 limit 1) as "messageId",
    (select type_id from form_template_type t where t.org_id = o.org_id order by 1 limit 1) as "typeId",
    (select template_id from form_template t where t.org_id = o.org_id order by 1 limit 1) as "templateId",
    o.org_id as "orgId", '0' as "menuId"
  from oldman o join account a on a.org_id = o.org_id and a.user_name = 'zhengkai'
  where o.current_bed_id is not null order by o.oldman_id limit 1`

interface Looked {
  before: Element | undefined
}

/** A window of the same session, in which one page after the other is opened. */
interface Pane {
  page: Page
  pending: Set<Request>
  /** What the page in front has asked for. */
  asked: URL[]
}

function paneOf(page: Page): Pane {
  const pending = new Set<Request>()
  const asked: URL[] = []
  page.on('request', (one) => {
    pending.add(one)
    asked.push(new URL(one.url()))
  })
  page.on('requestfinished', (one) => pending.delete(one))
  page.on('requestfailed', (one) => pending.delete(one))
  return { page, pending, asked }
}

async function open(pane: Pane, address: string): Promise<void> {
  const { page } = pane
  pane.asked.length = 0
  await page.evaluate((hash) => {
    const shown = [...document.querySelectorAll<HTMLElement>('.yy-frame')].find((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    ;(window as unknown as Looked).before = shown
    window.location.hash = hash
  }, address)
  await settled(pane)
}

/** Another page than the one before stands there, drawn and with everything it asked for. */
async function settled({ page, pending }: Omit<Pane, 'asked'>): Promise<void> {
  const drawn = () =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('.yy-frame')].find((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      )
      const other = shown !== undefined && shown !== (window as unknown as Looked).before
      if (!other || shown.innerText.trim() === '' || shown.querySelector('[aria-busy=true]') !== null) return false
      // A button that has just become possible is half grey for a moment.
      return !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')
    })
  // What has come is drawn a moment later: twice in a row.
  await expect.poll(async () => (await drawn()) && pending.size === 0 && (await drawn()), { interval: 20 }).toBe(true)
  // How many fields a search row has room for is known after the first drawing.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  )
}

const BENCH: ReadonlySet<string> = new Set(['/', '/home'])

/** Back to where it was opened from. One that covers the window is left as by its address. */
async function leave({ page }: Pane, covers: boolean, tab: boolean): Promise<void> {
  const { hash } = new URL(page.url())
  if (covers) await page.goto('/index.html#/home')
  else if (tab) await page.locator('.yy-tab-box.is-active > button').click()
  else await front(page).locator('.yy-back > button').click()
  // Going back takes its time; the next address would be taken back with it.
  await page.waitForURL((url) => url.hash !== hash)
}

let panes: Pane[]
let record: Record<string, string>
beforeAll(async () => {
  const page = await newDesk()
  const first = paneOf(page)
  await signIn(page, 'zhengkai')
  record = (await query<Record<string, string>>(RECORDS))[0]!
  // Two of them: while one waits for the server the other is looked at.
  const second = paneOf(await page.context().newPage())
  await second.page.goto('/index.html#/home')
  panes = [first, second]
})

test('the bench has all it asks for: what it still asked would be counted with the page opened from it', async () => {
  await Promise.all(panes.map(settled))
})

/** What is declared; the server that serves it runs elsewhere and need not be loaded here. */
const declared = import.meta.glob<Record<string, unknown>>(
  ['../contract/*/*.ts', '!../contract/kit/*.ts', '!../contract/**/*.test.ts'],
  { eager: true },
)
const isNoun = (value: unknown): value is Noun => (value as Noun | null)?.kind === 'noun'
const nouns = Object.values(declared).flatMap((file) => Object.values(file).filter(isNoun))

/** The call a page declares to be asked for ahead. */
function firstCall(noun: Noun, { ahead }: PageDef): Call | undefined {
  const name = typeof ahead === 'object' ? ahead.call : ahead
  if (name === undefined) return undefined
  return noun.calls[name] ?? nouns.flatMap((one) => Object.values(one.calls)).find((call) => call.key === name)
}

const isBeside = ({ searchParams }: URL) => searchParams.get('size') === '1' || searchParams.get('part') === 'check'

/** How often it was asked for. A tab counts its rows with the same call, one row long; a report asks it for its check, too. */
function timesAsked({ path }: Call, asked: readonly URL[]): number {
  const shape = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  return asked.filter((url) => shape.test(url.pathname) && !isBeside(url)).length
}

/** By area, so that a failure names a small part and a slow machine has the time of several tests. */
const areas = [...new Set(nouns.map((noun) => noun.area))].map((area) => ({
  area,
  pages: nouns
    .filter((noun) => noun.area === area)
    .flatMap((noun) => Object.values(noun.pages).map((page) => ({ ...page, first: firstCall(noun, page) }))),
}))

test.each(areas.filter(({ pages }) => pages.length > 0))(
  'axe finds nothing on any page of $area, and nothing is asked for twice',
  async ({ pages }) => {
    // The bench is what every page is opened from; it has a test of its own below.
    const left = pages.filter((one) => !BENCH.has(one.path))
    const found: Record<string, string[]> = {}
    const looked: string[] = []
    const times: Record<string, number> = {}
    await Promise.all(
      panes.map(async (pane) => {
        for (let one = left.shift(); one; one = left.shift()) {
          const { path, tab, covers, first } = one
          const address = path.replace(
            /:(\w+)/g,
            (_, name: string) => record[name] ?? expect.fail(`${name} in ${path}`),
          )
          const whole = tab ? address : `${address}?${new URLSearchParams(record)}`
          await open(pane, whole)
          // Something may have happened in the house meanwhile, and the page asked anew: it does not the next time.
          if (first && timesAsked(first, pane.asked) > 1) {
            await leave(pane, covers === true, tab)
            await open(pane, whole)
          }
          if (first) times[path] = timesAsked(first, pane.asked)
          let all = await violations(pane.page)
          // A page may ask for one thing after the other: what has gone with its loading is no fault of it.
          for (let again = 0; all.length > 0 && again < 3; again++) {
            await settled(pane)
            all = await violations(pane.page)
          }
          if (all.length > 0) found[path] = all
          looked.push(path)
          await leave(pane, covers === true, tab)
        }
      }),
    )
    expect(looked).toHaveLength(pages.filter((one) => !BENCH.has(one.path)).length)
    expect(found).toEqual({})
    // What another page has asked for a moment ago is not asked for at all.
    expect(Object.entries(times).filter(([, count]) => count > 1)).toEqual([])
  },
)

test('nor on the bench', async () => {
  expect(await violations(panes[0]!.page)).toEqual([])
})
