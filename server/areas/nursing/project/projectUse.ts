// Who uses a care project, in words: what is used is not deleted.
import type pg from 'pg'
import { NAMED, shortList } from '#server/areas/nursing/shortList'

interface ProjectUse {
  /** Names of those who use it, the first of them first, with their number; `$1` organisation, `$2` project. */
  names: string
  say(names: string): string
}

const uses: readonly ProjectUse[] = [
  {
    names: `select l.level_name as name, count(*) over ()::int as count from level_project p
      join nursing_level l on l.org_id = p.org_id and l.level_id = p.level_id
      where p.org_id = $1 and p.project_id = $2 order by l.sort, l.level_name limit ${NAMED}`,
    say: (names) => `护理等级 ${names}`,
  },
  {
    names: `select o.oldman_name as name, count(*) over ()::int as count from care_plan_item i
      join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id
      join oldman o on o.org_id = p.org_id and o.oldman_id = p.oldman_id
      where i.org_id = $1 and i.project_id = $2 group by o.oldman_id, o.oldman_name order by o.oldman_name limit ${NAMED}`,
    say: (names) => `${names}的护理计划`,
  },
  {
    names: `select o.oldman_name as name, count(*) over ()::int as count from care_execution x
      join oldman o on o.org_id = x.org_id and o.oldman_id = x.oldman_id
      where x.org_id = $1 and x.project_id = $2 and not exists (select from care_plan_item i join care_plan p on p.org_id = i.org_id
        and p.plan_id = i.plan_id where i.org_id = x.org_id and i.project_id = x.project_id and p.oldman_id = x.oldman_id)
      group by o.oldman_id, o.oldman_name order by o.oldman_name limit ${NAMED}`,
    say: (names) => `${names}的护理执行记录`,
  },
]

export async function usersOf(client: pg.Pool | pg.ClientBase, orgId: string, projectId: string): Promise<string[]> {
  const said = await Promise.all(
    uses.map(async ({ names, say }) => {
      const { rows } = await client.query<{ name: string; count: number }>(names, [orgId, projectId])
      const [first] = rows
      if (!first) return []
      const all = rows.map((row) => row.name)
      return [say(shortList(all, first.count))]
    }),
  )
  return said.flat()
}
