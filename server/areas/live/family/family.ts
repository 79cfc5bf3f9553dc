// Handlers of the families.

import { invalid } from '#contract/kit/refusal'
import { type FamilyRowData, family } from '#contract/live/family'
import { ResidenceStatus } from '#contract/live/resident'
import { AGE, archiveOf, nameMatches, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { type Filter, pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import { bindingOf, maskedMember, memberColumns, memberOf, roleText } from './familyRead.ts'
import { addMember, removeMember, saveMember } from './familyWrite.ts'

const FROM = 'oldman_family t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id'

// The shared pieces call the resident `t`, which here is the member.
const RESIDENT = `left join lateral (select t.oldman_name, t.sex, ${AGE} as age, t.head, t.status, t.notes as attention, at.path
  from oldman t ${PLACE} where t.org_id = o.org_id and t.oldman_id = o.oldman_id) resident on true`

const SELECT = `o.oldman_id as "oldmanId", resident.oldman_name as "oldmanName", resident.sex, resident.age, resident.head,
  resident.status, resident.attention, resident.path as "bedPath", ${memberColumns('t')}, t.created_at as "createTime"`

/** Both patterns in one value: a filter has one place. */
const patterns = (text: string) => [partPattern(text), startPattern(text)]
const inBoth = (sql: string) => sql.replaceAll('?', '(?::text[])[1]').replaceAll('@', '(?::text[])[2]')

const MEMBER = inBoth(`(t.name like ? or ' ' || t.initials like @ or ' ' || t.pinyin like @ or t.phone like ?)`)
const OF_RESIDENT = inBoth(`(${nameMatches('?', '@').replaceAll('t.', 'o.')} or o.archive_no like ?)`)

function named(sql: string, text: string | null | undefined): Filter[] {
  return text?.trim() ? [[sql, patterns(text)]] : []
}

/** A column of the table; what else the option set might hold is no SQL. */
const roleColumns = { emergency: 't.emergency', payer: 't.payer', guarantor: 't.guarantor', guardian: 't.guardian' }

function statuses(text: string | null | undefined): readonly number[] | null {
  if (!text) return null
  const values = text.split(',').map((part) => Number(part.trim()))
  const known = new Set<number>(ResidenceStatus.list.map((option) => option.value))
  if (values.some((value) => !known.has(value))) throw invalid('老人状态不在可选范围内', 'status')
  return values
}

type Query = Parameters<Parameters<typeof implement<typeof family>>[1]['list']>[0]

async function find(q: Query, who: Caller) {
  const answer = await pageOfRows<Omit<FamilyRowData, 'roleText'>>(
    who.app.pool,
    {
      from: FROM,
      key: 'family_id',
      select: SELECT,
      join: RESIDENT,
      filters: [
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 'o'),
        ...named(MEMBER, q.keyword),
        ...named(OF_RESIDENT, q.oldman),
        ['t.oldman_id = ?', q.oldmanId],
        // A mark has no value of its own to compare with.
        [`${q.role ? roleColumns[q.role] : 'true'} and ?::text is not null`, q.role],
        ['t.relation = ?', q.relation],
        [`${bindingOf('t')} = ?`, q.binding],
        ['o.status = any(?::int[])', statuses(q.status)],
      ],
      sorts: { name: 't.pinyin', oldmanName: 'o.pinyin', createTime: 't.created_at' },
      defaultSort: 't.created_at desc',
    },
    q,
  )
  return {
    ...answer,
    list: answer.list.map((row) => ({ ...maskedMember(row), roleText: roleText(row) })),
  }
}

const COMPANIONS = `select distinct companion as name, companion_phone as phone from outing
where org_id = $1 and oldman_id = $2`

export default implement(family, {
  list: find,
  phones: async ({ oldmanId }, who) => {
    const resident = await archiveOf(who.app.pool, who, oldmanId)
    await who.tx(async (tx) => {
      tx.log({ remark: `查看“${resident.oldmanName}”家属和陪同人的完整电话`, targetType: 'oldman', targetId: oldmanId })
    })
    const companions = await who.app.pool.query<{ name: string; phone: string }>({
      name: 'family_companions',
      text: COMPANIONS,
      values: [who.orgId, oldmanId],
    })
    return [...resident.family.map(({ name, phone }) => ({ name, phone })), ...companions.rows]
  },
  detail: ({ familyId }, who) => memberOf(who.app.pool, who, familyId),
  add: ({ oldmanId, ...form }, who) =>
    who.tx(async (tx) => memberOf(tx.client, who, await addMember(tx, who, oldmanId, form))),
  save: (form, who) =>
    who.tx(async (tx) => {
      await saveMember(tx, who, form)
      return memberOf(tx.client, who, form.familyId)
    }),
  remove: async ({ familyId }, who) => {
    await who.tx((tx) => removeMember(tx, who, familyId))
    return null
  },
})
