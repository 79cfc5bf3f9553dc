// What is pressed without network waits here, in its order and with its own request number, and is sent exactly once: the
// server answers a number it knows with its first answer. Nothing is dropped by itself. What the server refuses stays, with
// the reason, until a person decides.

export interface Waiting {
  /** The request number, made when it was pressed. */
  no: string
  /** Whose press it is: another user of the device never sends it. */
  user: string
  /** Which call, by a name the page knows. */
  what: string
  input: unknown
  /** Pictures that go first; their addresses once they are there. */
  files: { blob: Blob; address: string | null }[]
  /** When it was pressed, yyyy-MM-dd HH:mm:ss. */
  at: string
  /** For people: 崔世荣 饮水 */
  about: string
  /** Why the server does not take it; null while it waits. */
  refused: string | null
  order: number
}

export interface QueueStore {
  /** Of one user, in their order. */
  all(user: string): Promise<Waiting[]>
  put(one: Waiting): Promise<void>
  remove(no: string): Promise<void>
}

/** later: no network, or the server is not well. session: somebody has to sign in first. */
export type Sent =
  | { kind: 'done'; data: unknown }
  | { kind: 'refused'; reason: string }
  | { kind: 'later' }
  | { kind: 'session' }

export interface QueueParts {
  user: string
  store: QueueStore
  send(one: Waiting): Promise<Sent>
  onChange(list: readonly Waiting[]): void
  onDone(one: Waiting, data: unknown): void
}

export interface Queue {
  add(one: Pick<Waiting, 'no' | 'what' | 'input' | 'files' | 'at' | 'about'>): Promise<void>
  /** Sends what waits, one after the other; how it ended. */
  flush(): Promise<'empty' | 'later' | 'session'>
  /** A refused one is tried again, with another input where that is given. */
  retry(no: string, input?: unknown): Promise<void>
  drop(no: string): Promise<void>
  load(): Promise<void>
}

export function createQueue({ user, store, send, onChange, onDone }: QueueParts): Queue {
  let list: Waiting[] = []
  let running: Promise<'empty' | 'later' | 'session'> | null = null
  const tell = () => onChange([...list])

  const run = async (): Promise<'empty' | 'later' | 'session'> => {
    for (;;) {
      const next = list.find((one) => one.refused === null)
      if (!next) return 'empty'
      const sent = await send(next)
      if (sent.kind === 'later' || sent.kind === 'session') {
        // A picture that has arrived is not sent twice.
        await store.put(next)
        return sent.kind
      }
      if (sent.kind === 'refused') {
        next.refused = sent.reason
        await store.put(next)
        tell()
        continue
      }
      await store.remove(next.no)
      list = list.filter((one) => one !== next)
      onDone(next, sent.data)
      tell()
    }
  }

  const flush = () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  return {
    async load() {
      list = await store.all(user)
      tell()
    },
    async add(one) {
      const order = Math.max(0, ...list.map((other) => other.order)) + 1
      const made: Waiting = { ...one, user, refused: null, order }
      // Kept before anything is shown as done: a device that dies now has it.
      await store.put(made)
      list = [...list, made]
      tell()
    },
    flush,
    async retry(no, input) {
      const one = list.find((other) => other.no === no)
      if (!one) return
      one.refused = null
      if (input !== undefined) one.input = input
      await store.put(one)
      tell()
    },
    async drop(no) {
      await store.remove(no)
      list = list.filter((one) => one.no !== no)
      tell()
    },
  }
}
