// How many people a department wants on a shift, of which posts, and how many of them with a certificate.
import type { RosterNeedData } from '#contract/administration/roster'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { NEED_FROM, NEED_ROW, shiftsOf } from './rosterFacts.ts'
import type { RosterCalls } from './rosterHold.ts'

onConstraint(
  'roster_need_one',
  () => new Refusal('ALREADY_EXISTS', { what: '这个部门这个班次在同样日期的用人要求' }, 'shiftPkId'),
)

const ONE = `select ${NEED_ROW} from ${NEED_FROM} where n.org_id = $1 and n.need_id = $2 and ${inDepts('n', '$3')}`
const LOCK = `select 1 from roster_need n where n.org_id = $1 and n.need_id = $2 and ${inDepts('n', '$3')} for update`

async function needOf(tx: Tx, who: Caller, needId: string): Promise<RosterNeedData> {
  const found = await tx.client.query<RosterNeedData>(ONE, [tx.orgId, needId, who.deptIds])
  if (!found.rows[0]) throw notFound('用人要求')
  return found.rows[0]
}

type Form = InputOf<RosterCalls['addNeed']>

async function checked(tx: Tx, who: Caller, form: Form) {
  const dept = await tx.client.query(
    `select 1 from dept d where d.org_id = $1 and d.dept_id = $2 and ${inDepts('d', '$3')}`,
    [tx.orgId, form.deptId, who.deptIds],
  )
  if (dept.rows.length === 0) throw notFound('部门')
  const shift = (await shiftsOf(tx.client, tx.orgId)).find((one) => one.shiftPkId === form.shiftPkId)
  if (!shift) throw notFound('班次')
  if (!shift.enabled) throw invalid(`班次“${shift.shiftName}”已停用`, 'shiftPkId')
  const jobIds = [...new Set(form.jobIds ?? [])]
  const jobs = await tx.client.query('select 1 from job j where j.org_id = $1 and j.job_id = any($2)', [
    tx.orgId,
    jobIds,
  ])
  if (jobs.rows.length < jobIds.length) throw notFound('岗位')
  const certified = form.certified ?? 0
  if (certified > form.people) throw invalid('持证人数不能超过需要人数', 'certified')
  if (certified > 0 && !form.certificate) throw invalid('请选择要哪种证书', 'certificate')
  if (certified === 0 && form.certificate) throw invalid('选了证书，请填写其中几人持证', 'certified')
  return [form.deptId, form.shiftPkId, form.days, form.people, certified, form.certificate || null, jobIds]
}

const words = (one: RosterNeedData) => `${one.deptName} ${one.shiftName}`
const fields = ({ days, people, certified, certificate, jobIds }: RosterNeedData) => ({
  days,
  people,
  certified,
  certificate,
  jobIds,
})

export async function addNeed(tx: Tx, who: Caller, form: Form): Promise<RosterNeedData> {
  const values = await checked(tx, who, form)
  const needId = newId()
  await tx.client.query(
    `insert into roster_need (org_id, need_id, dept_id, shift_pk_id, days, people, certified, certificate, job_ids)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.orgId, needId, ...values],
  )
  const made = await needOf(tx, who, needId)
  tx.log({
    remark: `新增用人要求：${words(made)}`,
    targetType: 'rosterNeed',
    targetId: needId,
    changes: changesBetween(null, fields(made)),
  })
  return made
}

async function hold(tx: Tx, who: Caller, needId: string): Promise<RosterNeedData> {
  await tx.client.query(LOCK, [tx.orgId, needId, who.deptIds])
  return needOf(tx, who, needId)
}

export async function saveNeed(tx: Tx, who: Caller, form: InputOf<RosterCalls['saveNeed']>): Promise<RosterNeedData> {
  const { needId } = form
  const before = await hold(tx, who, needId)
  await refuseStale(tx, needId, form.version, before.version)
  const values = await checked(tx, who, form)
  await tx.client.query(
    `update roster_need set dept_id = $3, shift_pk_id = $4, days = $5, people = $6, certified = $7, certificate = $8, job_ids = $9,
      version = version + 1 where org_id = $1 and need_id = $2`,
    [tx.orgId, needId, ...values],
  )
  const after = await needOf(tx, who, needId)
  tx.log({
    remark: `修改用人要求：${words(after)}`,
    targetType: 'rosterNeed',
    targetId: needId,
    changes: changesBetween(fields(before), fields(after)),
  })
  return after
}

export async function removeNeed(tx: Tx, who: Caller, needId: string): Promise<null> {
  const before = await hold(tx, who, needId)
  await tx.client.query('delete from roster_need where org_id = $1 and need_id = $2', [tx.orgId, needId])
  tx.log({
    remark: `删除用人要求：${words(before)}`,
    targetType: 'rosterNeed',
    targetId: needId,
    changes: changesBetween(fields(before), null),
  })
  return null
}
