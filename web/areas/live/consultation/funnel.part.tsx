// What became of the consultations of a period. Bars and table show the same figures; each opens the list it counts.
import { DatePicker, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { consultation } from '#contract/live/consultation'
import { ConsultationStatus, ConsultationStep } from '#contract/live/consultationFields'
import type { FunnelData, StepRowData } from '#contract/live/consultationRows'
import { openPage } from '#web/kit/open'
import { Loaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'

type Step = keyof FunnelData['total']
interface Period {
  consultFrom: string
  consultTo: string
}

const DAY = 'YYYY-MM-DD'
const presets = () => {
  const today = dayjs().startOf('day')
  return [
    { label: '近 30 天', value: [today.subtract(29, 'day'), today] as [Dayjs, Dayjs] },
    { label: '近 3 个月', value: [today.subtract(3, 'month').add(1, 'day'), today] as [Dayjs, Dayjs] },
    { label: '近 12 个月', value: [today.subtract(1, 'year').add(1, 'day'), today] as [Dayjs, Dayjs] },
    { label: '今年', value: [today.startOf('year'), today] as [Dayjs, Dayjs] },
  ]
}
const lastYear = (): Period => ({
  consultFrom: dayjs().subtract(1, 'year').add(1, 'day').format(DAY),
  consultTo: dayjs().format(DAY),
})

const share = (part: number, whole: number) => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`)

type Show = (query: Record<string, string | number>) => void

function Figure({ count, onOpen, label }: { count: number; onOpen(): void; label: string }) {
  if (count === 0) return <span className="yy-none">0</span>
  return (
    <button type="button" className="yy-link" onClick={onOpen} aria-label={`查看${label} ${count} 条`}>
      {count}
    </button>
  )
}

function Bars({ data, show }: { data: FunnelData; show: Show }) {
  const { consult } = data.total
  return (
    <ol className="yy-funnel yy-plain-list">
      {ConsultationStep.list.map(({ value, label }, i) => {
        const count = data.total[value as Step]
        return (
          <li className="yy-grid yy-gap-12" key={value}>
            <span className="yy-funnel-name">{label}</span>
            <button
              type="button"
              className="yy-funnel-bar yy-no-border yy-block yy-no-padding yy-tint yy-press"
              disabled={count === 0}
              aria-label={`${label} ${count} 条，占咨询 ${share(count, consult)}`}
              onClick={() => show(value === 'consult' ? {} : { step: value })}
            >
              <i style={{ width: `${consult === 0 ? 0 : (count / consult) * 100}%`, opacity: 1 - i * 0.14 }} />
            </button>
            <b className="yy-strong yy-right yy-text-18">{count}</b>
            <span className="yy-second yy-right">{share(count, consult)}</span>
          </li>
        )
      })}
    </ol>
  )
}

interface StepTableProps {
  title: string
  rows: readonly StepRowData[]
  field: 'channel' | 'saleId'
  show: Show
  total?: FunnelData
}

function StepTable({ title, rows, field, show, total }: StepTableProps) {
  const steps = ConsultationStep.list
  const cells = (row: Omit<StepRowData, 'key' | 'name'>, own: Record<string, string>, name: string) => (
    <>
      {steps.map(({ value, label }) => (
        <td key={value}>
          <Figure
            count={row[value as Step]}
            label={`${name}${label}`}
            onOpen={() => show({ ...own, ...(value !== 'consult' && { step: value }) })}
          />
        </td>
      ))}
      <td>
        <Figure
          count={row.lost}
          label={`${name}流失`}
          onOpen={() => show({ ...own, status: ConsultationStatus.is.lost })}
        />
      </td>
      <td>{share(row.moved, row.consult)}</td>
    </>
  )
  return (
    <table className="yy-funnel-table yy-plain-table">
      <thead>
        <tr>
          <th>{title}</th>
          {steps.map(({ value, label }) => (
            <th key={value}>{label}</th>
          ))}
          <th>流失</th>
          <th>入住率</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {cells(row, { [field]: row.key }, row.name)}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            {cells({ ...total.total, lost: total.lost }, {}, '')}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Reasons({ data, show }: { data: FunnelData; show: Show }) {
  const most = Math.max(1, ...data.reasons.map((one) => one.count))
  return (
    <ol className="yy-funnel yy-plain-list yy-funnel-reasons">
      {data.reasons.map((one) => (
        <li className="yy-grid yy-gap-12" key={one.key}>
          <span className="yy-funnel-name">{one.name}</span>
          <button
            type="button"
            className="yy-funnel-bar yy-no-border yy-block yy-no-padding yy-tint yy-press"
            aria-label={`${one.name} ${one.count} 条`}
            onClick={() => show({ status: ConsultationStatus.is.lost, lossReason: one.key })}
          >
            <i style={{ width: `${(one.count / most) * 100}%` }} />
          </button>
          <b className="yy-strong yy-right yy-text-18">{one.count}</b>
          <span className="yy-second yy-right">{share(one.count, data.lost)}</span>
        </li>
      ))}
    </ol>
  )
}

export function FunnelDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const [period, setPeriod] = useState<Period>(lastYear)
  const [face, setFace] = useState<'chart' | 'table'>('chart')
  const { data, error, refetch } = useCall(consultation.calls.funnel, open ? period : null, { keepPrevious: true })
  const show: Show = (query) => {
    onClose()
    openPage(consultation.pages.base.path, { ...period, ...query })
  }
  return (
    <SideDrawer asks={false} open={open} width={720} title="咨询转化分析" about="点数字看名单" onClose={onClose}>
      <div className="yy-funnel-head yy-row yy-gap-12 yy-below-12">
        <span>咨询日期</span>
        <DatePicker.RangePicker
          value={[dayjs(period.consultFrom), dayjs(period.consultTo)]}
          presets={presets()}
          allowClear={false}
          aria-label="咨询日期"
          onChange={(days) => {
            const [from, to] = days ?? []
            if (from && to) setPeriod({ consultFrom: from.format(DAY), consultTo: to.format(DAY) })
          }}
        />
        <Segmented
          value={face}
          onChange={setFace}
          options={[
            { value: 'chart', label: '图' },
            { value: 'table', label: '表' },
          ]}
        />
      </div>
      {!data ? (
        <Loaded of={{ data, error, refetch }} what="转化分析" lines={12} />
      ) : (
        <>
          <PageCard
            title="咨询到入住"
            sub={
              data.daysToMove === null ? '占全部咨询的比例' : `占全部咨询的比例，从咨询到入住平均 ${data.daysToMove} 天`
            }
          >
            {face === 'chart' ? (
              <Bars data={data} show={show} />
            ) : (
              <StepTable title="咨询渠道" rows={data.channels} field="channel" show={show} total={data} />
            )}
          </PageCard>
          {face === 'chart' && (
            <PageCard title="按咨询渠道" style={{ marginTop: 12 }}>
              <StepTable title="咨询渠道" rows={data.channels} field="channel" show={show} />
            </PageCard>
          )}
          <PageCard title="按接待人" style={{ marginTop: 12 }}>
            <StepTable title="接待人" rows={data.sales} field="saleId" show={show} />
          </PageCard>
          {data.reasons.length > 0 && (
            <PageCard title="流失原因" sub={`共 ${data.lost} 条`} style={{ marginTop: 12 }}>
              <Reasons data={data} show={show} />
            </PageCard>
          )}
        </>
      )}
    </SideDrawer>
  )
}
