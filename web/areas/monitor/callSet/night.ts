// Day and night at the desks.

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

interface Times {
  dayFrom: string
  nightFrom: string
}

/** Whether it is night, on the clock of China; `nightFrom` may lie after midnight. */
export function isNight({ dayFrom, nightFrom }: Times, at = Date.now()): boolean {
  const now = Math.floor(at / 60_000 + 480) % 1440
  const [day, night] = [minutes(dayFrom), minutes(nightFrom)]
  return night > day ? now >= night || now < day : now >= night && now < day
}
