// Contract documents that run out: every morning those who make them are told once of each; the work bench counts them
// until the next one is made.

import { CONTRACT_SIGNED, ContractState, contractDocument } from '#contract/live/contractDocument'
import { RoleLevel } from '#contract/platform/role'
import { UserStatus } from '#contract/platform/user'
import { notify, SETTING_TABLES } from '#server/areas/platform/public'
import { WITH_RESIDENT } from '#server/areas/residents/public'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'
import { inDepts } from '#server/kit/tenant'
import type { Todo } from '#server/kit/todos'
import { ENDING, remindDays } from './contractDocumentRead.ts'

const { calls, pages } = contractDocument
const FROM = `contract_document t ${WITH_RESIDENT}`
const ROUTE = `${pages.list.path}?due=ending`

interface DueRow {
  contractId: string
  contractNo: string
  title: string
  oldmanName: string
  deptId: string | null
  daysLeft: number
  endDate: string
}

const ORGS = `select distinct org_id as "orgId" from contract_document
where state in (${CONTRACT_SIGNED}) and reminded_at is null and end_date <= current_date + 180`

const DUE = `select t.contract_id as "contractId", t.contract_no as "contractNo", t.title, o.oldman_name as "oldmanName",
  o.dept_id as "deptId", t.end_date - current_date as "daysLeft", t.end_date as "endDate"
from ${FROM} where t.org_id = $1 and t.reminded_at is null and ${ENDING.replace('?', '$2')}
order by t.end_date, t.contract_id for update of t`

/** Accounts that may make documents, with the departments whose residents they see; null: all of them. */
const PEOPLE = `select a.user_id as "userId", a.is_admin as "isAdmin",
  case when a.is_admin then null else array(select x.dept_id::text from employee_data_dept x
    where x.org_id = a.org_id and x.emp_id = a.user_id) end as "deptIds"
from account a where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled}
  and (a.is_admin or exists (select 1 from account_role ar
    join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    left join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
    left join authority h on h.authority_id = ra.authority_id
    where ar.org_id = a.org_id and ar.user_id = a.user_id and (r.role_level = ${RoleLevel.is.preset} or h.authority_code = $2)))`

interface Person {
  userId: string
  isAdmin: boolean
  deptIds: string[] | null
}

const sentence = ({ oldmanName, title, endDate, daysLeft }: DueRow) =>
  daysLeft < 0
    ? `${oldmanName}《${title}》已于 ${endDate} 到期`
    : daysLeft === 0
      ? `${oldmanName}《${title}》今天到期`
      : `${oldmanName}《${title}》还有 ${daysLeft} 天到期`

const MOST_NAMED = 5

async function remindOne(app: AppContext, orgId: string): Promise<number> {
  return systemTransaction(app, orgId, '合同文书', '合同到期提醒', async (tx) => {
    const days = await remindDays(tx.client, orgId)
    const { rows: due } = await tx.client.query<DueRow>({ name: 'contracts_ending', text: DUE, values: [orgId, days] })
    if (due.length === 0) {
      tx.log({ remark: '合同到期提醒：没有新的到期文书' })
      return 0
    }
    await tx.client.query(
      'update contract_document set reminded_at = now() where org_id = $1 and contract_id = any($2)',
      [orgId, due.map((row) => row.contractId)],
    )
    const found = await tx.client.query<Person>(PEOPLE, [orgId, calls.create.needs])
    // Administrators are told only where nobody else does this work.
    const staff = found.rows.filter((one) => !one.isAdmin)
    const people = staff.length > 0 ? staff : found.rows
    // Those who see the same residents get the same message.
    const groups = new Map<string, { rows: DueRow[]; userIds: string[] }>()
    for (const { userId, deptIds } of people) {
      const rows = due.filter((row) => deptIds === null || row.deptId === null || deptIds.includes(row.deptId))
      if (rows.length === 0) continue
      const key = rows.map((row) => row.contractId).join()
      const group = groups.get(key) ?? { rows, userIds: [] }
      group.userIds.push(userId)
      groups.set(key, group)
    }
    for (const { rows, userIds } of groups.values()) {
      const more = rows.length > MOST_NAMED ? ` 等 ${rows.length} 份` : ''
      await notify(tx, userIds, {
        kind: 'contract',
        title: rows.length === 1 ? sentence(rows[0]!) : `${rows.length} 份合同文书即将到期或已到期`,
        content: `${rows.slice(0, MOST_NAMED).map(sentence).join('；')}${more}。请联系家属续签，或办理退住。`,
        route: ROUTE,
      })
    }
    tx.log({ remark: `合同到期提醒 ${due.length} 份：${due.slice(0, MOST_NAMED).map(sentence).join('；')}` })
    return due.length
  })
}

export async function remindContracts(app: AppContext): Promise<number> {
  const orgs = await app.pool.query<{ orgId: string }>(ORGS)
  let reminded = 0
  for (const { orgId } of orgs.rows) reminded += await remindOne(app, orgId)
  return reminded
}

export const remindContractsJob = defineJob('live.remindContracts', (_, app) => remindContracts(app))
export const remindContractsDaily = defineCron(remindContractsJob, '20 8 * * *')

const IN_SCOPE = `t.org_id = $1 and ${inDepts('o', '$2')}`

export const contractTodos: readonly Todo[] = [
  {
    key: 'contractDocEnding',
    title: '合同到期',
    order: 60,
    needs: calls.create.needs,
    route: ROUTE,
    tone: 'amber',
    reads: ['contract_document', 'oldman', ...SETTING_TABLES],
    count: async (who) => {
      const days = await remindDays(who.app.pool, who.orgId)
      const found = await who.app.pool.query<{ count: number; late: number; first: string | null }>({
        name: 'todo_contract_ending',
        text: `select count(*)::int as count, (count(*) filter (where t.end_date < current_date))::int as late,
            min(t.end_date)::text as first
          from ${FROM} where ${IN_SCOPE} and ${ENDING.replace('?', '$3')}`,
        values: [who.orgId, who.deptIds, days],
      })
      const { count, late, first } = found.rows[0]!
      return { count, late, note: first && (late > 0 ? `${late} 份已过期` : `最早 ${first} 到期`) }
    },
  },
  {
    key: 'contractDocSigning',
    title: '合同待签',
    order: 61,
    needs: calls.sign.needs,
    route: `${pages.list.path}?state=${ContractState.is.signing}`,
    tone: 'amber',
    reads: ['contract_document', 'oldman'],
    count: async (who) => {
      const found = await who.app.pool.query<{ count: number; days: number | null }>({
        name: 'todo_contract_signing',
        text: `select count(*)::int as count, current_date - min(t.updated_at)::date as days
          from ${FROM} where ${IN_SCOPE} and t.state = ${ContractState.is.signing}`,
        values: [who.orgId, who.deptIds],
      })
      const { count, days } = found.rows[0]!
      return { count, note: days === null || days < 1 ? null : `最久 ${days} 天` }
    },
  },
]
