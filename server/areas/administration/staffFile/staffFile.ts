// Files of the staff.
import { staffFile } from '#contract/administration/staffFile'
import type { StaffFileRow, StaffSaleRow } from '#contract/administration/staffFileShape'
import { importHandlers } from '#server/kit/excelImport'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { assignCharges, chargeChoices, endCharges } from './staffCharge.ts'
import { staffFileOf, staffPeople } from './staffFileRead.ts'
import { salePlan, staffPlan } from './staffFileSql.ts'
import { saveStaffFile } from './staffFileWrite.ts'
import { staffImport } from './staffImport.ts'
import { leave, openOf, rehire } from './staffLeave.ts'
import {
  addCertificate,
  addContract,
  removeCertificate,
  removeContract,
  saveCertificate,
  saveContract,
} from './staffPapers.ts'

export default implement(staffFile, {
  list: (q, who) => pageOfRows<StaffFileRow>(who.app.pool, staffPlan(who, q), q),
  carers: (q, who) => pageOfRows<StaffFileRow>(who.app.pool, staffPlan(who, q, 'nursing'), q),
  sales: (q, who) => pageOfRows<StaffSaleRow>(who.app.pool, salePlan(who, q), q),
  people: ({ keyword }, who) => staffPeople(who, keyword),
  get: ({ empId }, who) => staffFileOf(who.app.pool, who, empId),
  save: (input, who) => who.tx((tx) => saveStaffFile(tx, who, input)),
  addContract: (input, who) => who.tx((tx) => addContract(tx, who, input)),
  saveContract: (input, who) => who.tx((tx) => saveContract(tx, who, input)),
  removeContract: async ({ staffContractId }, who) => {
    await who.tx((tx) => removeContract(tx, who, staffContractId))
    return null
  },
  addCertificate: (input, who) => who.tx((tx) => addCertificate(tx, who, input)),
  saveCertificate: (input, who) => who.tx((tx) => saveCertificate(tx, who, input)),
  removeCertificate: async ({ certificateId }, who) => {
    await who.tx((tx) => removeCertificate(tx, who, certificateId))
    return null
  },
  chargeChoices: (q, who) => chargeChoices(who, q),
  charge: (input, who) => who.tx((tx) => assignCharges(tx, who, input)),
  endCharge: (input, who) => who.tx((tx) => endCharges(tx, who, input)),
  open: ({ empId }, who) => openOf(who, empId),
  leave: (input, who) => who.tx((tx) => leave(tx, who, input)),
  rehire: (input, who) => who.tx((tx) => rehire(tx, who, input)),
  ...importHandlers(staffImport, staffFile.calls.importCommit),
})
