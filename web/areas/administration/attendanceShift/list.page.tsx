// 班次管理: shifts with their hours, and from here the holidays of the house.
import { CalendarDays, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { attendanceShift, type ShiftRowData } from '#contract/administration/attendanceShift'
import { ScheduleMode, type ScheduleModeValue, ShiftEnable } from '#contract/administration/attendanceWords'
import { minutesWords, periodWords } from '#contract/administration/shiftTime'
import { keyword, text } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { FormRequest } from '#web/kit/form/formOf'
import { actionOf, type ListHandle } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { ShiftChip } from './dayBar.part.tsx'
import { ShiftDrawer } from './detail.part.tsx'
import { HolidayDrawer } from './holidays.part.tsx'
import { SETTING_NEEDS, settingForm } from './settingForm.ts'
import { copyShift, editShift, newShift } from './shiftForm.tsx'

const what = (mode: ScheduleModeValue) => (mode === ScheduleMode.is.bed ? '床位' : '房间')

const cols = columns(
  attendanceShift.calls.list,
  {
    shiftName: {
      title: '班次',
      width: 140,
      sort: true,
      search: { field: 'shiftName', as: keyword, placeholder: '班次名称' },
      cell: (name, row) => (
        <span className="yy-inline yy-gap-8">
          <ShiftChip shortName={row.shortName} tone={row.tone} />
          {name}
        </span>
      ),
    },
    isEnable: { title: '状态', as: ShiftEnable, search: true, width: 90 },
    workPeriod: {
      title: '上下班时间',
      width: 300,
      sort: 'startMinute',
      as: text as never,
      cell: (value) => periodWords(value),
      text: (value) => periodWords(value),
    },
    workMinutes: {
      title: '工时',
      width: 110,
      sort: true,
      align: 'right',
      cell: (value) => minutesWords(value),
      text: (value) => minutesWords(value),
    },
    openBefore: {
      title: '打卡时间',
      width: 220,
      align: 'left',
      hidden: true,
      cell: (_, row) => `前 ${minutesWords(row.openBefore)}，后 ${minutesWords(row.closeAfter)}`,
      text: (_, row) => `前 ${minutesWords(row.openBefore)}，后 ${minutesWords(row.closeAfter)}`,
    },
    lateGrace: {
      title: '迟到宽限',
      width: 100,
      hidden: true,
      cell: (value) => minutesWords(value),
      text: (value) => minutesWords(value),
    },
    scheduleMode: {
      title: '服务范围',
      width: 100,
      search: true,
      cell: (mode, row) => (mode === null ? '整个部门' : `${row.placeCount} 个${what(mode)}`),
      text: (mode, row) => (mode === null ? '整个部门' : `${row.placeCount} 个${what(mode)}`),
    },
    groups: {
      title: '考勤组',
      as: text as never,
      cell: (value) => value.join('、') || <span className="yy-none">—</span>,
      text: (value) => value.join('、'),
    },
  },
  {},
)

const edit = async (row: ShiftRowData, list: ListHandle) => list.openForm(await editShift(row))

const isOff = (row: ShiftRowData) => row.isEnable === ShiftEnable.is.off

export default function ShiftList() {
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [shown, setShown] = useState<ShiftRowData | null>(null)
  const [holidays, setHolidays] = useState(false)
  /** Opened from the drawer of a shift. */
  const [form, setForm] = useState<FormRequest | null>(null)
  const shownForm = useShown(form)
  return (
    <ListPage
      call={attendanceShift.calls.list}
      columns={cols}
      rowKey="shiftPkId"
      title="班次"
      unit="个"
      create={newShift()}
      open={setShown}
      tools={[
        {
          title: '节假日',
          icon: <CalendarDays size={15} aria-hidden />,
          onClick: () => setHolidays(true),
        },
        {
          title: '考勤计算',
          icon: <Settings2 size={15} aria-hidden />,
          needs: SETTING_NEEDS,
          onClick: (handle) => void settingForm().then((one) => handle.openForm(one)),
        },
      ]}
      actions={[
        { title: '修改', needs: attendanceShift.calls.save.needs, onClick: (row, handle) => void edit(row, handle) },
        {
          title: '复制',
          needs: attendanceShift.calls.add.needs,
          onClick: (row: ShiftRowData, handle) => void copyShift(row).then((form) => handle.openForm(form)),
        },
        actionOf(attendanceShift.calls.enable, {
          title: '停用',
          when: (row: ShiftRowData) => !isOff(row),
          input: (row) => ({ shiftPkId: row.shiftPkId, isEnable: ShiftEnable.is.off, version: row.version }),
          confirm: (row) => ({
            title: `停用班次“${row.shiftName}”？`,
            effects: ['不能再加到考勤组和排班里', '以前的排班和考勤记录不变', '以后可以再启用'],
            verb: '停用班次',
            safe: '不停用',
          }),
          done: (row) => `已停用“${row.shiftName}”`,
        }),
        actionOf(attendanceShift.calls.enable, {
          title: '启用',
          when: isOff,
          input: (row: ShiftRowData) => ({
            shiftPkId: row.shiftPkId,
            isEnable: ShiftEnable.is.on,
            version: row.version,
          }),
          confirm: (row) => ({
            title: `启用班次“${row.shiftName}”？`,
            effects: ['可以加到考勤组和排班里'],
            verb: '启用班次',
            safe: '不启用',
          }),
          done: (row) => `已启用“${row.shiftName}”`,
        }),
        recordLogAction(setRecord, (row: ShiftRowData) => ({
          type: 'attendanceShift',
          id: row.shiftPkId,
          title: row.shiftName,
        })),
        actionOf(attendanceShift.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: ShiftRowData) => ({ shiftPkId: row.shiftPkId }),
          confirm: (row) => ({
            title: `删除班次“${row.shiftName}”？`,
            effects: ['从没用过的班次才能删除', '不能撤销；用过的请停用'],
            verb: '删除班次',
            safe: '不删除',
          }),
          done: (row) => `已删除“${row.shiftName}”`,
        }),
      ]}
      empty={{ title: '还没有班次', text: '先新增班次，如白班、夜班，再到“考勤组”里给人员安排。' }}
    >
      <ShiftDrawer
        shift={shown}
        onClose={() => setShown(null)}
        onEdit={(row) => {
          setShown(null)
          void editShift(row).then(setForm)
        }}
      />
      {shownForm && <FormDrawer {...shownForm.props} open={form !== null} onClose={() => setForm(null)} />}
      <HolidayDrawer open={holidays} onClose={() => setHolidays(false)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
    </ListPage>
  )
}
