import { DEFAULT_SYSTEM_NAME } from '#web/kit/constants'
import { useSession } from '#web/kit/session'
import { QuickEntries } from '#web/kit/shell/QuickEntries'
import { Greeting } from './greeting.part.tsx'
import { RecentPages } from './recentPages.part.tsx'
import './bench.css'

export default function Welcome() {
  const name = useSession((state) => state.config.iconConfig.systemName) ?? DEFAULT_SYSTEM_NAME
  return (
    <div className="yy-bench yy-grid yy-gap-12">
      <Greeting note={`欢迎使用${name}`} />
      <QuickEntries className="is-8" />
      <RecentPages className="is-4" />
    </div>
  )
}
