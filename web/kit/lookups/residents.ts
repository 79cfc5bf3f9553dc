// What forms about residents choose from.
import { feeChild } from '#contract/expense/feeChild'
import { archive } from '#contract/live/archive'
import { level } from '#contract/nursing/level'
import { fromCall, type LookupSource } from './item.ts'

const levels = fromCall({
  call: level.calls.list,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'levelId',
  label: 'levelName',
})
/** Levels that are switched off name old records and are offered no more. */
export const nursingLevels: LookupSource = {
  ...levels,
  load: async () => (await levels.load()).map((item) => (item.row.enabled === false ? { ...item, off: true } : item)),
}

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
