// Handlers of users.
import { invalid } from '#contract/kit/refusal'
import { user } from '#contract/platform/user'
import { importHandlers } from '#server/kit/excelImport'
import { implement } from '#server/kit/implement'
import { changeStatus, deleteUsers, idsOf, resetPassword, setPassword, sortUsers, unfreeze } from './userAct.ts'
import { findChoices, findUser, findUsers } from './userFind.ts'
import { userImport } from './userImport.ts'
import { pushDelete, pushImport } from './userPush.ts'
import { createUser, patchUser } from './userSave.ts'

const statusOf = (text: string) => {
  if (text !== '1' && text !== '2') throw invalid('账号状态应为 1（启用）或 2（禁用）', 'userStatus')
  return Number(text)
}

export default implement(user, {
  list: (query, who) => findUsers(who, query),
  choices: (_, who) => findChoices(who),
  get: ({ userId }, who) => findUser(who, userId),
  create: (body, who) => createUser(who, body),
  update: async ({ userId, baseVersion, ownPassword, ...patch }, who) => {
    await patchUser(who, userId, patch, { baseVersion, ownPassword })
    return null
  },
  remove: async ({ userIds }, who) => {
    const ids = idsOf(userIds)
    await who.tx((tx) => deleteUsers(tx, who, ids))
    return null
  },
  changeStatus: async ({ userId, userStatus }, who) => {
    await changeStatus(who, [userId], statusOf(userStatus))
    return null
  },
  changeStatuses: async ({ userIds, userStatus }, who) => {
    await changeStatus(who, idsOf(userIds), userStatus)
    return null
  },
  resetPassword: ({ userId }, who) => resetPassword(who, userId),
  setPassword: async ({ userId, newPwd }, who) => {
    await setPassword(who, userId, newPwd)
    return null
  },
  unfreeze: async ({ userId }, who) => {
    await unfreeze(who, userId)
    return null
  },
  sort: async ({ sorts }, who) => {
    await sortUsers(who, sorts)
    return null
  },
  ...importHandlers(userImport, user.calls.importCommit),
  pushImport: ({ file }, who) => pushImport(who, file),
  pushDelete: ({ file }, who) => pushDelete(who, file),
})
