import { TAG_CATEGORY_LEVELS, type TagCategoryData, tagCategory } from '#contract/education/tagCategory'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { categoryField } from './category.part.tsx'

const { list, add, save, get, remove } = tagCategory.calls

const cols = columns(list, {
  categoryName: { title: '分类', search: true, sort: true, width: 220 },
  parentName: { title: '上级分类', width: 180, search: { field: 'parentId', as: categoryField('请选择上级分类') } },
  tagCount: { title: '标签数', as: int },
  createTime: { title: '创建时间', as: datetime, sort: true },
})

const fields = (except: string | null) => ({
  categoryName: { placeholder: '1 至 10 个字，如 安全' },
  parentId: {
    as: categoryField('不选即为第一级', except, TAG_CATEGORY_LEVELS - 1),
    hint: `最多 ${TAG_CATEGORY_LEVELS} 级`,
  },
})

const valuesOf = (row: TagCategoryData) => ({ categoryName: row.categoryName, parentId: row.parentId })

const edit = (row: TagCategoryData): FormRequest =>
  editOf(save, row, {
    title: `编辑分类「${row.categoryName}」`,
    columns: 1,
    fields: fields(row.id),
    values: valuesOf,
    also: (one) => ({ id: one.id, version: one.version }),
    again: () => send(get, { id: row.id }),
  })

export default function TagCategories() {
  return (
    <ListPage
      call={list}
      columns={cols}
      rowKey="id"
      title="标签分类"
      unit="个"
      create={formOf(add, { title: '新增分类', columns: 1, fields: fields(null), done: '分类已新增' })}
      actions={[
        { title: '编辑', needs: save.needs, form: edit },
        actionOf(remove, {
          title: '删除',
          danger: true,
          input: (row: TagCategoryData) => ({ id: row.id }),
          confirm: (row) => ({
            title: `删除分类「${row.categoryName}」？`,
            effects: [
              row.tagCount > 0 ? `还有 ${row.tagCount} 个标签属于它，要先给它们换分类` : '没有标签属于它',
              '不能撤销，只能重新新增',
            ],
            verb: '删除分类',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.categoryName}”`,
        }),
      ]}
      empty={{ title: '还没有分类', text: '分类用来归拢宣教标签，例如“安全”“用药”。' }}
    />
  )
}
