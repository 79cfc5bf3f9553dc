// What a light page says when a call fails: the catalogue's own words.
import { CallError } from '#web/kit/callError'
import { sessionText, showingOf } from '#web/kit/errorText'

/** An error whose message was written for the person in front of the screen. */
export class Said extends Error {}

export function failureText(error: unknown): string {
  if (error instanceof Said) return error.message
  if (!(error instanceof CallError)) return '页面出现异常，请刷新后重试'
  if (error.cancelled) return '请求已取消，您可以稍后重试'
  if (error.code === 999) return error.message
  const showing = showingOf(error)
  return showing.how === 'log' ? sessionText(error.code) : showing.text
}
