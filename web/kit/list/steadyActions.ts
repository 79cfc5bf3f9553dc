import { useState } from 'react'
import { allowedActions, linkOf, type RowAction, runAction, titleOf } from './acts.ts'

type May = (needs: string) => boolean
type Actions<Row> = readonly RowAction<Row>[]

/** What all rows together show of their acts. */
function faceOf<Row>(actions: Actions<Row>, rows: readonly Row[], may: May): string {
  const face = rows.map((row) =>
    allowedActions(actions, row, may).map((action) => [
      actions.indexOf(action),
      titleOf(action, row),
      linkOf(action, row),
      action.danger ?? false,
    ]),
  )
  return JSON.stringify([actions.length, face])
}

/**
 * Pages write their acts anew whenever they are drawn, for instance because a drawer opens. As long as these read the same
 * on every row, the ones from before are given back, so that no row is drawn again; what they do is always the latest.
 */
export function keepActions<Row>(): (actions: Actions<Row>, rows: readonly Row[], may: May) => Actions<Row> {
  let latest: Actions<Row> = []
  let last: { rows: readonly Row[]; may: May; face: string } | null = null
  let kept: Actions<Row> = []
  return (actions, rows, may) => {
    if (last && latest === actions && last.rows === rows && last.may === may) return kept
    latest = actions
    const face = faceOf(actions, rows, may)
    if (last?.face !== face) {
      kept = actions.map(({ form: _, ...action }, at) => ({
        ...action,
        title: (row) => titleOf(latest[at]!, row),
        when: (row) => latest[at]!.when?.(row) ?? true,
        onClick: (row, list) => runAction(latest[at]!, row, list),
      }))
    }
    last = { rows, may, face }
    return kept
  }
}

export function useSteadyActions<Row>(actions: Actions<Row>, rows: readonly Row[], may: May): Actions<Row> {
  const [keep] = useState(() => keepActions<Row>())
  return keep(actions, rows, may)
}
