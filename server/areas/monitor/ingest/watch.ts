// What must happen without any message: devices that fall silent go offline, tags are reminded of the time, unanswered
// alarms climb their ladder. Every process does it; rows are changed by whoever comes first.

import type { TileData } from '#contract/monitor/mattress'
import { OnlineStatus } from '#contract/monitor/words'
import type { Houses, KnownDevice } from '#server/areas/monitor/device/devices'
import { climb } from '#server/areas/monitor/ladder/climb'
import type { AppContext } from '#server/kit/context'
import type { Ingest } from './ingest.ts'
import { listeningSince } from './listening.ts'
import type { Tiles } from './tiles.ts'

const CLIMB_MS = 1_000
const SILENCE_MS = 5_000

/**
 * Silent for three intervals and at least two minutes while somebody listened. Tags sleep, so their alarms look after
 * them.
 */
const SILENCED = {
  name: 'watch-silenced',
  text: `update device d set online = ${OnlineStatus.is.offline}, last_at = coalesce(s.heard_at, d.last_at)
    from device_state s where s.org_id = d.org_id and s.device_id = d.device_id and d.online = ${OnlineStatus.is.online}
      and greatest(coalesce(s.heard_at, d.created_at), $1) < now() - greatest(interval '2 minutes', make_interval(secs => 3 * d.interval_s))
    returning d.org_id as "orgId", d.device_id as "deviceId", d.kind`,
}

/** Tags that were heard within a day and not within the last seconds; after two hours nothing new comes of it. */
const QUIET_TAGS = {
  name: 'watch-quiet-tags',
  text: `select d.org_id as "orgId", d.device_id as "deviceId" from device d
    join device_state s on s.org_id = d.org_id and s.device_id = d.device_id
    where d.kind = 'TAG' and d.enabled and s.heard_at between now() - interval '1 day' and now() - interval '5 seconds'
      and greatest(s.heard_at, $1) > now() - interval '2 hours'`,
}

export interface Watch {
  close(): Promise<void>
}

/** One look at who has fallen silent; nobody has while nobody listened. */
export async function silence(
  app: Pick<AppContext, 'pool'>,
  houses: Houses,
  tiles: Tiles,
  ingest: Ingest,
  hears: () => boolean,
): Promise<void> {
  const since = await listeningSince(app.pool, hears())
  if (since === null) return
  const values = [new Date(since)]
  const { rows } = await app.pool.query<{ orgId: string; deviceId: string; kind: string }>({ ...SILENCED, values })
  const offline = new Map<KnownDevice, TileData>()
  for (const { orgId, deviceId, kind } of rows) {
    const device = (await houses.of(orgId)).devices.get(deviceId)
    if (!device) continue
    device.online = 0
    if (kind !== 'MATTRESS') continue
    offline.set(device, {
      deviceId,
      online: OnlineStatus.is.offline,
      inBed: null,
      heart: null,
      breath: null,
      move: null,
      wet: null,
      at: Date.now(),
      since: null,
      watching: [],
    })
  }
  tiles.add({ tiles: offline, dots: new Map() })
  const quiet = await app.pool.query<{ orgId: string; deviceId: string }>({ ...QUIET_TAGS, values })
  ingest.silent(quiet.rows, since)
}

/** Runs again and again, never twice at once; a failure is told once until it works again. */
function again(app: Pick<AppContext, 'log'>, what: string, everyMs: number, work: () => Promise<unknown>): Watch {
  let running: Promise<void> | null = null
  let failing = false
  const round = async () => {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing) app.log.error({ err: error }, `${what} failed, trying on`)
      failing = true
    }
  }
  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = null
    })
  }, everyMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** `hears`: whether this process could hear a device now. */
export function startWatch(app: AppContext, ingest: Ingest, tiles: Tiles, hears: () => boolean): Watch {
  const watches = [
    again(app, 'the ladder of the alarms', CLIMB_MS, () => climb(app)),
    again(app, 'the watch over silent devices', SILENCE_MS, () => silence(app, ingest.houses, tiles, ingest, hears)),
  ]
  return {
    async close() {
      await Promise.all(watches.map((one) => one.close()))
    },
  }
}
