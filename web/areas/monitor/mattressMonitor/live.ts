// What the mattresses of a monitor say now. The call gives the beginning; messages move single cards, so that a house of a
// thousand beds redraws only those that changed.

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { alarm } from '#contract/monitor/alarm'
import { mattress, type TileData } from '#contract/monitor/mattress'
import type { MonitorName, MonitorRowData, MonitorStateValue } from '#contract/monitor/mattressMonitor'
import { AlarmStatus, OnlineStatus } from '#contract/monitor/words'
import { onEvent } from '#web/kit/realtime'

/** A value at a moment; null: no reading. */
export interface Point {
  at: number
  value: number | null
}

export interface LiveRow extends MonitorRowData {
  /** Heart and breath of the last half hour, oldest first: minutes, then what was pushed. */
  points: Point[]
}

const HALF_HOUR = 30 * 60_000
const MINUTE = 60_000
const SETTLE = 1_500

export function stateOf(row: Pick<MonitorRowData, 'alarm' | 'online' | 'watching' | 'inBed'>): MonitorStateValue {
  if (row.alarm) return row.alarm.takenAt === null ? 'alarm' : 'taken'
  if (row.online !== OnlineStatus.is.online) return 'offline'
  if (row.watching.length > 0) return 'watch'
  return row.inBed === 0 ? 'out' : 'in'
}

function pointsOf(row: MonitorRowData, name: MonitorName, now: number, before: readonly Point[]): Point[] {
  if (name !== 'heart' && name !== 'breath') return []
  const to = (Math.floor(now / MINUTE) + 1) * MINUTE
  const first = to - row.curve.length * MINUTE
  const made = row.curve.map((value, i) => ({ at: first + i * MINUTE + MINUTE / 2, value }))
  // The running minute stands as it was pushed; before it the minutes are the better knowledge.
  const edge = to - 2 * MINUTE
  const pushed = before.filter((point) => point.at >= edge)
  const minutes = pushed.length > 0 ? made.filter((point) => point.at < edge) : made
  return [...minutes, ...pushed]
}

const ORDER: readonly MonitorStateValue[] = ['alarm', 'taken', 'watch', 'out', 'in', 'offline']

/** As the server sorts: alarms, who is overdue, then by state and place. */
export function urgencyOf(row: LiveRow): string {
  if (row.alarm) return `0${row.alarm.takenAt === null ? 0 : 1}${row.alarm.urgency}${row.alarm.raisedAt}`
  if (row.overdue) return `${row.ruled ? 1 : 2}${row.bedPath}`
  return `3${ORDER.indexOf(row.state)}${row.bedPath}`
}

export class LiveRows {
  private rows = new Map<string, LiveRow>()
  private listeners = new Map<string, Set<() => void>>()
  private all = new Set<() => void>()
  /** Grows with a new answer, and a moment after a state changed: cards must not jump about under the mouse. */
  private order = 0
  private settling: ReturnType<typeof setTimeout> | undefined

  constructor(private name: MonitorName) {}

  fill(rows: readonly MonitorRowData[]): void {
    const now = Date.now()
    const before = this.rows
    this.rows = new Map(
      rows.map((row) => {
        const known = before.get(row.deviceId)
        const points = pointsOf(row, this.name, now, known?.points ?? [])
        // What was pushed after the call had read its rows is newer.
        const newer = known && (known.at ?? 0) > (row.at ?? 0)
        const said = newer ? pushedPart(known) : {}
        const made = { ...row, ...said, points }
        return [row.deviceId, { ...made, state: stateOf(made) }]
      }),
    )
    for (const id of new Set([...before.keys(), ...this.rows.keys()])) this.tell(id)
    this.reorder()
  }

  tile(tile: TileData): void {
    const row = this.rows.get(tile.deviceId)
    if (!row || tile.at < (row.at ?? 0)) return
    const value = this.name === 'heart' ? tile.heart : tile.breath
    const points =
      this.name === 'heart' || this.name === 'breath'
        ? [...row.points.filter((point) => point.at > tile.at - HALF_HOUR), { at: tile.at, value }]
        : row.points
    const made = { ...row, ...tile, since: tile.since ?? row.since, points }
    this.put({ ...made, state: stateOf(made) })
  }

  alarm(deviceId: string, card: MonitorRowData['alarm'], closed: string | null): void {
    const row = this.rows.get(deviceId)
    if (!row || (closed !== null && row.alarm?.recordId !== closed)) return
    // Of several the one that nobody goes to yet stays.
    const kept = row.alarm?.recordId !== card?.recordId && row.alarm?.takenAt === null && card?.takenAt !== null
    if (card !== null && row.alarm && kept) return
    const made = { ...row, alarm: card }
    this.put({ ...made, state: stateOf(made) })
  }

  private put(row: LiveRow): void {
    const before = this.rows.get(row.deviceId)
    this.rows.set(row.deviceId, row)
    this.tell(row.deviceId)
    if (before?.state !== row.state) this.settling ??= setTimeout(() => this.reorder(), SETTLE)
  }

  private tell(id: string): void {
    for (const listener of this.listeners.get(id) ?? []) listener()
  }
  private reorder(): void {
    clearTimeout(this.settling)
    this.settling = undefined
    this.order++
    for (const listener of this.all) listener()
  }

  subscribe(id: string, listener: () => void): () => void {
    const set = this.listeners.get(id) ?? new Set()
    this.listeners.set(id, set)
    set.add(listener)
    return () => void set.delete(listener)
  }
  follow = (listener: () => void) => {
    this.all.add(listener)
    return () => void this.all.delete(listener)
  }
  get = (id: string) => this.rows.get(id)
  list = () => [...this.rows.values()]
  ordered = () => this.order
}

const pushedPart = ({ online, inBed, heart, breath, move, wet, at, since, watching }: LiveRow) => ({
  online,
  inBed,
  heart,
  breath,
  move,
  wet,
  at,
  since,
  watching,
})

/** The rows of one monitor, kept current while it is on the screen. */
export function useLiveRows(name: MonitorName, rows: readonly MonitorRowData[] | undefined): LiveRows {
  const live = useMemo(() => new LiveRows(name), [name])
  useEffect(() => {
    if (rows) live.fill(rows)
  }, [live, rows])
  useEffect(() => {
    const offTiles = onEvent(mattress.events.tiles, ({ tiles }) => {
      for (const tile of tiles) live.tile(tile)
    })
    const offAlarms = onEvent(alarm.events.changed, ({ card }) => {
      if (!card.deviceId || card.source !== 'MATTRESS') return
      const { recordId, type, content, urgency, raisedAt, takenAt, takerName } = card
      if (card.status === AlarmStatus.is.open)
        live.alarm(card.deviceId, { recordId, type, content, urgency, raisedAt, takenAt, takerName }, null)
      else live.alarm(card.deviceId, null, recordId)
    })
    return () => {
      offTiles()
      offAlarms()
    }
  }, [live])
  return live
}

export const useLiveRow = (live: LiveRows, id: string) =>
  useSyncExternalStore(
    (listener) => live.subscribe(id, listener),
    () => live.get(id),
  )
