// Settings of one page: read, edited in place, saved together. The bar at the foot says whether something is unsaved.
import { Button, Form } from 'antd'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import type { Call, DataOf } from '#contract/kit/call'
import type { Static } from '#contract/kit/schema'
import { type SendInput, send } from '#web/kit/call'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { type FieldSpecs, fieldNames, SchemaForm, type Section, type Values } from './SchemaForm.tsx'
import { differing } from './schemaRules.ts'
import { type FormCall, useFormAct } from './useFormAct.tsx'
import './settingsForm.css'

type Settings = { version: number }

export interface SettingsFormProps<R extends Call, C extends FormCall> {
  /** 显示设置 */
  title: string
  /** Whom they concern, when they count. */
  sub?: ReactNode
  read: R
  save: C
  fields: FieldSpecs<C['body']>
  sections: readonly Section<C['body']>[]
  columns?: 1 | 2 | 3
  /** Above the fields: what else one should know. */
  about?(data: DataOf<R>): ReactNode
  /** Beside the fields, following what is typed. */
  aside?(values: Values, data: DataOf<R>): ReactNode
  onSaved?(data: DataOf<C>): void
}

export function SettingsForm<R extends Call, C extends FormCall>(props: SettingsFormProps<R, C>) {
  const { data, error, refetch } = useCall(props.read, {} as never)
  if (error) return <ErrorBlock what={`${props.title}没有取到`} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <BlockBones lines={8} />
  return <Editing {...props} data={data as DataOf<R>} />
}

function Editing<R extends Call, C extends FormCall>(props: SettingsFormProps<R, C> & { data: DataOf<R> }) {
  const { title, sub, read, save, fields, sections, columns = 2, about, aside, data } = props
  const mayEdit = useMay()(save.needs)
  const [form] = Form.useForm<Values>()
  const name = useId()
  const values = (Form.useWatch([], form) as Values | undefined) ?? (data as Values)
  const names = useMemo(() => fieldNames(save.body, fields), [save, fields])
  const base = useRef<Values>({ ...(data as Values) })
  const dirty = differing(values, base.current, names).length > 0
  const { running, undecided, submit, touched, notes } = useFormAct({
    call: save,
    form,
    name,
    names,
    fields,
    // Of what the fields were filled from: a newer answer may have come since, without what was typed on it.
    also: { version: base.current.version } as unknown as Partial<SendInput<C>>,
    base,
    reload: async () => {
      const now = (await send(read as Call, {} as never)) as Settings & Values
      return {
        values: now as unknown as Partial<Static<C['body']>>,
        also: { version: now.version } as unknown as Partial<SendInput<C>>,
      }
    },
    onDone: (saved) => {
      base.current = { ...(saved as Values) }
      form.setFieldsValue(saved as Values)
      toast.success('已保存，立即生效')
      props.onSaved?.(saved)
    },
  })
  // Somebody else's save reaches a page on which nothing was typed.
  const quiet = useRef(true)
  quiet.current = !dirty && !running
  useEffect(() => {
    if (!quiet.current) return
    base.current = { ...(data as Values) }
    form.setFieldsValue(data as Values)
  }, [data, form])

  return (
    <div className="yy-tall yy-flex yy-gap-16 yy-low">
      <section className="yy-card yy-stack yy-grow">
        <header className="yy-card-head yy-flex yy-baseline yy-gap-8">
          <h3>{title}</h3>
          {sub && <span className="yy-second yy-small">{sub}</span>}
        </header>
        <div className="yy-sform-body yy-flex-1 yy-low yy-scroll">
          <SchemaForm
            form={form}
            name={name}
            schema={save.body}
            fields={fields}
            sections={sections}
            columns={columns}
            initial={data as unknown as Partial<Static<C['body']>>}
            disabled={running || !mayEdit}
            onChange={touched}
            onSubmit={(filled) => void submit(filled)}
            top={
              <>
                {about?.(data)}
                {notes}
              </>
            }
          />
        </div>
        <footer className="yy-sform-foot yy-row yy-between">
          <span role="status">
            {!mayEdit ? '您只能查看，不能修改' : dirty ? '有改动还没有保存' : '没有未保存的改动'}
          </span>
          {mayEdit && (
            <span>
              <Button
                disabled={!dirty || running}
                onClick={() => {
                  form.setFieldsValue(base.current)
                  touched()
                }}
              >
                撤销改动
              </Button>
              <Button type="primary" loading={running} disabled={!dirty || undecided} onClick={() => form.submit()}>
                保存
              </Button>
            </span>
          )}
        </footer>
      </section>
      {aside && <aside className="yy-sform-aside yy-narrow yy-scroll">{aside(values, data)}</aside>}
    </div>
  )
}
