// The running part of the monitoring: what takes messages in, shows them, and watches over silence and unanswered alarms.
import type { AppContext } from '#server/kit/context'
import type { Inlet } from '#server/kit/inlet'
import { createIngest, type Ingest } from './ingest.ts'
import { createTiles } from './tiles.ts'
import { startWatch } from './watch.ts'

export interface Monitoring {
  inlet: Inlet
  ingest: Ingest
  close(): Promise<void>
}

/** `hears`: whether a device could be heard by this process now. `watches`: whether silence and unanswered alarms count. */
export function startMonitoring(app: AppContext, hears: () => boolean, watches: boolean): Monitoring {
  const tiles = createTiles(app)
  const ingest = createIngest({ app, shown: (plan) => tiles.add(plan) })
  void ingest.warm()
  const watch = watches ? startWatch(app, ingest, tiles, hears) : null
  return {
    inlet: ingest.inlet,
    ingest,
    async close() {
      await watch?.close()
      await ingest.close()
      tiles.close()
    },
  }
}
