// Fields of the consultation's forms: the identity card that is looked up as it stands, the values of dictionaries, and
// the quick choices for the next call.
import { Button, Checkbox, DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import { idCardFacts } from '#contract/kit/formats'
import { consultation } from '#contract/live/consultation'
import { ConsultationStatus } from '#contract/live/consultationFields'
import type { ConsultationCheckData } from '#contract/live/consultationRows'
import { ResidenceStatus } from '#contract/live/resident'
import { archivePath } from '#web/areas/live/residentCell.part'
import { datetime } from '#web/kit/fields/date'
import type { Field, InputProps } from '#web/kit/fields/field'
import { yesNo } from '#web/kit/fields/option'
import type { Values } from '#web/kit/form/SchemaForm'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { callKey, queryClient, useCall } from '#web/kit/query'
import './consultation.css'

export const detailPath = (consultationId: string) => `/live/consult/detail/${consultationId}`

const checkInput = (card: string, consultationId: string | undefined) => ({
  oldmanIdCard: card,
  ...(consultationId && { consultationId }),
})

/** What is known of the card in the form, asked for once it is whole. */
function useCardCheck(card: unknown, consultationId: string | undefined) {
  const whole = typeof card === 'string' && idCardFacts(card) !== null
  return useCall(consultation.calls.check, whole ? checkInput(card, consultationId) : null, { silent: true })
}

function Known({ found }: { found: ConsultationCheckData }) {
  const { archive, consultation: earlier } = found
  if (archive) {
    return (
      <>
        这位老人<b>已有档案</b>
        {archive.oldmanName ? `：${archive.oldmanName}` : '（不在您的数据范围内）'}{' '}
        <StatusTag option={ResidenceStatus.find(archive.status)!} />{' '}
        {archive.oldmanId && (
          <button type="button" className="yy-link" onClick={() => openPage(archivePath(archive.oldmanId!))}>
            查看档案
          </button>
        )}
      </>
    )
  }
  if (!earlier) return null
  return (
    <>
      这位老人 {earlier.consultDate} <b>已登记过咨询</b>
      {earlier.oldmanName ? `：${earlier.oldmanName}，接待人 ${earlier.saleName ?? '—'}` : '（不在您的数据范围内）'}{' '}
      <StatusTag option={ConsultationStatus.find(earlier.status)!} />{' '}
      {earlier.consultationId && (
        <button type="button" className="yy-link" onClick={() => openPage(detailPath(earlier.consultationId!))}>
          查看{earlier.status === ConsultationStatus.is.lost ? '并重新激活' : '那条咨询'}
        </button>
      )}
    </>
  )
}

function CardAnswer({ value, onChange, id, consultationId }: InputProps<boolean> & { consultationId?: string }) {
  const card = Form.useWatch('idCard', Form.useFormInstance())
  const { data } = useCardCheck(card, consultationId)
  if (!data) return <span className="yy-none">核对中…</span>
  if (data.state === 'free') return <span className="yy-green">没有登记过，可以登记</span>
  return (
    <div className="yy-consult-known yy-told yy-pad-8-12 yy-round" role="alert">
      <p className="yy-row yy-wrap">
        <Known found={data} />
      </p>
      <Checkbox id={id} checked={value === true} onChange={(event) => onChange?.(event.target.checked)}>
        已核对，仍要登记
      </Checkbox>
    </div>
  )
}

const cardAnswer = (consultationId?: string): Field<boolean> => ({
  ...yesNo,
  input: (props) => <CardAnswer {...props} {...(consultationId && { consultationId })} />,
})

/** Stands below the card once it is whole; `stored` is the number that was there before and needs no second look. */
export const cardCheck = (consultationId?: string, stored?: string | null) => ({
  title: '身份证核对',
  wide: true,
  as: cardAnswer(consultationId),
  when: (values: Values) =>
    typeof values.idCard === 'string' && values.idCard !== stored && idCardFacts(values.idCard) !== null,
  check: (seen: boolean | null | undefined, values: Values) => {
    const asked = callKey(consultation.calls.check, checkInput(String(values.idCard), consultationId))
    const known = queryClient.getQueryData<ConsultationCheckData>(asked)
    return known && known.state !== 'free' && seen !== true ? '请核对后勾选，或打开已有的记录继续' : null
  },
})

/** A whole card says birthday and sex. */
export function followCard(changed: Values): Values | undefined {
  if (!('idCard' in changed)) return undefined
  const facts = idCardFacts(changed.idCard as string | null)
  return facts ? { sex: facts.male ? 0 : 1, birthDate: facts.birthday, age: null, duplicateSeen: null } : undefined
}

const MOMENT = 'YYYY-MM-DD HH:mm:ss'
const WHEN = [
  ['明天', 1],
  ['3 天后', 3],
  ['1 周后', 7],
  ['2 周后', 14],
] as const

/** The next call: a moment to come, the usual ones with one click. */
export const nextFollow: Field<string> = {
  ...datetime,
  input: ({ value, onChange, ...rest }) => (
    <div>
      <DatePicker
        {...rest}
        className="yy-fill"
        value={value ? dayjs(value) : null}
        format="YYYY-MM-DD HH:mm"
        showTime={{ format: 'HH:mm', minuteStep: 5 }}
        disabledDate={(day) => day.isBefore(dayjs(), 'day')}
        onChange={(day) => onChange?.(day && !Array.isArray(day) ? day.format(MOMENT) : null)}
      />
      <span className="yy-above-6 yy-wrap yy-flex yy-gap-8">
        {WHEN.map(([title, days]) => (
          <Button
            key={title}
            size="small"
            disabled={rest.disabled === true}
            onClick={() => onChange?.(dayjs().add(days, 'day').hour(10).minute(0).second(0).format(MOMENT))}
          >
            {title}
          </Button>
        ))}
      </span>
    </div>
  ),
}
