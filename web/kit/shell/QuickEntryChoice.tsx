import { Button, Checkbox } from 'antd'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import { leavesOf } from '#web/kit/menu'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useSession } from '#web/kit/session'

const MOST = 12

interface Props {
  chosen: readonly string[]
  onChoose(paths: string[]): void
  onClose(): void
}

export default function QuickEntryChoice({ chosen, onChoose, onClose }: Props) {
  const menus = useSession((state) => state.menus)
  const given = useSession((state) => state.quickEntry)
  const [paths, setPaths] = useState<string[]>([...chosen])
  const titles = new Map([
    ...given.map((entry) => [entry.path, entry.title] as const),
    ...leavesOf(menus).map((leaf) => [leaf.path, leaf.title] as const),
  ])
  const toggle = (path: string) =>
    setPaths(paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path])
  const move = (from: number, to: number) => {
    const next = [...paths]
    const [moved] = next.splice(from, 1)
    next.splice(to, 0, moved!)
    setPaths(next)
  }
  return (
    <SideDrawer
      open
      title="自定义快捷入口"
      onClose={onClose}
      foot={
        <div className="yy-drawer-foot">
          <span className="yy-second">
            已选 {paths.length} 个，最多 {MOST} 个
          </span>
          <span className="yy-drawer-foot-acts">
            <Button onClick={onClose}>不修改</Button>
            <Button
              type="primary"
              onClick={() => {
                onChoose(paths)
                onClose()
              }}
            >
              保存快捷入口
            </Button>
          </span>
        </div>
      }
    >
      <ol className="yy-quick-order yy-grid yy-gap-4 yy-no-padding" aria-label="已选，按显示顺序">
        {paths.map((path, at) => (
          <li className="yy-row yy-tint yy-round" key={path}>
            <span>{titles.get(path) ?? path}</span>
            <button
              type="button"
              className="yy-icon-button"
              aria-label={`上移${titles.get(path)}`}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <ArrowUp size={15} aria-hidden />
            </button>
            <button
              type="button"
              className="yy-icon-button"
              aria-label={`下移${titles.get(path)}`}
              disabled={at === paths.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown size={15} aria-hidden />
            </button>
            <button
              type="button"
              className="yy-icon-button"
              aria-label={`移除${titles.get(path)}`}
              onClick={() => toggle(path)}
            >
              <X size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      {menus.map((top) => (
        <section key={top.menuId} className="yy-quick-choice">
          <h4>{top.title}</h4>
          <div>
            {top.groups
              .flatMap((group) => group.leaves)
              .map((leaf) => (
                <Checkbox
                  key={leaf.menuId}
                  checked={paths.includes(leaf.path)}
                  disabled={!paths.includes(leaf.path) && paths.length >= MOST}
                  onChange={() => toggle(leaf.path)}
                >
                  {leaf.title}
                </Checkbox>
              ))}
          </div>
        </section>
      ))}
    </SideDrawer>
  )
}
