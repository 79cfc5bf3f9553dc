// Short messages. The shell hands in antd's message once it is mounted, so that they follow theme and text size.
import { TOAST } from '#web/kit/constants'

export type ToastLevel = 'success' | 'info' | 'warning' | 'error'
type Show = (level: ToastLevel, text: string, seconds: number) => void

const waiting: [ToastLevel, string][] = []
let show: Show | null = null

export function bindToast(handler: Show): void {
  show = handler
  for (const [level, text] of waiting.splice(0)) handler(level, text, TOAST / 1000)
}

function toastOf(level: ToastLevel, text: string) {
  if (show) show(level, text, TOAST / 1000)
  else waiting.push([level, text])
}

export const toast = {
  success: (text: string) => toastOf('success', text),
  info: (text: string) => toastOf('info', text),
  warning: (text: string) => toastOf('warning', text),
  error: (text: string) => toastOf('error', text),
}
