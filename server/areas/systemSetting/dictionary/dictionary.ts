// Handlers of the dictionaries.
import { pageInfo } from '#contract/kit/paging'
import { DictionaryModel, type DictionaryValueData, dictionary, GROUP_SIZE } from '#contract/systemSetting/dictionary'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import {
  asRow,
  DICTIONARY_COLUMNS,
  dictionaryAt,
  groupedDictionaries,
  knownVersions,
  type StoredDictionary,
  VALUE_COLUMNS,
} from './dictionaryRead.ts'
import { usesOf, wholeUsesOf } from './dictionaryUse.ts'
import { createDictionary, removeDictionary, updateDictionary } from './dictionaryWrite.ts'

/** Values without paging: more than a dictionary may hold. */
const ALL = 1000

interface Paged {
  page?: number | null
  size?: number | null
  pageHelper?: number | null
}

/** Rows that are few and already here, cut to the page that was asked for. */
function pageFrom<Row>(rows: readonly Row[], { page, size, pageHelper }: Paged, usual: number) {
  const unpaged = pageHelper === 0 || pageHelper === 2
  const length = unpaged ? Math.max(rows.length, 1) : size || usual
  const at = unpaged ? 1 : (page ?? 1)
  return pageInfo(rows.slice((at - 1) * length, at * length), rows.length, at, length)
}

const codesIn = (text: string | null | undefined) => {
  const codes = (text ?? '').split(',').map((one) => one.trim())
  return codes.some((one) => one !== '') ? codes.filter((one) => one !== '').slice(0, 200) : null
}

const FOUND = `(t.dictionary_name like ? or t.dictionary_code ilike ? or t.pinyin like lower(?) or t.initials like lower(?)
  or exists (select 1 from dictionary_value v where v.org_id = t.org_id and v.dictionary_id = t.dictionary_id
    and (v.label like ? or v.initials like lower(?) or v.pinyin like lower(?))))`

export default implement(dictionary, {
  list: async (query, who) => {
    const found = await pageOfRows<StoredDictionary>(
      who.app.pool,
      {
        from: 'dictionary t',
        key: 'dictionary_id',
        select: DICTIONARY_COLUMNS,
        filters: [
          ['t.org_id = ?', who.orgId],
          [FOUND, contains(query.keyword)],
          ['t.dictionary_name like ?', contains(query.dictionaryName)],
          ['t.dictionary_code = ?', query.dictionaryCode],
          ['t.model = ?', query.model],
        ],
        sorts: {
          sort: 't.sort',
          dictionaryName: 't.dictionary_name',
          dictionaryCode: 't.dictionary_code',
          createTime: 't.created_at',
        },
        defaultSort: 't.sort',
      },
      query,
    )
    return { ...found, list: found.list.map(asRow) }
  },
  create: async (body, who) => ({ dictionaryId: await createDictionary(who, body) }),
  update: async ({ dictionaryId, ...body }, who) => ({ version: await updateDictionary(who, dictionaryId, body) }),
  remove: async ({ dictionaryId }, who) => {
    await removeDictionary(who, dictionaryId)
    return null
  },
  values: async (query, who) => {
    const { dictionaryId } = await dictionaryAt(who.app.pool, who.orgId, query.dictionaryId)
    const unpaged = query.pageHelper === 0 || query.pageHelper === 2
    return pageOfRows<DictionaryValueData>(
      who.app.pool,
      {
        from: 'dictionary_value t',
        key: 'value_id',
        select: VALUE_COLUMNS,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.dictionary_id = ?', dictionaryId],
          ['(t.label like ? or t.initials like lower(?) or t.pinyin like lower(?))', contains(query.label)],
          ['t.enabled = ?', query.enabled],
        ],
        sorts: { sort: 't.sort', label: 't.label', value: 't.value' },
        defaultSort: 't.sort',
      },
      unpaged ? { ...query, page: 1, size: ALL } : { ...query, size: query.size || ALL },
    )
  },
  usage: async ({ dictionaryId }, who) => {
    const found = await dictionaryAt(who.app.pool, who.orgId, dictionaryId)
    const used = await usesOf(who.app.pool, who.orgId, found.dictionaryCode)
    return {
      places: used.places,
      values: [...used.values].map(([value, uses]) => ({ value, uses })),
      whole: await wholeUsesOf(who.app.pool, who.orgId, found.dictionaryCode),
    }
  },
  models: async (query, who) => {
    const found = await who.app.pool.query<{
      model: string
      dictionarys: { dictionaryId: string; dictionaryCode: string; dictionaryName: string; version: number }[]
    }>({
      name: 'dictionary_models',
      text: `select t.model, jsonb_agg(jsonb_build_object('dictionaryId', t.dictionary_id,
          'dictionaryCode', t.dictionary_code, 'dictionaryName', t.dictionary_name, 'version', t.version)
          order by t.sort, t.dictionary_id) as dictionarys
        from dictionary t where t.org_id = $1 and ($2::text is null or t.model = $2) group by t.model`,
      values: [who.orgId, query.model ?? null],
    })
    const place = (model: string) => DictionaryModel.list.findIndex((one) => one.value === model)
    const rows = found.rows
      .sort((a, b) => place(a.model) - place(b.model))
      .map((row) => ({ ...row, modelName: DictionaryModel.label(row.model as 'oldman') }))
    return pageFrom(rows, query, GROUP_SIZE)
  },
  modelDictionarys: async (query, who) => {
    const rows = await groupedDictionaries(who.app.pool, who.orgId, codesIn(query.model))
    return pageFrom(rows, query, GROUP_SIZE)
  },
  diff: (query, who) =>
    groupedDictionaries(who.app.pool, who.orgId, codesIn(query.dictionaryCode), knownVersions(query.known)),
})
