// The user's form: account, person and rights in one drawer, saved by one call.
import { log } from '#contract/platform/log'
import { StaffSex } from '#contract/platform/session'
import {
  isPlainName,
  PLAIN_NAME_HINT,
  StaffType,
  type UserDetailData,
  UserForm,
  UserStatus,
  user,
} from '#contract/platform/user'
import { send } from '#web/kit/call'
import { department } from '#web/kit/fields/department'
import { imageOf } from '#web/kit/fields/image'
import { optionField, radioOf, yesNo } from '#web/kit/fields/option'
import { longText, suggesting } from '#web/kit/fields/text'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import type { FieldSpecs } from '#web/kit/form/SchemaForm'
import { useSession } from '#web/kit/session'
import { departments, firstPassword, jobs, readablePassword, roles } from './fields.tsx'
import { showPassword } from './password.part.tsx'

const HOSPITAL = 2
const LEVELS = ['五级', '四级', '三级', '二级', '一级']

type Fields = FieldSpecs<typeof UserForm>

function nameProblem(name: string | null | undefined, before: string | null): string | null {
  if (!name || name === before || useSession.getState().user?.orgInfo.orgLevel === HOSPITAL) return null
  return isPlainName(name) ? null : `账号${PLAIN_NAME_HINT}`
}

function fieldsOf(before: UserDetailData | null): Fields {
  const { user: me } = useSession.getState()
  const self = before !== null && before.userId === me?.empInfo.empId
  return {
    userName: {
      hint: '登录用，6 至 20 位字母或数字',
      check: (value) => nameProblem(value, before?.userName ?? null),
    },
    phoneNum: { hint: '也可用于登录和找回密码' },
    ...(before === null && {
      userPassword: { as: firstPassword, hint: '首次登录须修改；保存后请转告本人' },
    }),
    userStatus: { as: radioOf(UserStatus), disabled: self },
    empName: {},
    sex: { as: radioOf(StaffSex) },
    deptId: { title: '所属部门', as: department },
    jobIds: { as: jobs },
    empType: { as: optionField(StaffType), hint: '决定出现在哪些选人名单里' },
    empTitle: {},
    nursingLevel: {
      as: suggesting(LEVELS),
      placeholder: '如 三级',
      when: (values) => values.empType === 'nursing',
    },
    empKey: {},
    cordNum: {},
    workingPicture: { as: imageOf({ route: 3 }) },
    intro: { as: longText, wide: true },
    roleIds: { as: roles, wide: true, hint: '决定能看到哪些菜单和按钮' },
    riskReason: {
      as: longText,
      wide: true,
      when: (values) => ((values.roleIds as string[] | undefined)?.length ?? 0) > 1,
      hint: '几个角色合起来会让一个人既收款又能退款、作废、定价或结账时，必须写明原因，原因记入操作日志',
    },
    dataDeptIds: {
      as: departments,
      wide: true,
      hint: '决定能看到哪些部门的数据；勾选上级会同时勾选下级，可再单独取消',
    },
    ...(me?.isAdmin && {
      isAdmin: { as: yesNo, disabled: self, hint: '拥有全部权限和全部部门的数据' },
    }),
  }
}

const sectionsOf = (fields: Fields) => {
  const only = (...names: (keyof Fields)[]) => names.filter((name) => fields[name] !== undefined)
  return [
    { title: '账号', fields: only('userName', 'phoneNum', 'userPassword', 'userStatus') },
    {
      title: '员工',
      fields: only(
        'empName',
        'sex',
        'deptId',
        'jobIds',
        'empType',
        'nursingLevel',
        'empTitle',
        'empKey',
        'cordNum',
        'workingPicture',
        'intro',
      ),
    },
    { title: '权限范围', fields: only('roleIds', 'riskReason', 'dataDeptIds', 'isAdmin') },
  ]
}

const createCall = { ...user.calls.create, body: UserForm }
const updateCall = { ...user.calls.update, body: UserForm }

export function createForm(): FormRequest {
  const fields = fieldsOf(null)
  const password = readablePassword()
  return formOf(createCall, {
    title: '新增用户',
    width: 720,
    fields,
    sections: sectionsOf(fields),
    initial: { userStatus: UserStatus.is.enabled, userPassword: password },
    done: '用户已新增',
    onDone: (_userId, { userName, empName, userPassword }) =>
      showPassword({ userName, empName, password: userPassword, kind: '初始密码' }),
  })
}

const valuesOf = (detail: UserDetailData) => ({
  userName: detail.userName,
  phoneNum: detail.phoneNum ?? undefined,
  userStatus: detail.userStatus,
  empName: detail.empName ?? detail.userName,
  sex: detail.sex ?? undefined,
  deptId: detail.deptId ?? undefined,
  jobIds: detail.jobIds,
  empType: detail.empType,
  empTitle: detail.empTitle,
  nursingLevel: detail.nursingLevel,
  empKey: detail.empKey,
  cordNum: detail.cordNum,
  workingPicture: detail.workingPicture,
  intro: detail.intro,
  roleIds: detail.roleIds,
  dataDeptIds: detail.dataDeptIds,
  isAdmin: detail.isAdmin,
})

/** The form of one user as the record is now. */
export async function editForm(userId: string): Promise<FormRequest> {
  const read = () => send(user.calls.get, { userId })
  const detail = await read()
  const fields = fieldsOf(detail)
  return formOf(updateCall, {
    title: `编辑用户 · ${detail.empName ?? detail.userName}`,
    width: 720,
    fields,
    sections: sectionsOf(fields),
    initial: valuesOf(detail),
    also: { userId, baseVersion: detail.version },
    touches: [log],
    reload: async () => {
      const now = await read()
      return { values: valuesOf(now), also: { userId, baseVersion: now.version } }
    },
  })
}
