// What every form around a writing call does: one request at a time, a refusal at its field or above the form, and
// both versions side by side when somebody else saved first. Nothing typed is lost.

import type { FormInstance } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Call, DataOf, Noun } from '#contract/kit/call'
import { refusals } from '#contract/kit/refusal'
import type { Static, TObject } from '#contract/kit/schema'
import type { SendInput } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { showingOf } from '#web/kit/errorText'
import { noteError } from '#web/kit/frontLog'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useAct } from '#web/kit/query'
import { Conflict, type ConflictField } from './Conflict.tsx'
import { type FieldSpec, type FieldSpecs, faceOf, showField, type Values } from './SchemaForm.tsx'
import { differing, requestValues, titleOfField } from './schemaRules.ts'

/** A call whose body is an object: what a form can fill. */
export type FormCall = Call & { body: TObject }

export interface FormActOptions<C extends FormCall> {
  call: C
  form: FormInstance<Values>
  /** Prefix of the fields' ids. */
  name: string
  /** Fields the form shows. */
  names: readonly string[]
  fields: FieldSpecs<C['body']> | undefined
  /** Sent along and not shown: path parameters, ids, versions. */
  also: Partial<SendInput<C>> | undefined
  /** What the record held when the form was filled. */
  base: RefObject<Values>
  reload: (() => Promise<{ values: Partial<Static<C['body']>>; also?: Partial<SendInput<C>> }>) | undefined
  touches?: readonly Pick<Noun, 'area' | 'name'>[] | undefined
  /** Button under what must be confirmed: 仍然入住. */
  anyway?: string | undefined
  /** The field a refusal speaks of, where it must be brought into sight first: another step, a folded part. */
  onField?(field: string): void
  onDone(data: DataOf<C>, sent: SendInput<C>): void
}

const refusalText = (failure: CallError) => {
  const showing = showingOf(failure)
  return showing.how === 'toast' ? showing.text : failure.message
}

const CHANGED = refusals.CHANGED_MEANWHILE[0]
const UNUSUAL = refusals.NEEDS_CONFIRM[0]
/** 请确认：甲；乙 is shown fact by fact. */
const factsOf = (message: string) => message.replace(/^请确认：/, '').split('；')
/** Business refusals have five digits; the form says them itself. */
const isBusiness = (error: CallError) => error.code >= 10_000

interface Clash {
  message: string
  fields: ConflictField[]
  mine: Values
  theirs: Values
}

export interface FormAct {
  running: boolean
  /** Two versions wait for a decision: nothing can be saved before it. */
  undecided: boolean
  submit(filled: Values): Promise<void>
  /** Something was typed: the last refusal no longer speaks of it. */
  touched(): void
  /** Stands above the fields. */
  notes: ReactNode
}

export function useFormAct<C extends FormCall>(options: FormActOptions<C>): FormAct {
  const { call, form, name, names, fields, base, reload, touches, onDone } = options
  const schema = call.body
  /** What the record says of itself since somebody else saved it: its version above all. */
  const [newer, setNewer] = useState<Partial<SendInput<C>> | null>(null)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const { run, running, error } = useAct(call, {
    // Everything is said in the form; what is no refusal also goes to the log.
    handles: () => true,
    ...(touches && { touches }),
    onDone: (data, sent) => {
      setNewer(null)
      onDone(data, sent)
    },
  })

  const compare = async (failure: CallError, again: NonNullable<typeof reload>) => {
    const now = await again()
    const typed = form.getFieldsValue(true) as Values
    const theirs = now.values as Values
    // What was not touched here follows the other's save without a question.
    const touched = new Set(differing(typed, base.current, names))
    const followed = names.filter((one) => !touched.has(one) && one in theirs)
    const mine = { ...typed, ...Object.fromEntries(followed.map((one) => [one, theirs[one]])) }
    setNewer(now.also ?? null)
    setClash({
      message: failure.message,
      mine,
      theirs,
      fields: differing(mine, theirs, names).map((one) => ({
        name: one,
        title: titleOfField(schema, one),
        face: faceOf(schema, one, (fields as Record<string, FieldSpec<unknown>> | undefined)?.[one]),
      })),
    })
  }

  // The person has read it and goes on: the same request, with the sentence that was read.
  const goOn = async (failure: CallError) => {
    const answer = await confirmAct({
      title: '这样安排不寻常，请核对',
      effects: factsOf(failure.message),
      verb: options.anyway ?? '仍然保存',
      safe: '返回修改',
    })
    if (answer !== null && last.current) await submit(last.current, { confirmed: failure.message })
  }

  const refused = (failure: CallError) => {
    const { field } = failure
    if (failure.code === UNUSUAL) void goOn(failure)
    else if (failure.code === CHANGED && reload) void compare(failure, reload)
    else if (field !== undefined && names.includes(field)) {
      options.onField?.(field)
      form.setFields([{ name: field, errors: [failure.message] }])
      showField(name, field)
    } else if (!failure.cancelled) {
      setRefusal(failure)
      if (!isBusiness(failure)) noteError(failure.code, `${failure.message} ${failure.path}`, failure.id)
    }
  }
  const onRefused = useRef(refused)
  onRefused.current = refused
  useEffect(() => {
    if (error) onRefused.current(error)
  }, [error])

  const sending = useRef(false)
  const last = useRef<Values | null>(null)
  const submit = async (filled: Values, more: object = {}) => {
    // A second click in the same moment must not send a second request.
    if (sending.current) return
    sending.current = true
    last.current = filled
    setRefusal(null)
    setClash(null)
    try {
      await run({ ...requestValues(schema, filled), ...options.also, ...newer, ...more } as SendInput<C>)
    } finally {
      sending.current = false
    }
  }

  // Whoever fills the lower part of a long form must see why nothing was saved.
  const above = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (clash || refusal) above.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  }, [clash, refusal])

  const notes = (
    <div ref={above}>
      {clash && (
        <Conflict
          {...clash}
          onMerge={(merged) => {
            base.current = { ...clash.theirs }
            form.setFieldsValue(merged)
            setClash(null)
          }}
        />
      )}
      {refusal && (
        <div className="yy-form-refusal" role="alert">
          {refusalText(refusal)}
          <small>没有保存，您填的内容都还在。{!isBusiness(refusal) && `编号 ${refusal.id}`}</small>
        </div>
      )}
    </div>
  )
  return {
    running,
    undecided: clash !== null,
    submit: (filled) => submit(filled),
    touched: () => setRefusal(null),
    notes,
  }
}
