// What a form in a drawer is told.
import type { ReactNode } from 'react'
import type { DataOf, Noun } from '#contract/kit/call'
import type { Static } from '#contract/kit/schema'
import type { SendInput } from '#web/kit/call'
import type { DrawerWidth } from '#web/kit/parts/SideDrawer'
import type { FieldSpecs, Section, Values } from './SchemaForm.tsx'
import type { FormCall } from './useFormAct.tsx'

export interface FormDrawerProps<C extends FormCall> {
  open: boolean
  call: C
  title: string
  /** 保存 unless told: 收款, 提交, 发布. */
  verb?: string
  /** Under what must be confirmed first, 仍然 and the verb unless told: 仍然更换. */
  anyway?: string
  fields?: FieldSpecs<C['body']>
  sections?: readonly Section<C['body']>[]
  columns?: 1 | 2 | 3
  width?: DrawerWidth
  initial?: Partial<Static<C['body']>>
  /** Sent along and not shown: path parameters, ids, versions. */
  also?: Partial<SendInput<C>>
  /** The record as it is now, asked for when somebody else saved it meanwhile. */
  reload?(): Promise<{ values: Partial<Static<C['body']>>; also?: Partial<SendInput<C>> }>
  /** Name of the draft; the call and `also.id` unless told. false keeps none. */
  draft?: string | false
  about?: ReactNode
  /** Above the fields: whom or what it is about, what will follow. */
  head?: ReactNode
  /** The act takes something away: the button is red. */
  danger?: boolean
  /** What follows from a change: values to set along with it. */
  follow?(changed: Values, all: Values): Values | undefined
  /** Beside the fields: what-if, afterwards. */
  aside?(values: Values): ReactNode
  /** Under the fields: before and after. */
  below?(values: Values): ReactNode
  /** The result in figures, left in the foot. */
  result?(values: Values): ReactNode
  touches?: readonly Pick<Noun, 'area' | 'name'>[]
  /** 已保存 unless told. */
  done?: string
  /** With the answer and what was sent. */
  onDone?(data: DataOf<C>, sent: SendInput<C>): void
  onClose(): void
}
