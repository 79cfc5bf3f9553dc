// 数据字典: groups and dictionaries at the left, the values of the chosen one at the right.
import { useMemo, useRef, useState } from 'react'
import { lookup } from '#contract/platform/lookup'
import { type DictionaryData, dictionary } from '#contract/systemSetting/dictionary'
import { send } from '#web/kit/call'
import { useSettled } from '#web/kit/fields/settled'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { useLeaving } from '#web/kit/leaving'
import { usePageParams, usePageState } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { type NamedRecord, RecordLogDrawer } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { changesIn, type Draft } from './draft.ts'
import { DictionaryEditor, draftOf } from './editor.part.tsx'
import { editDictionary, newDictionary } from './forms.ts'
import { DictionaryRail } from './rail.part.tsx'
import './dictionary.css'

const ALL = { page: 1, size: 999 }

const isEdited = (draft: Draft | null, dictionaryId: string | undefined): draft is Draft =>
  draft !== null && draft.dictionaryId === dictionaryId && changesIn(draft).length > 0

export default function Dictionaries() {
  const home = useRef<HTMLDivElement>(null)
  const asked = usePageParams<'code'>().code
  const [typed, setTyped] = usePageState('dictionary-typed', '')
  const [chosenId, setChosenId] = usePageState<string | null>('dictionary-chosen', null)
  const [draft, setDraft] = usePageState<Draft | null>('dictionary-draft', null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const [shownForm, setShownForm] = useState<FormRequest | null>(null)
  if (form && form !== shownForm) setShownForm(form)
  const [record, setRecord] = useState<NamedRecord | null>(null)

  // Others work on the same lists; what is being edited here waits for its save.
  useEvent(lookup.events.changed, ({ noun }) => {
    if (noun === 'systemSetting.dictionary') void invalidate(dictionary)
  })
  const keyword = useSettled(typed.trim(), 250)
  const whole = useCall(dictionary.calls.list, ALL, { keepPrevious: true })
  const hits = useCall(dictionary.calls.list, { ...ALL, keyword }, { enabled: keyword !== '', keepPrevious: true })
  const all = whole.data?.list
  const rows = keyword === '' ? all : hits.data?.list
  const chosen = useMemo(() => {
    const wanted = all?.find((row) => row.dictionaryId === chosenId)
    return wanted ?? all?.find((row) => row.dictionaryCode === asked) ?? all?.[0] ?? null
  }, [all, chosenId, asked])

  const values = useCall(dictionary.calls.diff, chosen ? { dictionaryCode: chosen.dictionaryCode } : null, {
    select: (found) => found[0] ?? null,
  })
  const stored = values.data && values.data.dictionaryId === chosen?.dictionaryId ? values.data : null
  const fresh = useMemo(() => (stored ? draftOf(stored) : null), [stored])
  // What is on the screen follows the server until somebody changes something; then it waits for the save.
  const edited = isEdited(draft, chosen?.dictionaryId) ? draft : null
  const own = edited ?? fresh
  const dirty = edited !== null

  const leave = async () => {
    if (!dirty || !own || !chosen) return true
    const changes = changesIn(own)
    const sure = await confirmAct({
      title: `“${chosen.dictionaryName}”还有 ${changes.length} 处改动没有保存，要离开吗？`,
      effects: changes.slice(0, 6),
      verb: '不保存，离开',
      safe: '留在这里',
      danger: true,
    })
    return sure !== null
  }
  useLeaving(home, leave)

  const choose = async (row: DictionaryData) => {
    if (row.dictionaryId === chosen?.dictionaryId || !(await leave())) return
    setDraft(null)
    setChosenId(row.dictionaryId)
  }
  const reload = async () => {
    // The draft stays in sight until the saved state has come.
    await invalidate(dictionary)
    setDraft(null)
  }
  const remove = async (row: DictionaryData) => {
    const done = await confirmAct({
      title: `删除字典“${row.dictionaryName}”？`,
      effects: [`它的 ${row.valueCount} 个值一并删除`, '不能撤销，只能重新新增'],
      verb: '删除字典',
      safe: '不删除',
      danger: true,
      run: (_, options) => send(dictionary.calls.remove, { dictionaryId: row.dictionaryId }, options),
    })
    if (done === null) return
    toast.success(`“${row.dictionaryName}”已删除`)
    setChosenId(null)
    void reload()
  }

  return (
    <div className="yy-dict yy-tall yy-grid yy-gap-12" ref={home}>
      <DictionaryRail
        typed={typed}
        onType={setTyped}
        rows={rows}
        error={keyword === '' ? whole.error : hits.error}
        chosen={chosen?.dictionaryId ?? null}
        dirty={dirty}
        onChoose={(row) => void choose(row)}
        onAdd={async () => {
          if (!(await leave())) return
          setForm(
            newDictionary(chosen?.model ?? null, (dictionaryId) => {
              setTyped('')
              setDraft(null)
              setChosenId(dictionaryId)
            }),
          )
        }}
        onRetry={() => void whole.refetch()}
      />
      {chosen && own ? (
        <DictionaryEditor
          key={chosen.dictionaryId}
          row={chosen}
          draft={own}
          onDraft={(change) => setDraft((now) => change(isEdited(now, own.dictionaryId) ? now : own))}
          onReload={() => void reload()}
          onEdit={() => setForm(editDictionary(chosen, () => void reload()))}
          onRemove={() => void remove(chosen)}
          onLog={() => setRecord({ type: 'dictionary', id: chosen.dictionaryId, title: chosen.dictionaryName })}
        />
      ) : (
        <section className="yy-card yy-low yy-hidden yy-stack">
          {values.error ? (
            <ErrorBlock what="字典的值" error={values.error} onRetry={() => void values.refetch()} />
          ) : all?.length === 0 ? (
            <Empty title="还没有字典" text="系统字典会在下一次启动时装入。" />
          ) : (
            <div className="yy-pad-16">
              <BlockBones lines={12} />
            </div>
          )}
        </section>
      )}
      {shownForm && <FormDrawer {...shownForm.props} open={form !== null} onClose={() => setForm(null)} />}
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </div>
  )
}
