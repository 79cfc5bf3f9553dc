// When the house gives its drugs: the slots by name and clock, and how long before and after the planned time.
import { Button, Input, InputNumber } from 'antd'
import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RoundSlotData } from '#contract/drug/rounds'
import { drugTake } from '#contract/drug/take'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

export function SettingDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useCall(drugTake.calls.setting, open ? {} : null)
  const [slots, setSlots] = useState<readonly RoundSlotData[]>([])
  const [early, setEarly] = useState<number | null>(null)
  const [late, setLate] = useState<number | null>(null)
  useEffect(() => {
    if (!data) return
    setSlots(data.slots)
    setEarly(data.earlyMinutes)
    setLate(data.lateMinutes)
  }, [data])
  const save = useAct(drugTake.calls.saveSetting, { onDone: () => void invalidate(drugTake) })
  const put = (at: number, part: Partial<RoundSlotData>) =>
    setSlots(slots.map((one, n) => (n === at ? { ...one, ...part } : one)))
  const ready =
    slots.length > 0 &&
    slots.every((one) => one.name.trim() !== '' && CLOCK.test(one.clock)) &&
    early !== null &&
    late !== null
  return (
    <SideDrawer
      open={open}
      title="发药设置"
      onClose={onClose}
      foot={
        <DrawerFoot note="改时限后，还没摆的药马上按新的时限">
          <Button
            type="primary"
            disabled={!ready}
            loading={save.running}
            onClick={async () => {
              const done = await save.run({
                slots: [...slots],
                earlyMinutes: early!,
                lateMinutes: late!,
                version: data!.version,
              })
              if (!done) return
              toast.success('发药设置已保存')
              onClose()
            }}
          >
            保存设置
          </Button>
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-12">
        <span className="yy-second">
          药按计划时间归到最近的时段（前后 30 分钟内），离得远的单独成为一个时段。改时段不改每种药的计划时间。
        </span>
        {slots.map((slot, at) => (
          <div key={at} className="yy-row yy-gap-8">
            <Input
              style={{ width: 180 }}
              value={slot.name}
              maxLength={10}
              aria-label={`第 ${at + 1} 个时段的名称`}
              onChange={(event) => put(at, { name: event.target.value })}
            />
            <Input
              style={{ width: 110 }}
              value={slot.clock}
              maxLength={5}
              placeholder="08:00"
              aria-label={`${slot.name}的时刻`}
              status={CLOCK.test(slot.clock) ? '' : 'error'}
              onChange={(event) => put(at, { clock: event.target.value.replace('：', ':') })}
            />
            <Button
              icon={<X size={15} aria-hidden />}
              aria-label={`去掉${slot.name}`}
              onClick={() => setSlots(slots.filter((_, n) => n !== at))}
            />
          </div>
        ))}
        <Button icon={<Plus size={15} aria-hidden />} onClick={() => setSlots([...slots, { name: '', clock: '' }])}>
          加一个时段
        </Button>
        <div className="yy-row yy-gap-8">
          最早提前
          <InputNumber min={0} max={180} value={early} onChange={setEarly} aria-label="最早提前多少分钟" /> 分钟发药
        </div>
        <div className="yy-row yy-gap-8">
          计划时间后
          <InputNumber min={15} max={240} value={late} onChange={setLate} aria-label="多少分钟后算漏服" />{' '}
          分钟没发，算漏服
        </div>
        {save.error && (
          <span className="yy-red" role="alert">
            {save.error.message}
          </span>
        )}
      </div>
    </SideDrawer>
  )
}
