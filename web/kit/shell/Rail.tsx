// Level 1 of the menu: the dark strip at the left edge.

import { badgeOf, useBadges } from '#web/kit/badges'
import { classes } from '#web/kit/classes'
import type { MenuTop } from '#web/kit/menu'
import { openPage } from '#web/kit/open'
import { realPath } from '#web/kit/pages'
import { useSession } from '#web/kit/session'
import { Mark } from '#web/kit/shell/Mark'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import './rail.css'

interface RailProps {
  current: MenuTop | null
  onChoose(top: MenuTop): void
}

export function Rail({ current, onChoose }: RailProps) {
  const menus = useSession((state) => state.menus)
  const systemIcon = useSession((state) => state.config.iconConfig.systemIcon)
  const badges = useBadges((state) => state.badges)
  /** Only what is late or open shows on the rail; plain counts stand beside their entries. */
  const red = (top: MenuTop) => {
    const counts = new Map<string, number>()
    for (const leaf of top.groups.flatMap((group) => group.leaves)) {
      const badge = badgeOf(badges, leaf, realPath)
      if (badge?.tone === 'red') counts.set(badge.of ?? leaf.path, badge.count)
    }
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }
  return (
    <nav className="yy-rail yy-stack" aria-label="主菜单">
      <button
        type="button"
        className="yy-rail-mark yy-grid yy-fixed yy-bare yy-no-padding"
        title="工作台"
        onClick={() => openPage('/home')}
      >
        {systemIcon ? <img src={systemIcon} alt="工作台" width={32} height={32} /> : <Mark size={32} />}
      </button>
      <ul className="yy-flex-1 yy-no-margin">
        {menus.map((top) => {
          const count = red(top)
          return (
            <li key={top.menuId}>
              <button
                type="button"
                className={classes(
                  'yy-rail-item yy-relative yy-tiny yy-row yy-middle yy-bare yy-no-padding yy-round',
                  current?.menuId === top.menuId && 'is-current',
                )}
                aria-current={current?.menuId === top.menuId ? 'true' : undefined}
                onClick={() => onChoose(top)}
              >
                <MenuIcon icon={top.icon} size={18} />
                <span>{top.title}</span>
                {count > 0 && (
                  <b className="yy-rail-badge yy-on yy-tiny yy-strong yy-center-text">{count > 99 ? '99+' : count}</b>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
