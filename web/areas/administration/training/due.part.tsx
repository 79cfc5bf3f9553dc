// What is due in a year, by the kind of staff: one line each.
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { type TrainingDueData, training } from '#contract/administration/training'
import { StaffType } from '#contract/platform/user'
import { DetailDrawer } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

interface LinesProps {
  rows: readonly TrainingDueData[]
  typed: Readonly<Record<string, number | null>>
  disabled: boolean
  onType(empType: string, hours: number | null): void
}

function Lines({ rows, typed, disabled, onType }: LinesProps) {
  return (
    <div className="yy-stack yy-gap-12">
      <p className="yy-second yy-no-margin">
        每人每年应修的学时，按员工档案里的人员类别。不填或填 0 就是没有要求。改动后，今年和以前各年都按新的学时比较。
      </p>
      {rows.map((one) => (
        <label key={one.empType} className="yy-row yy-gap-12" htmlFor={`training-due-${one.empType}`}>
          <span style={{ width: 90 }}>{StaffType.label(one.empType)}</span>
          <InputNumber<number>
            id={`training-due-${one.empType}`}
            min={0}
            max={2_000}
            precision={0}
            suffix="学时"
            disabled={disabled}
            value={one.empType in typed ? typed[one.empType]! : one.hours}
            onChange={(hours) => onType(one.empType, hours)}
          />
        </label>
      ))}
    </div>
  )
}

export function DueDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const may = useMay()(training.calls.saveDue.needs)
  const of = useCall(training.calls.due, open ? {} : null)
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({})
  const save = useAct(training.calls.saveDue)
  const changed = (of.data ?? []).filter((one) => one.empType in typed && typed[one.empType] !== one.hours)
  const close = () => {
    setTyped({})
    onClose()
  }
  const store = async () => {
    const rows = changed.map(({ empType, version }) => ({ empType, hours: typed[empType] ?? null, version }))
    if (!(await save.run({ rows }))) return
    toast.success('应修学时已保存')
    close()
  }
  return (
    <DetailDrawer
      open={open}
      title="每年应修学时"
      of={of}
      what="应修学时"
      onClose={close}
      foot={
        may && (
          <DrawerFoot>
            <Button onClick={close}>取消</Button>
            <Button type="primary" disabled={changed.length === 0} loading={save.running} onClick={() => void store()}>
              保存应修学时
            </Button>
          </DrawerFoot>
        )
      }
    >
      {(rows) => (
        <Lines
          rows={rows}
          typed={typed}
          disabled={!may}
          onType={(empType, hours) => setTyped((now) => ({ ...now, [empType]: hours }))}
        />
      )}
    </DetailDrawer>
  )
}
