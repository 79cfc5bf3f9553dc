import { describe, expect, it } from 'vitest'
import type { StoredAnswerData } from '#contract/nursing/assessFields'
import type { AssessSaved } from '#contract/nursing/assessForm'
import { type Clash, countOf, createSaver, type Others, type Pending, type SaveState, type Standing } from './saver.ts'

class Down extends Error {}
class Changed extends Error {}
class Refused extends Error {}

const answer = (itemId: string, option: string) => ({ answers: { [itemId]: { itemId, option } } })
const stored = (itemId: string, option: string, version: number, byName = '陆小燕'): StoredAnswerData => ({
  itemId,
  option,
  evidence: null,
  photos: [],
  byName,
  at: '2026-11-16 15:38:06',
  version,
})

/** A server that answers when it is told to. */
function desk(version = 1) {
  const sent: {
    pending: Pending
    version: number
    answer(saved?: Partial<AssessSaved>): void
    fail(error: Error): void
  }[] = []
  const later: (() => void)[] = []
  const states: SaveState[] = []
  let clashes: readonly Clash[] = []
  const others: Others[] = []
  let kept: Pending | null = null
  let standing: Standing = { version, answers: [], inputs: [], fields: [] }
  const saver = createSaver(version, null, {
    send: (pending, at) =>
      new Promise((resolve, reject) => {
        sent.push({
          pending,
          version: at,
          answer: (saved = {}) =>
            resolve({
              version: at + 1,
              savedAt: '2026-11-16 15:38:06',
              others: [],
              otherInputs: [],
              otherFields: [],
              ...saved,
            } as AssessSaved),
          fail: reject,
        })
      }),
    read: async () => standing,
    passing: (error) => error instanceof Down,
    clashing: (error) => error instanceof Changed,
    wordsOf: (error) => (error as Error).message,
    later: (run) => {
      later.push(run)
      return () => void later.splice(later.indexOf(run), 1)
    },
    onState: (state) => states.push(state),
    onSaved: () => undefined,
    onOthers: (given) => others.push(given),
    onClash: (all) => {
      clashes = all
    },
    onPending: (pending) => {
      kept = pending
    },
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    saver,
    sent,
    states,
    others,
    later,
    clashes: () => clashes,
    kept: () => kept!,
    stands: (now: Standing) => {
      standing = now
    },
    settled,
    last: () => states.at(-1)!,
  }
}

describe('a sheet that is being filled', () => {
  it('sends one message at a time, and what comes meanwhile with the next', async () => {
    const { saver, sent, settled, last, kept } = desk()
    saver.add(answer('B.1.1', 'A'))
    saver.add(answer('B.1.2', 'B'))
    saver.add(answer('B.1.2', 'C'))
    expect(sent).toHaveLength(1)
    expect(countOf(kept())).toBe(2)
    sent[0]!.answer()
    await settled()
    expect(sent[1]!.pending.answers).toEqual({ 'B.1.2': { itemId: 'B.1.2', option: 'C' } })
    expect(sent[1]!.version).toBe(2)
    sent[1]!.answer()
    await settled()
    expect(last()).toEqual({ is: 'saved', at: '2026-11-16 15:38:06' })
    expect(countOf(kept())).toBe(0)
  })

  it('keeps what a cut line did not take, says so and tries again by itself', async () => {
    const { saver, sent, settled, last, later, kept } = desk()
    saver.add(answer('B.1.1', 'A'))
    sent[0]!.fail(new Down('网络连接失败'))
    await settled()
    expect(last()).toEqual({ is: 'failed', message: '网络连接失败', count: 1 })
    expect(countOf(kept())).toBe(1)
    expect(later).toHaveLength(1)
    later[0]!()
    expect(sent[1]!.pending.answers).toHaveProperty('B.1.1')
    sent[1]!.answer()
    await settled()
    expect(last().is).toBe('saved')
  })

  it('does not try again by itself what the server does not take', async () => {
    const { saver, sent, settled, last, later } = desk()
    saver.add(answer('B.1.1', 'A'))
    sent[0]!.fail(new Refused('您不在评估权限名单上'))
    await settled()
    expect(last()).toEqual({ is: 'refused', message: '您不在评估权限名单上', count: 1 })
    expect(later).toHaveLength(0)
    expect(countOf(saver.unsent())).toBe(1)
  })

  it('takes over what somebody else answered meanwhile', async () => {
    const { saver, sent, settled, others, clashes } = desk()
    saver.add(answer('B.1.1', 'A'))
    sent[0]!.answer({ version: 4, others: [stored('B.1.5', 'B', 3)] })
    await settled()
    expect(others).toEqual([{ answers: [stored('B.1.5', 'B', 3)], inputs: [], fields: [] }])
    expect(clashes()).toEqual([])
  })

  it('asks about the same item changed by two, keeps both and sends the rest', async () => {
    const one = desk()
    const { saver, sent, settled, clashes, others } = one
    one.stands({ version: 3, answers: [stored('B.1.1', 'C', 3)], inputs: [], fields: [] })
    saver.add({ answers: { 'B.1.1': { itemId: 'B.1.1', option: 'A' }, 'B.1.2': { itemId: 'B.1.2', option: 'B' } } })
    sent[0]!.fail(new Changed('陆小燕刚才改过'))
    await settled()
    expect(clashes()).toMatchObject([
      { key: 'B.1.1', mine: { option: 'A' }, theirs: { option: 'C', byName: '陆小燕' } },
    ])
    expect(sent[1]).toMatchObject({ version: 3, pending: { answers: { 'B.1.2': { option: 'B' } } } })
    expect(sent[1]!.pending.answers).not.toHaveProperty('B.1.1')
    expect(others).toEqual([])
    sent[1]!.answer()
    await settled()
    saver.settleClash('B.1.1', true)
    expect(sent[2]!.pending.answers).toEqual({ 'B.1.1': { itemId: 'B.1.1', option: 'A' } })
    expect(clashes()).toEqual([])
  })

  it('gives way to the other where that is chosen', async () => {
    const one = desk()
    one.stands({ version: 3, answers: [stored('B.1.1', 'C', 3)], inputs: [], fields: [] })
    one.saver.add(answer('B.1.1', 'A'))
    one.sent[0]!.fail(new Changed('陆小燕刚才改过'))
    await one.settled()
    one.saver.settleClash('B.1.1', false)
    expect(one.others.at(-1)?.answers).toEqual([stored('B.1.1', 'C', 3)])
    expect(one.sent).toHaveLength(1)
    expect(await one.saver.flush()).toBe(true)
  })

  it('asks nobody where both chose the same', async () => {
    const one = desk()
    one.stands({ version: 3, answers: [stored('B.1.1', 'A', 3)], inputs: [], fields: [] })
    one.saver.add(answer('B.1.1', 'A'))
    one.sent[0]!.fail(new Changed('陆小燕刚才改过'))
    await one.settled()
    expect(one.clashes()).toEqual([])
    expect(one.sent[1]!.version).toBe(3)
  })

  it('answers a flush once nothing is under way', async () => {
    const { saver, sent, settled } = desk()
    saver.add(answer('B.1.1', 'A'))
    const done = saver.flush()
    sent[0]!.answer()
    await settled()
    expect(await done).toBe(true)
  })
})
