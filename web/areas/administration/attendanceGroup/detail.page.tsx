// 考勤组详情: its shifts, its people of today and before, where they clock.
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import { attendanceGroup, type GroupDetailData, type GroupMemberData } from '#contract/administration/attendanceGroup'
import { ClockPlaceKind, GroupMode } from '#contract/administration/attendanceWords'
import { clockPlaceWords } from '#contract/administration/clockPlace'
import { minutesWords, minuteWords } from '#contract/administration/shiftTime'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { ShiftChip } from '#web/areas/administration/attendanceShift/dayBar.part'
import { openPage, usePageParams } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { removeGroup } from './acts.ts'
import { NoGroup } from './none.part.tsx'
import { WEEK } from './shifts.part.tsx'
import './group.css'

const toList = () => openPage(attendanceGroup.pages.list.path)

function Shifts({ row }: { row: GroupDetailData }) {
  if (row.mode === GroupMode.is.FREE) {
    return (
      <p className="yy-no-margin">
        {row.days.map((day) => WEEK[day]).join('、')}，每天 {minutesWords(row.dayMinutes ?? 0)}
      </p>
    )
  }
  const words = (id: string) => {
    const shift = row.shifts.find((one) => one.shiftPkId === id)
    return (
      shift && (
        <span className="yy-inline yy-gap-8">
          <ShiftChip shortName={shift.shortName} tone={shift.tone} />
          {shift.shiftName} {minuteWords(shift.startMinute)}–{minuteWords(shift.endMinute)}
        </span>
      )
    )
  }
  if (row.mode === GroupMode.is.ROSTER) {
    return (
      <ul className="yy-plain-list yy-row yy-wrap yy-gap-20">
        {row.shiftIds.map((id) => (
          <li key={id}>{words(id)}</li>
        ))}
      </ul>
    )
  }
  return (
    <table className="yy-plain-table yy-lined yy-agroup-table">
      <thead>
        <tr>
          {WEEK.map((day) => (
            <th key={day}>{day}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {WEEK.map((day, i) => (
            <td key={day}>{row.weekly[i] ? words(row.weekly[i]!) : <span className="yy-second">休息</span>}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Members({ members, past }: { members: readonly GroupMemberData[]; past?: boolean }) {
  if (members.length === 0) return <p className="yy-second yy-no-margin">还没有人员</p>
  return (
    <table className="yy-plain-table yy-lined yy-agroup-table">
      <thead>
        <tr>
          <th>姓名</th>
          <th>部门</th>
          <th>岗位</th>
          <th>班组</th>
          <th>从哪天起</th>
          <th>最后一天</th>
        </tr>
      </thead>
      <tbody>
        {members.map((one) => (
          <tr key={`${one.empId} ${one.fromDay}`}>
            <td>{one.empName}</td>
            <td>{one.deptName ?? '—'}</td>
            <td>{one.postName ?? '—'}</td>
            <td>{one.team ?? '—'}</td>
            <td>
              {one.fromDay}
              {!past && one.fromDay > dayText() && <span className="yy-second">（还没到）</span>}
            </td>
            <td>{one.toDay ? dayText(momentOf(one.toDay) - DAY_MS) : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Group({ id }: { id: string }) {
  const may = useMay()
  const { data: row, state } = useLoaded(
    attendanceGroup.calls.get,
    { attendanceGroupPkId: id },
    { what: '考勤组', lines: 10, fresh: true, none: <NoGroup /> },
  )
  if (!row) return <section className="yy-card yy-pad-16">{state}</section>
  const remove = async () => {
    if (await removeGroup(row)) toList()
  }
  return (
    <div className="yy-stack yy-gap-12">
      <section className="yy-card yy-pad-16 yy-stack yy-gap-16">
        <div className="yy-row yy-gap-12">
          <h2 className="yy-heading yy-no-margin">{row.name}</h2>
          <StatusTag option={GroupMode.find(row.mode)!} />
          <span className="yy-push yy-row yy-gap-12">
            {may(attendanceGroup.calls.remove.needs) && (
              <Button danger onClick={() => void remove()}>
                删除…
              </Button>
            )}
            {may(attendanceGroup.calls.save.needs) && (
              <Button
                type="primary"
                icon={<Pencil size={15} aria-hidden />}
                onClick={() => openPage(attendanceGroup.pages.edit.path, { attendanceGroupPkId: id })}
              >
                编辑考勤组
              </Button>
            )}
          </span>
        </div>
        <Facts
          columns={3}
          facts={[
            { label: '所属部门', value: row.deptName ?? '全院' },
            { label: '生效日期', value: row.effectiveDate },
            {
              label: '节假日',
              value: row.mode === GroupMode.is.ROSTER ? '按排班表' : row.holidays ? '休息' : '照常上班',
            },
            { label: '手机打卡', value: row.photo ? '须拍照' : '不用拍照' },
            { label: '外勤打卡', value: row.outside ? '允许' : '不允许' },
            { label: '备注', value: row.remark ?? '—' },
          ]}
        />
      </section>
      <PageCard title="上班时间">
        <Shifts row={row} />
      </PageCard>
      <PageCard
        title={`人员 ${row.members.length} 人`}
        sub={row.hiddenMembers > 0 ? `另有 ${row.hiddenMembers} 人不在您的数据范围内` : undefined}
      >
        <Members members={row.members} />
      </PageCard>
      <PageCard title="打卡地点">
        {row.places.length === 0 ? (
          <p className="yy-second yy-no-margin">没有设置，手机打卡不看地点</p>
        ) : (
          <ul className="yy-plain-list yy-stack yy-gap-8">
            {row.places.map((one) => (
              <li key={one.placeId} className="yy-row yy-gap-12">
                <StatusTag option={ClockPlaceKind.find(one.kind)!} />
                <b>{one.name}</b>
                <span className="yy-second">{clockPlaceWords(one)}</span>
              </li>
            ))}
          </ul>
        )}
      </PageCard>
      {row.past.length > 0 && (
        <PageCard title="以前的人员">
          <Members members={row.past} past />
        </PageCard>
      )}
    </div>
  )
}

export default function GroupDetail() {
  const { attendanceGroupPkId: id } = usePageParams<'attendanceGroupPkId'>()
  return id ? <Group key={id} id={id} /> : <NoGroup />
}
