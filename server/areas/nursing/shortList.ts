// The first few of many, by name.

/** So many are named. */
export const NAMED = 5

/** 特护、全护理、半护理等 7 个: the names that were asked for, and how many there are. */
export const shortList = (names: readonly string[], count: number): string => {
  const shown = names.slice(0, NAMED).join('、')
  return count > NAMED ? `${shown}等 ${count} 个` : shown
}
