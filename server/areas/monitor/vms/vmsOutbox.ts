// Phone calls about alarms: what waits for a person or the voice service, and the job that dials.

import { notFound, Refusal } from '#contract/kit/refusal'
import { DEFAULT_SCENES } from '#contract/monitor/ladderWords'
import { type VmsOutboxData, VmsState, type VmsStateValue, vms } from '#contract/monitor/vms'
import { AlarmStatus } from '#contract/monitor/words'
import { DIAL_JOB, queueDial } from '#server/areas/monitor/ladder/climb'
import type { Caller, Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { newId } from '#server/kit/ids'
import { defineJob } from '#server/kit/jobDefinition'
import { conditionsOf, type Filter, pageOfRows } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'
import type { Todo } from '#server/kit/todos'
import { providerOf } from './vmsProvider.ts'
import { vmsAccount } from './vmsSettings.ts'

const TEST_SCENE = 'TEST'
const sceneNames = new Map([...DEFAULT_SCENES.map((one) => [one.scene, one.sceneName] as const), [TEST_SCENE, '试拨']])
const NAMES = [...sceneNames].map(([scene, name]) => `('${scene}', '${name}')`).join(', ')

/** A call about an alarm that is closed by now waits for nobody. */
const STATE = `case when t.state in ('WAITING', 'FAILED') and a.status <> ${AlarmStatus.is.open} then 'DROPPED' else t.state end`
const ALARM = 'left join alarm_record a on a.org_id = t.org_id and a.record_id = t.record_id'
const COLUMNS = `t.outbox_id as "outboxId", t.record_id as "recordId", t.scene,
  coalesce((select n.name from (values ${NAMES}) as n(scene, name) where n.scene = t.scene), t.scene) as "sceneName",
  coalesce(t.params->>'content', '') as content, t.params->>'place' as place, t.phone, t.user_name as "userName",
  t.provider, ${STATE} as state, t.tries, t.error, t.created_at as "createTime", t.sent_at as "sentAt"`

const SCOPE = (depts: string) =>
  `(${depts}::text[] is null or a.record_id is null or a.dept_id is null or a.dept_id = any(${depts}))`

export interface OutboxQuery {
  page?: number | null
  size?: number | null
  orderBy?: string | null
  state?: VmsStateValue | null
  userName?: string | null
  phone?: string | null
  startDate?: string | null
  endDate?: string | null
}

const like = (text: string | null | undefined) =>
  text?.trim() ? `%${text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null

const FROM = `vms_outbox t ${ALARM}`
const filtersOf = (who: Scope, query: OutboxQuery): Filter[] => [
  ['t.org_id = ?', who.orgId],
  ['(a.record_id is null or a.dept_id is null or a.dept_id = any(?))', who.deptIds],
  [`${STATE} = ?`, query.state],
  ['t.user_name like ?', like(query.userName)],
  ['t.phone like ?', like(query.phone)],
  ['t.created_at >= ?::date', query.startDate],
  ['t.created_at < ?::date + 1', query.endDate],
]

export const outboxPage = (who: Caller, query: OutboxQuery) =>
  pageOfRows<VmsOutboxData>(
    who.app.pool,
    {
      from: FROM,
      key: 'outbox_id',
      select: COLUMNS,
      filters: filtersOf(who, query),
      sorts: { createTime: 't.created_at' },
      defaultSort: 't.created_at desc',
    },
    query,
  )

/** Nobody has phoned yet; the count opens the list that shows exactly those. */
export const outboxTodos: readonly Todo[] = [
  {
    key: 'alarmPhone',
    title: '告警电话待拨打',
    order: 4,
    needs: vms.calls.dialled.needs,
    route: `${vms.pages.edit.path}?tab=outbox&state=WAITING`,
    tone: 'red',
    reads: ['vms_outbox', 'alarm_record'],
    count: async (who) => {
      const { where, values } = conditionsOf(filtersOf(who, { state: 'WAITING' }))
      const found = await who.app.pool.query<{ count: number; name: string | null; phone: string; at: string }>(
        `select count(*) over () as count, t.user_name as name, t.phone, to_char(t.created_at, 'HH24:MI') as at
         from ${FROM} where ${where} order by t.created_at, t.outbox_id limit 1`,
        values,
      )
      const first = found.rows[0]
      if (!first) return { count: 0, note: null }
      return { count: first.count, late: first.count, note: `最早 ${first.at} ${first.name ?? first.phone}` }
    },
  },
]

async function oneCall(tx: Tx, who: Caller, outboxId: string, lock = ''): Promise<VmsOutboxData> {
  const { rows } = await tx.client.query<VmsOutboxData>(
    `select ${COLUMNS} from vms_outbox t ${ALARM}
    where t.org_id = $1 and t.outbox_id = $3 and ${SCOPE('$2')} ${lock}`,
    [tx.orgId, who.deptIds, outboxId],
  )
  if (!rows[0]) throw notFound('外呼记录')
  return rows[0]
}

const refuseState = (call: VmsOutboxData, act: string): never => {
  throw new Refusal('STATE_NOT_ALLOWED', { state: VmsState.label(call.state), act })
}

/** A person has phoned. */
export const markDialled = (who: Caller, outboxId: string) =>
  who.tx(async (tx) => {
    const call = await oneCall(tx, who, outboxId, 'for update of t')
    if (call.state !== 'WAITING' && call.state !== 'FAILED') refuseState(call, '标记为已拨打')
    await tx.client.query(
      `update vms_outbox set state = 'DIALLED', sent_at = now(), tries = tries + 1 where org_id = $1 and outbox_id = $2`,
      [tx.orgId, outboxId],
    )
    tx.log({ remark: `已人工拨打 ${call.userName ?? ''} ${call.phone}`, targetType: 'vmsCall', targetId: outboxId })
    return oneCall(tx, who, outboxId)
  })

/** Once more: through the service if there is one, else it waits for a person again. */
export const retryCall = (who: Caller, outboxId: string) =>
  who.tx(async (tx) => {
    const call = await oneCall(tx, who, outboxId, 'for update of t')
    if (call.state === 'DROPPED') refuseState(call, '重新拨打')
    const { provider } = await vmsAccount(tx.client, tx.orgId)
    await tx.client.query(
      `update vms_outbox set state = 'WAITING', error = null, sent_at = null, provider = $3
      where org_id = $1 and outbox_id = $2`,
      [tx.orgId, outboxId, provider],
    )
    if (provider !== 'outbox') await queueDial(tx.client, tx.orgId, outboxId)
    tx.log({ remark: `重新拨打 ${call.userName ?? ''} ${call.phone}`, targetType: 'vmsCall', targetId: outboxId })
    return oneCall(tx, who, outboxId)
  })

/** A call to oneself, to see that it works. */
export const testCall = (who: Caller, phone: string) =>
  who.tx(async (tx) => {
    const { provider } = await vmsAccount(tx.client, tx.orgId)
    const outboxId = newId()
    await tx.client.query(
      `insert into vms_outbox (org_id, outbox_id, scene, phone, user_id, user_name, params, provider)
      values ($1, $2, '${TEST_SCENE}', $3, $4, $5, $6, $7)`,
      [
        tx.orgId,
        outboxId,
        phone,
        tx.by.userId,
        tx.by.name,
        JSON.stringify({ place: '试拨', name: tx.by.name, content: '这是一通测试电话' }),
        provider,
      ],
    )
    if (provider !== 'outbox') await queueDial(tx.client, tx.orgId, outboxId)
    tx.log({ remark: `试拨语音电话 ${phone}`, targetType: 'vmsCall', targetId: outboxId })
    return oneCall(tx, who, outboxId)
  })

interface Waiting {
  phone: string
  params: Record<string, string>
  state: VmsStateValue
}

/** Failed calls are tried again by the queue, each time after a longer while. */
export async function dialOne(
  app: Pick<AppContext, 'pool' | 'settings'>,
  { orgId, outboxId }: { orgId: string; outboxId: string },
): Promise<void> {
  const key = [orgId, outboxId]
  const { rows } = await app.pool.query<Waiting>(
    `select t.phone, t.params, ${STATE} as state from vms_outbox t ${ALARM} where t.org_id = $1 and t.outbox_id = $2`,
    key,
  )
  const call = rows[0]
  if (!call) return
  if (call.state === 'DROPPED') {
    await app.pool.query(
      `update vms_outbox set state = 'DROPPED' where org_id = $1 and outbox_id = $2 and state in ('WAITING', 'FAILED')`,
      key,
    )
    return
  }
  if (call.state !== 'WAITING' && call.state !== 'FAILED') return
  const provider = providerOf(await vmsAccount(app.pool, orgId), app.settings.vmsEndpoint)
  if (!provider) {
    // The service was switched off meanwhile: a person dials.
    await app.pool.query(
      `update vms_outbox set state = 'WAITING', provider = 'outbox' where org_id = $1 and outbox_id = $2`,
      key,
    )
    return
  }
  try {
    await provider.dial({ outId: outboxId, phone: call.phone, params: call.params })
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200)
    await app.pool.query(
      `update vms_outbox set state = 'FAILED', tries = tries + 1, error = $3
      where org_id = $1 and outbox_id = $2 and state in ('WAITING', 'FAILED')`,
      [...key, reason],
    )
    throw error
  }
  await app.pool.query(
    `update vms_outbox set state = 'SENT', tries = tries + 1, error = null, sent_at = now()
    where org_id = $1 and outbox_id = $2 and state in ('WAITING', 'FAILED')`,
    key,
  )
}

export const dialJob = defineJob<{ orgId: string; outboxId: string }>(DIAL_JOB, (payload, app) => dialOne(app, payload))
