// Ids of the platform that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)

const insight = Object.fromEntries(
  [
    ['account', 'user'],
    ['dept', 'dept'],
    ['room', 'room'],
    ['bed', 'bed'],
    ['resident', 'resident'],
  ].map(([kind, type]) => [`platform.insight.record query.id as ${kind}`, () => ({ type })] as const),
)
/** A log row about it: the demonstration is not logged act by act. */
const logged = Object.fromEntries(
  [
    ['resident', 'oldman', 'oldman_id'],
    ['bed', 'bed', 'bed_id'],
    ['bill', 'bill', 'bill_id'],
    ['account', 'account', 'user_id'],
  ].flatMap(([kind, table, column]) =>
    ['list', 'record'].map(
      (call) =>
        [
          `platform.log.${call} query.targetId as ${kind}`,
          async (product: Parameters<ReturnType<typeof row>>[0]) => {
            const found = await row(`select ${column} as id from ${table} where org_id = $1 order by 1`)(product)
            await product.app.pool.query(
              `update operation_log set target_type = '${table}', target_id = $2 where org_id = $1 and log_id =
                  (select log_id from operation_log where org_id = $1 and target_type = 'file' limit 1)`,
              [DEMO_ORG, found.id],
            )
            return { targetId: found.id, ...(call === 'record' && { targetType: table }) }
          },
        ] as const,
    ),
  ),
)

export default {
  samples: {
    ...insight,
    ...logged,
    'platform.bed.currentDept query.roomId': async (product) => {
      const found = await row(
        `select room_id as "roomId" from room where org_id = $1 and exists (select from bed where bed.room_id = room.room_id) order by 1 desc`,
      )(product)
      await product.app.pool.query(
        `update room set dept_id = (select dept_id from dept where org_id = $1 and dept_name = '院办公室') where org_id = $1 and room_id = $2`,
        [DEMO_ORG, found.roomId],
      )
      return found
    },
  },
  anyDept: {
    'platform.log': 'the log is the organisation’s: whoever may read it reads all of it',
  },
  spared: {
    'platform.log.export body': 'the file holds the rows that were found',
    'platform.log.loginExport body': 'the file holds the rows that were found',
    'platform.message.read body.messageIds': 'a message of nobody is marked for nobody',
    'platform.staff.list body.deptId': 'a list that is asked for by POST; it is empty',
  },
  unread: {
    'platform.dept.create body.orgId': 'existing clients send it; the organisation is the caller’s',
    'platform.dept.update body.orgId': 'existing clients send it; the organisation is the caller’s',
    'platform.user.sort body.deptId': 'existing clients send it; users are sorted by their ids',
    'platform.session.checkDeptLanding query.userId': 'existing clients send it; it is asked about the caller',
  },
  beyond: {
    'platform.employee.doctorsOfDept':
      'the demonstration has no doctors; colleagues and nurses are read by the same statement',
    'platform.session.firstPassword': 'the caller’s own id alone is taken: session.test.ts',
    'platform.session.ownPassword': 'the caller’s own id alone is taken: session.test.ts',
    'platform.location.saveLevels body.seen':
      'what the form was filled from: whatever differs is refused as changed meanwhile',
  },
} satisfies IdKnowledge
