// The types that form templates are sorted into.
import type { DataOf, InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { FormTypeData, formTemplate } from '#contract/systemSetting/formTemplate'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { contains, pageOfRows } from '#server/kit/page'

type Calls = typeof formTemplate.calls

onConstraint('form_template_type_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的表单类型' }, 'typeName'))
onConstraint('form_template_of_type', () => notFound('表单类型'))

/** There are a dozen of them: asked without a size, all come. */
const ALL = 1000

const COLUMNS = `t.type_id as "typeId", t.type_name as "typeName", t.sort, t.version,
  (select count(*)::int from form_template f where f.org_id = t.org_id and f.type_id = t.type_id) as "templateCount"`

export const listTypes = (who: Caller, query: InputOf<Calls['types']>): Promise<DataOf<Calls['types']>> =>
  pageOfRows<FormTypeData>(
    who.app.pool,
    {
      from: 'form_template_type t',
      key: 'type_id',
      select: COLUMNS,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['t.type_name like ?', contains(query.typeName)],
      ],
      sorts: { sort: 't.sort', typeName: 't.type_name' },
      defaultSort: 't.sort',
    },
    { ...query, size: query.size || ALL },
  )

async function typeRow(tx: Tx, typeId: string): Promise<FormTypeData> {
  const found = await tx.client.query<FormTypeData>(
    `select ${COLUMNS} from form_template_type t where t.org_id = $1 and t.type_id = $2`,
    [tx.orgId, typeId],
  )
  return found.rows[0]!
}

async function lockType(tx: Tx, typeId: string): Promise<{ typeName: string; version: number }> {
  const found = await tx.client.query<{ typeName: string; version: number }>(
    `select type_name as "typeName", version from form_template_type where org_id = $1 and type_id = $2 for update`,
    [tx.orgId, typeId],
  )
  if (!found.rows[0]) throw notFound('表单类型')
  return found.rows[0]
}

export const addType = (who: Caller, body: InputOf<Calls['addType']>): Promise<FormTypeData> =>
  who.tx(async (tx) => {
    const typeId = newId()
    const typeName = body.typeName.trim()
    if (typeName === '') throw invalid('请填写类型名称', 'typeName')
    await tx.client.query(
      `insert into form_template_type (org_id, type_id, type_name, sort)
       values ($1::varchar, $2, $3, (select coalesce(max(sort), 0) + 1 from form_template_type where org_id = $1::varchar))`,
      [tx.orgId, typeId, typeName],
    )
    tx.log({
      remark: `新增表单类型“${typeName}”`,
      targetType: 'formTemplateType',
      targetId: typeId,
      changes: { typeName: [null, typeName] },
    })
    return typeRow(tx, typeId)
  })

export const saveType = (who: Caller, body: InputOf<Calls['saveType']>): Promise<FormTypeData> =>
  who.tx(async (tx) => {
    const before = await lockType(tx, body.typeId)
    await refuseStale(tx, body.typeId, body.version, before.version)
    const typeName = body.typeName.trim()
    if (typeName === '') throw invalid('请填写类型名称', 'typeName')
    await tx.client.query(
      'update form_template_type set type_name = $3, version = version + 1 where org_id = $1 and type_id = $2',
      [tx.orgId, body.typeId, typeName],
    )
    tx.log({
      remark: `表单类型“${before.typeName}”改名为“${typeName}”`,
      targetType: 'formTemplateType',
      targetId: body.typeId,
      changes: { typeName: [before.typeName, typeName] },
    })
    return typeRow(tx, body.typeId)
  })

export const removeType = (who: Caller, input: InputOf<Calls['removeType']>): Promise<null> =>
  who.tx(async (tx) => {
    if (!input.typeId) throw invalid('请选择要删除的类型', 'typeId')
    const { typeName } = await lockType(tx, input.typeId)
    const inside = await tx.client.query<{ name: string; count: number }>(
      `select template_name as name, count(*) over ()::int as count from form_template
       where org_id = $1 and type_id = $2 order by sort, template_id limit 3`,
      [tx.orgId, input.typeId],
    )
    if (inside.rows[0]) {
      const names = inside.rows.map((row) => `“${row.name}”`).join('、')
      const { count } = inside.rows[0]
      throw new Refusal('IN_USE', {
        what: `表单类型“${typeName}”`,
        users: `其中还有 ${count} 份模板（${names}${count > inside.rows.length ? ' 等' : ''}）`,
      })
    }
    await tx.client.query('delete from form_template_type where org_id = $1 and type_id = $2', [tx.orgId, input.typeId])
    tx.log({
      remark: `删除表单类型“${typeName}”`,
      targetType: 'formTemplateType',
      targetId: input.typeId,
      changes: { typeName: [typeName, null] },
    })
    return null
  })

interface Order {
  table: 'form_template_type' | 'form_template'
  key: 'type_id' | 'template_id'
  what: string
}

/** Saves an order made by hand; one unknown id refuses the whole. */
export async function saveOrder(
  who: Caller,
  sorts: readonly { id: string; sort: number }[],
  { table, key, what }: Order,
): Promise<null> {
  const ids = new Set(sorts.map((one) => one.id))
  if (ids.size === 0) throw invalid(`没有要排序的${what}`, 'sorts')
  if (ids.size !== sorts.length) throw invalid(`排序里有重复的${what}`, 'sorts')
  return who.tx(async (tx) => {
    // In one order, so that two people who sort at the same moment wait instead of blocking each other.
    const held = await tx.client.query(
      `select 1 from ${table} where org_id = $1 and ${key} = any($2) order by ${key} for update`,
      [tx.orgId, [...ids]],
    )
    if (held.rowCount !== ids.size) throw notFound(what)
    await tx.client.query(
      `update ${table} t set sort = s.sort from jsonb_to_recordset($2::jsonb) as s(id text, sort int)
       where t.org_id = $1 and t.${key} = s.id`,
      [tx.orgId, JSON.stringify(sorts)],
    )
    tx.log({ remark: `调整 ${sorts.length} 个${what}的顺序` })
    return null
  })
}
