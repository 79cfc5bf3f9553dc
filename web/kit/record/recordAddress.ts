// Where a record is looked at. Nothing is declared for it: it is the page whose own address takes the id of such a record
// and nothing else, or else one whose first call does.
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

function byAddress({ path }: Page, kind: RecordName, id: string): string | null {
  const own = namesIn(path, /:(\w+)/g)
  return isOf(own, kind) ? path.replace(`:${own[0]}`, encodeURIComponent(id)) : null
}

function byFirstCall({ path, tab, ahead }: Page, kind: RecordName, id: string): string | null {
  if (!ahead || ahead.list || tab || path.includes(':')) return null
  const asked = namesIn(ahead.path, /\{(\w+)\}/g)
  if (!isOf(asked, kind)) return null
  return `${path}?${new URLSearchParams({ [ahead.from?.[asked[0]!] ?? asked[0]!]: id })}`
}

/** Null: no page of its own, or none for this user. */
export function recordAddress(
  pages: readonly Page[],
  kind: RecordName,
  id: string,
  may: (needs: string) => boolean,
): string | null {
  for (const addressOn of [byAddress, byFirstCall]) {
    for (const page of pages) {
      const address = addressOn(page, kind, id)
      if (address !== null && may(page.needs)) return address
    }
  }
  return null
}
