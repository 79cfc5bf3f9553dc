// Keeps what is filled in on the server: after every answer, one message at a time, what comes meanwhile with the next. What
// could not be sent stays and is tried again; what somebody else changed at the same time is shown beside one's own.

import type { NewAnswerData, StoredAnswerData, StoredFieldData, StoredInputData } from '#contract/nursing/assessFields'
import type { AssessFill, AssessSaved } from '#contract/nursing/assessForm'

export type HeadPart = Pick<
  AssessFill,
  | 'reason'
  | 'assessDate'
  | 'place'
  | 'assessor1'
  | 'assessor2'
  | 'informant'
  | 'informantRelation'
  | 'images'
  | 'remark'
>

/** What waits to be sent. */
export interface Pending {
  answers: Readonly<Record<string, NewAnswerData>>
  inputs: Readonly<Record<string, number | null>>
  fields: Readonly<Record<string, unknown>>
  head: Partial<HeadPart>
}
export const NOTHING: Pending = { answers: {}, inputs: {}, fields: {}, head: {} }

export const countOf = (pending: Pending) =>
  Object.values(pending).reduce((sum, part) => sum + Object.keys(part as object).length, 0)

/** The later of two wins, field by field. */
export const joined = (first: Pending, then: Pending): Pending => ({
  answers: { ...first.answers, ...then.answers },
  inputs: { ...first.inputs, ...then.inputs },
  fields: { ...first.fields, ...then.fields },
  head: { ...first.head, ...then.head },
})

/** The same item or field, changed by two people. */
export type Clash =
  | { of: 'answer'; key: string; mine: NewAnswerData; theirs: StoredAnswerData }
  | { of: 'input'; key: string; mine: number | null; theirs: StoredInputData }
  | { of: 'field'; key: string; mine: unknown; theirs: StoredFieldData }

/** What others put on the sheet. */
export interface Others {
  answers: readonly StoredAnswerData[]
  inputs: readonly StoredInputData[]
  fields: readonly StoredFieldData[]
}
export interface Standing extends Others {
  version: number
}

export type SaveState =
  | { is: 'saved'; at: string | null }
  | { is: 'saving' }
  /** Tried again by itself. */
  | { is: 'failed'; message: string; count: number }
  /** The server does not take it as it is: somebody has to do something. */
  | { is: 'refused'; message: string; count: number }

export interface SaverParts {
  send(pending: Pending, version: number): Promise<AssessSaved>
  /** The form as it stands now. */
  read(): Promise<Standing>
  /** The server was not reached, or fell: worth another try by itself. */
  passing(error: unknown): boolean
  /** Somebody else changed the same. */
  clashing(error: unknown): boolean
  wordsOf(error: unknown): string
  later(run: () => void, ms: number): () => void
  onState(state: SaveState): void
  onSaved(saved: AssessSaved): void
  /** Taken over from somebody else. */
  onOthers(others: Others): void
  onClash(clashes: readonly Clash[]): void
  /** What is not on the server yet, to be kept on this device. */
  onPending(pending: Pending): void
}

const TRIES = [2_000, 4_000, 8_000, 15_000]
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const without = <V>(all: Readonly<Record<string, V>>, keys: ReadonlySet<string>): Record<string, V> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !keys.has(key)))

/** Evidence and photos that were not sent stay as they are. */
const sameAnswer = (mine: NewAnswerData, theirs: StoredAnswerData) =>
  same(mine.option, theirs.option) &&
  (mine.evidence === undefined || same(mine.evidence, theirs.evidence)) &&
  (mine.photos === undefined || same(mine.photos ?? [], theirs.photos))

export function createSaver(version: number, savedAt: string | null, parts: SaverParts) {
  let known = version
  let waiting: Pending = NOTHING
  let sending: Pending = NOTHING
  let clashes: readonly Clash[] = []
  let busy = false
  let tries = 0
  let stopped = false
  let cancel: () => void = () => undefined
  let idle: (() => void)[] = []

  const unsent = () => joined(sending, waiting)
  const settle = () => {
    const done = idle
    idle = []
    for (const one of done) one()
  }

  /** Sets aside what clashes, and takes over what does not. */
  function meet(others: Others) {
    const { answers, inputs, fields } = waiting
    const found: Clash[] = []
    for (const theirs of others.answers) {
      const mine = answers[theirs.itemId]
      if (mine && !sameAnswer(mine, theirs)) found.push({ of: 'answer', key: theirs.itemId, mine, theirs })
    }
    for (const theirs of others.inputs) {
      const mine = inputs[theirs.key]
      if (mine !== undefined && mine !== theirs.value) found.push({ of: 'input', key: theirs.key, mine, theirs })
    }
    for (const theirs of others.fields) {
      const mine = fields[theirs.key]
      if (mine !== undefined && !same(mine, theirs.value)) found.push({ of: 'field', key: theirs.key, mine, theirs })
    }
    if (found.length > 0) {
      const both = new Set(found.map((one) => one.key))
      waiting = {
        ...waiting,
        answers: without(answers, both),
        inputs: without(inputs, both),
        fields: without(fields, both),
      }
      clashes = [...clashes.filter((one) => !both.has(one.key)), ...found]
      parts.onClash(clashes)
    }
    // What is asked about is not taken over before somebody has chosen.
    const asked = new Set(clashes.map((one) => one.key))
    const free: Others = {
      answers: others.answers.filter((one) => !asked.has(one.itemId) && !(one.itemId in waiting.answers)),
      inputs: others.inputs.filter((one) => !asked.has(one.key) && !(one.key in waiting.inputs)),
      fields: others.fields.filter((one) => !asked.has(one.key) && !(one.key in waiting.fields)),
    }
    if (free.answers.length + free.inputs.length + free.fields.length > 0) parts.onOthers(free)
  }

  /** What they changed since then. */
  const since = (now: Standing, before: number): Others => ({
    answers: now.answers.filter((one) => one.version > before),
    inputs: now.inputs.filter((one) => one.version > before),
    fields: now.fields.filter((one) => one.version > before),
  })

  async function run(): Promise<void> {
    cancel()
    if (busy || stopped) return
    if (countOf(waiting) === 0) return settle()
    busy = true
    sending = waiting
    waiting = NOTHING
    parts.onState({ is: 'saving' })
    try {
      const saved = await parts.send(sending, known)
      known = saved.version
      sending = NOTHING
      tries = 0
      parts.onPending(waiting)
      parts.onSaved(saved)
      parts.onState({ is: 'saved', at: saved.savedAt })
      meet({ answers: saved.others, inputs: saved.otherInputs, fields: saved.otherFields })
      busy = false
      return void run()
    } catch (error) {
      waiting = joined(sending, waiting)
      sending = NOTHING
      parts.onPending(waiting)
      if (parts.clashing(error)) return void reread(error)
      busy = false
      const count = countOf(waiting)
      if (parts.passing(error)) {
        parts.onState({ is: 'failed', message: parts.wordsOf(error), count })
        cancel = parts.later(() => void run(), TRIES[Math.min(tries++, TRIES.length - 1)]!)
      } else {
        parts.onState({ is: 'refused', message: parts.wordsOf(error), count })
      }
      settle()
    }
  }

  /** Somebody else was first: theirs is read, and only what both changed is asked about. */
  async function reread(refusal: unknown): Promise<void> {
    try {
      const now = await parts.read()
      const before = known
      known = now.version
      const clashed = clashes.length
      meet(since(now, before))
      busy = false
      if (countOf(waiting) === 0) {
        parts.onState({ is: 'saved', at: null })
        return settle()
      }
      // Nothing that explains the refusal: asking again would be refused again.
      if (now.version === before && clashes.length === clashed) {
        parts.onState({ is: 'refused', message: parts.wordsOf(refusal), count: countOf(waiting) })
        return settle()
      }
      return void run()
    } catch (error) {
      busy = false
      parts.onState({ is: 'failed', message: parts.wordsOf(error), count: countOf(waiting) })
      cancel = parts.later(() => void run(), TRIES[Math.min(tries++, TRIES.length - 1)]!)
      settle()
    }
  }

  parts.onState({ is: 'saved', at: savedAt })
  return {
    add(part: Partial<Pending>): void {
      waiting = joined(waiting, { ...NOTHING, ...part })
      parts.onPending(unsent())
      void run()
    },
    /** Now, and not when its time has come. */
    again: () => void run(),
    /** Answers once nothing is under way; true when everything is on the server. */
    flush: () =>
      new Promise<boolean>((resolve) => {
        idle.push(() => resolve(countOf(unsent()) === 0 && clashes.length === 0))
        if (!busy) void run()
      }),
    /** `mine`: what I have chosen goes over theirs; otherwise theirs stays. */
    settleClash(key: string, mine: boolean): void {
      const clash = clashes.find((one) => one.key === key)
      if (!clash) return
      clashes = clashes.filter((one) => one !== clash)
      parts.onClash(clashes)
      const none: Others = { answers: [], inputs: [], fields: [] }
      if (clash.of === 'answer') {
        if (mine) this.add({ answers: { [key]: clash.mine } })
        else parts.onOthers({ ...none, answers: [clash.theirs] })
      } else if (clash.of === 'input') {
        if (mine) this.add({ inputs: { [key]: clash.mine } })
        else parts.onOthers({ ...none, inputs: [clash.theirs] })
      } else if (mine) this.add({ fields: { [key]: clash.mine } })
      else parts.onOthers({ ...none, fields: [clash.theirs] })
    },
    /** Read anew because somebody else was heard to have saved. */
    meet(now: Standing): void {
      if (busy || now.version <= known) return
      const before = known
      known = now.version
      meet(since(now, before))
      void run()
    },
    version: () => known,
    /** After a submit of its own, which answered with a newer form. */
    stands(saved: Pick<AssessSaved, 'version' | 'savedAt'>): void {
      known = saved.version
      parts.onState({ is: 'saved', at: saved.savedAt })
    },
    unsent,
    stop(): void {
      stopped = true
      cancel()
    },
  }
}
export type Saver = ReturnType<typeof createSaver>
