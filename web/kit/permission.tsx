// What a user may not do is not there, or is there and disabled: two behaviours, one component.
import { cloneElement, type ReactElement, type ReactNode, useCallback } from 'react'
import { mayNow, useSession } from '#web/kit/session'

/** A function that answers whether the user's codes fulfil an expression (`a|b`, `a&b`, empty = nobody). */
export function useMay(): (needs: string) => boolean {
  const user = useSession((state) => state.user)
  const authority = useSession((state) => state.authority)
  return useCallback((needs) => mayNow(needs, { user, authority }), [user, authority])
}

type Disableable = ReactElement<{
  disabled?: boolean
  className?: string
  'aria-disabled'?: boolean
  title?: string
  onClick?: unknown
}>

interface RemoveProps {
  needs: string
  mode?: 'remove'
  children: ReactNode
}
interface DisableProps {
  needs: string
  mode: 'disable'
  children: Disableable
}

export const NOT_ALLOWED_TITLE = '您没有此项权限，请联系管理员'

/** The two behaviours apart from who is signed in. */
export function faceOf(allowed: boolean, props: RemoveProps | DisableProps): ReactNode {
  if (allowed) return props.children
  if (props.mode !== 'disable') return null
  const { className } = props.children.props
  return cloneElement(props.children, {
    disabled: true,
    'aria-disabled': true,
    className: className ? `${className} is-disabled` : 'is-disabled',
    title: NOT_ALLOWED_TITLE,
    // An element that knows no `disabled` (a link) must not act either.
    onClick: undefined,
  })
}

export function Allowed(props: RemoveProps | DisableProps): ReactNode {
  return faceOf(useMay()(props.needs), props)
}
