// 语音服务: who phones, with which account, and about which alarms.

import { Button, Input, Select, Switch } from 'antd'
import { PhoneOutgoing } from 'lucide-react'
import { useState } from 'react'
import type { VmsSceneData } from '#contract/monitor/ladderWords'
import { VmsProvider, vms } from '#contract/monitor/vms'
import { SettingSwitch } from '#contract/platform/config'
import { radioOf } from '#web/kit/fields/option'
import { secret } from '#web/kit/fields/text'
import type { FieldSpecs, Section } from '#web/kit/form/SchemaForm'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

type Body = (typeof vms.calls.save)['body']

const fields = (hasSecret: boolean): FieldSpecs<Body> => ({
  provider: { as: radioOf(VmsProvider), wide: true },
  accessKeyId: { placeholder: 'LTAI…', hint: '以下各项只在使用阿里云时需要' },
  accessKeySecret: {
    as: secret,
    hint: hasSecret ? '已保存，不显示；不修改请留空' : '只写不读，保存后不再显示',
  },
  calledShowNumber: { hint: '在阿里云购买的号码；公共号码可不填' },
  ttsCode: { hint: '模板变量：place 位置，name 老人，content 告警内容' },
  playTimes: {},
})

const sections: Section<Body>[] = [
  { title: '服务', fields: ['provider'] },
  { title: '账号与模板', fields: ['accessKeyId', 'accessKeySecret', 'calledShowNumber', 'ttsCode', 'playTimes'] },
]

function TryCall() {
  const [phone, setPhone] = useState('')
  const mayEdit = useMay()(vms.calls.test.needs)
  const { run, running, error, reset } = useAct(vms.calls.test, {
    onDone: (call) =>
      toast.success(call.provider === 'outbox' ? '已放入外呼记录，等待人工拨打' : '正在拨打，请留意手机'),
  })
  if (!mayEdit) return null
  return (
    <PageCard title="试拨" sub="用已保存的设置打一个测试电话">
      <div className="yy-flex yy-gap-8">
        <Input
          aria-label="试拨手机号"
          placeholder="手机号"
          maxLength={11}
          value={phone}
          status={error?.field ? 'error' : ''}
          onChange={(event) => {
            reset()
            setPhone(event.target.value.trim())
          }}
          onPressEnter={() => void run({ phone })}
        />
        <Button
          icon={<PhoneOutgoing size={15} aria-hidden />}
          loading={running}
          disabled={phone === ''}
          onClick={() => void run({ phone })}
        >
          试拨
        </Button>
      </div>
      {error && <p className="yy-ladder-error yy-red">{error.message}</p>}
    </PageCard>
  )
}

function Scenes() {
  const { data } = useCall(vms.calls.scene, {})
  const mayEdit = useMay()(vms.calls.saveScene.needs)
  const { run, running } = useAct(vms.calls.saveScene, { onDone: () => toast.success('已保存') })
  const change = (scene: VmsSceneData, more: Partial<VmsSceneData>) => {
    const { status, level } = { ...scene, ...more }
    void run({ scenes: [{ scene: scene.scene, status, level }] })
  }
  return (
    <PageCard title="可打电话的告警" sub="停用的告警升级到护士长为止" style={{ marginTop: 12 }}>
      <ul className="yy-vms-scenes yy-grid yy-gap-4 yy-plain-list">
        {(data ?? []).map((scene) => (
          <li className="yy-grid yy-center yy-gap-8" key={scene.scene}>
            <Switch
              aria-label={scene.sceneName}
              size="small"
              checked={scene.status === SettingSwitch.is.on}
              disabled={!mayEdit || running}
              onChange={(on) => change(scene, { status: on ? SettingSwitch.is.on : SettingSwitch.is.off })}
            />
            <span>{scene.sceneName}</span>
            <Select
              aria-label={`${scene.sceneName}级别`}
              size="small"
              variant="borderless"
              value={scene.level}
              disabled={!mayEdit || running || scene.status === SettingSwitch.is.off}
              options={[
                { value: 1, label: '全部级别' },
                { value: 2, label: '中级以上' },
                { value: 3, label: '只限高级' },
              ]}
              onChange={(level) => change(scene, { level })}
            />
          </li>
        ))}
      </ul>
    </PageCard>
  )
}

export function ServiceTab() {
  const { data } = useCall(vms.calls.get, {})
  return (
    <SettingsForm
      title="语音服务"
      sub="没有接入语音服务时，电话由护理站人工拨打并在外呼记录中标记"
      read={vms.calls.get}
      save={vms.calls.save}
      fields={fields(data?.hasSecret === 1)}
      sections={sections}
      aside={() => (
        <>
          <TryCall />
          <Scenes />
        </>
      )}
    />
  )
}
