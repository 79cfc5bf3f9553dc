// The drug dictionary, as forms choose from it: name with spec, found by trade name and initials too.
import { drugDict } from '#contract/drug/dict'
import { fromCall, type LookupSource } from './item.ts'

const all = fromCall({
  call: drugDict.calls.list,
  input: { page: 1, size: 999_999 },
  items: (data) => data.list.map((row) => ({ ...row, called: `${row.drugName} ${row.spec}` })),
  value: 'drugId',
  label: 'called',
  about: 'maker',
  find: ['tradeName', 'substance'],
})

/** What is switched off names old records and is offered no more. */
export const drugs: LookupSource = {
  ...all,
  load: async () => (await all.load()).map((item) => (item.row.enabled === false ? { ...item, off: true } : item)),
}
