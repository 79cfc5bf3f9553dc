import { expect, test } from 'vitest'
import { type ArchiveFacts, completenessOf, completenessParts } from './completeness.ts'

const DAY = '2026-11-15'
const whole: ArchiveFacts = {
  oldmanName: '王秀兰',
  idCard: '310104194402180027',
  head: '/files/a/a.jpg',
  address: '漕宝路',
  region: '310104',
  category: '1',
  nation: '01',
  phone: '13800000000',
  medicalCardNo: '1',
  medicalPay: ['1'],
  education: '1',
  marital: '30',
  living: '8',
  income: ['1'],
  politicalStatus: '13',
  religion: '0',
  formerJob: '教师',
  hobbies: '评弹',
  healthReportDate: '2026-01-01',
  healthReportExpire: '2027-01-01',
  allergies: ['0'],
  selfCare: 2,
  diseases: ['1'],
  diet: ['1-1'],
  bloodAbo: '1',
  medication: '无',
  sleep: '1',
  family: [
    { emergency: true, payer: true },
    { guardian: true, idCard: '310104194402180027' },
  ],
  files: [{ kind: 'idCard' }, { kind: 'healthReport' }],
}

test('the weights are shares of a hundred, each part once', () => {
  expect(completenessParts.reduce((sum, part) => sum + part.weight, 0)).toBe(100)
  const names = completenessParts.map((part) => `${part.section}.${part.key}`)
  expect(new Set(names).size).toBe(names.length)
})

test('a full archive lacks nothing, an empty one everything', () => {
  expect(completenessOf(whole, DAY)).toEqual({ score: 100, missing: [] })
  const none = completenessOf({}, DAY)
  expect(none.score).toBe(0)
  expect(none.missing).toHaveLength(completenessParts.length)
})

test('the heaviest gap stands first, empty lists and texts are gaps', () => {
  const { score, missing } = completenessOf({ ...whole, allergies: [], phone: '', family: [] }, DAY)
  expect(score).toBe(100 - 5 - 2 - 17)
  expect(missing[0]).toEqual({ section: 'family', key: 'emergency', title: '紧急联系人' })
  expect(missing.map((one) => one.key)).toEqual([
    'emergency',
    'allergies',
    'guardian',
    'payer',
    'phone',
    'guardianCard',
  ])
})

test('a report that ran out is named first and costs nothing, so that the stored score does not age', () => {
  const { score, missing } = completenessOf({ ...whole, healthReportExpire: '2026-11-14' }, DAY)
  expect(score).toBe(100)
  expect(missing).toEqual([{ section: 'health', key: 'healthReportExpire', title: '体检报告（已过期）' }])
  expect(completenessOf({ ...whole, healthReportExpire: DAY }, DAY).missing).toEqual([])
})
