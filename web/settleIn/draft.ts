// What an applicant has typed so far survives a reload; passwords and codes are never kept.
import type { ApplicationData } from '#contract/platform/application'
import { perSession } from '#web/kit/storage'

export interface Picture {
  urlPath: string
  name: string
  /** This browser's own copy while the page lives: the files are the operator's, an applicant cannot fetch them. */
  preview: string | null
}

export interface ApplyValues {
  orgName: string
  licenseNo: string
  address: string
  introduction: string
  contactName: string
  contactPhone: string
  userName: string
  smsCode: string
  photoCode: string
  password: string
  again: string
}

export const emptyValues: ApplyValues = {
  orgName: '',
  licenseNo: '',
  address: '',
  introduction: '',
  contactName: '',
  contactPhone: '',
  userName: '',
  smsCode: '',
  photoCode: '',
  password: '',
  again: '',
}

const SECRETS = ['smsCode', 'photoCode', 'password', 'again'] as const satisfies (keyof ApplyValues)[]

export interface Draft {
  step: number
  values: ApplyValues
  pictures: Picture[]
}

export const withoutSecrets = (values: ApplyValues): ApplyValues => ({
  ...values,
  ...(Object.fromEntries(SECRETS.map((name) => [name, ''])) as Pick<ApplyValues, (typeof SECRETS)[number]>),
})

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Storage belongs to the browser's owner: whatever stands there is read field by field. */
export function readDraft(kept: unknown): Draft | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { step, values, pictures } = kept as Record<string, unknown>
  const from = (typeof values === 'object' && values !== null ? values : {}) as Record<string, unknown>
  return {
    step: Number.isInteger(step) ? Math.min(Math.max(Number(step), 0), 3) : 0,
    values: withoutSecrets(
      Object.fromEntries(Object.keys(emptyValues).map((name) => [name, text(from[name])])) as unknown as ApplyValues,
    ),
    pictures: (Array.isArray(pictures) ? pictures : [])
      .map((one: Record<string, unknown> | null) => ({
        urlPath: text(one?.urlPath),
        name: text(one?.name),
        preview: null,
      }))
      .filter((one) => one.urlPath !== ''),
  }
}

export const keptDraft = () => readDraft(perSession.get('settleIn'))

export function keepDraft({ step, values, pictures }: Draft): void {
  perSession.set('settleIn', {
    step,
    values: withoutSecrets(values),
    pictures: pictures.map(({ urlPath, name }) => ({ urlPath, name })),
  })
}

export const dropDraft = () => perSession.remove('settleIn')

const nameOf = (urlPath: string) => decodeURIComponent(urlPath.split('/').pop() ?? urlPath)

/** A refused application, to be put right and sent again. */
export const draftOf = (sent: ApplicationData): Draft => ({
  step: 0,
  values: {
    ...emptyValues,
    // An account that only registered stands under a name the server made up.
    orgName: sent.licenseNo === null ? '' : sent.orgName,
    licenseNo: sent.licenseNo ?? '',
    address: sent.address ?? '',
    introduction: sent.introduction ?? '',
    contactName: sent.contactName ?? '',
    contactPhone: sent.contactPhone ?? '',
    userName: sent.userName ?? '',
  },
  pictures: sent.licensePictures.map((urlPath) => ({ urlPath, name: nameOf(urlPath), preview: null })),
})
