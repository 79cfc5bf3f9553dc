import type { MenuProps } from 'antd'
import { ChevronDown } from 'lucide-react'
import { MenuButton } from '#web/kit/parts/menu'
import { allowedActions, type ListHandle, linkOf, type RowAction, runAction, titleOf } from './acts.ts'

interface RowActionsProps<Row> {
  row: Row
  actions: readonly RowAction<Row>[]
  may(needs: string): boolean
  list: ListHandle
  /** 王秀兰・入住中 */
  heading: string
}

const LINKS = 2

/** Two links and 更多, which names the row and lists what is left. */
export function RowActions<Row>({ row, actions, may, list, heading }: RowActionsProps<Row>) {
  const allowed = allowedActions(actions, row, may)
  const links = allowed.filter((action) => !action.danger).slice(0, LINKS)
  const rest = allowed.filter((action) => !links.includes(action))
  const run = (action: RowAction<Row>) => runAction(action, row, list)
  const menu = (): MenuProps => ({
    items: [
      {
        key: 'heading',
        type: 'group',
        label: `${heading}可办`,
        children: rest.flatMap((action, index) => {
          const item = {
            key: String(index),
            label: `${titleOf(action, row)}${action.danger ? '…' : ''}`,
            danger: action.danger ?? false,
            ...(action.icon !== undefined && { icon: action.icon }),
            onClick: ({ domEvent }: { domEvent: { stopPropagation(): void } }) => {
              domEvent.stopPropagation()
              run(action)
            },
          }
          const first = action.danger && index > 0 && !rest[index - 1]!.danger
          return first ? [{ key: 'line', type: 'divider' as const }, item] : [item]
        }),
      },
    ],
  })
  if (allowed.length === 0) return <span className="yy-none">—</span>
  return (
    <span className="yy-row-acts yy-inline-flex yy-gap-12 yy-one-line">
      {links.map((action, index) => (
        <button key={index} type="button" className="yy-link" onClick={() => run(action)}>
          {linkOf(action, row)}
        </button>
      ))}
      {rest.length > 0 && (
        <MenuButton menu={menu} menuClass="yy-row-menu" className="yy-link yy-row-more yy-inline yy-gap-2">
          更多
          <ChevronDown size={14} aria-hidden />
        </MenuButton>
      )}
    </span>
  )
}

/** Wide enough for the longest line any visible row has. */
export function actsWidth<Row>(
  rows: readonly Row[],
  actions: readonly RowAction<Row>[],
  may: (needs: string) => boolean,
): number {
  let widest = 0
  for (const row of rows) {
    const allowed = allowedActions(actions, row, may)
    const links = allowed.filter((action) => !action.danger).slice(0, LINKS)
    const words = links.reduce((sum, action) => sum + linkOf(action, row).length * 14 + 12, 0)
    widest = Math.max(widest, words + (allowed.length > links.length ? 46 : -12))
  }
  return Math.max(72, widest + 22)
}
