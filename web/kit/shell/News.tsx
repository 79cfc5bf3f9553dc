// The news of a release, once per user and only to somebody who has nothing more urgent on the screen: beside an open alarm
// or on the wall they wait for the next start.
import { lazy, useEffect, useState } from 'react'
import { shell } from '#contract/platform/shell'
import { tabs, useTabs } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { useCall } from '#web/kit/query'
import { useRoom } from '#web/kit/quiet'
import { parseAddress } from '#web/kit/routes'

const VersionDialog = lazy(() => import('#web/kit/shell/VersionDialog'))

/** A page that fills the window stands in front. */
export const useCovered = () =>
  useTabs((state) => {
    const top = state.active === null ? undefined : tabs.topOf(state.active)
    return top ? routes.match(parseAddress(top.address).path)?.page.covers === true : false
  })

export function News() {
  const { data } = useCall(shell.calls.versionShown, {}, { silent: true, staleTime: Number.POSITIVE_INFINITY })
  const room = useRoom()
  const covered = useCovered()
  const [withheld, setWithheld] = useState(false)
  const urgent = room === 'busy' || covered
  useEffect(() => {
    if (urgent) setWithheld(true)
  }, [urgent])
  if (withheld || urgent || room !== 'free' || !data || data.isShow !== 0 || data.isLook !== 0) return null
  return <VersionDialog record={data} />
}
