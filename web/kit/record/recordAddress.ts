// Where a record is looked at. Nothing is declared for it: it is the page whose own address, or whose first call, takes
// the id of such a record and nothing else.
import { pathNames, type RecordName, records } from '#contract/kit/records'
import type { Page } from '#web/kit/routes'

/** The log calls some kinds otherwise. */
const LOGGED_AS: Readonly<Record<string, RecordName>> = {
  oldman: 'resident',
  organization: 'organisation',
  nursingLevel: 'level',
  call: 'nurseCall',
  alarmDuty: 'duty',
  versionRecord: 'release',
}

const isRecord = (name: string): name is RecordName => Object.hasOwn(records, name)

export function recordNamed(logged: string): RecordName | null {
  if (Object.hasOwn(LOGGED_AS, logged)) return LOGGED_AS[logged]!
  return isRecord(logged) ? logged : null
}

const namesIn = (path: string, mark: RegExp) => [...path.matchAll(mark)].map(([, name]) => name!)
const isOf = (names: readonly string[], kind: RecordName) =>
  names.length === 1 && Object.hasOwn(pathNames, names[0]!) && pathNames[names[0]!] === kind

function addressOn(page: Page, kind: RecordName, id: string): string | null {
  const own = namesIn(page.path, /:(\w+)/g)
  if (own.length > 0) return isOf(own, kind) ? page.path.replace(`:${own[0]}`, encodeURIComponent(id)) : null
  const { ahead } = page
  if (!ahead || ahead.list || page.tab) return null
  const asked = namesIn(ahead.path, /\{(\w+)\}/g)
  if (!isOf(asked, kind)) return null
  return `${page.path}?${new URLSearchParams({ [ahead.from?.[asked[0]!] ?? asked[0]!]: id })}`
}

/** Null: no page of its own, or none for this user. */
export function recordAddress(
  pages: readonly Page[],
  kind: RecordName,
  id: string,
  may: (needs: string) => boolean,
): string | null {
  for (const page of pages) {
    const address = addressOn(page, kind, id)
    if (address !== null && may(page.needs)) return address
  }
  return null
}
