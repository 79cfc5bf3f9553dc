// Departments the user may see, from the session: a tree to choose from, the name in cells.
import { useMemo } from 'react'
import type { DeptInfo } from '#contract/platform/session'
import { found, searchText } from '#web/kit/initials'
import { useSession } from '#web/kit/session'
import type { Field, InputProps } from './field.ts'
import { TreeSelect } from './laterControls.tsx'
import { None } from './none.tsx'

export interface DeptNode {
  value: string
  title: string
  children: DeptNode[]
}

/** A department whose parent is out of sight stands at the top. */
export function deptTree(depts: readonly DeptInfo[]): DeptNode[] {
  const nodes = new Map(
    depts.map((one) => [one.deptId, { value: one.deptId, title: one.deptName, children: [] } as DeptNode]),
  )
  const top: DeptNode[] = []
  for (const one of [...depts].sort((a, b) => a.sort - b.sort)) {
    const node = nodes.get(one.deptId)!
    const parent = one.parentId === one.deptId ? undefined : nodes.get(one.parentId)
    if (parent) parent.children.push(node)
    else top.push(node)
  }
  return top
}

const noDepts: readonly DeptInfo[] = []
const known = () => useSession.getState().user?.dataDeptInfoList ?? noDepts
const nameOf = (depts: readonly DeptInfo[], id: string) => depts.find((one) => one.deptId === id)?.deptName ?? id

function DeptName({ id }: { id: string }) {
  const depts = useSession((state) => state.user?.dataDeptInfoList ?? noDepts)
  return nameOf(depts, id)
}

interface DeptInputProps extends InputProps<string> {
  by: 'id' | 'name'
  prompt: string
}

function DeptInput({ by, prompt, value, onChange, ...rest }: DeptInputProps) {
  const depts = useSession((state) => state.user?.dataDeptInfoList ?? noDepts)
  const tree = useMemo(() => {
    const named = (nodes: DeptNode[]): DeptNode[] =>
      nodes.map((node) => ({ ...node, value: by === 'id' ? node.value : node.title, children: named(node.children) }))
    return named(deptTree(depts))
  }, [by, depts])
  return (
    <TreeSelect<string>
      placeholder={prompt}
      {...rest}
      className="yy-fill"
      allowClear
      treeDefaultExpandAll
      showSearch={{ filterTreeNode: (typed, node) => found(searchText(String(node.title)), typed) }}
      value={value ?? undefined}
      treeData={tree}
      popupMatchSelectWidth={240}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

/** The value is the department's id. */
export const department: Field<string> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 130,
  searchWidth: 160,
  cell: (value) => (value ? <DeptName id={value} /> : <None />),
  text: (value) => (value ? nameOf(known(), value) : ''),
  input: (props) => <DeptInput {...props} by="id" prompt="请选择部门" />,
  search: (props) => <DeptInput {...props} by="id" prompt="全部部门" />,
}

/** For calls that keep the department's name instead of its id. */
export const departmentName: Field<string> = {
  ...department,
  cell: (value) => value || <None />,
  text: (value) => value ?? '',
  input: (props) => <DeptInput {...props} by="name" prompt="请选择部门" />,
  search: (props) => <DeptInput {...props} by="name" prompt="全部部门" />,
}
