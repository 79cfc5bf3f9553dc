// Counts beside menu entries: they equal what the list behind them shows, and vanish at zero.
import { create } from 'zustand'

export interface Badge {
  count: number
  /** red: an act is late or an alarm is open. */
  tone: 'plain' | 'red'
  /** What is counted, where several entries count the same: the rail adds it once. */
  of?: string
}

export const useBadges = create<{ badges: Readonly<Record<string, Badge>> }>()(() => ({ badges: {} }))

export function setBadge(path: string, count: number, tone: Badge['tone'] = 'plain', of: string = path): void {
  const { [path]: old, ...rest } = useBadges.getState().badges
  if ((old?.count ?? 0) === count && (old?.tone ?? tone) === tone) return
  useBadges.setState({ badges: count > 0 ? { ...rest, [path]: { count, tone, of } } : rest })
}

/** The count of a menu entry: by its own address, else by the page that it opens. */
export const badgeOf = (
  badges: Readonly<Record<string, Badge>>,
  leaf: { path: string; target: string },
  real: (target: string) => string | undefined,
): Badge | undefined => badges[leaf.path] ?? badges[real(leaf.target) ?? leaf.target]
