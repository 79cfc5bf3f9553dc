// An act that asks first: one call, said afterwards, and everything it touched asked for again.
import type { Call, Noun } from '#contract/kit/call'
import { newRequestNo, type SendArgs, type SendInput, send } from '#web/kit/call'
import { callKey, invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { type ConfirmRequest, confirmAct } from './confirmAct.tsx'

export interface CallRequest<C> extends Omit<ConfirmRequest, 'run'> {
  /** What is sent, with the reason when one was asked for. */
  input: SendInput<C> | ((reason: string) => SendInput<C>)
  /** 已停用“…” */
  done?: string
  /** Further nouns whose lists change with it. */
  touches?: readonly Pick<Noun, 'area' | 'name'>[]
}

/** Answers whether it was done: false when the user chose the safe way. */
export async function confirmCall<C extends Call>(call: C, request: CallRequest<C>): Promise<boolean> {
  const { input, done, touches = [], ...question } = request
  // One number for the whole dialog: a second try after a broken connection does not act twice.
  const requestNo = newRequestNo()
  const reason = await confirmAct({
    ...question,
    run: (said, options) => {
      const sent = typeof input === 'function' ? input(said) : input
      return send(call, ...([sent, { ...options, requestNo }] as unknown as SendArgs<C>))
    },
  })
  if (reason === null) return false
  if (done !== undefined) toast.success(done)
  const [area, name] = (callKey(call)[0] as string).split('.') as [string, string]
  void invalidate({ area, name }, ...touches)
  return true
}
