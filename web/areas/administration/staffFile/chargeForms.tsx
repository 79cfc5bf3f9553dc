// Forms of whom somebody looks after: many elders or beds given at once, and ended.
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { staffFile } from '#contract/administration/staffFile'
import type { StaffChargeData, StaffFileData } from '#contract/administration/staffFileShape'
import type { StaffChargeKindValue } from '#contract/administration/staffWords'
import { dayText } from '#contract/kit/clock'
import { department } from '#web/kit/fields/department'
import type { Field, InputProps } from '#web/kit/fields/field'
import { useSettled } from '#web/kit/fields/settled'
import { text } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { useCall } from '#web/kit/query'

interface ChoicesProps extends InputProps<string[]> {
  kind: StaffChargeKindValue
  /** Whose they will be. */
  empId: string
}

/** Several at once, with whoever has them now; what is chosen stays while something else is looked for. */
function ChargeChoices({ kind, empId, value, onChange, disabled }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const [deptId, setDept] = useState<string | null>(null)
  const [free, setFree] = useState(true)
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(
    staffFile.calls.chargeChoices,
    { kind, keyword: keyword || null, deptId, free: free || null },
    { keepPrevious: true, silent: true },
  )
  const chosen = new Set(value ?? [])
  const rows = (found.data ?? []).filter((one) => one.carerId !== empId)
  const put = (next: Set<string>) => onChange?.(next.size === 0 ? null : [...next])
  const turn = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    put(next)
  }
  const all = rows.length > 0 && rows.every((one) => chosen.has(one.key))
  return (
    <div className="yy-stack yy-gap-8">
      <div className="yy-row yy-gap-8 yy-wrap">
        <Input
          className="yy-staff-find"
          aria-label={kind === 'ELDER' ? '查找老人' : '查找床位'}
          placeholder={kind === 'ELDER' ? '姓名、拼音或床位' : '床位或老人姓名'}
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span className="yy-staff-dept">
          {department.search({ value: deptId, onChange: setDept, 'aria-label': '部门', placeholder: '全部部门' })}
        </span>
        <Checkbox checked={free} onChange={(event) => setFree(event.target.checked)}>
          只看无人负责的
        </Checkbox>
        <span className="yy-push yy-second">已选 {chosen.size}</span>
      </div>
      <div className="yy-staff-choices yy-edge yy-round yy-scroll">
        <Checkbox
          className="yy-pad-8-12 yy-under yy-wide"
          disabled={disabled || rows.length === 0}
          checked={all}
          indeterminate={!all && rows.some((one) => chosen.has(one.key))}
          onChange={() => {
            const next = new Set(chosen)
            for (const one of rows) {
              if (all) next.delete(one.key)
              else next.add(one.key)
            }
            put(next)
          }}
        >
          全选这 {rows.length} {kind === 'ELDER' ? '位' : '张'}
        </Checkbox>
        {rows.map((one) => (
          <Checkbox
            key={one.key}
            className="yy-staff-choice yy-pad-8-12 yy-wide"
            disabled={disabled}
            checked={chosen.has(one.key)}
            onChange={() => turn(one.key)}
          >
            <span className="yy-strong">{one.name}</span>
            <span className="yy-second yy-beside-6">{[one.place, one.deptName].filter(Boolean).join('　')}</span>
            {one.carerName && <span className="yy-amber yy-beside-6">现由{one.carerName}负责</span>}
          </Checkbox>
        ))}
        {found.data && rows.length === 0 && (
          <p className="yy-second yy-pad-12 yy-no-margin">
            {free ? '没有无人负责的了，可取消勾选“只看无人负责的”' : '没有找到'}
          </p>
        )}
      </div>
    </div>
  )
}

const choicesField = (kind: StaffChargeKindValue, empId: string): Field<string[]> => ({
  ...(text as unknown as Field<string[]>),
  untitled: true,
  chooses: true,
  text: (keys) => `${(keys ?? []).length} 个`,
  input: (props) => <ChargeChoices {...props} kind={kind} empId={empId} />,
})

export function chargeForm(row: StaffFileData, kind: StaffChargeKindValue): FormRequest {
  const field = kind === 'ELDER' ? 'oldmanIds' : 'bedIds'
  return formOf(staffFile.calls.charge, {
    title: kind === 'ELDER' ? '分配老人' : '分配床位',
    verb: '分配',
    anyway: '改由此人负责',
    about: row.empName,
    width: 720,
    columns: 1,
    draft: false,
    also: { empId: row.empId },
    initial: { fromDay: dayText() },
    fields: {
      fromDay: { title: '从哪天起负责' },
      [field]: {
        as: choicesField(kind, row.empId) as never,
        title: kind === 'ELDER' ? '老人' : '床位',
        check: (keys: string[] | null | undefined) =>
          keys?.length ? null : kind === 'ELDER' ? '请选择老人' : '请选择床位',
      },
    } as never,
    done: '已分配',
  })
}

export const endChargeForm = (row: StaffFileData, charges: readonly StaffChargeData[]): FormRequest =>
  formOf(staffFile.calls.endCharge, {
    title: '结束照护分工',
    verb: '结束分工',
    about: row.empName,
    columns: 1,
    draft: false,
    also: { staffChargeIds: charges.map((one) => one.staffChargeId) },
    initial: { lastDay: dayText() },
    head: (
      <p className="yy-second">
        {charges.map((one) => one.name).join('、')}
        。结束后没有人负责，需要另行分配；换人照护请直接在新的员工名下分配。
      </p>
    ),
    fields: { lastDay: { title: '最后一天' } },
    done: '已结束',
  })
