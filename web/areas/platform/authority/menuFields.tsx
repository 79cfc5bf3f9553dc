// Controls of a menu entry: its place in the tree, its icon, its landing ends, its page.
import { AutoComplete, Button, Popover, Select, TreeSelect } from 'antd'
import { type AuthorityNode, MenuType, type MenuTypeValue, RAIL_LEVEL } from '#contract/platform/authority'
import { landingEnd } from '#contract/platform/landingEnd'
import type { Field, InputProps } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'
import { routes } from '#web/kit/pages'
import { useCall } from '#web/kit/query'
import { iconNames, MenuIcon } from '#web/kit/shell/menuIcon'
import { childrenOf, everyNode } from './menuTree.ts'

interface Choice {
  value: string
  title: string
  disabled: boolean
  children: Choice[]
}

/** Parents a kind of entry may have; the same rules as the server's, so that a wrong one cannot be chosen. */
export function mayHold(parent: AuthorityNode, type: MenuTypeValue): boolean {
  if (type === 'MENU') return parent.menuType === 'MENU' && parent.level === RAIL_LEVEL
  if (type === 'CUSTOM_FUNC') return parent.menuType === 'MENU' || parent.menuType === 'FUNC'
  return parent.menuType === 'MENU'
}

const TOP = '0'

/** Where the entry stands. `type` comes from the form beside it, through the field's props. */
function ParentInput(
  props: InputProps<string> & { tree?: readonly AuthorityNode[]; type?: MenuTypeValue; own?: string },
) {
  const { tree = [], type = 'FUNC', own, value, onChange, ...rest } = props
  const choices = (nodes: readonly AuthorityNode[]): Choice[] =>
    nodes
      .filter((node) => node.menuType !== 'CUSTOM_FUNC' && node.authorityId !== own)
      .filter((node) => type === 'CUSTOM_FUNC' || node.menuType === 'MENU')
      .map((node) => ({
        value: node.authorityId,
        title: node.authorityName,
        disabled: !mayHold(node, type),
        children: choices(childrenOf(node)),
      }))
  const top = type === 'MENU' ? [{ value: TOP, title: '顶层（左侧栏目）', disabled: false, children: [] }] : []
  return (
    <TreeSelect<string>
      placeholder="请选择上级"
      {...rest}
      className="yy-fill"
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandedKeys={value ? [value] : []}
      value={value ?? (type === 'MENU' ? TOP : undefined)}
      treeData={[...top, ...choices(tree)]}
      onChange={(next) => onChange?.(next === TOP ? null : next)}
    />
  )
}

export const parentField = (tree: readonly AuthorityNode[]): Field<string> => {
  const names = new Map(everyNode(tree).map((node) => [node.authorityId, node.authorityName]))
  const nameOf = (value: string | null | undefined) => (value ? (names.get(value) ?? value) : '顶层')
  return { ...text, cell: nameOf, text: nameOf, input: (props) => <ParentInput {...props} tree={tree} /> }
}

function IconInput({ id, value, onChange, disabled }: InputProps<string>) {
  const grid = (
    <div className="yy-icons yy-grid yy-gap-4" role="listbox" aria-label="图标">
      {iconNames.map((name) => (
        <button
          key={name}
          type="button"
          role="option"
          aria-selected={name === value}
          title={name}
          onClick={() => onChange?.(name)}
        >
          <MenuIcon icon={name} size={20} />
        </button>
      ))}
    </div>
  )
  return (
    <span className="yy-inline-flex yy-gap-4">
      <Popover content={grid} trigger="click" placement="bottomLeft">
        <Button id={id} disabled={disabled} icon={value ? <MenuIcon icon={value} size={18} /> : undefined}>
          {value ? '换一个' : '选择图标'}
        </Button>
      </Popover>
      {value && (
        <Button type="text" disabled={disabled} onClick={() => onChange?.(null)}>
          不用图标
        </Button>
      )}
    </span>
  )
}

export const iconField: Field<string> = {
  ...text,
  cell: (value) => (value ? <MenuIcon icon={value} size={18} /> : '无'),
  input: (props) => <IconInput {...props} />,
}

function EndsInput({ value, onChange, ...rest }: InputProps<string[]>) {
  const { data } = useCall(landingEnd.calls.names, {})
  return (
    <Select<string[]>
      placeholder="跟随上级"
      {...rest}
      className="yy-fill"
      mode="multiple"
      value={value ?? []}
      options={(data ?? []).map((end) => ({ value: end.landingEndCode, label: end.landingEndName }))}
      onChange={(next) => onChange?.(next.length === 0 ? null : next)}
    />
  )
}

export const endsField: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  width: 140,
  cell: (value) => (value ?? []).join('、'),
  text: (value) => (value ?? []).join('、'),
  input: (props) => <EndsInput {...props} />,
  search: () => null,
}

/** Pages of this product at hand; older consoles' routes may be typed. */
const pages = routes.pages
  .filter((page) => page.tab && !page.path.includes(':'))
  .map((page) => ({ value: page.path, label: `${page.title}　${page.path}` }))

export const pageField: Field<string> = {
  ...text,
  input: ({ value, onChange, ...rest }) => (
    <AutoComplete
      placeholder="/systemmanage/role"
      {...rest}
      className="yy-fill"
      value={value ?? ''}
      options={pages}
      showSearch={{
        filterOption: (typed, option) =>
          String(option?.label ?? '')
            .toLowerCase()
            .includes(typed.toLowerCase()),
      }}
      onChange={(next: string | undefined) => onChange?.(next || null)}
    />
  ),
}

/** What the four kinds are, in one sentence each. */
export const typeHints: Readonly<Record<MenuTypeValue, string>> = {
  MENU: '只用来归类：左侧栏目，或栏目下的分组',
  FUNC: '打开本系统的一个页面',
  CUSTOM_FUNC: '页面里的一个按钮或操作，编码由程序识别',
  IN_LINK: '在标签页里打开别的网站',
}
export const typeName = (type: string) => MenuType.label(type as MenuTypeValue)
