// Columns of the list of assessments.

import { kindOf } from '#contract/nursing/assess/kinds'
import { AssessDue, AssessReason } from '#contract/nursing/assessFields'
import { type AssessRow, assessForm } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { BedPath, bedPathText, ResidentCell, residentOf } from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { columns } from '#web/kit/list/columns'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { assessor } from './assessorPick.tsx'
import { boundField, kindField, levelField } from './kindFields.ts'
import { familyOf } from './levelBar.ts'

/** A resident, or somebody a consultation is about: no archive to open. */
export function Whom({
  row,
}: {
  row: Pick<AssessRow, 'oldmanId' | 'consultationId' | 'oldmanName' | 'sex' | 'age' | 'head' | 'attention'>
}) {
  const face = {
    oldmanId: row.oldmanId ?? row.consultationId ?? '',
    oldmanName: row.oldmanName ?? '—',
    sex: row.sex ?? 0,
    age: row.age,
    head: row.head,
    attention: row.attention,
  }
  return (
    <span className="yy-inline yy-gap-6">
      <ResidentCell row={face} link={row.oldmanId !== null} notes="short" />
      {row.oldmanId === null && <StatusTag family="slate">咨询</StatusTag>}
    </span>
  )
}

export function LevelTag({ kind, level, name }: { kind: string; level: number | null; name: string | null }) {
  const of = kindOf(kind)
  if (level === null || name === null) return <span className="yy-none">—</span>
  return <StatusTag family={of ? familyOf(of, level) : 'grey'}>{name}</StatusTag>
}

export const assessColumns = columns(
  assessForm.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person as never,
      width: 250,
      ownLink: true,
      cell: (_, row) => <Whom row={row} />,
      search: { field: 'keyword', as: keyword as never, placeholder: '姓名、拼音或评估编号', width: 190, order: 0 },
    },
    state: { title: '状态', as: AssessmentState, width: 90 },
    kindName: { title: '评估表', width: 150, search: { field: 'kind', as: kindField as never, order: 1 } },
    levelName: {
      title: '评估等级',
      width: 110,
      cell: (name, row) => <LevelTag kind={row.kind} level={row.finalLevel} name={name} />,
      text: (name) => name ?? '',
      search: { field: 'level', as: levelField as never, order: 2 },
    },
    total: { title: '总分', as: int, width: 64 },
    answered: {
      title: '进度',
      width: 76,
      as: int,
      cell: (answered, row) =>
        answered === row.itemCount ? '评完' : <span className="yy-amber">{`${answered}/${row.itemCount}`}</span>,
      text: (answered, row) => `${answered}/${row.itemCount}`,
    },
    assessDate: { title: '评估日期', as: date, sort: true, width: 106, search: 'range' },
    assessor1Name: {
      title: '评估员',
      width: 130,
      cell: (_, row) => [row.assessor1Name, row.assessor2Name].filter(Boolean).join('、') || '—',
      text: (_, row) => [row.assessor1Name, row.assessor2Name].filter(Boolean).join('、'),
      search: { field: 'assessorId', as: assessor as never, order: 4 },
    },
    nextDate: {
      title: '下次评估',
      as: date,
      width: 176,
      cell: (day, row) => (
        <span className="yy-inline yy-gap-6">
          {day ?? <span className="yy-none">—</span>}
          {row.due && <StatusTag option={AssessDue.find(row.due)!} />}
        </span>
      ),
      search: { field: 'due', as: AssessDue as never, title: '到期', order: 3 },
    },
    bound: {
      title: '关联档案',
      width: 84,
      cell: (bound, row) =>
        row.oldmanId === null ? '—' : bound ? '已关联' : <span className="yy-second">未关联</span>,
      text: (bound) => (bound ? '已关联' : '未关联'),
      search: { field: 'bound', as: boundField as never, order: 7 },
    },
    reason: { title: '评估原因', as: AssessReason, width: 120, search: true },
    suggestedLevelName: { title: '建议护理等级', width: 130 },
    bedPath: {
      title: '床位',
      as: text,
      width: 206,
      hidden: true,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
    },
    deptName: {
      title: '部门',
      width: 130,
      hidden: true,
      search: { field: 'deptId', as: department as never, order: 5 },
    },
    sectionScores: { title: '一级指标得分', as: longText, width: 220, hidden: true },
    preliminaryName: { title: '初步等级', width: 100, hidden: true },
    levelReason: { title: '等级变更原因', as: longText, width: 180, hidden: true },
    informant: { title: '信息提供者', width: 100, hidden: true },
    assessNo: { title: '评估编号', width: 150, hidden: true },
    voidReason: { title: '作废原因', as: longText, width: 160, hidden: true },
    signedAt: { title: '完成时间', as: datetime, hidden: true },
    createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
  },
  { oldmanId: { title: '指定老人', as: residentOf() as never, order: 6 } },
)
