import { Button } from 'antd'
import { Volume2 } from 'lucide-react'
import { CallForward, CallRing, callSet } from '#contract/monitor/callSet'
import { radioOf, switchOf } from '#web/kit/fields/option'
import type { FieldSpecs, Section, Values } from '#web/kit/form/SchemaForm'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { PageCard } from '#web/kit/parts/PageCard'
import { playTone } from '#web/kit/voice/tones'
import { clock, volume } from './fields.part.tsx'
import { isNight } from './night.ts'
import './callSet.css'

type Body = (typeof callSet.calls.save)['body']

const on = (values: Values) => values.forward === CallForward.is.on

const fields: FieldSpecs<Body> = {
  dayFrom: { as: clock },
  nightFrom: {
    as: clock,
    check: (value, values) => (value && value === values.dayFrom ? '夜间开始不能与白天开始相同' : null),
  },
  dayVolume: { as: volume },
  nightVolume: { as: volume, hint: '夜间调低，避免吵醒老人' },
  ring: { as: radioOf(CallRing), title: '床头、门口呼叫铃声' },
  urgentRing: { as: radioOf(CallRing), title: '卫生间、增援呼叫铃声' },
  forward: { as: switchOf(CallForward, 1), wide: true, hint: '关闭后，没有人接听的呼叫只在护理站响铃' },
  repeatSeconds: { hint: '多久没有人接听，护理站再次响铃' },
  leaderSeconds: {
    check: (value, values) =>
      typeof value === 'number' && value <= Number(values.repeatSeconds) ? '应晚于再次响铃' : null,
  },
  phoneSeconds: {
    check: (value, values) =>
      typeof value === 'number' && value <= Number(values.leaderSeconds) ? '应晚于转送组长' : null,
  },
}

const sections: Section<Body>[] = [
  { title: '白天与夜间', fields: ['dayFrom', 'nightFrom', 'dayVolume', 'nightVolume'] },
  { title: '铃声', fields: ['ring', 'urgentRing'] },
  { title: '没有人接听时', fields: ['forward', 'repeatSeconds', 'leaderSeconds', 'phoneSeconds'] },
]

const inWords = (value: unknown) => {
  const seconds = Number(value)
  const rest = seconds % 60
  return seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分${rest > 0 ? ` ${rest} 秒` : '钟'}`
}

const tryRing = (ring: unknown, volume: number) => void playTone(ring as 'DING', new AbortController().signal, volume)

/** What happens to a call that nobody answers, as it is set now. */
function Course({ values }: { values: Values }) {
  const times = { dayFrom: String(values.dayFrom), nightFrom: String(values.nightFrom) }
  const known = /^\d\d:\d\d$/.test(times.dayFrom) && /^\d\d:\d\d$/.test(times.nightFrom)
  const night = known && isNight(times)
  const loud = Number(night ? values.nightVolume : values.dayVolume)
  return (
    <>
      <PageCard title="试听" sub={known ? `现在是${night ? '夜间' : '白天'}，音量 ${loud}%` : undefined}>
        <div className="yy-flex yy-gap-8 yy-wrap">
          <Button icon={<Volume2 size={15} aria-hidden />} onClick={() => tryRing(values.ring, loud)}>
            床头呼叫
          </Button>
          <Button icon={<Volume2 size={15} aria-hidden />} onClick={() => tryRing(values.urgentRing, loud)}>
            卫生间呼叫
          </Button>
        </div>
      </PageCard>
      <PageCard title="一次没有人接听的呼叫" style={{ marginTop: 12 }}>
        <ol className="yy-callset-course yy-grid yy-gap-10 yy-plain-list">
          <li>
            <b>按铃</b>护理站立即响铃、弹窗，值班护士收到通知
          </li>
          <li>
            <b>{inWords(values.repeatSeconds)}</b>再次响铃，并通知接替护士
          </li>
          {on(values) ? (
            <>
              <li>
                <b>{inWords(values.leaderSeconds)}</b>通知组长或护士长
              </li>
              <li>
                <b>{inWords(values.phoneSeconds)}</b>电话通知
              </li>
            </>
          ) : (
            <li>
              <b>之后</b>不再转送，直到有人接听或在床旁复位
            </li>
          )}
        </ol>
      </PageCard>
    </>
  )
}

export default function CallSet() {
  return (
    <SettingsForm
      title="呼叫设置"
      sub="全院护理站的响铃和转送，保存后立即生效"
      read={callSet.calls.get}
      save={callSet.calls.save}
      fields={fields}
      sections={sections}
      aside={(values) => <Course values={values} />}
    />
  )
}
