// Who is assessed: somebody with an archive, or somebody a consultation is about. In SQL the assessment is `t`, the archive
// `o`, the consultation `c`.
import type pg from 'pg'
import { invalid, notFound } from '#contract/kit/refusal'
import { ResidenceStatus } from '#contract/live/resident'
import { lockResident, RESIDENT_JOINS } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'
import { inDepts, type Scope } from '#server/kit/tenant'

const OWN_JOINS = `left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
  left join consultation c on c.org_id = t.org_id and c.consultation_id = t.consultation_id and t.oldman_id is null`

export const PERSON_JOINS = `${OWN_JOINS} ${RESIDENT_JOINS}
  left join dept cd on cd.org_id = c.org_id and cd.dept_id = c.dept_id
  left join nursing_level nl on nl.org_id = o.org_id and nl.level_id = o.level_id`

const YEARS = (at: string) => `extract(year from age(current_date, ${at}))::int`

export const PERSON_COLUMNS = `t.oldman_id as "oldmanId", t.consultation_id as "consultationId",
  coalesce(o.oldman_name, c.oldman_name) as "oldmanName", coalesce(o.sex, c.sex) as sex,
  coalesce(${YEARS('o.birth_date')}, ${YEARS('c.birth_date')}, c.age) as age, coalesce(o.head, c.head) as head,
  coalesce(o.notes, c.attention, '[]'::jsonb) as attention, o.status, at.path as "bedPath",
  coalesce(d.dept_name, cd.dept_name) as "deptName", nl.level_name as "nursingLevelName"`

/** Of one assessment: $1 organisation, $2 departments. */
export const PERSON_SCOPE = `t.org_id = $1 and (case when t.oldman_id is not null then ${inDepts('o', '$2')} else ${inDepts('c', '$2')} end)`
/** The joins that PERSON_SCOPE needs. */
export const SCOPE_JOINS = OWN_JOINS

export interface Person {
  oldmanId: string | null
  consultationId: string | null
  name: string
  deptId: string | null
}

const CONSULTATION = `select c.consultation_id as "consultationId", c.oldman_id as "oldmanId", c.oldman_name as name, c.dept_id as "deptId"
from consultation c where c.org_id = $1 and ${inDepts('c', '$2')} and c.consultation_id = $3 for no key update`

/** Held until the commit, so that two who begin at once do not begin twice. A consultation with an archive is that archive. */
export async function holdPerson(
  tx: Tx,
  scope: Scope,
  of: { oldmanId?: string | null; consultationId?: string | null },
): Promise<Person> {
  if (of.oldmanId && of.consultationId) throw invalid('老人和咨询只能选择一个', 'oldmanId')
  let { oldmanId } = of
  if (of.consultationId) {
    const found = await tx.client.query<Person>({
      name: 'assess_consultation',
      text: CONSULTATION,
      values: [scope.orgId, scope.deptIds, of.consultationId],
    })
    const row = found.rows[0]
    if (!row) throw notFound('咨询')
    if (row.oldmanId === null) return row
    oldmanId = row.oldmanId
  }
  if (!oldmanId) throw invalid('请选择要评估的老人', 'oldmanId')
  const resident = await lockResident(tx, scope, oldmanId)
  if (resident.status === ResidenceStatus.is.left) throw invalid(`${resident.name}已退住，不能再评估`, 'oldmanId')
  return { oldmanId: resident.oldmanId, consultationId: null, name: resident.name, deptId: resident.deptId }
}

const LEVELS_OF = `select distinct on (x.kind) x.kind, x.final_level as level from assessment x
where x.org_id = $1 and x.state = 'DONE' and x.kind = any($4)
  and (x.oldman_id = $2 or (x.oldman_id is null and x.consultation_id = $3))
order by x.kind, x.assess_date desc, x.created_at desc`

/** What the newest finished assessments of other kinds came to. */
export async function levelsOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  person: Pick<Person, 'oldmanId' | 'consultationId'>,
  kinds: readonly string[],
): Promise<Map<string, number>> {
  if (kinds.length === 0) return new Map()
  const found = await client.query<{ kind: string; level: number | null }>({
    name: 'assess_levels_of',
    text: LEVELS_OF,
    values: [orgId, person.oldmanId, person.consultationId, kinds],
  })
  return new Map(found.rows.flatMap((one) => (one.level === null ? [] : [[one.kind, one.level]])))
}
