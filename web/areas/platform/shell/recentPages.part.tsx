import { ChevronRight } from 'lucide-react'
import { openPage } from '#web/kit/open'
import { PageCard } from '#web/kit/parts/PageCard'
import { useRecent } from '#web/kit/recent'

/** The bench itself is where one stands. */
const SELF = new Set(['/home', '/console'])
const SHOWN = 8

export function RecentPages({ className }: { className?: string }) {
  const recent = useRecent().filter((page) => !SELF.has(page.path))
  return (
    <PageCard title="最近打开" className={className}>
      {recent.length === 0 ? (
        <p className="yy-quiet">打开过的页面会按先后列在这里，方便接着办。</p>
      ) : (
        <ul className="yy-bench-list yy-no-padding">
          {recent.slice(0, SHOWN).map((page) => (
            <li key={page.path}>
              <button type="button" className="yy-entry" onClick={() => openPage(page.path)}>
                <span>{page.title}</span>
                <ChevronRight size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </PageCard>
  )
}
