// The number of an identity card, checked as it is typed: how many digits, what it says, and who has it already.
import { Form, Input } from 'antd'
import { idCardFacts } from '#contract/kit/formats'
import { archive, type CardCheckData } from '#contract/live/archive'
import { ID_CARD_TYPE } from '#contract/live/archiveFields'
import { consultation } from '#contract/live/consultation'
import { ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { archivePath } from '#web/areas/live/residentCell.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import { idCard } from '#web/kit/fields/idCard'
import { useSettled } from '#web/kit/fields/settled'
import { openPage } from '#web/kit/open'
import { callKey, queryClient, useCall } from '#web/kit/query'
import './archiveForm.css'

const DIGITS = 18
const SHORTEST = 4

const asked = (card: string, oldmanId: string | undefined) => ({ idCard: card, ...(oldmanId && { oldmanId }) })

const ownerWords = ({ oldmanName, status }: NonNullable<CardCheckData['archive']>) =>
  oldmanName
    ? `已有档案：${oldmanName}，${ResidenceStatus.label(status)}`
    : `已有档案（${ResidenceStatus.label(status)}），不在您的数据范围内`

/** For the form's own check: what the server has said of this number, if it was asked already. */
export function knownOwner(card: string, oldmanId: string | undefined): string | null {
  const known = queryClient.getQueryData<CardCheckData>(callKey(archive.calls.check, asked(card, oldmanId)))
  return known?.archive ? '不能重复建档，请核对号码，或打开已有的档案' : null
}

/** `from`: the consultation the archive is being made of, which needs no pointing out. */
function Says({ said, from }: { said: CardCheckData; from: unknown }) {
  return (
    <>
      {said.valid && said.sex !== null && (
        <span className="yy-good">
          {ResidentSex.label(said.sex)}，{said.birthDate} 出生，{said.age} 岁
        </span>
      )}
      {said.archive && (
        <span className="yy-red" role="alert">
          {ownerWords(said.archive)}
          {said.archive.oldmanId && (
            <button type="button" className="yy-link" onClick={() => openPage(archivePath(said.archive!.oldmanId!))}>
              打开档案
            </button>
          )}
        </span>
      )}
      {!said.archive && said.consultation && said.consultation.consultationId !== from && (
        <span className="yy-amber">
          {said.consultation.consultDate} 登记过咨询
          {said.consultation.oldmanName && `：${said.consultation.oldmanName}`}，可由咨询建档，内容会带过来
          {said.consultation.consultationId && (
            <button
              type="button"
              className="yy-link"
              onClick={() =>
                openPage(consultation.pages.detail.path.replace(':consultationId', said.consultation!.consultationId!))
              }
            >
              查看咨询
            </button>
          )}
        </span>
      )}
    </>
  )
}

function CardInput({ value, onChange, oldmanId, ...rest }: InputProps<string> & { oldmanId?: string | undefined }) {
  const form = Form.useFormInstance()
  const type = (Form.useWatch('idType', form) as string | null | undefined) ?? ID_CARD_TYPE
  const from = Form.useWatch('consultationId', { form, preserve: true }) as unknown
  const settled = useSettled(value ?? '', 250)
  const isCard = type === ID_CARD_TYPE
  const whole = isCard ? idCardFacts(settled) !== null : settled.length >= SHORTEST
  const check = useCall(archive.calls.check, whole ? asked(settled, oldmanId) : null, { silent: true })
  const typing = isCard && value && value.length < DIGITS
  return (
    <>
      <Input
        id={rest.id}
        disabled={rest.disabled}
        autoFocus={rest.autoFocus}
        aria-label={rest['aria-label']}
        placeholder={rest.placeholder ?? (isCard ? '18 位身份证号' : '证件号码')}
        allowClear
        maxLength={30}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value.replace(/\s/g, '').toUpperCase() || null)}
        suffix={typing ? <span className="yy-none">{value.length}/18</span> : <span />}
      />
      {whole && check.data && (
        <div className="yy-card-says yy-small-line yy-small yy-stack">
          <Says said={check.data} from={from} />
        </div>
      )}
    </>
  )
}

/** `oldmanId`: whose archive is changed; their own number is no duplicate. */
export const cardInput = (oldmanId?: string): Field<string> => ({
  ...idCard,
  input: (props) => <CardInput {...props} oldmanId={oldmanId} />,
})
