// The pages a user opened last, newest first, for the bench and the palette. They stay on this computer: telling the
// server with every page would fill its operation log.
import { create } from 'zustand'
import { useSession } from '#web/kit/session'
import { local } from '#web/kit/storage'

export interface RecentPage {
  path: string
  title: string
}

const KEPT = 12

const isRecent = (value: unknown): value is RecentPage =>
  typeof (value as RecentPage | null)?.path === 'string' && typeof (value as RecentPage | null)?.title === 'string'

const keyOf = (userId: string) => `recent-${userId}` as const
const userNow = () => useSession.getState().user?.empInfo.empId ?? ''

function stored(userId: string): RecentPage[] {
  const list = local.get<unknown>(keyOf(userId))
  return Array.isArray(list) ? list.filter(isRecent) : []
}

const useStored = create<{ userId: string; list: RecentPage[] }>()(() => ({ userId: '', list: [] }))

/** The list of whoever is signed in, read once. */
function current(): RecentPage[] {
  const userId = userNow()
  if (useStored.getState().userId !== userId) useStored.setState({ userId, list: stored(userId) })
  return useStored.getState().list
}

export function noteRecent(page: RecentPage): void {
  const list = current()
  if (list[0]?.path === page.path && list[0].title === page.title) return
  const next = [page, ...list.filter((one) => one.path !== page.path)].slice(0, KEPT)
  useStored.setState({ list: next })
  local.set(keyOf(userNow()), next)
}

/** Filled with the first visit of a page, which comes before anything that shows the list. */
export const useRecent = (): readonly RecentPage[] => useStored((state) => state.list)
