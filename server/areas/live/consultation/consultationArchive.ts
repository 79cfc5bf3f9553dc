// From a consultation to an archive: everything that was said is copied, the consultant becomes family, both know each
// other. The lock on the consultation makes it happen once.

import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import { NewArchive, type NewArchiveData } from '#contract/live/archive'
import type { consultation } from '#contract/live/consultation'
import { ConsultationStatus } from '#contract/live/consultationFields'
import { createArchive } from '#server/areas/live/archive/archiveCreate'
import { wholeNumber } from '#server/areas/live/archive/wholeNumber'
import { adoptAssessments } from '#server/areas/nursing/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { checker } from '#server/kit/validate'
import { extraOf, healthOf, lockFor, named, type Stored, sayChanged } from './consultationStore.ts'

type Input = InputOf<(typeof consultation)['calls']['archive']>

/** The value 本人 of relationToElder: the resident asked for themself. */
const SELF = '10'

onConstraint('consultation_oldman', () => invalid('这份档案已经关联了另一条咨询'))

/** What the archive would say; the clerk checks it before it is made. */
export function draftOf(row: Stored): Partial<NewArchiveData> {
  return {
    oldmanName: row.oldmanName,
    idType: null,
    ...(row.idCard ? { idCard: row.idCard } : {}),
    sex: row.sex,
    birthDate: row.birthDate ?? null,
    nation: row.nation ?? null,
    // Whoever asks for themself left their own number.
    phone: row.phone ?? (row.consultantRelation === SELF ? row.consultantPhone : null),
    region: row.region ?? null,
    address: row.address ?? null,
    saleId: row.saleId,
    remark: row.remark ?? null,
    ...extraOf(row),
    ...healthOf(row),
    head: row.head ?? null,
    family: row.consultantRelation === SELF ? [] : [consultantAsFamily(row)],
  }
}

const consultantAsFamily = (row: Stored): NonNullable<NewArchiveData['family']>[number] => ({
  name: row.consultantName,
  relation: row.consultantRelation,
  phone: row.consultantPhone,
  address: row.consultantAddress ?? null,
  remark: row.consultantWechat ? `微信：${row.consultantWechat}` : null,
  emergency: true,
})

type FamilyOf = NonNullable<NewArchiveData['family']>

const checkArchive = checker(NewArchive)

/** What was sent counts, also where it empties a field; the rest is taken from the consultation. */
function archiveOfInput(row: Stored, input: Input): NewArchiveData {
  const sent = input as Readonly<Record<string, unknown>>
  const named = Object.keys(NewArchive.properties).filter((name) => sent[name] !== undefined)
  const whole: Record<string, unknown> = {
    ...draftOf(row),
    ...Object.fromEntries(named.map((name) => [name, sent[name]])),
  }
  whole.idCard = wholeNumber(whole.idCard as string | null, [row.idCard], 'card', 'idCard')
  const phones = [row.phone, row.consultantPhone]
  whole.phone = wholeNumber(whole.phone as string | null, phones, 'phone', 'phone')
  whole.family = ((whole.family ?? []) as FamilyOf).map((one, i) => ({
    ...one,
    phone: wholeNumber(one.phone, phones, 'phone', `family.${i}.phone`),
  }))
  if (!whole.idCard) throw invalid('建档需要老人的证件号码，请补充后再建档', 'idCard')
  checkArchive(whole)
  return whole as unknown as NewArchiveData
}

export async function makeArchive(tx: Tx, who: Caller, input: Input) {
  const row = await lockFor(tx, who, input.consultationId, 'archive')
  await refuseStale(tx, row.consultationId, input.version, row.version)
  const made = await createArchive(tx, who, archiveOfInput(row, input), {
    consultationId: row.consultationId,
    how: `由咨询 ${row.consultationNo} 转为档案`,
  })
  await tx.client.query({
    name: 'consultation_archive',
    text: `update consultation set status = ${ConsultationStatus.is.archived}, oldman_id = $3, archived_at = now(),
      next_follow_at = null,
        version = version + 1, updated_at = now() where org_id = $1 and consultation_id = $2`,
    values: [tx.orgId, row.consultationId, made.oldmanId],
  })
  await adoptAssessments(tx, row.consultationId, made.oldmanId)
  tx.log({
    remark: `${named(row)}建立档案 ${made.archiveNo}`,
    targetType: 'consultation',
    targetId: row.consultationId,
    changes: { status: [row.status, 3], oldmanId: [null, made.oldmanId] },
  })
  sayChanged(tx, row)
  return made
}
