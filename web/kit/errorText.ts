// The error catalogue: what each code says and how it is shown. Pure, so that pages without antd use it too.
import { isSessionInvalid } from '#web/kit/envelope'

export type Showing =
  /** Only the log. */
  | { how: 'log' }
  | { how: 'toast'; level: 'error' | 'warning'; text: string }
  /** The session is over: an alert, then the user is signed out. */
  | { how: 'signOut'; text: string }

export const CANCELLED_TEXT = '请求已取消，您可以稍后重试'
export const SLOW_TEXT = '服务器正忙，您可以继续等待，也可以稍后重试'
export const NO_PERMISSION_TEXT = '权限不足，无法访问，请联系管理员'

const SESSION_TEXT: Record<number, string> = {
  4011: '登录状态已过期，请重新登录',
  4012: '该账号已在别处登录，请重新登录',
  4013: '用户关键信息已变更，请重新登录',
}
/** What changed about an account (4013) the server knows better: a role taken away, a frozen organisation. */
export const sessionText = (code: number, said = '') =>
  (code === 4013 && said) || SESSION_TEXT[code] || '登录状态已失效，请重新登录'

export interface Failure {
  code: number
  message: string
  path?: string
}

const HARMLESS_WARNINGS = [/ResizeObserver loop/i, /form-width|\[ElementForm\]unexpected width/i]

export function showingOf({ code, message, path = '' }: Failure): Showing {
  if (code === 9999 || HARMLESS_WARNINGS.some((warning) => warning.test(message))) return { how: 'log' }
  if (code === 4010 || code === 401) return { how: 'toast', level: 'error', text: NO_PERMISSION_TEXT }
  if (isSessionInvalid(code)) return { how: 'signOut', text: sessionText(code, message) }
  if (code === 998) return { how: 'toast', level: 'error', text: '脚本异常#998' }
  if (code === 404) return { how: 'toast', level: 'error', text: `接口不存在 ${path}#404` }
  if (code === 403 || code === 2001) return { how: 'toast', level: 'error', text: `请求被拒绝 ${path}#${code}` }
  if (code === 408 || code === 504) return { how: 'toast', level: 'error', text: `请求超时 ${path}#${code}` }
  if (String(code).length > 4) return { how: 'toast', level: 'error', text: message || `操作没有完成#${code}` }
  return { how: 'toast', level: 'error', text: `${message || '操作没有完成'}#${code}` }
}

const two = (value: number) => String(value).padStart(2, '0')

/** E-20261112-154207-8F3A: the time, and four digits of its milliseconds and chance against a second one. */
export function errorId(at = new Date(), chance = Math.random()): string {
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  const time = `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
  const tail = ((at.getMilliseconds() << 6) | Math.floor(chance * 64)).toString(16).toUpperCase().padStart(4, '0')
  return `E-${day}-${time}-${tail}`
}
