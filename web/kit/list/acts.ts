// What can be done with one row, with several, and with the list: declared as data, shown by permission and state.
import type { ReactNode } from 'react'
import type { Call } from '#contract/kit/call'
import type { SendInput } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import { type CallRequest, confirmCall } from '#web/kit/parts/confirmCall'
import type { Filter } from './columns.ts'

export interface ListHandle {
  /** Opens a form beside the list. */
  openForm(form: FormRequest): void
  /** Asks for the rows again; the old ones stay until the new ones are there. */
  refresh(): void
  clearSelection(): void
  /** The filter as it stands, for acts on everything found. */
  filter: Filter
  total: number
}

/** A list that can be told which rows to show and knows which are ticked. */
export interface ShownList extends ListHandle {
  show(filter: Filter): void
  /** Keys of the ticked rows, for an act of the whole list that takes them where there are some. */
  selection: readonly string[]
}

export interface RowAction<Row> {
  title: string | ((row: Row) => string)
  /** A shorter word where it stands in the row itself: 入住 for 办理入住. */
  link?: string
  icon?: ReactNode
  /** Permission expression; without it everyone who sees the list may. */
  needs?: string
  /** Shown only when the row's `can` names this move. */
  move?: string
  when?(row: Row): boolean
  /** Stands last, red, with an ellipsis because it asks. */
  danger?: boolean
  onClick?(row: Row, list: ListHandle): void
  /** Opens a form of this row beside the list, instead of a click of its own. */
  form?(row: Row): FormRequest
}

export interface BatchAction<Row> {
  title: string
  needs?: string
  danger?: boolean
  /** False: shown but not possible with these rows. */
  when?(rows: readonly Row[]): boolean
  onClick(rows: readonly Row[], list: ListHandle): void
}

export interface ToolAction {
  title: string
  icon?: ReactNode
  needs?: string
  onClick(list: ListHandle): void
}

type May = (needs: string) => boolean

const movesOf = (row: unknown): readonly string[] => {
  const can = (row as { can?: unknown } | null)?.can
  return Array.isArray(can) ? (can as string[]) : []
}

/** What this user may do with this row now; the dangerous last. */
export function allowedActions<Row>(actions: readonly RowAction<Row>[], row: Row, may: May): RowAction<Row>[] {
  const allowed = actions.filter(
    (action) =>
      (action.needs === undefined || may(action.needs)) &&
      (action.move === undefined || movesOf(row).includes(action.move)) &&
      (action.when?.(row) ?? true),
  )
  return [...allowed.filter((action) => !action.danger), ...allowed.filter((action) => action.danger)]
}

export function runAction<Row>(action: RowAction<Row>, row: Row, list: ListHandle): void {
  if (action.form) list.openForm(action.form(row))
  else action.onClick?.(row, list)
}

export const titleOf = <Row>(action: RowAction<Row>, row: Row) =>
  typeof action.title === 'string' ? action.title : action.title(row)

/** What it is called as a link in the row. */
export const linkOf = <Row>(action: RowAction<Row>, row: Row) => action.link ?? titleOf(action, row)

interface CallAction<C extends Call, Row> {
  title?: string
  icon?: ReactNode
  move?: string
  when?(row: Row): boolean
  danger?: boolean
  /** What is sent; the reason when one was asked for. */
  input(row: Row, reason: string): SendInput<C>
  confirm(row: Row): Omit<CallRequest<C>, 'input' | 'danger' | 'done'>
  /** 已停用“…” */
  done(row: Row): string
}

/** A row action that asks, makes one call, says so and refreshes every list of the noun. */
export function actionOf<C extends Call, Row>(call: C, spec: CallAction<C, Row>): RowAction<Row> {
  return {
    title: spec.title ?? call.act,
    needs: call.needs,
    ...(spec.icon !== undefined && { icon: spec.icon }),
    ...(spec.move !== undefined && { move: spec.move }),
    ...(spec.when && { when: (row: Row) => spec.when!(row) }),
    ...(spec.danger !== undefined && { danger: spec.danger }),
    onClick: (row) =>
      void confirmCall(call, {
        input: (reason: string) => spec.input(row, reason),
        ...spec.confirm(row),
        ...(spec.danger !== undefined && { danger: spec.danger }),
        done: spec.done(row),
      }),
  }
}
