// The list of what the archive can fill: searched by name or pinyin, inserted by a click or by dragging.
import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import type { documentTemplate } from '#contract/systemSetting/documentTemplate'
import { placeholderMarkup } from './marks.ts'

export type KnownPlaceholder = DataOf<typeof documentTemplate.calls.placeholders>[number]

const matches = (one: KnownPlaceholder, typed: string) =>
  typed === '' ||
  one.name.includes(typed) ||
  one.title.includes(typed) ||
  one.pinyin.includes(typed) ||
  one.initials.includes(typed)

interface PanelProps {
  known: readonly KnownPlaceholder[]
  /** How often each name stands in the text. */
  used: ReadonlyMap<string, number>
  /** Undefined: only looked at, as in a Word file. */
  onInsert?: ((name: string) => void) | undefined
  /** Selects the first place of an unknown name. */
  onFind?: ((name: string) => void) | undefined
  hint: string
}

export function PlaceholderPanel({ known, used, onInsert, onFind, hint }: PanelProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const shown = known.filter((one) => matches(one, wanted))
  const groups = [...new Set(shown.map((one) => one.group))]
  const names = new Set(known.map((one) => one.name))
  const unknown = known.length === 0 ? [] : [...used.keys()].filter((name) => !names.has(name))
  return (
    <aside className="yy-doc-panel yy-low yy-white yy-stack yy-edge yy-round-card" aria-label="占位符">
      <header className="yy-fixed yy-under yy-pad-12">
        <b className="yy-text-15">占位符</b>
        <span className="yy-doc-panel-hint yy-text-13 yy-second">{hint}</span>
        <Input
          allowClear
          prefix={<Search size={15} aria-hidden />}
          placeholder="名称或拼音首字母"
          aria-label="查找占位符"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => shown[0] && onInsert?.(shown[0].name)}
        />
      </header>
      <div className="yy-doc-panel-list yy-flex-1 yy-low yy-scroll">
        {unknown.length > 0 && (
          <section className="yy-doc-unknown yy-round" role="alert">
            <h4>不认识的占位符，不会被填写</h4>
            {unknown.map((name) => (
              <button
                key={name}
                type="button"
                className="yy-doc-name yy-pad-0-8 yy-wide yy-left yy-round yy-row yy-between yy-ink yy-bare yy-ring"
                onClick={() => onFind?.(name)}
              >
                <span>{name}</span>
                {onFind && <small className="yy-fixed yy-second yy-tiny">定位</small>}
              </button>
            ))}
          </section>
        )}
        {groups.map((group) => (
          <section key={group}>
            <h4>{group}</h4>
            {shown
              .filter((one) => one.group === group)
              .map((one) => (
                <button
                  key={one.name}
                  type="button"
                  className="yy-doc-name yy-pad-0-8 yy-wide yy-left yy-round yy-row yy-between yy-ink yy-bare yy-ring"
                  title={`示例：${one.sample}`}
                  draggable={onInsert !== undefined}
                  disabled={onInsert === undefined}
                  onDragStart={(event) => {
                    event.dataTransfer.setData('text/html', placeholderMarkup(one.name))
                    event.dataTransfer.setData('text/plain', `{${one.name}}`)
                    event.dataTransfer.effectAllowed = 'copy'
                  }}
                  // The caret must stay in the text.
                  onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
                  onClick={() => onInsert?.(one.name)}
                >
                  <span>{one.name}</span>
                  {used.has(one.name) && (
                    <small className="yy-fixed yy-second yy-tiny">已用 {used.get(one.name)}</small>
                  )}
                </button>
              ))}
          </section>
        ))}
        {shown.length === 0 && <p className="yy-doc-nothing yy-second">没有名称含“{typed.trim()}”的占位符</p>}
      </div>
    </aside>
  )
}
