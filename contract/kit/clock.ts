// The product's clock is China's, whatever zone a server or a browser stands in: texts `yyyy-MM-dd HH:mm:ss`, days
// `yyyy-MM-dd`, moments in milliseconds. China has had no summer time since 1991, and nothing here is older.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Ahead of UTC. */
export const ZONE_MS = 8 * HOUR_MS

/** The last moment that a text can say: whatever lies after it reads as that. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A date whose UTC fields are those of the clock in China. */
export const localDate = (ms: number) => new Date(ms + ZONE_MS > LAST ? LAST : ms + ZONE_MS)

/** yyyy-MM-dd HH:mm:ss */
export const timeText = (ms = Date.now()) => localDate(ms).toISOString().slice(0, 19).replace('T', ' ')

/** yyyy-MM-dd */
export const dayText = (ms = Date.now()) => localDate(ms).toISOString().slice(0, 10)

/** yyyy-MM */
export const monthText = (ms = Date.now()) => localDate(ms).toISOString().slice(0, 7)

/** HH:mm:ss */
export const secondText = (ms: number) => localDate(ms).toISOString().slice(11, 19)

/** The moment of a text; a day alone is its midnight. */
export const momentOf = (text: string) =>
  Date.parse(`${text.length > 10 ? text.slice(0, 19).replace(' ', 'T') : `${text}T00:00:00`}+08:00`)
