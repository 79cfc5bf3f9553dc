// The types that form templates are sorted into.
import type { DataOf, InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { FormTypeData, formTemplate } from '#contract/systemSetting/formTemplate'
import { formTemplateType } from '#server/areas/systemSetting/tables'
import type { Caller } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { rows } from '#server/kit/rows'

type Calls = typeof formTemplate.calls

onConstraint('form_template_type_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的表单类型' }, 'typeName'))
onConstraint('form_template_of_type', () => notFound('表单类型'))

/** There are a dozen of them: asked without a size, all come. */
const ALL = 1000

const types = rows<FormTypeData, typeof formTemplateType>(formTemplateType, {
  title: '表单类型',
  target: 'formTemplateType',
  name: 'typeName',
  row: {
    typeId: formTemplateType.typeId,
    typeName: formTemplateType.typeName,
    sort: formTemplateType.sort,
    version: formTemplateType.version,
    templateCount: '(select count(*)::int from form_template f where f.org_id = t.org_id and f.type_id = t.type_id)',
  },
  logged: ['typeName'],
})

export const listTypes = (who: Caller, query: InputOf<Calls['types']>): Promise<DataOf<Calls['types']>> =>
  types.page(
    who,
    { ...query, size: query.size || ALL },
    { search: ['typeName'], sorts: ['sort', 'typeName'], sort: 'sort' },
  )

const nameOf = (typed: string) => {
  const typeName = typed.trim()
  if (typeName === '') throw invalid('请填写类型名称', 'typeName')
  return { typeName }
}

export const addType = (who: Caller, body: InputOf<Calls['addType']>): Promise<FormTypeData> =>
  who.tx((tx) => types.add(tx, nameOf(body.typeName)))

export const saveType = (who: Caller, body: InputOf<Calls['saveType']>): Promise<FormTypeData> =>
  who.tx(async (tx) => {
    const before = await types.hold(tx, who, body.typeId, body.version)
    return types.change(tx, before, nameOf(body.typeName))
  })

export const removeType = (who: Caller, { typeId }: InputOf<Calls['removeType']>): Promise<null> =>
  who.tx(async (tx) => {
    if (!typeId) throw invalid('请选择要删除的类型', 'typeId')
    await types.hold(tx, who, typeId)
    const inside = await tx.client.query<{ name: string }>(
      'select template_name as name from form_template where org_id = $1 and type_id = $2 order by sort, template_id limit 3',
      [tx.orgId, typeId],
    )
    const names = inside.rows.map((row) => `“${row.name}”`).join('、')
    await types.remove(
      tx,
      who,
      typeId,
      ({ templateCount: count }) => count > 0 && `其中还有 ${count} 份模板（${names}${count > 3 ? ' 等' : ''}）`,
    )
    return null
  })

export const sortTypes = async (who: Caller, { sorts }: InputOf<Calls['sortTypes']>): Promise<null> => {
  await who.tx((tx) =>
    types.sort(
      tx,
      who,
      sorts.map(({ typeId, sort }) => ({ id: typeId, sort })),
    ),
  )
  return null
}
