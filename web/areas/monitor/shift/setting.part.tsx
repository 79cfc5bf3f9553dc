// The shifts of the house, beside the roster: shown to all who see it, changed by whoever makes it.
import { Button } from 'antd'
import { useState } from 'react'
import { SHIFTS, shift, shiftFault } from '#contract/monitor/shift'
import { clock } from '#web/areas/monitor/callSet/fields.part'
import { send } from '#web/kit/call'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'

export function ShiftSetting() {
  const { data } = useCall(shift.calls.get, {})
  const mayEdit = useMay()(shift.calls.save.needs)
  const [editing, setEditing] = useState(false)
  const { dayFrom, lateFrom, nightFrom } = data ?? SHIFTS
  return (
    <>
      <span className="yy-shifts">
        班次：白班 {dayFrom}
        {lateFrom && `　中班 ${lateFrom}`}　夜班 {nightFrom}
        {mayEdit && data && (
          <Button type="link" size="small" onClick={() => setEditing(true)}>
            修改班次
          </Button>
        )}
      </span>
      {data && (
        <FormDrawer
          open={editing}
          call={shift.calls.save}
          title="班次时间"
          columns={1}
          initial={{ dayFrom, lateFrom, nightFrom }}
          also={{ version: data.version }}
          fields={{
            dayFrom: { as: clock },
            lateFrom: { as: clock, hint: '一天两班的机构不填' },
            nightFrom: { as: clock },
          }}
          result={(values) => {
            const { dayFrom: day, lateFrom: late, nightFrom: night } = values as Record<string, string | null>
            if (!day || !night) return null
            const fault = shiftFault({ dayFrom: day, lateFrom: late ?? null, nightFrom: night })
            return fault ? fault.text : '告警和呼叫记录的“本班”“上一班”按这些时间计算'
          }}
          reload={async () => {
            const { version, updatedAt: _, updatedBy: __, ...values } = await send(shift.calls.get, {})
            return { values, also: { version } }
          }}
          done="班次时间已保存"
          onDone={() => void invalidate(shift)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
