// Reading the residence: who stands where, one resident whole, and what happened.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import { type Fen, fen } from '#contract/kit/money'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, notFound } from '#contract/kit/refusal'
import { OUTING_OPEN } from '#contract/live/outingMoves'
import type {
  ReservationData,
  ResidenceDetailData,
  ResidenceRowData,
  residence,
  StayData,
  StayEventData,
} from '#contract/live/residence'
import { type ResidenceMove, residenceMoves } from '#contract/live/residenceWords'
import { notesMeant, ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { amountsHidden, feesOfStays, hideMoney } from '#server/areas/expense/public'
import { PHASE } from '#server/areas/live/outing/outingSql'
import { applicationsOf } from '#server/areas/live/review/residenceAuditRead'
import {
  keywordMatches,
  keywordValues,
  lastLevel,
  NOTED,
  nextLevel,
  requireResident,
} from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, contains, type Filter, pageOfRows } from '#server/kit/page'
import { deptFilter, inDepts } from '#server/kit/tenant'
import { SLIP_DAYS } from './residenceCheckOut.ts'
import type { Reviews } from './residenceFacts.ts'
import { dueConditions, isDue, RESIDENCE_JOINS, residenceColumns } from './residenceSql.ts'

type ListQuery = InputOf<typeof residence.calls.list>
type Client = pg.Pool | pg.ClientBase

type StoredRow = Omit<ResidenceRowData, 'can' | 'masked'> & { enteredDays: number }

/** What decides which moves are offered. */
export type MoveFacts = Pick<
  StoredRow,
  'status' | 'settleState' | 'stayId' | 'wholeRoom' | 'enteredDays' | 'bookingLoose'
>

/** What the machine allows this reader, less what the facts exclude. */
export function canOf(who: Caller, row: MoveFacts): ResidenceMove[] {
  const settled = row.settleState === 'CONFIRMED'
  const facts: Partial<Record<ResidenceMove, boolean>> = {
    readmit: row.settleState === null || settled,
    undoCheckOut: row.stayId !== null && !settled,
    exchangeBed: !row.wholeRoom,
    settleBooking: row.bookingLoose,
    removeStay: row.settleState === null && row.enteredDays <= SLIP_DAYS,
  }
  return residenceMoves.can(row.status, (needs) => who.may(needs)).filter((move) => facts[move] ?? true)
}

function rowOf(who: Caller, row: StoredRow, masked: boolean): ResidenceRowData {
  const { enteredDays: _, ...shown } = masked ? hideMoney(row) : row
  return { ...shown, masked, can: canOf(who, row) }
}

const statusesOf = (text: string | null | undefined): number[] | null => {
  const parts = (text ?? '').split(',').filter((part) => part.trim() !== '')
  if (parts.length === 0) return null
  const known = parts.map((part) => ResidenceStatus.find(Number(part) as ResidenceStatusValue)?.value)
  if (known.some((value) => value === undefined)) throw invalid('入住状态不在可选范围内', 'status')
  return known as number[]
}

function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  if (!formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text
}

/** Scope, then what a person typed to find somebody. */
const scoped = (who: Caller): Filter[] => [['t.org_id = ?', who.orgId], deptFilter(who, 't')]

const NUMBERS = ['t.archive_no', 't.id_card', 't.phone']

function keywordFilter(keyword: string | null | undefined): Filter[] {
  const typed = keyword?.trim()
  return typed ? [[keywordMatches(typed, NUMBERS), keywordValues(typed)]] : []
}

const BED = `exists (select 1 from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  where b.org_id = t.org_id and b.bed_id = coalesce(t.current_bed_id, (select v.bed_id from reservation v
    where v.org_id = t.org_id and v.oldman_id = t.oldman_id and v.state = 'ACTIVE'))
  and concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) like ?)`

/** Some stay of theirs, not only the last, began (or ended) on one of these days: who came back counts for both months. */
const stayOn = (column: 'start_date' | 'end_date') => `exists (select 1 from stay s where s.org_id = t.org_id
  and s.oldman_id = t.oldman_id and s.${column} <@ (?::text)::daterange)`

function daysFilter(column: 'start_date' | 'end_date', from: string | null, to: string | null): Filter {
  return [stayOn(column), from || to ? `[${from ?? ''},${to ?? ''}]` : null]
}

const OWES = `exists (select 1 from elder_account a where a.org_id = t.org_id and a.oldman_id = t.oldman_id and a.owed_since < current_date)`

/** How many days ahead an item of `due` looks, by the organisation's settings. */
export async function dueFilter(client: Client, orgId: string, due: string | null | undefined): Promise<Filter | null> {
  if (!due) return null
  if (!isDue(due)) throw invalid('没有这种待办', 'due')
  const setting = await residenceSettingOf(client, orgId)
  const ahead = { trialEnding: setting.trialRemindDays, contractEnding: setting.contractRemindDays }
  return [dueConditions[due], due in ahead ? ahead[due as keyof typeof ahead] : 0]
}

async function filtersOf(who: Caller, query: ListQuery): Promise<Filter[]> {
  const due = await dueFilter(who.app.pool, who.orgId, query.due)
  return [
    ...scoped(who),
    ['t.status = any(?::int[])', statusesOf(query.status)],
    ...keywordFilter(query.keyword),
    ['t.sex = ?', query.sex],
    ['t.level_id = ?', query.levelId],
    ['t.dept_id = ?', query.deptId],
    [BED, contains(query.bed)],
    [NOTED, notesMeant(query.attention)],
    [`${OWES} = (?::int = 1)`, query.arrears],
    daysFilter('start_date', dayOf(query.startFrom, 'startFrom'), dayOf(query.startTo, 'startTo')),
    daysFilter('end_date', dayOf(query.endFrom, 'endFrom'), dayOf(query.endTo, 'endTo')),
    ...(due ? [due] : []),
  ]
}

const LIST_COLUMNS = residenceColumns('0')
const LIST_COLUMNS_COUNTING = residenceColumns('1')

export async function listResidence(who: Caller, query: ListQuery): Promise<PageInfo<ResidenceRowData>> {
  const { pool } = who.app
  const [filters, setting, masked] = await Promise.all([
    filtersOf(who, query),
    residenceSettingOf(pool, who.orgId),
    amountsHidden(pool, who.orgId, who),
  ])
  const page = await pageOfRows<StoredRow>(
    pool,
    {
      from: 'oldman t',
      key: 'oldman_id',
      select: setting.countCheckoutDay ? LIST_COLUMNS_COUNTING : LIST_COLUMNS,
      join: RESIDENCE_JOINS,
      filters,
      sorts: {
        createTime: 't.created_at',
        oldmanName: 't.pinyin',
        age: 't.birth_date',
        startDate: 't.check_in_date',
        status: 't.status',
      },
      defaultSort: 't.created_at desc',
    },
    query,
  )
  return { ...page, list: page.list.map((row) => rowOf(who, row, masked)) }
}

/** Every status, also those where nobody stands. */
export async function countResidence(who: Caller, query: InputOf<typeof residence.calls.counts>) {
  const { where, values } = conditionsOf([
    ...scoped(who),
    ['t.dept_id = ?', query.deptId],
    ...keywordFilter(query.keyword),
  ])
  const found = await who.app.pool.query<{ status: number; count: number }>({
    text: `select t.status, count(*) as count from oldman t where ${where} group by t.status`,
    values,
  })
  const counts = new Map(found.rows.map((row) => [row.status, row.count]))
  return ResidenceStatus.list.map(({ value }) => ({ status: value, count: counts.get(value) ?? 0 }))
}

const ONE = (columns: string) => `select ${columns} from oldman t ${RESIDENCE_JOINS}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.oldman_id = $3`

const member = (column: string) =>
  `(select f.name from oldman_family f where f.org_id = s.org_id and f.family_id = s.${column})`

const STAYS = `select s.stay_id as "stayId", s.kind, s.start_date as "startDate", s.trial_start as "trialStart",
  s.trial_end as "trialEnd", s.formal_date as "formalDate", s.end_date as "endDate",
  coalesce(s.end_date, current_date) - s.start_date + $3::int as days, lv.level_id as "levelId",
  lv.level_name as "levelName", s.whole_room as "wholeRoom", s.contract_no as "contractNo",
  s.contract_start as "contractStart", s.contract_end as "contractEnd", s.deposit_fen as "depositFen",
  s.pay_day as "payDay", s.payer_id as "payerId", ${member('payer_id')} as "payerName",
  s.guarantor_id as "guarantorId", ${member('guarantor_id')} as "guarantorName", s.emergency_id as "emergencyId",
  ${member('emergency_id')} as "emergencyName", s.guardian_id as "guardianId", ${member('guardian_id')} as "guardianName",
  s.custody, s.sale_id as "saleId", m.emp_name as "saleName", s.checkout_reason as "checkoutReason",
  (select label from dictionary_value cv join dictionary cd on cd.org_id = cv.org_id and cd.dictionary_id = cv.dictionary_id
    where cd.org_id = s.org_id and cd.dictionary_code = 'checkoutReason' and cv.value = s.checkout_reason)
    as "checkoutReasonName", s.checkout_to as "checkoutTo", s.checkout_remark as "checkoutRemark", s.remark,
  e.state as "settleState", e.settle_no as "settleNo", s.version,
  nl.level_id as "nextLevelId", nl.level_name as "nextLevelName", ${nextLevel('s', 'from_date')} as "nextLevelDate",
  coalesce((select jsonb_agg(jsonb_build_object('bedId', o.bed_id, 'bedPath',
      concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name), 'kind', o.kind, 'fromDate', lower(o.days),
      'toDate', upper(o.days), 'reason', o.reason) order by lower(o.days) desc, o.kind desc, b.bed_name)
    from occupancy o join bed b on b.org_id = o.org_id and b.bed_id = o.bed_id
    join room r on r.org_id = b.org_id and r.room_id = b.room_id
    left join location l on l.org_id = r.org_id and l.location_id = r.area
    where o.org_id = s.org_id and o.stay_id = s.stay_id), '[]'::jsonb) as beds, current_date as today
from stay s left join nursing_level lv on lv.org_id = s.org_id and lv.level_id = ${lastLevel('s')}
left join nursing_level nl on nl.org_id = s.org_id and nl.level_id = ${nextLevel('s', 'level_id')}
left join employee m on m.org_id = s.org_id and m.emp_id = s.sale_id
left join settlement e on e.org_id = s.org_id and e.stay_id = s.stay_id
where s.org_id = $1 and s.oldman_id = $2
order by (s.end_date is null) desc, s.start_date desc, s.created_at desc, s.stay_id desc`

interface StoredStay extends Omit<StayData, 'fees'> {
  nextLevelId: string | null
  nextLevelName: string | null
  nextLevelDate: string | null
  today: string
}

const RESERVATION = (which: string) => `select v.reserve_id as "reserveId", v.bed_id as "bedId",
  concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as "bedPath", v.reserve_date as "reserveDate",
  v.expect_check_in as "expectCheckIn", v.expire_date as "expireDate", v.booking_fen as "bookingFen",
  v.sale_id as "saleId", m.emp_name as "saleName", v.state, v.cancel_reason as "cancelReason",
  v.cancel_money as "cancelMoney", v.remark, v.version
from reservation v join bed b on b.org_id = v.org_id and b.bed_id = v.bed_id
join room r on r.org_id = b.org_id and r.room_id = b.room_id
left join location l on l.org_id = r.org_id and l.location_id = r.area
left join employee m on m.org_id = v.org_id and m.emp_id = v.sale_id
where v.org_id = $1 and v.oldman_id = $2 and ${which}`
const ACTIVE = RESERVATION(`v.state = 'ACTIVE'`)
/** The last one that is over and had money. */
const LAPSED = RESERVATION(`v.state <> 'ACTIVE' and v.booking_fen > 0 order by v.updated_at desc, v.reserve_id limit 1`)
const LOOSE = 'select booking_fen as fen from elder_account where org_id = $1 and oldman_id = $2'

function plansOf(open: StoredStay | undefined): Pick<ResidenceDetailData, 'plannedMove' | 'plannedLevel'> {
  const move = open?.beds.find((bed) => bed.kind === 'STAY' && bed.fromDate > open.today)
  return {
    plannedMove: move ? { bedId: move.bedId, bedPath: move.bedPath, fromDate: move.fromDate } : null,
    plannedLevel: open?.nextLevelId
      ? { levelId: open.nextLevelId, levelName: open.nextLevelName ?? '', fromDate: open.nextLevelDate! }
      : null,
  }
}

/** Asked only where there is some: one statement after the other, the connection may be that of a transaction. */
async function looseOf(client: Client, who: Caller, oldmanId: string) {
  const lapsed = await client.query<ReservationData>({
    name: 'residence_lapsed',
    text: LAPSED,
    values: [who.orgId, oldmanId],
  })
  const held = await client.query<{ fen: Fen }>({ name: 'residence_loose', text: LOOSE, values: [who.orgId, oldmanId] })
  return { lapsed: lapsed.rows[0] ?? null, looseFen: held.rows[0]!.fen }
}

/** Inside a transaction with its connection, so that the answer says what was just written. */
export async function residenceDetail(
  client: Client,
  who: Caller,
  oldmanId: string,
  reviews: Reviews,
): Promise<ResidenceDetailData> {
  const { countCheckoutDay } = await residenceSettingOf(client, who.orgId)
  const found = await client.query<StoredRow>({
    name: countCheckoutDay ? 'residence_one_counting' : 'residence_one',
    text: ONE(countCheckoutDay ? LIST_COLUMNS_COUNTING : LIST_COLUMNS),
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  const stays = await client.query<StoredStay>({
    name: 'residence_stays',
    text: STAYS,
    values: [who.orgId, oldmanId, countCheckoutDay ? 1 : 0],
  })
  const fees = await feesOfStays(client, who.orgId, oldmanId)
  const reserved = await client.query<ReservationData>({
    name: 'residence_reservation',
    text: ACTIVE,
    values: [who.orgId, oldmanId],
  })
  const loose = row.bookingLoose ? await looseOf(client, who, oldmanId) : { lapsed: null, looseFen: fen(0) }
  const masked = await amountsHidden(client, who.orgId, who)
  const open = stays.rows.find((stay) => stay.endDate === null)
  const money = {
    stays: stays.rows.map((stay) => ({ ...stay, fees: fees.filter((fee) => fee.stayId === stay.stayId) })),
    reservation: reserved.rows[0] ?? null,
    ...loose,
  }
  return {
    ...rowOf(who, row, masked),
    ...(masked ? hideMoney(money) : money),
    ...plansOf(open),
    applications: row.applied.length > 0 ? await applicationsOf(client, who, oldmanId, row.deptId) : [],
    review: reviews,
    openOuting: await openOuting(client, who.orgId, oldmanId),
    totalDays: stays.rows.reduce((sum, stay) => sum + stay.days, 0),
  }
}

const OPEN_OUTING = `select t.out_id as "outId", t.out_no as "outNo", ${PHASE} as phase, t.actual_out is not null as departed,
  t.plan_out as "planOut", t.plan_return as "planReturn"
from outing t where t.org_id = $1 and t.oldman_id = $2 and t.state in (${OUTING_OPEN})`

/** Asked for, agreed or under way; it ends with a check-out. */
async function openOuting(client: Client, orgId: string, oldmanId: string): Promise<ResidenceDetailData['openOuting']> {
  type Open = NonNullable<ResidenceDetailData['openOuting']>
  const found = await client.query<Open>({ name: 'residence_outing', text: OPEN_OUTING, values: [orgId, oldmanId] })
  return found.rows[0] ?? null
}

const RECORD = `select event_id as "eventId", kind, day, content, reason, from_status as "fromStatus",
  to_status as "toStatus", user_name as "userName", created_at as "createTime"
from stay_event where org_id = $1 and oldman_id = $2 and ($3::text is null or kind = $3)
order by created_at desc, event_id desc limit 1000`

/** Amounts in sentences: 2,000.00 */
const AMOUNT = /\d[\d,]*\.\d\d(?!\d)/g

export async function residenceRecord(who: Caller, oldmanId: string, kind: string | null): Promise<StayEventData[]> {
  await requireResident(who.app.pool, who, oldmanId)
  const found = await who.app.pool.query<StayEventData>({
    name: 'residence_record',
    text: RECORD,
    values: [who.orgId, oldmanId, kind],
  })
  if (!(await amountsHidden(who.app.pool, who.orgId, who))) return found.rows
  return found.rows.map((row) => ({ ...row, content: row.content.replace(AMOUNT, '***') }))
}

/** The moves this reader may make of one resident now, as the list says them; none for a resident outside their scope. */
export async function movesOf(who: Caller, oldmanId: string): Promise<ResidenceMove[]> {
  const found = await who.app.pool.query<StoredRow>({
    name: 'residence_one',
    text: ONE(LIST_COLUMNS),
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const row = found.rows[0]
  return row ? canOf(who, row) : []
}
