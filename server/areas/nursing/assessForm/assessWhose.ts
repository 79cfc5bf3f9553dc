// Whose assessments a list shows: by department, name and number. People are few and assessments many, so people are looked at
// first. A few are named to the list, which then reads only theirs; of many the newest are met on the way down, and how many
// they are is counted person by person out of an index.
import { partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { conditionsOf, type Filter, type ListPlan, several } from '#server/kit/page'

/** Up to so many people, or numbers, are named one by one. */
const FEW = 200

interface Asked {
  keyword?: string | null
  deptId?: string | null
}

const HAN = /\p{Script=Han}/u

/** A number of an assessment has a digit and nothing Chinese; a name is not digits alone. */
function typedIn({ keyword }: Asked): { name: string | null; number: string | null } {
  const typed = keyword?.trim()
  if (!typed) return { name: null, number: null }
  return {
    name: /^[\d\s-]+$/.test(typed) ? null : typed,
    number: /\d/.test(typed) && !HAN.test(typed) ? typed : null,
  }
}

/** Conditions of people that hang on nobody's assessment: ?2 departments of the reader, ?3 department, ?4 name, ?5 reading. */
interface People {
  archived: string
  asking: string
}

function peopleWho({ deptIds }: Caller, { deptId }: Asked, named: boolean): People {
  const of = (t: string, reading: string, ...more: readonly (string | false)[]) =>
    [
      'true',
      deptIds !== null && `(${t}.dept_id is null or ${t}.dept_id = any(?2::text[]))`,
      named && `(${t}.oldman_name like ?4 or ${reading})`,
      ...more,
    ]
      .filter((one) => one !== false)
      .join(' and ')
  return {
    archived: of('o', 'o.readings like ?5', Boolean(deptId) && 'o.dept_id = ?3'),
    // A department is where somebody lives or lived.
    asking: of('c', `' ' || c.initials like ?5 or ' ' || c.pinyin like ?5`, Boolean(deptId) && 'false'),
  }
}

const ARCHIVED = 'select o.oldman_id as id from oldman o where o.org_id = ?1'
const ASKING = 'select c.consultation_id as id from consultation c where c.org_id = ?1'
// Read out of the index over the numbers alone.
const NUMBERED = 'select n.assess_no as id from assessment n where n.org_id = ?1 and n.assess_no like ?6'

/** Of one assessment: its person is one of them, all of whom are read once. */
const isOf = ({ archived, asking }: People) =>
  `(t.oldman_id in (${ARCHIVED} and ${archived}) or (t.oldman_id is null and t.consultation_id in (${ASKING} and ${asking})))`

const COUNT_ARCHIVED = 'oldman o join assessment t on t.org_id = o.org_id and t.oldman_id = o.oldman_id'
const COUNT_ASKING =
  'consultation c join assessment t on t.org_id = c.org_id and t.consultation_id = c.consultation_id and t.oldman_id is null'

/** Filters and count of a list. `more`: what else is asked for, about the assessment `t` alone. */
export async function whose(
  who: Caller,
  asked: Asked,
  more: readonly Filter[],
): Promise<Pick<ListPlan, 'filters' | 'counted'>> {
  const { name, number } = typedIn(asked)
  const own: Filter = ['t.org_id = ?', who.orgId]
  if (who.deptIds === null && !asked.deptId && name === null && number === null) return { filters: [own, ...more] }
  const start = name && startPattern(name)
  const bound = (numbers: readonly string[] = [], elders: readonly string[] = [], askers: readonly string[] = []) =>
    several(
      ...[who.orgId, who.deptIds, asked.deptId, name && partPattern(name), start, number && partPattern(number)],
      ...[numbers, elders, askers],
    )
  const few = async (text: string): Promise<string[]> => {
    const { where, values } = conditionsOf([[`${text} limit ${FEW + 1}`, bound()]])
    return (await who.app.pool.query<{ id: string }>(where, values)).rows.map((one) => one.id)
  }
  // With a number alone nobody is meant by name.
  const people = name === null && number !== null ? null : peopleWho(who, asked, name !== null)
  const [elders, askers, numbers] = await Promise.all([
    people ? few(`${ARCHIVED} and ${people.archived}`) : [],
    people ? few(`${ASKING} and ${people.asking}`) : [],
    number === null ? [] : few(NUMBERED),
  ])
  const listed = Math.max(elders.length, askers.length) <= FEW
  // A number counts where its reader sees whose it is.
  const seen = who.deptIds === null && !asked.deptId ? [] : [isOf(peopleWho(who, asked, false))]
  const fits = numbers.length > FEW ? `t.assess_no in (${NUMBERED})` : 't.assess_no = any(?7::text[])'
  const numbered = [...seen, fits].join(' and ')
  if (people === null) return { filters: [own, [numbered, bound(numbers)], ...more] }
  if (listed || numbers.length > 0) {
    const named = askers.length > 0 ? ' or (t.oldman_id is null and t.consultation_id = any(?9::text[]))' : ''
    const of = listed ? `t.oldman_id = any(?8::text[])${named}` : isOf(people)
    const any = numbers.length > 0 ? `(${of} or (${numbered}))` : `(${of})`
    return { filters: [own, [any, bound(numbers, elders, askers)], ...more] }
  }
  return {
    filters: [own, [isOf(people), bound()], ...more],
    counted: [
      { from: COUNT_ARCHIVED, filters: [['o.org_id = ?', who.orgId], [people.archived, bound()], ...more] },
      { from: COUNT_ASKING, filters: [['c.org_id = ?', who.orgId], [people.asking, bound()], ...more] },
    ],
  }
}
