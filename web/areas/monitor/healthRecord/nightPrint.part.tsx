// The night on one page of A4: curves, summary, what was raised and done.
import { ResidentSex } from '#contract/live/resident'
import type { HealthViewData } from '#contract/monitor/healthRecord'
import { HealthRange, minutesText } from '#contract/monitor/healthWords'
import { bedPathText } from '#web/areas/live/public'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { careOf } from './lanes.part.tsx'
import chartCss from './nightChart.css?inline'
import { NightDrawing } from './nightChart.part.tsx'
import { RangeDrawing } from './rangeChart.part.tsx'
import { clockOf, dayOf } from './scale.ts'
import { summaryLines } from './summary.part.tsx'

/** 182 mm between the margins, at the browser's 96 dots an inch. */
const PAPER = 686
const CSS = `${chartCss}
.yy-hs-bar { fill: #a9bcd3 } .yy-hs-bar.is-notable { fill: #e59a0b }
.hc-note { margin: 2mm 0; padding: 1.5mm 2.5mm; border: 0.5mm solid #000 }
.hc-half { display: grid; grid-template-columns: 3fr 2fr; gap: 5mm; align-items: start }
.hc-half .grid td, .hc-half .grid th { padding: 0.4mm 1.2mm; font-size: 9pt }
`

function Paper({ view }: { view: HealthViewData }) {
  const { summary } = view
  const lines = summaryLines(summary?.judged ?? [])
  const done = careOf(view)
  const close = view.range === 'night' || view.range === 'day'
  return (
    <>
      <style>{CSS}</style>
      {close ? <NightDrawing view={view} width={PAPER} size="paper" /> : <RangeDrawing view={view} width={PAPER} />}
      {summary?.night.note && (
        <p className="hc-note">
          <b>值得留意：</b>
          {summary.night.note}
        </p>
      )}
      <div className="hc-half">
        <SheetTable
          columns={[
            { key: 'name', title: '指标', text: (line) => line.name },
            { key: 'value', title: '当夜', align: 'right', text: (line) => line.value },
            { key: 'usual', title: '本人基线', align: 'right', text: (line) => line.usual },
            { key: 'word', title: '判断', align: 'center', text: (line) => line.word },
          ]}
          rows={lines}
        />
        <SheetTable
          columns={[
            {
              key: 'at',
              title: '时间',
              whole: true,
              width: 26,
              text: (one) => `${close ? '' : `${dayOf(one.ms)} `}${clockOf(one.ms)}`,
            },
            { key: 'text', title: '护理与告警', text: (one) => one.text },
          ]}
          rows={done.slice(0, 12)}
        />
      </div>
      <p className="note">
        护理提示，不作医疗诊断。基线取本人近 {summary?.baselineNights ?? 0}{' '}
        夜中位数，外出与住院日不计；离床时无读数，不连线。
      </p>
    </>
  )
}

export function printNight(view: HealthViewData): Promise<void> {
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  const { resident, summary } = view
  return printSheet({
    title: `${resident.oldmanName}夜间监测 ${view.day}`,
    paper: 'A4',
    render: () => (
      <Sheet
        org={org}
        title="床垫监测记录"
        sub={`${HealthRange.label(view.range)}　${view.from.slice(0, 16)} 至 ${view.to.slice(0, 16)}`}
        facts={[
          { label: '老人', value: `${resident.oldmanName}（${ResidentSex.label(resident.sex)}，${resident.age} 岁）` },
          { label: '床位', value: bedPathText(resident.bedPath) },
          { label: '床垫', value: view.device?.deviceNo ?? '—' },
          { label: '在床', value: summary ? minutesText(summary.night.inBedMin) : '—' },
          {
            label: '离床',
            value: summary ? `${summary.night.exits} 次，共 ${minutesText(summary.night.exitMin)}` : '—',
          },
          { label: '告警', value: `${view.alarms.length} 次` },
        ]}
        signatures={[{ label: '值班护士' }, { label: '护士长' }]}
      >
        <Paper view={view} />
      </Sheet>
    ),
  })
}
