// The calls of the shell about long work: what runs for me, how far it is, stop it, export a list.
import type { Call } from '#contract/kit/call'
import { notFound } from '#contract/kit/refusal'
import type { shell } from '#contract/platform/shell'
import { startExport } from '#server/kit/exportList'
import type { Handler } from '#server/kit/implement'
import { runOf, runsOf, wishCancel } from '#server/kit/jobRun'

const names = ['jobs', 'job', 'cancelJob', 'exportList'] as const
type Handlers = { [K in (typeof names)[number]]: Handler<(typeof shell.calls)[K] & Call> }

export const jobHandlers: Handlers = {
  jobs: (_, who) => runsOf(who),
  job: async ({ runId }, who) => {
    const run = await runOf(who, runId)
    if (!run) throw notFound('任务')
    return run
  },
  cancelJob: async ({ runId }, who) => {
    await who.tx(async (tx) => {
      if (await wishCancel(tx, who, runId)) return
      // One that has ended meanwhile needs no cancelling; one that never was is a mistake.
      if (!(await runOf(who, runId))) throw notFound('任务')
      tx.log({ remark: '取消任务：任务已结束', targetType: 'jobRun', targetId: runId })
    })
    return null
  },
  exportList: async ({ call, title, query, columns }, who) => ({
    runId: await startExport(who, { call, title, query, columns }),
  }),
}
