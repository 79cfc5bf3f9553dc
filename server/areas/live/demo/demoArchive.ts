// What became of the archives since they were made: papers completed by the desk and the nurses, as the record of
// changes shows it, and families that were invited to read along.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { addDemoLog } from '#server/kit/demoLog'

/** The same number from 0 to 999 for the same row, in every installation. */
const luck = (id: string, salt: string) => `(('x' || substr(md5('${salt}' || ${id}), 1, 7))::bit(28)::int % 1000)`

// Of who lives here: most who were invited have accepted, some wait, some let it run out, a few were taken back.
const INVITATIONS = `insert into family_invitation (org_id, invitation_id, oldman_id, family_id, code_hash, code_end, expires_at,
  accepted_at, revoked_at, last_read_at, reader_hash, user_id, created_at)
select org_id, md5('demo:invitation:' || family_id), oldman_id, family_id, md5('demo:code:' || family_id),
  translate(upper(substr(md5('end' || family_id), 1, 2)), '01', 'KM'), sent + interval '7 days',
  case when what < 300 then sent + interval '5 hours' end,
  case when what between 300 and 314 then sent + interval '2 days' end,
  case when what < 300 then least(now() - interval '1 hour', sent + interval '5 hours' + (what % 40) * interval '1 day') end,
  case when what < 300 then md5('demo:reader:' || family_id) end, $2, sent
from (select f.org_id, f.oldman_id, f.family_id, ${luck('f.family_id', 'invited')} as what,
    case when ${luck('f.family_id', 'invited')} between 315 and 359 then $3::timestamptz - (${luck('f.family_id', 'ago')} % 6) * interval '1 day'
      else greatest(t.check_in_date + interval '3 days 10 hours', $3::timestamptz - interval '150 days')
        + (${luck('f.family_id', 'ago')} % 90) * interval '1 day' end as sent
  from oldman_family f join oldman t on t.org_id = f.org_id and t.oldman_id = f.oldman_id
  where f.org_id = $1 and t.status in (1, 4) and t.check_in_date is not null
    and (f.emergency or f.payer) and ${luck('f.family_id', 'invited')} < 380) chosen
where sent < $3::timestamptz`

const BOUND = `update oldman_family f set invited = true from family_invitation i where i.org_id = $1 and f.org_id = i.org_id
  and f.family_id = i.family_id and i.accepted_at is not null and i.revoked_at is null`

interface Change {
  /** Which archives, by luck and by what they say. */
  where: string
  by: string
  userName: string
  dept: string
  role: string
  method: string
  changes: string
}

const desk = { by: '刘敏', userName: 'liumin', dept: '前台', role: '前台文员' }
const ward = { by: '何静', userName: 'hejing', dept: '护理部', role: '护士长' }

const CHANGES: readonly Change[] = [
  {
    ...ward,
    where: `t.aids is not null and ${luck('t.oldman_id', 'aids')} < 350`,
    method: '修改健康信息',
    changes: `jsonb_build_object('aids', jsonb_build_array(null, t.aids))`,
  },
  {
    ...ward,
    where: `jsonb_array_length(t.allergies) > 0 and ${luck('t.oldman_id', 'allergies')} < 200`,
    method: '修改健康信息',
    changes: `jsonb_build_object('allergies', jsonb_build_array('[]'::jsonb, t.allergies))`,
  },
  {
    ...desk,
    where: `t.phone is not null and ${luck('t.oldman_id', 'phone')} < 220`,
    method: '修改基本信息',
    changes: `jsonb_build_object('phone', jsonb_build_array(null, t.phone), 'address', jsonb_build_array(null, t.address))`,
  },
  {
    ...desk,
    where: `t.medical_card_no is not null and ${luck('t.oldman_id', 'card')} < 180`,
    method: '修改扩展信息',
    changes: `jsonb_build_object('medicalCardNo', jsonb_build_array(null, t.medical_card_no))`,
  },
]

interface Changed {
  oldmanId: string
  oldmanName: string
  changes: object
}

const changed = ({ where, changes }: Change) => `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName",
  ${changes} as changes
from oldman t where t.org_id = $1 and t.created_at < $2::timestamptz - interval '80 days' and ${where}`

async function record(tx: Tx, demo: DemoContext, change: Change, turn: number, now: string): Promise<void> {
  const { by, userName, dept, role, method } = change
  const found = await tx.client.query<Changed>(changed(change), [demo.orgId, now])
  await addDemoLog(
    tx,
    demo.orgId,
    found.rows.map(({ oldmanId, oldmanName, changes }) => ({
      logId: demo.id(`change:${turn}:${oldmanId}`),
      userId: demo.staff(by),
      userName,
      empName: by,
      deptName: dept,
      roleName: role,
      ipAddress: `192.168.1.${20 + turn}`,
      module: '老人档案',
      method,
      remark: `${method}“${oldmanName}”`,
      targetType: 'oldman',
      targetId: oldmanId,
      changes,
      requestId: `D-${oldmanId}`,
    })),
  )
}

async function addHistory(tx: Tx, demo: DemoContext): Promise<void> {
  const now = demo.at(0, '08:00')
  const sent = await tx.client.query(INVITATIONS, [demo.orgId, demo.staff('刘敏'), now])
  await tx.client.query(BOUND, [demo.orgId])
  for (const [turn, change] of CHANGES.entries()) await record(tx, demo, change, turn, now)
  tx.log({ remark: `邀请家属 ${sent.rowCount} 人`, targetType: 'invitation' })
}

export default demoPart(54, addHistory)
