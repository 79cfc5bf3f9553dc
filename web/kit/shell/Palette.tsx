// Ctrl+K: pages, people and acts by name, pinyin or initials; everything by keyboard.
import { Modal } from 'antd'
import {
  BedDouble,
  Clock,
  CornerDownLeft,
  FileText,
  MessageCircleQuestion,
  Search,
  UserRound,
  Users,
  Zap,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { shell } from '#contract/platform/shell'
import { classes } from '#web/kit/classes'
import { leavesOf } from '#web/kit/menu'
import { openPage } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { useRecent } from '#web/kit/recent'
import { useSession } from '#web/kit/session'
import { signOut } from '#web/kit/signOut'
import './palette.css'

interface Hit {
  key: string
  kind: string
  title: string
  subtitle: string
  /** null: an answer in itself, such as a colleague's phone number, that opens nothing. */
  go: (() => void) | null
}

const KINDS: Readonly<Record<string, [title: string, icon: ReactNode]>> = {
  recent: ['最近打开', <Clock key="i" size={16} aria-hidden />],
  page: ['页面', <FileText key="i" size={16} aria-hidden />],
  resident: ['老人', <UserRound key="i" size={16} aria-hidden />],
  consultation: ['咨询', <MessageCircleQuestion key="i" size={16} aria-hidden />],
  staff: ['员工', <Users key="i" size={16} aria-hidden />],
  bed: ['床位', <BedDouble key="i" size={16} aria-hidden />],
  act: ['操作', <Zap key="i" size={16} aria-hidden />],
}
const ORDER = ['recent', 'resident', 'consultation', 'staff', 'bed', 'act', 'page']
const orderOf = (kind: string) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length)

const ACTS: readonly { title: string; words: string; go(): void }[] = [
  { title: '个人资料', words: 'grzl gerenziliao', go: () => openPage('/home/profile') },
  { title: '系统消息', words: 'xtxx xitongxiaoxi', go: () => openPage('/administration/msg/message') },
  { title: '版本记录', words: 'bbjl banbenjilu', go: () => openPage('/versionsLog') },
  { title: '退出登录', words: 'tcdl tuichudenglu', go: () => void signOut() },
]

const WAIT = 150

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function useHits(typed: string): { hits: Hit[]; searching: boolean; failed: string | null } {
  const menus = useSession((state) => state.menus)
  const recent = useRecent()
  const wanted = useDeferredValue(typed.trim())
  const asked = useSettled(typed.trim())
  const answer = useCall(shell.calls.search, asked === '' ? null : { keyword: asked }, {
    silent: true,
    keepPrevious: true,
  })
  if (wanted === '') {
    return {
      hits: recent.map((page) => ({
        key: `recent:${page.path}`,
        kind: 'recent',
        title: page.title,
        subtitle: '',
        go: () => openPage(page.path),
      })),
      searching: false,
      failed: null,
    }
  }
  const low = wanted.toLowerCase()
  const found = new Map<string, Hit>()
  const add = (hit: Hit, route: string) => {
    if (!found.has(route)) found.set(route, hit)
  }
  for (const leaf of leavesOf(menus)) {
    if (!leaf.title.includes(wanted)) continue
    add({ key: leaf.menuId, kind: 'page', title: leaf.title, subtitle: '', go: () => openPage(leaf.path) }, leaf.path)
  }
  for (const [at, hit] of (asked === '' ? [] : (answer.data ?? [])).entries()) {
    const { kind, title, subtitle, route } = hit
    const key = `${kind}:${at}`
    add({ key, kind, title, subtitle, go: route === '' ? null : () => openPage(route) }, route || key)
  }
  for (const one of ACTS) {
    if (!one.title.includes(wanted) && !one.words.split(' ').some((word) => word.startsWith(low))) continue
    add({ key: `act:${one.title}`, kind: 'act', title: one.title, subtitle: '', go: one.go }, `act:${one.title}`)
  }
  return {
    hits: [...found.values()].sort((a, b) => orderOf(a.kind) - orderOf(b.kind)),
    searching: answer.isFetching || asked !== typed.trim(),
    failed: answer.error ? answer.error.message : null,
  }
}

export default function Palette({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { hits, searching, failed } = useHits(typed)
  const list = useRef<HTMLDivElement>(null)
  const chosen = Math.min(at, hits.length - 1)
  const go = (hit: Hit | undefined) => {
    if (!hit?.go) return
    onClose()
    hit.go()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, hits.length))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + hits.length) % Math.max(1, hits.length))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(hits[chosen])
    else return
    event.preventDefault()
  }
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <Modal
      open
      width={640}
      footer={null}
      closable={false}
      onCancel={onClose}
      style={{ top: 88 }}
      className="yy-palette"
    >
      <div className="yy-palette-field yy-row yy-gap-10 yy-under">
        <Search size={17} aria-hidden />
        <input
          className="yy-flex-1 yy-no-border yy-no-ground yy-no-padding"
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to be typed into
          autoFocus
          role="combobox"
          aria-label="全局搜索"
          aria-expanded
          aria-controls="yy-palette-list"
          aria-activedescendant={hits[chosen] ? `yy-palette-hit-${chosen}` : undefined}
          placeholder="姓名、拼音首字母、手机号、页面或操作，如 wyq 缴费"
          value={typed}
          maxLength={40}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div className="yy-palette-list" id="yy-palette-list" role="listbox" aria-label="搜索结果" ref={list}>
        {hits.map((hit, i) => (
          <div key={hit.key}>
            {hits[i - 1]?.kind !== hit.kind && <h4>{KINDS[hit.kind]?.[0] ?? '其他'}</h4>}
            <div
              role="option"
              id={`yy-palette-hit-${i}`}
              data-at={i}
              tabIndex={-1}
              aria-selected={i === chosen}
              className={classes('yy-palette-hit yy-row yy-gap-10 yy-round yy-press', i === chosen && 'is-chosen')}
              onMouseMove={() => setAt(i)}
              onClick={() => go(hit)}
            >
              {KINDS[hit.kind]?.[1] ?? <FileText size={16} aria-hidden />}
              <b className="yy-fixed yy-light">{hit.title}</b>
              <span className="yy-flex-1 yy-second yy-small yy-ellipsis">{hit.subtitle}</span>
              {i === chosen && hit.go && <CornerDownLeft size={14} aria-label="回车打开" />}
            </div>
          </div>
        ))}
        {hits.length === 0 && (
          <p className="yy-palette-note yy-second" role="status">
            {failed
              ? `没有搜到：${failed}`
              : typed.trim() === ''
                ? '输入姓名、拼音首字母、手机号、页面或操作；也可以连着输，如“wyq 缴费”。上下键选择，回车打开。'
                : searching
                  ? '正在搜索…'
                  : `没有与“${typed.trim()}”相符的页面、员工或老人，也没有这样的操作。可换拼音首字母再试。`}
          </p>
        )}
      </div>
    </Modal>
  )
}
