// Handlers of the mattresses.

import { type MattressResidentData, mattress } from '#contract/monitor/mattress'
import { AGE, nameMatches, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'

export default implement(mattress, {
  residents: (query, who) =>
    pageOfRows<MattressResidentData>(
      who.app.pool,
      {
        from: `oldman t join device v on v.org_id = t.org_id and v.bed_id = t.current_bed_id and v.kind = 'MATTRESS'`,
        key: 'oldman_id',
        select: `t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
          t.notes as attention, at.bed_id as "bedId", at.path as "bedPath", v.device_id as "deviceId", v.device_no as "deviceNo",
          v.online, v.in_bed as "inBed"`,
        join: PLACE,
        filters: [
          ['t.org_id = ?', who.orgId],
          deptFilter(who, 't'),
          [
            nameMatches('(?::text[])[1]', '(?::text[])[2]'),
            query.oldmanName?.trim() ? [partPattern(query.oldmanName), startPattern(query.oldmanName)] : null,
          ],
          ['t.dept_id = ?', query.deptId],
        ],
        sorts: { oldmanName: 't.pinyin' },
        defaultSort: 't.pinyin',
      },
      query,
    ),
})
