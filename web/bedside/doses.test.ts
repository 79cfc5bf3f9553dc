import { expect, it } from 'vitest'
import { TakeResult, TakeTerminal } from '#contract/drug/take'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugTakeState } from '#contract/drug/useWords'
import type { BoardElderData, CareBoardData, CareTaskData } from '#contract/nursing/task'
import { plusMinutes } from '#contract/nursing/taskFaces'
import { createQueue, type Sent, type Waiting } from '#web/offline/queue'
import { withWaiting } from './care.ts'
import { dosesNow, GIVE, GIVE_LATE, patchedTakes, readyByElder, refusedOf } from './doses.ts'
import { rowsOf } from './elders.ts'
import { doseActs } from './useDoses.ts'

const DAY = '2026-11-19'
const NOW = `${DAY} 08:20:00`
const { WAITING, SET_OUT, CHECKED, GIVEN, MISSED, OUT, STOPPED, REFUSED } = DrugTakeState.is

const take = (takeId: string, clock: string, state: DrugTakeData['state'], more: Partial<DrugTakeData> = {}) =>
  ({
    takeId,
    oldmanId: 'e1',
    drugName: takeId,
    planTime: `${DAY} ${clock}:00`,
    openFrom: plusMinutes(`${DAY} ${clock}:00`, -30),
    dueUntil: plusMinutes(`${DAY} ${clock}:00`, 60),
    lateUntil: plusMinutes(`${DAY} ${clock}:00`, 360),
    state,
    checkedBy: state === CHECKED ? 'zhou' : null,
    highAlert: null,
    undoUntil: null,
    version: 1,
    ...more,
  }) as DrugTakeData
const waiting = (no: string, what: string, input: object, refused: string | null = null): Waiting => ({
  no,
  user: 'u',
  what,
  input,
  files: [],
  at: NOW,
  about: no,
  refused,
  order: 1,
})
const faces = (takes: readonly DrugTakeData[], presses: readonly Waiting[] = [], now = NOW) =>
  dosesNow(takes, presses, now).map(({ take: { takeId }, face }) => `${takeId} ${face}`)

it('shows what is about to be given, and says by its own clock when its time is over', () => {
  const takes = [
    take('a', '08:00', CHECKED),
    take('b', '08:00', SET_OUT),
    take('c', '08:30', WAITING),
    take('d', '12:00', CHECKED),
    take('e', '08:00', OUT),
    take('f', '08:00', STOPPED),
    take('g', '07:00', CHECKED),
    take('h', '07:00', MISSED),
    take('i', '07:00', CHECKED, { highAlert: '胰岛素' }),
    take('j', '01:00', CHECKED),
    take('k', '07:50', GIVEN, { undoUntil: `${DAY} 08:25:00` }),
    take('l', '07:40', GIVEN, { undoUntil: `${DAY} 08:15:00` }),
  ]
  expect(faces(takes)).toEqual([
    'a ready',
    'b notChecked',
    'c notSetOut',
    // Its limit was 08:00: nobody gives it as if it were in time.
    'g late',
    // Never checked, or high-alert: a matter of the nurses.
    'h missed',
    'i missed',
    'k over',
  ])
  // The same device an hour later, without network.
  expect(faces([take('a', '08:00', CHECKED)], [], `${DAY} 09:00:01`)).toEqual(['a late'])
})

it('counts what was pressed and waits, not what the server refused, and tells care and drugs apart', () => {
  const takes = [take('a', '08:00', CHECKED), take('b', '08:00', CHECKED), take('c', '07:00', CHECKED)]
  const given = waiting('1', GIVE, { takeIds: ['a'], result: TakeResult.is.given, doneAt: NOW })
  const refused = waiting('2', GIVE, { takeIds: ['b'], result: TakeResult.is.refused, doneAt: NOW, reason: '说药苦' })
  const late = waiting('3', GIVE_LATE, { takeIds: ['c'], doneAt: `${DAY} 07:20:00`, reason: '设备离线' })
  const states = (presses: readonly Waiting[]) =>
    dosesNow(takes, presses, NOW).map(({ take: one, waits }) => [one.takeId, one.state, one.late ?? false, waits])
  expect(states([given, refused, late])).toEqual([
    ['a', GIVEN, false, '1'],
    ['b', REFUSED, false, '2'],
    ['c', GIVEN, true, '3'],
  ])
  const told = { ...given, refused: '王倩 08:10 已服' }
  // Not offered again beside the word that somebody else gave it; the next answer of the server says how it stands.
  expect(faces(takes, [told])).toEqual(['b ready', 'c late'])
  expect([refusedOf(takes, [told, refused]), refusedOf([takes[1]!], [told])]).toEqual([[told], []])
  // Tasks of care know nothing of it.
  const task = { taskId: 't', state: 'WAITING' } as unknown as CareTaskData
  expect(withWaiting([task], [given, late])).toEqual([task])
  const care = waiting('4', 'add', { taskIds: ['t'], result: 'done', doneAt: NOW })
  expect(faces(takes, [care])).toEqual(['a ready', 'b ready', 'c late'])
})

it('whoever has drugs to be given now stands in the list with them', () => {
  const elder = (oldmanId: string) =>
    ({
      oldmanId,
      oldmanName: oldmanId,
      roomName: '201室',
      bedName: `0${oldmanId.slice(1)}床`,
      away: null,
    }) as BoardElderData
  const board = { elders: [elder('e1'), elder('e2')], projects: [], tasks: [] } as unknown as CareBoardData
  const ready = readyByElder(
    dosesNow([take('a', '08:10', CHECKED), take('b', '08:00', CHECKED), take('c', '07:00', CHECKED)], [], NOW),
  )
  expect([...ready]).toEqual([['e1', { from: `${DAY} 08:00:00`, count: 2 }]])
  expect(
    rowsOf(board, [], NOW, ready).map(({ elder: { oldmanId }, section, what, when }) => [
      oldmanId,
      section,
      what,
      when,
    ]),
  ).toEqual([
    ['e1', 'now', '服药 2 种', '08:00'],
    ['e2', 'finished', '今天没有任务', ''],
  ])
})

it('puts what others press into what it knows, and asks only where that is not enough', () => {
  const takes = [take('a', '08:00', CHECKED)]
  const elders = new Set(['e1'])
  const given = take('a', '08:00', GIVEN, { version: 2 })
  expect(patchedTakes(takes, { takes: [given], oldmanIds: [] }, elders)).toEqual({ takes: [given], ask: false })
  // The message of an earlier press comes after the answer to a later one.
  expect(patchedTakes([given], { takes: [...takes], oldmanIds: [] }, elders).takes).toEqual([given])
  const strange = take('x', '08:00', CHECKED, { oldmanId: 'e9' })
  expect(patchedTakes(takes, { takes: [strange], oldmanIds: [] }, elders)).toEqual({ takes, ask: false })
  const asks = (told: DrugTakeData[], oldmanIds: string[]) =>
    patchedTakes(takes, { takes: told, oldmanIds }, elders).ask
  expect([asks([take('n', '12:00', WAITING)], []), asks([], ['e1']), asks([], ['e9']), asks([], [])]).toEqual([
    true,
    true,
    false,
    true,
  ])
})

it('keeps presses with their time and number over the end of the page, and sends each once, in order', async () => {
  const rows = new Map<string, string>()
  const store = {
    all: async () => [...rows.values()].map((text) => JSON.parse(text) as Waiting).sort((a, b) => a.order - b.order),
    put: async (one: Waiting) => void rows.set(one.no, JSON.stringify(one)),
    remove: async (no: string) => void rows.delete(no),
  }
  let up = false
  const arrived: Waiting[] = []
  const send = async (one: Waiting): Promise<Sent> => {
    if (!up) return { kind: 'later' }
    arrived.push(one)
    return (one.input as { takeIds: string[] }).takeIds[0] === 'b'
      ? { kind: 'refused', reason: '停药，不能记为已服' }
      : { kind: 'done', data: null }
  }
  let shown: readonly Waiting[] = []
  const page = async (at: string) => {
    const queue = createQueue({
      user: 'u',
      store,
      send,
      onChange: (list) => void (shown = list),
      onDone: () => undefined,
    })
    await queue.load()
    const acts = doseActs({ queue, flush: queue.flush, nowText: () => at, put: () => undefined })
    return { queue, acts }
  }
  const doses = dosesNow(
    [take('a', '08:00', CHECKED), take('b', '08:00', CHECKED), take('c', '07:00', CHECKED)],
    [],
    NOW,
  )
  const before = await page(NOW)
  await before.acts.give([doses[0]!], '王秀兰 a', { result: TakeResult.is.given, scanned: 'YYR-e1' })
  await before.acts.give([doses[1]!], '王秀兰 b', { result: TakeResult.is.given })
  // The device died; an hour later it is there again, and then the network.
  const after = await page(`${DAY} 09:30:00`)
  await after.acts.giveLate(doses[2]!, '王秀兰 c', { doneAt: `${DAY} 07:20:00`, reason: '设备离线' })
  const [first, , third] = shown
  expect([shown.length, arrived.length]).toEqual([3, 0])
  up = true
  await after.queue.flush()
  expect(arrived.map((one) => one.what)).toEqual([GIVE, GIVE, GIVE_LATE])
  expect(arrived.map((one) => one.no)).toEqual([first!.no, expect.any(String), third!.no])
  expect(arrived[0]!.input).toEqual({
    takeIds: ['a'],
    doneAt: NOW,
    terminal: TakeTerminal.is.bedside,
    result: TakeResult.is.given,
    scanned: 'YYR-e1',
  })
  // The one that was refused is told and stays until somebody decides.
  expect(shown.map((one) => one.refused)).toEqual(['停药，不能记为已服'])
  await after.queue.flush()
  expect(arrived).toHaveLength(3)
  await after.queue.drop(shown[0]!.no)
  expect([shown, rows.size]).toEqual([[], 0])
})
