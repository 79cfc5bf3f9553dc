// An event on its way, and who may get it: the same rule for every transport.

import { SIGNED_IN } from '#contract/kit/permission'
import { mayUse } from './serve.ts'
import type { SessionUser } from './sessionUser.ts'

export interface Delivery {
  orgId: string
  /** Name of the event. */
  type: string
  needs: string
  /** The frame as it is sent. */
  frame: string
  /** A frame for each of many users instead. */
  each?: readonly (readonly [userId: string, frame: string])[]
  deptIds?: readonly string[]
  userIds?: readonly string[]
  /** Only for connections that look at this event. */
  watched?: boolean
  /** The frame for wall screens, without what happened to whom; absent: not for them. */
  screenFrame?: string
  /** Also for alarm walls that are displays of their own. */
  display?: boolean
}

/** Users and departments together narrow: a user must be named and belong to one of the departments. */
export function mayReceive(user: SessionUser, delivery: Delivery): boolean {
  if (user.orgId !== delivery.orgId) return false
  // A screen has no codes and is in no department: the event's own word is all that counts.
  if (user.screen && !user.display) return delivery.screenFrame !== undefined && !delivery.userIds
  const may = user.display
    ? delivery.display === true
    : delivery.needs === SIGNED_IN || (!user.mustChangePassword && mayUse(user, delivery.needs))
  if (!may) return false
  if (delivery.userIds && !delivery.userIds.includes(user.userId)) return false
  const own = user.deptIds
  // Without a list of departments the user has all of them.
  return !delivery.deptIds || own === null || delivery.deptIds.some((one) => own.includes(one))
}
