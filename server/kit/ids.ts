import { createHash, randomFillSync } from 'node:crypto'

let lastTime = 0
let turn = 0

/** Asking the system for every eight bytes takes several times as long as making the rest of an id. */
const chance = Buffer.alloc(4096)
let used = chance.length

function eightBytes(): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  const text = chance.toString('hex', used, used + 8)
  // What became an id is not kept.
  chance.fill(0, used, used + 8)
  used += 8
  return text
}

/**
 * 32 lower-case hex digits that sort by time of creation, so that new rows land at the end of an index. Those of one
 * process sort exactly in the order they were made, also within a millisecond and when the clock is set back.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastTime) {
    lastTime = now
    turn = 0
  } else if (turn === 0xffff) {
    lastTime += 1
    turn = 0
  } else turn += 1
  return lastTime.toString(16).padStart(12, '0') + turn.toString(16).padStart(4, '0') + eightBytes()
}

/** The same name always gives the same id: rows the product itself seeds. */
export const fixedId = (name: string) => createHash('md5').update(name).digest('hex')

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
