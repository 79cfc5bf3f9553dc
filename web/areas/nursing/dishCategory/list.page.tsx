import { ArrowDownUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { dish } from '#contract/nursing/dish'
import { type DishCategoryData, dishCategory } from '#contract/nursing/dishCategory'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { onOff } from '#web/kit/fields/option'
import { keyword, person } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'

const cols = columns(dishCategory.calls.list, {
  categoryName: {
    title: '分类名称',
    as: person,
    width: 200,
    sort: true,
    search: { field: 'categoryName', as: keyword, placeholder: '名称或拼音首字母' },
  },
  dishCount: { title: '菜品', as: int, width: 100, sum: true },
  enabled: { title: '状态', as: onOff, search: true },
  createTime: { title: '创建时间', as: datetime },
})

const fields = {
  categoryName: { placeholder: '最多 20 个字，如 大荤', wide: true },
  enabled: { as: onOff, wide: true, hint: '停用后不能再往里加菜，已有的菜照常' },
} as const

const create = formOf(dishCategory.calls.add, {
  title: '新增菜品分类',
  fields,
  initial: { enabled: true },
  done: '分类已新增',
})

const edit = (row: DishCategoryData): FormRequest =>
  editOf(dishCategory.calls.save, row, {
    title: '修改菜品分类',
    about: row.categoryName,
    fields,
    values: (one) => ({ categoryName: one.categoryName, enabled: one.enabled }),
    also: (one) => ({ categoryId: one.categoryId, version: one.version }),
    again: () => send(dishCategory.calls.get, { categoryId: row.categoryId }),
    touches: [dish],
  })

function CategoryOrder({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useCall(dishCategory.calls.list, open ? { page: 1, size: 999 } : null)
  const items = useMemo(
    () => data?.list.map((row) => ({ id: row.categoryId, title: row.categoryName, note: `${row.dishCount} 道菜` })),
    [data],
  )
  const sort = useAct(dishCategory.calls.sort, {
    touches: [dish],
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  return (
    <SortDrawer
      open={open}
      title="菜品分类排序"
      items={items}
      saving={sort.running}
      onSave={(ids) => void sort.run({ sorts: ids.map((categoryId, i) => ({ categoryId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}

export default function CategoryList() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [sorting, setSorting] = useState(false)
  return (
    <ListPage
      call={dishCategory.calls.list}
      columns={cols}
      rowKey="categoryId"
      title="菜品分类"
      unit="个"
      create={create}
      tools={[
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: dishCategory.calls.sort.needs,
          onClick: () => setSorting(true),
        },
      ]}
      actions={[
        {
          title: '查看菜品',
          needs: dish.pages.list.needs,
          onClick: (row: DishCategoryData) => openPage(dish.pages.list.path, { categoryId: row.categoryId }),
        },
        { title: '修改', needs: dishCategory.calls.save.needs, form: edit },
        recordLogAction(setRecord, (row: DishCategoryData) => ({
          type: 'dishCategory',
          id: row.categoryId,
          title: row.categoryName,
        })),
        actionOf(dishCategory.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: DishCategoryData) => ({ categoryId: row.categoryId }),
          confirm: (row) => ({
            title: `删除分类“${row.categoryName}”？`,
            effects: [
              row.dishCount > 0 ? `还有 ${row.dishCount} 道菜属于它，要先改成别的分类` : '没有菜属于它',
              '不能撤销，只能重新新增；暂时不用请停用',
            ],
            verb: '删除分类',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.categoryName}”`,
        }),
      ]}
      empty={{ title: '还没有菜品分类', text: '先新增分类，如主食、大荤、汤羹，再到“菜品管理”里添加菜品。' }}
    >
      <CategoryOrder open={sorting} onClose={() => setSorting(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
