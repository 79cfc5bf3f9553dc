// When a house gives its drugs: its slots, and how long before and after the planned time; and whether it is night, when one
// nurse may be alone.
import type pg from 'pg'
import { EARLY_MINUTES, LATE_MINUTES, type RoundMinutes, type RoundSlotData, USUAL_SLOTS } from '#contract/drug/rounds'
import { ZONE_MS } from '#contract/kit/clock'
import { shiftsOf } from '#server/areas/nursing/public'

type Client = pg.Pool | pg.ClientBase

export interface RoundSetting extends RoundMinutes {
  slots: RoundSlotData[]
  version: number
}

const ONE = `select slots, early_minutes as "earlyMinutes", late_minutes as "lateMinutes", version from drug_round_setting where org_id = $1`

export async function roundSetting(client: Client, orgId: string): Promise<RoundSetting> {
  const found = await client.query<RoundSetting>({ name: 'drug_round_setting', text: ONE, values: [orgId] })
  return (
    found.rows[0] ?? { slots: [...USUAL_SLOTS], earlyMinutes: EARLY_MINUTES, lateMinutes: LATE_MINUTES, version: 0 }
  )
}

export const roundMinutes = async (client: Client, orgId: string): Promise<RoundMinutes> => {
  const { earlyMinutes, lateMinutes } = await roundSetting(client, orgId)
  return { earlyMinutes, lateMinutes }
}

const ALONE = `select one_at_night as alone from drug_setting where org_id = $1`
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Whether the house lets one nurse work alone at this moment: in its night shift, if it has said so. */
export async function aloneAt(client: Client, orgId: string, now: number): Promise<boolean> {
  const found = await client.query<{ alone: boolean }>({ name: 'drug_alone', text: ALONE, values: [orgId] })
  if (!found.rows[0]?.alone) return false
  const starts = (await shiftsOf(client, orgId)).map(({ name, from }) => ({ name, at: minutesOf(from) }))
  const minute = Math.floor((now + ZONE_MS) / 60_000) % 1440
  const begun = starts.sort((a, b) => a.at - b.at)
  return (begun.findLast((one) => one.at <= minute) ?? begun.at(-1))?.name === '夜班'
}
