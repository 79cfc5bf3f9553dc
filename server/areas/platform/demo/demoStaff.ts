// What the personnel record of the demo's people says beyond their account: kind of work, level of caregivers, a few
// words about themselves, and one who has left.
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'
import { demoPeople } from './demoPeople.ts'

const KINDS: Readonly<Record<string, readonly string[]>> = {
  nursing: ['护理组长', '护理员', '居家护理员'],
  medical: ['护士长', '医生', '责任护士'],
  sale: ['前台主管', '前台文员'],
  logistics: ['后勤主管', '库管员', '厨师长', '营养师'],
}
const kindOf = (job: string) => Object.entries(KINDS).find(([, jobs]) => jobs.includes(job))?.[0] ?? 'office'

const ABOUT: Readonly<Record<string, string>> = {
  何静: '从事老年护理十六年，擅长压疮护理与失智照护，带教过三届新护士。',
  李晓梅: '松鹤楼责任护士，持心理咨询证书，会说上海话。',
  宋文博: '老年医学方向，周二、周五上午在护理部坐诊。',
  刘敏: '接待与入住手续找她，熟悉长护险申请流程。',
  陈秀珍: '失智专护组，善于安抚情绪，连续三年服务之星。',
  解宏伟: '中式烹调高级技师，可做糖尿病餐与软食。',
}

/** Left two weeks ago: the account is closed, what she did stays in the log. */
const LEFT = '范玉芬'

/** The sign-in log and the accounts tell the same story. */
export async function addLastLogins(tx: Tx, demo: DemoContext): Promise<void> {
  await tx.client.query(
    `update account a set login_time = l.last from (
       select user_name, max(login_time) as last from login_log where org_id = $1 and login_status = '成功' group by user_name
     ) l where a.org_id = $1 and a.user_name = l.user_name and not a.reset_password`,
    [demo.orgId],
  )
}

export async function addStaffFacts(tx: Tx, demo: DemoContext): Promise<void> {
  const rows = demoPeople.map((one) => ({
    id: demo.staff(one.name),
    type: kindOf(one.job),
    level: /养老护理员(.级)/.exec(one.title ?? '')?.[1] ?? null,
    intro: ABOUT[one.name] ?? null,
  }))
  await tx.client.query(
    `update employee e set emp_type = r.type, nursing_level = r.level, intro = r.intro
       from jsonb_to_recordset($2::jsonb) as r(id text, type text, level text, intro text)
      where e.org_id = $1 and e.emp_id = r.id`,
    [demo.orgId, JSON.stringify(rows)],
  )
  const left = [demo.orgId, demo.staff(LEFT)]
  await tx.client.query('update employee set status = 3 where org_id = $1 and emp_id = $2', left)
  await tx.client.query('update account set user_status = 2 where org_id = $1 and user_id = $2', left)
  tx.log({
    remark: `编辑员工“${LEFT}”的资料，账号已禁用`,
    targetType: 'account',
    targetId: demo.staff(LEFT),
    changes: { status: [1, 3], userStatus: [1, 2] },
  })
}
