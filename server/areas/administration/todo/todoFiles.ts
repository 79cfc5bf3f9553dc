// Who may open the papers and pictures of to-dos: whoever has to do with the to-do, as its page shows it.
import { todoNeeds } from '#contract/administration/todoWords'
import type { FileHolder, FileReaders } from '#server/kit/fileHolders'
import { HANDED, LED } from './todoSql.ts'

const readers = (todoId: string): FileReaders[] => {
  const seen = (who: string) =>
    `exists (select from todo t where t.org_id = l.org_id and t.todo_id = ${todoId} and ${who})`
  return [
    { needs: todoNeeds.list, where: seen(`(t.assignee_id = $4 or t.creator_id = $4 or ${HANDED('$4')})`) },
    { needs: todoNeeds.manage, where: seen(LED('$2')) },
  ]
}

export const todoFileHolders: readonly FileHolder[] = [
  {
    kind: 'administration.todo',
    table: 'todo',
    keys: ['todo_id'],
    addresses: ['attachments'],
    readers: readers('l.record_id'),
  },
  {
    kind: 'administration.todoEntry',
    table: 'todo_entry',
    keys: ['entry_id'],
    addresses: ['attachments'],
    readers: readers('(select e.todo_id from todo_entry e where e.org_id = l.org_id and e.entry_id = l.record_id)'),
  },
]
