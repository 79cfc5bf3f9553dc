// The code sent to a phone, and the minute until the next one may be asked for. The picture code is typed before: it
// pays for the message, and serves once more for the form that the code is for.

import { useEffect, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { Button } from './Button.tsx'
import { TextField, type TextProps } from './Field.tsx'
import { toast } from './toast.tsx'

const WAIT = 60_000
/** By number, outside the component: going back a step does not shorten the wait. */
const until = new Map<string, number>()

const left = (phone: string) => Math.max(0, Math.ceil(((until.get(phone) ?? 0) - Date.now()) / 1000))

function useSecondsLeft(phone: string): [number, () => void] {
  const [seconds, setSeconds] = useState(() => left(phone))
  const running = seconds > 0
  useEffect(() => setSeconds(left(phone)), [phone])
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setSeconds(left(phone)), 250)
    return () => clearInterval(timer)
  }, [running, phone])
  const start = () => {
    until.set(phone, Date.now() + WAIT)
    setSeconds(left(phone))
  }
  return [seconds, start]
}

export const maskedPhone = (phone: string) => phone.replace(/^(\d{3})\d{4}/, '$1****')

interface Props extends Omit<TextProps, 'label' | 'beside' | 'maxLength'> {
  phone: string
  /** The solved picture; empty where none is asked for. */
  photo: { photoCode: string; verifyStr: string }
  /** Asked before sending: says true when number and picture code are there. */
  before: () => boolean
  /** On its way: the field is next. */
  onSent: () => void
  /** The server's refusal to send; a wrong picture code belongs to its own field, anything else to this one. */
  onRefused: (message: string, field: 'smsCode' | 'photoCode') => void
}

export function SmsCodeField({ phone, photo, before, onSent, onRefused, ...field }: Props) {
  const [seconds, start] = useSecondsLeft(phone)
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      if (!before()) return
      await send(session.calls.smsCode, { userTelephone: phone, ...photo }, { handles: () => true })
      start()
      toast('good', `验证码已发送到 ${maskedPhone(phone)}`)
      onSent()
    } catch (error) {
      const wrongPicture = error instanceof CallError && error.code === refusals.WRONG_PHOTO_CODE[0]
      const message = error instanceof CallError ? error.message : '验证码没有发出，请重试'
      onRefused(message, wrongPicture ? 'photoCode' : 'smsCode')
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextField
      {...field}
      label="短信验证码"
      placeholder="输入收到的数字"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      beside={
        <Button className="yy-sms" disabled={seconds > 0} busy={busy} onClick={() => void ask()}>
          {seconds > 0 ? `${seconds} 秒后重发` : '获取验证码'}
        </Button>
      }
    />
  )
}
