// A lost password, in three steps: who, which phone, the new password. The server lets nobody skip the second.

import { Phone, User } from 'lucide-react'
import { useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { Button } from '#web/light/Button'
import { checkText } from '#web/light/check'
import { TextField } from '#web/light/Field'
import { failureText } from '#web/light/failure'
import { NewPassword, passwordChecks } from '#web/light/NewPassword'
import { Notice } from '#web/light/Notice'
import { PictureCodeField, usePhotoCode } from '#web/light/PictureCode'
import { type Preload, photoCodeIsOn, smsIsOn } from '#web/light/preload'
import { maskedPhone, SmsCodeField } from '#web/light/SmsCode'
import { Stepper } from '#web/light/Stepper'
import { useForm } from '#web/light/useForm'

const { calls } = session
const STEPS = ['填写账号', '验证手机', '重设密码'] as const
const handled = { handles: () => true }

interface Values {
  loginName: string
  phoneNum: string
  photoCode: string
  smsCode: string
  password: string
  again: string
}

const FIELDS = [
  ['loginName', 'photoCode'],
  ['photoCode', 'smsCode'],
  ['password', 'again'],
] as const satisfies (keyof Values)[][]

function placeOf(error: CallError, step: number): keyof Values | null {
  if (error.code === refusals.WRONG_PHOTO_CODE[0]) return 'photoCode'
  if (error.code === refusals.WRONG_SMS_CODE[0]) return 'smsCode'
  if (error.field === 'userPassword') return 'password'
  return FIELDS[step]?.find((name) => name === error.field) ?? null
}

/** Nobody would get a code: who can help instead. */
function WithoutSms() {
  return (
    <>
      <h1>找回密码</h1>
      <p className="yy-lead">密码由管理员重置，登录后再改成自己的。</p>
      <Notice kind="note">
        本系统没有接入短信，不能用手机找回密码。请联系机构管理员，在“设置 → 用户”中为您重置密码。
      </Notice>
      <p className="yy-lead">管理员自己忘记密码时，请联系平台运营方重置。重置后会得到一个一次性密码，登录时须修改。</p>
      <p className="yy-foot-link yy-center-text yy-second">
        <a className="yy-link" href="#/">
          返回登录
        </a>
      </p>
    </>
  )
}

interface Props {
  preload: Preload
  onDone: (loginName: string) => void
}

export function Recover(props: Props) {
  return smsIsOn(props.preload) ? <BySms {...props} /> : <WithoutSms />
}

function BySms({ preload, onDone }: Props) {
  const code = usePhotoCode(photoCodeIsOn(preload))
  const [step, setStep] = useState(0)
  const [userId, setUserId] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Values>(
    { loginName: '', phoneNum: '', photoCode: '', smsCode: '', password: '', again: '' },
    {
      loginName: (value) => checkText(calls.recoverPhone.query.properties.loginName, value.trim()),
      photoCode: (value) => (code.on && value.trim() === '' ? '请输入右图中的字符' : null),
      smsCode: (value) => checkText(calls.recoverProve.query.properties.smsCode, value.trim()),
      ...passwordChecks<Values>(preload.pwdConfig, '新密码', (all) => [all.loginName.trim()]),
    },
  )
  const { values } = form
  const photo = { photoCode: values.photoCode.trim(), verifyStr: code.verifyStr }
  const newPicture = () => {
    if (code.on) code.refresh()
    form.set({ photoCode: '' })
  }

  const go = [
    async () => {
      const phoneNum = await send(calls.recoverPhone, { loginName: values.loginName.trim(), ...photo }, handled)
      newPicture()
      form.set({ phoneNum })
      setStep(1)
      form.focus(code.on ? 'photoCode' : 'smsCode')
    },
    async () => {
      const proven = await send(
        calls.recoverProve,
        { phoneNum: values.phoneNum, smsCode: values.smsCode.trim(), photoCodes: photo.photoCode, ...photo },
        handled,
      )
      setUserId(proven)
      setStep(2)
      form.focus('password')
    },
    async () => {
      await send(
        calls.recoverReset,
        { userId, phoneNum: values.phoneNum, userPassword: values.password, checkPass: values.again },
        { ...handled, encoding: 'form' },
      )
      onDone(values.loginName.trim())
    },
  ] as const

  const submit = async () => {
    if (busy || !form.valid(FIELDS[step])) return
    setBusy(true)
    setFailure(null)
    try {
      await go[step]!()
    } catch (error) {
      if (step < 2) newPicture()
      const place = error instanceof CallError ? placeOf(error, step) : null
      if (place) form.complain(place, (error as CallError).message)
      else setFailure(failureText(error))
      // The proof is used up or too old: the phone has to be verified again.
      if (error instanceof CallError && error.code === refusals.NOT_PROVEN[0]) {
        form.set({ smsCode: '' })
        newPicture()
        setStep(1)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>找回密码</h1>
      <div className="yy-lead">
        <Stepper steps={STEPS} now={step} />
      </div>
      {failure && <Notice kind="bad">{failure}</Notice>}
      {step === 0 && (
        <TextField
          {...form.bind('loginName')}
          label="账号"
          icon={User}
          placeholder="账号或手机号"
          autoComplete="username"
          maxLength={20}
          autoFocus
        />
      )}
      {step === 1 && (
        <TextField
          {...form.bind('phoneNum')}
          value={maskedPhone(values.phoneNum)}
          label="绑定的手机号"
          icon={Phone}
          readOnly
          hint="账号没有绑定手机号或已停用的，收不到短信，请联系机构管理员重设密码。"
        />
      )}
      {step < 2 && <PictureCodeField {...form.bind('photoCode')} code={code} />}
      {step === 1 && (
        <SmsCodeField
          {...form.bind('smsCode')}
          phone={values.phoneNum}
          photo={photo}
          before={() => form.valid(['photoCode'])}
          onSent={() => form.focus('smsCode')}
          onRefused={(message, field) => {
            if (field === 'photoCode') newPicture()
            form.complain(field, message)
          }}
        />
      )}
      {step === 2 && (
        <NewPassword
          rule={preload.pwdConfig}
          title="新密码"
          bind={form.bind}
          password={values.password}
          own={[values.loginName.trim()]}
          autoFocus
        />
      )}
      <Button kind="primary" submit wide busy={busy}>
        {step === 2 ? '重设密码' : '下一步'}
      </Button>
      <p className="yy-foot-link yy-center-text yy-second">
        想起密码了？
        <a className="yy-link" href="#/">
          返回登录
        </a>
      </p>
    </form>
  )
}
