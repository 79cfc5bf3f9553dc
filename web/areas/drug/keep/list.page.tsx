// 寄存药品: what is kept for each elder, how far each drug goes, what moved, and what is recalled.
import { Segmented } from 'antd'
import { useEffect } from 'react'
import { usePageParams, usePageState } from '#web/kit/open'
import { Elders } from './elders.part.tsx'
import { Recalls } from './recalls.part.tsx'
import { Moves, Stock } from './stock.part.tsx'
import './keep.css'

const VIEWS = ['elders', 'stock', 'moves', 'recalls'] as const
type View = (typeof VIEWS)[number]
const isView = (text: string | undefined): text is View => VIEWS.some((view) => view === text)

export default function Deposited() {
  const { view: asked, warn, oldmanId: askedElder } = usePageParams<'view' | 'warn' | 'oldmanId'>()
  const [view, setView] = usePageState<View>('view', isView(asked) ? asked : 'elders')
  const [oldmanId, setElder] = usePageState<string | null>('elder', askedElder ?? null)
  // The bench and messages open it anew with what they mean; a warning counts elders.
  useEffect(() => {
    if (isView(asked)) setView(asked)
    else if (warn) setView('elders')
  }, [asked, warn, setView])
  useEffect(() => {
    if (askedElder) setElder(askedElder)
  }, [askedElder, setElder])
  const top = (
    <div className="yy-fixed yy-below-12">
      <Segmented<View>
        aria-label="寄存药品的视图"
        value={view}
        onChange={setView}
        options={[
          { value: 'elders', label: '按老人' },
          { value: 'stock', label: '按药品' },
          { value: 'moves', label: '收发记录' },
          { value: 'recalls', label: '批号召回' },
        ]}
      />
    </div>
  )
  const onElder = (id: string) => {
    setElder(id)
    setView('elders')
  }
  if (view === 'stock') return <Stock top={top} onElder={onElder} />
  if (view === 'moves') return <Moves top={top} />
  if (view === 'recalls') return <Recalls top={top} />
  return <Elders top={top} oldmanId={oldmanId} onElder={setElder} />
}
