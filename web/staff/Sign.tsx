// 培训签到: the code on the screen in the room, typed or read by the camera of the phone; and one's trainings of the year.
import { useState } from 'react'
import { training } from '#contract/administration/training'
import { TrainingState } from '#contract/administration/trainingWords'
import { dayText } from '#contract/kit/clock'
import { useCamera } from '#web/bedside/useCamera'
import { Button } from '#web/light/Button'
import { TextField } from '#web/light/Field'
import { Notice } from '#web/light/Notice'
import { Page } from './parts.tsx'
import { useAct, useAsk } from './useAsk.ts'

const digits = (text: string) => /(\d{6})(?!.*\d{6})/.exec(text)?.[1] ?? ''

function Camera({ onCode }: { onCode(code: string): void }) {
  const { video, reads, problem } = useCamera((text) => {
    const code = digits(text)
    if (code) onCode(code)
  })
  return (
    <>
      {problem && (
        <Notice kind="warn">{problem.replace('请用扫码枪，或输入床号，如 203-02。', '请输入 6 位签到码。')}</Notice>
      )}
      <video ref={video} className="stf-video" hidden={!reads} muted playsInline />
    </>
  )
}

export function Sign() {
  // The code on the screen leads here with its digits, when the phone's own camera read it.
  const [code, setCode] = useState(() => digits(window.location.hash))
  const [scans, setScans] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const act = useAct()
  const of = useAsk(training.calls.mine, { year: Number(dayText().slice(0, 4)) })
  const sign = async (typed = code) => {
    const done = await act.run(training.calls.sign, { code: typed })
    if (!done) return
    setCode('')
    setScans(false)
    setSaid(done.again ? `“${done.title}”您已经签过到了` : `“${done.title}”签到成功：${done.signedAt.slice(11, 16)}`)
    of.reload()
  }
  return (
    <>
      <section className="yy-phone-card">
        <h2>培训签到</h2>
        <TextField
          label="屏幕上的 6 位签到码"
          name="code"
          value={code}
          inputMode="numeric"
          maxLength={6}
          onChange={(next) => setCode(next.replace(/\D/g, ''))}
          error={act.failure}
        />
        {said && <Notice kind="good">{said}</Notice>}
        <Button kind="primary" wide busy={act.busy} disabled={code.length !== 6} onClick={() => void sign()}>
          签到
        </Button>
        {scans ? (
          <Camera
            onCode={(found) => {
              setCode(found)
              setScans(false)
              void sign(found)
            }}
          />
        ) : (
          <Button wide onClick={() => setScans(true)}>
            扫屏幕上的码
          </Button>
        )}
      </section>
      <Page of={of}>
        {(data) => (
          <section className="yy-phone-card">
            <h2>
              {data.year} 年学时 {data.hours}
              {data.dueHours !== null && ` / 应修 ${data.dueHours}`}
            </h2>
            {data.rows.length === 0 && <p className="stf-second">今年还没有培训。</p>}
            <ul className="stf-list">
              {data.rows.map((row) => (
                <li key={row.trainingId}>
                  <b>{row.title}</b>
                  <div className="stf-second">
                    {row.startAt.slice(5, 16)} {row.place} {TrainingState.label(row.state)}
                  </div>
                  <div className={row.toSign ? 'stf-changed' : undefined}>
                    {row.signedAt
                      ? `已签到 ${row.signedAt.slice(5, 16)}`
                      : row.toSign
                        ? '正在签到，请输入上面的码'
                        : '未签到'}
                    {row.score !== null && `　成绩 ${row.score}`}
                    {row.passed !== null && (row.passed ? '　合格' : '　不合格')}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Page>
    </>
  )
}
