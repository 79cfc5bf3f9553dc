// Ids of to-dos that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const filters = { view: 'all', keyword: null, state: null, priority: null, dueFrom: null, dueTo: null }
const given = row(`select t.assignee_id as "assigneeId" from todo t where t.org_id = $1 and t.creator_id is not null`, {
  ...filters,
  oldmanId: null,
})
/** One that is about somebody, with a person of few departments: whoever leads those departments finds it. */
const about = async (product: Parameters<typeof given>[0]) => {
  const todoId = newId()
  await product.app.pool.query(
    `insert into todo (org_id, todo_id, title, creator_id, creator_name, assignee_id, assignee_name, oldman_id)
     select a.org_id, $2, '试', a.user_id, '试', a.user_id, '试', (select o.oldman_id from oldman o where o.org_id = a.org_id
       and o.status = 1 and o.dept_id is not null and o.archive_no <> o.oldman_id order by o.oldman_id limit 1)
     from account a where a.org_id = $1 and a.user_name = 'zhaoqiang'`,
    [DEMO_ORG, todoId],
  )
  return row(`select t.oldman_id as "oldmanId" from todo t where t.org_id = $1 and t.todo_id = '${todoId}'`, {
    ...filters,
    assigneeId: null,
  })(product)
}
const ownStep = row(
  `select s.todo_id as "todoId", s.step_id as "stepId", true as done from todo_step s join todo t on t.org_id = s.org_id
     and t.todo_id = s.todo_id join account a on a.org_id = t.org_id and a.user_id = t.creator_id and a.user_name = 'zhengkai'
   where s.org_id = $1 and t.state in ('OPEN', 'DOING')`,
)
const withStep = async (product: Parameters<typeof given>[0]) => {
  const { todoId, stepId } = await ownStep(product)
  return { todoId, steps: [{ stepId, title: '一步' }], dueDay: null, dueTime: null, oldmanId: null, version: null }
}

export default {
  samples: {
    'administration.todo.list query.assigneeId': given,
    'administration.todo.counts query.assigneeId': given,
    'administration.todo.list query.oldmanId': about,
    'administration.todo.counts query.oldmanId': about,
    'administration.todo.tick body.stepId': ownStep,
    'administration.todo.save body.steps.0.stepId': withStep,
  },
  anyDept: {
    'administration.todo.add body.assigneeId': 'any colleague of the house who has the page may be given something',
    'administration.todo.save body.oldmanId':
      'only whoever gave it changes it; the check is that of a new one, and todo.test.ts tries it',
    'administration.todo.hand body.assigneeId': 'any colleague of the house who has the page may be given something',
  },
  unread: {
    'administration.todo.add body.steps.0.stepId': 'a new to-do has no steps yet: one that is named is refused',
  },
} satisfies IdKnowledge
