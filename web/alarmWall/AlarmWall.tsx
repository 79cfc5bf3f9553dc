// Lets the display in by its address, keeps what the wall lives on (alarms, sound, connection), and shows the wall.
import { MonitorOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { config } from '#contract/platform/config'
import type { SessionData } from '#contract/platform/session'
import { startAlarms } from '#web/areas/monitor/alarms'
import { startSound } from '#web/areas/monitor/sound'
import Wall from '#web/areas/monitor/wall/wall.page'
import { orgIdOf, screenKeyOf } from '#web/fullchart/address'
import { usePass } from '#web/fullchart/pass'
import { FrameContext } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { startRealtime } from '#web/kit/realtime'
import { defaultConfig, useSession } from '#web/kit/session'
import type { Frame } from '#web/kit/tabs'
import { useHash } from '#web/light/useHash'
import './alarmWall.css'

/** A wall comes back sooner than a desk. */
const DELAYS = { heartbeat: 5_000, reply: 10_000, reconnect: 5_000 }
const SETTINGS_MS = 5 * 60_000

function Plain({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="yy-display-plain">
      <MonitorOff size={72} strokeWidth={1.4} aria-hidden />
      <h1>{title}</h1>
      {children}
    </main>
  )
}

function OpenAgain() {
  return (
    <ol>
      <li>在任意电脑上登录管理后台，打开“监护 › 实时告警墙”；</li>
      <li>点右下角“作为大屏打开”，写上挂在哪里；</li>
      <li>在这台电脑的浏览器中打开新地址，整段复制，不要漏掉 # 后面的部分。</li>
    </ol>
  )
}

/** The wall is a page of the console and keeps what it was set to where a tab would. */
const FRAME: Frame = {
  id: 0,
  address: '/yunmuIot/wall',
  named: '告警大屏',
  title: '告警大屏',
  page: null,
  params: {},
  query: {},
  menuId: null,
  seen: 0,
  version: 0,
  refresh: 0,
  kept: new Map(),
}

function Hanging() {
  const settings = useCall(config.calls.mattress, {}, { silent: true, refetchInterval: SETTINGS_MS })
  useEffect(() => {
    if (settings.data) useSession.setState({ config: { ...defaultConfig, mattress: settings.data } })
  }, [settings.data])
  useEffect(() => {
    const offs = [startRealtime(DELAYS), startAlarms(), startSound()]
    return () => {
      for (const off of offs) off()
    }
  }, [])
  return (
    <FrameContext.Provider value={FRAME}>
      <Wall />
    </FrameContext.Provider>
  )
}

function Opened({ session }: { session: SessionData }) {
  const known = useSession((state) => state.user === session)
  useEffect(() => {
    useSession.setState({ user: session })
    document.title = `${session.empInfo.empName} - 告警大屏`
  }, [session])
  return known ? <Hanging /> : null
}

export function AlarmWall() {
  const [orgId] = useState(() => orgIdOf(window.location.search, null))
  // A new address put into the same window changes only what follows the #, without a load.
  const screenKey = screenKeyOf(useHash())
  const pass = usePass(orgId, screenKey)
  if (orgId === null || screenKey === null) {
    return (
      <Plain title="大屏地址不完整">
        <OpenAgain />
      </Plain>
    )
  }
  switch (pass.kind) {
    case 'open':
      return <Opened key={pass.session.token} session={pass.session} />
    case 'refused':
      return (
        <Plain title={pass.was ? '这块告警大屏已停用' : '这个大屏地址不能使用'}>
          <p>它被管理员停用、换到别处打开，或打开它的账号已停用。告警照常通知到各护理站。</p>
          <OpenAgain />
        </Plain>
      )
    case 'off':
      return <Plain title="机构暂停使用，请联系管理员" />
    case 'failed':
      return (
        <Plain title="暂时没有连上服务器">
          <p>{pass.message}</p>
          <p>每半分钟会自动再试，无需操作。告警照常通知到各护理站。</p>
        </Plain>
      )
    default:
      return <Plain title="正在打开…" />
  }
}
