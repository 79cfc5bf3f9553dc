// Choosing people for a group: who is in which group now, and from which day they come.
import { Button, Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { GroupCandidateData } from '#contract/administration/attendanceGroup'
import { dayText } from '#contract/kit/clock'
import { date } from '#web/kit/fields/date'
import { department } from '#web/kit/fields/department'
import { Empty } from '#web/kit/parts/Empty'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import './group.css'

interface PeopleDrawerProps {
  open: boolean
  people: readonly GroupCandidateData[]
  /** Already in the form. */
  taken: ReadonlySet<string>
  /** The group that is edited. */
  own: string | null
  earliest: string
  onChoose(people: readonly GroupCandidateData[], fromDay: string): void
  onClose(): void
}

const later = (a: string, b: string) => (a > b ? a : b)

export function PeopleDrawer({ open, people, taken, own, earliest, onChoose, onClose }: PeopleDrawerProps) {
  const [typed, setTyped] = useState('')
  const [deptId, setDeptId] = useState<string | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [from, setFrom] = useState<string | null>(() => later(dayText(), earliest))
  const shown = useMemo(
    () =>
      people.filter(
        (one) =>
          !taken.has(one.empId) &&
          (deptId === null || one.deptId === deptId) &&
          (typed.trim() === '' || one.name.includes(typed.trim())),
      ),
    [people, taken, deptId, typed],
  )
  const elsewhere = (one: GroupCandidateData) => one.attendanceGroupPkId !== null && one.attendanceGroupPkId !== own
  const chosen = people.filter((one) => ticked.has(one.empId) && !taken.has(one.empId))
  const moving = chosen.filter(elsewhere)
  const tick = (ids: readonly string[], on: boolean) => {
    const next = new Set(ticked)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    setTicked(next)
  }
  const all = shown.length > 0 && shown.every((one) => ticked.has(one.empId))
  return (
    <SideDrawer
      open={open}
      title="添加人员"
      width={720}
      asks={false}
      onClose={onClose}
      onClosed={() => setTicked(new Set())}
      foot={
        <DrawerFoot
          note={
            <span className="yy-row yy-gap-8">
              从
              <span style={{ width: 150 }}>
                {date.input({ value: from, onChange: setFrom, 'aria-label': '加入日期' })}
              </span>
              起加入
            </span>
          }
        >
          <Button onClick={onClose}>不添加</Button>
          <Button
            type="primary"
            disabled={chosen.length === 0 || from === null}
            onClick={() => {
              onChoose(chosen, from!)
              onClose()
            }}
          >
            添加 {chosen.length} 人
          </Button>
        </DrawerFoot>
      }
    >
      <div className="yy-stack yy-gap-12">
        <span className="yy-row yy-gap-12">
          <Input
            style={{ width: 200 }}
            placeholder="姓名"
            aria-label="姓名"
            allowClear
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <span style={{ width: 240 }}>
            {department.search({ value: deptId, onChange: setDeptId, 'aria-label': '部门' })}
          </span>
        </span>
        {moving.length > 0 && (
          <p className="yy-pad-12-16 yy-tint yy-edge yy-round yy-no-margin" role="status">
            {moving.map((one) => `${one.name}（${one.groupName}）`).join('、')}
            现在在别的考勤组，{from ?? '加入日期'} 起调入本组，在原组的最后一天是前一天。
          </p>
        )}
        {shown.length === 0 ? (
          <Empty title="没有可添加的员工" text="可能都已在本组，或不在您的数据范围内。" />
        ) : (
          <table className="yy-plain-table yy-lined yy-agroup-table">
            <thead>
              <tr>
                <th style={{ width: 40 }}>
                  <Checkbox
                    aria-label="全选"
                    checked={all}
                    onChange={(event) =>
                      tick(
                        shown.map((one) => one.empId),
                        event.target.checked,
                      )
                    }
                  />
                </th>
                <th>姓名</th>
                <th>部门</th>
                <th>岗位</th>
                <th>现在的考勤组</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <tr key={one.empId}>
                  <td>
                    <Checkbox
                      aria-label={one.name}
                      checked={ticked.has(one.empId)}
                      onChange={(event) => tick([one.empId], event.target.checked)}
                    />
                  </td>
                  <td>{one.name}</td>
                  <td>{one.deptName ?? '—'}</td>
                  <td>{one.postName ?? '—'}</td>
                  <td className={elsewhere(one) ? '' : 'yy-second'}>{one.groupName ?? '还没有'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </SideDrawer>
  )
}
