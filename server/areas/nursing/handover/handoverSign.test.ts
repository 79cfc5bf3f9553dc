// Handover, signed: frozen by the first signature, locked by the second; every refusal, and the database's own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentOf, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type { ElderHandoverData, HandoverRowData, HandoverSheetData } from '#contract/nursing/handover'
import { lastShifts } from '#contract/nursing/handoverShifts'
import { shiftSetting } from '#server/areas/nursing/task/houseShifts'
import { handoverWard, toWalk } from '#server/areas/nursing/test/handoverWard'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]

let w: Awaited<ReturnType<typeof handoverWard>>
beforeAll(async () => {
  w = await handoverWard()
})
afterAll(() => w.product.close())

async function signedByBoth(): Promise<HandoverSheetData> {
  const { sheetId } = await w.open()
  expect(await w.give(sheetId)).toMatchObject({ status: 200 })
  const taken = await w.take(sheetId)
  expect(taken, taken.desc).toMatchObject({ status: 200 })
  return taken.data
}

describe('signing', () => {
  test('two people, one after the other; then it is locked', async () => {
    const { sheetId, elders } = await w.open()
    await w.note(sheetId, elders[0]!.oldmanId, {
      condition: '发热',
      done: '物理降温',
      watch: '四小时测一次',
      focus: true,
    })
    expect(await w.take(sheetId)).toMatchObject({ status: STATE })
    expect(await w.ask('PUT', '/give', { token: w.worker, body: { sheetId } })).toMatchObject({ status: NO_PERMISSION })
    const given = await w.give(sheetId)
    expect(given).toMatchObject({ status: 200, data: { state: 'GIVEN', givenName: '李晓梅', own: true } })
    expect(given.data.can).not.toContain('take')
    expect(await w.take(sheetId, w.nurse)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('不能是同一个人'),
    })
    expect(await w.note(sheetId, elders[0]!.oldmanId, { condition: '改' })).toMatchObject({ status: STATE })
    expect(await w.ask('PUT', '', { body: { sheetId, equipment: '改' } })).toMatchObject({ status: STATE })
    expect(await w.ask('DELETE', `/${sheetId}`)).toMatchObject({ status: STATE })
    expect(await w.ask('POST', '/entry', { body: { sheetId, content: '早了' } })).toMatchObject({ status: STATE })
    const walk = toWalk(given.data)
    expect(walk).toContain(elders[0]!.oldmanId)
    const partly = await w.ask('PUT', '/take', { token: w.leader, body: { sheetId, walked: walk.slice(1) } })
    expect(partly).toMatchObject({ status: INVALID, desc: expect.stringContaining('还有 1 位老人没有床旁交接') })
    expect(
      await w.ask('PUT', '/take', { token: w.leader, body: { sheetId, walked: [...walk, newId()] } }),
    ).toMatchObject({
      status: NOT_FOUND,
    })
    const taken = await w.take(sheetId)
    expect(taken).toMatchObject({ status: 200, data: { state: 'TAKEN', takenName: '陆小燕', can: ['add'] } })
    expect(taken.data.elders.filter((one) => one.walk.length > 0).every((one) => one.walkedAt !== null)).toBe(true)
    expect(taken.data.entries.map((one) => one.kind)).toEqual(['GIVEN', 'TAKEN'])
    expect(await w.ask('PUT', '/sendBack', { token: w.leader, body: { sheetId, reason: '晚了' } })).toMatchObject({
      status: STATE,
    })
  })

  test('pressed at once it is one signature', async () => {
    const { sheetId } = await w.open()
    const given = await Promise.all([w.give(sheetId), w.give(sheetId, w.leader), w.give(sheetId, w.head)])
    expect(given.map((one) => one.status).sort()).toEqual([200, STATE, STATE].sort())
    const { givenName } = await w.get(sheetId)
    const others = [
      ['李晓梅', w.nurse],
      ['陆小燕', w.leader],
      ['何静', w.head],
    ].flatMap(([name, token]) => (name === givenName ? [] : [token!]))
    const taken = await Promise.all(others.map((token) => w.take(sheetId, token)))
    expect(taken.map((one) => one.status).sort()).toEqual([200, STATE].sort())
    const sheet = await w.get(sheetId)
    expect(sheet.entries.map((one) => one.kind)).toEqual(['GIVEN', 'TAKEN'])
  })

  test('sent back with a reason it is a draft again, frozen anew by the next signature; the trace stays', async () => {
    const { sheetId, elders } = await w.open()
    const oldmanId = elders[1]!.oldmanId
    await w.note(sheetId, oldmanId, { condition: '第一次' })
    await w.give(sheetId)
    expect(await w.ask('PUT', '/sendBack', { token: w.leader, body: { sheetId, reason: ' ' } })).toMatchObject({
      status: INVALID,
    })
    const back = await w.ask<HandoverSheetData>('PUT', '/sendBack', {
      token: w.leader,
      body: { sheetId, reason: '毒麻药数量没写' },
    })
    expect(back).toMatchObject({ status: 200, data: { state: 'DRAFT', givenName: null } })
    expect(back.data.elders.find((one) => one.oldmanId === oldmanId)).toMatchObject({ condition: '第一次' })
    expect(back.data.can).not.toContain('remove')
    expect(await w.ask('DELETE', `/${sheetId}`)).toMatchObject({ status: STATE })
    expect(await w.note(sheetId, oldmanId, { condition: '第二次', version: 1 })).toMatchObject({ status: 200 })
    const again = await w.give(sheetId)
    expect(again.data.elders.find((one) => one.oldmanId === oldmanId)).toMatchObject({ condition: '第二次' })
    expect(again.data.entries.map((one) => [one.kind, one.content])).toEqual([
      ['GIVEN', null],
      ['RETURNED', '毒麻药数量没写'],
      ['GIVEN', null],
    ])
  })

  test('a signed sheet stays as it was, whatever becomes of the records and the elder', async () => {
    const draft = await w.open()
    const oldmanId = draft.elders[2]!.oldmanId
    await w.note(draft.sheetId, oldmanId, { condition: '平稳', focus: true })
    const alertId = newId()
    await w.sql(
      `insert into vital_alert (org_id, alert_id, oldman_id, grade, judged, opened_at, state, closed_at, closed_why)
       values ($1, $2, $3, 'yellow', '[{"field":"pulse","grade":"yellow","text":"脉搏 108"}]', $4, 'CLOSED', now(), '复测正常')`,
      [DEMO_ORG, alertId, oldmanId, timeText(momentOf(draft.toAt) - 120_000)],
    )
    const given = (await w.give(draft.sheetId)).data
    await w.sql('delete from vital_alert where org_id = $1 and alert_id = $2', [DEMO_ORG, alertId])
    await w.sql(`update oldman set oldman_name = oldman_name || '改' where org_id = $1 and oldman_id = $2`, [
      DEMO_ORG,
      oldmanId,
    ])
    const now = await w.get(draft.sheetId)
    expect({ ...now, later: [] }).toEqual({ ...given, later: [] })
    expect(now.facts.some((one) => one.refId === alertId)).toBe(true)
  })

  test('what happens after the first signature is shown to the next shift', async () => {
    const { sheetId, elders } = await w.open()
    const given = (await w.give(sheetId)).data
    const before = given.later.length
    const alertId = newId()
    const free = await w.sql<{ id: string }>(
      `select o.oldman_id as id from oldman o where o.org_id = $1 and o.oldman_id = any($2) and not exists (select from vital_alert a
         where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> 'CLOSED') limit 1`,
      [DEMO_ORG, elders.map((one) => one.oldmanId)],
    )
    await w.sql(
      `insert into vital_alert (org_id, alert_id, oldman_id, grade, judged) values ($1, $2, $3, 'red', '[]')`,
      [DEMO_ORG, alertId, free[0]!.id],
    )
    const now = await w.get(sheetId, w.leader)
    expect(now.later.length).toBe(before + 1)
    expect(now.later.some((one) => one.refId === alertId)).toBe(true)
    expect(now.facts.some((one) => one.refId === alertId)).toBe(false)
  })

  test('the shift that is on is not signed hours before its end', async () => {
    const { sheetId, toAt } = await w.open(w.shifts[0]!)
    const early = momentOf(toAt) - Date.now() > 2 * 3_600_000
    expect((await w.give(sheetId)).status).toBe(early ? INVALID : 200)
  })
})

describe('nothing falls between two sheets', () => {
  test('a shift signed before its end leaves the rest to the next one', async () => {
    const [now, before] = lastShifts(await shiftSetting(w.product.app.pool, DEMO_ORG), Date.now(), 2)
    const { deptId, name } = (
      await w.sql<{ deptId: string; name: string }>(
        `select dept_id as "deptId", dept_name as name from dept where org_id = $1 and dept_name = '康宁楼护理组'`,
      )
    )[0]!
    expect(name).toBe('康宁楼护理组')
    const first = (
      await w.ask<HandoverSheetData>('POST', '', {
        token: w.head,
        body: { deptId, day: before!.day, shift: before!.shift },
      })
    ).data
    const given = await w.give(first.sheetId, w.head)
    expect(given.data.factsTo).toBe(before!.toAt)
    // As if it had been signed twenty minutes early.
    const early = timeText(momentOf(before!.toAt) - 20 * 60_000)
    await w.sql('alter table handover_sheet disable trigger handover_sheet_frozen', [])
    await w.sql('update handover_sheet set facts_to = $3 where org_id = $1 and sheet_id = $2', [
      DEMO_ORG,
      first.sheetId,
      early,
    ])
    await w.sql('alter table handover_sheet enable trigger handover_sheet_frozen', [])
    const next = (
      await w.ask<HandoverSheetData>('POST', '', { token: w.head, body: { deptId, day: now!.day, shift: now!.shift } })
    ).data
    expect(next).toMatchObject({ fromAt: now!.fromAt, factsFrom: early })
  })
})

describe('the database itself', () => {
  const refuses = (text: string, values: unknown[]) =>
    expect(w.sql(text, values), text).rejects.toMatchObject({ code: '23514' })

  test('refuses to change what was signed', async () => {
    const { sheetId, facts, elders } = await signedByBoth()
    expect(facts.length).toBeGreaterThan(0)
    const of = [DEMO_ORG, sheetId]
    await refuses(`update handover_sheet set equipment = '改' where org_id = $1 and sheet_id = $2`, of)
    await refuses(`update handover_sheet set state = 'DRAFT' where org_id = $1 and sheet_id = $2`, of)
    await refuses('delete from handover_sheet where org_id = $1 and sheet_id = $2', of)
    await refuses(`update handover_fact set what = '改' where org_id = $1 and sheet_id = $2`, of)
    await refuses('delete from handover_fact where org_id = $1 and sheet_id = $2', of)
    await refuses(
      `insert into handover_fact (org_id, sheet_id, fact_no, kind, at, what, times) values ($1, $2, 9999, 'alarm', now(), '加', 1)`,
      of,
    )
    await refuses(`update handover_elder set watch = '改' where org_id = $1 and sheet_id = $2`, of)
    await refuses(`insert into handover_elder (org_id, sheet_id, oldman_id) values ($1, $2, $3)`, [...of, newId()])
    await refuses('delete from handover_elder where org_id = $1 and sheet_id = $2 and oldman_id = $3', [
      ...of,
      elders[0]!.oldmanId,
    ])
    await refuses(`update handover_entry set user_name = '别人' where org_id = $1 and sheet_id = $2`, of)
    await refuses('delete from handover_entry where org_id = $1 and sheet_id = $2', of)
  })

  test('refuses one person twice, and additions before both have signed', async () => {
    const { sheetId } = await w.open()
    await w.give(sheetId)
    await refuses(
      `update handover_sheet set state = 'TAKEN', taken_by = given_by, taken_at = now() where org_id = $1 and sheet_id = $2`,
      [DEMO_ORG, sheetId],
    )
    await refuses(
      `insert into handover_entry (org_id, entry_id, sheet_id, kind, content, user_id, user_name) values ($1, $3, $2, 'ADDED', '早', 'x', 'x')`,
      [DEMO_ORG, sheetId, newId()],
    )
  })
})

describe('afterwards', () => {
  let sheet: HandoverSheetData
  beforeAll(async () => {
    const [row] = (
      await w.ask<PageInfo<HandoverRowData>>('GET', '', { query: { state: 'TAKEN', page: '1', size: '1' } })
    ).data.list
    sheet = await w.get(row!.sheetId)
  })

  test('there are only additions, with their author and time', async () => {
    const { sheetId } = sheet
    const add = (body: object, token = w.nurse) =>
      w.ask<HandoverSheetData>('POST', '/entry', { token, body: { sheetId, ...body } })
    expect(await add({ content: '' })).toMatchObject({ status: INVALID })
    const [other] = await w.sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and dept_id = $2 limit 1',
      [DEMO_ORG, w.otherWard],
    )
    expect(await add({ content: '试', oldmanId: other!.id })).toMatchObject({ status: NOT_FOUND })
    expect(await add({ content: '试' }, w.worker)).toMatchObject({ status: NO_PERMISSION })
    const added = await add({ content: '家属来电确认周日接老人' }, w.leader)
    expect(added.data.entries.at(-1)).toMatchObject({
      kind: 'ADDED',
      content: '家属来电确认周日接老人',
      userName: '陆小燕',
    })
    expect({ ...added.data, entries: [], own: false }).toEqual({ ...sheet, entries: [], own: false })
  })

  test('others of the department read it, those of other departments do not', async () => {
    expect(await w.ask('GET', `/${sheet.sheetId}`, { token: w.worker })).toMatchObject({
      status: 200,
      data: { can: [] },
    })
    const [foreign] = await w.sql<{ id: string }>(
      'select sheet_id as id from handover_sheet where org_id = $1 and dept_id = $2 limit 1',
      [DEMO_ORG, w.otherWard],
    )
    expect(await w.ask('GET', `/${foreign!.id}`)).toMatchObject({ status: NOT_FOUND })
    expect(await w.ask('GET', `/${foreign!.id}`, { token: w.head })).toMatchObject({ status: 200 })
    const list = await w.ask<PageInfo<HandoverRowData>>('GET', '', { query: { size: '200', page: '1' } })
    expect(new Set(list.data.list.map((one) => one.deptId))).toEqual(new Set([w.ward]))
  })

  test('what was signed about one elder is found by the elder', async () => {
    const noted = sheet.elders.find((one) => one.condition !== null)!
    const found = await w.ask<ElderHandoverData[]>('GET', `/elder/${noted.oldmanId}`)
    expect(found.data.find((one) => one.sheetId === sheet.sheetId)).toMatchObject({
      condition: noted.condition,
      givenName: sheet.givenName,
    })
    const [other] = await w.sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and dept_id = $2 limit 1',
      [DEMO_ORG, w.otherWard],
    )
    expect(await w.ask('GET', `/elder/${other!.id}`)).toMatchObject({ status: NOT_FOUND })
  })
})
