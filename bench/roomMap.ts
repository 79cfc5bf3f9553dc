// The room map with 2,000 beds in a real Chromium: from the answer to the painted map, and how it scrolls.
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { chromium, type Page } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const ROUNDS = 5

export const MAP_BEDS = 2000
const FLOORS = 10
const ROOMS = 50
const BEDS = 4

/** One more building with 2,000 beds: most lived in, some free, a few of every other kind. */
export async function fillBeds(client: pg.Client, orgId: string): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [orgId, ...values])
  await run(`insert into location (org_id, location_id, location_name, location_type, level, path, sort, place)
    values ($1, md5('map'), '基准楼', 'building', 1, '基准楼', 99, 9000)`)
  await run(
    `insert into location (org_id, location_id, parent_id, location_name, location_type, level, path, sort, place)
      select $1, md5('map' || f), md5('map'), f || '层', 'floor', 2, '基准楼>' || f || '层', f, 9000 + f from generate_series(1, $2::int) f`,
    [FLOORS],
  )
  await run(
    `insert into room (org_id, room_id, room_name, room_type, area, sort)
      select $1, md5('map' || f || '-' || r), f || lpad(r::text, 2, '0') || '室', 1, md5('map' || f), r
        from generate_series(1, $2::int) f, generate_series(1, $3::int) r`,
    [FLOORS, ROOMS],
  )
  await run(
    `insert into bed (org_id, bed_id, bed_name, room_id, sort, is_used)
      select $1, md5('map' || f || '-' || r || '-' || b), lpad(b::text, 2, '0') || '床', md5('map' || f || '-' || r), b, case when (r * 4 + b) % 10 = 0 then 0 else 1 end
        from generate_series(1, $2::int) f, generate_series(1, $3::int) r, generate_series(1, $4::int) b`,
    [FLOORS, ROOMS, BEDS],
  )
  await run(`insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, attention, status, current_bed_id, check_in_date, level_id)
    select b.org_id, md5('elder' || b.bed_id), left(md5('elder' || b.bed_id), 20), (array['王秀兰','张桂芳','李玉珍','陈国栋','赵金花'])[1 + n % 5], 'wangxiulan', 'wxl', (n % 2)::int,
      md5('card' || b.bed_id), current_date - (25000 + n)::int, case when n % 5 = 0 then '[1]' when n % 17 = 0 then '[2,5]' else '[]' end::jsonb,
      case when n % 31 = 0 then 4 else 1 end, b.bed_id, current_date - 100, (select level_id from nursing_level where org_id = $1 order by sort limit 1)
      from (select *, row_number() over (order by bed_id) as n from bed where org_id = $1 and bed_id in
        (select bed_id from bed x join room y using (org_id, room_id) join location z on z.org_id = y.org_id and z.location_id = y.area where z.path like '基准楼%') and is_used = 1) b`)
  await run(`insert into elder_account (org_id, oldman_id, owed_fen)
    select org_id, oldman_id, case when oldman_id < '1' then 50000 else 0 end from oldman o where org_id = $1
      and not exists (select from elder_account a where a.org_id = o.org_id and a.oldman_id = o.oldman_id)`)
  await run(`insert into stay (org_id, stay_id, oldman_id, kind, start_date, trial_start, trial_end, contract_end)
    select org_id, md5('stay' || oldman_id), oldman_id, case status when 4 then 'TRIAL' else 'FORMAL' end, check_in_date,
      case status when 4 then check_in_date end, case status when 4 then current_date + 5 end, current_date + 200
      from oldman o where org_id = $1 and status in (1, 4) and not exists (select from stay s where s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null)`)
  await run(`insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
    select s.org_id, md5('occ' || s.stay_id), o.current_bed_id, s.oldman_id, 'STAY', s.stay_id, daterange(s.start_date, null)
      from stay s join oldman o using (org_id, oldman_id) where s.org_id = $1 and s.end_date is null
        and not exists (select from occupancy x where x.org_id = s.org_id and x.stay_id = s.stay_id)`)
  await run(`insert into bed_mark (org_id, bed_id, mark, reason)
    select org_id, bed_id, case when n % 2 = 0 then 6 else 7 end, '检修' from
      (select *, row_number() over (order by bed_id) as n from bed where org_id = $1 and is_used = 0) b where n % 4 = 0
      on conflict do nothing`)
  await client.query('analyze')
}

export interface Drawn {
  /** From the answer to the painted map, ms. */
  draw: number
  /** From the click in the menu to the painted map, ms. */
  open: number
  /** Frames while it scrolls from top to bottom: the middle one and the worst of twenty, ms. */
  frame: number
  slowFrame: number
  beds: number
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Opens the map in a shell that stands already, and waits until every cell is there and painted. */
async function openMap(page: Page, beds: number) {
  return page.evaluate(async (wanted) => {
    performance.clearResourceTimings()
    const began = performance.now()
    window.location.hash = '#/home/bedInfo'
    while (document.querySelectorAll('.yy-bed').length < wanted) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (performance.now() - began > 30_000) throw new Error('the map did not come')
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    const painted = performance.now()
    const answer = performance.getEntriesByType('resource').findLast((one) => one.name.includes('/index/bedInfos'))
    const answered = (answer as PerformanceResourceTiming | undefined)?.responseEnd ?? began
    return { draw: painted - answered, open: painted - began, beds: document.querySelectorAll('.yy-bed').length }
  }, beds)
}

const scroll = (page: Page) =>
  page.evaluate(async () => {
    const box = document.querySelector('.yy-map-floors')!
    const frames: number[] = []
    let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    while (box.scrollTop + box.clientHeight < box.scrollHeight - 2 && frames.length < 600) {
      box.scrollTop += 120
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    return frames
  })

export async function drawRoomMap(url: string, account: { userName: string; password: string }): Promise<Drawn> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1920, height: 1080 } })
    const page = await context.newPage()
    await page.goto('/login.html')
    await page.locator('input[autocomplete=username]').fill(account.userName)
    await page.locator('input[type=password]').fill(account.password)
    await page.keyboard.press('Enter')
    const enter = page.getByRole('button', { name: '进入系统' })
    await enter.or(page.locator('.yy-shell')).first().waitFor()
    if (await enter.isVisible()) await enter.click()
    await page.locator('.yy-shell').waitFor()
    const rounds: { draw: number; open: number; beds: number }[] = []
    const frames: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto('/index.html#/home')
      await page.reload()
      await page.locator('.yy-shell').waitFor()
      await page.waitForTimeout(1_500)
      rounds.push(await openMap(page, MAP_BEDS))
      if (round === 0) frames.push(...(await scroll(page)))
    }
    frames.sort((a, b) => a - b)
    return {
      draw: median(rounds.map((one) => one.draw)),
      open: median(rounds.map((one) => one.open)),
      frame: median(frames),
      slowFrame: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN,
      beds: rounds[0]!.beds,
    }
  } finally {
    await browser.close()
  }
}
