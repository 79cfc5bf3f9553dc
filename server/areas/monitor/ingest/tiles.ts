// Live values on their way to the pages that look: collected and sent once a second, by department, because a reader
// may see only the residents of their own.

import type { EventDef } from '#contract/kit/event'
import { type DotData, mattress, type TileData } from '#contract/monitor/mattress'
import type { KnownDevice } from '#server/areas/monitor/device/devices'
import type { AppContext } from '#server/kit/context'
import type { Plan } from './ingestRows.ts'

const EVERY_MS = 1_000

export interface Tiles {
  add(plan: Pick<Plan, 'tiles' | 'dots'>): void
  close(): void
}

/** So many go in one message; written and signed they take about a millisecond. */
const MOST = 100

interface Group<T> {
  orgId: string
  deptId: string | null
  values: T[]
}

function byGroup<T>(values: ReadonlyMap<KnownDevice, T>): Group<T>[] {
  const all: Group<T>[] = []
  const open = new Map<string, Group<T>>()
  for (const [{ orgId, deptId }, value] of values) {
    const key = `${orgId} ${deptId}`
    let group = open.get(key)
    if (!group || group.values.length >= MOST) {
      group = { orgId, deptId, values: [] }
      open.set(key, group)
      all.push(group)
    }
    group.values.push(value)
  }
  return all
}

/** A thousand tiles at once would hold up an alarm for several milliseconds: other work goes in between. */
function sendOneByOne(sends: (() => void)[]): void {
  const next = sends.shift()
  if (!next) return
  next()
  setImmediate(sendOneByOne, sends)
}

export function createTiles(app: Pick<AppContext, 'realtime'>): Tiles {
  let tiles = new Map<KnownDevice, TileData>()
  let dots = new Map<KnownDevice, DotData>()

  const sendings = <T>(values: ReadonlyMap<KnownDevice, T>, event: EventDef, name: string) =>
    byGroup(values).map((group) => () => {
      app.realtime.emit(
        group.orgId,
        event,
        { [name]: group.values },
        group.deptId === null ? {} : { deptIds: [group.deptId] },
      )
    })

  function send(): void {
    if (tiles.size === 0 && dots.size === 0) return
    const sends = [...sendings(tiles, mattress.events.tiles, 'tiles'), ...sendings(dots, mattress.events.dots, 'dots')]
    tiles = new Map()
    dots = new Map()
    sendOneByOne(sends)
  }

  const timer = setInterval(send, EVERY_MS)
  timer.unref()
  return {
    add(plan) {
      for (const [device, tile] of plan.tiles) tiles.set(device, tile)
      for (const [device, dot] of plan.dots) dots.set(device, dot)
    },
    close: () => clearInterval(timer),
  }
}
