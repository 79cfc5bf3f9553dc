// Files of residents: portraits, papers, forms and contracts, each for whoever may see the record it belongs to.

import { archive } from '#contract/live/archive'
import { consultation } from '#contract/live/consultation'
import { contractDocument } from '#contract/live/contractDocument'
import { READ_FAMILY_NOTICES } from '#contract/live/familyNotice'
import { residentForm } from '#contract/live/residentForm'
import { CONSULTATION_SCOPE } from '#server/areas/live/consultation/consultationSql'
import { IN_SCOPE, PAPER_IN_SCOPE, WITH_RESIDENT } from '#server/areas/residents/public'
import type { FileHolder } from '#server/kit/fileHolders'
import { inDepts } from '#server/kit/tenant'

const paperOf = (table: string, key: string) =>
  `exists (select from ${table} t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.${key} = l.record_id)`

export const liveFileHolders: readonly FileHolder[] = [
  {
    kind: 'live.portrait',
    table: 'oldman',
    keys: ['oldman_id'],
    addresses: ['head'],
    picture: true,
    // Whoever chooses residents in a form sees their portraits.
    readers: [
      {
        needs: archive.calls.choices.needs,
        where: `exists (select from oldman t where ${IN_SCOPE} and t.oldman_id = l.record_id)`,
      },
    ],
  },
  {
    kind: 'live.paper',
    table: 'oldman_file',
    keys: ['file_id'],
    addresses: ['file_url'],
    readers: [{ needs: archive.calls.files.needs, where: paperOf('oldman_file', 'file_id') }],
  },
  {
    kind: 'live.consultation',
    table: 'consultation',
    keys: ['consultation_id'],
    addresses: ['head'],
    picture: true,
    readers: [
      {
        needs: consultation.calls.list.needs,
        where: `exists (select from consultation t where ${CONSULTATION_SCOPE} and t.consultation_id = l.record_id)`,
      },
    ],
  },
  {
    kind: 'live.contract',
    table: 'contract_document',
    keys: ['contract_id'],
    addresses: ['signatures'],
    texts: ['html', 'final_html'],
    readers: [{ needs: contractDocument.calls.detail.needs, where: paperOf('contract_document', 'contract_id') }],
  },
  {
    // Only the document's own call hands the scan out, and writes down to whom.
    kind: 'live.contractScan',
    table: 'contract_document',
    keys: ['contract_id'],
    addresses: ['file_url'],
    readers: [],
  },
  {
    kind: 'live.form',
    table: 'oldman_template',
    keys: ['record_id'],
    addresses: ['values'],
    readers: [{ needs: residentForm.calls.detail.needs, where: paperOf('oldman_template', 'record_id') }],
  },
  {
    // Families get them from their own page, by the secret of their phone.
    kind: 'live.familyNotice',
    table: 'family_notice',
    keys: ['message_id'],
    addresses: ['attachments'],
    readers: [
      {
        needs: READ_FAMILY_NOTICES,
        where: `exists (select from family_notice n where n.org_id = l.org_id and n.message_id = l.record_id and ${inDepts('n', '$2')})`,
      },
    ],
  },
]
