// Where to-dos are stored. They belong to people: those tried are the administrator's own.
import type { StoredRecords } from '#server/kit/test/storedRecords'

const ADMIN = `(select a.user_id from account a where a.org_id = $1::varchar and a.is_admin order by a.user_id limit 1)`

export default {
  todo: {
    table: 'todo',
    id: 'todo_id',
    where: `t.state = 'OPEN' and t.key is null and t.creator_id = t.assignee_id and exists (select from account a where a.org_id = t.org_id
      and a.user_id = t.creator_id and a.is_admin)`,
    make: `insert into todo (org_id, todo_id, title, creator_id, creator_name, assignee_id, assignee_name)
      select $1::varchar, $2::varchar, '试', ${ADMIN}, '管理员', ${ADMIN}, '管理员'`,
  },
  todoStep: {
    table: 'todo_step',
    id: 'step_id',
    where: `exists (select from todo d join account a on a.org_id = d.org_id and a.user_id = d.creator_id and a.is_admin
      where d.org_id = t.org_id and d.todo_id = t.todo_id and d.state in ('OPEN', 'DOING'))`,
    make: `insert into todo_step (org_id, step_id, todo_id, title, sort)
      select t.org_id, $2::varchar, t.todo_id, '试', 9 from todo t join account a on a.org_id = t.org_id and a.user_id = t.creator_id and a.is_admin
      where t.org_id = $1::varchar and t.state in ('OPEN', 'DOING') order by t.todo_id limit 1`,
  },
} satisfies StoredRecords
