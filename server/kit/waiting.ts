// What waits for a person, counted by the areas and kept until something moves it. The work bench and the page of to-dos
// show the same answer of the same code.

import { createHash } from 'node:crypto'
import type { WaitingData } from '#contract/home/bench'
import type { RailKey } from '#contract/kit/page'
import { rails } from '#contract/platform/rail'
import type { Caller } from './caller.ts'
import { areas } from './contributions.ts'
import { type Figure, keptFigures } from './kept.ts'
import { scopeKey } from './tenant.ts'
import type { Todo, TodoCount } from './todos.ts'

/** The rights of a session as one short text, made once for each time it is read. */
const rights = new WeakMap<ReadonlySet<string>, string>()
function rightsOf({ codes }: Caller): string {
  const known =
    rights.get(codes) ??
    createHash('sha256')
      .update([...codes].sort().join())
      .digest('base64')
  rights.set(codes, known)
  return known
}

/** Whoever sees the same departments shares a count; a personal one is also for one user with these rights. */
function figureOf(todo: Todo, who: Caller): Figure<TodoCount> {
  const personal = todo.personal ? ` ${who.userId} ${who.isAdmin} ${rightsOf(who)}` : ''
  return {
    key: `todo ${todo.key} ${scopeKey(who)}${personal}`,
    reads: todo.reads,
    count: async () => {
      const value = await todo.count(who)
      return { value, until: value.until ?? null }
    },
  }
}

const groups = new WeakMap<Caller['app'], ReadonlyMap<string, string>>()

/** The rail on which a page stands; its address tells it where the page is in no menu. */
function groupOf(app: Caller['app'], route: string): string {
  const known =
    groups.get(app) ??
    new Map(
      app.nouns.flatMap((noun) =>
        Object.values(noun.pages).flatMap((page) => (page.menu ? [[page.path, rails[page.menu.rail].title]] : [])),
      ),
    )
  groups.set(app, known)
  const path = route.split('?')[0]!
  const rail = path.split('/')[1] as RailKey
  return known.get(path) ?? (Object.hasOwn(rails, rail) ? rails[rail].title : '其他')
}

export async function waitingOf(who: Caller): Promise<WaitingData[]> {
  const mine = areas().todos.filter((todo) => who.may(todo.needs))
  await Promise.all(mine.map((todo) => todo.prepare?.(who)))
  const counts = await keptFigures(
    who.app.pool,
    who.orgId,
    mine.map((todo) => figureOf(todo, who)),
  )
  return mine.map(({ key, title, route, tone }, i) => {
    const { count, late = 0, note } = counts[i]!
    return { key, title, group: groupOf(who.app, route), count, late, note, tone, route }
  })
}
