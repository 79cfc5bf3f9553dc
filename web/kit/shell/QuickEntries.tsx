// The user's own shortcuts: what the organisation gave them until they choose for themselves.
import { lazy, Suspense, useState } from 'react'
import { openPage } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { useSession } from '#web/kit/session'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import type { QuickEntryItem } from '#web/kit/storage'
import './quickEntries.css'

const QuickEntryChoice = lazy(() => import('#web/kit/shell/QuickEntryChoice'))

/** Kept as whole entries, as the session gives them: title and icon of a page that no menu names are its own. */
export function useQuickEntries(): [QuickEntryItem[], (paths: string[]) => void] {
  const given = useSession((state) => state.quickEntry)
  const menus = useSession((state) => state.menus)
  const may = useMay()
  const [chosen, setChosen] = usePreference<readonly QuickEntryItem[] | null>(PREFERENCE.quickEntry, null)
  const entries = chosen ?? given
  const leaves = new Map(
    menus.flatMap((top) =>
      top.groups.flatMap((group) =>
        group.leaves.map((leaf) => [leaf.path, { title: leaf.title, icon: leaf.icon || top.icon }] as const),
      ),
    ),
  )
  const known = new Map(entries.map((entry) => [entry.path, entry]))
  const entryOf = (path: string): QuickEntryItem => {
    const leaf = leaves.get(path)
    const own = known.get(path)
    return { title: leaf?.title ?? own?.title ?? path, path, icon: own?.icon || leaf?.icon || null }
  }
  // An entry whose page the user may no longer open is left out, not removed: the role may come back.
  const opens = (path: string) => leaves.has(path) || may(routes.match(path)?.page.needs ?? '')
  const shown = entries.filter((entry) => opens(entry.path)).map((entry) => entryOf(entry.path))
  return [shown, (paths) => setChosen(paths.map(entryOf))]
}

export function QuickEntries({ className }: { className?: string }) {
  const [entries, choose] = useQuickEntries()
  const [choosing, setChoosing] = useState(false)
  return (
    <PageCard
      title="快捷入口"
      className={className}
      extra={
        <button type="button" className="yy-link" onClick={() => setChoosing(true)}>
          自定义
        </button>
      }
    >
      {entries.length === 0 ? (
        <p className="yy-quiet">还没有快捷入口。点“自定义”，把常用页面放在这里。</p>
      ) : (
        <div className="yy-quick yy-grid yy-gap-8">
          {entries.map((entry) => (
            <button
              className="yy-row yy-middle yy-gap-10 yy-no-border yy-ink yy-tint yy-round yy-press"
              type="button"
              key={entry.path}
              onClick={() => openPage(entry.path)}
            >
              <MenuIcon icon={entry.icon} size={20} />
              <span>{entry.title}</span>
            </button>
          ))}
        </div>
      )}
      <Suspense fallback={null}>
        {choosing && (
          <QuickEntryChoice
            chosen={entries.map((entry) => entry.path)}
            onChoose={choose}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </PageCard>
  )
}
