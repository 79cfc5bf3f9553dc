// 用药设置: what every elder takes, how much, how and when; changed only by ending and beginning anew.
import { useState } from 'react'
import { type DrugUseData, drugUse, ManyUses, MOST_USES } from '#contract/drug/use'
import { DrugOrderSource, DrugRoute, DrugUseState } from '#contract/drug/useWords'
import { BedPath, bedPathText, ResidentCell, residentOf } from '#web/areas/live/public'
import { date, datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { lookupOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { yesNo } from '#web/kit/fields/option'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import { actionOf, type BatchAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { toast } from '#web/kit/toast'
import { addForm, changeForm, manyForm } from './forms.tsx'

const cols = columns(
  drugUse.calls.list,
  {
    oldmanName: {
      title: '老人',
      as: person,
      width: 160,
      ownLink: true,
      cell: (_, row) => <ResidentCell row={row} link notes={false} />,
      search: { field: 'keyword', title: '查找', as: keyword, placeholder: '姓名、拼音或药名', width: 190, order: 0 },
    },
    state: { title: '状态', as: DrugUseState, width: 90 },
    drugName: {
      title: '药品',
      as: text,
      sort: true,
      width: 272,
      cell: (name, row) => (
        <span className="yy-inline yy-gap-6">
          <b>{name}</b> <span className="yy-second">{row.spec}</span>
          {row.highAlert && (
            <NoteTag family="red" title={row.highAlert}>
              高警示
            </NoteTag>
          )}
        </span>
      ),
      text: (name, row) => `${name} ${row.spec}`,
      search: { field: 'drugId', as: lookupOf('drug'), order: 2 },
    },
    doseText: {
      title: '每次',
      as: text,
      width: 110,
      cell: (dose, row) => (
        <span>
          <b>{dose}</b> {row.doseWeight && <span className="yy-second">{row.doseWeight}</span>}
        </span>
      ),
      text: (dose, row) => [dose, row.doseWeight].filter(Boolean).join(' '),
    },
    timesText: { title: '用法', as: text, width: 224 },
    route: {
      title: '途径',
      width: 110,
      cell: (route, row) => [DrugRoute.label(route), row.giveHow].filter(Boolean).join('，'),
      text: (route, row) => [DrugRoute.label(route), row.giveHow].filter(Boolean).join('，'),
    },
    daysLeft: {
      title: '余量',
      width: 120,
      cell: (days, row) =>
        row.state === DrugUseState.is.ENDED ? (
          <None />
        ) : row.stock <= 0 ? (
          <b className="yy-red">无存药</b>
        ) : (
          <span
            className={
              days !== null && days <= 3 ? 'yy-red yy-strong' : days !== null && days <= 7 ? 'yy-amber yy-strong' : ''
            }
          >
            {row.stock} {row.unit}
            {days !== null && `，${days} 天`}
          </span>
        ),
      text: (days, row) =>
        row.stock <= 0 ? '无存药' : `${row.stock} ${row.unit}${days === null ? '' : `，${days} 天`}`,
    },
    startDate: { title: '开始', as: date, sort: true, width: 104 },
    endDate: { title: '结束', as: date, width: 104 },
    doctor: { title: '医生', as: text, width: 80, hidden: true },
    bedPath: {
      title: '床位',
      as: text,
      width: 190,
      cell: (path) => <BedPath path={path} />,
      text: (path) => bedPathText(path),
    },
    deptName: { title: '部门', width: 120, hidden: true, search: { field: 'deptId', as: department, order: 3 } },
    orderSource: { title: '医嘱来源', as: DrugOrderSource, width: 100, hidden: true },
    endReason: { title: '停用原因', as: longText, width: 160, hidden: true },
    confirmed: { title: '已确认的提醒', as: longText, width: 200, hidden: true },
    remark: { title: '备注', as: longText, width: 160, hidden: true },
    createdName: { title: '录入人', as: text, width: 80, hidden: true },
    createTime: { title: '录入时间', as: datetime, sort: true, hidden: true },
  },
  {
    oldmanId: { title: '老人', as: residentOf(), order: 4 },
    highAlert: { title: '高警示', as: yesNo, order: 5 },
    needed: { title: '必要时', as: yesNo, order: 6 },
  },
)

/** What every one of the ticked settings allows, with one reason for all. */
const together = (act: 'end' | 'pause' | 'resume', danger = false): BatchAction<DrugUseData> => ({
  title: ManyUses.label(act),
  needs: drugUse.calls.many.needs,
  danger,
  when: (rows) => rows.every((row) => row.can.includes(act)),
  onClick: (rows, list) => {
    if (rows.length > MOST_USES) toast.warning(`一次最多${ManyUses.label(act)} ${MOST_USES} 条，请少选一些`)
    else list.openForm(manyForm(rows, act, list.clearSelection))
  },
})
const batch = [together('pause'), together('resume'), together('end', true)]

const tabs = { field: 'state', set: DrugUseState, all: false } as never
const refreshOn = [drugUse.events.changed]

export default function UseSettings() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  return (
    <ListPage
      call={drugUse.calls.list}
      columns={cols}
      rowKey="useId"
      title="用药设置"
      unit="条"
      tabs={tabs}
      refreshOn={refreshOn}
      create={addForm()}
      batch={batch}
      heading={(row) => `${row.oldmanName}・${row.drugName}`}
      empty={{
        title: '还没有用药设置',
        text: '按医嘱为老人设好药品、剂量和时间，系统每天排出要发的药。',
      }}
      actions={[
        { title: '修改用药', link: '修改', move: 'change', form: (row: DrugUseData) => changeForm(row) },
        { title: '暂停用药', link: '暂停', move: 'pause', form: (row: DrugUseData) => manyForm([row], 'pause') },
        { title: '恢复用药', link: '恢复', move: 'resume', form: (row: DrugUseData) => manyForm([row], 'resume') },
        {
          title: '服药记录',
          onClick: (row: DrugUseData) => openPage('/drug/drugGetList', { oldmanId: row.oldmanId, drugId: row.drugId }),
        },
        { title: '服药月单', onClick: (row: DrugUseData) => openPage('/drug/month', { oldmanId: row.oldmanId }) },
        recordLogAction(setRecord, (row: DrugUseData) => ({
          type: 'drugUse',
          id: row.useId,
          title: `${row.oldmanName}的${row.drugName}`,
        })),
        { title: '停用', move: 'end', danger: true, form: (row: DrugUseData) => manyForm([row], 'end') },
        {
          ...actionOf(drugUse.calls.remove, {
            title: '删除',
            danger: true,
            input: (row: DrugUseData) => ({ useId: row.useId }),
            confirm: (row) => ({
              title: `删除${row.oldmanName}的“${row.drugName}”用药设置？`,
              effects: ['只有录错、还没有服药记录的可以删除', '排好的服药一起删除，不能撤销'],
              verb: '删除设置',
              safe: '不删除',
            }),
            done: () => '用药设置已删除',
          }),
          move: 'remove',
        },
      ]}
    >
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
