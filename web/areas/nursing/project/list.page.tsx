import { ArrowDownUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Fen } from '#contract/kit/money'
import { category } from '#contract/nursing/category'
import { level } from '#contract/nursing/level'
import { type CareProjectData, CareWindow, careProject } from '#contract/nursing/project'
import { datetime } from '#web/kit/fields/date'
import { money, moneyText } from '#web/kit/fields/money'
import { int } from '#web/kit/fields/number'
import { onOff, yesNo } from '#web/kit/fields/option'
import { keyword, longText } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { asksFor, ProjectDrawer } from './detail.part.tsx'
import { careCategory, changePrice, editProject, newProject } from './forms.tsx'

/** Of a charged project: without a price yet, free on this day, or so much. */
const priceWords = (price: Fen | null) => (price === null ? '收费' : price === 0 ? '免费' : moneyText(price))

const cols = columns(careProject.calls.list, {
  projectName: {
    title: '护理项目',
    width: 156,
    sort: true,
    search: { field: 'projectName', as: keyword, placeholder: '名称或拼音首字母' },
    cell: (name, row) => <b className={row.enabled ? 'yy-name' : 'yy-none'}>{name}</b>,
  },
  categoryName: { title: '分类', width: 96, search: { field: 'categoryId', as: careCategory } },
  minutes: { title: '分钟', as: int, width: 84, sort: true },
  priceFen: {
    title: '单价（元/次）',
    as: money,
    width: 118,
    cell: (price, row) => {
      if (!row.charged) return <span className="yy-none">免费</span>
      return (
        <>
          {priceWords(price)}
          {row.nextPriceFen !== null && (
            <span className="yy-block yy-second yy-small">
              {row.nextPriceFrom?.slice(5)} 起 {priceWords(row.nextPriceFen)}
            </span>
          )}
        </>
      )
    },
    text: (price, row) => (row.charged ? priceWords(price) : '免费'),
  },
  window: {
    title: '时限',
    width: 84,
    // How many minutes that means stands in the record.
    cell: (window) => CareWindow.label(window).split('（')[0],
    text: (window) => CareWindow.label(window),
  },
  needsSigns: {
    title: '执行时要',
    width: 136,
    cell: (_, row) => asksFor(row) || <span className="yy-none">—</span>,
    text: (_, row) => asksFor(row),
  },
  levelCount: { title: '用于等级', as: int, width: 84 },
  enabled: { title: '状态', as: onOff, search: true },
  charged: { title: '按次收费', as: yesNo, width: 90, search: true, hidden: true },
  remark: { title: '说明', as: longText, width: 180, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

interface OrderProps {
  open: boolean
  onClose(): void
}

/** Of one category: that is how the catalogue is read. */
function ProjectOrder({ open, onClose }: OrderProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: all } = useCall(category.calls.list, open ? { page: 1, size: 999 } : null)
  const categoryId = chosen ?? all?.list[0]?.categoryId ?? null
  const { data } = useCall(careProject.calls.list, open && categoryId ? { categoryId, page: 1, size: 999 } : null)
  const items = useMemo(
    () => data?.list.map((row) => ({ id: row.projectId, title: row.projectName, note: `${row.minutes} 分钟` })),
    [data],
  )
  const sort = useAct(careProject.calls.sort, {
    touches: [level],
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  return (
    <SortDrawer
      open={open}
      title="护理项目排序"
      items={items}
      head={
        <div className="yy-below-12">
          {careCategory.input({ value: categoryId, onChange: setChosen as never, 'aria-label': '分类' })}
        </div>
      }
      saving={sort.running}
      onSave={(ids) => void sort.run({ sorts: ids.map((projectId, i) => ({ projectId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}

export default function ProjectList() {
  const may = useMay()
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [sorting, setSorting] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  /** One drawer at a time. */
  const show = (next: FormRequest) => {
    setOpened(null)
    setForm(next)
  }
  return (
    <ListPage
      call={careProject.calls.list}
      columns={cols}
      rowKey="projectId"
      title="护理项目"
      unit="项"
      create={newProject(may, null)}
      open={(row) => setOpened(row.projectId)}
      tools={[
        {
          title: '排序',
          icon: <ArrowDownUp size={15} aria-hidden />,
          needs: careProject.calls.sort.needs,
          onClick: () => setSorting(true),
        },
      ]}
      actions={[
        { title: '修改', needs: careProject.calls.save.needs, form: editProject },
        { title: '设置单价', link: '单价', needs: careProject.calls.addPrice.needs, form: changePrice },
        recordLogAction(setRecord, (row: CareProjectData) => ({
          type: 'careProject',
          id: row.projectId,
          title: row.projectName,
        })),
        actionOf(careProject.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: CareProjectData) => ({ projectId: row.projectId }),
          confirm: (row) => ({
            title: `删除护理项目“${row.projectName}”？`,
            effects: [
              row.levelCount > 0 ? `有 ${row.levelCount} 个护理等级在用，要先从等级里去掉` : '没有护理等级在用',
              '不能撤销，只能重新新增；暂时不用请停用',
            ],
            verb: '删除项目',
            safe: '不删除',
            touches: [category],
          }),
          done: (row) => `已删除“${row.projectName}”`,
        }),
      ]}
      empty={{ title: '还没有护理项目', text: '新增项目后，到“护理等级”里选择每个等级做哪些、多久做一次。' }}
    >
      <ProjectDrawer
        projectId={opened}
        onEdit={(row) => show(editProject(row))}
        onPrice={(row) => show(changePrice(row))}
        onClose={() => setOpened(null)}
      />
      {form && <FormDrawer {...form.props} open onClose={() => setForm(null)} />}
      <ProjectOrder open={sorting} onClose={() => setSorting(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
