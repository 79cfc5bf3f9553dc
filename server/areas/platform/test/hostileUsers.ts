// What hostile requests to users and staff need: an account that may be spoilt, and names nobody has.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import type { Random } from '#server/kit/test/hostile'

const scratches = new WeakMap<TestApp, Promise<string>>()

/** A caregiver who exists for these requests only. */
function scratch(product: TestApp): Promise<string> {
  const known = scratches.get(product) ?? addScratch(product)
  scratches.set(product, known)
  return known
}

async function addScratch({ app: { pool } }: TestApp): Promise<string> {
  const userId = newId()
  await pool.query(`insert into account (org_id, user_id, user_name, password_hash) values ($1, $2, $3, 'x')`, [
    DEMO_ORG,
    userId,
    `scratch${userId.slice(-8)}`,
  ])
  await pool.query(
    `insert into employee (org_id, emp_id, emp_name, emp_type, dept_id)
     select org_id, $2, '试用', 'nursing', dept_id from dept where org_id = $1 and dept_key = '001'`,
    [DEMO_ORG, userId],
  )
  return userId
}

const one = async (product: TestApp, text: string) =>
  (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id
const SOME_ROLE = 'select role_id as id from role where org_id = $1 order by role_level desc, role_id limit 1'
const SOME_DEPT = `select dept_id as id from dept where org_id = $1 and dept_key = '001'`
const SOME_JOB = 'select job_id as id from job where org_id = $1 limit 1'

async function whole(product: TestApp, random: Random) {
  const deptId = await one(product, SOME_DEPT)
  const phoneNum = `170${String(Math.floor(random() * 1e8)).padStart(8, '0')}`
  return {
    userName: `hostile${Math.floor(random() * 1e9)}`,
    roleIds: [await one(product, SOME_ROLE)],
    jobIds: [await one(product, SOME_JOB)],
    deptId,
    dataDeptIds: [deptId],
    phoneNum,
    userTelephone: phoneNum,
    isAdmin: null,
    baseVersion: null,
    userPassword: null,
  }
}

const ofScratch =
  (name: string) =>
  async (product: TestApp): Promise<Record<string, string>> => ({ [name]: await scratch(product) })
const userId = ofScratch('userId')

export const userRecipes: Knowledge['recipes'] = {
  'platform.user.create': (product, _, random) => whole(product, random),
  'platform.user.update': (product, _, random) => whole(product, random),
  'platform.user.changeStatuses': async (product) => ({ userIds: await scratch(product) }),
  'platform.user.setPassword': () => ({ newPwd: 'abc12345' }),
  'platform.user.sort': async (product) => ({ sorts: [{ userId: await scratch(product), sort: 1 }] }),
  'platform.employee.create': async (product, _, random) => ({
    ...(await whole(product, random)),
    empId: await scratch(product),
  }),
  'platform.employee.update': async (product, _, random) => ({
    ...(await whole(product, random)),
    empId: await scratch(product),
  }),
  'platform.employee.sort': async (product) => ({ items: [{ empId: await scratch(product), sort: 1 }] }),
  'platform.staff.info': async (product) => ({ staffId: await scratch(product) }),
  'platform.staff.update': async (product) => ({ staffId: await scratch(product), empType: 'nursing' }),
}

export const userPlaces: Knowledge['places'] = {
  'platform.user.get': userId,
  'platform.user.update': userId,
  'platform.user.changeStatus': async (product) => ({ userId: await scratch(product), userStatus: '1' }),
  'platform.user.resetPassword': userId,
  'platform.user.setPassword': userId,
  'platform.user.unfreeze': userId,
  'platform.employee.get': ofScratch('empId'),
  'platform.staff.worker': ofScratch('nursingId'),
  'platform.staff.updateWorker': ofScratch('nursingId'),
}

/** Each of these makes a digest of a password. */
export const userCostly = ['platform.user.create', 'platform.user.resetPassword', 'platform.user.setPassword']
