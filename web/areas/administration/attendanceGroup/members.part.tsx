// The people of a group in its form: from which day, in which team; who is taken out, and who comes from elsewhere.
import { AutoComplete, Button, Form } from 'antd'
import { Trash2, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  attendanceGroup,
  type GroupCandidateData,
  type GroupMemberData,
  type GroupMemberForm,
} from '#contract/administration/attendanceGroup'
import { dayText } from '#contract/kit/clock'
import { date } from '#web/kit/fields/date'
import type { Field, InputProps } from '#web/kit/fields/field'
import { text } from '#web/kit/fields/text'
import { useCall } from '#web/kit/query'
import { PeopleDrawer } from './people.part.tsx'
import './group.css'

interface MembersProps extends InputProps<GroupMemberForm[]> {
  own?: string | null
  /** As the group is now. */
  standing?: readonly GroupMemberData[]
  hidden?: number
}

const TEAMS = ['A 组', 'B 组', 'C 组', 'D 组', 'E 组', '机动', '组长'].map((value) => ({ value }))

function Members({ value, onChange, disabled, own = null, standing = [], hidden = 0 }: MembersProps) {
  const all = value ?? []
  const off = disabled ?? false
  const [choosing, setChoosing] = useState(false)
  const effective = (Form.useWatch('effectiveDate') as string | null | undefined) ?? dayText()
  const found = useCall(attendanceGroup.calls.nursing, {}, { staleTime: 15_000 })
  const people = useMemo(() => new Map((found.data ?? []).map((one) => [one.empId, one])), [found.data])
  const before = useMemo(() => new Map(standing.map((one) => [one.empId, one])), [standing])
  const change = (empId: string, part: Partial<GroupMemberForm>) =>
    onChange?.(all.map((one) => (one.empId === empId ? { ...one, ...part } : one)))
  const add = (chosen: readonly GroupCandidateData[], fromDay: string) =>
    onChange?.([
      ...all,
      ...chosen.map((one) => ({
        empId: one.empId,
        // Whoever was only taken out of the form comes back as they were.
        fromDay: before.get(one.empId)?.fromDay ?? fromDay,
        team: before.get(one.empId)?.team ?? null,
        leaves: one.attendanceGroupPkId === own ? null : one.attendanceGroupPkId,
      })),
    ])
  const gone = standing.filter((one) => !all.some((now) => now.empId === one.empId))
  return (
    <div className="yy-stack yy-gap-8">
      <span className="yy-row yy-gap-12">
        <Button icon={<UserPlus size={15} aria-hidden />} disabled={off} onClick={() => setChoosing(true)}>
          添加人员
        </Button>
        <span className="yy-second">
          共 {all.length} 人{hidden > 0 && `，另有 ${hidden} 人不在您的数据范围内，保持不变`}
        </span>
      </span>
      {all.length > 0 && (
        <div className="yy-agroup-members">
          <table className="yy-plain-table yy-lined yy-agroup-table">
            <thead>
              <tr>
                <th style={{ width: 110 }}>姓名</th>
                <th>部门 / 岗位</th>
                <th style={{ width: 170 }}>从哪天起</th>
                <th style={{ width: 140 }}>班组</th>
                <th>说明</th>
                <th style={{ width: 90 }}>
                  <span className="yy-heard">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((one) => {
                const known = people.get(one.empId)
                const stood = before.get(one.empId)
                const name = known?.name ?? stood?.empName ?? '…'
                const from = one.leaves && known?.attendanceGroupPkId === one.leaves ? known.groupName : null
                return (
                  <tr key={one.empId}>
                    <td>{name}</td>
                    <td className="yy-second">
                      {[known?.deptName ?? stood?.deptName, known?.postName ?? stood?.postName]
                        .filter(Boolean)
                        .join(' / ')}
                    </td>
                    <td>
                      {date.input({
                        value: one.fromDay,
                        disabled: off,
                        'aria-label': `${name}从哪天起`,
                        onChange: (next) => next && change(one.empId, { fromDay: next }),
                      })}
                    </td>
                    <td>
                      <AutoComplete
                        className="yy-fill"
                        aria-label={`${name}的班组`}
                        disabled={off}
                        allowClear
                        maxLength={20}
                        placeholder="不分组"
                        options={TEAMS}
                        value={one.team ?? ''}
                        onChange={(next: string) => change(one.empId, { team: next || null })}
                      />
                    </td>
                    <td className="yy-second">
                      {from ? `由“${from}”调入` : stood ? (stood.toDay ? `${stood.toDay} 起不在本组` : '') : '新加入'}
                    </td>
                    <td>
                      <Button
                        type="text"
                        size="small"
                        icon={<Trash2 size={15} aria-hidden />}
                        disabled={off}
                        aria-label={`移出${name}`}
                        onClick={() => onChange?.(all.filter((now) => now.empId !== one.empId))}
                      >
                        移出
                      </Button>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {gone.length > 0 && (
        <span role="status">
          保存后移出：{gone.map((one) => one.empName).join('、')}（今天是在本组的最后一天，以前的考勤不变）
        </span>
      )}
      <PeopleDrawer
        open={choosing}
        people={found.data ?? []}
        taken={new Set(all.map((one) => one.empId))}
        own={own}
        earliest={effective}
        onChoose={add}
        onClose={() => setChoosing(false)}
      />
    </div>
  )
}

export const membersField: Field<GroupMemberForm[]> = {
  ...(text as unknown as Field<GroupMemberForm[]>),
  untitled: true,
  chooses: true,
  input: (props) => <Members {...(props as MembersProps)} />,
}
