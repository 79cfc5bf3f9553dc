// An account of one's own, before an organisation takes one in: name, phone, code, password.

import { Phone, User } from 'lucide-react'
import { useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { session } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { SETTLE_IN_PAGE } from '#web/kit/constants'
import { Button } from '#web/light/Button'
import { checkText, longest } from '#web/light/check'
import { TextField } from '#web/light/Field'
import { failureText } from '#web/light/failure'
import { NewPassword, passwordChecks } from '#web/light/NewPassword'
import { Notice } from '#web/light/Notice'
import { PictureCodeField, usePhotoCode } from '#web/light/PictureCode'
import { type Preload, photoCodeIsOn, smsIsOn } from '#web/light/preload'
import { SmsCodeField } from '#web/light/SmsCode'
import { useForm } from '#web/light/useForm'

const { register } = session.calls
const fields = register.body.properties
const RESOURCE = '1'

interface Values {
  userName: string
  userTelephone: string
  photoCode: string
  smsCode: string
  password: string
  again: string
}

const placeOf = (error: CallError): keyof Values | null => {
  if (error.code === refusals.WRONG_PHOTO_CODE[0]) return 'photoCode'
  if (error.code === refusals.WRONG_SMS_CODE[0]) return 'smsCode'
  if (error.field === 'userPassword') return 'password'
  return (['userName', 'userTelephone', 'smsCode', 'photoCode'] as const).find((name) => name === error.field) ?? null
}

const own = (all: Values) => [all.userName.trim(), all.userTelephone.trim()]

interface Props {
  preload: Preload
  onDone: (loginName: string) => void
}

/** Nobody would get a code; the application itself asks for none then. */
function WithoutSms() {
  return (
    <>
      <h1>注册账号</h1>
      <p className="yy-lead">机构入驻不需要先注册。</p>
      <Notice kind="note">本系统没有接入短信，不能先注册账号。请直接填写入驻申请，申请里会一并设好管理员账号。</Notice>
      <a className="yy-button primary wide" href={SETTLE_IN_PAGE}>
        填写入驻申请
      </a>
      <p className="yy-foot-link yy-center-text yy-second">
        <a className="yy-link" href="#/">
          返回登录
        </a>
      </p>
    </>
  )
}

export function Register(props: Props) {
  return smsIsOn(props.preload) ? <BySms {...props} /> : <WithoutSms />
}

function BySms({ preload, onDone }: Props) {
  const code = usePhotoCode(photoCodeIsOn(preload))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Values>(
    { userName: '', userTelephone: '', photoCode: '', smsCode: '', password: '', again: '' },
    {
      userName: (value) => checkText(fields.userName, value.trim()),
      userTelephone: (value) => checkText(fields.userTelephone, value.trim()),
      photoCode: (value) => (code.on && value.trim() === '' ? '请输入右图中的字符' : null),
      smsCode: (value) => checkText(fields.smsCode, value.trim()),
      ...passwordChecks(preload.pwdConfig, '密码', own),
    },
  )
  const { values } = form
  const photo = { photoCode: values.photoCode.trim(), verifyStr: code.verifyStr }
  const newPicture = () => {
    if (code.on) code.refresh()
    form.set({ photoCode: '' })
  }

  const submit = async () => {
    if (busy || !form.valid()) return
    setBusy(true)
    setFailure(null)
    try {
      await send(
        register,
        {
          userName: values.userName.trim(),
          userPassword: values.password,
          repactPassword: values.again,
          userTelephone: values.userTelephone.trim(),
          ...photo,
          smsCode: values.smsCode.trim(),
          resource: RESOURCE,
        },
        { handles: () => true },
      )
      onDone(values.userName.trim())
    } catch (error) {
      newPicture()
      const place = error instanceof CallError ? placeOf(error) : null
      if (place) form.complain(place, (error as CallError).message)
      else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form.ref}
      noValidate
      className="yy-tight"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>注册账号</h1>
      <p className="yy-lead">注册后登录，填写机构资料；审核通过即可使用。</p>
      {failure && <Notice kind="bad">{failure}</Notice>}
      <TextField
        {...form.bind('userName')}
        label="账号"
        required
        icon={User}
        placeholder="6 至 20 位字母或数字"
        autoComplete="username"
        maxLength={longest(fields.userName)}
        autoFocus
      />
      <TextField
        {...form.bind('userTelephone')}
        label="手机号"
        required
        icon={Phone}
        placeholder="11 位手机号，可用于登录"
        inputMode="tel"
        autoComplete="tel"
        maxLength={11}
      />
      <PictureCodeField {...form.bind('photoCode')} code={code} required />
      <SmsCodeField
        {...form.bind('smsCode')}
        required
        phone={values.userTelephone.trim()}
        photo={photo}
        before={() => form.valid(['userTelephone', 'photoCode'])}
        onSent={() => form.focus('smsCode')}
        onRefused={(message, field) => {
          if (field === 'photoCode') newPicture()
          form.complain(field, message)
        }}
      />
      <NewPassword
        rule={preload.pwdConfig}
        title="密码"
        bind={form.bind}
        password={values.password}
        own={own(values)}
      />
      <Button kind="primary" submit wide busy={busy}>
        注册
      </Button>
      <p className="yy-foot-link yy-center-text yy-second">
        已有账号？
        <a className="yy-link" href="#/">
          返回登录
        </a>
      </p>
    </form>
  )
}
