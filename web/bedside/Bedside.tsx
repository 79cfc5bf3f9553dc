// At the bedside: one caregiver's tasks of today on a tablet, with or without network (picture 14).
import { Clock, CloudOff, CloudUpload, LogOut, ScanLine, Users } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { SessionData } from '#contract/platform/session'
import { BEDSIDE_PAGE, LOGIN_PAGE } from '#web/kit/constants'
import { local } from '#web/kit/storage'
import { Mark } from '#web/light/Mark'
import { usePreload } from '#web/light/preload'
import { Spinner } from '#web/light/Spinner'
import { type Care, useCare } from './care.ts'
import { readyByElder } from './doses.ts'
import { Elder } from './Elder.tsx'
import {
  checkedStill,
  clockOf,
  type ElderRow,
  elderOfCode,
  rowsOf,
  SECTIONS,
  type Section,
  whyUnknown,
} from './elders.ts'
import { Photo } from './Photo.tsx'
import { Scan } from './Scan.tsx'
import { signOut } from './signOut.ts'
import { useScanner } from './useScanner.ts'
import { Waits } from './Waits.tsx'

type View = 'now' | 'elders' | 'scan' | 'waits'
const signIn = () => window.location.assign(`${LOGIN_PAGE}?from=${BEDSIDE_PAGE}`)

async function leave(waiting: number): Promise<void> {
  const words =
    waiting > 0
      ? `还有 ${waiting} 条记录没有上传。退出后它们留在这台设备上，您下次在这台设备登录后自动上传。\n确定退出登录吗？`
      : '退出登录，把这台设备交给下一位同事吗？'
  if (!window.confirm(words)) return
  if (await signOut()) signIn()
  else window.alert('现在连不上服务器，不能退出。请连上网后再试。')
}

const TITLES: Readonly<Record<Section, string>> = {
  late: '迟做、漏做',
  now: '现在可做',
  later: '稍后',
  finished: '今天已完成或没有任务',
}

function List({
  rows,
  sections,
  chosen,
  onChoose,
}: {
  rows: readonly ElderRow[]
  sections: readonly Section[]
  chosen: string | null
  onChoose(id: string): void
}) {
  return (
    <nav className="bed-list" aria-label="老人">
      {sections.map((section) => {
        const own = rows.filter((row) => row.section === section)
        return (
          own.length > 0 && (
            <section key={section}>
              <h2 className={section === 'late' ? 'bed-red' : undefined}>
                {TITLES[section]} {own.length}
              </h2>
              {own.map((row) => (
                <button
                  key={row.elder.oldmanId}
                  type="button"
                  className={`bed-row is-${section}`}
                  aria-pressed={row.elder.oldmanId === chosen}
                  onClick={() => onChoose(row.elder.oldmanId)}
                >
                  <span className="bed-no">{row.bed}</span>
                  <Photo elder={row.elder} small />
                  <span className="bed-who">
                    <b>{row.elder.oldmanName}</b>
                    <span>{row.what}</span>
                  </span>
                  <span className="bed-when">{row.when}</span>
                </button>
              ))}
            </section>
          )
        )
      })}
    </nav>
  )
}

function TopBar({ user, care, rows }: { user: SessionData; care: Care; rows: readonly ElderRow[] }) {
  const preload = usePreload('床旁护理')
  const refused = care.waiting.filter((one) => one.refused !== null).length
  const going = care.waiting.length - refused
  const sum = (pick: (row: ElderRow) => number) => rows.reduce((all, row) => all + pick(row), 0)
  return (
    <header className="bed-top">
      <Mark size={40} picture={preload.loginIcon} />
      <span className="bed-me" aria-hidden>
        {user.empInfo.empName.slice(0, 1)}
      </span>
      <span className="bed-name">
        <b>{user.empInfo.empName}</b>
        <span>
          {care.mine ? '我的任务' : '本部门全部任务'}　{rows.length} 位老人
        </span>
      </span>
      {(going > 0 || care.offlineSince) && (
        <span className="bed-offline" role="status">
          <CloudOff size={22} aria-hidden />
          <b>{going} 条待上传</b>
          {care.offlineSince ? `离线 ${clockOf(care.offlineSince)} 起，照常记录` : '正在上传'}
        </span>
      )}
      {refused > 0 && <span className="bed-refused">{refused} 条未被接受</span>}
      <span className="bed-count">
        <b>{sum((row) => row.done)}</b> / {sum((row) => row.total)}
      </span>
      <b className="bed-clock">{clockOf(care.now)}</b>
      <button type="button" className="bed-leave" onClick={() => void leave(care.waiting.length)}>
        <LogOut size={22} aria-hidden /> 退出
      </button>
    </header>
  )
}

function Signed({ user }: { user: SessionData }) {
  const care = useCare(user)
  const [view, setView] = useState<View>('now')
  const [chosen, setChosen] = useState<string | null>(null)
  /** Elders whose code was read, and when. */
  const [checked, setChecked] = useState<ReadonlyMap<string, string>>(() => new Map())
  const rows = useMemo(
    () => (care.board ? rowsOf(care.board, care.tasks, care.now, readyByElder(care.doses)) : []),
    [care.board, care.tasks, care.now, care.doses],
  )
  const open = rows.filter((row) => row.section === 'late' || row.section === 'now')
  // As the list has them, so that the next one is the next line.
  const sections = view === 'elders' ? SECTIONS : SECTIONS.filter((one) => one !== 'finished')
  const order = sections.flatMap((section) => {
    const own = rows.filter((row) => row.section === section)
    return view === 'elders' ? own.sort((a, b) => (a.bed < b.bed ? -1 : 1)) : own
  })
  const shown = rows.find((row) => row.elder.oldmanId === chosen) ?? open[0] ?? rows[0] ?? null
  const shownId = shown?.elder.oldmanId ?? null
  // Whoever is on the screen stays there until somebody goes on: another elder under the same button would be taken for
  // this one, and what was typed would be gone.
  useEffect(() => {
    if (shownId) setChosen(shownId)
  }, [shownId])
  const at = shown ? order.indexOf(shown) : -1
  const choose = (id: string) => {
    setChosen(id)
    if (view === 'scan' || view === 'waits') setView('now')
  }
  const late = rows.filter((row) => row.section === 'late').length
  const [unknown, setUnknown] = useState<string | null>(null)
  const takeCode = (text: string) => {
    const found = care.board && elderOfCode(text, care.board.elders)
    setUnknown(found || text.trim() === '' ? null : text.trim())
    if (!found) return setView('scan')
    const { oldmanId } = found.elder
    if (found.scanned) setChecked((before) => new Map(before).set(oldmanId, care.now))
    choose(oldmanId)
  }
  useScanner(takeCode)
  // A code that was read before its list had come is looked for again in that.
  const { coming } = care
  const [waited, setWaited] = useState(coming)
  if (waited !== coming) {
    setWaited(coming)
    if (!coming && unknown && view === 'scan') takeCode(unknown)
  }
  return (
    <div className="bed">
      <TopBar user={user} care={care} rows={rows} />
      {care.signedOut && (
        <p className="bed-told">
          登录已失效，可以照常记录；重新登录后自动上传。
          <button type="button" onClick={signIn}>
            重新登录
          </button>
        </p>
      )}
      {care.others > 0 && (
        <p className="bed-told">这台设备上还有其他同事的 {care.others} 条记录没有上传，请那位同事登录后上传。</p>
      )}
      {care.failure && <p className="bed-told">{care.failure}</p>}
      <div className="bed-body">
        <List rows={order} sections={sections} chosen={shown?.elder.oldmanId ?? null} onChoose={choose} />
        <main className="bed-main">
          {view === 'scan' && care.board ? (
            <Scan
              unknown={unknown}
              why={unknown && whyUnknown(unknown, { mine: care.mine, coming, offline: care.offlineSince !== null })}
              onCode={takeCode}
            />
          ) : view === 'waits' ? (
            <Waits care={care} />
          ) : shown && care.board ? (
            <Elder
              key={shown.elder.oldmanId}
              row={shown}
              board={care.board}
              care={care}
              user={user}
              checkedAt={checkedStill(checked.get(shown.elder.oldmanId), care.now)}
              before={order[at - 1] ?? null}
              after={order[at + 1] ?? null}
              onChoose={choose}
            />
          ) : care.board ? (
            <div className="bed-nothing">
              <p>{care.mine ? '今天没有分给您的任务。' : '今天没有任务。'}</p>
              {care.mine && (
                <button type="button" className="bed-button" onClick={() => care.setMine(false)}>
                  看本部门全部任务
                </button>
              )}
            </div>
          ) : (
            <p className="bed-nothing">
              {care.offlineSince ? '没有网络，这台设备上还没有今天的任务。连上网后自动读取。' : <Spinner />}
            </p>
          )}
        </main>
      </div>
      <div className="bed-tabs" role="tablist">
        {(
          [
            ['now', '现在', Clock, late],
            ['elders', '全部老人', Users, 0],
            ['scan', '扫床头码', ScanLine, 0],
            ['waits', '待上传', CloudUpload, care.waiting.length],
          ] as const
        ).map(([key, label, Icon, count]) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={view === key}
            onClick={() => {
              setUnknown(null)
              setView(key)
            }}
          >
            <Icon size={22} aria-hidden /> {label}
            {count > 0 && <i>{count}</i>}
          </button>
        ))}
        <button type="button" role="tab" aria-selected={false} onClick={() => care.setMine(!care.mine)}>
          {care.mine ? '看全部门' : '只看我的'}
        </button>
      </div>
    </div>
  )
}

export function Bedside() {
  const [user] = useState(() => local.get('userInfo'))
  if (user?.token) return <Signed user={user} />
  return (
    <div className="bed bed-nothing">
      <p>请先登录，再打开床旁护理。</p>
      <button type="button" className="bed-button is-main" onClick={signIn}>
        去登录
      </button>
    </div>
  )
}
