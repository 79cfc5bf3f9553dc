// 告警记录: every alarm of mattresses, calls and tags, how it ended and how fast somebody came.
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { type AlarmCardData, alarm } from '#contract/monitor/alarm'
import { AlarmLevel, AlarmStage, AlarmStatus, DeviceKind } from '#contract/monitor/words'
import { archivePath } from '#web/areas/live/public'
import { takeAlarm } from '#web/areas/monitor/acts'
import { loadAlarms } from '#web/areas/monitor/alarms'
import { durationText } from '#web/areas/monitor/nurseCall/duration'
import { ignoredText, overTakerEffect } from '#web/areas/monitor/overTaker'
import { PersonCell } from '#web/areas/monitor/personCell.part'
import { shiftInstant } from '#web/areas/monitor/shift/range.part'
import { newRequestNo, send } from '#web/kit/call'
import { instant } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { None } from '#web/kit/fields/none'
import { optionField } from '#web/kit/fields/option'
import { PlacePath } from '#web/kit/fields/place'
import { keyword, longText } from '#web/kit/fields/text'
import type { ListHandle, RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage, usePageParams, useReopened } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { AlarmDetail, type WantedAlarm } from './detail.part.tsx'
import { openSeconds, responseSeconds, valueText } from './words.ts'
import './alarmList.css'

/** Beyond two minutes somebody waited too long. */
const LATE_S = 120

const who = (row: AlarmCardData) => row.oldmanName ?? row.userName ?? ''

const cols = columns(alarm.calls.list, {
  oldmanName: {
    title: '老人',
    width: 196,
    search: { field: 'oldmanName', as: keyword, placeholder: '姓名或拼音首字母', order: 1 },
    ownLink: true,
    cell: (_, row) => <PersonCell row={row} notes="short" none={row.userName ?? <None />} />,
    text: (_, row) => who(row),
  },
  content: {
    title: '告警',
    width: 160,
    cell: (content, row) => (
      <span className="yy-alarm-what yy-grid">
        <b title={content}>{content}</b>
        <small>{[row.typeName === content ? '' : row.typeName, valueText(row)].filter(Boolean).join('　')}</small>
      </span>
    ),
    text: (content, row) => [content, valueText(row)].filter(Boolean).join('　'),
  },
  stage: {
    title: '状态',
    as: AlarmStage,
    width: 88,
    cell: (stage) => <StatusTag option={AlarmStage.find(stage)!} solid={stage === AlarmStage.is.open} />,
  },
  place: {
    title: '位置',
    width: 196,
    cell: (place, row) =>
      place ? (
        <>
          {row.placeKind === 'HOME' && '住 '}
          <PlacePath path={place} strong={2} />
        </>
      ) : (
        <None />
      ),
  },
  raisedAt: {
    title: '告警时间',
    as: shiftInstant,
    width: 154,
    sort: true,
    search: { from: 'raisedAtStart', to: 'raisedAtEnd', order: 2 },
  },
  level: {
    title: '级别',
    as: AlarmLevel,
    width: 72,
    sort: true,
    search: { field: 'level', as: optionField(AlarmLevel) },
  },
  seconds: {
    title: '持续',
    width: 104,
    cell: (_, row) => durationText(openSeconds(row)),
    text: (_, row) => durationText(openSeconds(row)),
  },
  takenAt: {
    title: '响应',
    width: 104,
    cell: (_, row) => {
      const response = responseSeconds(row)
      if (response === null) return <None />
      return <span className={response > LATE_S ? 'yy-red yy-strong' : undefined}>{durationText(response)}</span>
    },
    text: (_, row) => durationText(responseSeconds(row)),
  },
  source: { title: '设备', as: DeviceKind, width: 96, search: { field: 'source', as: optionField(DeviceKind) } },
  result: { title: '处理结果', width: 180 },
  handlerName: {
    title: '处理人',
    width: 84,
    cell: (name, row) => name ?? (row.status === AlarmStatus.is.cleared ? '自行恢复' : <None />),
    text: (name, row) => name ?? (row.status === AlarmStatus.is.cleared ? '自行恢复' : ''),
  },
  deviceNo: { title: '设备编号', width: 110, search: { field: 'deviceNo', as: keyword } },
  deptId: { title: '部门', hidden: true, search: { field: 'deptId', as: department }, as: department },
  repeats: { title: '重复次数', width: 84, hidden: true },
  remark: { title: '备注', as: longText, width: 200, hidden: true },
  handledAt: { title: '结束时间', as: instant, sort: true, hidden: true },
})

const isOpen = (row: AlarmCardData) => row.status === AlarmStatus.is.open

async function ignore(row: AlarmCardData): Promise<void> {
  const done = await confirmAct({
    title: `忽略${who(row)}的告警“${row.content}”？`,
    effects: [...overTakerEffect(row), '告警关闭，记为“已忽略”', '同一告警在静默时间内不再发出', '不能撤销'],
    verb: '忽略告警',
    safe: '不忽略',
    reason: { label: '原因', optional: true, placeholder: '如：误报，老人正在床边' },
    run: (remark, options) =>
      send(
        alarm.calls.ignore,
        {
          recordId: row.recordId,
          ...(remark && { remark }),
          ...(overTakerEffect(row).length > 0 && { overTaker: true }),
        },
        { ...options, requestNo: newRequestNo() },
      ),
  })
  if (done === null) return
  toast.success('已忽略')
  void invalidate(alarm)
  void loadAlarms()
}

/** Only what mattresses say; cries for help and calls stay open. */
async function ignoreAll(list: ListHandle, recordIds?: readonly string[]): Promise<void> {
  let closed = 0
  let spared = 0
  const done = await confirmAct({
    title: recordIds ? `忽略选中的 ${recordIds.length} 条告警？` : '忽略全部未处理的床垫告警？',
    effects: [
      recordIds ? '只忽略其中未处理的床垫告警' : '您能看到的床垫告警全部关闭，记为“已忽略”',
      'SOS、一键呼叫和床头呼叫不受影响，仍要逐条处理',
      '同事正在处理的不会被忽略',
      '不能撤销',
    ],
    verb: '全部忽略',
    safe: '不忽略',
    danger: true,
    run: async (_, options) => {
      const answer = await send(
        alarm.calls.close,
        { spareTaken: true, ...(recordIds && { recordIds: [...recordIds] }) },
        {
          ...options,
          requestNo: newRequestNo(),
        },
      )
      closed = answer.closed
      spared = answer.spared
    },
  })
  if (done === null) return
  toast.success(ignoredText(closed, spared, '床垫告警'))
  list.clearSelection()
  void invalidate(alarm)
  void loadAlarms()
}

export default function AlarmList() {
  const { recordId } = usePageParams<'recordId'>()
  const wanted = recordId ? { recordId } : null
  const [opened, setOpened] = useState<WantedAlarm | null>(wanted)
  // The same link once more, while this tab stands open.
  useReopened(() => wanted && setOpened(wanted))
  const needs = alarm.calls.handle.needs
  const show = (row: AlarmCardData, handling = false) => setOpened({ recordId: row.recordId, row, handling })
  const actions: RowAction<AlarmCardData>[] = [
    { title: '详情', onClick: (row) => show(row) },
    { title: '填写结果', needs, when: isOpen, onClick: (row) => show(row, true) },
    {
      title: '我去处理',
      needs,
      when: (row) => isOpen(row) && row.takenAt === null,
      onClick: (row) => void takeAlarm(row.recordId),
    },
    {
      title: '个人规则',
      when: (row) => row.source === 'MATTRESS' && row.oldmanId !== null,
      needs: 'monitor:alarmRule:override',
      onClick: (row) => openPage('/yunmuIot/mattress/rule', { oldmanId: row.oldmanId! }),
    },
    {
      title: '老人档案',
      needs: 'live:archive:list',
      when: (row) => row.oldmanId !== null,
      onClick: (row) => openPage(archivePath(row.oldmanId!)),
    },
    {
      title: '忽略',
      needs,
      danger: true,
      // Help was asked for: it cannot be waved away.
      when: (row) => isOpen(row) && row.urgency !== 1,
      onClick: (row) => void ignore(row),
    },
  ]
  return (
    <ListPage
      call={alarm.calls.list}
      columns={cols}
      rowKey="recordId"
      title="告警记录"
      tabs={{ field: 'stage', set: AlarmStage }}
      refreshOn={[alarm.events.changed]}
      open={(row) => show(row)}
      heading={(row) => [who(row), row.content].filter(Boolean).join('・')}
      actions={actions}
      batch={[
        {
          title: '忽略',
          needs,
          danger: true,
          when: (rows) => rows.some((row) => isOpen(row) && row.source === 'MATTRESS'),
          onClick: (rows, list) =>
            void ignoreAll(
              list,
              rows.map((row) => row.recordId),
            ),
        },
      ]}
      tools={[
        {
          title: '一键忽略床垫告警',
          icon: <BellOff size={15} aria-hidden />,
          needs,
          onClick: (list) => void ignoreAll(list),
        },
      ]}
      chips={{ oldmanId: () => '这位老人的告警', bedId: () => '这张床的告警' }}
      empty={{ title: '没有告警', text: '床垫、呼叫器和定位标签的告警会出现在这里。' }}
    >
      <AlarmDetail at={opened} onClose={() => setOpened(null)} />
    </ListPage>
  )
}
