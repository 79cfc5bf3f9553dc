// From the wall at a desk to the wall as a display: opened here, and the key each needs to act on it.
import { Input } from 'antd'
import { KeyRound, MonitorUp } from 'lucide-react'
import { useState } from 'react'
import { display, PIN_LENGTH, pinFault } from '#contract/monitor/display'
import type { MadeScreenData } from '#contract/platform/screen'
import { AddressDrawer } from '#web/areas/platform/public'
import type { Field } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'

const pinField: Field<string> = {
  ...text,
  input: ({ value, onChange, ...rest }) => (
    <Input.Password
      {...rest}
      inputMode="numeric"
      autoComplete="new-password"
      maxLength={PIN_LENGTH}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value.replace(/\D/g, '') || null)}
    />
  ),
}

function OwnPin({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useCall(display.calls.pin, open ? {} : null)
  return (
    <FormDrawer
      open={open}
      call={display.calls.savePin}
      title="我的大屏口令"
      about={data?.set ? `已设置，${data.updatedAt?.slice(0, 16)}` : '还没有设置'}
      verb={data?.set ? '更换口令' : '设置口令'}
      columns={1}
      draft={false}
      fields={{
        pin: {
          as: pinField,
          hint: '在告警大屏上接手告警时，点自己的名字再输入它。只有自己知道，不要用生日',
          check: (value) => (value && value.length === PIN_LENGTH ? pinFault(value) : null),
        },
      }}
      done="大屏口令已设置，现在可以到告警大屏上接手告警"
      onDone={() => void invalidate(display)}
      onClose={onClose}
    />
  )
}

export default function DisplayActs() {
  const mayAct = useMay()(display.calls.savePin.needs)
  const [naming, setNaming] = useState(false)
  const [made, setMade] = useState<MadeScreenData | null>(null)
  const [own, setOwn] = useState(false)
  return (
    <>
      {mayAct && (
        <button type="button" onClick={() => setOwn(true)}>
          <KeyRound size={18} aria-hidden /> 我的大屏口令
        </button>
      )}
      <button type="button" onClick={() => setNaming(true)}>
        <MonitorUp size={18} aria-hidden /> 作为大屏打开
      </button>
      <FormDrawer
        open={naming}
        call={display.calls.open}
        title="作为大屏打开"
        verb="生成大屏地址"
        columns={1}
        draft={false}
        head={
          <p>
            大屏自己一直开着，您退出或在别处登录都不影响它。它显示您现在能看到的部门；要接手告警，点名字并输入自己的大屏口令。
          </p>
        }
        fields={{
          name: { placeholder: '挂在哪里，如 二楼护士站', wide: true },
          replace: { wide: true, hint: '同名的那块随即断开' },
        }}
        done="告警大屏的地址已生成"
        onDone={(data: MadeScreenData) => setMade(data)}
        onClose={() => setNaming(false)}
      />
      <AddressDrawer made={made} on onClose={() => setMade(null)} />
      <OwnPin open={own} onClose={() => setOwn(false)} />
    </>
  )
}
