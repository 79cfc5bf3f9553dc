// The family of one resident with what can be done about each member.

import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { FamilyBinding, type FamilyMemberData, FamilyRole, family, familyNeeds } from '#contract/live/family'
import type { InviteRequest } from '#web/areas/live/family/invite.part'
import { addMemberForm, editMemberForm } from '#web/areas/live/family/memberForm'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { removeMember } from '#web/areas/live/family/removeMember'
import { optionField } from '#web/kit/fields/option'
import type { FormRequest } from '#web/kit/form/formOf'
import { Empty } from '#web/kit/parts/Empty'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { Allowed, useMay } from '#web/kit/permission'
import { FactTable, Section } from './facts.part.tsx'

const binding = optionField(FamilyBinding)
const CHECKED_OUT = 2

interface FamilyTableProps {
  one: ArchiveWholeData
  openForm(form: FormRequest): void
  onInvite(request: InviteRequest): void
  /** With address, work and remark, in the tab of its own. */
  whole?: boolean
}

function Roles({ member }: { member: FamilyMemberData }) {
  const roles = FamilyRole.list.filter((role) => member[role.value])
  if (roles.length === 0) return <span className="yy-none">—</span>
  return (
    <span className="yy-roles yy-inline-flex yy-wrap yy-gap-4">
      {roles.map((role) => (
        <NoteTag key={role.value} family="slate">
          {role.label}
        </NoteTag>
      ))}
    </span>
  )
}

export function FamilyTable({ one, openForm, onInvite, whole = false }: FamilyTableProps) {
  const may = useMay()
  const add = () => openForm(addMemberForm(one))
  const acts = may(`${familyNeeds.edit}|${familyNeeds.invite}|${familyNeeds.delete}`)
  return (
    <Section
      title="家属与责任人"
      act={
        <Allowed needs={family.calls.add.needs}>
          <button type="button" className="yy-link" onClick={add}>
            新增家属
          </button>
        </Allowed>
      }
    >
      {one.family.length === 0 ? (
        <Empty title="还没有登记家属" text="办理入住需要付费人和紧急联系人。" />
      ) : (
        <FactTable>
          <thead>
            <tr>
              <th>姓名</th>
              <th>关系</th>
              <th>电话</th>
              <th>身份</th>
              <th className="yy-arc-roomy">最近来往</th>
              <th className={whole ? undefined : 'yy-arc-roomy'}>家属端</th>
              {whole && <th className="yy-arc-roomy">住址</th>}
              {acts && <th>操作</th>}
            </tr>
          </thead>
          <tbody>
            {one.family.map((member) => (
              <tr key={member.familyId}>
                <td>
                  <b>{member.name}</b>
                </td>
                <td>{member.relationName}</td>
                <td className="yy-one-line">
                  <PhoneText phone={member.phone} of={one.oldmanId} />
                </td>
                <td>
                  <Roles member={member} />
                </td>
                <td className="yy-arc-roomy">{member.lastContact ?? <span className="yy-none">—</span>}</td>
                <td className={whole ? undefined : 'yy-arc-roomy'}>{binding.cell(member.binding)}</td>
                {whole && (
                  <td className="yy-arc-roomy">
                    {[member.address, member.workUnit, member.remark].filter(Boolean).join('；') || (
                      <span className="yy-none">—</span>
                    )}
                  </td>
                )}
                {acts && (
                  <td className="yy-arc-acts yy-one-line">
                    {may(familyNeeds.edit) && (
                      <button
                        type="button"
                        className="yy-link"
                        onClick={() => openForm(editMemberForm(member, one.oldmanName))}
                      >
                        编辑
                      </button>
                    )}
                    {may(familyNeeds.invite) && one.status !== CHECKED_OUT && (
                      <button
                        type="button"
                        className="yy-link"
                        onClick={() => onInvite({ oldmanId: one.oldmanId, oldmanName: one.oldmanName, member })}
                      >
                        邀请
                      </button>
                    )}
                    {whole && may(familyNeeds.delete) && (
                      <button
                        type="button"
                        className="yy-link yy-red"
                        onClick={() => void removeMember(member, one.oldmanName)}
                      >
                        删除…
                      </button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </FactTable>
      )}
    </Section>
  )
}
