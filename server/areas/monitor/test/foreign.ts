// Rows of the monitoring that lie outside a caller's scope, noun by noun.
import { foreignIds } from '#server/kit/test/foreign'
import alarm from './foreignAlarm.ts'
import calls from './foreignCalls.ts'
import devices from './foreignDevices.ts'
import health from './foreignHealth.ts'
import position from './foreignPosition.ts'
import wall from './foreignWall.ts'

export default foreignIds((product) => ({
  ...alarm(product),
  ...calls(product),
  ...devices(product),
  ...health(product),
  ...position(product),
  ...wall(product),
}))
