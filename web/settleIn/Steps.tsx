// The fields of each step of an application; rules and titles are the call's own.

import { Phone, User } from 'lucide-react'
import { refusals } from '#contract/kit/refusal'
import { ApplyBody } from '#contract/platform/application'
import type { CallError } from '#web/kit/callError'
import { checkText, longest, titleOf } from '#web/light/check'
import { TextArea, TextField } from '#web/light/Field'
import { NewPassword, passwordChecks } from '#web/light/NewPassword'
import { type PhotoCode, PictureCodeField } from '#web/light/PictureCode'
import { SmsCodeField } from '#web/light/SmsCode'
import type { Checks, LightForm } from '#web/light/useForm'
import type { ApplyValues, Picture } from './draft.ts'

export const fields = ApplyBody.properties

/** Titles of the steps and the fields each asks for; pictures are checked apart. */
export const STEPS = ['机构信息', '证照图片', '联系人与管理员', '核对提交'] as const

/** What is known about an application before it is sent. */
export interface Standing {
  /** Sent again: the administrator's account already exists. */
  again: boolean
  /** A phone that needs no second proof. */
  provenPhone: string | null
  /** False: there is no gateway; the operator calls the number before deciding. */
  sms: boolean
}

export const needsSms = (values: ApplyValues, standing: Standing) =>
  standing.sms && (values.contactPhone.trim() !== standing.provenPhone || standing.provenPhone === null)

/** The picture code is typed once: before the SMS that it pays for, or else with the application itself. */
export const pictureStep = (values: ApplyValues, standing: Standing) => (needsSms(values, standing) ? 2 : 3)

export const ownOf = (all: ApplyValues) => [all.userName.trim(), all.contactPhone.trim()]

export function fieldsOf(step: number, values: ApplyValues, standing: Standing): readonly (keyof ApplyValues)[] {
  if (step === 0) return ['orgName', 'licenseNo', 'address', 'introduction']
  if (step !== 2) return []
  return [
    'contactName',
    'contactPhone',
    ...(needsSms(values, standing) ? (['photoCode', 'smsCode'] as const) : []),
    ...(standing.again ? [] : (['userName', 'password', 'again'] as const)),
  ]
}

const PLACES: Partial<Record<string, { step: number; field: keyof ApplyValues }>> = Object.fromEntries([
  ...(['orgName', 'licenseNo', 'address', 'introduction'] as const).map((field) => [field, { step: 0, field }]),
  ...(['contactName', 'contactPhone', 'smsCode', 'userName'] as const).map((field) => [field, { step: 2, field }]),
  ['userPassword', { step: 2, field: 'password' }],
  // The administrator signs in with the contact's phone.
  ['userTelephone', { step: 2, field: 'contactPhone' }],
])

export const checksOf = (rule: number): Checks<ApplyValues> => ({
  orgName: (value) => checkText(fields.orgName, value.trim()),
  licenseNo: (value) => checkText(fields.licenseNo, value.trim()),
  address: (value) => checkText(fields.address, value.trim()),
  introduction: (value) => checkText(fields.introduction, value.trim(), false),
  contactName: (value) => checkText(fields.contactName, value.trim()),
  contactPhone: (value) => checkText(fields.contactPhone, value.trim()),
  smsCode: (value) => checkText(fields.smsCode, value.trim()),
  userName: (value) => checkText(fields.userName, value.trim()),
  ...passwordChecks(rule, '密码', ownOf),
})

/** Where a refusal of the whole application belongs: its step and its field. */
export function placeOf(error: CallError, picture: number): { step: number; field: keyof ApplyValues } | null {
  if (error.code === refusals.WRONG_SMS_CODE[0]) return PLACES.smsCode!
  if (error.code === refusals.WRONG_PHOTO_CODE[0]) return { step: picture, field: 'photoCode' }
  return PLACES[error.field ?? ''] ?? null
}

type Form = LightForm<ApplyValues>

export function OrgStep({ form }: { form: Form }) {
  const licence = form.bind('licenseNo')
  return (
    <div className="yy-fields yy-two yy-grid">
      <TextField
        {...form.bind('orgName')}
        label={titleOf(fields.orgName)}
        required
        placeholder="与证照上的名称一致"
        maxLength={longest(fields.orgName)}
        autoComplete="organization"
        autoFocus
      />
      <TextField
        {...licence}
        onChange={(value) => licence.onChange(value.toUpperCase())}
        label={titleOf(fields.licenseNo)}
        required
        placeholder="18 位，见营业执照或登记证书"
        maxLength={longest(fields.licenseNo)}
      />
      <div className="whole yy-whole-line">
        <TextField
          {...form.bind('address')}
          label={titleOf(fields.address)}
          required
          placeholder="省、市、区、街道、门牌"
          maxLength={longest(fields.address)}
          autoComplete="street-address"
        />
      </div>
      <div className="whole yy-whole-line">
        <TextArea
          {...form.bind('introduction')}
          label={titleOf(fields.introduction)}
          placeholder="选填：床位数、服务对象、开办时间等"
          maxLength={longest(fields.introduction)}
        />
      </div>
    </div>
  )
}

interface AdminProps {
  form: Form
  rule: number
  standing: Standing
  code: PhotoCode
}

export function AdminStep({ form, rule, standing, code }: AdminProps) {
  const { values } = form
  const { again } = standing
  return (
    <>
      <h2>联系人</h2>
      <div className="yy-fields yy-two yy-grid">
        <TextField
          {...form.bind('contactName')}
          label={titleOf(fields.contactName)}
          required
          icon={User}
          maxLength={longest(fields.contactName)}
          autoComplete="name"
          autoFocus
        />
        <TextField
          {...form.bind('contactPhone')}
          label={titleOf(fields.contactPhone)}
          required
          icon={Phone}
          placeholder="11 位手机号"
          inputMode="tel"
          autoComplete="tel"
          maxLength={11}
          hint={
            !standing.sms
              ? '审核前，平台运营方会拨打这个号码核实'
              : again
                ? undefined
                : '也是管理员的手机号，可用于登录和找回密码'
          }
        />
        {needsSms(values, standing) && (
          <>
            <PictureCodeField {...form.bind('photoCode')} code={code} required />
            <SmsCodeField
              {...form.bind('smsCode')}
              required
              phone={values.contactPhone.trim()}
              photo={{ photoCode: values.photoCode.trim(), verifyStr: code.verifyStr }}
              before={() => form.valid(['contactPhone', 'photoCode'])}
              onSent={() => form.focus('smsCode')}
              onRefused={(message, field) => {
                if (field === 'photoCode') {
                  code.refresh()
                  form.set({ photoCode: '' })
                }
                form.complain(field, message)
              }}
            />
          </>
        )}
      </div>
      {!again && (
        <>
          <h2>管理员账号</h2>
          <div className="yy-fields yy-two yy-grid">
            <TextField
              {...form.bind('userName')}
              label={titleOf(fields.userName)}
              required
              icon={User}
              placeholder="6 至 20 位字母或数字"
              autoComplete="username"
              maxLength={longest(fields.userName)}
            />
            <div />
            <NewPassword rule={rule} title="密码" bind={form.bind} password={values.password} own={ownOf(values)} />
          </div>
        </>
      )}
    </>
  )
}

interface ReviewProps {
  form: Form
  pictures: readonly Picture[]
  again: boolean
  /** null: the picture code was typed before the SMS. */
  code: PhotoCode | null
  onEdit: (step: number) => void
}

export function ReviewStep({ form, pictures, again, code, onEdit }: ReviewProps) {
  const { values } = form
  const rows: [step: number, title: string, value: string][] = [
    [0, titleOf(fields.orgName), values.orgName],
    [0, titleOf(fields.licenseNo), values.licenseNo],
    [0, titleOf(fields.address), values.address],
    [0, titleOf(fields.introduction), values.introduction || '未填写'],
    [1, '证照图片', `${pictures.length} 张`],
    [2, titleOf(fields.contactName), values.contactName],
    [2, titleOf(fields.contactPhone), values.contactPhone],
    ...(again ? [] : ([[2, titleOf(fields.userName), values.userName]] as [number, string, string][])),
  ]
  return (
    <>
      <dl className="yy-review yy-edge">
        {rows.map(([step, title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
            <button type="button" className="yy-link" aria-label={`修改${title}`} onClick={() => onEdit(step)}>
              修改
            </button>
          </div>
        ))}
      </dl>
      {code && (
        <div className="yy-fields yy-two yy-grid">
          <PictureCodeField {...form.bind('photoCode')} code={code} required />
        </div>
      )}
    </>
  )
}
