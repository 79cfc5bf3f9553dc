// What of the residence falls on a day: outings, expected arrivals, ends of trials and contracts, birthdays.
import type { BirthdayData } from '#contract/home/bench'
import { archiveNeeds } from '#contract/live/archive'
import { CONTRACT_SIGNED, ContractState, contractDocument } from '#contract/live/contractDocument'
import { outing } from '#contract/live/outing'
import { OUTING_OPEN } from '#contract/live/outingMoves'
import { residence } from '#contract/live/residence'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { birthdaysBetween, PLACE, WITH_RESIDENT } from '#server/areas/residents/public'
import { type CalendarEntry, type CalendarReader, type CalendarSource, outsideName } from '#server/kit/calendarSources'
import { inDepts } from '#server/kit/tenant'

interface Row {
  id: string
  oldmanId: string
  name: string
  bedPath: string | null
  day: string
  /** Of an outing: when it begins, and on which day it ends. */
  time?: string
  endDay?: string
  /** Of a contract. */
  no?: string
  title?: string
}

/** The archive where it may be opened, the list of residents otherwise. */
const toResident = (who: CalendarReader, { oldmanId, name }: Pick<Row, 'oldmanId' | 'name'>) =>
  who.may(archiveNeeds.list) ? `/live/archives/detail/${oldmanId}` : `${residence.pages.list.path}?keyword=${name}`

/** The pieces about residents call them `t`; the paper is `p` then. */
const OF_RESIDENT = `join oldman t on t.org_id = p.org_id and t.oldman_id = p.oldman_id ${PLACE}`
const SCOPE = `p.org_id = $1 and ${inDepts('t', '$2')}`
const RESIDENT = `t.oldman_id as "oldmanId", t.oldman_name as name, at.path as "bedPath"`

const TRIALS = `select p.stay_id as id, ${RESIDENT}, to_char(p.trial_end, 'YYYY-MM-DD') as day from stay p ${OF_RESIDENT}
where ${SCOPE} and p.end_date is null and t.status = ${ResidenceStatus.is.trial} and p.trial_end between $3 and $4`

const STAY_CONTRACTS = `select p.stay_id as id, ${RESIDENT}, to_char(p.contract_end, 'YYYY-MM-DD') as day, null as no from stay p ${OF_RESIDENT}
where ${SCOPE} and p.end_date is null and t.status in (${IN_HOUSE}) and p.contract_end between $3 and $4`

/** The next one is made already: nothing ends. */
const CONTRACTS = `select p.contract_id as id, o.oldman_id as "oldmanId", o.oldman_name as name, null as "bedPath",
  to_char(p.end_date, 'YYYY-MM-DD') as day, p.contract_no as no, p.title
from contract_document p ${WITH_RESIDENT.replace(/\bt\./g, 'p.')}
where p.org_id = $1 and ${inDepts('o', '$2')} and p.state in (${CONTRACT_SIGNED}) and p.end_date between $3 and $4
  and o.status in (${IN_HOUSE}) and not exists (select 1 from contract_document n where n.org_id = p.org_id
    and n.oldman_id = p.oldman_id and n.state <> ${ContractState.is.voided} and n.contract_id <> p.contract_id
    and (n.previous_id = p.contract_id or (n.doc_type = p.doc_type and n.end_date > p.end_date)))`

const OUTINGS = `select p.out_id as id, ${RESIDENT}, to_char(p.plan_out, 'YYYY-MM-DD') as day, to_char(p.plan_out, 'HH24:MI') as time,
  to_char(p.plan_return, 'YYYY-MM-DD') as "endDay"
from outing p ${OF_RESIDENT}
where ${SCOPE} and p.state in (${OUTING_OPEN}) and p.plan_out < $4::date + 1 and p.plan_return >= $3::date`

const RESERVATIONS = `select p.reserve_id as id, ${RESIDENT}, to_char(p.expect_check_in, 'YYYY-MM-DD') as day from reservation p ${OF_RESIDENT}
where ${SCOPE} and p.state = 'ACTIVE' and p.expect_check_in between $3 and $4`

type Words = Pick<CalendarEntry, 'title' | 'outside' | 'route'>

const source = (
  { name, text, ...rest }: Omit<CalendarSource, 'entries'> & { name: string; text: string },
  words: (row: Row, who: CalendarReader) => Words,
): CalendarSource => ({
  ...rest,
  entries: async (who, { from, to }) => {
    const found = await who.app.pool.query<Row>({ name, text, values: [who.orgId, who.deptIds, from, to] })
    return found.rows.map((row) => ({
      key: row.id,
      day: row.day,
      time: row.time ?? null,
      endDay: row.endDay ?? null,
      ...words(row, who),
    }))
  },
})

const birthdays: CalendarSource = {
  kind: 'birthday',
  title: '老人生日',
  order: 20,
  family: 'purple',
  needs: `${archiveNeeds.list}|${residence.pages.list.needs}`,
  entries: async (who, { from, to }) => {
    const found: BirthdayData[] = await birthdaysBetween(who.app.pool, who, from, to)
    return found.map((one) => ({
      key: `${one.oldmanId}.${one.day}`,
      title: `${one.oldmanName} ${one.turns} 岁生日`,
      day: one.day,
      route: toResident(who, { oldmanId: one.oldmanId, name: one.oldmanName }),
      outside: `${outsideName(one.oldmanName, one.bedPath)} 生日`,
    }))
  },
}

export const residentCalendar: readonly CalendarSource[] = [
  birthdays,
  source(
    {
      kind: 'outing',
      title: '老人外出',
      order: 30,
      family: 'teal',
      needs: outing.pages.register.needs,
      name: 'calendar_outings',
      text: OUTINGS,
    },
    (row) => ({
      title: `${row.name} 外出`,
      // Where somebody goes, and whether that is to a doctor, stays inside.
      outside: `${outsideName(row.name, row.bedPath)} 外出`,
      route: `${outing.pages.register.path}?oldmanId=${row.oldmanId}`,
    }),
  ),
  source(
    {
      kind: 'reservation',
      title: '预计入住',
      order: 40,
      family: 'amber',
      needs: residence.pages.list.needs,
      name: 'calendar_reservations',
      text: RESERVATIONS,
    },
    (row, who) => ({
      title: `${row.name} 预计入住`,
      outside: `${outsideName(row.name, null)} 预计入住`,
      route: toResident(who, row),
    }),
  ),
  source(
    {
      kind: 'trialEnd',
      title: '试住到期',
      order: 50,
      family: 'orange',
      needs: residence.pages.list.needs,
      name: 'calendar_trials',
      text: TRIALS,
    },
    (row, who) => ({
      title: `${row.name} 试住到期`,
      outside: `${outsideName(row.name, row.bedPath)} 试住到期`,
      route: toResident(who, row),
    }),
  ),
  source(
    {
      kind: 'stayContract',
      title: '入住合同到期',
      order: 60,
      family: 'olive',
      needs: residence.pages.list.needs,
      name: 'calendar_stay_contracts',
      text: STAY_CONTRACTS,
    },
    (row, who) => ({
      title: `${row.name} 入住合同到期`,
      outside: `${outsideName(row.name, row.bedPath)} 入住合同到期`,
      route: toResident(who, row),
    }),
  ),
  source(
    {
      kind: 'contract',
      title: '文书到期',
      order: 61,
      family: 'olive',
      needs: contractDocument.pages.list.needs,
      name: 'calendar_contracts',
      text: CONTRACTS,
    },
    (row) => ({
      title: `${row.name}《${row.title}》到期`,
      outside: `${outsideName(row.name, null)} 文书到期`,
      route: `${contractDocument.pages.list.path}?keyword=${row.no}`,
    }),
  ),
]
