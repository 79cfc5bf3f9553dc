// 外出审核: what waits for this reviewer, what waits for others, what was decided.
import { useState } from 'react'
import { type OutingAuditData, OutingAuditKind, outing } from '#contract/live/outing'
import { residence } from '#contract/live/residence'
import { ReviewResult } from '#contract/live/review'
import { BedPath, bedPathText } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { reviewTabs } from '#web/areas/live/review/tabs'
import { newRequestNo, send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { None } from '#web/kit/fields/none'
import { keyword, longText, person, text } from '#web/kit/fields/text'
import type { ListHandle } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { AuditDrawer } from './auditDrawer.part.tsx'
import { Companion, companionText } from './marks.part.tsx'
import { OutingFigures } from './now.part.tsx'
import { hoursBetween, lengthText, shortMoment } from './times.ts'

const { calls } = outing

const follows = [residence.events.changed]

/** What would hold: a postponement has its own return. */
const until = (row: OutingAuditData) => row.newReturn ?? row.planReturn
const length = (row: OutingAuditData) => lengthText(Math.round(hoursBetween(row.planOut, until(row)) * 60))

const cols = columns(calls.audits, {
  oldmanName: {
    title: '老人',
    as: person,
    width: 220,
    sort: true,
    ownLink: true,
    cell: (_, row) => <ResidentCell row={row} link />,
    search: { field: 'oldmanName', as: keyword, placeholder: '姓名或首字母', width: 170 },
  },
  kind: { title: '事项', as: OutingAuditKind, width: 110, search: true },
  result: { title: '结果', as: ReviewResult, width: 90, search: true },
  outTypeName: {
    title: '外出类型',
    width: 96,
    search: { field: 'outType', as: dictionaryOf('outingType'), width: 130 },
  },
  planOut: { title: '外出时间', as: datetime, sort: true, width: 116, cell: (value) => shortMoment(value) },
  planReturn: {
    title: '返回时间',
    as: datetime,
    width: 210,
    cell: (value, row) =>
      row.newReturn ? (
        <>
          <span className="yy-change-old yy-second">{shortMoment(row.oldReturn ?? value)}</span>
          <span className="yy-change-arrow yy-second">→</span>
          <b>{shortMoment(row.newReturn)}</b>
        </>
      ) : (
        shortMoment(value)
      ),
    text: (value, row) =>
      row.newReturn ? `${(row.oldReturn ?? value).slice(0, 16)} → ${row.newReturn.slice(0, 16)}` : value.slice(0, 16),
  },
  version: {
    title: '外出时长',
    as: { ...text, align: undefined } as never,
    width: 110,
    cell: (_, row) => length(row),
    text: (_, row) => length(row),
  },
  companion: {
    title: '陪同人',
    width: 220,
    cell: (_, row) => <Companion row={row} />,
    text: (_, row) => companionText(row),
  },
  destination: { title: '去向', as: longText, width: 150 },
  askedReason: { title: '申请原因', as: longText, width: 180 },
  bedPath: {
    title: '床位',
    as: text,
    width: 220,
    cell: (path) => <BedPath path={path} />,
    text: (path) => bedPathText(path),
  },
  askedBy: { title: '申请人', width: 80 },
  askedAt: { title: '申请时间', as: datetime, sort: true, search: { from: 'startDate', to: 'endDate' } },
  decidedBy: { title: '审核人', width: 80 },
  decidedAt: { title: '审核时间', as: datetime, sort: true, cell: (value) => value?.slice(0, 16) ?? <None /> },
  decidedRemark: { title: '审核意见', as: longText, width: 160 },
  deptName: { title: '部门', width: 130, hidden: true, search: { field: 'deptId', as: department } },
  outNo: { title: '外出单号', width: 150, hidden: true },
})

/** All of them or none; the server names the one that stands in the way. */
async function passAll(rows: readonly OutingAuditData[], list: ListHandle): Promise<void> {
  const requestNo = newRequestNo()
  const remark = await confirmAct({
    title: rows.length === 1 ? `通过${rows[0]!.oldmanName}的申请？` : `通过这 ${rows.length} 项申请？`,
    effects: rows.map(
      (row) => `${row.oldmanName}：${OutingAuditKind.label(row.kind)}，${until(row).slice(0, 16)} 前返回`,
    ),
    verb: rows.length === 1 ? '通过' : '全部通过',
    safe: '先不审核',
    reason: { label: '审核意见', optional: true },
    run: (said, options) =>
      send(calls.pass, { outIds: rows.map((row) => row.outId), auditRemark: said || null }, { ...options, requestNo }),
  })
  if (remark === null) return
  toast.success(rows.length === 1 ? `${rows[0]!.oldmanName}的申请已通过` : `已通过 ${rows.length} 项申请`)
  list.clearSelection()
  await invalidate(outing)
}

const decide = calls.pass.needs

export default function OutingAudit() {
  const [opened, setOpened] = useState<string | null>(null)
  const open = (row: OutingAuditData) => setOpened(row.outId)
  return (
    <ListPage
      call={calls.audits}
      columns={cols}
      rowKey="auditId"
      title="外出审核"
      unit="项"
      tabs={reviewTabs}
      refreshOn={follows}
      top={() => <OutingFigures onShow={(filter) => openPage(outing.pages.register.path, filter)} />}
      open={open}
      heading={(row) => `${row.oldmanName}・${OutingAuditKind.label(row.kind)}`}
      actions={[
        { title: (row) => (row.mine ? '审核' : '详情'), onClick: open },
        { title: '通过', needs: decide, when: (row) => row.mine, onClick: (row, list) => void passAll([row], list) },
        { title: '拒绝', needs: decide, when: (row) => row.mine, danger: true, onClick: open },
      ]}
      batch={[
        {
          title: '批量通过',
          needs: decide,
          when: (rows) => rows.length > 0 && rows.every((row) => row.mine),
          onClick: (rows, list) => void passAll(rows, list),
        },
      ]}
      empty={{ title: '没有等待审核的外出', text: '护理站登记外出或延期后，会出现在这里。' }}
    >
      <AuditDrawer outId={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
