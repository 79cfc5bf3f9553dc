// Where the records of the residents' area are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  // One of the demo: those that requests bring along are checked out and removed by others.
  resident: { table: 'oldman', id: 'oldman_id', where: 't.status = 1 and t.archive_no <> t.oldman_id', dept: 'own' },
  family: { table: 'oldman_family', id: 'family_id', dept: 'oldman' },
  invitation: { table: 'family_invitation', id: 'invitation_id', dept: 'oldman' },
  residentFile: { table: 'oldman_file', id: 'file_id', dept: 'oldman' },
  outing: { table: 'outing', id: 'out_id', dept: 'oldman' },
  residenceApply: { table: 'residence_apply', id: 'apply_id', dept: 'oldman' },
  // Of an elder nobody else moves; one that is decided is read alike.
  regrade: { table: 'regrade', id: 'regrade_id', where: 't.state = 1', dept: 'oldman' },
  consultation: { table: 'consultation', id: 'consultation_id', where: 't.status = 2', dept: 'own' },
  interview: { table: 'consultation_interview', id: 'interview_id', dept: 'consultation' },
  visit: { table: 'visit', id: 'visit_id' },
  contractDocument: { table: 'contract_document', id: 'contract_id', dept: 'oldman' },
  residentForm: { table: 'oldman_template', id: 'record_id', dept: 'oldman' },
  familyNotice: { table: 'family_notice', id: 'message_id', where: `t.state = 'DRAFT'`, dept: 'own' },
  familyNoticeTemplate: { table: 'family_notice_template', id: 'template_id' },
} satisfies StoredRecords
