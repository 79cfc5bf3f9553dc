// 为何没有告警: a moment is chosen, and what was stored is judged once more; the first line is the answer.
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { type WhyData, type WhyLineData, WhyReason, why } from '#contract/monitor/why'
import { DeviceKind } from '#contract/monitor/words'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { Loaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { WhyChart } from './whyChart.part.tsx'
import './why.css'

const MOMENT = 'YYYY-MM-DD HH:mm:ss'

/** Whose alarm is asked about: of a device, of the mattress a resident lay on, or of one alarm. */
export type WhyOf = { deviceId: string } | { oldmanId: string } | { recordId: string }

interface WhyButtonProps {
  of: WhyOf
  /** The moment on the page; null: the present, or when the alarm was raised. */
  at: string | null
  title?: string
}

function useWhy(of: WhyOf | null, at: string | null) {
  const moment = at === null ? {} : { at }
  const device = useCall(why.calls.device, of && 'deviceId' in of ? { ...of, ...moment } : null, KEEP)
  const resident = useCall(why.calls.resident, of && 'oldmanId' in of ? { ...of, ...moment } : null, KEEP)
  const record = useCall(why.calls.alarm, of && 'recordId' in of ? { ...of, ...moment } : null, KEEP)
  return of === null || 'deviceId' in of ? device : 'oldmanId' in of ? resident : record
}
const KEEP = { keepPrevious: true } as const

export function WhyButton({ of, at, title = '为何没有告警' }: WhyButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <Allowed needs={why.calls.device.needs}>
      <Button icon={<CircleHelp size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <WhyDrawer open={open} of={of} first={at} title={title} onClose={() => setOpen(false)} />
    </Allowed>
  )
}

interface WhyDrawerProps {
  open: boolean
  of: WhyOf
  first: string | null
  title: string
  onClose(): void
}

function WhyDrawer({ open, of, first, title, onClose }: WhyDrawerProps) {
  const [at, setAt] = useState(first)
  const asked = useWhy(open ? of : null, at)
  const { data } = asked
  const shown = at ?? data?.at ?? null
  const step = (minutes: number) => {
    const next = dayjs(shown ?? undefined).add(minutes, 'minute')
    setAt((next.isAfter(dayjs()) ? dayjs() : next).format(MOMENT))
  }
  return (
    <SideDrawer
      open={open}
      width={960}
      asks={false}
      title={title}
      about={data && `${DeviceKind.label(data.kind)} ${data.deviceNo}`}
      onClose={onClose}
      onClosed={() => setAt(first)}
    >
      <div className="yy-row yy-gap-8 yy-wrap yy-below-16">
        <span>时刻</span>
        <DatePicker
          aria-label="时刻"
          allowClear={false}
          showTime
          format={MOMENT}
          value={shown ? dayjs(shown) : null}
          disabledDate={(day) => day.isAfter(dayjs(), 'day')}
          onChange={(day) => day && setAt(day.format(MOMENT))}
        />
        <Button onClick={() => step(-10)}>早 10 分钟</Button>
        <Button onClick={() => step(-1)}>早 1 分钟</Button>
        <Button onClick={() => step(1)}>晚 1 分钟</Button>
        <Button onClick={() => step(10)}>晚 10 分钟</Button>
      </div>
      {asked.error || !data ? <Loaded of={asked} what="没有取到答案" lines={10} fresh /> : <WhyAnswer data={data} />}
    </SideDrawer>
  )
}

function WhyAnswer({ data }: { data: WhyData }) {
  const [picked, setPicked] = useState<string | null>(null)
  const rules = data.lines.filter((one) => one.ruleId !== null)
  const rule = rules.find((one) => one.ruleId === picked) ?? rules[0] ?? null
  return (
    <>
      <p
        className={classes('yy-why-answer yy-no-margin yy-pad-12-16 yy-soft yy-round', data.alarmed && 'is-alarmed')}
        role="status"
      >
        {data.answer}
      </p>
      {data.kind === 'MATTRESS' && (
        <PageCard title="前后读数" sub="每分钟平均" style={{ marginTop: 16 }}>
          <WhyChart data={data} rule={rule} />
        </PageCard>
      )}
      <PageCard title="逐条说明" sub="按当时的规则和读数重新判断" style={{ marginTop: 16 }}>
        <ol className="yy-why-lines yy-grid yy-gap-10 yy-plain-list">
          {data.lines.map((one, at) => (
            <li key={at} className="yy-gap-12">
              <StatusTag option={WhyReason.find(one.reason)!} />
              <WhyLine line={one} onPick={() => setPicked(one.ruleId)} />
            </li>
          ))}
        </ol>
      </PageCard>
      {data.alarms.length > 0 && (
        <PageCard title="前后一小时的告警" style={{ marginTop: 16 }}>
          <ul className="yy-why-alarms yy-grid yy-gap-8 yy-plain-list">
            {data.alarms.map((one) => (
              <li key={one.recordId} className="yy-gap-12">
                <span className="yy-second">{one.raisedAt}</span>
                <span>{one.content}</span>
                <button
                  type="button"
                  className="yy-link"
                  onClick={() => openPage('/yunmuIot/alarmRecord', { recordId: one.recordId })}
                >
                  查看
                </button>
              </li>
            ))}
          </ul>
        </PageCard>
      )}
      <p className="yy-none">
        {data.readings > 0
          ? `按 ${data.readingsFrom} 起的 ${data.readings.toLocaleString('zh-CN')} 条读数重算。`
          : '没有可以重算的读数，按记录回答。'}
      </p>
    </>
  )
}

function WhyLine({ line, onPick }: { line: WhyLineData; onPick(): void }) {
  if (line.ruleId === null) return <span>{line.text}</span>
  return (
    <button type="button" className="yy-bare yy-no-padding" title="在曲线上显示这条规则的时段和界限" onClick={onPick}>
      {line.text}
    </button>
  )
}
