// Forms of leaving, which hands everything to a colleague, and of coming back.
import { Select } from 'antd'
import { useState } from 'react'
import { staffFile } from '#contract/administration/staffFile'
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { LeaveReason } from '#contract/administration/staffWords'
import { dayText } from '#contract/kit/clock'
import { options } from '#contract/kit/options'
import { StaffStatus } from '#contract/platform/staff'
import type { Field, InputProps } from '#web/kit/fields/field'
import { radioOf, yesNo } from '#web/kit/fields/option'
import { useSettled } from '#web/kit/fields/settled'
import { longText, text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { useCall } from '#web/kit/query'
import { OpenWith } from './open.part.tsx'

/** A colleague who works here; the server looks within the departments of who asks. */
function PeoplePicker({ value, onChange, ...rest }: InputProps<string>) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(staffFile.calls.people, { keyword: keyword || null }, { keepPrevious: true, silent: true })
  const people = (found.data ?? []).map((one) => ({ value: one.empId, label: one.name, about: one.deptName }))
  const standing = chosen && chosen.value === value && !people.some((one) => one.value === value) ? [chosen] : []
  return (
    <Select<string>
      id={rest.id}
      disabled={rest.disabled}
      aria-label={rest['aria-label']}
      className="yy-fill"
      allowClear
      placeholder={rest.placeholder ?? '输入姓名或拼音首字母'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? '查找中…' : '没有找到这位同事'}
      options={[...standing, ...people]}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          <span className="yy-none">{(option.data as { about?: string | null }).about}</span>
        </span>
      )}
      onChange={(next, option) => {
        setTyped('')
        setChosen(next && option && !Array.isArray(option) ? { value: next, label: String(option.label) } : null)
        onChange?.(next ?? null)
      }}
    />
  )
}
const colleague: Field<string> = { ...text, chooses: true, input: (props) => <PeoplePicker {...props} /> }

const BackStatus = options('BackStatus', '复职后状态', [
  [1, 'employed', ['在职', 'green']],
  [2, 'probation', ['试用', 'teal']],
  [5, 'rehired', ['退休返聘', 'blue']],
])

export const leaveForm = (row: StaffFileData): FormRequest =>
  formOf(staffFile.calls.leave, {
    title: '办理离职',
    verb: '办理离职',
    about: row.empName,
    width: 720,
    danger: true,
    draft: false,
    also: { empId: row.empId, version: row.version },
    initial: { lastDay: dayText() },
    head: <OpenWith empId={row.empId} name={row.empName} />,
    fields: {
      lastDay: { title: '最后工作日' },
      reason: { as: LeaveReason, title: '离职原因' },
      successorId: { as: colleague, title: '交接人', hint: '待办、照护的老人和护理计划一次交给这位同事' },
      note: { as: longText, title: '说明', wide: true },
    },
    done: `${row.empName}已离职，账号已停用`,
  })

export const rehireForm = (row: StaffFileData): FormRequest =>
  formOf(staffFile.calls.rehire, {
    title: '办理复职',
    verb: '办理复职',
    about: row.empName,
    draft: false,
    also: { empId: row.empId, version: row.version },
    initial: { status: StaffStatus.is.employed, access: true },
    head: (
      <div className="yy-told yy-round yy-pad-8-12 yy-below-12">
        <b>复职后不会自动恢复：</b>
        <ul className="yy-no-margin">
          <li>已交给{row.handedToName ?? '同事'}的待办、老人床位和护理计划</li>
          <li>已取消的排班、已撤回的请假和换班</li>
          <li>考勤组，需要重新加入后才能排班</li>
        </ul>
      </div>
    ),
    fields: {
      status: { as: radioOf(BackStatus) as never, title: '复职后状态' },
      access: { as: yesNo, title: '恢复账号', hint: '恢复后可用原密码登录，原来的角色不变' },
      note: { as: longText, title: '复职说明', wide: true },
    },
    done: `${row.empName}已复职`,
  })
