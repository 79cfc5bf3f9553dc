// A ward of the demonstration with its people, and shifts that nobody has written yet: what the tests of the handover share.
import { expect } from 'vitest'
import type { HandoverElderData, HandoverSheetData } from '#contract/nursing/handover'
import { type HandedShift, lastShifts } from '#contract/nursing/handoverShifts'
import { shiftSetting } from '#server/areas/nursing/task/houseShifts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'

export const HANDOVERS = '/pims/web-org/shiftExchange'

export const toWalk = (sheet: HandoverSheetData) =>
  sheet.elders.filter((one) => one.walk.length > 0).map((one) => one.oldmanId)

export async function handoverWard() {
  const product: TestApp = await demoApp()
  const sql = async <T extends object>(text: string, values: unknown[] = [DEMO_ORG]) =>
    (await product.app.pool.query<T>(text, values)).rows
  await sql(`update account a set password_hash = n.password_hash, reset_password = n.reset_password from account n
    where a.org_id = $1 and n.org_id = a.org_id and a.user_name in ('zhangcuilan', 'luxiaoyan') and n.user_name = 'lixiaomei'`)
  const head = await product.signIn('hejing', 'Yiyuan2026')
  const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const leader = await product.signIn('luxiaoyan', 'Yiyuan2026')
  const worker = await product.signIn('zhangcuilan', 'Yiyuan2026')
  const deptOf = async (name: string) =>
    (
      await sql<{ id: string }>('select dept_id as id from dept where org_id = $1 and dept_name = $2', [DEMO_ORG, name])
    )[0]!.id
  const ward = await deptOf('松鹤楼护理组')
  const otherWard = await deptOf('长青楼护理组')
  // Only the last sheets of the demonstration stay, so that there are shifts enough to write.
  for (const table of ['handover_entry', 'handover_elder', 'handover_fact', 'handover_sheet']) {
    await sql(`alter table ${table} disable trigger user`, [])
    await sql(
      `delete from ${table} where org_id = $1 and sheet_id in (select s.sheet_id from handover_sheet s where s.org_id = $1
         and s.dept_id = $2 order by s.from_at desc offset 2)`,
      [DEMO_ORG, ward],
    )
    await sql(`alter table ${table} enable trigger user`, [])
  }
  const shifts = lastShifts(await shiftSetting(product.app.pool, DEMO_ORG), Date.now(), 15)
  const known = await sql<{ at: string }>(
    'select from_at as at from handover_sheet where org_id = $1 and dept_id = $2',
    [DEMO_ORG, ward],
  )
  const used = new Set(known.map((one) => one.at))
  const fresh = shifts.slice(1, 14).filter((one) => !used.has(one.fromAt))

  const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
    product.ask<T>(method, `${HANDOVERS}${path}`, { token: nurse, ...more })
  const get = async (sheetId: string, token = nurse) =>
    (await ask<HandoverSheetData>('GET', `/${sheetId}`, { token })).data
  const give = (sheetId: string, token = nurse) => ask<HandoverSheetData>('PUT', '/give', { token, body: { sheetId } })
  return {
    product,
    sql,
    head,
    nurse,
    leader,
    worker,
    ward,
    otherWard,
    shifts,
    /** Shifts that nobody has written yet, the latest first. */
    fresh,
    deptOf,
    ask,
    get,
    give,
    open: async (shift: HandedShift = fresh.shift()!): Promise<HandoverSheetData> => {
      const made = await ask<HandoverSheetData>('POST', '', {
        body: { deptId: ward, day: shift.day, shift: shift.shift },
      })
      expect(made, made.desc).toMatchObject({ status: 200, data: { state: 'DRAFT', deptId: ward } })
      return made.data
    },
    take: async (sheetId: string, token = leader) =>
      ask<HandoverSheetData>('PUT', '/take', { token, body: { sheetId, walked: toWalk(await get(sheetId)) } }),
    note: (sheetId: string, oldmanId: string, body: object, token = nurse) =>
      ask<HandoverElderData>('PUT', '/elder', { token, body: { sheetId, oldmanId, focus: false, ...body } }),
  }
}
