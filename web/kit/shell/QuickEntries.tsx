// The user's own shortcuts: what the organisation gave them until they choose for themselves.
import { lazy, Suspense, useState } from 'react'
import { leavesOf } from '#web/kit/menu'
import { openPage } from '#web/kit/open'
import { PageCard } from '#web/kit/parts/PageCard'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { useSession } from '#web/kit/session'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import type { QuickEntryItem } from '#web/kit/storage'
import './quickEntries.css'

const QuickEntryChoice = lazy(() => import('#web/kit/shell/QuickEntryChoice'))

export function useQuickEntries(): [QuickEntryItem[], (paths: string[]) => void] {
  const given = useSession((state) => state.quickEntry)
  const menus = useSession((state) => state.menus)
  const [chosen, setChosen] = usePreference<string[] | null>(PREFERENCE.quickEntry, null)
  if (chosen === null) return [[...given], setChosen]
  const icons = new Map(
    menus.flatMap((top) => top.groups.flatMap((g) => g.leaves.map((leaf) => [leaf.path, top.icon] as const))),
  )
  const titles = new Map(leavesOf(menus).map((leaf) => [leaf.path, leaf]))
  const known = new Map(given.map((entry) => [entry.path, entry]))
  const items = chosen.flatMap((path) => {
    const leaf = titles.get(path)
    // An entry whose page the user may no longer open is left out, not removed: the role may come back.
    if (!leaf) return known.get(path) ?? []
    return { title: leaf.title, path, icon: known.get(path)?.icon || leaf.icon || icons.get(path) || null }
  })
  return [items, setChosen]
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
        <p className="yy-note">还没有快捷入口。点“自定义”，把常用页面放在这里。</p>
      ) : (
        <div className="yy-quick">
          {entries.map((entry) => (
            <button type="button" key={entry.path} onClick={() => openPage(entry.path)}>
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
