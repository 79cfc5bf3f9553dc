// A category of tags, chosen from the tree by its name.
import { TreeSelect } from 'antd'
import { type TagCategoryNode, tagCategory } from '#contract/education/tagCategory'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { callKey, queryClient, useCall } from '#web/kit/query'

const NONE: readonly TagCategoryNode[] = []

const known = () => queryClient.getQueryData<readonly TagCategoryNode[]>(callKey(tagCategory.calls.tree, {})) ?? NONE

/** 护理 › 安全 */
function pathOf(id: string, nodes: readonly TagCategoryNode[]): string | null {
  for (const node of nodes) {
    if (node.id === id) return node.categoryName
    const below = pathOf(id, node.childsList ?? NONE)
    if (below !== null) return `${node.categoryName} › ${below}`
  }
  return null
}

const useTree = () => useCall(tagCategory.calls.tree, {}, { staleTime: 60_000 }).data ?? NONE

function CategoryName({ id }: { id: string }) {
  return pathOf(id, useTree()) ?? <None />
}

interface Choice {
  value: string
  title: string
  children: Choice[]
}

/** Without `except` and what is below it, and not deeper than `deepest`. */
const choices = (nodes: readonly TagCategoryNode[], except: string | null, deepest: number): Choice[] =>
  nodes
    .filter((node) => node.id !== except && node.level <= deepest)
    .map((node) => ({
      value: node.id,
      title: node.categoryName,
      children: choices(node.childsList ?? NONE, except, deepest),
    }))

interface SelectProps extends InputProps<string> {
  prompt: string
  except: string | null
  deepest: number
}

function CategorySelect({ prompt, except, deepest, value, onChange, ...rest }: SelectProps) {
  const tree = useTree()
  return (
    <TreeSelect<string>
      id={rest.id}
      disabled={rest.disabled}
      autoFocus={rest.autoFocus}
      aria-label={rest['aria-label']}
      placeholder={rest.placeholder ?? prompt}
      className="yy-fill"
      allowClear
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      value={value ?? undefined}
      treeData={choices(tree, except, deepest)}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

/** `except`: a category cannot stand below itself. */
export const categoryField = (prompt: string, except: string | null = null, deepest = 99): Field<string> => ({
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 160,
  searchWidth: 170,
  cell: (value) => (value ? <CategoryName id={value} /> : <None />),
  text: (value) => (value ? (pathOf(value, known()) ?? '') : ''),
  input: (props) => <CategorySelect {...props} prompt={prompt} except={except} deepest={deepest} />,
  search: (props) => <CategorySelect {...props} prompt="全部分类" except={null} deepest={99} />,
})
