// The dictionaries in their groups, found by name, code, first letters or by a value they hold.

import { Button, Input } from 'antd'
import { ChevronDown, ChevronRight, Lock, Plus, Search } from 'lucide-react'
import { type DictionaryData, DictionaryModel, dictionary } from '#contract/systemSetting/dictionary'
import type { CallError } from '#web/kit/callError'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Allowed } from '#web/kit/permission'

interface RailProps {
  typed: string
  onType(text: string): void
  rows: readonly DictionaryData[] | undefined
  error: CallError | null
  chosen: string | null
  /** The chosen one has changes that are not saved. */
  dirty: boolean
  onChoose(row: DictionaryData): void
  onAdd(): void
  onRetry(): void
}

interface Group {
  model: string
  title: string
  rows: DictionaryData[]
}

function groupsOf(rows: readonly DictionaryData[]): Group[] {
  return DictionaryModel.list
    .map(({ value, label }) => ({ model: value, title: label, rows: rows.filter((row) => row.model === value) }))
    .filter((group) => group.rows.length > 0)
}

export function DictionaryRail(props: RailProps) {
  const { typed, rows, chosen, dirty } = props
  const [folded, setFolded] = usePageState<readonly string[]>('dictionary-folded', [])
  const searching = typed.trim() !== ''
  const toggle = (model: string) =>
    setFolded((now) => (now.includes(model) ? now.filter((one) => one !== model) : [...now, model]))
  return (
    <section className="yy-card yy-low yy-hidden yy-stack">
      <div className="yy-pad-12 yy-fixed yy-under yy-flex yy-gap-8">
        <Input
          allowClear
          aria-label="查找字典"
          prefix={<Search size={15} aria-hidden />}
          placeholder="字典、值、首字母"
          value={typed}
          onChange={(event) => props.onType(event.target.value)}
        />
        <Allowed needs={dictionary.calls.create.needs}>
          <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={props.onAdd}>
            新增
          </Button>
        </Allowed>
      </div>
      <nav className="yy-dict-rail-list yy-flex-1 yy-low yy-scroll" aria-label="字典">
        {props.error && !rows && <ErrorBlock what="数据字典" error={props.error} onRetry={props.onRetry} />}
        {!props.error && !rows && <BlockBones lines={10} />}
        {rows?.length === 0 && (
          <Empty
            title={`没有找到“${typed.trim()}”`}
            text="可以用字典名称、编码、其中的某个值，或它们的拼音首字母查找。"
            acts={<Button onClick={() => props.onType('')}>清除条件</Button>}
          />
        )}
        {groupsOf(rows ?? []).map((group) => {
          const open = searching || !folded.includes(group.model)
          return (
            <div key={group.model}>
              <button
                type="button"
                className="yy-dict-group yy-above-4 yy-gap-4 yy-wide yy-row yy-second yy-small yy-bare"
                aria-expanded={open}
                onClick={() => toggle(group.model)}
                disabled={searching}
              >
                {open ? <ChevronDown size={15} aria-hidden /> : <ChevronRight size={15} aria-hidden />}
                {group.title}
                <span className="yy-push">{group.rows.length}</span>
              </button>
              {open &&
                group.rows.map((row) => (
                  <button
                    type="button"
                    key={row.dictionaryId}
                    className={
                      row.dictionaryId === chosen
                        ? 'yy-dict-leaf yy-gap-6 yy-wide yy-left yy-round yy-row yy-ink yy-bare yy-hover yy-chosen'
                        : 'yy-dict-leaf yy-gap-6 yy-wide yy-left yy-round yy-row yy-ink yy-bare yy-hover'
                    }
                    aria-current={row.dictionaryId === chosen}
                    onClick={() => props.onChoose(row)}
                  >
                    <span className="yy-grow yy-ellipsis">{row.dictionaryName}</span>
                    {row.dictionaryId === chosen && dirty && (
                      <i className="yy-dict-dot yy-circle yy-fixed" title="有改动没有保存" />
                    )}
                    {row.lock === 'fixed' && <Lock size={13} aria-label="系统固定" />}
                    <span className="yy-dict-leaf-count yy-fixed yy-light yy-right yy-second yy-small">
                      {row.valueCount}
                    </span>
                  </button>
                ))}
            </div>
          )
        })}
      </nav>
    </section>
  )
}
