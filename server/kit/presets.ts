// What areas give every organisation: a part runs when an organisation is let in, and what a release brings reaches
// the running organisations at the next start.
import type { Tx } from './caller.ts'
import type { AppContext } from './context.ts'

export type OrganisationPreset = (tx: Tx, orgId: string) => Promise<void>
export type StartWork = (app: AppContext) => Promise<void>

const presets = new Map<string, OrganisationPreset>()
const startWorks = new Map<string, StartWork>()

function add<T>(to: Map<string, T>, name: string, work: T): void {
  if (to.has(name)) throw new Error(`${name} is registered twice`)
  to.set(name, work)
}

/** Runs inside the transaction that lets an organisation in; done again it must change nothing. */
export const onNewOrganisation = (name: string, work: OrganisationPreset) => add(presets, name, work)

/** Runs at every start of the product, after the first-start data; done again it must change nothing. */
export const onEveryStart = (name: string, work: StartWork) => add(startWorks, name, work)

export async function fillOrganisation(tx: Tx, orgId: string): Promise<void> {
  for (const work of presets.values()) await work(tx, orgId)
}

export async function runStartWorks(app: AppContext): Promise<void> {
  for (const work of startWorks.values()) await work(app)
}
