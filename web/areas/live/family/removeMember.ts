import { type FamilyMemberData, family } from '#contract/live/family'
import { send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

/** Everything that shows a member of a family is asked for again. */
export const familyChanged = () =>
  invalidate(
    family,
    { area: 'live', name: 'invitation' },
    { area: 'live', name: 'archiveSection' },
    { area: 'live', name: 'archive' },
    { area: 'live', name: 'residence' },
  )

export async function removeMember(
  member: Pick<FamilyMemberData, 'familyId' | 'name' | 'relationName' | 'binding'>,
  oldmanName: string,
): Promise<void> {
  const done = await confirmAct({
    title: `删除${oldmanName}的家属“${member.name}”（${member.relationName}）？`,
    effects: [
      '删除后不能恢复，变更记录会留下',
      ...(member.binding === 'bound' ? ['该家属已绑定家属端，删除后立即看不到老人近况'] : []),
      '居住登记中的付费人、担保人等不能删除，要先换人',
    ],
    verb: '删除家属',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(family.calls.remove, { familyId: member.familyId }, options),
  })
  if (done === null) return
  toast.success(`已删除家属“${member.name}”`)
  await familyChanged()
}
