// Making and changing a user in one transaction. Older clients save an account and its employee in two requests with
// the same object; the second finds everything done and changes nothing.
import { invalid, Refusal } from '#contract/kit/refusal'
import { OrgLevel, StaffSex, session } from '#contract/platform/session'
import {
  isPlainName,
  type NewUserData,
  PLAIN_NAME_HINT,
  SHARED_FIRST_PASSWORD,
  type UserPatchData,
  UserStatus,
} from '#contract/platform/user'
import { riskChange } from '#server/areas/platform/role/duties'
import { accountById } from '#server/areas/platform/session/accountLogin'
import { endSessions } from '#server/areas/platform/session/accountSession'
import { checkRule, hashPassword, samePassword } from '#server/areas/platform/session/password'
import { settingsOf } from '#server/areas/platform/setting/orgSettings'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { takeRate } from '#server/kit/rateLimit'
import { addAccount, checkUserName, refuseTaken } from './accountCreate.ts'
import {
  changedFields,
  changesOf,
  checkGrants,
  type Field,
  lockRecord,
  namesOf,
  type StoredRecord,
  type UserRecord,
  writePerson,
  writeTies,
} from './userRecord.ts'
import { calledBy, oneAtATime, refuseAbove, refuseLastAdministrator } from './userRights.ts'

/** Elderly care demands plain names and a phone; hospitals have names of two characters and people without phones. */

function checkNewName(who: Caller, userName: string): void {
  checkUserName(userName)
  if (who.orgLevel !== OrgLevel.is.medical && !isPlainName(userName))
    throw invalid(`账号${PLAIN_NAME_HINT}`, 'userName')
}

const OWN_TRIES = { most: 10, seconds: 600 }

type Patch = Omit<UserPatchData, 'baseVersion' | 'ownPassword'>

const tidy = (text: string | null) => text?.trim() || null

/** What a patch makes of a record: absent stays, null empties what may be empty. */
function patched(before: UserRecord, patch: Patch): UserRecord {
  const kept = <K extends keyof Patch & Field>(field: K): UserRecord[K] =>
    (patch[field] ?? before[field]) as UserRecord[K]
  const free = (field: 'empKey' | 'empTitle' | 'intro' | 'workingPicture' | 'empType' | 'nursingLevel') => {
    const sent = patch[field]
    return sent === undefined ? before[field] : tidy(sent)
  }
  const phoneSent = patch.phoneNum ?? patch.userTelephone
  const phoneNamed = patch.phoneNum !== undefined || patch.userTelephone !== undefined
  return {
    userName: kept('userName'),
    userStatus: kept('userStatus'),
    isAdmin: kept('isAdmin'),
    phoneNum: phoneNamed ? (phoneSent ?? null) : before.phoneNum,
    empName: kept('empName').trim() || before.empName,
    sex: kept('sex'),
    empKey: free('empKey'),
    // Read off a card reader or typed in groups.
    cordNum: patch.cordNum === undefined ? before.cordNum : patch.cordNum?.replace(/\s/g, '') || null,
    deptId: kept('deptId'),
    empTitle: free('empTitle'),
    intro: free('intro'),
    workingPicture: free('workingPicture'),
    empType: free('empType'),
    nursingLevel: free('nursingLevel'),
    roleIds: [...new Set(kept('roleIds'))],
    dataDeptIds: [...new Set(kept('dataDeptIds'))],
    jobIds: [...new Set(kept('jobIds'))],
  }
}

/** Rules of a whole record, whoever sends it. */
function checkRecord(who: Caller, after: UserRecord, fields: readonly Field[]): void {
  if (fields.includes('userName')) checkNewName(who, after.userName)
  if (fields.includes('empName') && after.empName.trim() === '') throw invalid('请填写姓名', 'empName')
  if (fields.includes('phoneNum') && after.phoneNum === null && who.orgLevel !== OrgLevel.is.medical) {
    throw invalid('请填写手机号', 'phoneNum')
  }
  if ((after.cordNum?.length ?? 0) > 20) throw invalid('卡号最多 20 个字', 'cordNum')
  const demoted = fields.includes('isAdmin')
  if ((demoted || fields.includes('roleIds')) && after.roleIds.length === 0 && !after.isAdmin) {
    throw invalid('请选择角色', 'roleIds')
  }
  if ((demoted || fields.includes('dataDeptIds')) && after.dataDeptIds.length === 0 && !after.isAdmin) {
    throw invalid('请选择数据范围', 'dataDeptIds')
  }
  if (fields.includes('isAdmin') && !who.isAdmin) throw invalid('只有机构管理员可以设置或取消机构管理员', 'isAdmin')
}

/** Rights hang on these: whoever is signed in with the old ones must come in again. */
const KEY_FIELDS: readonly Field[] = ['roleIds', 'deptId', 'dataDeptIds', 'userStatus', 'isAdmin']
/** What everyone may change about themselves. */
const OWN_FIELDS: readonly Field[] = ['phoneNum', 'intro', 'workingPicture']
const OWN_TITLES: Partial<Record<Field, string>> = {
  userName: '账号',
  empName: '姓名',
  roleIds: '角色',
  deptId: '部门',
}

const EMPTY: UserRecord = {
  userName: '',
  userStatus: UserStatus.is.enabled,
  isAdmin: false,
  phoneNum: null,
  empName: '',
  sex: StaffSex.is.male,
  empKey: null,
  cordNum: null,
  deptId: null,
  empTitle: null,
  intro: null,
  workingPicture: null,
  empType: null,
  nursingLevel: null,
  roleIds: [],
  dataDeptIds: [],
  jobIds: [],
}

/** The first password must be changed at the first sign-in; only the platform's own may be weaker than the rule. */
async function firstHash(who: Caller, password: string, own: readonly (string | null)[]): Promise<string> {
  if (password !== SHARED_FIRST_PASSWORD) {
    checkRule(password, (await settingsOf(who.app.pool, who.orgId)).pwdConfig, 'userPassword', own)
  }
  return hashPassword(password)
}

const NEXT_PLACE = `select coalesce(max(a.sort), 0) + 1 as place from account a
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
where a.org_id = $1 and e.dept_id is not distinct from $2`

export async function createUser(who: Caller, body: NewUserData): Promise<string> {
  const after = patched(EMPTY, body)
  const fields = Object.keys(after) as Field[]
  checkRecord(
    who,
    after,
    fields.filter((field) => field !== 'isAdmin' || after.isAdmin),
  )
  if (after.deptId === null) throw invalid('请选择部门', 'deptId')
  const passwordHash = await firstHash(who, body.userPassword ?? SHARED_FIRST_PASSWORD, [
    after.userName,
    after.phoneNum,
  ])
  return who.tx(async (tx) => {
    const names = await namesOf(tx, [after])
    const risked = await checkGrants(tx, who, null, after, names, body.riskReason)
    await refuseTaken(tx, after.userName, '账号', 'userName')
    if (after.phoneNum) await refuseTaken(tx, after.phoneNum, '手机号', 'phoneNum')
    const place = await tx.client.query<{ place: number }>(NEXT_PLACE, [who.orgId, after.deptId])
    const userId = await addAccount(tx, {
      ...after,
      orgId: who.orgId,
      phone: after.phoneNum,
      passwordHash,
      sex: after.sex === StaffSex.is.female ? StaffSex.is.female : StaffSex.is.male,
      resetPassword: true,
    })
    await writePerson(tx, userId, after)
    await writePlace(tx, userId, place.rows[0]!.place)
    if (after.userStatus !== UserStatus.is.enabled) {
      await tx.client.query('update account set user_status = $3 where org_id = $1 and user_id = $2', [
        who.orgId,
        userId,
        after.userStatus,
      ])
    }
    tx.log({
      remark: `新增用户“${calledBy(after)}”`,
      targetType: 'account',
      targetId: userId,
      changes: { ...changesOf(null, after, fields, names), ...riskChange(risked, body.riskReason) },
    })
    return userId
  })
}

async function writePlace(tx: Tx, userId: string, place: number): Promise<void> {
  for (const [table, key] of [
    ['account', 'user_id'],
    ['employee', 'emp_id'],
  ]) {
    await tx.client.query(`update ${table} set sort = $3 where org_id = $1 and ${key} = $2`, [tx.orgId, userId, place])
  }
}

export interface PatchOptions {
  /** The version the form was made from. */
  baseVersion?: number | null
  /** Proves a person who changes the phone they sign in with. */
  ownPassword?: string | null
  /** The second step of older clients after making an account: open to whoever may make accounts, while it is new. */
  completes?: boolean
}

/** Changes what is given and differs. People without the permission may change a little about themselves. */
export async function patchUser(who: Caller, userId: string, patch: Patch, options: PatchOptions = {}): Promise<void> {
  const completes = options.completes === true && who.may('saveUser')
  const manages = who.may('updateUser') || completes
  if (!manages && userId !== who.userId) throw new Refusal('NO_PERMISSION')
  if (!manages) await proveOwner(who, patch, options.ownPassword)
  await who.tx(async (tx) => {
    await oneAtATime(tx)
    const before = await lockRecord(tx, who, userId)
    if (completes && !before.fresh && !who.may('updateUser')) throw new Refusal('NO_PERMISSION')
    await refuseStale(tx, userId, options.baseVersion, before.version)
    const after = patched(before, patch)
    const fields = changedFields(before, after).filter((field) => field in after)
    const target = { targetType: 'account', targetId: userId }
    if (fields.length === 0) {
      if (!before.employed) await writePerson(tx, userId, after)
      tx.log({ remark: `用户“${calledBy(before)}”的资料没有变化`, ...target })
      return
    }
    if (manages) await checkManaged(tx, who, before, after, fields)
    else refuseBeyondOwn(fields)
    checkRecord(who, after, fields)
    const names = await namesOf(tx, [before, after])
    const risked = await checkGrants(tx, who, before, after, names, patch.riskReason)
    await writeAccount(tx, userId, before, after)
    await writePerson(tx, userId, after)
    await writeTies(tx, userId, after, fields)
    await tellSessions(who, tx, userId, fields)
    tx.log({
      remark: `编辑用户“${calledBy(before)}”`,
      ...target,
      changes: { ...changesOf(before, after, fields, names), ...riskChange(risked, patch.riskReason) },
    })
  })
}

/** The phone opens the account by SMS: a browser left open must not be enough to change it. */
async function proveOwner(who: Caller, patch: Patch, password: string | null | undefined): Promise<void> {
  const phone = patch.phoneNum ?? patch.userTelephone
  if (!phone || phone === who.phone) return
  if (!password) throw invalid('更换手机号需要输入登录密码', 'ownPassword')
  await takeRate(who.app.pool, `own-password:${who.userId}`, OWN_TRIES)
  const account = await accountById(who.app.pool, who.orgId, who.userId)
  if (!account) throw new Refusal('ACCOUNT_CHANGED')
  if (!(await samePassword(account.passwordHash, password))) throw invalid('登录密码不正确', 'ownPassword')
}

function refuseBeyondOwn(fields: readonly Field[]): void {
  const other = fields.find((field) => !OWN_FIELDS.includes(field))
  if (other) throw invalid(`${OWN_TITLES[other] ?? '此项'}请联系管理员修改`, other)
}

async function checkManaged(
  tx: Tx,
  who: Caller,
  before: StoredRecord,
  after: UserRecord,
  fields: readonly Field[],
): Promise<void> {
  await refuseAbove(tx.client, who, [before])
  const self = before.userId === who.userId
  const disabled = fields.includes('userStatus') && after.userStatus === UserStatus.is.disabled
  const demoted = fields.includes('isAdmin') && !after.isAdmin
  if (self && disabled) throw invalid('不能禁用自己的账号', 'userStatus')
  if (self && demoted) throw invalid('不能取消自己的机构管理员身份', 'isAdmin')
  if (before.isAdmin && (disabled || demoted)) {
    await refuseLastAdministrator(tx, [before.userId], disabled ? '禁用' : '取消管理员身份')
  }
}

async function writeAccount(tx: Tx, userId: string, before: UserRecord, after: UserRecord): Promise<void> {
  if (after.userName !== before.userName) await rename(tx, userId, 'name', after.userName, '账号', 'userName')
  if (after.phoneNum !== before.phoneNum) await rename(tx, userId, 'phone', after.phoneNum, '手机号', 'phoneNum')
  await tx.client.query(
    `update account set user_name = $3, user_telephone = $4, user_status = $5, is_admin = $6, version = version + 1
      where org_id = $1 and user_id = $2`,
    [tx.orgId, userId, after.userName, after.phoneNum, after.userStatus, after.isAdmin],
  )
}

/** Moves a name that signs in; another account's is refused at its field. */
async function rename(
  tx: Tx,
  userId: string,
  kind: 'name' | 'phone',
  name: string | null,
  what: string,
  field: string,
) {
  await tx.client.query('delete from login_name where org_id = $1 and user_id = $2 and kind = $3', [
    tx.orgId,
    userId,
    kind,
  ])
  if (name === null) return
  await refuseTaken(tx, name, what, field)
  await tx.client.query('insert into login_name (name, kind, org_id, user_id) values (lower($1), $2, $3, $4)', [
    name,
    kind,
    tx.orgId,
    userId,
  ])
}

async function tellSessions(who: Caller, tx: Tx, userId: string, fields: readonly Field[]): Promise<void> {
  const { app, orgId } = who
  const self = userId === who.userId
  if (fields.some((field) => KEY_FIELDS.includes(field))) {
    await endSessions(app, tx, orgId, [userId], 'ACCOUNT_CHANGED', self ? who.sessionId : null)
    if (self) tx.emit(session.events.menuChanged, {}, { userIds: [userId] })
  } else tx.after(() => app.sessions.forget(orgId, userId))
}
