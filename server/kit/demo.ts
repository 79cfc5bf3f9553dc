// Demo data: each area fills its own tables in its demo.ts, all in the one transaction of the first start.
import type { Tx } from './caller.ts'
import { fixedId } from './ids.ts'
import type { Storer } from './uploads.ts'

/** What the parts share: the organisation they fill, its people and departments, and the day they are filled on. */
export interface DemoContext {
  orgId: string
  operatorOrgId: string
  /** yyyy-MM-dd: demo dates are counted from the day of the first start, so they look current. */
  today: string
  /** Department id by its name. Unknown names are a mistake in the demo data and fail. */
  dept(name: string): string
  /** The id of a member of staff (user id and employee id) by name. */
  staff(name: string): string
  /** The same name always gives the same id, in every installation. */
  id(name: string): string
  /** yyyy-MM-dd HH:mm:ss, so many days before (negative) or after today, at a time of day in Asia/Shanghai. */
  at(days: number, time: string): string
  /** yyyy-MM-dd, so many days before (negative) or after today. */
  day(days: number): string
  /** A member of staff who uploads: content goes into the store, its rows into the one transaction. */
  uploader(tx: Tx, name: string): Storer
  /** A part that takes long says how much of it is done, 0 to 1. */
  progress(done: number): void
  /** How the platform's part makes departments and people known to the parts after it. */
  addDept(name: string, id: string): void
  addStaff(name: string, id: string): void
}

/** An area's demo data: `export default demoPart(30, async (tx, demo) => …)`. Smaller orders run first. */
export type DemoPart = ((tx: Tx, demo: DemoContext) => Promise<void>) & { order: number }

export const demoPart = (order: number, fill: (tx: Tx, demo: DemoContext) => Promise<void>): DemoPart =>
  Object.assign(fill, { order })

export function demoContext(app: Storer['app'], orgId: string, operatorOrgId: string, today: string): DemoContext {
  const depts = new Map<string, string>()
  const people = new Map<string, string>()
  const day = (days: number) => {
    const date = new Date(`${today}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10)
  }
  const known = (map: Map<string, string>, kind: string, name: string) => {
    const id = map.get(name)
    if (!id) throw new Error(`Demo data names the ${kind} ${name}, which does not exist`)
    return id
  }
  return {
    orgId,
    operatorOrgId,
    today,
    dept: (name) => known(depts, 'department', name),
    staff: (name) => known(people, 'member of staff', name),
    id: (name) => fixedId(`demo:${name}`),
    day,
    at: (days, time) => `${day(days)} ${time.length === 5 ? `${time}:00` : time}`,
    uploader: (tx, name) => ({
      app,
      orgId,
      userId: known(people, 'member of staff', name),
      tx: (work) => work(tx),
    }),
    progress: () => undefined,
    addDept: (name, id) => void depts.set(name, id),
    addStaff: (name, id) => void people.set(name, id),
  }
}
