// The screen in the room: a code to scan, six digits to type, both others every half minute, and who has come.
import { Button, QRCode } from 'antd'
import { Maximize, Minimize, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { CODE_SECONDS, signAddress, training } from '#contract/administration/training'
import { goBack, usePageParams } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { useEvent } from '#web/kit/realtime'
import './training.css'

function useFullScreen(): [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = useCallback(() => {
    const asked = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // A browser that does not allow it shows the page as it is.
    asked.catch(() => undefined)
  }, [])
  return [full, toggle]
}

function Screen({ trainingId }: { trainingId: string }) {
  const [full, toggle] = useFullScreen()
  const { data, state, refetch } = useLoaded(
    training.calls.code,
    { trainingId },
    {
      what: '签到码',
      lines: 8,
      fresh: true,
      none: (
        <Empty
          title="现在不能扫码签到"
          text="培训还没有开始签到，或已经结束。"
          acts={<Button onClick={() => void goBack()}>返回培训记录</Button>}
        />
      ),
    },
  )
  useEvent(training.events.signed, (told) => {
    if (told.trainingId === trainingId) void refetch()
  })
  // The server says how long the code still stands: the clock of this machine may be anywhere.
  const [left, setLeft] = useState(CODE_SECONDS)
  useEffect(() => {
    if (!data) return
    const ends = Date.now() + data.seconds * 1_000
    const tick = () => {
      const rest = Math.ceil((ends - Date.now()) / 1_000)
      setLeft(Math.max(0, rest))
      if (rest <= 0) void refetch()
    }
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [data, refetch])
  if (!data) return <main className="yy-training-screen">{state}</main>
  return (
    <main className="yy-training-screen" aria-label="培训签到大屏">
      <header className="yy-row yy-gap-12">
        <h1>{data.title}</h1>
        {data.place && <span className="yy-training-place">{data.place}</span>}
        <span className="yy-push yy-inline yy-gap-8">
          <Button
            icon={full ? <Minimize size={16} aria-hidden /> : <Maximize size={16} aria-hidden />}
            onClick={toggle}
          >
            {full ? '退出全屏' : '全屏显示'}
          </Button>
          <Button icon={<X size={16} aria-hidden />} onClick={() => void goBack()}>
            关闭大屏
          </Button>
        </span>
      </header>
      <div className="yy-training-room">
        <section className="yy-training-code" aria-label="签到码">
          <p>手机扫码签到</p>
          <QRCode
            value={signAddress(window.location.origin, data.code)}
            type="svg"
            bordered={false}
            size={320}
            color="#000"
            bgColor="#fff"
          />
          <p>或在“我的培训”里输入</p>
          <strong className="yy-training-digits">
            {data.code.slice(0, 3)} {data.code.slice(3)}
          </strong>
          <div className="yy-training-left" role="timer" aria-label={`${left} 秒后更换`}>
            <i style={{ width: `${(left / CODE_SECONDS) * 100}%` }} />
          </div>
          <p className="yy-training-small">{left} 秒后更换，旧码再过半分钟失效</p>
        </section>
        <section className="yy-training-count" aria-label="签到人数" aria-live="polite">
          <p>已签到</p>
          <strong>
            {data.signed}
            <small> / {data.people} 人</small>
          </strong>
          <ol className="yy-plain-list">
            {data.latest.map((one) => (
              <li key={`${one.empName}${one.signedAt}`}>
                <b>{one.empName}</b>
                <span>{one.signedAt.slice(11, 16)}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </main>
  )
}

export default function TrainingSignIn() {
  const { trainingId } = usePageParams<'trainingId'>()
  if (!trainingId) {
    return (
      <main className="yy-training-screen">
        <Empty
          title="没有选择培训"
          text="请从培训记录里打开签到大屏。"
          acts={<Button onClick={() => void goBack()}>返回</Button>}
        />
      </main>
    )
  }
  return <Screen key={trainingId} trainingId={trainingId} />
}
