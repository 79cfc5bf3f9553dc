// The words of a staff file: what contracts and certificates there are, and whom somebody looks after.
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const StaffContractKind = options('StaffContractKind', '合同类型', [
  ['FIXED', ['固定期限', 'blue']],
  ['OPEN', ['无固定期限', 'green']],
  ['LABOUR', ['劳务协议', 'teal']],
  ['REHIRED', ['退休返聘', 'purple']],
  ['INTERN', ['实习协议', 'slate']],
])
export type StaffContractKindValue = Static<typeof StaffContractKind.schema>

/** What a certificate is called, and for how many months it usually holds; null: it does not expire. */
export const CertificateKind = options('CertificateKind', '证书类型', [
  ['HEALTH', ['健康证', 'red']],
  ['NURSE', ['护士执业证', 'blue']],
  ['DOCTOR', ['医师执业证', 'blue']],
  ['CARER', ['养老护理员等级证', 'teal']],
  ['FIRE', ['消防设施操作员证', 'orange']],
  ['SPECIAL', ['特种设备作业证', 'amber']],
  ['ELECTRICIAN', ['电工作业证', 'amber']],
  ['FIRST_AID', ['急救证', 'green']],
  ['FOOD', ['食品安全管理员证', 'olive']],
  ['NO_CRIME', ['无犯罪记录证明', 'slate']],
  ['OTHER', ['其他证书', 'grey']],
])
export type CertificateKindValue = Static<typeof CertificateKind.schema>
export const CERTIFICATE_MONTHS: Readonly<Record<CertificateKindValue, number | null>> = {
  HEALTH: 12,
  NURSE: 60,
  DOCTOR: null,
  CARER: null,
  FIRE: null,
  SPECIAL: 48,
  ELECTRICIAN: 72,
  FIRST_AID: 24,
  FOOD: 12,
  NO_CRIME: null,
  OTHER: null,
}

/** What somebody can do beyond their certificates; several hold for one person. */
export const StaffSkill = options('StaffSkill', '技能', [
  ['DEMENTIA', '失智照护'],
  ['TUBE', '鼻饲护理'],
  ['STOMA', '造口护理'],
  ['WOUND', '伤口护理'],
  ['REHAB', '康复训练'],
  ['BATH', '助浴'],
  ['HOSPICE', '安宁疗护'],
  ['CPR', '心肺复苏'],
  ['DRIVE', '驾驶'],
  ['DIALECT', '本地方言'],
])
export type StaffSkillValue = Static<typeof StaffSkill.schema>

/** What is in somebody's care from a day on: a resident, or a bed whoever lies in it. */
export const StaffChargeKind = options('StaffChargeKind', '照护对象', [
  ['ELDER', ['老人', 'teal']],
  ['BED', ['床位', 'slate']],
])
export type StaffChargeKindValue = Static<typeof StaffChargeKind.schema>

export const LeaveReason = options('LeaveReason', '离职原因', [
  ['RESIGNED', '本人辞职'],
  ['ENDED', '合同到期'],
  ['DISMISSED', '单位解除'],
  ['RETIRED', '退休'],
  ['OTHER', '其他'],
])
