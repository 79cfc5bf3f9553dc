// Dictionaries by code. Those asked for in the same moment share one request, and what the browser has already in the
// current version is not sent again.
import { DictionaryModel, dictionary, type GroupedDictionaryData } from '#contract/systemSetting/dictionary'
import { send } from '#web/kit/call'
import { searchText } from '#web/kit/initials'
import { fromCall, type LookupItem, type LookupSource } from './item.ts'

interface Asked {
  code: string
  known: readonly LookupItem[] | undefined
  resolve(list: LookupItem[]): void
  reject(error: unknown): void
}

const WAIT = 5
let waiting: Asked[] = []

const versionOf = (list: readonly LookupItem[] | undefined) => list?.[0]?.row.dictionaryVersion as number | undefined

function itemsOf({ version, values }: GroupedDictionaryData): LookupItem[] {
  const headings = new Set(values.map((one) => one.parentValue))
  return values.map((one) => ({
    value: one.value,
    label: one.label,
    search: searchText(one.label, one.pinyin, one.initials, one.value),
    parent: one.parentValue,
    ...(!one.enabled && { off: true }),
    ...(headings.has(one.value) && { heading: true }),
    row: { extra: one.extra, dictionaryVersion: version },
  }))
}

async function ask(all: readonly Asked[]): Promise<void> {
  const codes = [...new Set(all.map((one) => one.code))]
  const known = all.flatMap((one) => {
    const version = versionOf(one.known)
    return version === undefined ? [] : [`${one.code}:${version}`]
  })
  try {
    const rows = await send(
      dictionary.calls.diff,
      { dictionaryCode: codes.join(','), known: [...new Set(known)].join(',') },
      { silent: true },
    )
    for (const one of all) {
      const row = rows.find((found) => found.dictionaryCode === one.code)
      if (row) one.resolve(itemsOf(row))
      else if (versionOf(one.known) !== undefined) one.resolve([...one.known!])
      else one.reject(new Error(`Dictionary ${one.code} is not defined or holds nothing yet`))
    }
  } catch (error) {
    for (const one of all) one.reject(error)
  }
}

function load(code: string, known: readonly LookupItem[] | undefined): Promise<LookupItem[]> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) {
      setTimeout(() => {
        const all = waiting
        waiting = []
        void ask(all)
      }, WAIT)
    }
    waiting.push({ code, known, resolve, reject })
  })
}

/** The dictionaries of a group with their values: oldman, reception, service … */
const groupSource = (model: string) =>
  fromCall({
    call: dictionary.calls.modelDictionarys,
    input: { model, page: 1, size: 999 },
    items: (data) => data.list,
    value: 'dictionaryCode',
    label: 'dictionaryName',
  })

/** A dictionary by its code, or a whole group by its name. */
export const dictionarySource = (code: string): LookupSource =>
  DictionaryModel.list.some((group) => group.value === code)
    ? groupSource(code)
    : { noun: 'systemSetting.dictionary', load: (known) => load(code, known) }

export const dictionaryModels = fromCall({
  call: dictionary.calls.models,
  input: { page: 1, size: 999 },
  items: (data) =>
    data.list.flatMap((group) => group.dictionarys.map((one) => ({ ...one, modelName: group.modelName }))),
  value: 'dictionaryCode',
  label: 'dictionaryName',
  about: 'modelName',
  find: ['dictionaryCode'],
})
