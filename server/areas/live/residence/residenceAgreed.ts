// What is agreed when somebody moves in: stored with the stay, shown in the log.
import type { Static } from '#contract/kit/schema'
import type { CheckInBody } from '#contract/live/residenceForms'
import { AttentionNote, ResidenceStatus } from '#contract/live/resident'
import type { LogEntry } from '#server/kit/caller'
import type { Resident } from './residenceLock.ts'

export type CheckIn = Static<typeof CheckInBody>

const notesInWords = (notes: readonly number[]) =>
  notes.map((note) => AttentionNote.label(note as 1)).join('、') || null

export const checkInChanges = (resident: Resident, body: CheckIn): NonNullable<LogEntry['changes']> => ({
  入住日期: [resident.status === ResidenceStatus.is.trial ? resident.checkInDate : null, body.checkInDate],
  合同: [null, `${body.contractStart} 至 ${body.contractEnd}`],
  ...(body.attention && { 关注事项: [notesInWords(resident.attention), notesInWords(body.attention)] }),
})

/** What is agreed at the check-in, as the columns of the stay. */
export const agreed = (body: CheckIn) => ({
  contract_no: body.contractNo,
  contract_start: body.contractStart,
  contract_end: body.contractEnd,
  deposit_fen: body.depositFen,
  pay_day: body.payDay,
  payer_id: body.payerId,
  guarantor_id: body.guarantorId,
  emergency_id: body.emergencyId,
  guardian_id: body.guardianId,
  custody: body.custody,
  remark: body.remark,
})
