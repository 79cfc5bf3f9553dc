// 消息设置: kept on the server, so it is the same at every desk of the person.
import { Button, Input, Switch } from 'antd'
import { Volume2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import {
  ALWAYS_TOLD,
  MessageKind,
  type MessageKindValue,
  type MessageSettingData,
  message,
} from '#contract/platform/message'
import { DetailDrawer } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { playTone, sayAloud } from '#web/kit/voice/tones'

const hearSample = async (voice: boolean) => {
  const { signal } = new AbortController()
  await playTone('DING', signal, 45)
  if (voice) await sayAloud('您有一条新消息', signal)
}

interface LineProps {
  title: string
  about: string
  on: boolean
  onChange(on: boolean): void
  children?: ReactNode
}

function Line({ title, about, on, onChange, children }: LineProps) {
  return (
    <div className="yy-message-switch yy-row yy-gap-12 yy-below-8">
      <span className="yy-grow">
        <b className="yy-strong">{title}</b> <span className="yy-second yy-small">{about}</span>
      </span>
      {children}
      <Switch checked={on} aria-label={title} onChange={onChange} />
    </div>
  )
}

interface FieldsProps {
  value: MessageSettingData
  onChange(next: MessageSettingData): void
}

function Fields({ value, onChange }: FieldsProps) {
  const set = (change: Partial<MessageSettingData>) => onChange({ ...value, ...change })
  const turn = (kind: MessageKindValue, on: boolean) =>
    set({ offKinds: on ? value.offKinds.filter((one) => one !== kind) : [...value.offKinds, kind] })
  return (
    <div className="yy-message-setting">
      <h4>提醒哪些消息</h4>
      <p className="yy-second">
        关掉的类型仍会记录在消息列表里，只是不弹出、不响铃，也不计入未读数。告警和健康关系到老人安全，始终提醒。
      </p>
      <div className="yy-message-kinds yy-grid yy-gap-8">
        {MessageKind.list.map((option) => {
          const fixed = ALWAYS_TOLD.includes(option.value)
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: the switch is its control
            <label key={option.value} className="yy-row yy-between yy-gap-8">
              <span className="yy-row yy-gap-8">
                <StatusTag option={option} />
                {fixed && <span className="yy-second yy-small">始终提醒</span>}
              </span>
              <Switch
                aria-label={`提醒${option.label}消息`}
                checked={!value.offKinds.includes(option.value)}
                disabled={fixed}
                onChange={(on) => turn(option.value, on)}
              />
            </label>
          )
        })}
      </div>
      <h4>声音</h4>
      <Line title="提示音" about="来消息时响一声" on={value.sound} onChange={(sound) => set({ sound })}>
        <Button
          type="text"
          size="small"
          icon={<Volume2 size={15} aria-hidden />}
          onClick={() => void hearSample(value.voice)}
        >
          试听
        </Button>
      </Line>
      <Line
        title="语音播报"
        about="告警、健康和公告消息读出来，可随时停止"
        on={value.voice}
        onChange={(voice) => set({ voice })}
      />
      <h4>免打扰时段</h4>
      <p className="yy-second">时段内来的消息照常记录和计数，只是不弹出、不出声；告警和健康消息除外。</p>
      <Line title="免打扰" about="例如下班以后" on={value.quiet} onChange={(quiet) => set({ quiet })} />
      {value.quiet && (
        <div className="yy-message-hours yy-row yy-gap-8">
          从
          <Input
            type="time"
            aria-label="免打扰开始"
            value={value.quietFrom}
            onChange={(event) => set({ quietFrom: event.target.value })}
          />
          到{value.quietFrom > value.quietTo && '次日'}
          <Input
            type="time"
            aria-label="免打扰结束"
            value={value.quietTo}
            onChange={(event) => set({ quietTo: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}

export function SettingDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const asked = useCall(message.calls.setting, open ? {} : null)
  const [value, setValue] = useState<MessageSettingData | null>(null)
  const save = useAct(message.calls.saveSetting, {
    onDone: () => {
      toast.success('消息设置已保存，在您登录的每台电脑上生效')
      onClose()
    },
  })
  useEffect(() => {
    if (!open) setValue(null)
  }, [open])
  const shown = value ?? asked.data
  return (
    <DetailDrawer
      of={asked}
      what="消息设置"
      lines={10}
      open={open}
      title="消息设置"
      asks={false}
      onClose={onClose}
      foot={
        <DrawerFoot note={save.error ? <span className="yy-red">{save.error.message}</span> : '只影响您自己'}>
          <Button onClick={onClose}>不保存</Button>
          <Button
            type="primary"
            loading={save.running}
            disabled={value === null}
            onClick={() => value && void save.run(value)}
          >
            保存设置
          </Button>
        </DrawerFoot>
      }
    >
      {() => shown && <Fields value={shown} onChange={setValue} />}
    </DetailDrawer>
  )
}
