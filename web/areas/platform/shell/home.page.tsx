import { lazy, Suspense } from 'react'
import { useSession } from '#web/kit/session'
import { PageSkeleton } from '#web/kit/shell/PageSkeleton'
import Welcome from './console.page.tsx'

const Bench = lazy(() => import('./bench.part.tsx'))

/** The bench where the organisation has set a first page, otherwise the welcome page. */
export default function Home() {
  const arrived = useSession((state) => state.configArrived)
  const first = useSession((state) => state.config.loginPageConfig.mainFirstUrl)
  if (first) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Bench />
      </Suspense>
    )
  }
  return arrived ? <Welcome /> : <PageSkeleton />
}
