// The rights of a role: a tab per landing end, the rails at the left, their pages with buttons at the right.
import { Button, Checkbox, Input, Tabs } from 'antd'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { RightData, RightNode } from '#contract/platform/role'
import { Empty } from '#web/kit/parts/Empty'
import { MenuIcon } from '#web/kit/shell/menuIcon'
import {
  type Chosen,
  childrenOf,
  chosenOf,
  type EndTree,
  filtered,
  pagesOnly,
  pairsOf,
  tally,
  ticked,
  toggled,
} from './rights.ts'
import './role.css'

const isGroup = (node: RightNode) => node.menuType === 'MENU'
/** Entries that every signed-in user has; ticking them changes nothing but lets a role enter the landing end. */
const isEveryones = (node: RightNode) => node.authorityCode.startsWith('page:')

interface BranchProps {
  chosen: ReadonlySet<string>
  disabled: boolean
  onToggle(node: RightNode, on: boolean): void
}

function PageRow({ page, chosen, disabled, onToggle }: BranchProps & { page: RightNode }) {
  const buttons = childrenOf(page)
  const own = chosen.has(page.authorityId)
  const some = buttons.filter((button) => chosen.has(button.authorityId)).length
  return (
    <div className="yy-rights-page yy-over">
      <Checkbox
        className="yy-rights-name"
        checked={own}
        indeterminate={own && some < buttons.length}
        disabled={disabled}
        onChange={(event) => onToggle(page, own && some < buttons.length ? true : event.target.checked)}
      >
        {page.authorityName}
        {isEveryones(page) && <small className="yy-second yy-small">所有人可见</small>}
      </Checkbox>
      <div className="yy-rights-buttons yy-flex yy-wrap">
        {buttons.map((button) => (
          <Checkbox
            key={button.authorityId}
            checked={chosen.has(button.authorityId)}
            disabled={disabled}
            onChange={(event) => onToggle(button, event.target.checked)}
          >
            {button.authorityName}
          </Checkbox>
        ))}
      </div>
    </div>
  )
}

function GroupBox({ group, ...rest }: BranchProps & { group: RightNode }) {
  const { chosen, all } = tally([group], rest.chosen)
  return (
    <section className="yy-rights-group yy-below-12 yy-round">
      <header className="yy-row">
        <Checkbox
          checked={all > 0 && chosen === all}
          indeterminate={chosen > 0 && chosen < all}
          disabled={rest.disabled}
          onChange={() => rest.onToggle(group, chosen < all)}
        >
          <b>{group.authorityName}</b>
        </Checkbox>
        <span>
          {chosen} / {all}
        </span>
      </header>
      {childrenOf(group).map((page) => (
        <PageRow key={page.authorityId} page={page} {...rest} />
      ))}
    </section>
  )
}

/** Groups in their order; pages directly on the rail come first, buttons without a page last. */
function RailPages({ rail, ...rest }: BranchProps & { rail: RightNode }) {
  const direct = isGroup(rail) ? childrenOf(rail).filter((node) => !isGroup(node)) : [rail]
  const loose = direct.filter((node) => node.menuType !== 'CUSTOM_FUNC')
  const others = direct.filter((node) => node.menuType === 'CUSTOM_FUNC')
  return (
    <>
      {loose.length > 0 && (
        <section className="yy-rights-group yy-below-12 yy-round">
          {loose.map((page) => (
            <PageRow key={page.authorityId} page={page} {...rest} />
          ))}
        </section>
      )}
      {(isGroup(rail) ? childrenOf(rail) : []).filter(isGroup).map((group) => (
        <GroupBox key={group.authorityId} group={group} {...rest} />
      ))}
      {others.length > 0 && (
        <section className="yy-rights-group yy-below-12 yy-round">
          <header className="yy-row">
            <b>其他操作</b>
          </header>
          <div className="yy-rights-page yy-over yy-rights-others yy-wrap">
            {others.map((button) => (
              <Checkbox
                key={button.authorityId}
                checked={rest.chosen.has(button.authorityId)}
                disabled={rest.disabled}
                onChange={(event) => rest.onToggle(button, event.target.checked)}
              >
                {button.authorityName}
              </Checkbox>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

interface EndPanelProps {
  end: EndTree
  chosen: ReadonlySet<string>
  disabled: boolean
  onChange(next: ReadonlySet<string>): void
}

function EndPanel({ end, chosen, disabled, onChange }: EndPanelProps) {
  const [typed, setTyped] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const word = typed.trim().toLowerCase()
  const shown = useMemo(() => {
    const byWord = (node: RightNode) =>
      node.authorityName.toLowerCase().includes(word) || node.authorityCode.toLowerCase().includes(word)
    const found = word === '' ? [...end.authList] : filtered(end.authList, byWord)
    return onlyChosen ? ticked(found, chosen) : found
  }, [end.authList, word, onlyChosen, chosen])
  const searching = word !== '' || onlyChosen
  const current = shown.find((rail) => rail.authorityId === open) ?? shown[0]
  const total = tally(end.authList, chosen)
  const toggle = (node: RightNode, on: boolean) => {
    // While a search hides a part of a branch, ticking it must not reach what cannot be seen.
    onChange(toggled(end.authList, chosen, node, on))
  }
  const branch = { chosen, disabled, onToggle: toggle }
  return (
    <div className="yy-rights-end yy-stack yy-hidden yy-edge yy-round-card">
      <div className="yy-rights-tools yy-pad-8-12 yy-row yy-gap-16 yy-fixed yy-under">
        <Input
          allowClear
          prefix={<Search size={15} aria-hidden />}
          placeholder="搜索页面或按钮"
          aria-label="搜索页面或按钮"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox checked={onlyChosen} disabled={false} onChange={(event) => setOnlyChosen(event.target.checked)}>
          只看已选
        </Checkbox>
        <span className="yy-rights-total yy-push yy-second yy-one-line">
          已选 <b className="yy-ink">{total.chosen}</b> / {total.all} 项
        </span>
      </div>
      {shown.length === 0 && (
        <Empty
          title={onlyChosen && word === '' ? '还没有选择任何权限' : `没有名称含“${typed.trim()}”的页面或按钮`}
          text={searching ? '清除搜索可看全部。' : undefined}
        />
      )}
      {shown.length > 0 && (
        <div className="yy-rights-body yy-grid yy-flex-1 yy-low">
          <nav className="yy-rights-rails yy-tint" aria-label={`${end.landingEndName}的栏目`}>
            {shown.map((rail) => {
              const { chosen: some, all } = tally([rail], chosen)
              return (
                <button
                  key={rail.authorityId}
                  type="button"
                  className="yy-entry"
                  aria-current={!searching && rail === current ? 'true' : undefined}
                  onClick={() => {
                    setOpen(rail.authorityId)
                    document.getElementById(`rail-${rail.authorityId}`)?.scrollIntoView({ block: 'start' })
                  }}
                >
                  <MenuIcon icon={rail.icon || null} size={16} />
                  <span>{rail.authorityName}</span>
                  <small className={some > 0 ? 'is-some' : undefined}>
                    {some}/{all}
                  </small>
                </button>
              )
            })}
          </nav>
          <div className="yy-rights-pages">
            {(searching ? shown : current ? [current] : []).map((rail) => (
              <div key={rail.authorityId} id={`rail-${rail.authorityId}`}>
                <div className="yy-rights-rail yy-row yy-gap-8 yy-white">
                  <b>{rail.authorityName}</b>
                  {!disabled && !searching && (
                    <span className="yy-inline-flex yy-gap-8 yy-push">
                      <Button size="small" onClick={() => onChange(toggled(end.authList, chosen, rail, true))}>
                        全选
                      </Button>
                      <Button size="small" onClick={() => onChange(pagesOnly(rail, chosen))}>
                        只看不改
                      </Button>
                      <Button size="small" onClick={() => onChange(toggled(end.authList, chosen, rail, false))}>
                        清空
                      </Button>
                    </span>
                  )}
                </div>
                <RailPages rail={rail} {...branch} />
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

interface RightsEditorProps {
  id?: string
  trees: readonly EndTree[]
  value?: readonly RightData[] | null
  disabled?: boolean
  onChange?(value: RightData[]): void
}

export function RightsEditor({ id, trees, value, disabled = false, onChange }: RightsEditorProps) {
  const chosen = useMemo<Chosen>(() => chosenOf(trees, value ?? []), [trees, value])
  const panel = (end: EndTree) => (
    <EndPanel
      end={end}
      chosen={chosen[end.landingEndId] ?? new Set()}
      disabled={disabled}
      onChange={(next) => onChange?.(pairsOf(trees, { ...chosen, [end.landingEndId]: next }))}
    />
  )
  const [only] = trees
  return (
    <div className="yy-rights" id={id} tabIndex={-1}>
      {trees.length === 1 && only ? (
        panel(only)
      ) : (
        <Tabs
          size="small"
          items={trees.map((end) => {
            const { chosen: some, all } = tally(end.authList, chosen[end.landingEndId] ?? new Set())
            return {
              key: end.landingEndId,
              label: `${end.landingEndName} ${some}/${all}`,
              children: panel(end),
            }
          })}
        />
      )}
    </div>
  )
}
