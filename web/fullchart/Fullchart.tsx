// The large screen: organisation, clock, connection, cards. Let in by its address, nobody signs in, nothing is clicked.
import { MonitorOff } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { SessionData } from '#contract/platform/session'
import { startRealtime, useConnection } from '#web/kit/realtime'
import { Mark } from '#web/light/Mark'
import { Spinner } from '#web/light/Spinner'
import { useHash } from '#web/light/useHash'
import { screenKeyOf, wallOrgId } from './address.ts'
import { healthOf } from './beats.ts'
import { wallCards } from './cards.ts'
import { usePass } from './pass.ts'
import { CardGuard } from './WallFrame.tsx'

/** A wall measures its latency all the time and comes back sooner than a desk. */
const DELAYS = { heartbeat: 5_000, reply: 10_000, reconnect: 5_000 }
const WEEKDAYS = '日一二三四五六'

const two = (value: number) => String(value).padStart(2, '0')
const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
const day = (at: Date) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}　周${WEEKDAYS[at.getDay()]}`

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    // On the second, so that two walls side by side change together.
    let timer = setTimeout(
      function tick() {
        const at = new Date()
        setNow(at)
        timer = setTimeout(tick, 1000 - at.getMilliseconds())
      },
      1000 - (Date.now() % 1000),
    )
    return () => clearTimeout(timer)
  }, [])
  return now
}

function Plain({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="yy-wall-plain">
      <MonitorOff size={72} strokeWidth={1.4} aria-hidden="true" />
      <h1>{title}</h1>
      {children}
    </main>
  )
}

function NewAddress() {
  return (
    <ol>
      <li>请联系机构管理员，在管理后台打开“设置 › 大屏免登录”；</li>
      <li>为这块大屏“重新生成地址”，或“新增大屏”；</li>
      <li>在这台电脑的浏览器中打开新地址，整段复制，不要漏掉 # 后面的部分。</li>
    </ol>
  )
}

function Incomplete() {
  return (
    <Plain title="大屏地址不完整">
      <p>每块大屏都有自己的地址，只带机构编号的旧地址已不能使用。</p>
      <NewAddress />
    </Plain>
  )
}

function Refused({ was }: { was: boolean }) {
  return (
    <Plain title={was ? '这块大屏的地址已停用' : '这个大屏地址不能使用'}>
      <p>
        {was ? '机构管理员停用了这个地址，或换成了新地址。' : '地址可能已停用、已换成新地址，或复制得不完整。'}
        本页不再显示机构数据。
      </p>
      <NewAddress />
    </Plain>
  )
}

function SwitchedOff() {
  return (
    <Plain title="大屏免登录未开启">
      <ol>
        <li>用机构管理员账号登录管理后台；</li>
        <li>打开“设置 › 大屏免登录”，点“开启免登录”；</li>
        <li>回到这里，无需刷新，半分钟内会自动显示。</li>
      </ol>
      <p>开启前，本页不会显示任何机构数据。</p>
    </Plain>
  )
}

interface HeaderProps {
  user: SessionData
  now: Date
  health: ReturnType<typeof healthOf>
}

const HEALTH_WORDS = { waiting: '正在连接', good: '实时', slow: '连接缓慢', cut: '连接中断' } as const

function Header({ user, now, health }: HeaderProps) {
  const roundTrip = useConnection((one) => one.roundTrip)
  return (
    <header className="yy-wall-head">
      <Mark size={64} ground="#1C426B" />
      <h1>{user.orgInfo.orgName}</h1>
      <div className={`yy-wall-health ${health}`} role="status">
        <i />
        {HEALTH_WORDS[health]}
        {health !== 'cut' && roundTrip !== null && <b>{Math.max(1, Math.round(roundTrip))} ms</b>}
      </div>
      <div className="yy-wall-clock">
        <time>{clock(now)}</time>
        <span>{day(now)}</span>
      </div>
    </header>
  )
}

function Wall({ user }: { user: SessionData }) {
  const now = useNow()
  const connection = useConnection()
  useEffect(() => startRealtime(DELAYS), [])
  const [since] = useState(() => Date.now())
  const heard = connection.heardAt ?? (connection.state === 'open' ? since : null)
  const health = healthOf(connection.state, connection.roundTrip, heard === null ? null : now.getTime() - heard)
  return (
    <main className={`yy-wall ${health}`}>
      <Header user={user} now={now} health={health} />
      {health === 'cut' && (
        <div className="yy-wall-cut" role="alert">
          连接中断，以下为 {heard === null ? '页面打开时' : clock(new Date(heard))} 的状态
        </div>
      )}
      <div className="yy-wall-cards">
        {wallCards.map(({ key, columns, rows, Card }) => (
          <div key={key} style={{ gridColumn: `span ${columns}`, gridRow: `span ${rows}` }}>
            <CardGuard>
              <Suspense fallback={<section className="yy-wall-card" />}>
                <Card />
              </Suspense>
            </CardGuard>
          </div>
        ))}
      </div>
    </main>
  )
}

export function Fullchart() {
  const [orgId] = useState(wallOrgId)
  // A new address put into the same window changes only what follows the #, without a load.
  const screenKey = screenKeyOf(useHash())
  const pass = usePass(orgId, screenKey)
  const name = pass.kind === 'open' ? pass.session.orgInfo.orgName : null
  useEffect(() => {
    if (name) document.title = `${name} - 机构大屏`
  }, [name])
  if (orgId === null || screenKey === null) return <Incomplete />
  switch (pass.kind) {
    case 'open':
      return <Wall key={pass.session.token} user={pass.session} />
    case 'off':
      return <SwitchedOff />
    case 'refused':
      return <Refused was={pass.was} />
    case 'failed':
      return (
        <Plain title="暂时没有连上服务器">
          <p>{pass.message}</p>
          <p>每半分钟会自动再试，无需操作。</p>
        </Plain>
      )
    default:
      return (
        <main className="yy-wall-plain">
          <Spinner size={48} />
        </main>
      )
  }
}
