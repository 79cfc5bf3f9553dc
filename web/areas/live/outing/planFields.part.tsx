// Fields of the application: the resident with what must be known of them, a return by its usual lengths, a companion from
// the family with one click, and the medicines that go along.
import { Button, Form, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { type OutingMedicine, OutingPhase, outing, RETURN_HEALTH } from '#contract/live/outing'
import { AttentionNotes, BedPath } from '#web/areas/live/marks.part'
import { datetime } from '#web/kit/fields/date'
import type { Field, InputProps } from '#web/kit/fields/field'
import { longText, text } from '#web/kit/fields/text'
import { useCall } from '#web/kit/query'
import { LENGTHS, lengthText, plusHours } from './times.ts'
import './outing.css'

export const useOutingResident = (oldmanId: string | null | undefined) =>
  useCall(outing.calls.resident, oldmanId ? { oldmanId } : null, { silent: true }).data

const watched = (name: string) => Form.useWatch(name, Form.useFormInstance()) as string | null | undefined

/**
 * Under the resident's field: bed, notes, illness, how often away; an outing that stands in the way is said at once. One that
 * is over (`past`) has nothing in its way.
 */
export function ResidentNote({ oldmanId, but, past }: { oldmanId?: string; but?: string; past?: boolean }) {
  const chosen = watched('oldmanId') ?? oldmanId
  const known = useOutingResident(chosen)
  if (!chosen || !known) return null
  const { resident, open } = known
  const blocked = !past && open && open.outId !== but ? open : null
  return (
    <div className="yy-outing-resident yy-pad-8-12 yy-soft-ink yy-tint yy-edge yy-round">
      {blocked && (
        <div className="yy-red yy-strong">
          已有外出单 {blocked.outNo}，状态为“{OutingPhase.label(blocked.phase)}”，请先办理返回或取消
        </div>
      )}
      <div>
        <BedPath path={known.bedPath} /> {resident.levelName && <>・{resident.levelName}</>}{' '}
        {known.attention.length > 0 && <AttentionNotes notes={known.attention} />}
      </div>
      {(resident.diseases.length > 0 || resident.allergies.length > 0) && (
        <div>
          {resident.diseases.length > 0 && <>慢性病：{resident.diseases.join('、')}　</>}
          {resident.allergies.length > 0 && <b className="yy-strong">过敏：{resident.allergies.join('、')}</b>}
        </div>
      )}
      <div>
        近一年外出 {resident.yearTimes} 次，共 {resident.yearDays} 天
        {resident.yearLate > 0 && (
          <span className="yy-outing-late yy-red yy-strong">，晚归 {resident.yearLate} 次</span>
        )}
      </div>
    </div>
  )
}

function Lengths({
  from,
  value,
  onPick,
}: {
  from: string | null | undefined
  value: unknown
  onPick(v: string): void
}) {
  return (
    <span className="yy-above-6 yy-gap-6 yy-flex yy-wrap">
      {LENGTHS.map(({ label, hours }) => {
        const moment = from ? plusHours(from, hours) : null
        return (
          <button
            key={label}
            type="button"
            className="yy-outing-chip yy-soft-ink yy-white yy-round yy-press"
            disabled={moment === null}
            aria-pressed={moment !== null && moment === value}
            onClick={() => moment && onPick(moment)}
          >
            {label}
          </button>
        )
      })}
    </span>
  )
}

function ReturnInput({ base, ...props }: InputProps<string> & { base: string }) {
  const from = watched(base)
  return (
    <>
      {datetime.input(props)}
      <Lengths from={from} value={props.value} onPick={(moment) => props.onChange?.(moment)} />
    </>
  )
}

/** A moment, or so long after another field. */
export const returnAfter = (base: string): Field<string> => ({
  ...datetime,
  input: (props) => <ReturnInput {...props} base={base} />,
})

function LaterInput({ from, ...props }: InputProps<string> & { from: string }) {
  return (
    <>
      {datetime.input(props)}
      <Lengths from={from} value={props.value} onPick={(moment) => props.onChange?.(moment)} />
    </>
  )
}

/** A moment, or so long after a given one. */
export const laterThan = (from: string): Field<string> => ({
  ...datetime,
  input: (props) => <LaterInput {...props} from={from} />,
})

function CompanionInput({ oldmanId, ...props }: InputProps<string> & { oldmanId?: string }) {
  const form = Form.useFormInstance()
  const phone = watched('companionPhone')
  const known = useOutingResident(watched('oldmanId') ?? oldmanId)
  const people = known?.resident.companions ?? []
  const first = people[0]
  // The first to call goes along most often: taken unless somebody was named already.
  useEffect(() => {
    if (first && !form.getFieldValue('companion') && !form.getFieldValue('companionPhone')) {
      form.setFieldsValue({ companion: first.name, companionPhone: first.phone, companionRelation: first.relation })
    }
  }, [first, form])
  return (
    <>
      {text.input(props)}
      {people.length > 0 && (
        <span className="yy-above-6 yy-gap-6 yy-flex yy-wrap">
          {people.map((person) => (
            <button
              key={`${person.name}${person.phone}`}
              type="button"
              className="yy-outing-chip yy-soft-ink yy-white yy-round yy-press"
              aria-pressed={props.value === person.name && phone === person.phone}
              onClick={() => {
                form.setFieldsValue({ companionPhone: person.phone, companionRelation: person.relation })
                props.onChange?.(person.name)
              }}
            >
              {person.name}
              <small className="yy-second yy-small yy-beside-6">
                {person.relationName}
                {person.note && `・${person.note}`}
              </small>
            </button>
          ))}
        </span>
      )}
    </>
  )
}

export const companionOf = (oldmanId?: string): Field<string> => ({
  ...text,
  input: (props) => <CompanionInput {...props} {...(oldmanId !== undefined && { oldmanId })} />,
})

function HealthInput({ value, onChange, ...rest }: InputProps<string>) {
  return (
    <>
      {longText.input({ ...rest, value: value ?? null, ...(onChange && { onChange }) })}
      <span className="yy-above-6 yy-gap-6 yy-flex yy-wrap">
        {RETURN_HEALTH.map((words) => (
          <button
            key={words}
            type="button"
            className="yy-outing-chip yy-soft-ink yy-white yy-round yy-press"
            aria-pressed={value === words}
            onClick={() => onChange?.(words)}
          >
            {words}
          </button>
        ))}
      </span>
    </>
  )
}
/** How somebody came back, the usual words one click away. */
export const health: Field<string> = { ...longText, input: (props) => <HealthInput {...props} /> }

const MOST_DRUGS = 20
const EMPTY: OutingMedicine = { name: '', amount: '', remark: null }

function Medicines({ value, onChange, disabled, id }: InputProps<OutingMedicine[]>) {
  const rows = value ?? []
  const change = (at: number, patch: Partial<OutingMedicine>) =>
    onChange?.(rows.map((row, i) => (i === at ? { ...row, ...patch } : row)))
  return (
    <div id={id}>
      {rows.length > 0 && (
        <table className="yy-outing-drugs yy-plain-table">
          <thead>
            <tr>
              <th className="yy-second yy-light yy-left">药品名称</th>
              <th className="yy-second yy-light yy-left">数量</th>
              <th className="yy-second yy-light yy-left">用法</th>
              <th className="yy-second yy-light yy-left" aria-label="删除" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <td>
                  <Input
                    aria-label={`第 ${at + 1} 种药品名称`}
                    maxLength={50}
                    disabled={disabled}
                    autoFocus={row.name === '' && at === rows.length - 1}
                    value={row.name}
                    onChange={(event) => change(at, { name: event.target.value })}
                  />
                </td>
                <td>
                  <Input
                    aria-label={`第 ${at + 1} 种药品数量`}
                    maxLength={30}
                    placeholder="如 6 片"
                    disabled={disabled}
                    value={row.amount}
                    onChange={(event) => change(at, { amount: event.target.value })}
                  />
                </td>
                <td>
                  <Input
                    aria-label={`第 ${at + 1} 种药品用法`}
                    maxLength={100}
                    placeholder="如 每日两次，饭后"
                    disabled={disabled}
                    value={row.remark ?? ''}
                    onChange={(event) => change(at, { remark: event.target.value || null })}
                  />
                </td>
                <td>
                  <Button
                    type="text"
                    aria-label={`去掉第 ${at + 1} 种药品`}
                    disabled={disabled}
                    icon={<Trash2 size={16} aria-hidden />}
                    onClick={() => onChange?.(rows.filter((_, i) => i !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        size="small"
        icon={<Plus size={14} aria-hidden />}
        disabled={disabled || rows.length >= MOST_DRUGS}
        onClick={() => onChange?.([...rows, { ...EMPTY }])}
      >
        添加药品
      </Button>
    </div>
  )
}

export const medicines: Field<OutingMedicine[]> = {
  kind: 'field',
  sheet: 'text',
  width: 200,
  cell: (value) => value?.map((one) => one.name).join('、'),
  text: (value) => (value ?? []).map((one) => [one.name, one.amount, one.remark].filter(Boolean).join(' ')).join('；'),
  input: (props) => <Medicines {...props} />,
  search: () => null,
}

/** What is half filled in is said before it is sent. */
export const drugProblem = (value: readonly OutingMedicine[] | null | undefined) => {
  const at = (value ?? []).findIndex((row) => row.name.trim() === '' || row.amount.trim() === '')
  return at < 0 ? null : `第 ${at + 1} 种药品请填写名称和数量，或去掉这一行`
}

export const lengthOf = (hours: number) => lengthText(Math.round(hours * 60))
