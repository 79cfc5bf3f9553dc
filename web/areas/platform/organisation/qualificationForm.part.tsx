import { organisation, type QualificationData } from '#contract/platform/organisation'
import { send } from '#web/kit/call'
import { imagesOf } from '#web/kit/fields/image'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { useSession } from '#web/kit/session'

const pictures = imagesOf({ route: 1, max: 9 })
const names = ['kind', 'name', 'number', 'issuer', 'validFrom', 'validTo', 'pictures', 'remark'] as const

const valuesOf = (one: QualificationData) =>
  Object.fromEntries(names.map((name) => [name, one[name]])) as Pick<QualificationData, (typeof names)[number]>

async function readAgain(orgId: string, qualificationId: string) {
  const own = useSession.getState().user?.orgInfo.orgId === orgId
  const org = await (own ? send(organisation.calls.own, {}) : send(organisation.calls.detail, { orgId }))
  const one = org.qualifications.find((known) => known.qualificationId === qualificationId)
  return one ? { values: valuesOf(one), also: { version: one.version } } : { values: {} }
}

interface QualificationFormProps {
  orgId: string
  edited: QualificationData | 'new' | null
  onClose(): void
}

export function QualificationForm({ orgId, edited, onClose }: QualificationFormProps) {
  const shown = useShown(edited)
  const one = shown === 'new' || shown === null ? null : shown
  return (
    <FormDrawer
      open={edited !== null}
      call={organisation.calls.saveQualification}
      title={one ? '编辑证照' : '新增证照'}
      about={one?.name}
      columns={2}
      fields={{
        kind: {},
        name: { placeholder: '证照上的名称' },
        number: {},
        issuer: {},
        validFrom: {},
        validTo: {
          hint: '长期有效的不填',
          check: (value, values) =>
            value && typeof values.validFrom === 'string' && value < values.validFrom
              ? '有效期至不能早于生效日期'
              : null,
        },
        pictures: { as: pictures, wide: true, hint: '正本、副本和附页，最多 9 张' },
        remark: { wide: true },
      }}
      initial={one ? valuesOf(one) : {}}
      also={one ? { orgId, qualificationId: one.qualificationId, version: one.version } : { orgId }}
      {...(one && { reload: () => readAgain(orgId, one.qualificationId) })}
      done="证照已保存"
      onClose={onClose}
    />
  )
}
