import { useEffect } from 'react'
import { openPage } from '#web/kit/open'
import { useSession } from '#web/kit/session'
import { landingAddress } from '#web/kit/shell/RouterBridge'

/** The empty path leads on to the landing view. */
export default function Startup() {
  const config = useSession((state) => state.config)
  const arrived = useSession((state) => state.configArrived)
  useEffect(() => {
    if (arrived) openPage(landingAddress(config))
  }, [arrived, config])
  return null
}
