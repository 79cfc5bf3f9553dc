// Publishing from the page: asked first, and once more for what the rules only warn of.
import { type RosterMonthData, roster } from '#contract/administration/roster'
import { refusals } from '#contract/kit/refusal'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'

const UNUSUAL = refusals.NEEDS_CONFIRM[0]

/** Answers whether it was published; what was refused has been said. */
export async function publishDrafts(month: RosterMonthData): Promise<boolean> {
  const input = { attendanceGroupPkId: month.attendanceGroupPkId, month: month.month }
  const publish = async (more: object, options: object) => {
    const done = await send(roster.calls.publish, { ...input, ...more }, { requestNo: newRequestNo(), ...options })
    const ended = done.ended > 0 ? `，结束了 ${done.ended} 个换班申请` : ''
    toast.success(`已发布 ${done.published} 处，通知了 ${done.people} 人${ended}`)
  }
  try {
    await publish({}, { loading: true, handles: (error: CallError) => error.code === UNUSUAL })
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code !== UNUSUAL) return false
    const answer = await confirmAct({
      title: `仍然发布 ${month.title} ${month.month} 的改动？`,
      effects: error.message.replace(/^请确认：/, '').split('；'),
      verb: '仍然发布',
      safe: '返回修改',
      run: (_, options) => publish({ confirmed: error.message }, options),
    })
    return answer !== null
  }
}
