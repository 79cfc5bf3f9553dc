// The code from the message and the end of the phone number it was sent to.

import { useState } from 'react'
import { type FamilyViewData, invitation } from '#contract/live/invitation'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { Button } from '#web/light/Button'
import { checkText } from '#web/light/check'
import { TextField } from '#web/light/Field'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'
import { useForm } from '#web/light/useForm'

const { accept } = invitation.calls
const rules = accept.body.properties

interface EnterProps {
  /** From the link in the message. */
  code: string
  onAccepted(secret: string, view: FamilyViewData): void
  onBack?: (() => void) | undefined
}

/** ABCD-EFGH as it is typed, read or pasted. */
const tidy = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 8)
    .replace(/^(.{4})(.+)$/, '$1-$2')

export function Enter({ code, onAccepted, onBack }: EnterProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<{ code: string; phoneEnd: string }>(
    { code: tidy(code), phoneEnd: '' },
    {
      code: (value) => checkText(rules.code, value.replace('-', '')),
      phoneEnd: (value) => checkText(rules.phoneEnd, value),
    },
  )
  const submit = async () => {
    if (busy || !form.valid()) return
    setBusy(true)
    setFailure(null)
    try {
      const { secret, view } = await send(
        accept,
        { code: form.values.code, phoneEnd: form.values.phoneEnd },
        { silent: true, handles: () => true },
      )
      onAccepted(secret, view)
    } catch (error) {
      const field = error instanceof CallError ? error.field : undefined
      if (field === 'code' || field === 'phoneEnd') form.complain(field, failureText(error))
      else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      ref={form.ref}
      noValidate
      className="yy-phone-card"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>查看老人近况</h1>
      <p className="fam-about">请输入机构发给您的邀请码。邀请码只能用一次，用过后这部手机可以一直查看。</p>
      {failure && <Notice kind="bad">{failure}</Notice>}
      <TextField
        {...form.bind('code')}
        onChange={(value) => form.set({ code: tidy(value) })}
        label="邀请码"
        required
        maxLength={9}
        placeholder="8 位字母和数字"
        autoFocus={code === ''}
      />
      <TextField
        {...form.bind('phoneEnd')}
        onChange={(value) => form.set({ phoneEnd: value.replace(/\D/g, '').slice(0, 4) })}
        label="您登记的手机号后四位"
        required
        inputMode="numeric"
        maxLength={4}
        autoFocus={code !== ''}
      />
      <Button kind="primary" submit wide busy={busy}>
        查看
      </Button>
      {onBack && (
        <Button wide onClick={onBack} className="fam-back">
          返回
        </Button>
      )}
      <p className="fam-foot">没有收到邀请码，或手机号已更换，请联系机构前台。</p>
    </form>
  )
}
