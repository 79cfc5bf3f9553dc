// 语音通知设置: whom an unanswered alarm tells, when, and by which phone.
import { Tabs } from 'antd'
import { usePageParams, usePageState, useReopened } from '#web/kit/open'
import { DutyTab } from './duty.part.tsx'
import { LadderTab } from './ladder.part.tsx'
import { OutboxTab } from './outbox.part.tsx'
import { ServiceTab } from './service.part.tsx'
import './vms.css'

const TABS = [
  ['ladder', '升级阶梯', LadderTab],
  ['duty', '值班表', DutyTab],
  ['service', '语音服务', ServiceTab],
  ['outbox', '外呼记录', OutboxTab],
] as const

export default function Vms() {
  const { tab } = usePageParams<'tab'>()
  const [active, setActive] = usePageState<string>('tab', tab ?? 'ladder')
  // The same link once more, while this tab stands open.
  useReopened(() => tab && setActive(tab))
  return (
    <div className="yy-vms">
      <Tabs
        activeKey={active}
        onChange={setActive}
        destroyOnHidden
        items={TABS.map(([key, label, Part]) => ({ key, label, children: <Part /> }))}
      />
    </div>
  )
}
