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

export function startMonitoring(app: AppContext): Monitoring {
  const tiles = createTiles(app)
  const ingest = createIngest({ app, shown: (plan) => tiles.add(plan) })
  const watch = startWatch(app, ingest, tiles)
  return {
    inlet: ingest.inlet,
    ingest,
    async close() {
      await watch.close()
      await ingest.close()
      tiles.close()
    },
  }
}
