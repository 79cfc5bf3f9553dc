// Handlers of the alarms.

import { notFound } from '#contract/kit/refusal'
import { type AlarmStepData, alarm } from '#contract/monitor/alarm'
import { AlarmStatus } from '#contract/monitor/words'
import { partPattern, startPattern } from '#server/areas/residents/public'
import { implement } from '#server/kit/implement'
import { pageOfRows, several } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter } from '#server/kit/tenant'
import {
  ALARM_COLUMNS,
  ALARM_JOINS,
  ALARM_SCOPE,
  type AlarmRow,
  cardsOf,
  openCards,
  stageFilters,
  toCard,
} from './alarmCards.ts'
import { handleAlarms, ignoreAlarms, ignoreMany, takeAlarms } from './alarmClose.ts'
import { curveOf } from './alarmCurve.ts'

export default implement(alarm, {
  list: async (query, who) => {
    const page = await pageOfRows<AlarmRow>(
      who.app.pool,
      {
        from: 'alarm_record t',
        key: 'record_id',
        select: ALARM_COLUMNS,
        join: ALARM_JOINS,
        filters: [
          ['t.org_id = ?', who.orgId],
          deptFilter(who, 't'),
          [
            `exists (select from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id
              and (o.oldman_name like ?1 or o.readings like ?2))`,
            query.oldmanName?.trim() ? several(partPattern(query.oldmanName), startPattern(query.oldmanName)) : null,
          ],
          ['t.device_no like ?', query.deviceNo?.trim() ? partPattern(query.deviceNo) : null],
          ['t.source = ?', query.source],
          ['t.type = ?', query.type],
          ['t.level = ?', query.level],
          ['t.status = ?', query.status],
          ...stageFilters(query.stage),
          ['t.dept_id = ?', query.deptId],
          ['t.bed_id = ?', query.bedId],
          ['t.oldman_id = ?', query.oldmanId],
          ...within('t.raised_at', {
            from: query.raisedAtStart,
            to: query.raisedAtEnd,
            names: ['raisedAtStart', 'raisedAtEnd'],
            or: query.openToo === 1 ? `t.status = ${AlarmStatus.is.open}` : null,
          }),
        ],
        sorts: { raisedAt: 't.raised_at', level: 't.level', handledAt: 't.handled_at' },
        // What is open stands first: it is what the night is about, however long ago it began.
        defaultSort:
          query.openToo === 1 && query.raisedAtStart
            ? `t.status <> ${AlarmStatus.is.open}, t.raised_at desc`
            : 't.raised_at desc',
      },
      query,
    )
    return { ...page, list: page.list.map(toCard) }
  },
  open: (_, who) => openCards(who.app.pool, who.orgId, who.deptIds),
  get: async ({ recordId }, who) => {
    const { rows } = await who.app.pool.query(
      `select t.record_id from alarm_record t where t.org_id = $1 and t.record_id = $3 and ${ALARM_SCOPE('$2')}`,
      [who.orgId, who.deptIds, recordId],
    )
    if (rows.length === 0) throw notFound('告警')
    const [cards, steps] = await Promise.all([
      cardsOf(who.app.pool, [{ orgId: who.orgId, recordId }]),
      who.app.pool.query<AlarmStepData>(
        `select step_id as "stepId", kind, rank, user_name as "userName", note, at from alarm_step
        where org_id = $1 and record_id = $2 order by at, step_id`,
        [who.orgId, recordId],
      ),
    ])
    return { card: cards[0]!.card, steps: steps.rows }
  },
  curve: ({ recordId }, who) => curveOf(who, recordId),
  take: ({ recordId, also }, who) => takeAlarms(who, [recordId, ...(also ?? [])]),
  handle: ({ recordId, result, remark, incidents, also, overTaker }, who) =>
    handleAlarms(
      who,
      [recordId, ...(also ?? [])],
      { result, remark: remark ?? null, incidents },
      { overTaker: overTaker === true },
    ),
  ignore: ({ recordId, remark, also, overTaker }, who) =>
    ignoreAlarms(who, [recordId, ...(also ?? [])], remark ?? null, { overTaker: overTaker === true }),
  close: (body, who) => ignoreMany(who, { source: 'MATTRESS', ...body }),
})
