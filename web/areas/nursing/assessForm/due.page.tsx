// 待评名单: whoever has to be assessed, the most pressing first, and the way into their sheet.
import { useState } from 'react'
import { assessAuth } from '#contract/nursing/assessAuth'
import { AssessDue, AssessReason } from '#contract/nursing/assessFields'
import { type AssessDueRow, assessForm } from '#contract/nursing/assessForm'
import { BedPath, bedPathText } from '#web/areas/live/public'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import type { FormRequest } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useCall } from '#web/kit/query'
import { openForm, openReport } from './acts.ts'
import { Begin, type BeginWith } from './begin.part.tsx'
import { changeForm } from './changeForm.ts'
import { Whom } from './columns.tsx'
import { familyField } from './kindFields.ts'
import './assessParts.css'

const cols = columns(assessForm.calls.due, {
  oldmanName: {
    title: '老人',
    as: person as never,
    width: 200,
    ownLink: true,
    cell: (_, row) => <Whom row={row} />,
    search: { field: 'keyword', as: keyword as never, placeholder: '姓名或拼音首字母', width: 190, order: 0 },
  },
  due: { title: '到期', as: AssessDue, width: 100 },
  kindName: {
    title: '评估表',
    width: 130,
    search: { field: 'family', as: familyField as never, title: '评估类别', order: 2 },
  },
  days: {
    title: '逾期',
    as: int,
    width: 84,
    cell: (days) =>
      days === null ? (
        <span className="yy-none">—</span>
      ) : days > 0 ? (
        <span className="yy-red">{days} 天</span>
      ) : (
        `还有 ${-days} 天`
      ),
    text: (days) => (days === null ? '' : String(days)),
  },
  // Why it is due at once: within sight at 1280 too.
  changeContent: { title: '变化情况', as: longText as never, width: 220 },
  nextDate: { title: '应评日期', as: date, width: 110 },
  lastDate: { title: '上次评估', as: date, width: 110 },
  levelName: { title: '上次等级', width: 110 },
  bedPath: {
    title: '床位',
    as: text,
    width: 206,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  deptName: { title: '部门', width: 130, search: { field: 'deptId', as: department as never, order: 1 } },
  nursingLevelName: { title: '护理等级', width: 130, hidden: true },
})

const tabs = { field: 'due', set: AssessDue }
const follows = [assessForm.events.changed]

const reasonOf = ({ due }: AssessDueRow) =>
  due === AssessDue.is.CHANGED
    ? AssessReason.is.atOnce
    : due === AssessDue.is.NEVER
      ? AssessReason.is.first
      : AssessReason.is.regular

export default function AssessmentsDue() {
  const mine = useCall(assessAuth.calls.mine, {}, { silent: true })
  const may = mine.data?.granted === true
  const [given, setGiven] = useState<BeginWith>({})
  const [begins, setBegins] = useState(false)
  const [form, setForm] = useState<FormRequest | null>(null)
  const go = (row: AssessDueRow) => {
    if (row.draftId) return openForm(row.draftId)
    setGiven({ oldmanId: row.oldmanId, kind: row.kind, reason: reasonOf(row) })
    setBegins(true)
  }
  return (
    <ListPage
      call={assessForm.calls.due}
      columns={cols}
      rowKey="dueId"
      title="待评名单"
      unit="人"
      tabs={tabs}
      refreshOn={follows}
      tools={[
        { title: '报告情况变化', needs: assessForm.calls.reportChange.needs, onClick: () => setForm(changeForm({})) },
      ]}
      open={(row) => (may ? go(row) : row.lastId && openReport(row.lastId))}
      heading={(row) => `${row.oldmanName ?? ''}・${AssessDue.label(row.due)}`}
      actions={[
        {
          title: (row: AssessDueRow) => (row.draftId ? '继续填写' : '开始评估'),
          when: () => may,
          onClick: (row) => go(row),
        },
        {
          title: '上次报告',
          when: (row: AssessDueRow) => row.lastId !== null,
          onClick: (row) => openReport(row.lastId!),
        },
        {
          title: '撤回情况变化',
          needs: assessForm.calls.withdrawChange.needs,
          when: (row: AssessDueRow) => row.changeId !== null,
          onClick: (row) =>
            void confirmCall(assessForm.calls.withdrawChange, {
              title: `撤回${row.oldmanName ?? ''}的情况变化？`,
              effects: [row.changeContent ?? '', '老人不再因此列入待评名单，报告和撤回都留有记录'],
              verb: '撤回',
              safe: '不撤回',
              reason: { label: '撤回原因', max: 200, placeholder: '如：看错了人' },
              input: (reason) => ({ changeId: row.changeId!, reason }),
              done: '已撤回',
            }),
        },
      ]}
      empty={{ title: '没有要评估的老人', text: '在住老人都在应评日期之前评估过。' }}
    >
      <Begin open={begins} given={given} onClose={() => setBegins(false)} />
      <FormHost form={form} onClose={() => setForm(null)} />
    </ListPage>
  )
}
