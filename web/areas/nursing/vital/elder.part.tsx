// One elder: what was measured last, curves with limits, the nights of the mattress beside them, and the sheet for a hospital.
import { Button, Segmented } from 'antd'
import { Printer, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { healthRecord } from '#contract/monitor/healthRecord'
import { type VitalElderData, vital } from '#contract/nursing/vital'
import { VITAL_FIELDS, vitalFields, vitalText } from '#contract/nursing/vitalKinds'
import { BedPath, ResidentCell, residentPick } from '#web/areas/live/public'
import { Chart } from '#web/kit/chart/Chart'
import type { FormRequest } from '#web/kit/form/formOf'
import { FormHost } from '#web/kit/list/ListPage'
import { openPage, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { curvesOf } from './curves.ts'
import { answerForm, enterForm } from './forms.ts'
import { LimitDrawer } from './limits.part.tsx'
import { printVitals } from './sheet.part.tsx'

const DAYS = [7, 30, 90, 180] as const
type Days = (typeof DAYS)[number]
const CHART_HEIGHT = 210

const periodOf = (days: Days) => {
  const endDate = dayText()
  return { startDate: dayText(momentOf(endDate) - (days - 1) * DAY_MS), endDate }
}

function Last({ elder }: { elder: VitalElderData }) {
  const known = VITAL_FIELDS.flatMap((field) => {
    const one = elder.last.find((last) => last.field === field)
    return one ? [{ ...one, field }] : []
  })
  if (known.length === 0) return <p className="yy-second yy-no-margin">近 35 天没有测量过。</p>
  return (
    <ul className="yy-plain-list yy-vital-last">
      {known.map(({ field, value, at, grade }) => (
        <li key={field} className={`is-${grade}`}>
          <span className="yy-second yy-small">{vitalFields[field].title}</span>
          <b>
            {vitalText(field, value)} <small>{vitalFields[field].unit}</small>
          </b>
          <span className="yy-second yy-small">{at.slice(5, 16)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The 24 hours up to 07:00, and what came since. */
function DaySums({ elder }: { elder: VitalElderData }) {
  if (elder.daySums.length === 0 && elder.intakeNow === 0 && elder.urineNow === 0) return null
  return (
    <p className="yy-no-margin yy-above-12">
      出入量（昨 07:00 至今 07:00）：
      {elder.daySums.map((one) => (
        <span key={one.field} className={one.grade === 'red' ? 'yy-red' : one.grade === 'yellow' ? 'yy-amber' : ''}>
          {one.text}　
        </span>
      ))}
      <span className="yy-second">
        今 07:00 后：入 {elder.intakeNow} mL，尿 {elder.urineNow} mL
      </span>
    </p>
  )
}

function Curves({ elder, days }: { elder: VitalElderData; days: Days }) {
  const may = useMay()(healthRecord.calls.view.needs)
  const wants = may && days <= 30
  const slept = useCall(
    healthRecord.calls.view,
    wants ? { oldmanId: elder.oldmanId, range: days === 7 ? 'week' : 'month', day: null } : null,
    { silent: true },
  )
  const nights = slept.data?.nights
  const curves = useMemo(() => {
    const { startDate, endDate } = periodOf(days)
    return curvesOf(elder, nights ?? [], { from: momentOf(startDate), to: momentOf(endDate) + DAY_MS })
  }, [elder, nights, days])
  if (curves.length === 0) {
    return <Empty title="这段时间没有测量" text="换一个更长的时间，或点“录入体征”。" />
  }
  return (
    <>
      <div className="yy-vital-curves">
        {curves.map((curve) => (
          <PageCard key={curve.title} title={curve.title} sub={curve.unit}>
            <Chart option={curve.option} label={curve.label} height={CHART_HEIGHT} />
          </PageCard>
        ))}
      </div>
      <p className="yy-second yy-small yy-no-margin">
        绿色为正常范围，红色虚线为危急界限；菱形为偏离，三角为危急。
        {nights && nights.length > 0 && '紫色虚线为床垫测得的夜间平均。'}
        {nights && nights.length > 0 && (
          <button
            type="button"
            className="yy-link"
            onClick={() => openPage(healthRecord.pages.detail.path, { oldmanId: elder.oldmanId })}
          >
            看床垫的夜间记录
          </button>
        )}
      </p>
    </>
  )
}

interface ShownProps {
  oldmanId: string
  onForm(form: FormRequest): void
  onLimits(elder: VitalElderData): void
}

function Shown({ oldmanId, onForm, onLimits }: ShownProps) {
  const may = useMay()
  const [days, setDays] = usePageState<Days>('days', 30)
  const { data, state } = useLoaded(
    vital.calls.elder,
    { oldmanId, ...periodOf(days) },
    {
      what: '老人体征',
      lines: 8,
      keepPrevious: true,
      none: <Empty title="没有这位老人" text="可能不在您的数据范围内，请重新选择。" />,
    },
  )
  if (!data) return <section className="yy-card yy-pad-16">{state}</section>
  const { alert } = data
  return (
    <>
      <PageCard
        title={
          <span className="yy-row yy-gap-12 yy-wrap">
            <ResidentCell row={data} link status />
            <BedPath path={data.bedPath} />
          </span>
        }
        extra={
          <span className="yy-row yy-gap-8 yy-wrap">
            <Segmented<Days>
              aria-label="时间"
              value={days}
              onChange={setDays}
              options={DAYS.map((value) => ({ value, label: `${value} 天` }))}
            />
            <Button icon={<SlidersHorizontal size={15} aria-hidden />} onClick={() => onLimits(data)}>
              本人界限
            </Button>
            <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printVitals(data, periodOf(days))}>
              打印就诊单
            </Button>
            {may(vital.calls.add.needs) && (
              <Button type="primary" onClick={() => onForm(enterForm({ oldmanId }))}>
                录入体征
              </Button>
            )}
          </span>
        }
      >
        <Last elder={data} />
        <DaySums elder={data} />
        {alert && (
          <p className={`yy-vital-open yy-row yy-gap-12 is-${alert.grade}`} role="alert">
            <b>{alert.reasons}</b>
            <span>{alert.openedAt.slice(5, 16)} 发现，还没有结束</span>
            {may(vital.calls.answer.needs) && (
              <Button size="small" onClick={() => onForm(answerForm(alert))}>
                填写处理说明
              </Button>
            )}
          </p>
        )}
      </PageCard>
      <Curves elder={data} days={days} />
    </>
  )
}

interface ElderViewProps {
  top: ReactNode
  oldmanId: string | null
  onElder(oldmanId: string | null): void
}

export function ElderView({ top, oldmanId, onElder }: ElderViewProps) {
  const [form, setForm] = useState<FormRequest | null>(null)
  const [limits, setLimits] = useState<VitalElderData | null>(null)
  return (
    <div className="yy-vital-page yy-stack yy-gap-12">
      <div className="yy-row yy-gap-16 yy-wrap">
        {top}
        <span className="yy-vital-pick">
          {residentPick.input({ value: oldmanId, onChange: onElder, 'aria-label': '选择老人' })}
        </span>
      </div>
      {oldmanId ? (
        <Shown key={oldmanId} oldmanId={oldmanId} onForm={setForm} onLimits={setLimits} />
      ) : (
        <section className="yy-card">
          <Empty title="请选择一位老人" text="在上面输入姓名、拼音首字母或档案编号，看曲线、界限和打印就诊单。" />
        </section>
      )}
      <FormHost form={form} onClose={() => setForm(null)} />
      <LimitDrawer open={limits !== null} elder={limits} onClose={() => setLimits(null)} />
    </div>
  )
}
