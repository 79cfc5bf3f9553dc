// Handlers of the care tasks.
import { careTask } from '#contract/nursing/task'
import { implement } from '#server/kit/implement'
import { hearTablet } from './tablets.ts'
import { giveTasks } from './taskAssign.ts'
import { boardOf } from './taskBoard.ts'

export default implement(careTask, {
  board: (query, who) => boardOf(who, query),
  assign: async ({ taskIds, workerId }, who) => ({
    count: await who.tx((tx) => giveTasks(tx, who, taskIds, workerId)),
  }),
  take: async ({ taskIds }, who) => ({ count: await who.tx((tx) => giveTasks(tx, who, taskIds, who.userId)) }),
  heard: async ({ waiting }, who) => {
    await hearTablet(who, waiting)
    return null
  },
})
