// The children of one fee item, or of all of them.
import { ArrowDownUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { feeChild } from '#contract/expense/feeChild'
import { project } from '#contract/expense/project'
import { Billing, leaveWords, type ProjectChildData, Prorate, projectChild } from '#contract/expense/projectChild'
import { options } from '#contract/kit/options'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { money, moneyText } from '#web/kit/fields/money'
import { int, percent } from '#web/kit/fields/number'
import { keyword, longText } from '#web/kit/fields/text'
import type { RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { changePrice, editChild, feeProject, newChild } from './forms.tsx'
import { leaveCell, leaveTiers } from './leaveTiers.part.tsx'
import './child.css'

const Used = options('FeeChildUsed', '状态', [
  ['true', ['启用', 'green']],
  ['false', ['停用', 'grey']],
])

const changed = () => void invalidate(projectChild, project, feeChild)

async function enable(row: ProjectChildData): Promise<void> {
  const enabled = !row.enabled
  const input = { projectChildId: row.projectChildId, enabled, version: row.version }
  if (!enabled) {
    const done = await confirmAct({
      title: `停用“${row.projectChildName}”？`,
      effects: [
        '新的入住和消费不能再选它',
        row.residents > 0 ? `${row.residents} 位老人已约定的收费照常` : '现在没有老人使用',
        '随时可以再启用',
      ],
      verb: '停用',
      safe: '不停用',
      run: (_, options) => send(projectChild.calls.enable, input, options),
    })
    if (done === null) return
  } else await send(projectChild.calls.enable, input, { loading: true })
  toast.success(`已${enabled ? '启用' : '停用'}“${row.projectChildName}”`)
  changed()
}

async function remove(row: ProjectChildData): Promise<void> {
  const done = await confirmAct({
    title: `删除“${row.projectChildName}”？`,
    effects: ['已用于收费、消费或账单的不能删除，请停用', '删除后不能恢复'],
    verb: '删除子项',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(projectChild.calls.remove, { projectChildId: row.projectChildId }, options),
  })
  if (done === null) return
  toast.success(`已删除“${row.projectChildName}”`)
  changed()
}

const cols = (whole: boolean) =>
  columns(
    projectChild.calls.list,
    {
      projectChildName: {
        title: '收费子项',
        width: 178,
        search: { field: 'projectChildName', as: keyword, placeholder: '名称', width: 118, order: 1 },
        cell: (name, row) => <b className={row.enabled ? 'yy-name' : 'yy-none'}>{name}</b>,
      },
      ...(whole && {
        projectName: {
          title: '收费项目',
          width: 116,
          search: { field: 'projectId' as const, as: feeProject, order: 9 },
        },
      }),
      priceFen: {
        title: '单价（元）',
        as: money,
        width: 120,
        sort: true,
        cell: (price, row) => (
          <>
            {moneyText(price)}
            {row.nextPriceFen !== null && (
              <span className="yy-block yy-second yy-small">
                {row.nextPriceFrom?.slice(5)} 起 {moneyText(row.nextPriceFen)}
              </span>
            )}
          </>
        ),
      },
      cycleName: {
        title: '计费周期',
        width: 100,
        search: { field: 'cycle', as: dictionaryOf('chargeCycle'), order: 2, width: 110 },
      },
      unit: { title: '单位', width: 64, hidden: true },
      billing: {
        title: '收费时间',
        width: 90,
        cell: (billing) => (billing === 'PRE' ? '预收' : '后收'),
        text: (billing) => Billing.label(billing),
      },
      prorate: {
        title: '不足一月',
        width: 116,
        cell: (prorate, row) => (row.cycle === 'MONTH' ? Prorate.label(prorate) : <span className="yy-none">—</span>),
        text: (prorate, row) => (row.cycle === 'MONTH' ? Prorate.label(prorate) : ''),
      },
      leaveTiers: {
        title: '请假减免',
        as: leaveTiers,
        width: 176,
        cell: (tiers, row) => leaveCell(tiers, row.leaveCountFrom),
        text: (tiers, row) => leaveWords(tiers, row.leaveCountFrom),
      },
      residents: { title: '使用人数', as: int, width: 84 },
      enabled: {
        title: '状态',
        width: 84,
        search: { field: 'enabled', as: Used as never, order: 3, width: 100 },
        cell: (on) => <StatusTag option={Used.find(String(on) as 'true')!} />,
        text: (on) => (on ? '启用' : '停用'),
      },
      canDiscount: {
        title: '可享优惠',
        width: 84,
        cell: (can) => (can ? '是' : <span className="yy-none">否</span>),
        text: (can) => (can ? '是' : '否'),
        hidden: true,
      },
      refundable: {
        title: '可退费',
        width: 76,
        cell: (can) => (can ? '是' : <span className="yy-none">否</span>),
        text: (can) => (can ? '是' : '否'),
        hidden: true,
      },
      taxRate: { title: '税率', as: percent, width: 70, hidden: true },
      remark: { title: '备注', as: longText, width: 160, hidden: true },
      createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
    },
    {},
  )
const OF_ONE = cols(false)
const OF_ALL = cols(true)

interface ChildSortProps {
  projectId: string | null
  open: boolean
  onClose(): void
}

function ChildSort({ projectId, open, onClose }: ChildSortProps) {
  const all = useCall(projectChild.calls.list, open && projectId ? { projectId, page: 1, size: 999 } : null)
  const act = useAct(projectChild.calls.sort, {
    touches: [feeChild],
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  const items = useMemo(
    () => all.data?.list.map((row) => ({ id: row.projectChildId, title: row.projectChildName, note: row.cycleName })),
    [all.data],
  )
  return (
    <SortDrawer
      open={open}
      title="收费子项排序"
      items={items}
      saving={act.running}
      onSave={(ids) => void act.run({ sorts: ids.map((projectChildId, i) => ({ projectChildId, sort: i + 1 })) })}
      onClose={onClose}
    />
  )
}

export function ChildList({ projectId, projectName }: { projectId: string | null; projectName: string | null }) {
  const [sorting, setSorting] = useState(false)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const fixed = useMemo(() => (projectId ? { projectId } : {}), [projectId])
  const actions: RowAction<ProjectChildData>[] = [
    { title: '修改', needs: projectChild.calls.save.needs, form: editChild },
    { title: '调价', needs: projectChild.calls.addPrice.needs, form: changePrice },
    {
      title: (row) => (row.enabled ? '停用' : '启用'),
      needs: projectChild.calls.enable.needs,
      onClick: (row) => void enable(row),
    },
    {
      title: '修改记录',
      onClick: (row) => setRecord({ type: 'feeChild', id: row.projectChildId, title: row.projectChildName }),
    },
    { title: '删除', needs: projectChild.calls.remove.needs, danger: true, onClick: (row) => void remove(row) },
  ]
  return (
    <ListPage
      key={projectId ?? 'all'}
      call={projectChild.calls.list}
      columns={projectId ? OF_ONE : OF_ALL}
      rowKey="projectChildId"
      title={projectName ? `${projectName}・收费子项` : '收费子项'}
      unit="项"
      fixed={fixed}
      create={newChild(projectId)}
      actions={actions}
      tools={
        projectId
          ? [
              {
                title: '排序',
                icon: <ArrowDownUp size={15} aria-hidden />,
                needs: projectChild.calls.sort.needs,
                onClick: () => setSorting(true),
              },
            ]
          : []
      }
      heading={(row) => `${row.projectName}・${row.projectChildName}`}
      empty={{ title: '还没有收费子项', text: '新增子项并填写单价后，入住时就可以选择。' }}
    >
      <ChildSort projectId={projectId} open={sorting} onClose={() => setSorting(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
