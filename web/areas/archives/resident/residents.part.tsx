// One list of the archives: the columns, tabs by state, the archive beside it, whole numbers as an export of its own.
import { FileKey } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type ResidentRowData, type ResidentView, resident } from '#contract/archives/resident'
import { ResidenceStatus } from '#contract/live/resident'
import { shell } from '#contract/platform/shell'
import { send } from '#web/kit/call'
import type { ListHandle } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { usePageParams } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { ResidentDrawer } from './detail.part.tsx'
import { residentColumns } from './residentColumns.tsx'
import './resident.css'

type View = (typeof ResidentView.list)[number]['value']

/** Numbers in full leave the house only when somebody asks for just that. */
async function exportWhole(title: string, view: View, list: ListHandle): Promise<void> {
  const done = await confirmAct({
    title: `导出 ${list.total.toLocaleString('zh-CN')} 人的完整证件号码和电话？`,
    effects: ['文件中的身份证号和电话不再打码', '谁在什么时候导出会记入操作日志', '文件保留 30 天，请妥善保管'],
    verb: '导出完整号码',
    safe: '不导出',
    run: (_reason, options) =>
      send(
        shell.calls.exportList,
        {
          call: resident.calls.list.key,
          title: `${title}（完整号码）`,
          query: { ...list.filter, view, plain: 1 },
          columns: residentColumns.list.map((one) => ({ key: one.key, title: one.title, as: one.field.sheet })),
        },
        options,
      ),
  })
  if (done !== null) toast.success('已开始导出，完成后在右上角“打印与导出”中下载')
}

interface ResidentsProps {
  title: string
  view: View
  /** States that get a tab, all unless told. */
  tabs?: readonly number[]
  empty: { title: string; text: string }
}

export function Residents({ title, view, tabs, empty }: ResidentsProps) {
  const { oldmanId } = usePageParams<'oldmanId'>()
  const [opened, setOpened] = useState<string | null>(oldmanId ?? null)
  const [asked, setAsked] = useState(oldmanId)
  // A hit of the global search opens the archive also while this page is already there.
  if (oldmanId !== asked) {
    setAsked(oldmanId)
    setOpened(oldmanId ?? null)
  }
  const fixed = useMemo(() => ({ view }), [view])
  const open = (row: ResidentRowData) => setOpened(row.oldmanId)
  return (
    <ListPage
      call={resident.calls.list}
      columns={residentColumns}
      rowKey="oldmanId"
      title={title}
      unit="人"
      fixed={fixed}
      tabs={{ field: 'status', set: ResidenceStatus, ...(tabs && { values: tabs }) }}
      open={open}
      heading={(row) => `${row.oldmanName}・${ResidenceStatus.label(row.status)}`}
      actions={[{ title: '详情', onClick: open }]}
      tools={[
        {
          title: '导出完整号码',
          icon: <FileKey size={15} aria-hidden />,
          needs: resident.calls.reveal.needs,
          onClick: (list) => void exportWhole(title, view, list),
        },
      ]}
      empty={empty}
    >
      <ResidentDrawer oldmanId={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
