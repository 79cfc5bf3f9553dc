// Everybody by department, ticked where they may assess. What changes is said before it is saved.
import { Button, Input, Tree } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { type AssessTreeNode, assessAuth } from '#contract/nursing/assessAuth'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { useLoaded } from '#web/kit/parts/Loaded'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { changeOf, fitting, ticksAfter, usersOf } from './rights.ts'

interface TreeNode {
  key: string
  title: string
  children: TreeNode[]
}

const nodesOf = (nodes: readonly AssessTreeNode[]): TreeNode[] =>
  nodes
    // A department without anybody is nothing to tick.
    .filter((node) => node.kind === 'user' || usersOf([node]).size > 0)
    .map((node) => ({
      key: node.id,
      title: node.kind === 'user' ? [node.name, node.jobName].filter(Boolean).join('　') : node.name,
      children: nodesOf(node.children),
    }))

const GRANTED = (nodes: readonly AssessTreeNode[]) =>
  new Set([...usersOf(nodes).values()].filter((one) => one.assessAuth === 1).map((one) => one.id))

export function RightsTree({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data, state } = useLoaded(assessAuth.calls.userTree, open ? {} : null, {
    what: '人员',
    lines: 10,
    fresh: true,
    staleTime: 0,
  })
  const [typed, setTyped] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!open) return
    setTicked(null)
    setTyped('')
    setProblem(null)
  }, [open])
  const users = useMemo(() => usersOf(data ?? []), [data])
  const shown = useMemo(() => fitting(data ?? [], typed), [data, typed])
  const now = ticked ?? GRANTED(data ?? [])
  const { add, remove } = changeOf(users, now)

  async function save() {
    setSaving(true)
    setProblem(null)
    try {
      if (add.length > 0)
        await send(assessAuth.calls.add, { userIds: [...add] }, { handles: () => true, loading: true })
      for (const userId of remove) await send(assessAuth.calls.remove, { userId }, { handles: () => true })
      toast.success(
        [add.length > 0 && `授权 ${add.length} 人`, remove.length > 0 && `取消 ${remove.length} 人`]
          .filter(Boolean)
          .join('，'),
      )
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSaving(false)
      void invalidate(assessAuth)
    }
  }

  const words = [add.length > 0 && `新授权 ${add.length} 人`, remove.length > 0 && `取消 ${remove.length} 人`]
    .filter(Boolean)
    .join('，')
  return (
    <SideDrawer
      open={open}
      title="按部门授权"
      about={data && `共 ${users.size} 人，已授权 ${GRANTED(data).size} 人`}
      onClose={onClose}
      foot={
        <DrawerFoot note={problem ? <span className="yy-red">{problem}</span> : words || '没有改动'}>
          <Button type="primary" disabled={words === ''} loading={saving} onClick={() => void save()}>
            保存授权
          </Button>
        </DrawerFoot>
      }
    >
      {!data ? (
        state
      ) : (
        <>
          <Input
            aria-label="找人或部门"
            placeholder="姓名、岗位或部门"
            allowClear
            className="yy-below-12"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Tree<TreeNode>
            key={typed === '' ? 'all' : `found ${typed}`}
            aria-label="可以评估的人"
            checkable
            selectable={false}
            defaultExpandAll
            checkedKeys={[...now]}
            treeData={nodesOf(shown)}
            onCheck={(keys) =>
              setTicked(ticksAfter(now, usersOf(shown), (Array.isArray(keys) ? keys : keys.checked).map(String)))
            }
          />
          {shown.length === 0 && <p className="yy-second">没有找到“{typed}”。</p>}
        </>
      )}
    </SideDrawer>
  )
}
