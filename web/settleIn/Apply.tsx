// An application in four numbered steps. What was typed stays in this browser tab until it is sent.

import { useEffect, useState } from 'react'
import { application } from '#contract/platform/application'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { LOGIN_PAGE, ORG_TYPE } from '#web/kit/constants'
import { Button } from '#web/light/Button'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'
import { usePhotoCode } from '#web/light/PictureCode'
import { type Preload, photoCodeIsOn, smsIsOn } from '#web/light/preload'
import { Stepper } from '#web/light/Stepper'
import { useForm } from '#web/light/useForm'
import { type ApplyValues, type Draft, dropDraft, emptyValues, keepDraft, keptDraft, type Picture } from './draft.ts'
import { Pictures } from './Pictures.tsx'
import type { Receipt } from './receipt.ts'
import {
  AdminStep,
  checksOf,
  fieldsOf,
  needsSms,
  OrgStep,
  pictureStep,
  placeOf,
  ReviewStep,
  STEPS,
  type Standing,
} from './Steps.tsx'

/** A refused application that is being put right, or the first one of an account that only registered. */
export interface Again {
  orgId: string
  /** The code given for it; null when its administrator is signed in. */
  queryCode: string | null
  provenPhone: string | null
  draft: Draft
  rejectReason: string | null
}

interface Props {
  preload: Preload
  again: Again | null
  onSent: (receipt: Receipt) => void
}

const LAST = STEPS.length - 1

export function Apply({ preload, again, onSent }: Props) {
  const [begun] = useState<Draft>(() => again?.draft ?? keptDraft() ?? { step: 0, values: emptyValues, pictures: [] })
  const [step, setStep] = useState(begun.step)
  const [pictures, setPictures] = useState<readonly Picture[]>(begun.pictures)
  const [pictureError, setPictureError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const code = usePhotoCode(photoCodeIsOn(preload) && step >= 2)
  const form = useForm<ApplyValues>(begun.values, {
    ...checksOf(preload.pwdConfig),
    photoCode: (value) => (code.on && value.trim() === '' ? '请输入右图中的字符' : null),
  })
  const { values } = form
  const standing: Standing = {
    again: again !== null,
    provenPhone: again?.provenPhone ?? null,
    sms: smsIsOn(preload),
  }
  const picture = pictureStep(values, standing)

  useEffect(() => {
    if (!again) keepDraft({ step, values, pictures: [...pictures] })
  }, [again, step, values, pictures])

  const picturesReady = () => {
    if (pictures.length > 0) return true
    setPictureError('请至少上传一张证照图片')
    return false
  }

  const goTo = (next: number) => {
    setFailure(null)
    setStep(next)
    window.scrollTo(0, 0)
  }

  const stepReady = (at: number) => (at === 1 ? picturesReady() : form.valid(fieldsOf(at, values, standing)))

  const submit = async () => {
    // A draft keeps no password and no code, so a reload on the last page leads back to the first gap.
    for (let at = 0; at < LAST; at++) {
      if (!stepReady(at)) return goTo(at)
    }
    if (picture === LAST && !form.valid(['photoCode'])) return
    setBusy(true)
    setFailure(null)
    try {
      const receipt = await send(
        application.calls.apply,
        {
          orgName: values.orgName.trim(),
          orgLevel: ORG_TYPE,
          licenseNo: values.licenseNo.trim(),
          licensePictures: pictures.map((picture) => picture.urlPath),
          contactName: values.contactName.trim(),
          contactPhone: values.contactPhone.trim(),
          address: values.address.trim(),
          introduction: values.introduction.trim() || null,
          ...(needsSms(values, standing) && { smsCode: values.smsCode.trim() }),
          photoCode: values.photoCode.trim(),
          verifyStr: code.verifyStr,
          ...(again
            ? { orgId: again.orgId, queryCode: again.queryCode }
            : { userName: values.userName.trim(), userPassword: values.password }),
        },
        { handles: () => true },
      )
      dropDraft()
      onSent(receipt)
    } catch (error) {
      if (code.on) {
        code.refresh()
        form.set({ photoCode: '' })
      }
      const place = error instanceof CallError ? placeOf(error, picture) : null
      if (place) {
        setStep(place.step)
        form.complain(place.field, (error as CallError).message)
      } else if (error instanceof CallError && error.field === 'licensePictures') {
        setStep(1)
        setPictureError(error.message)
      } else setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  const next = () => {
    if (busy) return
    if (step === LAST) void submit()
    else if (stepReady(step)) goTo(step + 1)
  }

  return (
    <form
      ref={form.ref}
      noValidate
      className="yy-card yy-block yy-white yy-edge"
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <header className="yy-row yy-between yy-wrap yy-under">
        <h1>{again?.rejectReason ? '修改后再提交' : '机构入驻申请'}</h1>
        <Stepper steps={STEPS} now={step} />
      </header>
      <div className="body">
        {again?.rejectReason && <Notice kind="warn">上次未通过的原因：{again.rejectReason}</Notice>}
        {failure && <Notice kind="bad">{failure}</Notice>}
        {step === 0 && <OrgStep form={form} />}
        {step === 1 && (
          <Pictures
            pictures={pictures}
            onChange={(change) => {
              setPictures(change)
              setPictureError(null)
            }}
            error={pictureError}
            onError={setPictureError}
          />
        )}
        {step === 2 && <AdminStep form={form} rule={preload.pwdConfig} standing={standing} code={code} />}
        {step === LAST && (
          <ReviewStep
            form={form}
            pictures={pictures}
            again={again !== null}
            code={picture === LAST ? code : null}
            onEdit={goTo}
          />
        )}
      </div>
      <footer className="yy-row yy-gap-8 yy-white yy-over">
        <span className="yy-flex-1 yy-second yy-text-13">
          {!again && '已填内容保存在本机，密码和验证码除外'}
          {!again && step === 0 && standing.sms && (
            <a className="yy-link" href={`${LOGIN_PAGE}#/register`}>
              先注册账号，稍后再填
            </a>
          )}
        </span>
        {step > 0 && <Button onClick={() => goTo(step - 1)}>上一步</Button>}
        <Button kind="primary" submit busy={busy}>
          {step === LAST ? (again?.rejectReason ? '再次提交' : '提交申请') : '下一步'}
        </Button>
      </footer>
    </form>
  )
}
