// What the archives ask of a person: gaps in the archive of somebody who lives here.

import { archiveNeeds } from '#contract/live/archive'
import { IN_SCOPE } from '#server/areas/residents/public'
import type { Todo } from '#server/kit/todos'
import { GAPS } from './archiveList.ts'

const COUNT = `select count(*) as count, min(t.completeness) as lowest from oldman t where ${IN_SCOPE} and ${GAPS}`

export const archiveTodos: readonly Todo[] = [
  {
    key: 'archiveGaps',
    title: '档案待补全',
    order: 60,
    needs: archiveNeeds.edit,
    route: '/live/archives/base?due=gaps',
    tone: 'slate',
    reads: ['oldman'],
    count: async (who) => {
      const found = await who.app.pool.query<{ count: number; lowest: number | null }>({
        name: 'todo_archive_gaps',
        text: COUNT,
        values: [who.orgId, who.deptIds],
      })
      const { count, lowest } = found.rows[0]!
      return { count, note: count > 0 ? `最低完整 ${lowest}%` : null }
    },
  },
]
