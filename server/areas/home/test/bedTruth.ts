// Every call that says something about the state of beds, asked at once and held against the rows, bed by bed.
import { expect } from 'vitest'
import type { FigureData, WaitingData } from '#contract/home/bench'
import type { MapBuildingData, MapRoomData } from '#contract/home/roomMap'
import type { WallData } from '#contract/home/wall'
import type { PageInfo } from '#contract/kit/paging'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import type { BedChoiceData } from '#contract/live/residence'
import { type BedData, bedStates } from '#contract/platform/bed'
import type { RoomData } from '#contract/platform/room'
import type { TestApp } from '#server/kit/test/app'

/** The facts, without the product's own derivation: read row by row and judged in words. */
async function truth(app: TestApp, orgId: string): Promise<Map<string, BedStatusValue | 'hidden'>> {
  const rows = async <T extends object>(text: string) => (await app.app.pool.query<T>(text, [orgId])).rows
  const beds = await rows<{ id: string; display: number }>('select bed_id as id, display from bed where org_id = $1')
  const held = await rows<{ id: string; kind: string; oldman: string; trial: boolean }>(
    `select o.bed_id as id, o.kind, o.oldman_id as oldman, exists (select 1 from stay s where s.org_id = o.org_id
        and s.stay_id = o.stay_id and s.kind = 'TRIAL') as trial
      from occupancy o where o.org_id = $1 and lower(o.days) <= current_date and (upper(o.days) is null or upper(o.days) > current_date)`,
  )
  const marks = await rows<{ id: string; mark: 6 | 7 }>('select bed_id as id, mark from bed_mark where org_id = $1')
  const out = await rows<{ id: string }>(
    'select oldman_id as id from outing where org_id = $1 and state in (1, 4, 6) and actual_out is not null and actual_return is null',
  )
  const away = new Set(out.map((row) => row.id))
  const judge = (id: string): BedStatusValue => {
    const by = held.find((row) => row.id === id)
    const mark = marks.find((row) => row.id === id)?.mark
    if (by?.kind === 'STAY') return away.has(by.oldman) ? 4 : by.trial ? 3 : 2
    if (by?.kind === 'ROOM') return 5
    if (mark === 6) return 6
    if (by) return 1
    return mark ?? 0
  }
  return new Map(beds.map(({ id, display }) => [id, display === 1 ? 'hidden' : judge(id)]))
}

const INDEX = '/pims/web-org/index'

export async function expectOneTruth(app: TestApp, orgId: string, token: string): Promise<Map<string, unknown>> {
  const get = async <T>(path: string, query: Record<string, string> = {}): Promise<T> => {
    const answer = await app.ask<T>('GET', path, { token, query })
    expect(answer, path).toMatchObject({ status: 200 })
    return answer.data
  }
  const facts = await truth(app, orgId)
  const shown = new Map([...facts].filter(([, status]) => status !== 'hidden')) as Map<string, BedStatusValue>
  const count = (...of: BedStatusValue[]) => [...shown.values()].filter((status) => of.includes(status)).length
  const sorted = (entries: Iterable<readonly [string, unknown]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  const same = (what: string, entries: Iterable<readonly [string, unknown]>, expected: ReadonlyMap<string, unknown>) =>
    expect([what, sorted(entries)]).toEqual([what, sorted(expected)])

  // Bed by bed.
  const map = await get<MapRoomData[]>(`${INDEX}/bedInfos`)
  same(
    'room map',
    map.flatMap((room) => room.beds.map((bed) => [bed.bedId, bed.status] as const)),
    shown,
  )
  const easy = await get<{ beds: { bedId: string; status: number }[] }[]>(`${INDEX}/bed/easy/room`)
  same(
    'plain map',
    easy.flatMap((room) => room.beds.map((bed) => [bed.bedId, bed.status] as const)),
    shown,
  )
  const choice = await get<BedChoiceData[]>('/pims/web-pi/oldmans/live/beds/choice')
  same(
    'bed choice',
    choice.map((bed) => [bed.bedId, bed.status] as const),
    shown,
  )
  const wanted = new Map([...facts].map(([id, one]) => [id, one === 'hidden' ? one : bedStates[one]]))
  const BEDS = '/ifms/web-org/beds'
  const list = await get<PageInfo<BedData>>(BEDS, { display: '3', size: '1000' })
  same(
    'bed list',
    list.list.map((bed) => [bed.bedId, bed.state] as const),
    wanted,
  )
  for (const bed of list.list) {
    const taken = [2, 3, 4, 5].includes(shown.get(bed.bedId) ?? 0)
    expect([bed.bedPath, bed.isUsed]).toEqual([bed.bedPath, taken ? 1 : 0])
  }

  // And every figure.
  for (const state of new Set([...Object.values(bedStates), 'hidden'])) {
    const { total } = await get<PageInfo<BedData>>(BEDS, { display: '3', size: '1', state })
    expect([state, total]).toEqual([state, [...wanted.values()].filter((one) => one === state).length])
  }
  const statistics = await get<{
    total: number
    used: number
    free: number
    list: { status: number; count: number }[]
  }>(`${INDEX}/statistics/bed`)
  expect(statistics).toMatchObject({ total: shown.size, used: count(2, 3, 4, 5), free: count(0) })
  for (const { value } of BedStatus.list) {
    expect(statistics.list.find((one) => one.status === value)).toMatchObject({ count: count(value) })
  }
  const buildings = await get<MapBuildingData[]>(`${INDEX}/buildings`)
  for (const { value } of BedStatus.list) {
    const inAll = buildings.reduce((sum, one) => sum + one.counts.find((row) => row.status === value)!.count, 0)
    expect([value, inAll]).toEqual([value, count(value)])
  }
  const bench = await get<FigureData[]>(`${INDEX}/count`)
  const beds = bench.find((one) => one.key === 'beds')!
  expect(beds.notes.map((note) => note.text)).toEqual([`${count(2, 3, 4, 5)} / ${shown.size} 床`, `空闲 ${count(0)}`])
  expect(bench.find((one) => one.key === 'out')?.count).toBe(count(4))
  const wall = await get<WallData>(`${INDEX}/wall`)
  expect(wall).toMatchObject({ beds: shown.size, held: count(2, 3, 4, 5), free: count(0), out: count(4) })
  const todos = await get<WaitingData[]>(`${INDEX}/waitHandle`)
  expect(todos.find((one) => one.key === 'bedsToClean')?.count ?? 0).toBe(count(7))
  const { figures } = await get<{ figures: Record<string, number> }>('/pims/web-org/orgInfos/12')
  expect(figures).toMatchObject({ beds: shown.size, usedBeds: count(2, 3, 4, 5), freeBeds: count(0) })
  const rooms = await get<PageInfo<RoomData>>('/ifms/web-org/rooms', { size: '1000' })
  const inRooms = (key: 'bedCount' | 'usedCount' | 'hiddenCount') =>
    rooms.list.reduce((sum, room) => sum + room[key], 0)
  expect([inRooms('bedCount'), inRooms('hiddenCount'), inRooms('usedCount')]).toEqual([
    facts.size,
    facts.size - shown.size,
    count(2, 3, 4, 5),
  ])
  return facts
}
