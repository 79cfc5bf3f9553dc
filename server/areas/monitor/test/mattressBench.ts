// A mattress of the demo house under test: messages go in as a broker hands them over, with a clock of their own.
import type { MattressReadingData } from '#contract/monitor/payload'
import type { Ingest } from '#server/areas/monitor/ingest/ingest'
import type { TestApp } from '#server/kit/test/app'

export interface Lying {
  orgId: string
  deviceId: string
  deviceKey: number
  deviceNo: string
  oldmanId: string
  bedId: string
}

/** Occupied beds with a mattress whose resident is in the house. */
export async function mattresses(product: TestApp, count: number): Promise<Lying[]> {
  const { rows } = await product.app.pool.query<Lying>(
    `select d.org_id as "orgId", d.device_id as "deviceId", d.device_key as "deviceKey", d.device_no as "deviceNo",
      o.oldman_id as "oldmanId", d.bed_id as "bedId"
    from device d join oldman o on o.org_id = d.org_id and o.current_bed_id = d.bed_id
    where d.kind = 'MATTRESS' and d.enabled and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id
      and u.state in (1, 4, 6) and u.actual_out is not null)
    order by d.device_no limit $1`,
    [count],
  )
  return rows
}

/** Forgets what the demo's devices said and raised, so that a test sees only its own. */
export async function quiet(product: TestApp): Promise<void> {
  await product.app.pool.query(`
    update device_state set eval = '{}', closed = '{}', at = null, heard_at = null, version = version + 1;
    delete from alarm_override;
    delete from call_record;
    delete from alarm_record;
    truncate reading, reading_minute, position`)
}

export interface Sender {
  /** Settles as the broker would acknowledge it. */
  say(device: { orgId: string; deviceId: string }, channel: string, payload: unknown, arrivedAt: number): Promise<void>
  reading(device: Lying, at: number, what?: Partial<MattressReadingData>): Promise<void>
}

export function sender(ingest: Pick<Ingest, 'inlet'>): Sender {
  const say: Sender['say'] = ({ orgId, deviceId }, channel, payload, arrivedAt) =>
    new Promise((resolve, reject) =>
      ingest.inlet({
        orgId,
        deviceId,
        channel,
        payload: Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload)),
        arrivedAt,
        settle: (error) => (error ? reject(error) : resolve()),
      }),
    )
  return {
    say,
    reading: (device, at, what = {}) =>
      say(device, 'reading', { at, inBed: 1, heart: 66, breath: 16, move: 0, turn: 0, wet: 0, ...what }, at),
  }
}
