import { Lock, User } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { type SessionData, session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { ORG_TYPE } from '#web/kit/constants'
import { local } from '#web/kit/storage'
import { Button } from '#web/light/Button'
import { base64Of } from '#web/light/base64'
import { Checkbox } from '#web/light/Checkbox'
import { checkText } from '#web/light/check'
import { PasswordField, TextField } from '#web/light/Field'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'
import { PictureCodeField, usePhotoCode } from '#web/light/PictureCode'
import { type Preload, photoCodeIsOn } from '#web/light/preload'
import { useForm } from '#web/light/useForm'
import type { Word } from './arrival.ts'

const { loginName, loginPassword } = session.calls.login.body.properties

interface Values {
  loginName: string
  loginPassword: string
  photoCode: string
}

/** Which field a refusal belongs to; any other is said above the form. */
const placeOf = (code: number): keyof Values | null => {
  switch (code) {
    case refusals.WRONG_LOGIN[0]:
      return 'loginPassword'
    case refusals.ACCOUNT_FROZEN[0]:
    case refusals.ACCOUNT_DISABLED[0]:
      return 'loginName'
    case refusals.WRONG_PHOTO_CODE[0]:
      return 'photoCode'
    default:
      return null
  }
}

interface Props {
  preload: Preload & { ready: boolean }
  /** Why the visitor is here, from the shell. */
  word: Word | null
  onSignedIn: (user: SessionData) => Promise<void>
}

export function SignIn({ preload, word, onSignedIn }: Props) {
  const code = usePhotoCode(photoCodeIsOn(preload))
  const [remembered] = useState(() => local.get('rememberedName') ?? '')
  const [keep, setKeep] = useState(() => remembered !== '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Values>(
    { loginName: remembered, loginPassword: '', photoCode: '' },
    {
      loginName: (value) => checkText(loginName, value.trim()),
      loginPassword: (value) => checkText(loginPassword, value),
      photoCode: (value) => (code.on && value.trim() === '' ? '请输入右图中的字符' : null),
    },
  )
  const frozen = `连续输错 5 次将锁定 ${preload.unFrozenMinutes} 分钟`

  const { focus } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; later the person decides where to type
  useEffect(() => focus(remembered ? 'loginPassword' : 'loginName'), [])

  const refuse = (error: unknown) => {
    if (code.on) {
      code.refresh()
      form.set({ photoCode: '' })
    }
    const place = error instanceof CallError ? (error.field ?? placeOf(error.code)) : null
    if (place && place in form.values) form.complain(place as keyof Values, (error as CallError).message)
    else setFailure(failureText(error))
  }

  const submit = async () => {
    if (busy || !form.valid()) return
    setBusy(true)
    setFailure(null)
    const name = form.values.loginName.trim()
    try {
      const user = await send(
        session.calls.login,
        {
          loginName: name,
          loginPassword: base64Of(form.values.loginPassword),
          photoCode: form.values.photoCode.trim(),
          verifyStr: code.verifyStr,
          orgLevel: ORG_TYPE,
        },
        { handles: () => true },
      )
      if (keep) local.set('rememberedName', name)
      else local.remove('rememberedName')
      await onSignedIn(user)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  // Whoever is quicker than the settings waits for them: until then nobody knows whether a picture code is asked for.
  const [early, setEarly] = useState(false)
  const submitNow = useRef(submit)
  submitNow.current = submit
  useEffect(() => {
    if (!preload.ready || !early) return
    setEarly(false)
    void submitNow.current()
  }, [preload.ready, early])

  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (preload.ready) void submit()
        else setEarly(true)
      }}
    >
      <h1>登录</h1>
      <p className="yy-lead">请使用院内分配的账号。首次登录需修改初始密码。</p>
      {failure ? <Notice kind="bad">{failure}</Notice> : word && <Notice kind={word.kind}>{word.text}</Notice>}
      <TextField
        {...form.bind('loginName')}
        label="账号"
        icon={User}
        placeholder="账号或手机号"
        autoComplete="username"
        maxLength={20}
      />
      <PasswordField
        {...form.bind('loginPassword')}
        label="密码"
        icon={Lock}
        maxLength={64}
        hint={code.on ? undefined : frozen}
      />
      <PictureCodeField {...form.bind('photoCode')} code={code} hint={frozen} />
      <div className="yy-line yy-flex yy-between">
        <Checkbox checked={keep} onChange={setKeep}>
          记住账号
        </Checkbox>
        <a className="yy-link" href="#/recover">
          找回密码
        </a>
      </div>
      <Button kind="primary" submit wide busy={busy}>
        登 录
      </Button>
      <p className="yy-foot-link yy-center-text yy-second">
        还没有机构账号？
        <a className="yy-link" href="settleIn.html">
          机构入驻申请
        </a>
      </p>
    </form>
  )
}
