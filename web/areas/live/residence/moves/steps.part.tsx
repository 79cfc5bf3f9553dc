// A long move in numbered steps: each is checked before the next, all stay filled, the last shows everything once more.
// A refusal opens the step its field stands in.
import { Button, Form, Steps } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { Static } from '#contract/kit/schema'
import type { SendInput } from '#web/kit/call'
import type { FormCall } from '#web/kit/form/FormDrawer'
import { DraftNote, keepEnter } from '#web/kit/form/OpenFormDrawer'
import { type FieldSpecs, fieldNames, SchemaFields, showField, type Values } from '#web/kit/form/SchemaForm'
import { differing } from '#web/kit/form/schemaRules'
import { useDraft } from '#web/kit/form/useDraft'
import { useFormAct } from '#web/kit/form/useFormAct'
import { useTab } from '#web/kit/open'
import { LeavingFoot } from '#web/kit/parts/LeavingFoot'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { toast } from '#web/kit/toast'
import { alsoOf, draftOf, type MoveAt, MoveHead, TOUCHED, titleOf } from './moveForm.part.tsx'

export interface Step<C extends FormCall> {
  title: string
  fields: FieldSpecs<C['body']>
  /** Under the fields. */
  below?: ReactNode
}

interface StepsDrawerProps<C extends FormCall> {
  at: MoveAt
  call: C
  verb: string
  /** 仍然入住: when what is unusual was read. */
  anyway: string
  done: string
  steps: readonly Step<C>[]
  initial: Partial<Static<C['body']>>
  /** Sent along and not typed. */
  more?: Partial<SendInput<C>>
  /** What follows from a change. */
  follow?(changed: Values, all: Values): Values | undefined
  aside(values: Values): ReactNode
  /** The last step: everything in words. */
  review(values: Values): ReactNode
  result(values: Values): ReactNode
  /** Why it cannot be sent yet. */
  problem?: string | null
}

export function StepsDrawer<C extends FormCall>(props: StepsDrawerProps<C>) {
  const { at, call, steps, initial } = props
  const [form] = Form.useForm<Values>()
  const name = useId()
  const values = (Form.useWatch([], form) as Values | undefined) ?? (initial as Values)
  const path = useTab().address
  const [step, setStep] = useState(0)
  const [leaving, setLeaving] = useState(false)
  const fields = useMemo(() => Object.assign({}, ...steps.map((one) => one.fields)) as FieldSpecs<C['body']>, [steps])
  const names = fieldNames(call.body, fields)
  const base = useRef<Values>({ ...(initial as Values) })
  const isDirty = (now: Values) => differing(now, base.current, names).length > 0
  const stepOf = (field: string) => steps.findIndex((one) => field in one.fields)
  const show = (field: string) => {
    const at = stepOf(field)
    if (at >= 0) setStep(at)
  }
  const kept = useDraft(form, { key: draftOf(call, at), title: titleOf(at), path, secrets: [], isDirty })
  const { running, undecided, submit, touched, notes } = useFormAct({
    call,
    form,
    name,
    names,
    fields,
    also: { ...alsoOf<C>(at), ...props.more },
    base,
    reload: undefined,
    touches: TOUCHED,
    onField: show,
    anyway: props.anyway,
    onDone: () => {
      kept.drop()
      toast.success(props.done)
      at.onDone()
      at.onClose()
    },
  })

  const last = steps.length
  const go = async (to: number) => {
    if (to > step) {
      // Every step on the way; the first with something wrong stays open.
      for (let one = step; one < Math.min(to, last); one++) {
        try {
          await form.validateFields(Object.keys(steps[one]!.fields))
        } catch (failed) {
          setStep(one)
          const wrong = (failed as { errorFields?: { name: string[] }[] }).errorFields?.[0]?.name[0]
          if (wrong) showField(name, wrong)
          return
        }
      }
    }
    setStep(to)
  }
  const send = () => {
    if (!props.problem) form.submit()
  }
  const close = () => {
    if (running) return
    if (isDirty(form.getFieldsValue(true) as Values)) setLeaving(true)
    else {
      kept.drop()
      at.onClose()
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    keepEnter(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (step < last) void go(step + 1)
    else send()
  }

  const foot = leaving ? (
    <LeavingFoot
      onStay={() => setLeaving(false)}
      onKeep={() => {
        kept.keep()
        at.onClose()
      }}
      onDrop={() => {
        kept.drop()
        at.onClose()
      }}
    />
  ) : (
    <div className="yy-drawer-foot">
      <div>
        {step === last && props.problem ? (
          <span className="yy-near-red" role="status">
            {props.problem}
          </span>
        ) : (
          props.result(values)
        )}
      </div>
      <span className="yy-drawer-foot-acts">
        <Button onClick={close} disabled={running}>
          取消
        </Button>
        {step > 0 && (
          <Button onClick={() => void go(step - 1)} disabled={running}>
            上一步
          </Button>
        )}
        {step < last ? (
          <Button type="primary" onClick={() => void go(step + 1)}>
            下一步
            <span className="yy-key">Ctrl+Enter</span>
          </Button>
        ) : (
          <Button type="primary" loading={running} disabled={undecided || Boolean(props.problem)} onClick={send}>
            {props.verb}
            <span className="yy-key">Ctrl+Enter</span>
          </Button>
        )}
      </span>
    </div>
  )

  return (
    <SideDrawer
      open={at.open}
      title={titleOf(at)}
      width={960}
      foot={foot}
      asks={false}
      onClose={close}
      onKeyDown={onKeyDown}
    >
      <MoveHead at={at} />
      <Steps
        className="yy-steps-bar"
        size="small"
        current={step}
        onChange={(to) => void go(to)}
        items={[...steps.map((one) => ({ title: one.title })), { title: '核对' }]}
      />
      {kept.offer && <DraftNote at={kept.offer.at} onRestore={kept.restore} onDiscard={kept.discardOffer} />}
      {notes}
      <div className="yy-steps yy-grid yy-start">
        <Form<Values>
          form={form}
          name={name}
          layout="vertical"
          className="yy-form"
          initialValues={initial as Values}
          disabled={running}
          validateTrigger={['onBlur', 'onChange']}
          onValuesChange={(changed: Values, all: Values) => {
            const more = props.follow?.(changed, all)
            if (more) form.setFieldsValue(more)
            touched()
            kept.touch()
          }}
          onFinish={(filled: Values) => void submit(filled)}
          onFinishFailed={({ errorFields }) => {
            const wrong = errorFields[0]?.name[0]
            if (wrong === undefined) return
            show(String(wrong))
            showField(name, String(wrong))
          }}
        >
          {steps.map((one, index) => (
            <div key={one.title} hidden={index !== step}>
              <SchemaFields schema={call.body} fields={one.fields} columns={2} />
              {one.below}
            </div>
          ))}
          {step === last && <div className="yy-move-review yy-stack yy-gap-16 yy-below-16">{props.review(values)}</div>}
        </Form>
        <aside className="yy-steps-aside yy-gap-12 yy-stack">{props.aside(values)}</aside>
      </div>
    </SideDrawer>
  )
}
