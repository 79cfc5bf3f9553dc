// Levels 2 and 3 of the menu, and under the bench what the user has put there.

import { ChevronLeft, ListIndentDecrease, ListIndentIncrease, Star } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { badgeOf, useBadges } from '#web/kit/badges'
import { classes } from '#web/kit/classes'
import { counted } from '#web/kit/count'
import { leavesOf, type MenuLeaf, type MenuTop } from '#web/kit/menu'
import { openPage } from '#web/kit/open'
import { realPath, routes } from '#web/kit/pages'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { prepareFiles } from '#web/kit/prepare'
import { useSession } from '#web/kit/session'
import './sideMenu.css'

interface LeafProps {
  leaf: MenuLeaf
  current: boolean
  starred?: boolean
  onStar?(): void
  drag?: { onDragStart(): void; onDrop(): void }
  onOpened(): void
}

/** A pointer that only passes by asks for nothing. */
const REST_MS = 80

function useRest(rested: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => clearTimeout(timer.current)
  return {
    onPointerEnter: () => {
      leave()
      timer.current = setTimeout(rested, REST_MS)
    },
    onPointerLeave: leave,
  }
}

function Leaf({ leaf, current, starred, onStar, drag, onOpened }: LeafProps) {
  const badge = useBadges((state) => badgeOf(state.badges, leaf, realPath))
  const rest = useRest(() => prepareFiles(leaf.path))
  return (
    <li
      className={classes('yy-side-leaf yy-relative yy-round', current && 'is-current')}
      {...(drag && {
        draggable: true,
        onDragStart: drag.onDragStart,
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: drag.onDrop,
      })}
    >
      <a
        className="yy-row yy-ink yy-round"
        href={`#${leaf.path}`}
        aria-current={current ? 'page' : undefined}
        draggable={false}
        {...rest}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          openPage(leaf.path)
          onOpened()
        }}
      >
        <span title={leaf.title}>{leaf.title}</span>
        {badge && <b className={badge.tone === 'red' ? 'is-red' : undefined}>{counted(badge.count)}</b>}
      </a>
      {onStar && (
        <button
          className="yy-bare yy-no-padding yy-round"
          type="button"
          title={starred ? '移出常用' : '加入常用'}
          aria-label={`${starred ? '移出' : '加入'}常用：${leaf.title}`}
          onClick={onStar}
        >
          <Star size={14} fill={starred ? 'currentColor' : 'none'} aria-hidden />
        </button>
      )}
    </li>
  )
}

interface SideMenuProps {
  top: MenuTop
  /** Real path of the page in front. */
  path: string
  isFirst: boolean
  /** It lies over the page and goes away with the next choice. */
  floating: boolean
  onFold(): void
  onUnfold(): void
  onOpened(): void
}

export function SideMenu({ top, path, isFirst, floating, onFold, onUnfold, onOpened }: SideMenuProps) {
  const menus = useSession((state) => state.menus)
  const [favourites, setFavourites] = usePreference<string[]>(PREFERENCE.favourites, [])
  const [dragged, setDragged] = useState<string | null>(null)
  const all = new Map(leavesOf(menus).map((leaf) => [leaf.path, leaf]))
  const liked = favourites.flatMap((one) => all.get(one) ?? [])
  const isCurrent = (leaf: MenuLeaf) => leaf.path === path || routes.match(leaf.target)?.path === path
  const star = (leaf: MenuLeaf) =>
    setFavourites(
      favourites.includes(leaf.path) ? favourites.filter((one) => one !== leaf.path) : [...favourites, leaf.path],
    )
  const dropBefore = (target: string) => {
    if (dragged === null || dragged === target) return
    const rest = favourites.filter((one) => one !== dragged)
    rest.splice(rest.indexOf(target), 0, dragged)
    setFavourites(rest)
    setDragged(null)
  }
  return (
    <aside className="yy-side yy-stack yy-white" aria-label={`${top.title}菜单`}>
      <header className="yy-row yy-between yy-fixed yy-under">
        <h2 className="yy-no-margin yy-strong yy-ellipsis">{top.title}</h2>
        <button
          type="button"
          className="yy-icon-button"
          title={floating ? '固定菜单' : '收起菜单'}
          aria-label={floating ? '固定菜单' : '收起菜单'}
          onClick={floating ? onUnfold : onFold}
        >
          {floating ? <ListIndentIncrease size={16} aria-hidden /> : <ListIndentDecrease size={16} aria-hidden />}
        </button>
      </header>
      <div className="yy-side-list yy-flex-1">
        {top.groups.map((group) => (
          <section key={group.menuId}>
            {group.title !== '' && <h3 className="yy-second yy-tiny yy-light">{group.title}</h3>}
            <ul className="yy-plain-list">
              {group.leaves.map((leaf) => (
                <Leaf
                  key={leaf.menuId}
                  leaf={leaf}
                  current={isCurrent(leaf)}
                  starred={favourites.includes(leaf.path)}
                  onStar={() => star(leaf)}
                  onOpened={onOpened}
                />
              ))}
            </ul>
          </section>
        ))}
        {isFirst && liked.length > 0 && (
          <section>
            <h3 className="yy-second yy-tiny yy-light">常用（可拖动排序）</h3>
            <ul className="yy-plain-list">
              {liked.map((leaf) => (
                <Leaf
                  key={leaf.menuId}
                  leaf={leaf}
                  current={false}
                  starred
                  onStar={() => star(leaf)}
                  drag={{ onDragStart: () => setDragged(leaf.path), onDrop: () => dropBefore(leaf.path) }}
                  onOpened={onOpened}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
      <footer className="yy-flex yy-between yy-fixed yy-tiny yy-over">
        <button type="button" className="yy-plain yy-inline" title="版本记录" onClick={() => openPage('/versionsLog')}>
          V{__VERSION__}
        </button>
        <button type="button" className="yy-plain yy-inline" onClick={onFold}>
          收起
          <ChevronLeft size={12} aria-hidden />
        </button>
      </footer>
    </aside>
  )
}
