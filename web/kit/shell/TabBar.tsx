// One tab per opened page; what does not fit is in the menu at the end.
import type { MenuProps } from 'antd'
import { ChevronDown, House, RotateCw, X } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { classes } from '#web/kit/classes'
import { closeTab, closeTabs, refreshTab, showTab, useTabs } from '#web/kit/open'
import { MenuButton, showMenu } from '#web/kit/parts/menu'
import type { Tab } from '#web/kit/tabs'
import './tabBar.css'

const acts = (tab: Tab): MenuProps['items'] => [
  { key: 'remake', label: '刷新' },
  { key: 'close', label: '关闭', disabled: tab.pinned },
  { key: 'others', label: '关闭其他' },
  { key: 'right', label: '关闭右侧' },
  { key: 'all', label: '全部关闭' },
]

function act(key: string, tab: Tab) {
  if (key === 'remake') refreshTab(tab.key)
  else if (key === 'close') closeTab(tab.key)
  else if (key === 'others' || key === 'right' || key === 'all') closeTabs(key, tab.key)
}

const idOf = (tab: Tab) => `yy-tab-${tab.key}`

/** Many of them, and each with a menu: only the ones that changed are drawn again. */
const TabButton = memo(function TabButton({ tab, active }: { tab: Tab; active: boolean }) {
  const self = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) self.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') showTab(tab.key)
    else if (event.key === 'Delete' && !tab.pinned) closeTab(tab.key)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const to = event.key === 'ArrowRight' ? self.current?.nextElementSibling : self.current?.previousElementSibling
      to?.querySelector<HTMLElement>('.yy-tab')?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={self}
      className={classes(
        'yy-tab-box yy-flex yy-fixed yy-relative yy-ink',
        tab.pinned && 'is-pinned',
        active && 'is-active',
      )}
      onContextMenu={(event) => {
        event.preventDefault()
        const at = { x: event.clientX, y: event.clientY }
        showMenu({ at, menu: { items: acts(tab), onClick: ({ key }) => act(key, tab) } })
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !tab.pinned) closeTab(tab.key)
      }}
    >
      <div
        id={idOf(tab)}
        role="tab"
        tabIndex={active ? 0 : -1}
        aria-selected={active}
        className="yy-tab yy-row yy-gap-6 yy-press"
        title={tab.title}
        onClick={() => showTab(tab.key)}
        onKeyDown={onKey}
      >
        {tab.pinned && <House size={15} aria-hidden />}
        <span>{tab.title}</span>
      </div>
      {!tab.pinned && (
        <button
          className="yy-grid yy-fixed yy-bare yy-no-padding yy-second"
          type="button"
          tabIndex={-1}
          aria-label={`关闭${tab.title}`}
          onClick={() => closeTab(tab.key)}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  )
})

export function TabBar() {
  const all = useTabs((state) => state.tabs)
  const active = useTabs((state) => state.active)
  const front = all.find((tab) => tab.key === active)
  const menu = (): MenuProps => ({
    items: [
      ...all.map((tab) => ({ key: `tab:${tab.key}`, label: tab.title })),
      { type: 'divider' as const },
      ...(front ? (acts(front) ?? []) : []),
    ],
    selectedKeys: active === null ? [] : [`tab:${active}`],
    className: 'yy-tab-menu yy-scroll',
    onClick: ({ key }) => {
      if (key.startsWith('tab:')) showTab(key.slice(4))
      else if (front) act(key, front)
    },
  })
  return (
    <div className="yy-tabbar yy-flex yy-gap-4 yy-narrow yy-white">
      {/* Beside each tab stands a button that closes it, and a list of tabs may hold nothing else: it names its tabs. */}
      <div role="tablist" aria-label="已打开的页面" aria-owns={all.map(idOf).join(' ')} />
      <div className="yy-tabs yy-tall yy-flex yy-grow">
        {all.map((tab) => (
          <TabButton key={tab.key} tab={tab} active={tab.key === active} />
        ))}
      </div>
      <button
        type="button"
        className="yy-icon-button"
        title="刷新当前页"
        aria-label="刷新当前页"
        onClick={() => refreshTab(front?.key)}
      >
        <RotateCw size={15} aria-hidden />
      </button>
      <MenuButton menu={menu} className="yy-icon-button" title="全部标签" aria-label="全部标签">
        <ChevronDown size={16} aria-hidden />
      </MenuButton>
    </div>
  )
}
