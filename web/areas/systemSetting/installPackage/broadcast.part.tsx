// Tells terminals to restart or to draw their bed cards anew.
import { BroadcastType, installPackage } from '#contract/systemSetting/installPackage'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { radioOf } from '#web/kit/fields/option'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { declareLookup } from '#web/kit/lookup'
import { toast } from '#web/kit/toast'

declareLookup('deviceTypes', {
  call: installPackage.calls.deviceTypes,
  input: {},
  items: (list) => list,
  value: 'deviceType',
  label: 'deviceTypeName',
})

export function BroadcastDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <FormDrawer
      open={open}
      call={installPackage.calls.broadcast}
      title="向终端广播"
      verb="发送"
      done="广播已提交"
      columns={1}
      draft={false}
      fields={{
        messageType: { as: radioOf(BroadcastType), title: '指令' },
        unitId: { as: department, title: '部门', hint: '不选则发给全机构' },
        deviceType: { as: lookupOf('deviceTypes'), title: '设备类型', hint: '不选则发给各种终端' },
      }}
      initial={{ messageType: 'updateBedCard' }}
      onDone={({ devices }) =>
        devices > 0 ? toast.success(`已发给 ${devices} 台终端`) : toast.warning('本机构还没有登记终端，没有终端收到')
      }
      onClose={onClose}
    />
  )
}
