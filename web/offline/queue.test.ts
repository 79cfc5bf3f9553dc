import { beforeEach, expect, it } from 'vitest'
import { createQueue, type Sent, type Waiting } from './queue.ts'

/** A store that keeps copies, as a device does: what is changed afterwards and not put again is lost with the page. */
function deviceStore() {
  const rows = new Map<string, string>()
  return {
    rows,
    all: async (user: string) =>
      [...rows.values()]
        .map((text) => JSON.parse(text) as Waiting)
        .filter((one) => one.user === user)
        .sort((a, b) => a.order - b.order),
    put: async (one: Waiting) => void rows.set(one.no, JSON.stringify(one)),
    remove: async (no: string) => void rows.delete(no),
  }
}

/** Answers a number it knows with its first answer, as the server does, and may lose an answer on the way back. */
class House {
  taken: string[] = []
  asked = 0
  up = true
  lose = 0
  refuse = new Map<string, string>()
  send = async (one: Waiting): Promise<Sent> => {
    this.asked++
    if (!this.up) return { kind: 'later' }
    const reason = this.refuse.get(one.no)
    if (reason) return { kind: 'refused', reason }
    if (!this.taken.includes(one.no)) this.taken.push(one.no)
    if (this.lose > 0) {
      this.lose--
      return { kind: 'later' }
    }
    return { kind: 'done', data: one.no }
  }
}

let store = deviceStore()
let house = new House()
let shown: readonly Waiting[] = []
const press = (no: string) => ({
  no,
  what: 'add',
  input: { taskIds: [no] },
  files: [],
  at: '2026-11-16 15:31:00',
  about: no,
})
async function page(user = 'zhou') {
  const queue = createQueue({
    user,
    store,
    send: house.send,
    onChange: (list) => {
      shown = list
    },
    onDone: () => undefined,
  })
  await queue.load()
  return queue
}

beforeEach(() => {
  store = deviceStore()
  house = new House()
  shown = []
})

it('keeps what is pressed without network, in its order, over the end of the page', async () => {
  house.up = false
  const queue = await page()
  for (const no of ['a', 'b', 'c']) await queue.add(press(no))
  expect([await queue.flush(), shown.map((one) => one.no), house.taken]).toEqual(['later', ['a', 'b', 'c'], []])
  // Only the first is tried while nothing comes through.
  expect(house.asked).toBe(1)
  house.up = true
  const later = await page()
  expect(shown.map((one) => one.no)).toEqual(['a', 'b', 'c'])
  expect([await later.flush(), shown, house.taken, store.rows.size]).toEqual(['empty', [], ['a', 'b', 'c'], 0])
})

it('is sent once although the answer was lost, and by two pages at once', async () => {
  house.lose = 1
  const queue = await page()
  await queue.add(press('a'))
  expect([await queue.flush(), shown.length]).toEqual(['later', 1])
  const other = await page()
  await Promise.all([queue.flush(), queue.flush(), other.flush()])
  expect([house.taken, store.rows.size]).toEqual([['a'], 0])
})

it('shows what the server refuses and goes on with the rest; a person decides', async () => {
  house.refuse.set('a', '张护士 15:32 已经完成')
  const queue = await page()
  for (const no of ['a', 'b']) await queue.add(press(no))
  expect(await queue.flush()).toBe('empty')
  expect([house.taken, shown.map((one) => [one.no, one.refused])]).toEqual([['b'], [['a', '张护士 15:32 已经完成']]])
  await page()
  expect(shown.map((one) => one.refused)).toEqual(['张护士 15:32 已经完成'])
  const again = await page()
  house.refuse.clear()
  await again.retry('a')
  await again.flush()
  expect([house.taken, shown, store.rows.size]).toEqual([['b', 'a'], [], 0])
  house.refuse.set('c', '不再适合')
  await again.add(press('c'))
  await again.flush()
  await again.drop('c')
  expect([house.taken, shown, store.rows.size]).toEqual([['b', 'a'], [], 0])
})

it('belongs to who pressed: another user of the device does not send it', async () => {
  house.up = false
  const queue = await page('zhou')
  await queue.add(press('a'))
  house.up = true
  const other = await page('wang')
  expect([shown, await other.flush(), house.taken]).toEqual([[], 'empty', []])
  const back = await page('zhou')
  await back.flush()
  expect(house.taken).toEqual(['a'])
})

it('loses nothing over random faults', async () => {
  let seed = 7
  const below = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % n
  }
  let queue = await page()
  const pressed: string[] = []
  for (let i = 0; i < 400; i++) {
    const act = below(5)
    if (act < 2) {
      const no = `n${i}`
      pressed.push(no)
      await queue.add(press(no))
    } else if (act === 2) house.up = below(2) === 0
    else if (act === 3) house.lose = below(3)
    else queue = await page()
    await queue.flush()
  }
  house.up = true
  house.lose = 0
  await queue.flush()
  expect(house.taken).toEqual(pressed)
  expect([shown, store.rows.size]).toEqual([[], 0])
})
