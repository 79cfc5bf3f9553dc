// Enabling, stopping and ending a plan: what follows is said first, and a plan that stands in the way is asked about.

import { dayText } from '#contract/kit/clock'
import { refusals } from '#contract/kit/refusal'
import { type CarePlanRowData, type CarePlanStateValue, carePlan } from '#contract/nursing/plan'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { effectsOf } from './previewWords.ts'

const STANDS_IN_THE_WAY = refusals.NEEDS_CONFIRM[0]

interface Words {
  title: string
  effects: readonly string[]
  verb: string
  safe: string
  done: string
  danger?: boolean
}

const wordsOf = ({ oldmanName }: CarePlanRowData, state: CarePlanStateValue): Words => {
  if (state === 'ON') {
    return {
      title: `启用${oldmanName}的护理计划？`,
      effects: ['今天已经过去的时刻不补任务'],
      verb: '启用计划',
      safe: '先不启用',
      done: `${oldmanName}的护理计划已启用`,
    }
  }
  if (state === 'OFF') {
    return {
      title: `停用${oldmanName}的护理计划？`,
      effects: ['还没做的任务从看板上撤下，已记录的不变', '以后可以再启用'],
      verb: '停用计划',
      safe: '不停用',
      done: `${oldmanName}的护理计划已停用`,
    }
  }
  return {
    title: `结束${oldmanName}的护理计划？`,
    effects: ['还没做的任务从看板上撤下，已记录的不变', '结束后不能再启用，只能新建'],
    verb: '结束计划',
    safe: '不结束',
    danger: true,
    done: `${oldmanName}的护理计划已结束`,
  }
}

/** What begins with the plan, and on the first whole day of it changes. */
async function enablingOf({ nursingPlanId, oldmanId }: CarePlanRowData): Promise<string[]> {
  const [{ startDate, endDate, items }, held] = await Promise.all([
    send(carePlan.calls.get, { nursingPlanId }),
    send(carePlan.calls.list, { oldmanId, state: 'ON', page: 1, size: 10 }),
  ])
  const seen = await send(carePlan.calls.preview, {
    nursingPlanId,
    startDate,
    endDate,
    items: items.map(({ projectId, frequency, workerId }) => ({ projectId, frequency, workerId })),
  })
  const today = dayText()
  const from = startDate > today ? startDate : today
  // One that begins later than this is asked about by itself.
  const ended = held.list.filter((one) => one.startDate < from && (one.endDate === null || one.endDate >= from))
  return [
    from === today ? '从今天起按计划生成护理任务' : `从 ${from} 起按计划生成护理任务`,
    ...ended.map((one) => `原来的计划“${one.levelName}”（${one.startDate} 起）到前一天结束，由这份计划接替`),
    ...effectsOf(seen, true),
  ]
}

/** Answers whether it was done. */
export async function movePlan(row: CarePlanRowData, state: CarePlanStateValue): Promise<boolean> {
  const { done, ...words } = wordsOf(row, state)
  if (state === 'ON') {
    try {
      words.effects = [...(await enablingOf(row)), ...words.effects]
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
      return false
    }
  }
  const input = { nursingPlanId: row.nursingPlanId, state, version: row.version }
  let asked: string | null = null
  const first = await confirmAct({
    ...words,
    run: async (_, options) => {
      try {
        await send(carePlan.calls.status, input, options)
      } catch (error) {
        if (!(error instanceof CallError && error.code === STANDS_IN_THE_WAY)) throw error
        asked = error.message
      }
    },
  })
  if (first === null) return false
  if (asked !== null) {
    const confirmed: string = asked
    const second = await confirmAct({
      title: `结束原计划，启用${row.oldmanName}的这份计划？`,
      effects: [confirmed],
      verb: '结束原计划并启用',
      safe: '先不启用',
      run: (_, options) => send(carePlan.calls.status, { ...input, confirmed }, options),
    })
    if (second === null) return false
  }
  toast.success(done)
  void invalidate(carePlan)
  return true
}
