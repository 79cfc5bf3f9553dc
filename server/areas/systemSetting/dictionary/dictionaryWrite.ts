// Writing dictionaries: one transaction per save, the values compared with what is stored.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import {
  type DictionaryCreate,
  DictionaryModel,
  type DictionaryUpdate,
  type DictionaryValueBody,
} from '#contract/systemSetting/dictionary'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { textPinyin } from '#server/kit/pinyin'
import { type PlannedValue, planValues, type StoredValue, type ValuePlan } from './dictionaryPlan.ts'
import { lockOf } from './dictionarySets.ts'
import { inWords, usesOf, wholeUsesOf } from './dictionaryUse.ts'

onConstraint('dictionary_code', () => new Refusal('ALREADY_EXISTS', { what: '相同编码的字典' }, 'dictionaryCode'))
onConstraint('dictionary_name', () => new Refusal('ALREADY_EXISTS', { what: '同组同名的字典' }, 'dictionaryName'))
onConstraint('dictionary_value_value', () => new Refusal('ALREADY_EXISTS', { what: '相同编码的值' }, 'values'))

interface Row {
  dictionary_id: string
  dictionary_code: string
  dictionary_name: string
  model: (typeof DictionaryModel.list)[number]['value']
  system: boolean
  remark: string | null
  version: number
  seed_values: string[] | null
}

export async function createDictionary(who: Caller, body: Static<typeof DictionaryCreate>): Promise<string> {
  const dictionaryId = newId()
  const model = body.model ?? 'other'
  const { pinyin, initials } = textPinyin(body.dictionaryName)
  await who.tx(async (tx) => {
    await tx.client.query(
      `insert into dictionary (org_id, dictionary_id, dictionary_code, dictionary_name, model, remark, pinyin, initials, sort)
       values ($1::text, $2, $3, $4, $5, $6, $7, $8, (select coalesce(max(sort), 0) + 1 from dictionary where org_id = $1::text))`,
      [who.orgId, dictionaryId, body.dictionaryCode, body.dictionaryName, model, body.remark ?? null, pinyin, initials],
    )
    const plan = planValues('open', [], body.values ?? [])
    await writeValues(tx, dictionaryId, plan)
    tx.log({
      remark: `新增字典“${body.dictionaryName}”（${body.dictionaryCode}），共 ${plan.rows.length} 个值`,
      targetType: 'dictionary',
      targetId: dictionaryId,
      changes: {
        dictionaryName: [null, body.dictionaryName],
        dictionaryCode: [null, body.dictionaryCode],
        model: [null, model],
        ...plan.changes,
      },
    })
  })
  return dictionaryId
}

async function lock(tx: Tx, dictionaryId: string): Promise<Row> {
  const found = await tx.client.query<Row>(
    'select * from dictionary where org_id = $1 and dictionary_id = $2 for update',
    [tx.orgId, dictionaryId],
  )
  const row = found.rows[0]
  if (!row) throw notFound('数据字典')
  return row
}

async function storedValues(tx: Tx, dictionaryId: string): Promise<StoredValue[]> {
  const found = await tx.client.query<StoredValue>(
    `select value_id as "valueId", value, label, parent_value as "parentValue", enabled, system
       from dictionary_value where org_id = $1 and dictionary_id = $2 order by sort, value_id`,
    [tx.orgId, dictionaryId],
  )
  return found.rows
}

export async function updateDictionary(
  who: Caller,
  dictionaryId: string,
  body: Static<typeof DictionaryUpdate>,
): Promise<number> {
  return who.tx(async (tx) => {
    const row = await lock(tx, dictionaryId)
    await refuseStale(tx, dictionaryId, body.version, row.version)
    const head = headOf(row, body)
    const values = body.values ? await planned(tx, row, body.values) : null
    const changes = { ...head.changes, ...values?.changes }
    if (Object.keys(changes).length === 0) {
      tx.log({ remark: `保存字典“${row.dictionary_name}”，没有改动`, targetType: 'dictionary', targetId: dictionaryId })
      return row.version
    }
    await tx.client.query(
      `update dictionary set dictionary_name = $3, model = $4, remark = $5, pinyin = $6, initials = $7,
         version = version + 1 where org_id = $1 and dictionary_id = $2`,
      [tx.orgId, dictionaryId, head.name, head.model, head.remark, ...Object.values(textPinyin(head.name))],
    )
    if (values) await writeValues(tx, dictionaryId, values)
    tx.log({ remark: `修改字典“${head.name}”`, targetType: 'dictionary', targetId: dictionaryId, changes })
    return row.version + 1
  })
}

function headOf(row: Row, body: Static<typeof DictionaryUpdate>) {
  const name = body.dictionaryName ?? row.dictionary_name
  const model = body.model ?? row.model
  const remark = body.remark === undefined ? row.remark : body.remark
  const changes: Record<string, readonly [unknown, unknown]> = {}
  if (name !== row.dictionary_name) changes.dictionaryName = [row.dictionary_name, name]
  if (model !== row.model) {
    // Forms ask for whole groups; a delivered dictionary must be found where they look.
    if (row.system) throw invalid(`系统字典不能移出“${DictionaryModel.label(row.model)}”`, 'model')
    changes.model = [row.model, model]
  }
  if (remark !== row.remark) changes.remark = [row.remark, remark]
  return { name, model, remark, changes }
}

async function planned(tx: Tx, row: Row, wanted: readonly DictionaryValueBody[]): Promise<ValuePlan> {
  const stored = await storedValues(tx, row.dictionary_id)
  const plan = planValues(lockOf(row.dictionary_code, row.system), stored, wanted, row.seed_values ?? [])
  if (plan.gone.length === 0) return plan
  // Locked before counting: whoever stores one of them at this moment has it locked, too, and is waited for.
  await tx.client.query(
    'select 1 from dictionary_value where org_id = $1 and value_id = any($2) order by value_id for update',
    [tx.orgId, plan.gone.map((one) => one.valueId)],
  )
  const used = await usesOf(
    tx.client,
    tx.orgId,
    row.dictionary_code,
    plan.gone.map((one) => one.value),
  )
  for (const one of plan.gone) {
    const uses = used.values.get(one.value)
    if (uses) throw new Refusal('IN_USE', { what: `“${one.label}”`, users: `${inWords(uses)}。可以改为停用` }, 'values')
  }
  return plan
}

async function writeValues(tx: Tx, dictionaryId: string, plan: ValuePlan): Promise<void> {
  if (plan.gone.length > 0) {
    await tx.client.query('delete from dictionary_value where org_id = $1 and value_id = any($2)', [
      tx.orgId,
      plan.gone.map((one) => one.valueId),
    ])
  }
  if (plan.rows.length === 0) return
  const spelled = (row: PlannedValue) => ({ ...row, valueId: row.valueId ?? newId(), ...textPinyin(row.label) })
  await tx.client.query(
    `insert into dictionary_value (org_id, dictionary_id, value_id, value, label, pinyin, initials, parent_value,
       enabled, system, sort)
     select $1, $2, v."valueId", v.value, v.label, v.pinyin, v.initials, v."parentValue", v.enabled, v.system, v.sort
       from jsonb_to_recordset($3::jsonb) as v("valueId" text, value text, label text, pinyin text, initials text,
         "parentValue" text, enabled boolean, system boolean, sort int)
     on conflict (org_id, value_id) do update set label = excluded.label, pinyin = excluded.pinyin,
       initials = excluded.initials, parent_value = excluded.parent_value, enabled = excluded.enabled,
       sort = excluded.sort`,
    [tx.orgId, dictionaryId, JSON.stringify(plan.rows.map(spelled))],
  )
}

export async function removeDictionary(who: Caller, dictionaryId: string): Promise<void> {
  await who.tx(async (tx) => {
    const row = await lock(tx, dictionaryId)
    const what = `字典“${row.dictionary_name}”`
    if (row.system) throw new Refusal('IN_USE', { what, users: '系统自带，表单按编码使用它' })
    await tx.client.query(
      'select 1 from dictionary_value where org_id = $1 and dictionary_id = $2 order by value_id for update',
      [tx.orgId, dictionaryId],
    )
    const { values } = await usesOf(tx.client, tx.orgId, row.dictionary_code)
    const whole = await wholeUsesOf(tx.client, tx.orgId, row.dictionary_code)
    const uses = [...whole, ...[...values.values()].flat()]
    if (uses.length > 0) throw new Refusal('IN_USE', { what, users: inWords(uses) })
    const stored = await storedValues(tx, dictionaryId)
    await tx.client.query('delete from dictionary where org_id = $1 and dictionary_id = $2', [tx.orgId, dictionaryId])
    tx.log({
      remark: `删除${what}，含 ${stored.length} 个值`,
      targetType: 'dictionary',
      targetId: dictionaryId,
      changes: {
        dictionaryName: [row.dictionary_name, null],
        dictionaryCode: [row.dictionary_code, null],
        值: [
          stored
            .map((one) => one.label)
            .join('、')
            .slice(0, 300),
          null,
        ],
      },
    })
  })
}
