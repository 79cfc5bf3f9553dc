// What forms about residents choose from.
import { feeChild } from '#contract/expense/feeChild'
import { archive } from '#contract/live/archive'
import { level } from '#contract/nursing/level'
import { careProject } from '#contract/nursing/project'
import { fromCall, type LookupSource } from './item.ts'

/** What is switched off names old records and is offered no more. */
const enabledOnly = (source: LookupSource): LookupSource => ({
  ...source,
  load: async () => (await source.load()).map((item) => (item.row.enabled === false ? { ...item, off: true } : item)),
})

export const nursingLevels = enabledOnly(
  fromCall({
    call: level.calls.list,
    input: { page: 1, size: 999 },
    items: (data) => data.list,
    value: 'levelId',
    label: 'levelName',
  }),
)

export const careProjects = enabledOnly(
  fromCall({
    call: careProject.calls.list,
    input: { page: 1, size: 999 },
    items: (data) => data.list,
    value: 'projectId',
    label: 'projectName',
    about: 'categoryName',
  }),
)

export const feeChildren = fromCall({
  call: feeChild.calls.choice,
  items: (data) => data,
  value: 'projectChildId',
  label: 'name',
  about: 'projectName',
})

/** Who lives here, waits or has reserved. Forms that name others too search with `residentOf` of the residents' area. */
export const residents = fromCall({
  call: archive.calls.choices,
  input: { oldmanStatuses: '1,4,5,3', page: 1, size: 999_999 },
  items: (data) => data.list,
  value: 'oldmanId',
  label: 'oldmanName',
  about: 'bedPath',
  find: ['pinyin', 'initials', 'archiveNo'],
})
