// Papers of the staff that run out: certificates while no newer one of their kind is there, contracts until another follows.
import { staffFile, staffNeeds } from '#contract/administration/staffFile'
import { CertificateKind, StaffContractKind } from '#contract/administration/staffWords'
import type { OptionSet } from '#contract/kit/options'
import { RemindType } from '#contract/kit/remindType'
import type { ReminderSource } from '#server/kit/reminderSources'
import { FOLLOWED, REPLACED, WORKING } from './staffFileSql.ts'

/** The label of a value as SQL. */
const inWords = <V extends string>(set: OptionSet<V>, column: string) =>
  `case ${column} ${set.list.map(({ value, label }) => `when '${value}' then '${label}'`).join(' ')} end`

/** The record is the paper, the file that opens is its owner's. */
const route =
  (tab: string) =>
  ({ recordId }: { recordId: string }) =>
    `${staffFile.pages.staff.path}?empId=${recordId.split('.')[0]}&tab=${tab}`

const LEADS = [60, 30, 7] as const

export const staffReminders: readonly ReminderSource[] = [
  {
    key: 'staffCertificate',
    type: RemindType.is.licence,
    title: '员工证书到期',
    what: '员工的健康证、执业证等到期之前，还没有换新证；过期后继续提醒',
    leads: [...LEADS, 0],
    repeatDays: 7,
    needs: staffNeeds.list,
    act: '换证并登记新证',
    route: route('certificates'),
    gone: '已登记新证、改了有效期，或员工已离职',
    sql: `select t.emp_id || '.' || c.certificate_id as record_id, c.valid_to as due_day, t.dept_id, null::varchar as oldman_id,
      t.emp_id as owner_id, t.emp_name || '的' || ${inWords(CertificateKind, 'c.kind')} as title,
      '有效期至 ' || c.valid_to || '，请提醒本人换证并登记。' as content
    from staff_certificate c join employee t on t.org_id = c.org_id and t.emp_id = c.emp_id
    where c.org_id = $1 and c.valid_to <= $2::date + $3::int and ${WORKING('t')} and not ${REPLACED}`,
    reads: ['employee', 'staff_certificate'],
  },
  {
    key: 'staffContract',
    type: RemindType.is.contract,
    title: '劳动合同到期',
    what: '员工的劳动合同、劳务协议到期之前，还没有续签；到期后继续提醒',
    leads: [...LEADS, 0],
    repeatDays: 7,
    needs: staffNeeds.list,
    act: '续签或办理离职',
    route: route('contracts'),
    gone: '已续签、改了期限，或员工已离职',
    sql: `select t.emp_id || '.' || c.contract_id as record_id, c.end_date as due_day, t.dept_id, null::varchar as oldman_id,
      t.emp_id as owner_id, t.emp_name || '的' || ${inWords(StaffContractKind, 'c.kind')} || '合同' as title,
      '到期日 ' || c.end_date || '，请与本人商定续签，或办理离职。' as content
    from staff_contract c join employee t on t.org_id = c.org_id and t.emp_id = c.emp_id
    where c.org_id = $1 and c.end_date <= $2::date + $3::int and ${WORKING('t')} and not ${FOLLOWED}`,
    reads: ['employee', 'staff_contract'],
  },
]
