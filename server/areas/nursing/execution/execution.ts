// Handlers of the executions.
import { invalid } from '#contract/kit/refusal'
import { execution } from '#contract/nursing/execution'
import { implement } from '#server/kit/implement'
import { saveExecution, takeBack } from './executionAfter.ts'
import { listExecutions, oneExecution } from './executionRead.ts'
import { recordNeeded, recordTasks } from './executionWrite.ts'

export default implement(execution, {
  list: (query, who) => listExecutions(who, query),
  get: ({ executionId }, who) => oneExecution(who.app.pool, who, executionId),
  add: ({ taskIds, oldmanId, projectId, ...press }, who) => {
    if (taskIds && taskIds.length > 0) {
      if (oldmanId || projectId) throw invalid('护理任务已经说明老人和项目，请不要再填', 'taskIds')
      return who.tx((tx) => recordTasks(tx, who, taskIds, press))
    }
    if (!oldmanId) throw invalid('请选择护理任务，或选择老人和护理项目', 'oldmanId')
    if (!projectId) throw invalid('请选择做了哪个护理项目', 'projectId')
    return who.tx((tx) => recordNeeded(tx, who, { oldmanId, projectId }, press))
  },
  late: ({ taskId, ...press }, who) => who.tx((tx) => recordTasks(tx, who, [taskId], press)),
  save: async ({ executionId, ...body }, who) => {
    if (!executionId) throw invalid('请说明要补充哪条记录', 'executionId')
    return who.tx(async (tx) => {
      await saveExecution(tx, who, executionId, body)
      return oneExecution(tx.client, who, executionId)
    })
  },
  remove: async ({ executionId }, who) => ({ tasks: await who.tx((tx) => takeBack(tx, who, executionId)) }),
})
