// Acts on a week. What a published week takes only when it is confirmed is asked for and sent again.
import type { Call, DataOf } from '#contract/kit/call'
import { refusals } from '#contract/kit/refusal'
import { dishPlan } from '#contract/nursing/dishPlan'
import { newRequestNo, type SendArgs, type SendInput, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'

const UNUSUAL = refusals.NEEDS_CONFIRM[0]
const factsOf = (message: string) => message.replace(/^请确认：/, '').split('；')

interface Question {
  title: string
  verb: string
  safe: string
}

const USUAL: Question = { title: '这样排可以吗？', verb: '仍然这样排', safe: '不这样排' }

/** Answers null when it was refused, which has been said, or when the user chose the safe way. */
export async function act<C extends Call>(
  call: C,
  input: SendInput<C>,
  question: Question = USUAL,
): Promise<DataOf<C> | null> {
  const requestNo = newRequestNo()
  const ask = (more: object, options: object) =>
    send(
      call,
      ...([
        { ...input, ...more },
        { loading: true, ...options },
      ] as unknown as SendArgs<C>),
    )
  try {
    return await ask({}, { requestNo, handles: (error: CallError) => error.code === UNUSUAL })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code !== UNUSUAL) return null
    let data: DataOf<C> | null = null
    await confirmAct({
      ...question,
      effects: factsOf(error.message),
      run: async (_, options) => {
        data = await ask({ confirmed: error.message }, { ...options, requestNo: newRequestNo() })
      },
    })
    return data
  } finally {
    void invalidate(dishPlan)
  }
}
