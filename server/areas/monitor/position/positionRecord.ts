// Handlers of the positioning alarms' records.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type AlarmStepData, alarm } from '#contract/monitor/alarm'
import { type PositionRecordData, positionRecord } from '#contract/monitor/positionRecord'
import { AlarmStatus, type AlarmStatusValue } from '#contract/monitor/words'
import {
  ALARM_COLUMNS,
  ALARM_JOINS,
  ALARM_SCOPE,
  type AlarmRow,
  openCards,
  stageFilters,
  toCard,
} from '#server/areas/monitor/alarm/alarmCards'
import { handleAlarms, ignoreAlarms, ignoreMany } from '#server/areas/monitor/alarm/alarmClose'
import { partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter } from '#server/kit/tenant'

const COLUMNS = `${ALARM_COLUMNS}, nullif(concat_ws(' ', ml.location_name, m.map_name), '') as "mapName", coalesce(o.oldman_name, us.emp_name) as "holderName"`

type RecordRow = AlarmRow & Pick<PositionRecordData, 'mapName' | 'holderName'>

function toRecord({ mapName, holderName, ...row }: RecordRow): PositionRecordData {
  return { ...toCard(row), mapName, holderName }
}

async function requireOwn(who: Caller, recordId: string): Promise<void> {
  const { rows } = await who.app.pool.query(
    `select from alarm_record t where t.org_id = $1 and t.record_id = $3 and t.source = 'TAG' and ${ALARM_SCOPE('$2')}`,
    [who.orgId, who.deptIds, recordId],
  )
  if (rows.length === 0) throw notFound('告警')
}

async function handling(who: Caller, recordId: string) {
  const [card, steps] = await Promise.all([
    who.app.pool.query<RecordRow>(
      `select ${COLUMNS} from alarm_record t ${ALARM_JOINS}
      where t.org_id = $1 and t.record_id = $3 and t.source = 'TAG' and ${ALARM_SCOPE('$2')}`,
      [who.orgId, who.deptIds, recordId],
    ),
    who.app.pool.query<AlarmStepData>(
      `select step_id as "stepId", kind, rank, user_name as "userName", note, at from alarm_step
      where org_id = $1 and record_id = $2 order by at, step_id`,
      [who.orgId, recordId],
    ),
  ])
  if (!card.rows[0]) throw notFound('告警')
  return { card: toRecord(card.rows[0]), steps: steps.rows }
}

const removeRecord = (who: Caller, recordId: string) =>
  who.tx(async (tx) => {
    const { rows } = await tx.client.query<{
      status: AlarmStatusValue
      content: string
      name: string | null
      at: string
    }>(
      `select t.status, t.content, coalesce(o.oldman_name, us.emp_name, t.device_no) as name, t.raised_at as at
      from alarm_record t left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
      left join employee us on us.org_id = t.org_id and us.emp_id = t.user_id
      where t.org_id = $1 and t.record_id = $3 and t.source = 'TAG' and ${ALARM_SCOPE('$2')} for update of t`,
      [tx.orgId, who.deptIds, recordId],
    )
    const found = rows[0]
    if (!found) throw notFound('告警')
    if (found.status === AlarmStatus.is.open)
      throw new Refusal('STATE_NOT_ALLOWED', { state: AlarmStatus.label(AlarmStatus.is.open), act: '删除' })
    await tx.client.query('delete from alarm_record where org_id = $1 and record_id = $2', [tx.orgId, recordId])
    tx.log({
      remark: `删除定位告警记录：${found.name} ${found.at} ${found.content}（${AlarmStatus.label(found.status)}）`,
      targetType: 'alarm',
      targetId: recordId,
      changes: { status: [found.status, null], content: [found.content, null], raisedAt: [found.at, null] },
    })
  })

export default implement(positionRecord, {
  list: async (query, who) => {
    const name = query.name?.trim()
    const page = await pageOfRows<RecordRow>(
      who.app.pool,
      {
        from: 'alarm_record t',
        key: 'record_id',
        select: COLUMNS,
        join: ALARM_JOINS,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.source = ?', 'TAG'],
          deptFilter(who, 't'),
          [
            `(exists (select from oldman o where o.org_id = t.org_id and o.oldman_id = t.oldman_id
                and (o.oldman_name like ?1 or o.readings like ?2))
              or exists (select from employee e where e.org_id = t.org_id and e.emp_id = t.user_id
                and (e.emp_name like ?1 or ' ' || e.initials || ' ' || e.pinyin like ?2)))`,
            name ? several(partPattern(name), startPattern(name)) : null,
          ],
          ['t.device_no ilike ?', contains(query.deviceNo)],
          ['t.type = ?', query.type],
          ['t.level = ?', query.level],
          ['t.status = ?', query.status],
          ...stageFilters(query.stage),
          ['t.map_id = ?', query.mapId],
          ['t.dept_id = ?', query.deptId],
          ['t.oldman_id = ?', query.oldmanId],
          ['t.device_id = ?', query.deviceId],
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
    return { ...page, list: page.list.map(toRecord) }
  },
  handle: async ({ recordId, status, result, remark, overTaker }, who) => {
    await requireOwn(who, recordId)
    const over = { overTaker: overTaker ?? true }
    if (status === AlarmStatus.is.ignored) return ignoreAlarms(who, [recordId], remark ?? result ?? null, over)
    if (!result?.trim()) throw invalid('请填写处理结果', 'result')
    return handleAlarms(who, [recordId], { result: result.trim(), remark: remark ?? null }, over)
  },
  handling: ({ recordId }, who) => handling(who, recordId),
  remove: async ({ recordId }, who) => {
    await removeRecord(who, recordId)
    return null
  },
  oneClickIgnore: (filter, who) => ignoreMany(who, { source: 'TAG', ...filter }),
  sendUnhandled: async (_, who) => {
    const cards = await openCards(who.app.pool, who.orgId, who.deptIds)
    for (const card of cards) {
      who.app.realtime.emit(
        who.orgId,
        alarm.events.changed,
        { change: 'sent', card, tookMs: null },
        { userIds: [who.userId] },
      )
    }
    return cards.length
  },
})
