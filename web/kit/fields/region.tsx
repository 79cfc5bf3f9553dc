// Province, city, district: each level is asked for when its parent is opened. The value is the chain of codes, the
// label the chain of names; both travel as the call's request wants them.
import { Cascader } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'

export interface RegionNode {
  code: string
  name: string
  leaf: boolean
}

/** The children of a code; null asks for the top level. */
export type LoadRegions = (parent: string | null) => Promise<readonly RegionNode[]>

interface Node {
  value: string
  label: string
  isLeaf: boolean
  loading?: boolean
  children?: Node[]
}

const asNode = ({ code, name, leaf }: RegionNode): Node => ({ value: code, label: name, isLeaf: leaf })

/** Puts children under the node that a chain of codes leads to. */
function withChildren(nodes: readonly Node[], chain: readonly string[], children: Node[]): Node[] {
  const [first, ...rest] = chain
  return nodes.map((node) => {
    if (node.value !== first) return node
    if (rest.length === 0) return { ...node, children, loading: false }
    return { ...node, children: withChildren(node.children ?? [], rest, children) }
  })
}

function useRegions(load: LoadRegions, value: readonly string[] | null | undefined) {
  const [nodes, setNodes] = useState<Node[]>([])
  const [failed, setFailed] = useState<string | null>(null)
  const chain = (value ?? []).join('/')

  const open = useCallback(
    async (codes: readonly string[]) => {
      try {
        const children = (await load(codes.at(-1) ?? null)).map(asNode)
        setNodes((all) => (codes.length === 0 ? children : withChildren(all, codes, children)))
        setFailed(null)
      } catch (error) {
        setFailed(error instanceof Error ? error.message : String(error))
      }
    },
    [load],
  )

  // The levels above a stored value are needed to show it in words.
  useEffect(() => {
    const codes = chain === '' ? [] : chain.split('/')
    let stopped = false
    const openAll = async () => {
      for (let depth = 0; depth < Math.max(1, codes.length) && !stopped; depth++) await open(codes.slice(0, depth))
    }
    void openAll()
    return () => {
      stopped = true
    }
  }, [chain, open])

  return { nodes, failed, open }
}

interface RegionInputProps extends InputProps<string[]> {
  load: LoadRegions
  prompt: string
}

function RegionInput({ load, prompt, value, onChange, ...rest }: RegionInputProps) {
  const { nodes, failed, open } = useRegions(load, value)
  return (
    <>
      <Cascader<Node>
        placeholder={prompt}
        {...rest}
        className="yy-fill"
        allowClear
        changeOnSelect
        options={nodes}
        value={value ?? []}
        loadData={(path) => void open(path.map((node) => String(node.value)))}
        onChange={(codes) => onChange?.(codes?.length ? codes.map(String) : null)}
      />
      {failed && (
        <div className="yy-field-problem" role="alert">
          地区没有取到：{failed}
        </div>
      )}
    </>
  )
}

/** A region field over whatever answers the levels. */
export function regionOf(load: LoadRegions, names: (codes: readonly string[]) => string): Field<string[]> {
  return {
    kind: 'field',
    sheet: 'text',
    width: 200,
    searchWidth: 200,
    cell: (value) => (value?.length ? names(value) : <None />),
    text: (value) => (value?.length ? names(value) : ''),
    input: (props) => <RegionInput {...props} load={load} prompt="省 / 市 / 区" />,
    search: (props) => <RegionInput {...props} load={load} prompt="全部地区" />,
  }
}
