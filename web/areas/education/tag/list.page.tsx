import { FolderTree } from 'lucide-react'
import { type TagData, tag } from '#contract/education/tag'
import { tagCategory } from '#contract/education/tagCategory'
import { categoryField } from '#web/areas/education/tagCategory/category.part'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { formOf } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'

const category = categoryField('请选择分类')
const fields = { tagName: {}, categoryId: { as: category } } as const

const cols = columns(tag.calls.list, {
  tagName: { title: '标签', search: true, sort: true, width: 260 },
  categoryName: { title: '分类', width: 180, search: { field: 'categoryId', as: category } },
  createTime: { title: '创建时间', as: datetime, sort: true },
})

async function remove(row: TagData) {
  const done = await confirmAct({
    title: `删除标签「${row.tagName}」？`,
    effects: ['文章上的这个标签一并去掉，文章本身不受影响'],
    verb: '删除',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(tag.calls.remove, { id: row.id }, options),
  })
  if (done !== null) await invalidate(tag)
}

export default function Tags() {
  const { add, save, get, list } = tag.calls
  return (
    <ListPage
      call={list}
      columns={cols}
      rowKey="id"
      title="宣教标签"
      unit="个"
      create={formOf(add, { title: '新增标签', columns: 1, fields })}
      tools={[
        {
          title: '标签分类',
          icon: <FolderTree size={15} aria-hidden />,
          needs: tagCategory.pages.list.needs,
          onClick: () => openPage(tagCategory.pages.list.path),
        },
      ]}
      actions={[
        {
          title: '编辑',
          needs: save.needs,
          onClick: (row, handle) =>
            handle.openForm(
              formOf(save, {
                title: `编辑标签「${row.tagName}」`,
                columns: 1,
                fields,
                initial: { tagName: row.tagName, categoryId: row.categoryId },
                also: { id: row.id, version: row.version },
                reload: async () => {
                  const now = await send(get, { id: row.id })
                  return {
                    values: { tagName: now.tagName, categoryId: now.categoryId },
                    also: { version: now.version },
                  }
                },
              }),
            ),
        },
        { title: '删除', needs: tag.calls.remove.needs, danger: true, onClick: (row) => void remove(row) },
      ]}
      empty={{ title: '还没有标签', text: '标签用来给健康宣教文章归类，例如“防跌倒”。' }}
    />
  )
}
