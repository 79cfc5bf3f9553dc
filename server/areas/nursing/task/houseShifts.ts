// The shifts of the house, as care is planned by them: the very ones that alarms are read by (班次时间), so that nobody
// keeps them twice.
import type pg from 'pg'
import { SHIFTS, type ShiftsData, shiftStarts } from '#contract/monitor/shift'
import type { Shifts } from '#contract/nursing/frequency'

/** When they begin, as the house has set it. */
export async function shiftSetting(client: pg.Pool | pg.ClientBase, orgId: string): Promise<ShiftsData> {
  const found = await client.query<{ value: Partial<ShiftsData> | null }>({
    name: 'nursing_shifts',
    text: `select value from monitor_setting where org_id = $1 and name = 'shifts'`,
    values: [orgId],
  })
  return { ...SHIFTS, ...found.rows[0]?.value }
}

export const shiftsOf = async (client: pg.Pool | pg.ClientBase, orgId: string): Promise<Shifts> =>
  shiftStarts(await shiftSetting(client, orgId))
