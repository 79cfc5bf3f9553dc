// The pages a user opened last, newest first, for the bench and the palette.
import { PREFERENCE, setPreference, usePreference, usePreferences } from '#web/kit/preferences'

export interface RecentPage {
  path: string
  title: string
}

const KEPT = 12
/** Told to the server when the user has settled, not with every click. */
const WAIT = 10_000

const isRecent = (value: unknown): value is RecentPage =>
  typeof (value as RecentPage | null)?.path === 'string' && typeof (value as RecentPage | null)?.title === 'string'

const listOf = (value: unknown): RecentPage[] => (Array.isArray(value) ? value.filter(isRecent) : [])

export function noteRecent(page: RecentPage): void {
  const list = listOf(usePreferences.getState().values[PREFERENCE.recentPages])
  if (list[0]?.path === page.path && list[0].title === page.title) return
  setPreference(PREFERENCE.recentPages, [page, ...list.filter((one) => one.path !== page.path)].slice(0, KEPT), WAIT)
}

export const useRecent = (): RecentPage[] => listOf(usePreference<unknown>(PREFERENCE.recentPages, [])[0])
