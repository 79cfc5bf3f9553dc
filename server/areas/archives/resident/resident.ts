// The archives of the cared-for persons, for reading. A reader sees the parts their codes name, inside their
// departments; whole numbers only with a code of its own, and then it stands in the log.

import { type ResidentRowData, resident, viewNeeds } from '#contract/archives/resident'
import { formats } from '#contract/kit/formats'
import { maskedCard, maskedPhone } from '#contract/kit/privacy'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE, notesMeant, ResidentNote } from '#contract/live/resident'
import {
  AGE,
  archiveOf,
  BED_PATH,
  CONTACT,
  keywordMatches,
  keywordValues,
  listLabelOf,
  NOTED,
  PLACE,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { contains, type Filter, pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import { type View, viewConditions } from './residentViews.ts'

/** Which rows this reader may see, whatever they ask for. */
function allowed(who: Caller): string {
  const open = (Object.keys(viewNeeds) as View[]).filter((view) => who.may(viewNeeds[view]))
  return open.includes('all') ? 'true' : `(${open.map((view) => viewConditions[view]).join(' or ') || 'false'})`
}

function viewFilters(who: Caller, view: View): Filter[] {
  if (!who.may(viewNeeds[view]) && !who.may(viewNeeds.all)) throw new Refusal('NO_PERMISSION')
  // A filter without a value would leave the text; the organisation's id is always there.
  return view === 'all' ? [] : [[`${viewConditions[view]} and ?::text is not null`, who.orgId]]
}

const mayReveal = (who: Caller) => who.may(resident.calls.reveal.needs)

const SELECT = `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
  t.notes as attention, t.archive_no as "archiveNo", t.birth_date as "birthDate", t.id_card as "idCard", t.phone, t.category,
  ${listLabelOf('elderCategory', 't.category')} as "categoryName", t.dept_id as "deptId", dp.dept_name as "deptName",
  at.bed_id as "bedId", at.path as "bedPath", t.check_in_date as "checkInDate",
  case when t.status in (${IN_HOUSE}) then current_date - t.check_in_date end as days, contact.name as "contactName",
  ${listLabelOf('relationToElder', 'contact.relation')} as "contactRelation", contact.phone as "contactPhone",
  t.created_at as "createTime"`

const JOIN = `${PLACE} ${CONTACT} left join dept dp on dp.org_id = t.org_id and dp.dept_id = t.dept_id`

/** Any part of the way to the bed. */
const BED = `${BED_PATH} like ?`

/** 松鹤楼 › 2层 and 松鹤楼/2层 mean the path as it is stored. */
const bedPattern = (text: string | null | undefined) => contains(text?.replace(/\s*[›>/]\s*/g, '>'))

const NUMBERS = ['t.archive_no', 't.id_card', 't.phone']

function keywordFilter(text: string | null | undefined): Filter[] {
  const typed = text?.trim()
  return typed ? [[keywordMatches(typed, NUMBERS), keywordValues(typed)]] : []
}

function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  if (!formats['yiyuan-date']!.test(text)) throw invalid('日期应为 年-月-日', field)
  return text
}

const withNotes = (row: Omit<ResidentRowData, 'attentionText'>): ResidentRowData => ({
  ...row,
  attentionText: row.attention.map((note) => ResidentNote.label(note)).join('、'),
})

const masked = (row: ResidentRowData): ResidentRowData => ({
  ...row,
  idCard: maskedCard(row.idCard),
  phone: row.phone && maskedPhone(row.phone),
  contactPhone: row.contactPhone && maskedPhone(row.contactPhone),
})

/** The resident, if one of the reader's lists shows them. */
async function visibleResident(who: Caller, oldmanId: string) {
  const found = await who.app.pool.query(
    `select 1 from oldman t where t.org_id = $1 and t.oldman_id = $2 and ${allowed(who)}`,
    [who.orgId, oldmanId],
  )
  if (found.rows.length === 0) throw notFound('老人档案')
  return archiveOf(who.app.pool, who, oldmanId)
}

export default implement(resident, {
  list: async (q, who) => {
    const answer = await pageOfRows<Omit<ResidentRowData, 'attentionText'>>(
      who.app.pool,
      {
        from: 'oldman t',
        key: 'oldman_id',
        select: SELECT,
        join: JOIN,
        filters: [
          ['t.org_id = ?', who.orgId],
          deptFilter(who, 't'),
          ...viewFilters(who, q.view ?? 'all'),
          ...keywordFilter(q.keyword),
          ['t.id_card like ?', contains(q.idCard)],
          ['t.phone like ?', contains(q.phone)],
          ['t.sex = ?', q.sex],
          [`t.birth_date <= current_date - make_interval(years => ?::int)`, q.ageFrom],
          [`t.birth_date > current_date - make_interval(years => ?::int + 1)`, q.ageTo],
          ['t.category = ?', q.category],
          ['t.status = ?', q.status],
          [NOTED, notesMeant(q.attention)],
          ['t.dept_id = ?', q.deptId],
          [BED, bedPattern(q.bed)],
          ['t.check_in_date >= ?::date', dayOf(q.checkInFrom, 'checkInFrom')],
          ['t.check_in_date <= ?::date', dayOf(q.checkInTo, 'checkInTo')],
        ],
        sorts: {
          oldmanName: 't.pinyin',
          age: 't.birth_date',
          archiveNo: 't.archive_no',
          checkInDate: 't.check_in_date',
          createTime: 't.created_at',
        },
        defaultSort: 't.created_at desc',
      },
      // The older, the earlier born.
      { ...q, orderBy: flipAge(q.orderBy) },
    )
    const rows = answer.list.map(withNotes)
    if (q.plain !== 1 || !mayReveal(who)) return { ...answer, list: rows.map(masked) }
    await who.tx(async (tx) => tx.log({ remark: `查看 ${rows.length} 位老人的完整证件号码`, targetType: 'oldman' }))
    return { ...answer, list: rows }
  },
  detail: async ({ oldmanId }, who) => {
    const one = await visibleResident(who, oldmanId)
    const contact = one.family.find((member) => member.emergency) ?? one.family[0]
    return {
      ...one,
      attentionText: one.attentionNames.join('、'),
      idCard: maskedCard(one.idCard),
      contactName: contact?.name ?? null,
      contactRelation: contact?.relationName ?? null,
      contactPhone: contact?.phone ?? null,
      family: one.family.map((member) => ({ ...member, idCard: member.idCard && maskedCard(member.idCard) })),
    }
  },
  reveal: async ({ oldmanId }, who) => {
    const one = await visibleResident(who, oldmanId)
    await who.tx(async (tx) => {
      tx.log({ remark: `查看“${one.oldmanName}”的完整证件号码`, targetType: 'oldman', targetId: oldmanId })
    })
    return {
      idCard: one.idCard,
      family: one.family.map(({ familyId, idCard }) => ({ familyId, idCard })),
    }
  },
})

function flipAge(orderBy: string | null | undefined): string | null | undefined {
  const age = /^\s*age(\s+desc)?(?:\s+asc)?\s*$/i.exec(orderBy ?? '')
  return age ? (age[1] ? 'age asc' : 'age desc') : orderBy
}
