// Fields of the visitor's form: the resident with what the desk must know, the temperature with its warning, the
// consultation of somebody who came to look.

import { Form, Select } from 'antd'
import { useState } from 'react'
import { maskedPhone } from '#contract/kit/privacy'
import { consultation } from '#contract/live/consultation'
import { IN_HOUSE } from '#contract/live/resident'
import { FEVER, type VisitResidentData, visit } from '#contract/live/visit'
import { BedPath } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { ResidentPicker } from '#web/areas/live/residentPick.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import { number } from '#web/kit/fields/number'
import { useSettled } from '#web/kit/fields/settled'
import { text } from '#web/kit/fields/text'
import { useCall } from '#web/kit/query'
import './visit.css'

const HOSPICE = 5
/** Family visits. */
const FAMILY = '1'

const minute = (at: string) => at.slice(5, 16)

/** What to know before somebody goes up. */
function Notes({ resident }: { resident: VisitResidentData }) {
  const { outing, inside } = resident
  return (
    <>
      {!resident.inHouse && <p className="yy-visit-bad">不在院内居住，不能登记探访</p>}
      {outing && (
        <p className={outing.late ? 'yy-visit-bad' : 'yy-no-margin yy-amber'} role="alert">
          现在外出，由 {outing.companion} 陪同，预计 {minute(outing.planReturn)} 返回{outing.late && '，已经逾期'}
        </p>
      )}
      {resident.attention.includes(HOSPICE) && (
        <p className="yy-no-margin yy-amber">临终关怀，探视时间不限，请通知责任护士陪同</p>
      )}
      {inside.length > 0 && (
        <p className="yy-no-margin yy-amber">
          已有 {inside.reduce((sum, one) => sum + one.people, 0)} 人在探访：
          {inside.map((one) => `${one.visitor}（${minute(one.inTime)} 来）`).join('、')}
        </p>
      )}
    </>
  )
}

function Resident({ oldmanId, disabled }: { oldmanId: string; disabled: boolean }) {
  const form = Form.useFormInstance()
  const { data: resident } = useCall(visit.calls.resident, { oldmanId }, { silent: true })
  if (!resident) return null
  const [last] = resident.last
  return (
    <div className="yy-visit-resident yy-pad-10-12 yy-gap-6 yy-tint yy-above-8 yy-stack yy-edge yy-round-card">
      <div className="yy-visit-resident-head yy-wrap yy-row">
        <ResidentCell row={resident} status />
        <BedPath path={resident.bedPath} />
      </div>
      <Notes resident={resident} />
      <p className="yy-second">
        {last
          ? `最近来访：${last.inTime.slice(0, 16)} ${last.visitor}${last.relationName ? `（${last.relationName}）` : ''}，累计 ${resident.total} 次`
          : '还没有来访记录'}
      </p>
      {resident.family.length > 0 && (
        <div className="yy-visit-family yy-row yy-gap-8 yy-wrap">
          <span className="yy-second">点家属直接填入：</span>
          {resident.family.map((member) => (
            <button
              className="yy-active yy-white yy-round yy-press"
              key={member.familyId}
              type="button"
              disabled={disabled}
              onClick={() =>
                form.setFieldsValue({
                  visitor: member.name,
                  phone: member.phone,
                  relation: member.relation,
                  type: FAMILY,
                })
              }
            >
              {member.name} <small>{member.relationName}</small> {maskedPhone(member.phone)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** In the house only: whoever has left cannot be visited. */
export const visitedResident: Field<string> = {
  ...text,
  chooses: true,
  input: ({ value, onChange, ...rest }) => (
    <div>
      <ResidentPicker {...rest} value={value ?? null} statuses={IN_HOUSE} onChange={(next) => onChange?.(next)} />
      {value && <Resident oldmanId={value} disabled={rest.disabled === true} />}
    </div>
  ),
}

export const temperature: Field<number> = {
  ...number,
  cell: (value) =>
    value === null || value === undefined ? (
      number.cell(null)
    ) : (
      <span className={value >= FEVER ? 'yy-red yy-strong' : undefined}>{value.toFixed(1)}</span>
    ),
  input: (props) => (
    <>
      {number.input({ ...props, ...({ step: 0.1, precision: 1, unit: '℃' } as object) })}
      {(props.value ?? 0) >= FEVER && (
        <p className="yy-visit-bad" role="alert">
          体温偏高，请不要上楼，按发热来访处理
        </p>
      )}
    </>
  ),
}

function ConsultationPicker({ value, onChange, ...rest }: InputProps<string>) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 200)
  const found = useCall(
    consultation.calls.choices,
    { keyword: keyword || null, page: 1, size: 20 },
    { keepPrevious: true, silent: true },
  )
  return (
    <Select<string>
      id={rest.id}
      disabled={rest.disabled}
      className="yy-fill"
      allowClear
      placeholder="老人、咨询人姓名或电话"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value ?? undefined}
      notFoundContent={found.isFetching ? '查找中…' : '没有正在跟进的咨询'}
      options={(found.data?.list ?? []).map((one) => ({
        value: one.consultationId,
        label: `${one.oldmanName}（${one.consultantName} ${maskedPhone(one.consultantPhone)}）`,
      }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

export const openConsultation: Field<string> = {
  ...text,
  chooses: true,
  input: (props) => <ConsultationPicker {...props} />,
}
