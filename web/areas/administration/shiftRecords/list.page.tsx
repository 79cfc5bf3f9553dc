// 交接班记录: what shifts left to each other, and who took whose shift; each list keeps its own filters.
import { type ReactNode, useContext, useMemo } from 'react'
import { exchangeNeeds } from '#contract/administration/shiftExchange'
import { shiftRecords } from '#contract/administration/shiftRecords'
import { READ_HANDOVERS } from '#contract/nursing/handover'
import { HandoverRecords } from '#web/areas/nursing/public'
import { FrameContext, usePageParams, usePageState, useReopened } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { useMay } from '#web/kit/permission'
import { ExchangeRecords } from './exchanges.part.tsx'
import './shiftRecords.css'

type Part = 'handover' | 'exchange'

/** Filters, columns and page of one list, apart from those of the other. */
function OwnList({ part, asked, children }: { part: Part; asked: boolean; children: ReactNode }) {
  const frame = useContext(FrameContext)!
  const own = useMemo(() => {
    const name = `part:${part}`
    if (!frame.kept.has(name)) frame.kept.set(name, new Map<string, unknown>())
    const { path } = shiftRecords.pages.list
    return {
      ...frame,
      kept: frame.kept.get(name) as Map<string, unknown>,
      address: frame.address.replace(path, `${path}/${part}`),
      // What the address asks for is meant for one of them.
      query: asked ? frame.query : {},
    }
  }, [frame, part, asked])
  return <FrameContext value={own}>{children}</FrameContext>
}

export default function ShiftRecords() {
  const may = useMay()
  const { part: asked } = usePageParams<'part'>()
  const meant: Part = asked === 'exchange' ? 'exchange' : 'handover'
  const [chosen, setChosen] = usePageState<Part>('part', meant)
  useReopened(() => setChosen(meant))
  const parts = [
    ...(may(READ_HANDOVERS) ? [{ value: 'handover' as const, label: '交接班' }] : []),
    ...(may(exchangeNeeds.list) ? [{ value: 'exchange' as const, label: '换班' }] : []),
  ]
  const part = parts.find((one) => one.value === chosen)?.value ?? parts[0]?.value ?? 'handover'
  return (
    <div className="yy-shift-records yy-stack yy-gap-8">
      {parts.length > 1 && <CountTabs<Part> label="记录种类" tabs={parts} value={part} onChange={setChosen} />}
      <div className="yy-flex-1 yy-low">
        <OwnList key={part} part={part} asked={part === meant}>
          {part === 'handover' ? <HandoverRecords /> : <ExchangeRecords />}
        </OwnList>
      </div>
    </div>
  )
}
