// 护理计划: every elder's plan by its state, who lacks one, and the plan itself beside the list.
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { REGRADE_NEEDS } from '#contract/live/regradeWords'
import { IN_HOUSE } from '#contract/live/resident'
import { CARE_PLAN_NEEDS, type CarePlanRowData, CarePlanState, carePlan } from '#contract/nursing/plan'
import { AttentionNotes, BedPath, bedPathText, ResidentCell, residentOf } from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { LackingPlans } from './lacking.part.tsx'
import { movePlan } from './moves.ts'
import { PlanDrawer } from './plan.part.tsx'
import './plan.css'

const cols = columns(carePlan.calls.list, {
  oldmanName: {
    title: '老人',
    as: person,
    width: 160,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link notes={false} />,
    search: { field: 'keyword', as: keyword, placeholder: '姓名或拼音首字母', width: 200, order: 0 },
  },
  state: { title: '状态', as: CarePlanState, width: 84 },
  bedPath: {
    title: '床位',
    as: text,
    width: 196,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  // The building stands with the bed: at 1280 what the plan holds fits beside it.
  deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department, order: 1 } },
  levelName: {
    title: '护理等级',
    width: 150,
    cell: (name, row) => (
      <span className="yy-inline-flex yy-gap-6 yy-wrap">
        {name}
        {row.otherLevel && <StatusTag family="amber">等级已变</StatusTag>}
      </span>
    ),
    text: (name) => name,
    search: { field: 'levelId', as: lookupOf('nursingLevel'), order: 2 },
  },
  itemCount: { title: '项目', as: int, width: 60 },
  minutes: { title: '每日分钟', as: int, width: 82 },
  startDate: { title: '开始日期', as: date, sort: true, width: 108 },
  endDate: { title: '结束日期', as: date, sort: true, width: 110, hidden: true },
  attention: {
    title: '关注事项',
    as: text as never,
    width: 134,
    hidden: true,
    cell: (notes) => <AttentionNotes notes={notes} />,
    text: () => '',
  },
  remark: { title: '备注', as: longText, width: 160, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

const tabs = { field: 'state', set: CarePlanState }
const resident = residentOf({ statuses: IN_HOUSE })

/** How many lack one; opens who they are. */
function Lacks({ onOpen }: { onOpen(): void }) {
  const { data } = useCall(carePlan.calls.lacking, { page: 1, size: 10 }, { silent: true })
  if (!data || data.total === 0) return null
  return (
    <button type="button" className="yy-plan-lacks" onClick={onOpen}>
      缺计划 <b>{data.total}</b> 人
    </button>
  )
}

export default function PlanList() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [lacking, setLacking] = useState(false)
  const open = (planId: string) => {
    setShown(planId)
    setOpened(planId)
  }
  return (
    <ListPage
      call={carePlan.calls.list}
      columns={cols}
      rowKey="nursingPlanId"
      title="护理计划"
      unit="份"
      tabs={tabs}
      create={formOf(carePlan.calls.add, {
        title: '新建护理计划',
        verb: '建立草稿',
        fields: {
          oldmanId: { as: resident, wide: true },
          levelId: { as: lookupOf('nursingLevel'), wide: true, hint: '不选就用老人现在的护理等级' },
          startDate: { as: date },
          endDate: { as: date, hint: '不填就一直执行' },
          remark: { as: longText, wide: true },
        },
        initial: { startDate: dayText() },
        done: '草稿已按护理等级建好，请核对项目后启用',
        onDone: (plan) => open(plan.nursingPlanId),
      })}
      tools={[
        {
          title: '缺计划的老人',
          icon: <UserRoundX size={15} aria-hidden />,
          onClick: () => setLacking(true),
        },
      ]}
      summary={<Lacks onOpen={() => setLacking(true)} />}
      open={(row) => open(row.nursingPlanId)}
      heading={(row) => `${row.oldmanName}・${CarePlanState.label(row.state)}`}
      actions={[
        { title: '查看项目', onClick: (row: CarePlanRowData) => open(row.nursingPlanId) },
        { title: '启用计划', link: '启用', move: 'enable', onClick: (row) => void movePlan(row, 'ON') },
        { title: '停用计划', link: '停用', move: 'stop', onClick: (row) => void movePlan(row, 'OFF') },
        {
          title: '等级变更',
          needs: REGRADE_NEEDS.propose,
          onClick: (row: CarePlanRowData) => openPage('/nursing/regrade', { act: 'propose', resident: row.oldmanId }),
        },
        recordLogAction(setRecord, (row: CarePlanRowData) => ({
          type: 'carePlan',
          id: row.nursingPlanId,
          title: `${row.oldmanName}的护理计划`,
        })),
        { title: '结束计划', move: 'end', danger: true, onClick: (row) => void movePlan(row, 'ENDED') },
        {
          ...actionOf(carePlan.calls.remove, {
            title: '删除草稿',
            danger: true,
            input: (row: CarePlanRowData) => ({ nursingPlanId: row.nursingPlanId }),
            confirm: (row) => ({
              title: `删除${row.oldmanName}的护理计划草稿？`,
              effects: ['草稿里的项目一起删除，不能撤销', '已启用的计划不受影响'],
              verb: '删除草稿',
              safe: '不删除',
            }),
            done: (row) => `已删除${row.oldmanName}的草稿`,
          }),
          move: 'remove',
        },
      ]}
      empty={{
        title: '还没有护理计划',
        text: '点“缺计划的老人”，可以按护理等级一次为所有在住老人生成计划。',
      }}
    >
      {shown && (
        <PlanDrawer
          key={shown}
          planId={shown}
          open={opened !== null}
          onClose={() => setOpened(null)}
          onClosed={() => setShown(null)}
        />
      )}
      <LackingPlans open={lacking} needs={CARE_PLAN_NEEDS.edit} onOpen={open} onClose={() => setLacking(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
