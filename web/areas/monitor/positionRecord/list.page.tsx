// Records of the positioning alarms: handled with a result, ignored, looked at on the map.
import { useState } from 'react'
import { alarm } from '#contract/monitor/alarm'
import { whereText } from '#contract/monitor/alarmPlace'
import { type PositionRecordData, positionRecord } from '#contract/monitor/positionRecord'
import { quickResults } from '#contract/monitor/prompt'
import { AlarmLevel, AlarmStage, AlarmStatus, LocationAlarmType, ONLY_BY_HAND } from '#contract/monitor/words'
import { ignoredText, OverTaker, overTakerEffect } from '#web/areas/monitor/overTaker'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { RecordTag } from '#web/areas/monitor/positionMap/side.part'
import { SwitchedOff } from '#web/areas/monitor/positionMap/switchedOff.part'
import { useSeveral } from '#web/areas/monitor/several'
import { shiftInstant } from '#web/areas/monitor/shift/range.part'
import { send } from '#web/kit/call'
import { instant } from '#web/kit/fields/date'
import { None } from '#web/kit/fields/none'
import { pathText } from '#web/kit/fields/place'
import { longText, suggesting } from '#web/kit/fields/text'
import { formOf } from '#web/kit/form/formOf'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { RecordDrawer } from './detail.part.tsx'

const { list, handle, remove, oneClickIgnore } = positionRecord.calls

const named = (row: PositionRecordData) => row.holderName ?? row.deviceNo
const isOpen = (row: PositionRecordData) => row.status === AlarmStatus.is.open

function RecordPlace({ row }: { row: PositionRecordData }) {
  const where = whereText(row, useSeveral())
  return where === null ? <None /> : <span title={pathText(row.place)}>{where}</span>
}

const cols = columns(list, {
  holderName: {
    title: '佩戴人',
    width: 240,
    search: { field: 'name', title: '佩戴人', placeholder: '姓名或拼音首字母' },
    ownLink: true,
    cell: (_, row) => <PersonCell row={row} none={`${named(row)}${row.userName ? '（员工）' : ''}`} />,
    text: (_, row) => named(row),
  },
  type: {
    title: '告警类型',
    search: { field: 'type', as: LocationAlarmType },
    width: 92,
    text: (_, row) => row.typeName,
    cell: (_, row) => row.typeName,
  },
  content: { title: '告警内容', as: longText, width: 190 },
  stage: { title: '状态', as: AlarmStage, width: 92, cell: (_, row) => <RecordTag record={row} /> },
  place: {
    title: '位置',
    width: 190,
    cell: (_, row) => <RecordPlace row={row} />,
    text: (_, row) => whereText(row, true) ?? '',
  },
  level: { title: '级别', as: AlarmLevel, search: true, width: 72 },
  raisedAt: { title: '告警时间', as: shiftInstant, sort: true, search: { from: 'raisedAtStart', to: 'raisedAtEnd' } },
  takerName: { title: '接手人', width: 90 },
  handlerName: { title: '处理人', width: 90 },
  handledAt: { title: '处理时间', as: instant, sort: true },
  result: { title: '处理结果', as: longText, width: 200 },
  remark: { title: '备注', as: longText, width: 180, hidden: true },
  deviceNo: { title: '标签编号', search: true, width: 110 },
})

async function ignore(row: PositionRecordData) {
  const done = await confirmAct({
    title: `忽略「${named(row)} ${row.content}」？`,
    effects: [...overTakerEffect(row), '记为已忽略，停止提示和升级', '情况仍在时，静默期过后会再次告警'],
    verb: '忽略告警',
    safe: '不忽略',
    reason: { label: '原因', optional: true, max: 500 },
    run: (reason, options) =>
      send(
        handle,
        {
          recordId: row.recordId,
          status: AlarmStatus.is.ignored,
          overTaker: overTakerEffect(row).length > 0,
          ...(reason.trim() && { remark: reason.trim() }),
        },
        options,
      ),
  })
  if (done !== null) await invalidate(positionRecord, alarm)
}

async function drop(row: PositionRecordData) {
  const done = await confirmAct({
    title: `删除告警记录「${named(row)} ${row.raisedAt.slice(0, 16)}」？`,
    effects: ['记录和处理步骤一并删除，不能恢复', '删除本身记入操作日志', '告警统计不再计入这一条'],
    verb: '删除记录',
    safe: '不删除',
    danger: true,
    run: (_, options) => send(remove, { recordId: row.recordId }, options),
  })
  if (done !== null) await invalidate(positionRecord, alarm)
}

async function ignoreAll(recordIds: readonly string[] | null) {
  let closed = 0
  let spared = 0
  const done = await confirmAct({
    title: recordIds ? `忽略所选 ${recordIds.length} 条告警？` : '一键忽略全部未处理的定位告警？',
    effects: [
      '您数据范围内的未处理告警标为已忽略',
      'SOS 求救和一键呼叫不会被忽略，必须逐条处理',
      '同事正在处理的不会被忽略',
    ],
    verb: '一键忽略',
    safe: '不忽略',
    danger: true,
    run: async (_, options) => {
      const answer = await send(
        oneClickIgnore,
        { spareTaken: true, ...(recordIds && { recordIds: [...recordIds] }) },
        options,
      )
      closed = answer.closed
      spared = answer.spared
    },
  })
  if (done === null) return
  toast.success(ignoredText(closed, spared, '定位告警'))
  await invalidate(positionRecord, alarm)
}

const handleForm = (row: PositionRecordData) =>
  formOf(handle, {
    title: `处理告警　${named(row)} ${row.content}`,
    verb: '完成处理',
    done: '告警已处理',
    columns: 1,
    fields: {
      result: {
        as: suggesting(quickResults('TAG', row.type)),
        hint: '可从常用结果中选，也可自己写',
        check: (value) => (value?.trim() ? null : '请填写处理结果'),
      },
      remark: {},
    },
    ...(overTakerEffect(row).length > 0 && { head: <OverTaker row={row} /> }),
    also: { recordId: row.recordId, status: AlarmStatus.is.handled, overTaker: overTakerEffect(row).length > 0 },
    touches: [alarm],
  })

export default function PositionRecords() {
  const [opened, setOpened] = useState<PositionRecordData | null>(null)
  return (
    <ListPage
      call={list}
      columns={cols}
      rowKey="recordId"
      title="定位告警记录"
      tabs={{ field: 'stage', set: AlarmStage }}
      open={setOpened}
      heading={(row) => `${named(row)}・${row.typeName}`}
      refreshOn={[alarm.events.changed]}
      top={() => <SwitchedOff />}
      tools={[{ title: '一键忽略', needs: oneClickIgnore.needs, onClick: () => void ignoreAll(null) }]}
      batch={[
        {
          title: '忽略所选',
          needs: oneClickIgnore.needs,
          when: (rows) => rows.some((row) => isOpen(row) && !ONLY_BY_HAND.has(row.type)),
          onClick: (rows, shown) => void ignoreAll(rows.map((row) => row.recordId)).then(() => shown.clearSelection()),
        },
      ]}
      actions={[
        { title: '填写结果', needs: handle.needs, when: isOpen, form: handleForm },
        { title: '详情', onClick: setOpened },
        {
          title: '忽略',
          needs: handle.needs,
          when: (row) => isOpen(row) && !ONLY_BY_HAND.has(row.type),
          onClick: (row) => void ignore(row),
        },
        {
          title: '删除',
          needs: remove.needs,
          danger: true,
          when: (row) => !isOpen(row),
          onClick: (row) => void drop(row),
        },
      ]}
      empty={{ title: '没有定位告警', text: '标签的 SOS、围栏、离线、低电量等告警会列在这里。' }}
    >
      <RecordDrawer record={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
