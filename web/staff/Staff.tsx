// A member of staff on their own phone: today with its one button, the month, exchange, leave and corrections, trainings, and
// what came of the month.
import { ArrowLeftRight, CalendarDays, ClipboardCheck, Clock, GraduationCap, Plane } from 'lucide-react'
import { useState } from 'react'
import type { SessionData } from '#contract/platform/session'
import { local } from '#web/kit/storage'
import { Button } from '#web/light/Button'
import { Mark } from '#web/light/Mark'
import { usePreload } from '#web/light/preload'
import { Toasts } from '#web/light/toast'
import { useHash } from '#web/light/useHash'
import { Asks } from './Asks.tsx'
import { Exchange } from './Exchange.tsx'
import { Month } from './Month.tsx'
import { Record } from './Record.tsx'
import { Sign } from './Sign.tsx'
import { Today } from './Today.tsx'
import { signIn } from './useAsk.ts'

const VIEWS = [
  ['today', '今日', Clock],
  ['month', '班表', CalendarDays],
  ['exchange', '换班', ArrowLeftRight],
  ['asks', '请假补卡', Plane],
  ['sign', '培训', GraduationCap],
  ['record', '考勤', ClipboardCheck],
] as const
type View = (typeof VIEWS)[number][0]

function Signed({ user }: { user: SessionData }) {
  const preload = usePreload('我的排班与考勤')
  const hash = useHash()
  const [name, rest = ''] = hash.replace(/^#?\/?/, '').split('/')
  const view: View = VIEWS.find(([key]) => key === name)?.[0] ?? 'today'
  const go = (to: string) => {
    window.location.hash = `/${to}`
  }
  return (
    <div className="stf yy-phone">
      <nav className="yy-bar yy-row">
        <Mark size={30} picture={preload.loginIcon} />
        <strong>{user.empInfo.empName}</strong>
        <span className="stf-dept">{user.deptInfo?.deptName}</span>
      </nav>
      <main className="stf-main" key={view}>
        {view === 'today' && <Today user={user} onGo={go} />}
        {view === 'month' && <Month onGo={go} />}
        {view === 'exchange' && <Exchange me={user.empInfo.empId} day={rest} onGo={go} />}
        {view === 'asks' && <Asks start={rest} />}
        {view === 'sign' && <Sign />}
        {view === 'record' && <Record onGo={go} />}
      </main>
      <div className="stf-tabs" role="tablist" aria-label="页面">
        {VIEWS.map(([key, label, Icon]) => (
          <button key={key} type="button" role="tab" aria-selected={view === key} onClick={() => go(key)}>
            <Icon size={22} aria-hidden />
            {label}
          </button>
        ))}
      </div>
      <Toasts />
    </div>
  )
}

export function Staff() {
  const [user] = useState(() => local.get('userInfo'))
  if (user?.token) return <Signed user={user} />
  return (
    <div className="stf yy-phone">
      <main className="stf-main">
        <h1>我的排班与考勤</h1>
        <p>请先用您的账号登录，登录后回到这一页。</p>
        <Button kind="primary" wide onClick={signIn}>
          去登录
        </Button>
      </main>
    </div>
  )
}
