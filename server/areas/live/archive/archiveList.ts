// The list of the archives with its counts, and the plain list that other screens choose residents from. Every filter
// runs in SQL inside the reader's organisation and departments; the page is found first, joins meet only its rows.

import type { InputOf } from '#contract/kit/call'
import { formats } from '#contract/kit/formats'
import { fen } from '#contract/kit/money'
import type { PageInfo } from '#contract/kit/paging'
import { maskedCard, maskedPhone } from '#contract/kit/privacy'
import { invalid } from '#contract/kit/refusal'
import {
  type ArchiveRowData,
  Arrears,
  type archive,
  archiveNeeds,
  type CompletenessBand,
  GAP_BELOW,
  type ResidentChoiceData,
} from '#contract/live/archive'
import { OutingState } from '#contract/live/outingMoves'
import {
  IN_HOUSE,
  isRiskMark,
  NOT_YET_IN,
  notesMeant,
  ResidenceStatus,
  type ResidenceStatusValue,
  ResidentNote,
} from '#contract/live/resident'
import { amountsHidden } from '#server/areas/expense/public'
import { canOf, type MoveFacts } from '#server/areas/live/residence/residenceRead'
import { BOOKING_LOOSE, LAST_STAY, SETTLE_STATE } from '#server/areas/live/residence/residenceSql'
import {
  AGE,
  areaFilter,
  awayNow,
  BED_PATH,
  bedPattern,
  CONTACT,
  keywordMatches,
  keywordValues,
  listLabelOf,
  NOTED,
  overdue,
  PLACE,
  statusesOf,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter, pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

type ListQuery = InputOf<typeof archive.calls.list>
type CountsQuery = InputOf<typeof archive.calls.counts>
type ChoicesQuery = InputOf<typeof archive.calls.choices>
type Band = (typeof CompletenessBand.list)[number]['value']

const MOST_IDS = 500

function idsOf(text: string | null | undefined): string[] | null {
  if (!text) return null
  const ids = text.split(',').filter(Boolean)
  if (ids.length > MOST_IDS) throw invalid(`一次最多选择 ${MOST_IDS} 人`, 'ids')
  return ids
}

function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  if (!formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text
}

/** The phone somebody called from is mostly one of the family's. Without the row's own org_id it runs once, not per row. */
const FAMILY_PHONE = 't.oldman_id in (select f.oldman_id from oldman_family f where f.org_id = ?3 and f.phone like ?1)'
const DIGITS = /^\d{4,}$/

function keywordFilter(orgId: string, text: string | null | undefined, numbers: boolean): Filter[] {
  const typed = text?.trim()
  if (!typed) return []
  const own = keywordMatches(typed, numbers ? ['t.archive_no', 't.id_card', 't.phone'] : ['t.archive_no'])
  if (!numbers || !DIGITS.test(typed)) return [[own, keywordValues(typed)]]
  return [[`(${own} or ${FAMILY_PHONE})`, keywordValues(typed, orgId)]]
}

const OWES = `exists (select 1 from elder_account a where a.org_id = t.org_id and a.oldman_id = t.oldman_id and a.owed_since < current_date)`

const bands: Readonly<Record<Band, readonly [number, number]>> = {
  low: [0, GAP_BELOW - 1],
  middle: [GAP_BELOW, 89],
  high: [90, 100],
}

/** Who lives here and whose archive has gaps: the to-do and the list it opens share this. */
export const GAPS = `t.status in (${IN_HOUSE}) and t.completeness < ${GAP_BELOW}`

function dueFilter(due: string | null | undefined): Filter[] {
  if (!due) return []
  if (due !== 'gaps') throw invalid('没有这一类待办', 'due')
  return [[`(${GAPS} and ?::boolean)`, true]]
}

const scopeOf = (who: Caller): Filter[] => [['t.org_id = ?', who.orgId], deptFilter(who, 't')]

function filtersOf(who: Caller, q: CountsQuery): Filter[] {
  const band = q.completeness ? bands[q.completeness] : null
  return [
    ...scopeOf(who),
    ...keywordFilter(who.orgId, q.keyword, true),
    ...areaFilter(who.orgId, q.areaId),
    [`${BED_PATH} like ?`, bedPattern(q.bed)],
    ['t.level_id = ?', q.levelId],
    [NOTED, notesMeant(q.attention)],
    [`${OWES} = ?::boolean`, q.arrears === null || q.arrears === undefined ? null : q.arrears === Arrears.is.owes],
    ['t.sex = ?', q.sex],
    ['t.birth_date <= current_date - make_interval(years => ?::int)', q.ageFrom],
    ['t.birth_date > current_date - make_interval(years => ?::int + 1)', q.ageTo],
    ['t.category = ?', q.category],
    ['t.dept_id = ?', q.deptId],
    ['t.check_in_date >= ?::date', dayOf(q.checkInFrom, 'checkInFrom')],
    ['t.check_in_date <= ?::date', dayOf(q.checkInTo, 'checkInTo')],
    ['t.created_at >= ?::date', dayOf(q.createFrom, 'createFrom')],
    ['t.created_at < ?::date + 1', dayOf(q.createTo, 'createTo')],
    ['t.completeness between (?::int[])[1] and (?::int[])[2]', band],
    ['t.oldman_id = any(?)', idsOf(q.ids)],
    ...dueFilter(q.due),
  ]
}

const RESERVED = `left join lateral (select rv.bed_id, rv.expect_check_in from reservation rv
  where rv.org_id = t.org_id and rv.oldman_id = t.oldman_id and rv.state = 'ACTIVE') rs on true`
const AT_BED = PLACE.replace('t.current_bed_id', 'coalesce(t.current_bed_id, rs.bed_id)')
const OUT = `left join lateral (select case when o.state = ${OutingState.is.overdue} or o.plan_return < now() then 2
  else 1 end as late from outing o
  where o.org_id = t.org_id and o.oldman_id = t.oldman_id and ${awayNow('o')}
  limit 1) away on true`
/** What decides which moves of the residence are offered; the residence list says the same. */
const STAY_FACTS = `${SETTLE_STATE} as "settleState", s.stay_id as "stayId",
  coalesce(s.whole_room and s.end_date is null, false) as "wholeRoom", ${BOOKING_LOOSE('ac')} as "bookingLoose",
  coalesce(current_date - s.created_at::date, 0) as "enteredDays"`

const SELECT = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
  t.notes as attention, t.archive_no as "archiveNo", t.birth_date as "birthDate", t.id_card as "idCard", t.phone,
  t.dept_id as "deptId", dp.dept_name as "deptName", at.bed_id as "bedId", at.path as "bedPath",
  t.level_id as "levelId", lv.level_name as "levelName", t.category,
  ${listLabelOf('elderCategory', 't.category')} as "categoryName",
  case when t.status in (${NOT_YET_IN}) then rs.expect_check_in else t.check_in_date end as "checkInDate",
  t.status in (${NOT_YET_IN}) as expected,
  case when t.status in (${IN_HOUSE}) then current_date - t.check_in_date end as days,
  coalesce(ac.balance_fen, 0) as "balanceFen", coalesce(${overdue('ac')}, 0) as "owedFen",
  contact.name as "contactName", ${listLabelOf('relationToElder', 'contact.relation')} as "contactRelation",
  contact.phone as "contactPhone", t.completeness, coalesce(away.late, 0) as "outNow", t.created_at as "createTime",
  t.version, ${STAY_FACTS}`

const JOIN = `${RESERVED} ${AT_BED} ${CONTACT} ${OUT} ${LAST_STAY}
  left join dept dp on dp.org_id = t.org_id and dp.dept_id = t.dept_id
  left join nursing_level lv on lv.org_id = t.org_id and lv.level_id = t.level_id
  left join elder_account ac on ac.org_id = t.org_id and ac.oldman_id = t.oldman_id`

const moneySort = (amount: string) =>
  `(select ${amount} from elder_account a where a.org_id = t.org_id and a.oldman_id = t.oldman_id)`

const sorts = {
  oldmanName: 't.pinyin',
  age: 't.birth_date',
  archiveNo: 't.archive_no',
  checkInDate: 't.check_in_date',
  days: 't.check_in_date',
  balanceFen: moneySort('a.balance_fen'),
  owedFen: moneySort(overdue('a')),
  completeness: 't.completeness',
  createTime: 't.created_at',
}

/** An order by amounts would tell what is hidden. */
const { balanceFen: _balance, owedFen: _owed, ...plainSorts } = sorts

/** The older, the earlier born; the longer here, the earlier moved in. */
function turned(orderBy: string | null | undefined): string | null | undefined {
  const match = /^\s*(age|days)(\s+desc)?(?:\s+asc)?\s*$/i.exec(orderBy ?? '')
  return match ? `${match[1]} ${match[2] ? 'asc' : 'desc'}` : orderBy
}

type Found = Omit<ArchiveRowData, 'attentionText' | 'can'> & MoveFacts

const mayReveal = (who: Caller) => who.may(archiveNeeds.idCard)

/** What may not be read whole, in place: a page is made for one reader. */
function mask(row: ArchiveRowData): void {
  row.idCard = maskedCard(row.idCard)
  row.phone = row.phone && maskedPhone(row.phone)
  row.contactPhone = row.contactPhone && maskedPhone(row.contactPhone)
}

/** The arrears mark beside the name stays. */
function hideAmounts(row: ArchiveRowData): void {
  row.balanceFen = null
  row.owedFen = fen(row.owedFen > 0 ? 1 : 0)
}

export async function listArchives(who: Caller, q: ListQuery): Promise<PageInfo<ArchiveRowData>> {
  const hidden = await amountsHidden(who.app.pool, who.orgId, who)
  const answer = await pageOfRows<Found>(
    who.app.pool,
    {
      from: 'oldman t',
      key: 'oldman_id',
      select: SELECT,
      join: JOIN,
      filters: [...filtersOf(who, q), ['t.status = any(?)', statusesOf(q.status, 'status')]],
      sorts: hidden ? plainSorts : sorts,
      defaultSort: 't.created_at desc',
    },
    { ...q, orderBy: turned(q.orderBy) },
  )
  const whole = q.plain === 1 && mayReveal(who)
  const rows = answer.list.map((found): ArchiveRowData => {
    const row = Object.assign(found, {
      // Read back from the sheet, only notes set by hand are known.
      attentionText: found.attention.flatMap((note) => (isRiskMark(note) ? [] : ResidentNote.label(note))).join('、'),
      can: canOf(who, found),
    })
    if (!whole) mask(row)
    if (hidden) hideAmounts(row)
    return row
  })
  if (whole) {
    const remark = `查看 ${rows.length} 位老人的完整证件号码和电话`
    await who.tx(async (tx) => tx.log({ remark, targetType: 'oldman' }))
  }
  return { ...answer, list: rows }
}

export async function countArchives(who: Caller, q: CountsQuery) {
  const { where, values } = conditionsOf(filtersOf(who, q))
  const found = await who.app.pool.query<{ status: ResidenceStatusValue; count: number }>({
    text: `select t.status, count(*) as count from oldman t where ${where} group by t.status`,
    values,
  })
  const counts = new Map(found.rows.map((row) => [row.status, row.count]))
  return ResidenceStatus.list.map(({ value }) => ({ status: value, count: counts.get(value) ?? 0 }))
}

const CHOICE = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  t.archive_no as "archiveNo", t.pinyin, t.initials, t.dept_id as "deptId", dp.dept_name as "deptName",
  at.bed_id as "bedId", at.path as "bedPath", t.level_id as "levelId", lv.level_name as "levelName"`
const CHOICE_JOIN = `${PLACE} left join dept dp on dp.org_id = t.org_id and dp.dept_id = t.dept_id
  left join nursing_level lv on lv.org_id = t.org_id and lv.level_id = t.level_id`

/** Numbers find a resident only for those who may read archives: others could guess them digit by digit. */
export function listChoices(who: Caller, q: ChoicesQuery): Promise<PageInfo<ResidentChoiceData>> {
  return pageOfRows<ResidentChoiceData>(
    who.app.pool,
    {
      from: 'oldman t',
      key: 'oldman_id',
      select: CHOICE,
      join: CHOICE_JOIN,
      filters: [
        ...scopeOf(who),
        ['t.status = any(?)', statusesOf(q.oldmanStatuses, 'oldmanStatuses')],
        ...keywordFilter(who.orgId, q.keyword || q.oldmanName, who.may(archiveNeeds.list)),
        ['t.dept_id = ?', q.deptId],
        ['t.oldman_id = any(?)', idsOf(q.ids)],
      ],
      sorts: { oldmanName: 't.pinyin', archiveNo: 't.archive_no', createTime: 't.created_at' },
      defaultSort: 't.pinyin asc',
    },
    q,
  )
}
