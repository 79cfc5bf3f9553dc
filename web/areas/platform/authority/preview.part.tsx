// The menu as an administrator of an organisation would find it: rail, groups and pages of one landing end.

import { Segmented } from 'antd'
import { useState } from 'react'
import type { AuthorityNode } from '#contract/platform/authority'
import { MenuStatus } from '#contract/platform/authority'
import { landingEnd } from '#contract/platform/landingEnd'
import { classes } from '#web/kit/classes'
import { Empty } from '#web/kit/parts/Empty'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import { childrenOf } from './menuTree.ts'

/** Shown entries of a landing end; a group without a page is not shown. */
function shownIn(nodes: readonly AuthorityNode[], end: string): AuthorityNode[] {
  return nodes
    .filter((node) => node.status === MenuStatus.is.shown && node.menuType !== 'CUSTOM_FUNC' && node.ends.includes(end))
    .map((node) => ({ ...node, child: shownIn(childrenOf(node), end) }))
    .filter((node) => node.menuType !== 'MENU' || node.child.length > 0)
}

function Leaves({ nodes }: { nodes: readonly AuthorityNode[] }) {
  return nodes
    .filter((node) => node.menuType !== 'MENU')
    .map((node) => (
      <li key={node.authorityId}>
        {node.authorityName}
        {node.menuType === 'IN_LINK' && <small>外部链接</small>}
      </li>
    ))
}

export function MenuPreview({
  open,
  tree,
  onClose,
}: {
  open: boolean
  tree: readonly AuthorityNode[]
  onClose(): void
}) {
  const { data: ends } = useCall(landingEnd.calls.names, {})
  const [end, setEnd] = useState('WEB')
  const [chosen, setChosen] = useState<string | null>(null)
  const rails = shownIn(tree, end)
  const rail = rails.find((one) => one.authorityId === chosen) ?? rails[0]
  return (
    <SideDrawer open={open} title="菜单预览" about="管理员看到的样子，不含没有授权的情形" onClose={onClose}>
      <Segmented
        options={(ends ?? []).map((one) => ({ value: one.landingEndCode, label: one.landingEndName }))}
        value={end}
        onChange={setEnd}
      />
      {!rail && <Empty title="这个登录端还没有菜单" text="给菜单项勾选这个登录端后，会出现在这里。" />}
      {rail && (
        <div className="yy-menu-preview yy-above-12 yy-grid yy-hidden yy-edge yy-round-card">
          <ul className="yy-menu-preview-rail yy-plain-list">
            {rails.map((one) => (
              <li key={one.authorityId}>
                <button
                  type="button"
                  className={classes(
                    'yy-rail-item yy-relative yy-tiny yy-row yy-middle yy-bare yy-no-padding yy-round',
                    one === rail && 'is-current',
                  )}
                  onClick={() => setChosen(one.authorityId)}
                >
                  <MenuIcon icon={one.icon} size={18} />
                  <span>{one.authorityName}</span>
                </button>
              </li>
            ))}
          </ul>
          <div className="yy-menu-preview-side">
            <b>{rail.authorityName}</b>
            <ul className="yy-plain-list">
              <Leaves nodes={rail.menuType === 'MENU' ? childrenOf(rail) : [rail]} />
            </ul>
            {childrenOf(rail)
              .filter((group) => group.menuType === 'MENU')
              .map((group) => (
                <section key={group.authorityId}>
                  <small>{group.authorityName}</small>
                  <ul className="yy-plain-list">
                    <Leaves nodes={childrenOf(group)} />
                  </ul>
                </section>
              ))}
          </div>
        </div>
      )}
    </SideDrawer>
  )
}
