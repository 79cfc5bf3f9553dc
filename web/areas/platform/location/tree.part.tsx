// The tree of places: chosen by a click, each with its own small menu.
import { Button, Dropdown, Input, type MenuProps, Tree } from 'antd'
import { Ellipsis, Plus, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LevelData, type LocationNode, location } from '#contract/platform/location'
import { placesChanged } from '#web/areas/platform/room/forms'
import { send } from '#web/kit/call'
import { pathText } from '#web/kit/fields/place'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useMay } from '#web/kit/permission'
import { toast } from '#web/kit/toast'
import type { PlaceRequest } from './forms.part.tsx'

async function removePlace(node: LocationNode): Promise<void> {
  const answer = await confirmAct({
    title: `删除${node.levelName || '区域'}“${pathText(node.path)}”？`,
    effects: ['里面还有下级区域或房间时不能删除', '删除后不能恢复，只能重新新增'],
    verb: '删除区域',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(location.calls.remove, { locationId: node.locationId }, options),
  })
  if (answer === null) return
  toast.success(`已删除“${node.locationName}”`)
  placesChanged()
}

interface PlaceTreeProps {
  nodes: readonly LocationNode[]
  levels: readonly LevelData[]
  chosen: string | null
  onChoose(locationId: string | null): void
  onRequest(request: PlaceRequest): void
  onSort(parent: LocationNode | null): void
}

interface TreeNode {
  key: string
  title: string
  node: LocationNode
  children: TreeNode[]
}

const toTree = (nodes: readonly LocationNode[]): TreeNode[] =>
  nodes.map((node) => ({
    key: node.locationId,
    title: node.locationName,
    node,
    children: toTree(node.children ?? []),
  }))

/** What fits, with everything above it. */
function filtered(nodes: readonly LocationNode[], typed: string): LocationNode[] {
  return nodes.flatMap((node) => {
    if (node.locationName.includes(typed)) return [node]
    const children = filtered(node.children ?? [], typed)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

const keysOf = (nodes: readonly LocationNode[]): string[] =>
  nodes.flatMap((node) => [node.locationId, ...keysOf(node.children ?? [])])

export function PlaceTree({ nodes, levels, chosen, onChoose, onRequest, onSort }: PlaceTreeProps) {
  const may = useMay()
  const [typed, setTyped] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => (typed.trim() ? filtered(nodes, typed.trim()) : nodes), [nodes, typed])
  const tree = useMemo(() => toTree(shown), [shown])
  const expanded = useMemo(
    () => keysOf(shown).filter((key) => typed.trim() !== '' || !folded.has(key)),
    [shown, folded, typed],
  )
  const top = levels[0]
  const mayAdd = may(location.calls.create.needs)

  const menuOf = (node: LocationNode): NonNullable<MenuProps['items']> => {
    const below = levels[node.level]
    // Rooms lie in it: no places below.
    const full = node.children === null && node.roomCount > 0
    const add =
      mayAdd && below && !full
        ? [
            { key: 'add', label: `新增${below.locationName}` },
            { key: 'addMany', label: `批量新增${below.locationName}` },
          ]
        : []
    const change = may(location.calls.update.needs)
      ? [
          { key: 'rename', label: '改名' },
          ...((node.children?.length ?? 0) > 1 ? [{ key: 'sort', label: '下级排序' }] : []),
        ]
      : []
    const remove = may(location.calls.remove.needs)
      ? [
          { key: 'line', type: 'divider' as const },
          { key: 'remove', label: '删除…', danger: true },
        ]
      : []
    return [...add, ...change, ...(add.length + change.length > 0 ? remove : remove.slice(1))]
  }
  const run = (node: LocationNode, key: string) => {
    const below = levels[node.level]
    if (key === 'rename') onRequest({ act: 'rename', node })
    else if (key === 'sort') onSort(node)
    else if (key === 'remove') void removePlace(node)
    else if (below) onRequest({ act: key as 'add', parent: node, levelName: below.locationName })
  }

  return (
    <>
      <div className="yy-below-8 yy-flex yy-gap-8 yy-fixed">
        <Input
          allowClear
          value={typed}
          placeholder="查找区域"
          aria-label="查找区域"
          prefix={<Search size={15} aria-hidden />}
          onChange={(event) => setTyped(event.target.value)}
        />
        {mayAdd && top && (
          <Button
            type="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => onRequest({ act: 'add', parent: null, levelName: top.locationName })}
          >
            {top.locationName}
          </Button>
        )}
      </div>
      <button
        type="button"
        className={
          chosen === null
            ? 'yy-place-all yy-row yy-between yy-fixed yy-bare yy-soft-ink yy-round yy-place-on'
            : 'yy-place-all yy-row yy-between yy-fixed yy-bare yy-soft-ink yy-round'
        }
        onClick={() => onChoose(null)}
      >
        全部区域
        <span className="yy-second yy-small">{nodes.reduce((sum, node) => sum + node.roomCount, 0)} 间</span>
      </button>
      {shown.length === 0 && <p className="yy-place-none yy-second">没有找到“{typed.trim()}”</p>}
      <Tree<TreeNode>
        className="yy-place-tree"
        blockNode
        treeData={tree}
        selectedKeys={chosen ? [chosen] : []}
        expandedKeys={expanded}
        onExpand={(keys) => {
          const open = new Set(keys.map(String))
          setFolded(new Set(keysOf(nodes).filter((key) => !open.has(key))))
        }}
        onSelect={(keys) => onChoose(keys.length > 0 ? String(keys[0]) : null)}
        titleRender={({ node, title }) => {
          const items = menuOf(node)
          return (
            <span className="yy-place-row yy-row yy-gap-6">
              <span className="yy-place-name yy-grow yy-ellipsis">{title}</span>
              <span className="yy-fixed yy-second yy-small">{node.roomCount > 0 ? `${node.roomCount} 间` : ''}</span>
              {items.length > 0 && (
                <Dropdown
                  trigger={['click']}
                  menu={{
                    items,
                    onClick: ({ key, domEvent }) => {
                      domEvent.stopPropagation()
                      run(node, key)
                    },
                  }}
                >
                  <button
                    type="button"
                    className="yy-icon-act yy-inline yy-middle yy-no-padding yy-soft-ink yy-round yy-press yy-fixed"
                    aria-label={`${title}的操作`}
                    onClick={(event) => event.stopPropagation()}
                  >
                    <Ellipsis size={16} aria-hidden />
                  </button>
                </Dropdown>
              )}
            </span>
          )
        }}
      />
      {may(location.calls.sort.needs) && nodes.length > 1 && (
        <button type="button" className="yy-link yy-place-sort" onClick={() => onSort(null)}>
          {top?.locationName ?? '区域'}排序
        </button>
      )}
    </>
  )
}
