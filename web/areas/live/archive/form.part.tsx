// A new archive in steps. Everything stays in one form, so nothing is lost between steps; a refusal opens the step its
// field stands in. Beside it: the picture, how complete the archive would be, and what to fill in next.

import { Button, Form, Progress, Steps } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { archive, type NewArchiveData } from '#contract/live/archive'
import { ArchiveBase, ArchiveExtra, ArchiveHealth, ID_CARD_TYPE } from '#contract/live/archiveFields'
import { type ArchiveFacts, type CompletenessSection, completenessOf } from '#contract/live/completeness'
import { ResidentSex } from '#contract/live/resident'
import type { CallError } from '#web/kit/callError'
import { SchemaFields, showField, type Values } from '#web/kit/form/SchemaForm'
import { requestValues } from '#web/kit/form/schemaRules'
import { type Act, useAct } from '#web/kit/query'
import { completenessTone } from './columns.tsx'
import { FamilyRows } from './familyRows.part.tsx'
import { baseFields, extraFields, followCard, healthFields } from './fields.tsx'
import { FilesItem } from './fileRows.part.tsx'
import { HeadInput } from './head.part.tsx'
import { ArchiveReview } from './review.part.tsx'
import './archiveForm.css'

export const STEPS = ['基本信息', '扩展信息', '健康信息', '家属', '照片与附件', '核对'] as const
const LAST = STEPS.length - 1
const base = baseFields()
const stepFields: readonly (readonly string[])[] = [
  Object.keys(base),
  Object.keys(extraFields),
  Object.keys(healthFields),
  ['family'],
  ['head', 'files'],
  [],
]
const stepOfSection: Readonly<Record<CompletenessSection, number>> = {
  base: 0,
  extra: 1,
  health: 2,
  family: 3,
  files: 4,
}
/** The picture belongs to the base section and is chosen with the papers. */
const stepOfPart = (section: CompletenessSection, key: string) => (key === 'head' ? 4 : stepOfSection[section])
const COLOURS = { green: '#2ba866', amber: '#e59a0b', red: '#e0322a' } as const
const SHOWN = 6

export const emptyArchive: Values = { idType: ID_CARD_TYPE, family: [], files: [] }

export interface MadeArchive {
  oldmanId: string
  archiveNo: string
  oldmanName: string
}

interface ArchiveFormProps {
  initial: Values
  step: number
  onStep(step: number): void
  onValues(values: Values): void
  onMade(made: MadeArchive): void
  /** Above the fields: a restored draft. */
  top?: ReactNode
  /** Another call that makes the archive: out of a consultation. */
  act?: MakeAct
  /** In the foot: what becomes of what is typed. */
  hint?: string
}

/** What saving does and how it stands. */
export type MakeAct = Pick<Act<typeof archive.calls.add>, 'run' | 'running' | 'error'>

const today = () => dayText()

/** family.0.relation → ['family', 0, 'relation'] */
const pathOf = (field: string) => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

function Aside({ values, onStep }: { values: Values; onStep(step: number): void }) {
  const { score, missing } = completenessOf(values as ArchiveFacts, today())
  return (
    <aside className="yy-archive-aside yy-pad-16 yy-center-text yy-tint yy-round-card">
      <Progress
        aria-label="档案完整度"
        type="circle"
        size={92}
        percent={score}
        strokeColor={COLOURS[completenessTone(score)]}
      />
      <b className="yy-above-8 yy-block">档案完整度</b>
      {missing.length === 0 ? (
        <p>都填好了。</p>
      ) : (
        <>
          <p>还可以补 {missing.length} 项，先补：</p>
          <ul className="yy-plain-list">
            {missing.slice(0, SHOWN).map(({ section, key, title }) => (
              <li key={section + key}>
                <button type="button" className="yy-link" onClick={() => onStep(stepOfPart(section, key))}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="yy-second yy-small-line yy-small">只有姓名和证件号码必填，其余可以建档以后再补。</p>
    </aside>
  )
}

export function ArchiveForm(props: ArchiveFormProps) {
  const {
    initial,
    step,
    onStep,
    onValues,
    onMade,
    top,
    hint = '填写的内容随时留在这台电脑上，关掉页面也不会丢',
  } = props
  const [form] = Form.useForm<Values>()
  const name = useId()
  const watched = Form.useWatch([], { form, preserve: true }) as Values | undefined
  const values = watched ?? initial
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const above = useRef<HTMLDivElement>(null)
  const own = useAct(archive.calls.add, { handles: () => true })
  const act = props.act ?? own

  const refused = (failure: CallError) => {
    const path = failure.field ? pathOf(failure.field) : []
    const at = stepFields.findIndex((names) => names.includes(String(path[0])))
    if (at < 0) return setRefusal(failure)
    onStep(at)
    // Papers and the picture have no place of their own for a message.
    if (at === 4) return setRefusal(failure)
    form.setFields([{ name: path, errors: [failure.message] }])
    requestAnimationFrame(() => showField(name, path.join('_')))
  }
  const { error } = act
  const onRefused = useRef(refused)
  onRefused.current = refused
  useEffect(() => {
    if (error) onRefused.current(error)
  }, [error])
  useEffect(() => {
    if (refusal) above.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  }, [refusal])

  /** True when the fields of a step are all right; otherwise the first wrong one is shown. */
  const passes = async (at: number): Promise<boolean> => {
    const names = stepFields[at]!
    if (names.length === 0) return true
    try {
      await form.validateFields([...names], { recursive: true })
      return true
    } catch (failure) {
      const [wrong] = (failure as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? []
      onStep(at)
      if (wrong) requestAnimationFrame(() => showField(name, wrong.name.join('_')))
      return false
    }
  }
  const go = async (to: number) => {
    if (to > step && !(await passes(step))) return
    onStep(to)
    above.current?.scrollIntoView({ block: 'nearest' })
  }
  const save = async () => {
    setRefusal(null)
    for (let at = 0; at < LAST; at++) if (!(await passes(at))) return
    const typed = form.getFieldsValue(true) as Values
    const made = await act.run(requestValues(archive.calls.add.body, typed) as NewArchiveData)
    if (made) onMade({ ...made, oldmanName: String(typed.oldmanName).trim() })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  const part = (at: number, children: ReactNode) => (
    <div key={at} hidden={step !== at}>
      {children}
    </div>
  )
  return (
    <section className="yy-card yy-archive-form yy-stack" onKeyDown={onKey}>
      <Steps
        className="yy-archive-steps yy-under"
        size="small"
        current={step}
        onChange={(to) => void go(to)}
        items={STEPS.map((title) => ({ title }))}
      />
      <div className="yy-archive-body yy-grid yy-flex-1">
        <div className="yy-archive-main">
          <div ref={above} />
          {top}
          {refusal && (
            <div className="yy-form-refusal" role="alert">
              {refusal.message}
              <small>没有保存，您填的内容都还在。</small>
            </div>
          )}
          <Form<Values>
            form={form}
            name={name}
            layout="vertical"
            className="yy-form"
            initialValues={initial}
            validateTrigger={['onBlur', 'onChange']}
            onValuesChange={(changed: Values) => {
              setRefusal(null)
              const follows = followCard(changed, form.getFieldsValue(true) as Values)
              if (follows) {
                form.setFieldsValue(follows)
                void form.validateFields(['sex', 'birthDate']).catch(() => undefined)
              }
              onValues(form.getFieldsValue(true) as Values)
            }}
          >
            {part(0, <SchemaFields schema={ArchiveBase} fields={base} columns={3} />)}
            {part(1, <SchemaFields schema={ArchiveExtra} fields={extraFields} columns={3} />)}
            {part(2, <SchemaFields schema={ArchiveHealth} fields={healthFields} columns={3} />)}
            {part(3, <FamilyRows />)}
            {part(
              4,
              <>
                <h4 className="yy-archive-head yy-strong">照片</h4>
                <Form.Item name="head" noStyle>
                  <HeadInput
                    name={String(values.oldmanName ?? '')}
                    sex={values.sex === ResidentSex.is.male ? ResidentSex.is.male : ResidentSex.is.female}
                  />
                </Form.Item>
                <h4 className="yy-archive-head yy-strong">附件</h4>
                <FilesItem />
              </>,
            )}
            {part(LAST, <ArchiveReview values={values} onStep={onStep} />)}
          </Form>
        </div>
        <Aside values={values} onStep={(to) => void go(to)} />
      </div>
      <footer className="yy-archive-foot yy-over yy-ends yy-gap-12 yy-white yy-row">
        <span className="yy-second yy-small-line yy-small">{hint}</span>
        {step > 0 && <Button onClick={() => onStep(step - 1)}>上一步</Button>}
        {step < LAST && (
          <Button loading={act.running} onClick={() => void save()}>
            直接建档
          </Button>
        )}
        {step < LAST ? (
          <Button type="primary" onClick={() => void go(step + 1)}>
            下一步：{STEPS[step + 1]}
          </Button>
        ) : (
          <Button type="primary" loading={act.running} title="Ctrl+Enter" onClick={() => void save()}>
            建立档案
          </Button>
        )}
      </footer>
    </section>
  )
}
