// Product, department, search on the left; what happens and who one is on the right.
import { CircleHelp, ListIndentIncrease, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { DEFAULT_SYSTEM_NAME, PRODUCT_NAME } from '#web/kit/constants'
import { useSession } from '#web/kit/session'
import { AccountMenu } from '#web/kit/shell/AccountMenu'
import { Bell } from '#web/kit/shell/Bell'
import { DeptSwitch } from '#web/kit/shell/DeptSwitch'
import { JobTray } from '#web/kit/shell/JobTray'
import { useTopItems } from '#web/kit/topItems'
import './topBar.css'

interface TopBarProps {
  folded: boolean
  onUnfold(): void
  onSearch(): void
  onHelp(): void
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

export function TopBar({ folded, onUnfold, onSearch, onHelp }: TopBarProps): ReactNode {
  const systemName = useSession((state) => state.config.iconConfig.systemName)
  const items = useTopItems((state) => state.items)
  const name = !systemName || systemName === DEFAULT_SYSTEM_NAME ? PRODUCT_NAME : systemName
  return (
    <header className="yy-top yy-row yy-gap-8 yy-narrow yy-white yy-under">
      {folded && (
        <button type="button" className="yy-icon-button" title="展开菜单" aria-label="展开菜单" onClick={onUnfold}>
          <ListIndentIncrease size={16} aria-hidden />
        </button>
      )}
      <strong className="yy-top-name yy-fixed yy-strong yy-ellipsis" title={systemName ?? name}>
        {name}
      </strong>
      <DeptSwitch />
      <button
        type="button"
        className="yy-top-search yy-row yy-gap-8 yy-second yy-left yy-tint yy-round"
        onClick={onSearch}
      >
        <Search size={15} aria-hidden />
        <span className="yy-flex-1 yy-ellipsis">找老人、床位、页面或操作，如“wyq 缴费”</span>
        <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <div className="yy-top-items yy-flex yy-ends yy-gap-8">
        {items.map(({ key, item: Item }) => (
          <Item key={key} />
        ))}
      </div>
      <JobTray />
      <button type="button" className="yy-icon-button" title="帮助" aria-label="帮助" onClick={onHelp}>
        <CircleHelp size={18} aria-hidden />
      </button>
      <Bell />
      <AccountMenu />
    </header>
  )
}
