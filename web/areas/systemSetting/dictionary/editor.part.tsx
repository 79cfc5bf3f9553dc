// One dictionary: its head, its values while they are edited, and the foot that saves all of it at once.

import { Button, Input, Tooltip } from 'antd'
import { ClipboardList, Pencil, Plus, Save, Search, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import {
  type DictionaryData,
  DictionaryLock,
  dictionary,
  type GroupedDictionaryData,
} from '#contract/systemSetting/dictionary'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { found } from '#web/kit/initials'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { RECORD_LOG_NEEDS } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import {
  addRow,
  changeRow,
  changesIn,
  type Draft,
  type DraftValue,
  draftRows,
  mergeDraft,
  problemsIn,
  removeRow,
  requestOf,
} from './draft.ts'
import { rowId, ValueTable } from './valueTable.part.tsx'

const LOCK_TEXT = {
  fixed: '由系统固定：程序按这些值办事，只能调整顺序',
  standard: '标准给定的值：名称不能改、不能删除，可以停用',
  open: '系统要用到的值：名称不能改、不能删除，可以停用',
} as const

const CHANGED = refusals.CHANGED_MEANWHILE[0]

export const draftOf = (found: GroupedDictionaryData): Draft => {
  const rows = draftRows(found.values)
  return { dictionaryId: found.dictionaryId, version: found.version, base: rows, rows }
}

interface EditorProps {
  row: DictionaryData
  draft: Draft
  onDraft(change: (now: Draft) => Draft): void
  /** Saved or given up: the stored state is to be loaded again. */
  onReload(): void
  onEdit(): void
  onRemove(): void
  onLog(): void
}

interface Told {
  message: string
  theirs: readonly string[]
  clashes: readonly string[]
}

let made = 0

export function DictionaryEditor(props: EditorProps) {
  const { row, draft, onDraft } = props
  const may = useMay()
  const [typed, setTyped] = useState('')
  const [focusKey, setFocusKey] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [tried, setTried] = useState(false)
  const usage = useCall(dictionary.calls.usage, { dictionaryId: row.dictionaryId })
  const readOnly = !may(dictionary.calls.update.needs)
  const fixed = row.lock === 'fixed'
  const { rows } = draft
  const levels = draft.base.some((one) => one.parentValue !== null)
  const changes = useMemo(() => changesIn(draft), [draft])
  const problems = useMemo(() => problemsIn(rows), [rows])
  const uses = useMemo(
    () =>
      new Map(
        (usage.data?.values ?? []).map((one) => [
          one.value,
          one.uses.map((use) => `${use.what} ${use.count} 条`).join('、'),
        ]),
      ),
    [usage.data],
  )
  const shown = useMemo(
    () =>
      typed.trim() === ''
        ? rows
        : rows.filter((one) => found(`${one.label} ${one.initials} ${one.value}`.toLowerCase(), typed)),
    [rows, typed],
  )
  const setRows = (change: (now: readonly DraftValue[]) => DraftValue[]) => {
    setRefusal(null)
    onDraft((now) => ({ ...now, rows: change(now.rows) }))
  }
  const add = (parentValue: string | null = null) => {
    made += 1
    const key = `new-${made}`
    setTyped('')
    setFocusKey(key)
    setRows((now) => addRow(now, key, parentValue))
  }
  // A row is marked once saving was tried, or when two names are the same; an empty new row is no mistake yet.
  const marked = useMemo(
    () => new Map([...problems].filter(([, problem]) => tried || problem !== '请填写名称')),
    [problems, tried],
  )

  const merge = async (failure: CallError) => {
    const [latest] = await send(dictionary.calls.diff, { dictionaryCode: row.dictionaryCode }, { silent: true })
    if (!latest) return
    const { draft: merged, theirs, clashes } = mergeDraft(draft, draftOf(latest))
    onDraft(() => merged)
    setTold({ message: failure.message, theirs, clashes })
  }
  const save = useAct(dictionary.calls.update, {
    handles: () => true,
    onDone: () => {
      toast.success(`“${row.dictionaryName}”已保存`)
      setTold(null)
      setTried(false)
      props.onReload()
    },
  })
  const failure = save.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: one failure is told once
  useEffect(() => {
    if (!failure || failure.cancelled) return
    if (failure.code === CHANGED) void merge(failure)
    else setRefusal(failure.message)
  }, [failure])

  const submit = () => {
    setTried(true)
    if (changes.length === 0 || save.running) return
    if (problems.size > 0) {
      setTyped('')
      setRefusal(`还有 ${problems.size} 行没有填好，请看标红的行`)
      const [first] = problems.keys()
      // After the marks are drawn and the filter is gone.
      setTimeout(() => document.getElementById(rowId(first!))?.scrollIntoView({ block: 'center' }), 50)
      return
    }
    setRefusal(null)
    void save.run({ dictionaryId: row.dictionaryId, values: requestOf(rows), version: draft.version })
  }
  const giveUp = async () => {
    const sure = await confirmAct({
      title: `放弃对“${row.dictionaryName}”的改动？`,
      effects: changes.slice(0, 6).concat(changes.length > 6 ? [`等 ${changes.length} 处`] : []),
      verb: '放弃改动',
      safe: '继续编辑',
      danger: true,
    })
    if (sure === null) return
    setTold(null)
    setRefusal(null)
    setTried(false)
    onDraft((now) => ({ ...now, rows: now.base }))
  }
  const remove = async (one: DraftValue) => {
    const used = uses.get(one.value)
    if (one.valueId !== null && used) {
      toast.warning(`“${one.label}”正被使用（${used}），不能删除，可以停用`)
      return
    }
    setRows((now) => removeRow(now, one.key))
  }
  const keys = (event: KeyboardEvent) => {
    const submits = event.key === 'Enter' || event.key.toLowerCase() === 's'
    if (readOnly || !submits || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <section className="yy-card yy-low yy-hidden yy-stack" onKeyDown={keys}>
      <header className="yy-dict-head yy-fixed yy-under">
        <div className="yy-dict-title yy-wrap yy-row">
          <h2 className="yy-no-margin yy-strong">{row.dictionaryName}</h2>
          <code className="yy-dict-code yy-second yy-small">{row.dictionaryCode}</code>
          <Tooltip title={row.system ? LOCK_TEXT[row.lock] : '本机构自建的字典'}>
            <span>
              {row.system || row.lock !== 'open' ? (
                <StatusTag option={DictionaryLock.find(row.lock)!} />
              ) : (
                <StatusTag family="teal">本机构自建</StatusTag>
              )}
            </span>
          </Tooltip>
          <span className="yy-inline-flex yy-gap-4 yy-push">
            {may(RECORD_LOG_NEEDS) && (
              <Button size="small" type="text" icon={<ClipboardList size={15} aria-hidden />} onClick={props.onLog}>
                操作记录
              </Button>
            )}
            {!readOnly && (
              <Button size="small" type="text" icon={<Pencil size={15} aria-hidden />} onClick={props.onEdit}>
                名称与说明
              </Button>
            )}
            {!row.system && may(dictionary.calls.remove.needs) && (
              <Button size="small" type="text" danger icon={<Trash2 size={15} aria-hidden />} onClick={props.onRemove}>
                删除字典…
              </Button>
            )}
          </span>
        </div>
        <p className="yy-dict-about yy-small-line yy-second yy-small">
          {[
            row.modelName,
            row.standard && `依据 ${row.standard}`,
            usage.data &&
              (usage.data.places.length > 0 ? `用于 ${usage.data.places.join('、')}` : '目前没有记录登记使用它'),
            row.remark,
          ]
            .filter(Boolean)
            .join('　')}
        </p>
      </header>
      <div className="yy-pad-10-16 yy-gap-12 yy-fixed yy-row">
        {!readOnly && !fixed && (
          <Button type="primary" ghost icon={<Plus size={15} aria-hidden />} onClick={() => add()}>
            新增值
          </Button>
        )}
        <Input
          allowClear
          aria-label="在值中查找"
          style={{ width: 240 }}
          prefix={<Search size={15} aria-hidden />}
          placeholder="名称、编码或拼音首字母"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="yy-push yy-second">
          共 {rows.length} 个值，启用 {rows.filter((one) => one.enabled).length} 个
          {typed.trim() !== '' && `，找到 ${shown.length} 个`}
        </span>
      </div>
      {told && (
        <div className="yy-dict-told yy-told yy-pad-8-12 yy-gap-2 yy-fixed yy-round yy-stack" role="alert">
          <b>{told.message.replace(/，请核对后再保存$/, '')}。您的改动还在，已放到最新内容之上，请核对后再保存。</b>
          {told.theirs.length > 0 && <span>对方：{told.theirs.join('；')}</span>}
          {told.clashes.length > 0 && <span>两边都改了：{told.clashes.join('；')}</span>}
          <button type="button" className="yy-link" onClick={() => setTold(null)}>
            知道了
          </button>
        </div>
      )}
      {refusal && (
        <div className="yy-form-refusal yy-dict-refusal yy-fixed" role="alert">
          {refusal}
          <small>没有保存，您的改动都还在。</small>
        </div>
      )}
      <div className="yy-flex-1 yy-low yy-scroll">
        {rows.length === 0 ? (
          <Empty
            title="还没有值"
            text="表单里的下拉框会按这里的顺序列出启用的值。"
            acts={
              !readOnly && (
                <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => add()}>
                  新增值
                </Button>
              )
            }
          />
        ) : shown.length === 0 ? (
          <Empty title={`没有找到“${typed.trim()}”`} acts={<Button onClick={() => setTyped('')}>清除条件</Button>} />
        ) : (
          <ValueTable
            rows={rows}
            shown={shown}
            readOnly={readOnly}
            fixed={fixed}
            levels={levels}
            problems={marked}
            uses={uses}
            lockText={LOCK_TEXT[row.lock]}
            focusKey={focusKey}
            onRows={(next) => setRows(() => next)}
            onChange={(key, change) => setRows((now) => changeRow(now, key, change))}
            onRemove={(one) => void remove(one)}
            onAddBelow={(one) => add(one.value)}
            onEnter={(one) => !fixed && one.label.trim() !== '' && add(one.parentValue)}
          />
        )}
      </div>
      {!readOnly && (
        <footer
          className={
            changes.length > 0
              ? 'yy-dict-foot yy-pad-8-16 yy-over yy-gap-12 yy-fixed yy-row yy-dict-foot-dirty'
              : 'yy-dict-foot yy-pad-8-16 yy-over yy-gap-12 yy-fixed yy-row'
          }
        >
          <span className="yy-dict-changes yy-grow yy-second yy-ellipsis" title={changes.join('；')}>
            {changes.length === 0 ? '没有未保存的改动' : `${changes.length} 处改动没有保存：${changes.join('；')}`}
          </span>
          <Button disabled={changes.length === 0 || save.running} onClick={() => void giveUp()}>
            放弃改动
          </Button>
          <Button
            type="primary"
            icon={<Save size={15} aria-hidden />}
            loading={save.running}
            disabled={changes.length === 0}
            onClick={submit}
          >
            保存
            <span className="yy-key">Ctrl+Enter</span>
          </Button>
        </footer>
      )}
    </section>
  )
}
