// Who may open the pictures and papers of notices.
import { READ_NOTICES } from '#contract/administration/noticeWords'
import type { FileHolder } from '#server/kit/fileHolders'
import { inDepts } from '#server/kit/tenant'

const managed = (id: string) =>
  `exists (select from notice t where t.org_id = l.org_id and t.notice_id = ${id} and ${inDepts('t', '$2')})`

/** Pictures and papers of notices: for those who manage them, and for everybody who received one while it is out. */
export const noticeFileHolders: readonly FileHolder[] = [
  {
    kind: 'administration.notice',
    table: 'notice',
    keys: ['notice_id'],
    addresses: ['attachments'],
    texts: ['html'],
    readers: [
      { needs: READ_NOTICES, where: managed('l.record_id') },
      {
        needs: 'signedIn',
        where: `exists (select from notice t join notice_receiver r on r.org_id = t.org_id and r.notice_id = t.notice_id
          where t.org_id = l.org_id and t.notice_id = l.record_id and t.state = 'PUBLISHED' and r.user_id = $4)`,
      },
    ],
  },
  {
    kind: 'administration.noticeEdition',
    table: 'notice_edition',
    keys: ['notice_id', 'edition'],
    addresses: ['attachments'],
    texts: ['html'],
    readers: [{ needs: READ_NOTICES, where: managed("split_part(l.record_id, '.', 1)") }],
  },
]
