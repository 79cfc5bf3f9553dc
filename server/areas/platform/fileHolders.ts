// Files of the platform: pictures of staff, licences of organisations, logos.
import { SIGNED_IN } from '#contract/kit/permission'
import { application } from '#contract/platform/application'
import { organisation } from '#contract/platform/organisation'
import type { FileHolder } from '#server/kit/fileHolders'

/** Everybody in an organisation sees its licences on its own page; the operator looks at those of all. */
const ofArchive = {
  fromOperator: true,
  readers: [
    { needs: organisation.calls.own.needs },
    { needs: `${organisation.calls.detail.needs}|${application.calls.list.needs}`, operator: true },
  ],
} as const satisfies Pick<FileHolder, 'fromOperator' | 'readers'>

export const platformFileHolders: readonly FileHolder[] = [
  {
    // Colleagues know each other by sight; lists of staff name them across departments.
    kind: 'platform.staff',
    table: 'employee',
    keys: ['emp_id'],
    addresses: ['working_picture'],
    picture: true,
    readers: [{ needs: SIGNED_IN }],
  },
  { kind: 'platform.licence', table: 'organization', keys: ['org_id'], addresses: ['license_pictures'], ...ofArchive },
  {
    kind: 'platform.qualification',
    table: 'org_qualification',
    keys: ['qualification_id'],
    addresses: ['pictures'],
    ...ofArchive,
  },
  {
    // Logos and backgrounds are public as well; this is what else a setting may name.
    kind: 'platform.setting',
    table: 'system_config',
    keys: ['name'],
    addresses: ['value'],
    picture: true,
    readers: [{ needs: SIGNED_IN }],
  },
]
