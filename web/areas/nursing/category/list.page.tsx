import { ArrowDownUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type CategoryData, category } from '#contract/nursing/category'
import { careProject } from '#contract/nursing/project'
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

const cols = columns(category.calls.list, {
  categoryName: {
    title: '分类名称',
    as: person,
    width: 200,
    sort: true,
    search: { field: 'categoryName', as: keyword, placeholder: '名称或拼音首字母' },
  },
  projectCount: { title: '护理项目', as: int, width: 100, sum: true },
  enabled: { title: '状态', as: onOff, search: true },
  createTime: { title: '创建时间', as: datetime },
})

const fields = {
  categoryName: { placeholder: '最多 20 个字，如 生活照料', wide: true },
  enabled: { as: onOff, wide: true, hint: '停用后不能再往里加项目，已有的项目照常' },
} as const

const create = formOf(category.calls.add, {
  title: '新增护理项目分类',
  fields,
  initial: { enabled: true },
  done: '分类已新增',
})

const edit = (row: CategoryData): FormRequest =>
  editOf(category.calls.save, row, {
    title: '修改护理项目分类',
    about: row.categoryName,
    fields,
    values: (one) => ({ categoryName: one.categoryName, enabled: one.enabled }),
    also: (one) => ({ categoryId: one.categoryId, version: one.version }),
    again: () => send(category.calls.get, { categoryId: row.categoryId }),
    touches: [careProject],
  })

function CategoryOrder({ open, onClose }: { open: boolean; onClose(): void }) {
  const { data } = useCall(category.calls.list, open ? { page: 1, size: 999 } : null)
  const items = useMemo(
    () =>
      data?.list.map((row) => ({ id: row.categoryId, title: row.categoryName, note: `${row.projectCount} 个项目` })),
    [data],
  )
  const sort = useAct(category.calls.sort, {
    touches: [careProject],
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  return (
    <SortDrawer
      open={open}
      title="护理项目分类排序"
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
      call={category.calls.list}
      columns={cols}
      rowKey="categoryId"
      title="护理项目分类"
      unit="个"
      create={create}
      tools={[
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: category.calls.sort.needs,
          onClick: () => setSorting(true),
        },
      ]}
      actions={[
        {
          title: '查看项目',
          needs: careProject.pages.list.needs,
          onClick: (row: CategoryData) => openPage(careProject.pages.list.path, { categoryId: row.categoryId }),
        },
        { title: '修改', needs: category.calls.save.needs, form: edit },
        recordLogAction(setRecord, (row: CategoryData) => ({
          type: 'careCategory',
          id: row.categoryId,
          title: row.categoryName,
        })),
        actionOf(category.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: CategoryData) => ({ categoryId: row.categoryId }),
          confirm: (row) => ({
            title: `删除分类“${row.categoryName}”？`,
            effects: [
              row.projectCount > 0
                ? `还有 ${row.projectCount} 个护理项目属于它，要先改成别的分类`
                : '没有护理项目属于它',
              '不能撤销，只能重新新增；暂时不用请停用',
            ],
            verb: '删除分类',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.categoryName}”`,
        }),
      ]}
      empty={{ title: '还没有护理项目分类', text: '先新增分类，如生活照料、基础护理，再到“护理项目”里添加项目。' }}
    >
      <CategoryOrder open={sorting} onClose={() => setSorting(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
