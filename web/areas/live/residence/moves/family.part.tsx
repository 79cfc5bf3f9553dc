// Who answers for the resident: chosen among the family, and added on the spot where somebody is missing.
import { Button, Form, Input, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maskedPhone } from '#contract/kit/privacy'
import { FamilyFields } from '#contract/live/archiveFields'
import { archiveSection } from '#contract/live/archiveSection'
import { type FamilyMemberData, type FamilyRoleValue, family } from '#contract/live/family'
import { type Field, FieldInput, type InputProps } from '#web/kit/fields/field'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { text } from '#web/kit/fields/text'
import { problemOf } from '#web/kit/form/schemaRules'
import { found, searchText } from '#web/kit/initials'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import './moves.css'

export const useFamily = (oldmanId: string) => useCall(archiveSection.calls.family, { oldmanId })

export const memberWords = (one: FamilyMemberData) => `${one.name}（${one.relationName}）${maskedPhone(one.phone)}`

/** Those marked for the part first. */
const ordered = (all: readonly FamilyMemberData[], role: FamilyRoleValue) => [
  ...all.filter((one) => one[role]),
  ...all.filter((one) => !one[role]),
]

/** Who is marked for a part already; the only member where there is one. */
export const memberFor = (all: readonly FamilyMemberData[] | undefined, role: FamilyRoleValue): string | null =>
  (all?.find((one) => one[role]) ?? (all?.length === 1 ? all[0] : undefined))?.familyId ?? null

function MemberSelect({ oldmanId, role, ...props }: { oldmanId: string; role: FamilyRoleValue } & InputProps<string>) {
  const all = useFamily(oldmanId).data ?? []
  return (
    <Select<string>
      {...(props.id !== undefined && { id: props.id })}
      className="yy-fill"
      allowClear
      placeholder={all.length === 0 ? '还没有家属，请先在下面新增' : '请选择'}
      disabled={props.disabled}
      value={props.value ?? undefined}
      options={ordered(all, role).map((one) => ({ value: one.familyId, label: memberWords(one), marked: one[role] }))}
      optionRender={(option) => (
        <span className="yy-hit">
          {option.label}
          {option.data.marked && <span className="yy-none">档案中的</span>}
        </span>
      )}
      showSearch={{ filterOption: (typed, option) => found(searchText(String(option?.label ?? '')), typed) }}
      onChange={(next) => props.onChange?.(next ?? null)}
    />
  )
}

export const memberField = (oldmanId: string, role: FamilyRoleValue): Field<string> => ({
  ...text,
  chooses: true,
  input: (props) => <MemberSelect oldmanId={oldmanId} role={role} {...props} />,
})

const relation = dictionaryOf('relationToElder')

interface NewMember {
  name: string
  relation: string | null
  phone: string
}
const NOBODY: NewMember = { name: '', relation: null, phone: '' }

const { name, phone } = FamilyFields.properties
const wrongWith = (one: NewMember): string | null =>
  problemOf(name, one.name, true) ??
  problemOf(FamilyFields.properties.relation, one.relation, true) ??
  problemOf(phone, one.phone, true)

/** The form's field and the mark in the archive that belongs to it. */
const PARTS = { payerId: 'payer', emergencyId: 'emergency', guarantorId: 'guarantor', guardianId: 'guardian' } as const
export type MemberPart = keyof typeof PARTS

/** A member more, inside the same drawer; who is added fills the parts that are still empty. */
export function AddMember({ oldmanId, parts }: { oldmanId: string; parts: readonly MemberPart[] }) {
  const may = useMay()
  const form = Form.useFormInstance()
  const [one, setOne] = useState<NewMember | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const emptyParts = () => parts.filter((part) => !form.getFieldValue(part))
  const act = useAct(family.calls.add, {
    touches: [archiveSection, { area: 'live', name: 'archive' }],
    handles: () => true,
    onDone: (added) => {
      const empty = emptyParts()
      form.setFieldsValue(Object.fromEntries(empty.map((part) => [part, added.familyId])))
      void form.validateFields(empty)
      setOne(null)
    },
  })
  if (!may(family.calls.add.needs)) return null
  if (!one) {
    return (
      <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setOne(NOBODY)}>
        新增家属
      </Button>
    )
  }
  const set = (changes: Partial<NewMember>) => {
    setProblem(null)
    setOne({ ...one, ...changes })
  }
  const save = () => {
    const wrong = wrongWith(one)
    setProblem(wrong)
    if (wrong || act.running) return
    const marks = Object.fromEntries(emptyParts().map((part) => [PARTS[part], true]))
    void act.run({ oldmanId, name: one.name.trim(), relation: one.relation!, phone: one.phone.trim(), ...marks })
  }
  const said = problem ?? act.error?.message
  return (
    <div className="yy-add-member yy-grid yy-gap-8 yy-round yy-below-16" role="group" aria-label="新增家属">
      <Input
        aria-label="家属姓名"
        placeholder="姓名"
        maxLength={50}
        autoFocus
        value={one.name}
        onChange={(event) => set({ name: event.target.value })}
        onPressEnter={(event) => event.preventDefault()}
      />
      <FieldInput
        field={relation as Field<unknown>}
        aria-label="与老人关系"
        placeholder="与老人关系"
        value={one.relation}
        onChange={(next) => set({ relation: next as string | null })}
      />
      <Input
        aria-label="家属电话"
        placeholder="电话"
        maxLength={20}
        value={one.phone}
        onChange={(event) => set({ phone: event.target.value })}
        onPressEnter={(event) => {
          event.preventDefault()
          save()
        }}
      />
      <Button type="primary" ghost loading={act.running} onClick={save}>
        添加
      </Button>
      <Button onClick={() => setOne(null)}>取消</Button>
      {said && (
        <p className="yy-field-problem yy-whole-line yy-no-margin" role="alert">
          {said}
        </p>
      )}
    </div>
  )
}
