// The institution's own words, in one form. Licences stay as they are: they have forms of their own.
import { type OrgArchiveData, organisation } from '#contract/platform/organisation'
import { send } from '#web/kit/call'
import { region } from '#web/kit/fields/region'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { useSession } from '#web/kit/session'

const sections = [
  { title: '机构', fields: ['orgName', 'nature', 'star', 'medical', 'openedOn', 'plannedBeds', 'floorArea'] },
  { title: '证号与负责人', fields: ['licenseNo', 'recordNo', 'legalPerson'] },
  { title: '联系方式', fields: ['contactName', 'contactPhone', 'dutyPhone', 'email', 'region', 'address'] },
  { title: '介绍', fields: ['services', 'introduction'] },
] as const

const names = sections.flatMap((section) => section.fields)
type Name = (typeof names)[number]

const valuesOf = (org: OrgArchiveData) =>
  Object.fromEntries(names.map((name) => [name, org[name]])) as Pick<OrgArchiveData, Name>

/** As the server has it now, from whichever side this user may look. */
const readAgain = (orgId: string) =>
  useSession.getState().user?.orgInfo.orgId === orgId
    ? send(organisation.calls.own, {})
    : send(organisation.calls.detail, { orgId })

interface BasicsFormProps {
  org: OrgArchiveData
  open: boolean
  onClose(): void
}

export function BasicsForm({ org, open, onClose }: BasicsFormProps) {
  return (
    <FormDrawer
      open={open}
      call={organisation.calls.save}
      title="编辑机构资料"
      about={org.orgName}
      width={720}
      columns={2}
      sections={sections}
      fields={{
        orgName: {},
        nature: {},
        star: {},
        medical: {},
        openedOn: {},
        plannedBeds: { props: { unit: '张' } },
        floorArea: { props: { unit: '㎡' } },
        licenseNo: { placeholder: '18 位' },
        recordNo: {},
        legalPerson: {},
        contactName: {},
        contactPhone: { placeholder: '手机号，或 021-55668800' },
        dutyPhone: {},
        email: {},
        region: { as: region },
        address: { wide: true },
        services: { wide: true },
        introduction: { wide: true },
      }}
      initial={valuesOf(org)}
      also={{ orgId: org.orgId, version: org.version }}
      reload={async () => {
        const now = await readAgain(org.orgId)
        return { values: valuesOf(now), also: { version: now.version } }
      }}
      done="机构资料已保存"
      onClose={onClose}
    />
  )
}
