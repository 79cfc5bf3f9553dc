import { Button, Input } from 'antd'
import { Square, Volume2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  callSentence,
  callVoice,
  type SpokenCall,
  templateFault,
  VOICE_PLACES,
  VoiceSwitch,
} from '#contract/monitor/callVoice'
import { rate } from '#web/areas/monitor/callSet/fields.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import { switchOf } from '#web/kit/fields/option'
import { text } from '#web/kit/fields/text'
import type { FieldSpecs, Section, Values } from '#web/kit/form/SchemaForm'
import { SettingsForm } from '#web/kit/form/SettingsForm'
import { PageCard } from '#web/kit/parts/PageCard'
import '#web/areas/monitor/callSet/callSet.css'

type Body = (typeof callVoice.calls.save)['body']

function Template({ value, onChange, ...rest }: InputProps<string>) {
  return (
    <>
      <Input
        {...rest}
        value={value ?? ''}
        maxLength={60}
        onChange={(event) => onChange?.(event.target.value || null)}
      />
      <span className="yy-above-6 yy-gap-6 yy-flex yy-wrap">
        {Object.keys(VOICE_PLACES).map((name) => (
          <Button
            key={name}
            size="small"
            disabled={rest.disabled === true}
            onClick={() => onChange?.(`${value ?? ''}{${name}}`)}
          >
            {`{${name}}`}
          </Button>
        ))}
      </span>
    </>
  )
}

const template: Field<string> = { ...text, input: (props) => <Template {...props} /> }

const fields: FieldSpecs<Body> = {
  enabled: { as: switchOf(VoiceSwitch, 1), wide: true, hint: '关闭后呼叫只响铃，不念出位置' },
  template: {
    as: template,
    wide: true,
    hint: '点击这些词加到末尾；播报时换成呼叫的楼栋、房间、床位、老人和类型。楼栋只念给负责几栋楼的人听；没有写 {楼栋} 时念在最前面',
    check: (value) => (value ? templateFault(value) : null),
  },
  rate: { as: rate, hint: '1 倍为正常语速' },
  times: { title: '播报次数', hint: '同一个呼叫念几遍，有人接听就停止' },
}

const sections: Section<Body>[] = [{ title: '语音播报', fields: ['enabled', 'template', 'rate', 'times'] }]

const SAMPLES: readonly (readonly [title: string, spoken: SpokenCall])[] = [
  ['床头', { building: '松鹤楼', room: '203室', bed: '03床', resident: '王秀英', type: '床头' }],
  ['卫生间', { building: '长青楼', room: '305室', bed: null, resident: null, type: '卫生间' }],
  ['增援', { building: null, room: '108室', bed: '01床', resident: '陈国栋', type: '增援' }],
]

const canSpeak = () => typeof window !== 'undefined' && 'speechSynthesis' in window

function Preview({ values }: { values: Values }) {
  const [speaking, setSpeaking] = useState(false)
  useEffect(() => () => (canSpeak() ? window.speechSynthesis.cancel() : undefined), [])
  const words = String(values.template ?? '')
  const fault = words === '' ? '请填写播报模板' : templateFault(words)
  const stop = () => {
    window.speechSynthesis.cancel()
    setSpeaking(false)
  }
  const speak = () => {
    window.speechSynthesis.cancel()
    const times = Math.max(1, Math.min(10, Number(values.times) || 1))
    for (let i = 1; i <= times; i++) {
      const said = new SpeechSynthesisUtterance(callSentence(words, SAMPLES[0]![1]))
      said.lang = 'zh-CN'
      said.rate = Number(values.rate) || 1
      said.onerror = () => setSpeaking(false)
      if (i === times) said.onend = () => setSpeaking(false)
      window.speechSynthesis.speak(said)
    }
    setSpeaking(true)
  }
  return (
    <PageCard
      title="播报效果"
      sub={values.enabled === VoiceSwitch.is.off ? '语音播报已关闭' : '末一句念给只负责一栋楼的人'}
    >
      {fault ? (
        <p className="yy-voice-fault yy-red" role="alert">
          {fault}
        </p>
      ) : (
        <ul className="yy-voice-lines yy-grid yy-gap-10 yy-plain-list">
          {SAMPLES.map(([title, spoken]) => (
            <li className="yy-grid yy-baseline yy-gap-8" key={title}>
              <span className="yy-second">{title}</span>
              <b>“{callSentence(words, spoken)}”</b>
            </li>
          ))}
        </ul>
      )}
      <div className="yy-flex yy-gap-8 yy-wrap" style={{ marginTop: 16 }}>
        {canSpeak() ? (
          <>
            <Button icon={<Volume2 size={15} aria-hidden />} disabled={fault !== null} onClick={speak}>
              试听
            </Button>
            {speaking && (
              <Button icon={<Square size={14} aria-hidden />} onClick={stop}>
                停止
              </Button>
            )}
          </>
        ) : (
          <span className="yy-none">这个浏览器不能播报语音，请用 Chrome 或 Edge 打开护理站。</span>
        )}
      </div>
    </PageCard>
  )
}

export default function CallVoice() {
  return (
    <SettingsForm
      title="呼叫语音"
      sub="有人呼叫时护理站念出的话"
      read={callVoice.calls.get}
      save={callVoice.calls.save}
      fields={fields}
      sections={sections}
      aside={(values) => <Preview values={values} />}
    />
  )
}
