// A writing call as a form in a drawer: one primary button with its verb, Ctrl+Enter submits, Esc asks when something
// was typed. A refusal marks its field; a conflict shows both versions; drafts survive.
import { Button, Form } from 'antd'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { Call } from '#contract/kit/call'
import { useTab } from '#web/kit/open'
import { LeavingFoot } from '#web/kit/parts/LeavingFoot'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { toast } from '#web/kit/toast'
import type { FormDrawerProps } from './formDrawerProps.ts'
import { fieldNames, SchemaForm, secretNames, type Values } from './SchemaForm.tsx'
import { differing } from './schemaRules.ts'
import { useDraft } from './useDraft.ts'
import { type FormCall, useFormAct } from './useFormAct.tsx'

export function OpenFormDrawer<C extends FormCall>(props: FormDrawerProps<C> & { onClosed(): void }) {
  const { open, call, title, verb = '保存', fields, sections, columns, width = 560, initial, draft } = props
  const schema = call.body
  const [form] = Form.useForm<Values>()
  const name = useId()
  const values = Form.useWatch([], form) as Values | undefined
  const path = useTab().address
  const [leaving, setLeaving] = useState(false)
  const base = useRef<Values>({ ...(initial as Values | undefined) })
  const names = useMemo(() => fieldNames(schema, fields), [schema, fields])
  const isDirty = (now: Values) => differing(now, base.current, names).length > 0
  const kept = useDraft(form, {
    key: draft === false ? null : (draft ?? draftKey(call, props.also)),
    title,
    path,
    secrets: secretNames(schema, fields),
    isDirty,
  })
  const { running, undecided, submit, touched, notes } = useFormAct({
    call,
    form,
    name,
    names,
    fields,
    also: props.also,
    base,
    reload: props.reload,
    touches: props.touches,
    anyway: props.anyway ?? `仍然${verb}`,
    onDone: (data, sent) => {
      kept.drop()
      toast.success(props.done ?? '已保存')
      props.onDone?.(data, sent)
      props.onClose()
    },
  })

  const close = () => {
    if (running) return
    if (isDirty(form.getFieldsValue(true) as Values)) setLeaving(true)
    else {
      kept.drop()
      props.onClose()
    }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      form.submit()
    }
    keepEnter(event)
  }

  const top = (
    <>
      {props.head}
      {kept.offer && <DraftNote at={kept.offer.at} onRestore={kept.restore} onDiscard={kept.discardOffer} />}
      {notes}
    </>
  )

  const foot = leaving ? (
    <LeavingFoot
      onStay={() => setLeaving(false)}
      onKeep={
        draft === false
          ? undefined
          : () => {
              kept.keep()
              props.onClose()
            }
      }
      onDrop={() => {
        kept.drop()
        props.onClose()
      }}
    />
  ) : (
    <div className="yy-drawer-foot">
      <div>{props.result?.(values ?? {})}</div>
      <span className="yy-drawer-foot-acts">
        <Button onClick={close} disabled={running}>
          取消
        </Button>
        <Button
          type="primary"
          danger={props.danger === true}
          loading={running}
          disabled={undecided}
          onClick={() => form.submit()}
        >
          {verb}
          <span className="yy-key">Ctrl+Enter</span>
        </Button>
      </span>
    </div>
  )

  return (
    <SideDrawer
      open={open}
      title={title}
      about={props.about}
      width={width}
      foot={foot}
      asks={false}
      onClose={close}
      onClosed={props.onClosed}
      onKeyDown={onKeyDown}
    >
      <div className={props.aside ? 'yy-form-beside yy-grid yy-gap-20' : undefined}>
        <SchemaForm
          form={form}
          name={name}
          schema={schema}
          {...(fields && { fields })}
          {...(sections && { sections })}
          {...(columns && { columns })}
          {...(initial && { initial })}
          disabled={running}
          onChange={(changed, all) => {
            const more = props.follow?.(changed, all)
            if (more) form.setFieldsValue(more)
            touched()
            kept.touch()
          }}
          onSubmit={(filled) => void submit(filled)}
          top={top}
        >
          {props.below?.(values ?? {})}
        </SchemaForm>
        {props.aside?.(values ?? {})}
      </div>
    </SideDrawer>
  )
}

/** Enter takes the day that was typed; it must not send a form that happens to have no other field. */
export function keepEnter(event: KeyboardEvent<HTMLElement>): void {
  const inDate = event.target instanceof Element && event.target.closest('.ant-picker') !== null
  if (event.key === 'Enter' && inDate) event.preventDefault()
}

interface DraftNoteProps {
  at: number
  onRestore(): void
  onDiscard(): void
}

/** What was typed last time is offered again. */
export function DraftNote({ at, onRestore, onDiscard }: DraftNoteProps) {
  return (
    <div className="yy-form-note yy-row yy-gap-12 yy-below-16 yy-pad-8-12 yy-soft yy-round" role="status">
      <span>有一份 {timeText(at)} 未提交的内容</span>
      <Button size="small" type="primary" onClick={onRestore}>
        恢复
      </Button>
      <Button size="small" onClick={onDiscard}>
        丢弃
      </Button>
    </div>
  )
}

const timeText = (at: number) => {
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${time.getMonth() + 1}月${time.getDate()}日 ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** A draft of one record must not appear in the form of another. */
function draftKey(call: Call, also: object | undefined): string {
  const ids = Object.entries(also ?? {})
    .filter(([name, value]) => /id$/i.test(name) && (typeof value === 'string' || typeof value === 'number'))
    .map(([, value]) => String(value))
  return [call.key, ...ids].join(':')
}
