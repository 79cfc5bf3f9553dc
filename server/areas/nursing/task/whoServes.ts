// Who does a task: the one whose shift serves that bed or room at that hour. Areas that know it answer here; care knows none
// of them.
import type pg from 'pg'

export interface Served {
  oldmanId: string
  deptId: string | null
  roomId: string | null
  bedId: string | null
  /** Milliseconds. */
  at: number
}

/** Answers the worker of each, in their order; null where it does not know. */
export type WhoServes = (
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  asked: readonly Served[],
) => Promise<readonly (string | null)[]>

const answers: { rank: number; name: string; answer: WhoServes }[] = []

/** The lower rank is asked first: 1 a roster, 9 the duty of a department. */
export function onWhoServes(name: string, rank: number, answer: WhoServes): void {
  if (answers.some((one) => one.name === name)) throw new Error(`${name} is registered twice`)
  answers.push({ name, rank, answer })
  answers.sort((a, b) => a.rank - b.rank)
}

export async function whoServes(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  asked: readonly Served[],
): Promise<(string | null)[]> {
  const found: (string | null)[] = asked.map(() => null)
  for (const { answer } of answers) {
    const open = asked.flatMap((_, at) => (found[at] === null ? at : []))
    if (open.length === 0) break
    const said = await answer(
      client,
      orgId,
      open.map((at) => asked[at]!),
    )
    for (const [n, at] of open.entries()) found[at] = said[n] ?? null
  }
  return found
}
