// The designer: kinds at the left, the sheet in the middle, properties at the right.

import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { Button, Tooltip } from 'antd'
import { Eye, Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { designFault, FieldKind, type FieldKindValue, MOST_FIELDS } from '#contract/kit/formDesign'
import { refusals } from '#contract/kit/refusal'
import { archiveSources, formTemplate } from '#contract/systemSetting/formTemplate'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { useLeaving } from '#web/kit/leaving'
import { usePageParams, useTab } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { Canvas, type Place, placeAt } from './canvas.part.tsx'
import { type DesignClash, DesignConflict } from './conflict.part.tsx'
import { changeField, copyField, insertField, moveField, newField, removeField } from './designEdits.ts'
import { type Loaded, useDesign } from './designState.ts'
import { NEW, Palette } from './palette.part.tsx'
import { DesignPreview } from './preview.part.tsx'
import { Properties } from './properties.part.tsx'
import './designer.css'

const { calls } = formTemplate
const CHANGED = refusals.CHANGED_MEANWHILE[0]

interface DesignerProps {
  templateId: string
  name: string
  typeName: string
  designVersion: number
  loaded: Loaded
}

function Designer({ templateId, name, typeName, designVersion, loaded }: DesignerProps) {
  const may = useMay()
  const edits = may(calls.edit.needs)
  const tab = useTab()
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const home = useRef<HTMLDivElement>(null)
  const state = useDesign(loaded, { templateId, title: name, path: tab.address })
  const { design, apply } = state
  const [chosen, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState<{ message: string; fieldId?: string } | null>(null)
  const [clash, setClash] = useState<DesignClash | null>(null)
  const [trying, setTrying] = useState(false)
  const field = design.fields.find((one) => one.id === chosen) ?? null
  useEffect(() => {
    if (chosen) home.current?.querySelector(`[data-field="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const save = async (version: number): Promise<boolean> => {
    const wrong = designFault(design, archiveSources)
    setFault(wrong)
    if (wrong) {
      if (wrong.fieldId) setChosen(wrong.fieldId)
      return false
    }
    try {
      const saved = await send(calls.edit, { templateId, design, version }, { loading: true, handles: () => true })
      state.keepSaved({ design, version: saved.version })
      setClash(null)
      toast.success(`已保存为第 ${saved.designVersion} 版`)
      void invalidate(formTemplate)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === CHANGED) {
        const theirs = await send(calls.detail, { templateId })
        setClash({ message: error.message, theirs })
      } else setFault({ message: error.message })
      return false
    }
  }
  const [saving, setSaving] = useState(false)
  const saveNow = async (version = state.saved.version) => {
    if (saving || !edits) return
    setSaving(true)
    await save(version).finally(() => setSaving(false))
  }

  useLeaving(home, async () => {
    if (!state.dirty) return true
    const stay = await confirmAct({
      title: `“${name}”的设计还没有保存，要离开吗？`,
      effects: ['离开后存为草稿，下次打开可以恢复'],
      verb: '存为草稿并离开',
      safe: '继续设计',
    })
    if (stay === null) return false
    state.keep()
    return true
  })

  const add = (kind: FieldKindValue, at: number) => {
    if (design.fields.length >= MOST_FIELDS) {
      toast.warning(`一张表单最多 ${MOST_FIELDS} 个字段`)
      return
    }
    const made = newField(design, kind)
    apply((now) => insertField(now, made, at))
    setChosen(made.id)
  }
  const addAfterChosen = (kind: FieldKindValue) => {
    const at = design.fields.findIndex((one) => one.id === chosen)
    add(kind, at < 0 ? design.fields.length : at + 1)
  }
  const remove = (id: string) => {
    const lost = design.fields.filter((one) => one.when?.field === id).length
    const at = design.fields.findIndex((one) => one.id === id)
    apply((now) => removeField(now, id))
    setChosen(design.fields[at + 1]?.id ?? design.fields[at - 1]?.id ?? null)
    if (lost > 0) toast.info(`${lost} 个字段的显示条件一起去掉了，可以撤销`)
  }
  const copy = (id: string) => {
    const made = copyField(design, id)
    if (!made) return
    apply(() => made.design)
    setChosen(made.copy.id)
  }

  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }))
  const [held, setHeld] = useState<string | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const target = useRef<Place | null>(null)
  useEffect(() => {
    if (held === null) return
    const follow = (event: PointerEvent) => {
      target.current = placeAt(event.clientX, event.clientY)
      setPlace(target.current)
    }
    window.addEventListener('pointermove', follow)
    return () => window.removeEventListener('pointermove', follow)
  }, [held])
  const drop = () => {
    const to = target.current
    if (held !== null && to) {
      if (held.startsWith(NEW)) add(held.slice(NEW.length) as FieldKindValue, to.at)
      else {
        apply((now) => moveField(now, held, to.at))
        setChosen(held)
      }
    }
    target.current = null
    setHeld(null)
    setPlace(null)
  }
  const heldTitle = held?.startsWith(NEW)
    ? FieldKind.label(held.slice(NEW.length) as FieldKindValue)
    : design.fields.find((one) => one.id === held)?.title

  const keys = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey
    const typing = (event.target as Element).closest('input, textarea, [contenteditable]') !== null
    const key = event.key.toLowerCase()
    if (ctrl && key === 's') void saveNow()
    else if (ctrl && !typing && (key === 'y' || (key === 'z' && event.shiftKey))) state.redo()
    else if (ctrl && !typing && key === 'z') state.undo()
    else if (!typing && chosen && key === 'delete') remove(chosen)
    else if (!typing && chosen && event.altKey && (key === 'arrowup' || key === 'arrowdown')) {
      const at = design.fields.findIndex((one) => one.id === chosen)
      apply((now) => moveField(now, chosen, key === 'arrowup' ? at - 1 : at + 2))
    } else return
    event.preventDefault()
  }

  return (
    <div className="yy-fd yy-gap-10 yy-flex-1 yy-low yy-stack" ref={home} onKeyDown={edits ? keys : undefined}>
      <header className="yy-card yy-fd-head yy-row yy-gap-8 yy-fixed">
        <div>
          <h2 className="yy-no-margin yy-ellipsis">{name}</h2>
          <span>
            {typeName}　第 {designVersion} 版{state.dirty && <b className="yy-light yy-warning">　有未保存的改动</b>}
          </span>
        </div>
        <Tooltip title="撤销 Ctrl+Z">
          <Button
            icon={<Undo2 size={16} aria-hidden />}
            aria-label="撤销"
            disabled={!state.canUndo || !edits}
            onClick={state.undo}
          />
        </Tooltip>
        <Tooltip title="重做 Ctrl+Y">
          <Button
            icon={<Redo2 size={16} aria-hidden />}
            aria-label="重做"
            disabled={!state.canRedo || !edits}
            onClick={state.redo}
          />
        </Tooltip>
        <Button icon={<Eye size={15} aria-hidden />} onClick={() => setTrying(true)}>
          预览试填
        </Button>
        {edits && (
          <Button type="primary" loading={saving} disabled={!state.dirty} onClick={() => void saveNow()}>
            保存设计
            <span className="yy-key">Ctrl+S</span>
          </Button>
        )}
      </header>
      {state.offer && (
        <div className="yy-form-note yy-row yy-gap-12 yy-below-16 yy-pad-8-12 yy-soft yy-round" role="status">
          <span>有一份 {new Date(state.offer.at).toLocaleString('zh-CN').slice(0, -3)} 未保存的设计</span>
          <Button size="small" type="primary" onClick={state.restoreOffer}>
            恢复
          </Button>
          <Button size="small" onClick={state.discardOffer}>
            丢弃
          </Button>
        </div>
      )}
      {clash && (
        <DesignConflict
          clash={clash}
          mine={design}
          saving={saving}
          onMine={() => void saveNow(clash.theirs.version)}
          onTheirs={() => {
            const { design: theirs, version } = clash.theirs
            apply(() => theirs)
            state.keepSaved({ design: theirs, version })
            setClash(null)
            setChosen(null)
          }}
        />
      )}
      {fault && (
        <div className="yy-form-refusal yy-fd-fault" role="alert">
          {fault.message}
          <small>没有保存，您的设计还在。改好后再保存。</small>
        </div>
      )}
      <DndContext
        sensors={sensors}
        onDragStart={({ active }) => setHeld(String(active.id))}
        onDragEnd={drop}
        onDragCancel={() => {
          target.current = null
          setHeld(null)
          setPlace(null)
        }}
      >
        <div
          className={
            edits
              ? 'yy-fd-panes yy-grid yy-gap-10 yy-flex-1 yy-low'
              : 'yy-fd-panes yy-grid yy-gap-10 yy-flex-1 yy-low is-read'
          }
        >
          {edits && <Palette onAdd={addAfterChosen} />}
          <div className="yy-grid yy-narrow yy-low yy-scroll" inert={!edits}>
            <Canvas
              design={design}
              title={name}
              org={org}
              chosen={chosen}
              wrong={fault?.fieldId ?? null}
              place={place}
              dragging={held !== null}
              onChoose={setChosen}
              onMove={(id, to) => apply((now) => moveField(now, id, to))}
              onCopy={copy}
              onRemove={remove}
              onWidth={(id, width) => apply((now) => changeField(now, id, { width }))}
            />
          </div>
          {edits && (
            <Properties
              design={design}
              name={name}
              chosen={field}
              onField={(id, patch, about) => {
                if (fault?.fieldId === id) setFault(null)
                apply((now) => changeField(now, id, patch), about ? `${id}:${about}` : null)
              }}
              onForm={(patch, about) => apply((now) => ({ ...now, ...patch }), about ?? null)}
            />
          )}
        </div>
        <DragOverlay dropAnimation={null}>
          {held && <div className="yy-fd-ghost yy-float yy-active yy-white yy-round">{heldTitle}</div>}
        </DragOverlay>
      </DndContext>
      <DesignPreview open={trying} title={name} design={design} onClose={() => setTrying(false)} />
    </div>
  )
}

export default function DesignPage() {
  const { templateId = '' } = usePageParams<'templateId'>()
  // An answer kept from an earlier visit may be older than what somebody saved since.
  const answer = useCall(calls.detail, templateId ? { templateId } : null, { staleTime: 0 })
  const tab = useTab()
  const title = answer.data?.templateName
  const { setTitle } = tab
  useEffect(() => {
    if (title) setTitle(`设计：${title}`)
  }, [title, setTitle])
  if (!templateId) return <Empty title="没有指明要设计的模板" text="请从表单模板设置里打开。" />
  if (answer.data && answer.isFetchedAfterMount) {
    const { design, version, templateName, typeName, designVersion } = answer.data
    return (
      <Designer
        templateId={templateId}
        name={templateName}
        typeName={typeName}
        designVersion={designVersion}
        loaded={{ design, version }}
      />
    )
  }
  return answer.error ? (
    <section className="yy-card">
      <ErrorBlock what="表单模板" error={answer.error} onRetry={() => void answer.refetch()} />
    </section>
  ) : (
    <section className="yy-card" style={{ padding: 16 }}>
      <BlockBones lines={10} />
    </section>
  )
}
