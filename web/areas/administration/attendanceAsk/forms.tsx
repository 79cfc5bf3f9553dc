// Leave and corrections entered for somebody who cannot do it themselves; another person decides on them.
import { Select } from 'antd'
import { useState } from 'react'
import { type AskDetail, attendanceAsk, MOST_ASK_FILES } from '#contract/administration/attendanceAsk'
import { ClockSide, isOutside, LeaveKind, type LeaveKindValue } from '#contract/administration/attendanceWords'
import { bench } from '#contract/home/bench'
import type { Field, InputProps } from '#web/kit/fields/field'
import { filesOf } from '#web/kit/fields/file'
import { useSettled } from '#web/kit/fields/settled'
import { longText, text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { Values } from '#web/kit/form/SchemaForm'
import { useCall } from '#web/kit/query'

function Person({ value, onChange, ...rest }: InputProps<string>) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(attendanceAsk.calls.people, { keyword: keyword || null }, { keepPrevious: true, silent: true })
  return (
    <Select<string>
      id={rest.id}
      disabled={rest.disabled}
      aria-label={rest['aria-label']}
      className="yy-fill"
      placeholder="输入姓名或拼音首字母"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? '查找中…' : '没有找到这位员工'}
      options={(found.data ?? []).map((one) => ({ value: one.userId, label: `${one.name}　${one.deptName ?? ''}` }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}
const person: Field<string> = { ...text, chooses: true, input: (props) => <Person {...props} /> }
const files = { as: filesOf({ max: MOST_ASK_FILES }), title: '附件', wide: true }
const head = <p className="yy-second">代填的申请由另一位有审批权限的人审批，您和本人都不能审批。</p>

export const leaveForm = (onDone: (row: AskDetail) => void): FormRequest =>
  formOf(attendanceAsk.calls.enterLeave, {
    title: '代填请假',
    verb: '提交请假',
    width: 720,
    head,
    initial: { kind: LeaveKind.is.PERSONAL },
    fields: {
      empId: { as: person, title: '员工' },
      kind: { as: LeaveKind, title: '请假类型' },
      fromAt: {},
      toAt: { hint: '整天的假填到第二天 00:00' },
      reason: { as: longText, wide: true },
      place: {
        check: (place: string | null | undefined, values: Values) =>
          isOutside(values.kind as LeaveKindValue) && !place?.trim() ? '外勤请写明地点' : null,
      },
      files,
    },
    touches: [bench],
    done: '请假已提交，等待审批',
    onDone,
  })

export const correctionForm = (onDone: (row: AskDetail) => void): FormRequest =>
  formOf(attendanceAsk.calls.enterCorrection, {
    title: '代填补卡',
    verb: '提交补卡',
    width: 720,
    head,
    initial: { side: ClockSide.is.ON },
    fields: {
      empId: { as: person, title: '员工' },
      workDate: { hint: '夜班填上班那天' },
      side: { as: ClockSide, title: '补哪一次' },
      at: {},
      reason: { as: longText, wide: true },
      files,
    },
    touches: [bench],
    done: '补卡已提交，等待审批',
    onDone,
  })
