// Ids of the residents' area that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import type { TestApp } from '#server/kit/test/app'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { rowMember } from './archiveRows.ts'
import { cardOf } from './cards.ts'
import { rowContract } from './contractRows.ts'
import { rowFamilyNotice } from './familyNoticeRows.ts'
import { rowResident } from './stayRows.ts'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const always = (more: Record<string, unknown>) => () => more

/** Somebody of the resident's family: nobody else's may be chosen. */
const ofFamily = (name: string, status: 1 | 3) => async (product: TestApp) => {
  const { oldmanId, familyId } = await rowResident(product, status)
  return { oldmanId, ...(status === 3 && { payerId: familyId, emergencyId: familyId }), [name]: familyId }
}
/** Whose department is not that of their bed. */
const waiting = async (product: TestApp) => ({ oldmanId: (await rowResident(product, 3)).oldmanId })
const consulting = row(
  'select sale_id as "saleId" from consultation join account on account.org_id = consultation.org_id and user_id = sale_id where consultation.org_id = $1',
)
const everyone = { status: null, checkInFrom: null, checkInTo: null, createFrom: null, createTo: null }

/** Whose level is to change, whatever became of it. */
const proposed = row('select oldman_id as "oldmanId" from regrade where org_id = $1', { mine: null, state: null })
/** Only a template that speaks of the new level is taken. */
const addendum = row(
  `select t.template_id as "templateId" from document_template t where t.org_id = $1 and t.template_name = '护理等级变更补充协议'`,
)

let n = 0
const validCard = () => cardOf(n++ % 400, { born: '19310203', place: '440305' })

export default {
  samples: {
    'live.familyNotice.save body.messageId': async (product) => ({
      ...(await rowFamilyNotice(product)),
      version: null,
    }),
    'live.familyNotice.save body.oldmanIds.0': async (product) => ({
      ...(await rowFamilyNotice(product)),
      version: null,
    }),
    'live.archive.list query.ids': always(everyone),
    'live.archive.counts query.ids': always(everyone),
    'live.archive.check': row(
      'select oldman_id as "oldmanId", id_card as "idCard" from oldman where org_id = $1 and length(id_card) = 18',
    ),
    'live.archive.batch body.deptId': async (product) => ({ oldmanIds: [(await waiting(product)).oldmanId] }),
    'live.archive.save body.deptId': waiting,
    'live.archive.save body.saleId': waiting,
    'live.archiveSection.saveBase body.deptId': async (product) => ({
      ...(await waiting(product)),
      idCard: validCard(),
    }),
    'live.archiveSection.saveBase body.saleId': async (product) => ({
      ...(await waiting(product)),
      idCard: validCard(),
    }),
    'live.archiveSection.saveFamily body.family.0.familyId': async (product) => {
      const { oldmanId, familyId } = await rowMember(product)
      return { oldmanId, family: [{ familyId, name: '王芳', relation: '21', phone: '13600000044', idCard: null }] }
    },
    'live.consultation.list query.saleId': consulting,
    'live.consultation.funnel query.saleId': consulting,
    'live.contractDocument.create body.previousId': (product) => renewed(product),
    'live.contractDocument.start query.previousId': (product) => renewed(product),
    'live.contractDocument.scanFile': scanned,
    'live.outing.list query.oldmanId': row('select oldman_id as "oldmanId" from outing where org_id = $1'),
    'live.outing.audits query.oldmanId': row(
      'select oldman_id as "oldmanId" from outing where org_id = $1 and audit_at is not null',
      {
        tab: 'done',
      },
    ),
    'live.residenceAudit.list': always({ tab: 'done' }),
    'live.residence.trial body.payerId': ofFamily('payerId', 3),
    'live.residence.trial body.emergencyId': ofFamily('emergencyId', 3),
    'live.residence.checkIn body.guarantorId': ofFamily('guarantorId', 3),
    'live.residence.checkIn body.guardianId': ofFamily('guardianId', 3),
    'live.residence.editLive body.payerId': ofFamily('payerId', 1),
    'live.residence.editLive body.guarantorId': ofFamily('guarantorId', 1),
    'live.residence.editLive body.emergencyId': ofFamily('emergencyId', 1),
    'live.residence.editLive body.guardianId': ofFamily('guardianId', 1),
    'live.residenceAudit.list query.oldmanId': row(
      'select oldman_id as "oldmanId" from residence_apply where org_id = $1 and decided_at is not null',
    ),
    'live.residenceAudit.list query.deptId': row(
      'select dept_id as "deptId" from residence_apply join oldman using (org_id, oldman_id) where org_id = $1 and decided_at is not null and dept_id is not null',
    ),
    'live.regrade.list query.oldmanId': proposed,
    'live.regrade.counts query.oldmanId': proposed,
    'live.regrade.list query.deptId': row(
      'select dept_id as "deptId" from regrade join oldman using (org_id, oldman_id) where org_id = $1 and dept_id is not null',
    ),
    'live.regrade.list query.levelId': row('select new_level_id as "levelId" from regrade where org_id = $1'),
    'live.regrade.propose body.assessmentId': row(
      `select a.assessment_id as "assessmentId", a.oldman_id as "oldmanId" from assessment a join oldman o using (org_id, oldman_id)
        where a.org_id = $1 and a.state = 'DONE' and a.family = 'ability' and o.status = 1 and o.archive_no <> o.oldman_id`,
      { levelId: null },
    ),
    'live.regrade.propose body.templateId': addendum,
    'live.regrade.save body.templateId': addendum,
    'live.residentForm.list query.templateId': row(
      'select template_id as "templateId" from oldman_template where org_id = $1',
    ),
    'live.visit.add body.consultationId': always({ type: '4', oldmanId: null }),
    'live.visit.save body.consultationId': always({ type: '4', oldmanId: null }),
    'live.consultation.check': row(
      'select consultation_id as "consultationId", id_card as "oldmanIdCard" from consultation where org_id = $1 and id_card is not null and status in (1, 2)',
    ),
    'nursing.assessment.bind': row(
      'select assessment_id as "assessmentId", oldman_id as "oldmanId" from assessment where org_id = $1 and oldman_id is not null',
    ),
    'nursing.assessment.unbind': row(
      'select assessment_id as "assessmentId", oldman_id as "oldmanId" from assessment where org_id = $1 and oldman_id is not null',
    ),
  },
  anyDept: {
    'live.archive.check query.oldmanId': 'leaves itself out; who has the same card is told whatever their department',
    'live.consultation.check query.consultationId':
      'leaves itself out; who has the same card is told whatever their department',
    'live.residence.beds query.for': 'beds are those of the caller’s departments, with what suits the resident',
    'live.archive.setHead path.id':
      'the picture is asked for first, and is not the caller’s: server/foreignFiles.test.ts',
    'live.archive.addFiles body.oldmanId':
      'the file is asked for first, and is not the caller’s: server/foreignFiles.test.ts',
  },
  spared: {
    'live.archive.batch': 'answers for each resident why nothing was changed',
  },
} satisfies IdKnowledge

/** A paper with a scan that is not there any more: refused in other words than one that is not found. */
async function scanned(product: TestApp) {
  const { contractId } = await rowContract(product, 2)
  await product.app.pool.query(
    `update contract_document c set file_url = '/files/' || f.file_id || '/a.png', file_name = 'a.png' from stored_file f
      where c.contract_id = $1 and f.org_id = c.org_id`,
    [contractId],
  )
  return { contractId }
}

/** A paper of the same resident that the new one stands for. */
async function renewed(product: TestApp) {
  const { contractId } = await rowContract(product, 2)
  return row(
    `select contract_id as "previousId", oldman_id as "oldmanId" from contract_document where org_id = $1 and contract_id = '${contractId}'`,
  )(product)
}
