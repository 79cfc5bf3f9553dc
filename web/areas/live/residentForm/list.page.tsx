// 文书管理: forms filled in for residents, by the type of their template.
import { ArrowUpDown } from 'lucide-react'
import { useContext, useMemo, useState } from 'react'
import type { FormValues } from '#contract/kit/formValues'
import { type ResidentFormRow, ResidentFormState, residentForm } from '#contract/live/residentForm'
import { FormFilling } from '#contract/systemSetting/formTemplate'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { send } from '#web/kit/call'
import { date, datetime } from '#web/kit/fields/date'
import { keyword, person } from '#web/kit/fields/text'
import { printForm } from '#web/kit/formSheet/PrintedForm'
import { actionOf, type RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { FrameContext, openPage, usePageParams, usePageState } from '#web/kit/open'
import { useSession } from '#web/kit/session'
import { ChooseDrawer } from './choose.part.tsx'
import { SortForms } from './order.part.tsx'
import { FormTypeRail } from './types.part.tsx'
import './residentForm.css'

const { calls, pages } = residentForm

const cols = columns(calls.list, {
  oldmanName: {
    title: '老人',
    as: person,
    width: 264,
    sort: true,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link />,
    search: { field: 'keyword', as: keyword, placeholder: '老人或文书名称', width: 180, order: 0 },
  },
  title: {
    title: '文书名称',
    width: 210,
    sort: true,
    cell: (title, row) => (
      <button type="button" className="yy-link yy-rf-title yy-left yy-ellipsis" onClick={() => open(row)}>
        {title}
      </button>
    ),
  },
  state: { title: '状态', as: ResidentFormState, width: 100 },
  typeName: { title: '类型', width: 120 },
  recordDate: {
    title: '填写日期',
    as: date,
    width: 116,
    sort: true,
    search: { from: 'startDate', to: 'endDate', order: 2 },
  },
  createUser: { title: '填写人', width: 90 },
  templateVersion: {
    title: '表单版本',
    width: 156,
    cell: (version, row) => (
      <>
        第 {version} 版{row.outdated && <span className="yy-none"> 模板已更新</span>}
      </>
    ),
    text: (version) => `第 ${version} 版`,
  },
  templateType: { title: '填写方式', as: FormFilling, width: 120, hidden: true },
  bedPath: { title: '床位', width: 220, cell: (path) => <BedPath path={path} />, text: (path) => bedPathText(path) },
  deptName: { title: '部门', width: 120, hidden: true },
  updateTime: { title: '修改时间', as: datetime, sort: true, hidden: true },
})

const tabs = { field: 'state', set: ResidentFormState }
const chips = { oldmanId: () => '一位老人的文书' }

function open({ recordId }: Pick<ResidentFormRow, 'recordId'>) {
  openPage(pages.fill.path, { recordId })
}

async function print({ recordId }: ResidentFormRow) {
  const { title, oldmanName, design, values } = await send(calls.detail, { templateId: recordId }, { loading: true })
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  await printForm({
    title: `${title}-${oldmanName}`,
    org,
    design: { ...design, heading: design.heading ?? title },
    values: values as FormValues,
  })
}

const remove = actionOf<typeof calls.remove, ResidentFormRow>(calls.remove, {
  title: '删除',
  danger: true,
  input: ({ recordId }) => ({ templateId: recordId }),
  confirm: ({ oldmanName, title, recordDate, state }) => ({
    title: `删除${oldmanName}的《${title}》？`,
    effects: [
      `${recordDate} 填写，${state === ResidentFormState.is.done ? '已经完成' : '还是草稿'}`,
      '填写的内容一起删除，不能恢复；模板不受影响',
    ],
    verb: '删除文书',
    safe: '不删除',
  }),
  done: ({ oldmanName, title }) => `已删除${oldmanName}的《${title}》`,
})

export default function ResidentForms() {
  const { typeId: asked } = usePageParams<'typeId'>()
  const frame = useContext(FrameContext)
  const [typeId, setTypeId] = usePageState<string | null>('typeId', asked && asked !== 'all' ? asked : null)
  const [choosing, setChoosing] = useState(false)
  const [sorting, setSorting] = useState<{ oldmanId: string; oldmanName: string } | null>(null)
  const fixed = useMemo(() => ({ typeId }), [typeId])
  const choose = (next: string | null) => {
    // Another type begins at its first page.
    const kept = frame?.kept
    const list = kept?.get('list')
    if (kept && list) kept.set('list', { ...list, page: 1 })
    setTypeId(next)
  }
  const actions: readonly RowAction<ResidentFormRow>[] = [
    { title: (row) => (row.state === ResidentFormState.is.draft ? '继续填写' : '查看'), onClick: open },
    { title: '打印', onClick: (row) => void print(row) },
    {
      title: (row) => `调整${row.oldmanName}的文书顺序`,
      icon: <ArrowUpDown size={14} aria-hidden />,
      needs: calls.sort.needs,
      onClick: setSorting,
    },
    remove,
  ]
  return (
    <div className="yy-rf yy-flex-1 yy-low yy-grid yy-gap-12">
      <FormTypeRail chosen={typeId} onChoose={choose} />
      <ListPage
        key={typeId}
        call={calls.list}
        columns={cols}
        rowKey="recordId"
        title="老人文书"
        unit="份"
        tabs={tabs}
        chips={chips}
        fixed={fixed}
        open={open}
        heading={(row) => `${row.oldmanName}《${row.title}》`}
        create={{ title: '填写文书', needs: calls.create.needs, onClick: () => setChoosing(true) }}
        actions={actions}
        empty={{
          title: typeId ? '这个类型还没有填写过' : '还没有填写过文书',
          text: '点“填写文书”，选老人和表单，档案里的内容会自动带出。',
        }}
      >
        <ChooseDrawer open={choosing} typeId={typeId} onClose={() => setChoosing(false)} />
        <SortForms of={sorting} onClose={() => setSorting(null)} />
      </ListPage>
    </div>
  )
}
