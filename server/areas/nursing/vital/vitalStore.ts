// Storing a measurement: judged by the limits that hold for the elder and by what was measured before, then followed. The
// same for what is typed in and for what devices send.

import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import { LATEST_ENTRY_DAYS, type VitalPointData } from '#contract/nursing/vital'
import {
  hasValue,
  judgeVital,
  type SetLimits,
  type VitalJudged,
  type VitalPast,
  vitalFaults,
  worstOf,
} from '#contract/nursing/vitalJudge'
import { type LimitPartValue, VITAL_FIELDS, type VitalBounds, type VitalValues } from '#contract/nursing/vitalKinds'
import { AGE } from '#server/areas/residents/public'
import { newId } from '#server/kit/ids'
import { type AlertChange, followSign } from './vitalAlert.ts'
import { houseLimitsSql, ownLimitsSql, pastSql } from './vitalSql.ts'

/** Everything of a measurement that somebody says. */
export type SignValues = VitalValues &
  Partial<
    Pick<VitalPointData, 'glucoseTiming' | 'site' | 'arm' | 'intakeKind' | 'outputKind' | 'stoolShape' | 'remark'>
  >

export interface NewSign {
  orgId: string
  oldmanId: string
  measuredAt: string
  values: SignValues
  source: 'entered' | 'table' | 'device' | 'care'
  worker: { userId: string | null; name: string } | null
  device: { deviceId: string; deviceNo: string; messageNo: string } | null
}

type SetBounds = VitalBounds & { part: LimitPartValue }

export interface Background {
  age: number | null
  ownLimits: SetBounds[]
  houseLimits: SetBounds[]
  past: VitalPast
}

const BACKGROUND = `select ${AGE} as age, ${ownLimitsSql('t')} as "ownLimits", ${houseLimitsSql('t.org_id')} as "houseLimits",
  ${pastSql('t', '$3::timestamptz', '$4::text')} as past
from oldman t where t.org_id = $1 and t.oldman_id = $2`

export const byPart = (limits: readonly SetBounds[]) =>
  Object.fromEntries(limits.map(({ part, ...bounds }) => [part, bounds])) as Partial<
    Record<LimitPartValue, VitalBounds>
  >

export const limitsOf = ({ ownLimits, houseLimits }: Pick<Background, 'ownLimits' | 'houseLimits'>): SetLimits => ({
  own: byPart(ownLimits),
  house: byPart(houseLimits),
})

/** As of the moment of measuring, without the measurement itself. */
export async function judgedNow(
  client: pg.ClientBase,
  sign: { orgId: string; oldmanId: string; measuredAt: string; signId: string | null; values: VitalValues },
): Promise<VitalJudged[]> {
  const found = await client.query<Background>({
    name: 'vital_background',
    text: BACKGROUND,
    values: [sign.orgId, sign.oldmanId, sign.measuredAt, sign.signId],
  })
  const background = found.rows[0]!
  return judgeVital(sign.values, { limits: limitsOf(background), age: background.age, past: background.past })
}

/** Refuses what cannot be, with the field it is about. */
export function requirePossible(values: SignValues): void {
  if (!hasValue(values)) throw invalid('请至少填写一项体征', 'temperature')
  const [fault] = vitalFaults(values)
  if (fault) throw invalid(fault[1], fault[0])
}

/** Nobody measures in the future; a clock may be a little ahead. */
const GRACE_MINUTES = 10

export async function requireTimely(client: pg.ClientBase, measuredAt: string): Promise<void> {
  const found = await client.query<{ ahead: boolean; old: boolean }>({
    name: 'vital_timely',
    text: `select $1::timestamptz > now() + interval '${GRACE_MINUTES} minutes' as ahead,
      $1::timestamptz < now() - interval '${LATEST_ENTRY_DAYS} days' as old`,
    values: [measuredAt],
  })
  const { ahead, old } = found.rows[0]!
  if (ahead) throw invalid('测量时间不能晚于现在', 'measuredAt')
  if (old) {
    throw invalid(`测量时间已超过 ${LATEST_ENTRY_DAYS} 天，不能再补录；请核对日期，或把旧数据写在备注中`, 'measuredAt')
  }
}

/** The columns of what somebody says; the time of sugar and the like only where there is a value. */
export function columnsOf(values: SignValues): Record<string, unknown> {
  const given = (field: keyof SignValues) => values[field] ?? null
  const beside = (field: keyof SignValues, of: keyof SignValues) => (given(of) === null ? null : given(field))
  return {
    ...Object.fromEntries(VITAL_FIELDS.map((field) => [field, given(field)])),
    glucose_timing: beside('glucoseTiming', 'glucose'),
    site: beside('site', 'temperature'),
    arm: beside('arm', 'systolic'),
    intake_kind: beside('intakeKind', 'intake'),
    output_kind: beside('outputKind', 'output'),
    stool_shape: beside('stoolShape', 'stool'),
    remark: given('remark'),
  }
}

export interface StoredSign {
  signId: string
  judged: VitalJudged[]
  change: AlertChange | null
}

/** Null: this message of the device is stored already. Whoever calls has checked the values and holds the elder's row. */
export async function storeSign(client: pg.ClientBase, sign: NewSign): Promise<StoredSign | null> {
  const { orgId, oldmanId, measuredAt, values, device, worker } = sign
  const judged = await judgedNow(client, { orgId, oldmanId, measuredAt, signId: null, values })
  const signId = newId()
  const row = {
    org_id: orgId,
    sign_id: signId,
    oldman_id: oldmanId,
    measured_at: measuredAt,
    ...columnsOf(values),
    source: sign.source,
    device_id: device?.deviceId ?? null,
    device_no: device?.deviceNo ?? null,
    message_no: device?.messageNo ?? null,
    worker_id: worker?.userId ?? null,
    worker_name: worker?.name ?? null,
    grade: worstOf(judged),
    judged: JSON.stringify(judged),
  }
  const names = Object.keys(row)
  const made = await client.query({
    name: 'vital_sign_add',
    text: `insert into vital_sign (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})
      on conflict (org_id, device_id, message_no) where message_no is not null do nothing`,
    values: Object.values(row),
  })
  if (made.rowCount === 0) return null
  return { signId, judged, change: await followSign(client, { orgId, oldmanId, signId, measuredAt, judged }) }
}
