// Whether what stands on the screen is current. The line is lost when the server has not been heard for a moment and no
// connection stands; what was shown before carries the time it is from.

import { useEffect, useState } from 'react'
import { secondText } from '#contract/kit/clock'
import { useConnection } from '#web/kit/realtime'
import { type Connection, SILENCE } from '#web/kit/socket'

/** A connection that comes back within this time is not worth a word. */
export const GRACE = 3_000
const LOOK_MS = 500

export interface Line {
  lost: boolean
  /** When the server was last heard; null: never yet. */
  since: number | null
}

/** `opened`: when this page began, for a line that never stood. */
export function lineOf(
  now: number,
  { state, heardAt }: { state: Connection; heardAt: number | null },
  opened: number,
): Line {
  const silence = now - (heardAt ?? opened)
  if (state === 'off') return { lost: false, since: heardAt }
  if (state === 'open') return { lost: silence > SILENCE + LOOK_MS && heardAt !== null, since: heardAt }
  return { lost: silence > (heardAt === null ? SILENCE : GRACE), since: heardAt }
}

const OPENED = Date.now()

export function useLine(): Line {
  const connection = useConnection()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return lineOf(Math.max(now, connection.heardAt ?? 0), connection, OPENED)
}

const lostNow = () => {
  const connection = useConnection.getState()
  return lineOf(Math.max(Date.now(), connection.heardAt ?? 0), connection, OPENED).lost
}

/** Only whether it is lost: a large page is not drawn again for every word of the server. */
export function useLost(): boolean {
  const [lost, setLost] = useState(lostNow)
  useEffect(() => {
    const look = () => setLost(lostNow())
    look()
    const timer = setInterval(look, LOOK_MS)
    const off = useConnection.subscribe(look)
    return () => {
      clearInterval(timer)
      off()
    }
  }, [])
  return lost
}

/** hh:mm:ss by the clock in China. */
export const secondsOf = (at: number) => secondText(at)
