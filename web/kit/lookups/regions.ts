// Provinces, cities and districts.
import { ROOT_REGION, region } from '#contract/platform/region'
import { send } from '#web/kit/call'
import { initialsOf } from '#web/kit/initials'
import type { LookupItem, LookupSource } from './item.ts'

/** Kept small: the list has thousands of rows and lives in session storage. */
export const regions: LookupSource = {
  noun: 'platform.region',
  load: async (): Promise<LookupItem[]> => {
    const rows = await send(region.calls.list, {}, { silent: true })
    return rows.map(({ code, name, parentCode }) => ({
      value: code,
      label: name,
      search: `${name} ${initialsOf(name)}`,
      parent: parentCode === ROOT_REGION ? null : parentCode,
      row: {},
    }))
  },
}
