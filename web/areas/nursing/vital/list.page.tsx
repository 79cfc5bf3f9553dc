// 体征管理: what was measured, what waits for somebody, one elder's curves, and a ward filled in as a table.
import { Segmented } from 'antd'
import { useEffect } from 'react'
import { vital } from '#contract/nursing/vital'
import { usePageParams, usePageState } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { Alerts } from './alerts.part.tsx'
import { ElderView } from './elder.part.tsx'
import { Records } from './records.part.tsx'
import { Ward } from './ward.part.tsx'
import './vital.css'

const VIEWS = ['records', 'alerts', 'elder', 'ward'] as const
type View = (typeof VIEWS)[number]
const isView = (text: string | undefined): text is View => VIEWS.some((view) => view === text)

export default function Vitals() {
  const { view: asked, oldmanId: askedElder } = usePageParams<'view' | 'oldmanId'>()
  const [view, setView] = usePageState<View>('view', isView(asked) ? asked : 'records')
  const [oldmanId, setElder] = usePageState<string | null>('elder', askedElder ?? null)
  const waiting = useCall(vital.calls.alerts, { waiting: 1, page: 1, size: 1 }, { silent: true })
  const { refetch } = waiting
  useEvent(vital.events.alert, () => void refetch())
  // The bench and messages open it anew with what they mean.
  useEffect(() => {
    if (isView(asked)) setView(asked)
  }, [asked, setView])
  useEffect(() => {
    if (askedElder) setElder(askedElder)
  }, [askedElder, setElder])
  const onElder = (id: string) => {
    setElder(id)
    setView('elder')
  }
  const count = waiting.data?.total ?? 0
  const top = (
    <div className="yy-fixed">
      <Segmented<View>
        aria-label="体征管理的视图"
        value={view}
        onChange={setView}
        options={[
          { value: 'records', label: '体征记录' },
          { value: 'alerts', label: count > 0 ? `待处理 ${count}` : '待处理' },
          { value: 'elder', label: '按老人' },
          { value: 'ward', label: '病区录入' },
        ]}
      />
    </div>
  )
  if (view === 'alerts') return <Alerts top={top} onElder={onElder} />
  if (view === 'elder') return <ElderView top={top} oldmanId={oldmanId} onElder={setElder} />
  if (view === 'ward') return <Ward top={top} />
  return <Records top={top} onElder={onElder} />
}
