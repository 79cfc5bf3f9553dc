// Handlers of the drug dictionary.
import { type DrugBodyData, type DrugData, type DrugDetailData, drugDict as noun } from '#contract/drug/dict'
import { isQty } from '#contract/drug/drugWords'
import { invalid } from '#contract/kit/refusal'
import { requireValues } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { importHandlers } from '#server/kit/excelImport'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import { drugImport } from './dictImport.ts'
import { DRUG_ROW, drugs, storedDrug } from './dictRows.ts'
import { drugUsers, heldOrUsed } from './dictUse.ts'

/** Numbers of four places at most; a content has its unit, and the dictionary offers what is chosen. */
async function requireFit(tx: Tx, body: DrugBodyData, before: DrugData | null): Promise<void> {
  if (!isQty(body.packFactor)) throw invalid('每包装数量最多三位小数', 'packFactor')
  if (body.strength && !body.strengthUnit?.trim())
    throw invalid('填了单位含量，请一并填写含量单位，例如 mg', 'strengthUnit')
  if (body.strength && Math.abs(body.strength * 10_000 - Math.round(body.strength * 10_000)) > 1e-5) {
    throw invalid('单位含量最多四位小数', 'strength')
  }
  const chosen = [
    ['drug_form', 'form', '剂型', [body.form], [before?.form]],
    ['drug_type', 'drugType', '药品类型', [body.drugType], [before?.drugType]],
    ['drugManageClass', 'manageClass', '管理类别', [body.manageClass], [before?.manageClass]],
    ['drug_min_spec', 'minUnit', '最小单位', [body.minUnit], [before?.minUnit]],
    ['allergy', 'allergies', '禁用过敏史', body.allergies ?? [], before?.allergies ?? []],
  ] as const
  for (const [dictionaryCode, field, title, values, was] of chosen) {
    await requireValues(tx, { dictionaryCode, values, before: was, field, title })
  }
}

type Client = Tx['client'] | Caller['app']['pool']
const detailOf = async (client: Client, orgId: string, one: DrugData): Promise<DrugDetailData> => ({
  ...one,
  usedBy: await drugUsers(client, orgId, one.drugId),
})

async function add(who: Caller, tx: Tx, body: DrugBodyData): Promise<DrugDetailData> {
  await requireFit(tx, body, null)
  const made = await drugs.add(tx, { ...storedDrug(body), enabled: body.enabled ?? true })
  return detailOf(tx.client, who.orgId, made)
}

type Saved = DrugBodyData & { drugId: string; version?: number | null }

async function save(who: Caller, tx: Tx, { drugId, version, ...body }: Saved): Promise<DrugDetailData> {
  const before = await drugs.hold(tx, who, drugId, version)
  await requireFit(tx, body, before)
  if (body.minUnit !== before.minUnit && (await heldOrUsed(tx.client, who.orgId, drugId))) {
    throw invalid(
      `“${before.drugName} ${before.spec}”已有存取或用药记录，按“${before.unitName}”计数，最小单位不能再改；如确有不同，请另建一种药品`,
      'minUnit',
    )
  }
  const after = await drugs.change(tx, before, { ...storedDrug(body), enabled: body.enabled ?? before.enabled })
  return detailOf(tx.client, who.orgId, after)
}

export default implement(noun, {
  list: (query, who) => {
    const typed = contains(query.drugName)
    return pageOfRows<DrugData>(
      who.app.pool,
      {
        from: 'drug t',
        key: 'drug_id',
        select: DRUG_ROW,
        // The labels are looked up for the rows of the page alone.
        join: ' ',
        filters: [
          ['t.org_id = ?', who.orgId],
          [
            '(t.drug_name like ?1 or t.trade_name like ?1 or t.initials like ?2 or t.pinyin like ?2)',
            typed && several(typed, typed.toLowerCase()),
          ],
          ['t.maker like ?', contains(query.maker)],
          ['t.form = ?', query.form],
          ['t.drug_type = ?', query.drugType],
          ['t.storage = ?', query.storage],
          ['t.high_alert = ?', query.highAlert],
          ['(t.high_alert is not null or t.look_alike is not null) and ?::int = 1', query.marked === 1 ? 1 : null],
          ['t.enabled = ?', query.enabled],
          ['t.drug_id = ?', query.drugId],
        ],
        sorts: { drugName: 't.pinyin', maker: 't.maker', createTime: 't.created_at' },
        defaultSort: 't.enabled desc, t.pinyin, t.spec',
      },
      query,
    )
  },
  ...importHandlers(drugImport, noun.calls.importCommit),
  get: async ({ drugId }, who) => detailOf(who.app.pool, who.orgId, await drugs.get(who, drugId)),
  add: (body, who) => who.tx((tx) => add(who, tx, body)),
  save: ({ drugId, ...body }, who) => {
    if (!drugId) throw invalid('请说明要修改哪种药品', 'drugId')
    return who.tx((tx) => save(who, tx, { drugId, ...body }))
  },
  remove: async ({ drugId }, who) => {
    await who.tx(async (tx) => {
      await drugs.hold(tx, who, drugId)
      const used = await drugUsers(tx.client, who.orgId, drugId)
      await drugs.remove(tx, who, drugId, () => used.length > 0 && `${used.join('；')}。不再使用请停用`)
    })
    return null
  },
})
