// A call that failed, as pages and signals know it.
import { errorId } from '#web/kit/errorText'

export class CallError extends Error {
  override readonly name = 'CallError'
  /** Made from the time, or the server's own when it named one: what a user reads out when reporting. */
  readonly id: string
  constructor(
    readonly code: number,
    message: string,
    readonly path: string,
    readonly more: { field?: string | null; refusal?: string | null; id?: string | null; cancelled?: boolean } = {},
  ) {
    super(message)
    this.id = more.id ?? errorId()
  }
  /** The input field the server refuses. */
  get field(): string | undefined {
    return this.more.field ?? undefined
  }
  /** The name of the refusal, such as CHANGED_MEANWHILE; absent when the server names no field. */
  get refusal(): string | undefined {
    return this.more.refusal ?? undefined
  }
  /** Given up by the page itself or by the user, not failed. */
  get cancelled(): boolean {
    return this.more.cancelled === true
  }
}
