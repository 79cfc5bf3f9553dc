// Where a department may stand: never below itself, never deeper than the tree goes.
import { TreeSelect } from 'antd'
import { DEPT_LEVELS, type DeptFlat, type DeptNode, ROOT_PARENT } from '#contract/platform/dept'
import type { Field, InputProps } from '#web/kit/fields/field'

interface Choice {
  value: string
  title: string
  disabled?: boolean
  children?: Choice[]
}

const find = (nodes: readonly DeptNode[], deptId: string): DeptNode | null => {
  for (const node of nodes) {
    const hit = node.deptId === deptId ? node : find(node.children ?? [], deptId)
    if (hit) return hit
  }
  return null
}

const heightOf = (node: DeptNode | null): number => 1 + Math.max(0, ...(node?.children ?? []).map(heightOf))

export function choicesFor(row: DeptFlat, tree: readonly DeptNode[]): Choice[] {
  const height = heightOf(find(tree, row.deptId))
  const choice = (node: DeptNode, inside: boolean): Choice => {
    const own = inside || node.deptId === row.deptId
    const tooDeep = node.level + height > DEPT_LEVELS
    return {
      value: node.deptId,
      title: own
        ? `${node.deptName}（${inside ? '下级' : '自己'}）`
        : tooDeep
          ? `${node.deptName}（放不下）`
          : node.deptName,
      disabled: own || tooDeep,
      children: (node.children ?? []).map((child) => choice(child, own)),
    }
  }
  return [{ value: ROOT_PARENT, title: '（没有上级，作为一级部门）' }, ...tree.map((node) => choice(node, false))]
}

export function parentField(row: DeptFlat, tree: readonly DeptNode[]): Field<string> {
  const nameOf = (id: string | null | undefined) =>
    !id || id === ROOT_PARENT ? '没有上级' : (find(tree, id)?.deptName ?? id)
  const control = ({ value, onChange, ...rest }: InputProps<string>) => (
    <TreeSelect<string>
      {...rest}
      className="yy-fill"
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      value={value ?? ROOT_PARENT}
      treeData={choicesFor(row, tree)}
      popupMatchSelectWidth={280}
      onChange={(next) => onChange?.(next)}
    />
  )
  return {
    kind: 'field',
    sheet: 'text',
    width: 160,
    cell: nameOf,
    text: nameOf,
    input: control,
    search: control,
  }
}
