// Elders to choose from as the house is built: departments, rooms, people. A room or a department stands for all in it.
import { useMemo } from 'react'
import { resident, type TreeNode } from '#contract/live/resident'
import type { Field, InputProps } from '#web/kit/fields/field'
import { TreeSelect } from '#web/kit/fields/laterControls'
import { text } from '#web/kit/fields/text'
import { found, searchText } from '#web/kit/initials'
import { useCall } from '#web/kit/query'

interface ElderNode {
  value: string
  title: string
  search: string
  children: ElderNode[]
}

const GROUP = 'group:'

const nodesOf = (nodes: readonly TreeNode[]): ElderNode[] =>
  nodes.flatMap((node) => {
    if (node.type === 'oldman') {
      const name = node.oldmanName ?? node.name
      const title = node.bedName ? `${name}　${node.bedName}` : name
      return [{ value: node.oldmanId ?? node.id, title, search: searchText(name), children: [] }]
    }
    const children = nodesOf(node.children ?? [])
    if (children.length === 0) return []
    return [
      {
        value: `${GROUP}${node.type}:${node.id}`,
        title: `${node.name}（${node.count} 人）`,
        search: searchText(node.name),
        children,
      },
    ]
  })

function Elders({ value, onChange, ...rest }: InputProps<string[]>) {
  const { data, isFetching } = useCall(resident.calls.tree, { oldmanStatuses: null, oldmanName: null, deptId: null })
  const tree = useMemo(() => nodesOf((data ?? []) as readonly TreeNode[]), [data])
  return (
    <TreeSelect<string[]>
      id={rest.id}
      disabled={rest.disabled}
      aria-label="老人"
      className="yy-fill"
      placeholder={isFetching ? '正在读取老人…' : '按部门、房间勾选，或输入姓名'}
      allowClear
      treeCheckable
      maxTagCount={12}
      showSearch={{ filterTreeNode: (typed, node) => found(String(node.search), typed) }}
      treeData={tree}
      value={tree.length === 0 ? [] : (value ?? [])}
      onChange={(next) => {
        const chosen = next.filter((one) => !one.startsWith(GROUP))
        onChange?.(chosen.length === 0 ? null : chosen)
      }}
    />
  )
}

export const eldersByTree: Field<string[]> = {
  ...(text as unknown as Field<string[]>),
  chooses: true,
  untitled: true,
  cell: (value) => `${value?.length ?? 0} 位`,
  text: (value) => `${value?.length ?? 0} 位`,
  input: (props) => <Elders {...props} />,
}
