// Handlers of the permission questions. None of them writes.
import { notFound, Refusal } from '#contract/kit/refusal'
import { insight } from '#contract/platform/insight'
import { implement } from '#server/kit/implement'
import { whoSees } from './insightRecord.ts'
import { kindsOf, whatUserSees } from './insightUser.ts'

export default implement(insight, {
  user: ({ userId, landingEndId }, who) => whatUserSees(who, userId, landingEndId ?? null),
  record: ({ type, id }, who) => whoSees(who, type, id),
  kinds: (_input, who) =>
    kindsOf(who.app)
      .filter(({ needs }) => who.may(needs))
      .map(({ kind }) => ({ type: kind.type, title: kind.title })),
  search: async ({ type, keyword }, who) => {
    const found = kindsOf(who.app).find((one) => one.kind.type === type)
    if (!found) throw notFound('记录类型')
    if (!who.may(found.needs)) throw new Refusal('NO_PERMISSION')
    const { across } = found.kind
    const scope = across !== undefined && who.may(across) ? { orgId: who.orgId, deptIds: null } : who
    return found.kind.search(who.app.pool, scope, (keyword ?? '').trim().slice(0, 60))
  },
})
