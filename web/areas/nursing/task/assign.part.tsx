// Tasks that wait are given to somebody else.
import { Button } from 'antd'
import { useState } from 'react'
import { type CareTaskData, careTask } from '#contract/nursing/task'
import { lookupOf } from '#web/kit/fields/lookup'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'

/** Of the departments that the reader sees. */
const colleague = lookupOf('staff')

export interface AssignRequest {
  title: string
  tasks: readonly CareTaskData[]
}

export function AssignDrawer({ request, onClose }: { request: AssignRequest | null; onClose(): void }) {
  const [workerId, setWorkerId] = useState<string | null>(null)
  const assign = useAct(careTask.calls.assign)
  const close = () => {
    setWorkerId(null)
    assign.reset()
    onClose()
  }
  return (
    <SideDrawer
      open={request !== null}
      title="改派护理任务"
      about={request?.title}
      asks={false}
      onClose={close}
      foot={
        <DrawerFoot>
          <Button
            type="primary"
            disabled={workerId === null}
            loading={assign.running}
            onClick={async () => {
              const answer = await assign.run({
                taskIds: request!.tasks.map((task) => task.taskId),
                workerId: workerId!,
              })
              if (!answer) return
              toast.success(`已改派 ${answer.count} 项`)
              close()
            }}
          >
            改派 {request?.tasks.length ?? 0} 项
          </Button>
        </DrawerFoot>
      }
    >
      <p className="yy-no-margin yy-below-12">
        把这一天还没做的 {request?.tasks.length ?? 0} 项任务交给另一位护理员。已经记录的不变。
      </p>
      <span className="yy-stack yy-gap-4">
        <span className="yy-soft-ink">交给谁</span>
        {colleague.input({
          value: workerId,
          onChange: setWorkerId,
          placeholder: '姓名或拼音首字母',
          'aria-label': '交给谁',
        })}
      </span>
      {assign.error && <p className="yy-red">{assign.error.message}</p>}
    </SideDrawer>
  )
}
