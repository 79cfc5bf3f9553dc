// Landing ends: shared by all organisations, changed by the operator.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { LandingDataDept, type LandingEndData, landingEnd } from '#contract/platform/landingEnd'
import { OrgLevel } from '#contract/platform/session'
import { refreshEveryone } from '#server/areas/platform/role/rightsChanged'
import { landingEnds } from '#server/areas/platform/seed/fixedRows'
import type { Caller } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { operatorOnly } from './authority.ts'
import { isForKind } from './authorityScope.ts'

onConstraint(
  'landing_end_landing_end_code_unique',
  () => new Refusal('ALREADY_EXISTS', { what: '编码' }, 'landingEndCode'),
)

/** The product's own: pages and clients name them by their codes. */
const OWN = new Set(Object.values(landingEnds).map((end) => end.id))
const ownIds = [...OWN].map((id) => `'${id}'`).join(', ')

// Whose roles use it is the operator's business; others see their own.
const columns = (who: Caller) => `t.landing_end_id as "landingEndId", t.landing_end_name as "landingEndName",
  t.landing_end_code as "landingEndCode", t.device_type::text as "deviceType", t.device_type as "deviceTypeList",
  t.data_dept as "dataDept", t.remark, t.created_at as "createTime", t.version,
  t.landing_end_id in (${ownIds}) as system,
  (select count(*) from authority x where x.menu_type <> 'MENU' and x.ends ? t.landing_end_code
    ${who.orgLevel === OrgLevel.is.operator ? '' : `and ${isForKind('x', String(who.orgLevel))}`}) as "menuCount",
  (select count(distinct (ra.org_id, ra.role_id)) from role_authority ra
    where ra.landing_end_id = t.landing_end_id ${who.orgLevel === OrgLevel.is.operator ? '' : 'and ra.org_id = o.org_id'}) as "roleCount"`

const from = 'landing_end t cross join organization o'

/** The console everyone knows first, then the operator's, then the rest as they were made. */
const ORDER = `case t.landing_end_code when 'WEB' then 0 when 'OPEX' then 1 else 2 end, t.created_at`

/** The operator's console concerns nobody else. */
const visibleTo = (who: Caller) => (who.orgLevel === OrgLevel.is.operator ? null : 'OPEX')

async function findEnd(who: Caller, id: string): Promise<LandingEndData> {
  const found = await who.app.pool.query<LandingEndData>(
    `select ${columns(who)} from ${from} where o.org_id = $1 and t.landing_end_id = $2
       and t.landing_end_code is distinct from $3`,
    [who.orgId, id, visibleTo(who)],
  )
  if (!found.rows[0]) throw notFound('登录端')
  return found.rows[0]
}

interface SaveEnd {
  landingEndName: string
  landingEndCode: string
  deviceTypeList?: string[] | null
  dataDept?: 0 | 1 | null
  remark?: string | null
  version?: number | null
}

interface Stored {
  landingEndName: string
  landingEndCode: string
  deviceType: string[]
  dataDept: number
  remark: string | null
  version: number
}

const inLog = ({ landingEndName, landingEndCode, deviceType, dataDept, remark }: Omit<Stored, 'version'>) => ({
  landingEndName,
  landingEndCode,
  deviceType: deviceType.join('、'),
  dataDept,
  remark,
})

const LOCK = `select landing_end_name as "landingEndName", landing_end_code as "landingEndCode",
  device_type as "deviceType", data_dept as "dataDept", remark, version
from landing_end where landing_end_id = $1 for update`

async function create(who: Caller, body: SaveEnd): Promise<string> {
  operatorOnly(who)
  const id = newId()
  const row = {
    landingEndName: body.landingEndName,
    landingEndCode: body.landingEndCode,
    deviceType: [...new Set(body.deviceTypeList ?? ['WEB'])],
    dataDept: body.dataDept ?? LandingDataDept.is.all,
    remark: body.remark ?? null,
  }
  return who.tx(async (tx) => {
    await tx.client.query(
      `insert into landing_end (landing_end_id, landing_end_name, landing_end_code, device_type, data_dept, remark)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, row.landingEndName, row.landingEndCode, JSON.stringify(row.deviceType), row.dataDept, row.remark],
    )
    tx.log({
      remark: `新增登录端“${row.landingEndName}”`,
      targetType: 'landingEnd',
      targetId: id,
      changes: changesBetween(null, inLog(row)),
    })
    return id
  })
}

async function update(who: Caller, id: string, body: SaveEnd): Promise<void> {
  operatorOnly(who)
  await who.tx(async (tx) => {
    const before = (await tx.client.query<Stored>(LOCK, [id])).rows[0]
    if (!before) throw notFound('登录端')
    await refuseStale(tx, id, body.version, before.version)
    if (OWN.has(id) && body.landingEndCode !== before.landingEndCode) {
      throw invalid(`“${before.landingEndName}”由系统提供，不能修改编码`, 'landingEndCode')
    }
    const after = {
      landingEndName: body.landingEndName,
      landingEndCode: body.landingEndCode,
      deviceType: [...new Set(body.deviceTypeList ?? before.deviceType)],
      dataDept: body.dataDept ?? before.dataDept,
      remark: body.remark === undefined ? before.remark : body.remark,
    }
    await tx.client.query(
      `update landing_end set landing_end_name = $2, landing_end_code = $3, device_type = $4, data_dept = $5,
         remark = $6, version = version + 1 where landing_end_id = $1`,
      [id, after.landingEndName, after.landingEndCode, JSON.stringify(after.deviceType), after.dataDept, after.remark],
    )
    // Menu entries name their landing ends by code.
    if (after.landingEndCode !== before.landingEndCode) {
      await tx.client.query(
        'update authority set ends = (ends - $1::text) || to_jsonb($2::text), version = version + 1 where ends ? $1',
        [before.landingEndCode, after.landingEndCode],
      )
    }
    tx.log({
      remark: `编辑登录端“${after.landingEndName}”`,
      targetType: 'landingEnd',
      targetId: id,
      changes: changesBetween(inLog(before), inLog(after)),
    })
    await refreshEveryone(who.app, tx)
  })
}

async function remove(who: Caller, id: string): Promise<void> {
  operatorOnly(who)
  await who.tx(async (tx) => {
    const before = (await tx.client.query<Stored>(LOCK, [id])).rows[0]
    if (!before) throw notFound('登录端')
    if (OWN.has(id)) throw invalid(`“${before.landingEndName}”由系统提供，不能删除`)
    const used = await tx.client.query<{ roles: number; depts: number }>(
      `select (select count(distinct (org_id, role_id)) from role_authority where landing_end_id = $1) as roles,
         (select count(*) from dept_landing_end where landing_end_id = $1) as depts`,
      [id],
    )
    const { roles, depts } = used.rows[0]!
    const users = [roles > 0 && `${roles} 个角色有它的权限`, depts > 0 && `${depts} 个部门限定使用它`].filter(Boolean)
    if (users.length > 0) {
      throw new Refusal('IN_USE', { what: `登录端「${before.landingEndName}」`, users: users.join('、') })
    }
    await tx.client.query(
      `update authority set ends = ends - $1::text, version = version + 1
        where ends ? $1 and jsonb_array_length(ends) > 1`,
      [before.landingEndCode],
    )
    const left = await tx.client.query<{ count: number; names: string }>(
      `select count(*), string_agg(authority_name, '、') as names from authority where ends ? $1`,
      [before.landingEndCode],
    )
    if (left.rows[0]!.count > 0) {
      throw new Refusal('IN_USE', {
        what: `登录端「${before.landingEndName}」`,
        users: `${left.rows[0]!.count} 项菜单只属于它（${left.rows[0]!.names}）`,
      })
    }
    await tx.client.query('delete from landing_end where landing_end_id = $1', [id])
    tx.log({
      remark: `删除登录端“${before.landingEndName}”`,
      targetType: 'landingEnd',
      targetId: id,
      changes: changesBetween(inLog(before), null),
    })
    await refreshEveryone(who.app, tx)
  })
}

export default implement(landingEnd, {
  list: (query, who) =>
    pageOfRows<LandingEndData>(
      who.app.pool,
      {
        from,
        key: 'landing_end_id',
        tenant: false,
        select: columns(who),
        filters: [
          ['o.org_id = ?', who.orgId],
          ['t.landing_end_code <> ?', visibleTo(who)],
          ['t.landing_end_name like ?', contains(query.landingEndName)],
          ['t.landing_end_code ilike ?', contains(query.landingEndCode)],
        ],
        sorts: { createTime: 't.created_at', landingEndName: 't.landing_end_name' },
        defaultSort: ORDER,
      },
      query,
    ),
  detail: ({ id }, who) => findEnd(who, id),
  create: (body, who) => create(who, body),
  update: async ({ id, ...body }, who) => {
    await update(who, id, body)
    return null
  },
  remove: async ({ id }, who) => {
    await remove(who, id)
    return null
  },
  names: async (_input, who) => {
    const found = await who.app.pool.query<{ landingEndId: string; landingEndName: string; landingEndCode: string }>(
      `select landing_end_id as "landingEndId", landing_end_name as "landingEndName", landing_end_code as "landingEndCode"
         from landing_end t where landing_end_code is distinct from $1 order by ${ORDER}, landing_end_id`,
      [visibleTo(who)],
    )
    return found.rows
  },
})
