// 提醒管理: what is due, with what there is to do about each; one's own reminders; the rules of the house.
import { BellPlus, SlidersHorizontal, UserRound } from 'lucide-react'
import { useState } from 'react'
import { RemindDue, type RemindRowData, RemindState, remind } from '#contract/administration/remind'
import { RemindType } from '#contract/kit/remindType'
import { archivePath, BedPath, bedPathText } from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { keyword, longText } from '#web/kit/fields/text'
import { actionOf, type RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { markDone, markIgnored, undo } from './acts.ts'
import { RemindDrawer } from './detail.part.tsx'
import { Due, dueText } from './due.part.tsx'
import { addForm, editForm } from './forms.tsx'
import { RulesDrawer } from './rules.part.tsx'
import './remind.css'

const { calls } = remind

const cols = columns(
  calls.list,
  {
    title: {
      title: '提醒内容',
      width: 300,
      sort: true,
      search: {
        field: 'keyword',
        as: keyword,
        title: '关键字',
        placeholder: '内容、老人姓名或拼音',
        width: 190,
        order: 0,
      },
    },
    type: { title: '类型', as: RemindType, width: 118, sort: true, search: true },
    dueTime: {
      title: '到期',
      as: date,
      width: 190,
      sort: true,
      search: { from: 'startDate', to: 'endDate', title: '到期日期', width: 230, order: 4 },
      cell: (_, row) => <Due row={row} />,
      text: (time, row) => `${time.slice(0, 16)}（${dueText(row.daysLeft)}）`,
    },
    status: { title: '状态', as: RemindState, width: 96 },
    oldmanName: {
      title: '老人',
      width: 100,
      cell: (name, row) =>
        name ? (
          <button type="button" className="yy-link" onClick={() => openPage(archivePath(row.oldmanId!))}>
            {name}
          </button>
        ) : (
          <None />
        ),
    },
    bedPath: { title: '床位', width: 190, cell: (path) => <BedPath path={path} />, text: (path) => bedPathText(path) },
    sourceName: { title: '提醒事项', width: 130, hidden: true },
    deptName: { title: '部门', width: 120, hidden: true },
    toldTime: { title: '最近通知', width: 110 },
    reason: { title: '处理说明', as: longText, width: 200 },
    dealtName: {
      title: '处理人',
      width: 92,
      cell: (name, row) => (row.bySystem ? <span className="yy-second">自动关闭</span> : (name ?? <None />)),
      text: (name, row) => (row.bySystem ? '自动关闭' : (name ?? '')),
    },
    dealtTime: { title: '处理时间', as: datetime, width: 150, sort: true, hidden: true },
    people: { title: '提醒谁', width: 140, hidden: true },
    createTime: { title: '生成时间', as: datetime, sort: true, hidden: true },
  },
  { due: { title: '到期情况', as: RemindDue, order: 2 } },
)

function Waiting({ onType }: { onType(type: number): void }) {
  const { data } = useCall(calls.counts, {})
  if (!data || data.types.length === 0) return null
  return (
    <section className="yy-card yy-remind-counts yy-row yy-wrap" aria-label="各类待处理的提醒">
      {data.types.map((one) => (
        <button key={one.type} type="button" className="yy-link yy-remind-count" onClick={() => onType(one.type)}>
          <StatusTag family={RemindType.find(one.type)?.family ?? 'slate'}>
            {one.name} {one.count}
          </StatusTag>
          {one.late > 0 && <span className="yy-red yy-small">过期 {one.late}</span>}
        </button>
      ))}
    </section>
  )
}

const sourceWords = (value: unknown) => (value === 'own' ? '自定义提醒' : '同一事项的提醒')
const chips = { source: sourceWords, mine: () => '我的提醒（含以后的）', oldmanId: () => '一位老人的提醒' }
const tabs = { field: 'status', set: RemindState }
const refreshOn = [remind.events.changed]
const ICON = 15

const actions: RowAction<RemindRowData>[] = [
  {
    title: (row) => row.act?.title ?? '办理',
    link: '去办理',
    when: (row) => row.act !== null,
    onClick: (row) => openPage(row.act!.route),
  },
  { title: '标为已处理', link: '已处理', move: 'done', onClick: (row) => void markDone([row]) },
  { title: '恢复为待处理', link: '恢复', move: 'undo', onClick: (row) => void undo(row) },
  {
    title: '修改',
    needs: calls.save.needs,
    move: 'edit',
    onClick: async (row, list) => list.openForm(await editForm(row)),
  },
  { title: '忽略', move: 'ignore', danger: true, onClick: (row) => void markIgnored([row]) },
  actionOf(calls.remove, {
    title: '删除',
    danger: true,
    move: 'remove',
    input: (row: RemindRowData) => ({ remindId: row.remindId }),
    confirm: (row) => ({
      title: `删除提醒“${row.title}”？`,
      effects: ['以后的也不再提醒', '已经处理过的记录保留'],
      verb: '删除提醒',
      safe: '不删除',
    }),
    done: () => '提醒已删除',
  }),
]

export default function Reminders() {
  const [shown, setShown] = useState<string | null>(null)
  const [rules, setRules] = useState(false)
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="remindId"
      title="提醒"
      tabs={tabs}
      chips={chips}
      create={{
        title: '新增提醒',
        icon: <BellPlus size={ICON} aria-hidden />,
        needs: calls.add.needs,
        onClick: (list) => list.openForm(addForm()),
      }}
      top={(list) => <Waiting onType={(type) => list.show({ type, status: RemindState.is.waiting })} />}
      tools={[
        {
          title: '我的提醒',
          icon: <UserRound size={ICON} aria-hidden />,
          onClick: () => openPage(remind.pages.list.path, { mine: 1 }),
        },
        {
          title: '提醒规则',
          icon: <SlidersHorizontal size={ICON} aria-hidden />,
          needs: calls.rules.needs,
          onClick: () => setRules(true),
        },
      ]}
      open={(row) => setShown(row.remindId)}
      heading={(row) => `${row.title}・${RemindState.label(row.status)}`}
      actions={actions}
      batch={[
        {
          title: '标为已处理',
          needs: calls.batch.needs,
          when: (rows) => rows.every((row) => row.can.includes('done')),
          onClick: (rows, list) => void markDone(rows).then((done) => done && list.clearSelection()),
        },
        {
          title: '忽略',
          needs: calls.batch.needs,
          when: (rows) => rows.every((row) => row.can.includes('ignore')),
          onClick: (rows, list) => void markIgnored(rows).then((done) => done && list.clearSelection()),
        },
      ]}
      refreshOn={refreshOn}
      empty={{
        title: '现在没有要处理的提醒',
        text: '生日、合同、评估、缴费、药品等到了时间会自动出现；也可以给自己或同事新增提醒。',
      }}
    >
      <RemindDrawer remindId={shown} onClose={() => setShown(null)} />
      <RulesDrawer open={rules} onClose={() => setRules(false)} />
    </ListPage>
  )
}
