// What should be there before a check-in is confirmed. Each item blocks, warns or is not asked for, as the organisation
// decides; a warning is passed by saying that it was seen.

import type { ClientBase, Pool } from 'pg'
import { yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import { type RequirementKey, type ResidenceSettingData, requirements } from '#contract/live/residenceForms'
import type { BookingTo } from '#contract/live/residenceWords'
import { ResidenceStatus } from '#contract/live/resident'
import { contractOf, riskNoticeSigned } from '#server/areas/live/contractDocument/contractUse'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'

type Client = Pool | ClientBase

export interface Requirement {
  key: RequirementKey
  title: string
  level: ResidenceSettingData['assessment']
  met: boolean
  /** What is there, or what is missing. */
  note: string | null
}

interface Facts {
  assessDate: string | null
  assessLevel: string | null
  reportDate: string | null
  reportExpire: string | null
  today: string
  depositFen: number
  /** Booking money that the check-in can turn into deposit; that of a trial is spent already. */
  bookingFen: number
  balanceFen: number
  owedFen: number
}

const FACTS = `select t.health_report_date as "reportDate", t.health_report_expire as "reportExpire", current_date as today,
  s.assess_date as "assessDate", s.level_name as "assessLevel", coalesce(a.deposit_fen, 0) as "depositFen",
  case when t.status = ${ResidenceStatus.is.trial} then 0 else coalesce(a.booking_fen, 0) end as "bookingFen",
  coalesce(a.balance_fen, 0) as "balanceFen", coalesce(a.owed_fen, 0) as "owedFen"
from oldman t left join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id
left join lateral (select assess_date, level_name from assessment x where x.org_id = t.org_id and x.oldman_id = t.oldman_id
  and x.family = 'ability' and x.state = 'DONE' order by x.bound desc, x.assess_date desc limit 1) s on true
where t.org_id = $1 and t.oldman_id = $2`

type Judged = Pick<Requirement, 'met' | 'note'>

/** What the form agrees on, where it is known: without it any deposit counts. */
export interface Agreed {
  depositFen?: number | null | undefined
  bookingTo?: Static<typeof BookingTo.schema> | null | undefined
}

function depositJudged(facts: Facts, { depositFen, bookingTo }: Agreed): Judged {
  const booked = (bookingTo ?? 'DEPOSIT') === 'DEPOSIT' ? facts.bookingFen : 0
  const there = facts.depositFen + booked
  const words = `${yuanText(there)} 元${booked > 0 ? `（含订金 ${yuanText(booked)} 元转入）` : ''}`
  if (depositFen === 0) return { met: true, note: there > 0 ? words : '约定不收押金' }
  if (there <= 0) return { met: false, note: '尚未收取押金' }
  const missing = (depositFen ?? 0) - there
  return missing > 0
    ? { met: false, note: `应收 ${yuanText(depositFen!)} 元，已收 ${words}，还差 ${yuanText(missing)} 元` }
    : { met: true, note: words }
}

function judged(
  facts: Facts,
  contract: { contractNo: string } | null,
  risk: boolean,
  agreed: Agreed,
): Record<RequirementKey, Judged> {
  const { reportDate, reportExpire, today } = facts
  const expired = reportExpire !== null && reportExpire < today
  const yes = (note: string | null): Judged => ({ met: true, note })
  const no = (note: string): Judged => ({ met: false, note })
  return {
    assessment: facts.assessDate
      ? yes(`${facts.assessDate}${facts.assessLevel ? ` ${facts.assessLevel}` : ''}`)
      : no('没有已完成的评估'),
    contract: contract ? yes(contract.contractNo) : no('没有已签且在有效期内的入住合同'),
    healthReport: !reportDate
      ? no('档案中没有体检报告日期')
      : expired
        ? no(`体检报告已于 ${reportExpire} 过期`)
        : yes(`${reportDate}${reportExpire ? `，有效至 ${reportExpire}` : ''}`),
    riskNotice: risk ? yes(null) : no('没有已签的风险告知书'),
    deposit: depositJudged(facts, agreed),
    firstBill: facts.owedFen > 0 || facts.balanceFen > 0 ? yes(null) : no('账户还没有应收或预存'),
  }
}

/** The caller has made sure that the resident is in scope. */
export async function requirementsOf(
  client: Client,
  orgId: string,
  oldmanId: string,
  agreed: Agreed = {},
): Promise<Requirement[]> {
  const asker = { client, orgId }
  // One after the other: the connection may be that of a transaction.
  const setting = await residenceSettingOf(client, orgId)
  const found = await client.query<Facts>({ name: 'check_in_facts', text: FACTS, values: [orgId, oldmanId] })
  const contract = await contractOf(asker, oldmanId)
  const risk = await riskNoticeSigned(asker, oldmanId)
  const all = judged(found.rows[0]!, contract, risk, agreed)
  return (Object.keys(requirements) as RequirementKey[]).map((key) => ({
    key,
    title: requirements[key],
    level: setting[key],
    ...all[key],
  }))
}

/** Refuses while something that blocks is missing, or something that warns was not accepted. Answers what was accepted. */
export async function requireRequirements(
  tx: Tx,
  oldmanId: string,
  accepted: readonly string[],
  agreed: Agreed,
): Promise<RequirementKey[]> {
  const missing = (await requirementsOf(tx.client, tx.orgId, oldmanId, agreed)).filter(
    (one) => !one.met && one.level !== 'off',
  )
  const blocking = missing.filter((one) => one.level === 'block')
  const words = (list: readonly Requirement[]) => list.map((one) => `${one.title}（${one.note}）`).join('、')
  if (blocking.length > 0) throw invalid(`还不能办理入住，必须先满足：${words(blocking)}`, 'accepted')
  const open = missing.filter((one) => !accepted.includes(one.key))
  if (open.length > 0) throw invalid(`请先确认以下尚未满足的条件：${words(open)}`, 'accepted')
  return missing.map((one) => one.key)
}
