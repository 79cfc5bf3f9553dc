// The demo organisation: departments, jobs, roles, people with accounts, what they did and were told, and an
// organisation that waits to be let in.
import { randomBytes } from 'node:crypto'
import { addPresetRoles } from '#server/areas/platform/role/presetRoles'
import { landingEnds } from '#server/areas/platform/seed/fixedRows'
import { hashPassword } from '#server/areas/platform/session/password'
import { type OrgSettings, saveSetting } from '#server/areas/platform/setting/orgSettings'
import { addAccount, addOrganisation, addPresets, PRESET_ROLE } from '#server/areas/platform/user/accountCreate'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { textPinyin } from '#server/kit/pinyin'
import { demoAccounts } from './demoAccounts.ts'
import { addMessages } from './demoMessages.ts'
import { demoDepts, demoJobs, demoPeople } from './demoPeople.ts'
import { addPlaces } from './demoPlaces.ts'
import { addQuickEntries } from './demoQuickEntries.ts'
import { addSms } from './demoSms.ts'
import { addLastLogins, addStaffFacts } from './demoStaff.ts'
import { addInstitutions } from './organisationDemo.ts'

const ORG_NAME = '松鹤康养中心'
const OPERATOR = '顾明'

export default demoPart(10, async (tx, demo) => {
  await addOrganisationAndSettings(tx, demo)
  await addDepts(tx, demo)
  await addPlaces(tx, demo)
  await addJobs(tx, demo)
  await addRoles(tx, demo)
  await addPeople(tx, demo)
  await addStaffFacts(tx, demo)
  await addOperator(tx, demo)
  await addApplicant(tx, demo)
  await addInstitutions(tx, demo)
  await addLoginLog(tx, demo)
  await addLastLogins(tx, demo)
  await addMessages(tx, demo, OPERATOR)
  await addSms(tx, demo)
  await addQuickEntries(tx, demo, OPERATOR)
})

async function addOrganisationAndSettings(tx: Tx, demo: DemoContext): Promise<void> {
  await addOrganisation(tx, { orgId: demo.orgId, orgName: ORG_NAME, orgLevel: 3, orgStatus: 1 })
  await tx.client.query(
    `update organization set contact_name = '孙丽华', contact_phone = '021-55668800',
       address = '上海市杨浦区松鹤路 88 号', license_no = '52310110MJ5678901K',
       introduction = $2, created_at = $3 where org_id = $1`,
    [
      demo.orgId,
      '松鹤康养中心设松鹤楼、长青楼、康宁楼三栋，开放床位 240 张，提供自理、半护理、全护理与失智专护，并为周边社区提供居家服务。',
      demo.at(-900, '09:00'),
    ],
  )
  const settings: Partial<OrgSettings> = {
    systemName: '颐园养老管理系统',
    windowName: ORG_NAME,
    loginIconName: ORG_NAME,
    servicePhone: '021-5566 8800',
    recordNum: 1,
    recordNumDesc: '沪ICP备2026012345号-1',
    waterMark: 'OPEN',
    systemThemeColor: '#1E87F0',
    loginPageConfig: '/home',
    costSet: {
      bankName: '中国工商银行上海杨浦支行',
      bankAccountName: ORG_NAME,
      bankAccount: '1001 2345 0920 0123 456',
    },
  }
  for (const [name, value] of Object.entries(settings)) {
    await saveSetting(tx.client, demo.orgId, name as keyof OrgSettings, value)
  }
  tx.log({ remark: `创建机构“${ORG_NAME}”并设置显示名称`, targetType: 'organization', targetId: demo.orgId })
}

async function addDepts(tx: Tx, demo: DemoContext): Promise<void> {
  for (const [i, dept] of demoDepts.entries()) {
    const deptId = demo.id(`dept:${dept.key}`)
    demo.addDept(dept.name, deptId)
    await tx.client.query(
      `insert into dept (org_id, dept_id, parent_id, dept_name, dept_key, level, ward, sort, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        demo.orgId,
        deptId,
        dept.parent ? demo.dept(dept.parent) : null,
        dept.name,
        dept.key,
        dept.parent ? 2 : 1,
        dept.ward ? 1 : 0,
        i + 1,
        demo.at(-890, '10:00'),
      ],
    )
    tx.log({ remark: `新增部门“${dept.name}”`, targetType: 'dept', targetId: deptId })
  }
}

async function addJobs(tx: Tx, demo: DemoContext): Promise<void> {
  const spelt = demoJobs.map(([name]) => textPinyin(name))
  await tx.client.query(
    `insert into job (org_id, job_id, job_name, pinyin, initials, job_type_code, job_type_name, created_at)
     select $1, j.id, j.name, j.pinyin, j.initials, j.code, j.type, $2::timestamptz + j.n * interval '1 minute'
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) with ordinality
         as j(id, name, code, type, pinyin, initials, n)`,
    [
      demo.orgId,
      demo.at(-890, '10:30'),
      demoJobs.map(([name]) => demo.id(`job:${name}`)),
      demoJobs.map(([name]) => name),
      demoJobs.map(([, code]) => code),
      demoJobs.map(([, , type]) => type),
      spelt.map((one) => one.pinyin),
      spelt.map((one) => one.initials),
    ],
  )
}

const roleId = (demo: DemoContext, name: string) => demo.id(`role:${name}`)

async function addRoles(tx: Tx, demo: DemoContext): Promise<void> {
  await tx.client.query(
    `insert into role (org_id, role_id, name, role_desc, role_level) values ($1, $2, $3, '系统预设角色', 0)`,
    [demo.orgId, roleId(demo, PRESET_ROLE), PRESET_ROLE],
  )
  tx.log({ remark: `新增预设角色“${PRESET_ROLE}”`, targetType: 'role', targetId: roleId(demo, PRESET_ROLE) })
  for (const one of await addPresetRoles(tx, demo.orgId, (name) => roleId(demo, name))) {
    tx.log({ remark: `新增角色“${one.name}”，授权 ${one.granted} 项`, targetType: 'role', targetId: one.roleId })
  }
  await tx.client.query('update role set created_at = $2 where org_id = $1', [demo.orgId, demo.at(-889, '09:00')])
}

/** Nobody knows it: the account is there, its owner asks the administrator for a first password. */
const unknownPassword = () => hashPassword(randomBytes(12).toString('base64url'))

/** The published passwords are no secret and mostly one word: each is hashed once, because hashing is slow by design. */
const published = new Map<string, Promise<string>>()
function publishedHash(password: string): Promise<string> {
  const known = published.get(password) ?? hashPassword(password)
  published.set(password, known)
  return known
}

async function addPeople(tx: Tx, demo: DemoContext): Promise<void> {
  const unknown = await unknownPassword()
  for (const [i, one] of demoPeople.entries()) {
    const login = demoAccounts.find((account) => account.userName === one.userName)
    const userId = await addAccount(tx, {
      userId: demo.id(`person:${one.userName}`),
      orgId: demo.orgId,
      userName: one.userName,
      passwordHash: login ? await publishedHash(login.password) : unknown,
      empName: one.name,
      phone: `1390021${String(5501 + i * 37).padStart(4, '0')}`,
      sex: one.sex,
      empKey: `SH${String(i + 1).padStart(4, '0')}`,
      deptId: demo.dept(one.dept),
      dataDeptIds: one.sees.map(demo.dept),
      jobIds: [demo.id(`job:${one.job}`)],
      roleIds: [roleId(demo, one.role)],
      isAdmin: one.admin ?? false,
      resetPassword: !login,
    })
    demo.addStaff(one.name, userId)
    tx.log({
      remark: `新增员工“${one.name}”（${one.dept}，${one.job}）及账号 ${one.userName}`,
      targetType: 'account',
      targetId: userId,
    })
    await tx.client.query(
      'update employee set emp_title = $3, sort = $4, created_at = $5 where org_id = $1 and emp_id = $2',
      [demo.orgId, userId, one.title ?? null, i + 1, demo.at(Math.min(-880 + i * 20, -30), '09:30')],
    )
    await tx.client.query('update account set sort = $3, created_at = $4 where org_id = $1 and user_id = $2', [
      demo.orgId,
      userId,
      i + 1,
      demo.at(Math.min(-880 + i * 20, -30), '09:30'),
    ])
  }
}

async function addOperator(tx: Tx, demo: DemoContext): Promise<void> {
  const login = demoAccounts.find((account) => account.userName === 'operator')!
  const userId = await addAccount(tx, {
    userId: demo.id('person:operator'),
    orgId: demo.operatorOrgId,
    userName: login.userName,
    passwordHash: await publishedHash(login.password),
    empName: OPERATOR,
    phone: '13900219901',
    isAdmin: true,
    resetPassword: false,
  })
  await addPresets(tx, demo.operatorOrgId, '颐园运营中心')
  demo.addStaff(OPERATOR, userId)
}

/** An organisation whose application the operator has not decided on. */
async function addApplicant(tx: Tx, demo: DemoContext): Promise<void> {
  const orgId = demo.id('organisation:applicant')
  await addOrganisation(tx, { orgId, orgName: '松江颐和护理院', orgLevel: 3, orgStatus: 0 })
  await tx.client.query(
    `update organization set contact_name = '沈岚', contact_phone = '13900219902', license_no = '52310117MJ1234567X',
       address = '上海市松江区颐和路 166 号', introduction = $2, created_at = $3 where org_id = $1`,
    [orgId, '新建护理院，核定床位 120 张，计划年底前开业，申请入驻平台。', demo.at(-1, '15:26')],
  )
  await addAccount(tx, {
    userId: demo.id('person:applicant'),
    orgId,
    userName: 'yiheadmin',
    passwordHash: await unknownPassword(),
    empName: '沈岚',
    phone: '13900219902',
    sex: 2,
    isAdmin: true,
    resetPassword: false,
  })
}

/** Two weeks of signing in: the desks in the morning, the night shift in the evening, now and then a wrong password. */
async function addLoginLog(tx: Tx, demo: DemoContext): Promise<void> {
  const rows: { id: string; person: (typeof demoPeople)[number]; time: string; status: string; ip: string }[] = []
  for (let day = 14; day >= 1; day--) {
    for (const [i, person] of demoPeople.entries()) {
      if ((i * 7 + day * 3) % 5 >= 3) continue
      const night = person.job === '护理员' && (i + day) % 3 === 0
      const minute = (i * 13 + day * 17) % 50
      const time = demo.at(
        -day,
        `${night ? '19' : '07'}:${String(minute).padStart(2, '0')}:${String((i * 29 + day) % 60).padStart(2, '0')}`,
      )
      const ip = `10.18.${1 + (i % 4)}.${20 + i}`
      const id = demo.id(`login:${day}:${i}`)
      if ((i + day) % 11 === 0) {
        const earlier = `${time.slice(0, 17)}00`
        rows.push({ id: demo.id(`wrong:${day}:${i}`), person, time: earlier, status: '账号或密码不正确', ip })
      }
      rows.push({ id, person, time, status: '成功', ip })
    }
  }
  await tx.client.query(
    `insert into login_log (org_id, id, user_name, emp_name, dept_name, login_time, ip_addr, login_app, login_terminal, login_status)
     select $1, r.id, r.user_name, r.emp_name, r.dept, r.time::timestamptz, r.ip, $8, '管理后台', r.status
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $9::text[])
         as r(id, user_name, emp_name, dept, time, ip, status)`,
    [
      demo.orgId,
      rows.map((row) => row.id),
      rows.map((row) => row.person.userName),
      rows.map((row) => row.person.name),
      rows.map((row) => row.person.dept),
      rows.map((row) => row.time),
      rows.map((row) => row.ip),
      landingEnds.WEB.name,
      rows.map((row) => row.status),
    ],
  )
}
