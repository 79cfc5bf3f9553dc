// Single properties of a field: where it is filled from, its choices, defaults and limits.
import { Checkbox, Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { type FormFieldData, fieldProps, MOST_ROWS, SELF, TODAY } from '#contract/kit/formDesign'
import { residentPlaceholders } from '#contract/live/residentPlaceholders'
import { dictionary } from '#contract/systemSetting/dictionary'
import { useCall } from '#web/kit/query'
import { ColumnsProp, OptionsProp, type PropProps } from './propLists.part.tsx'

export function Prop({ title, children }: { title: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <div className="yy-fd-prop yy-below-12">
      <label htmlFor={id}>{title}</label>
      {children(id)}
    </div>
  )
}

const groups = [...new Set(residentPlaceholders.map((one) => one.group))].map((group) => ({
  label: group,
  options: residentPlaceholders
    .filter((one) => one.group === group)
    .map((one) => ({ value: one.name, label: one.name })),
}))

export function SourceProp({ field, onChange }: PropProps) {
  const known = residentPlaceholders.find((one) => one.name === field.source)
  return (
    <Prop title="从档案带出">
      {(id) => (
        <Select
          id={id}
          className="yy-fill"
          showSearch={{ optionFilterProp: 'label' }}
          value={field.source || undefined}
          options={groups}
          onChange={(source) => {
            const next = residentPlaceholders.find((one) => one.name === source)
            // A title that was never written by hand follows what it stands for.
            const follows = !field.title || field.title === known?.title || field.title === known?.name
            onChange({ source, ...(follows && next && { title: next.title }) })
          }}
        />
      )}
    </Prop>
  )
}

const NO_QUERY = {}

function DictionaryProp({ field, onChange }: PropProps) {
  const answer = useCall(dictionary.calls.models, NO_QUERY, { staleTime: 60_000 })
  const models = (answer.data?.list ?? []).map((model) => ({
    label: model.modelName,
    options: model.dictionarys.map((one) => ({ value: one.dictionaryCode, label: one.dictionaryName })),
  }))
  return (
    <Prop title="数据字典">
      {(id) => (
        <Select
          id={id}
          className="yy-fill"
          loading={answer.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选一个字典"
          notFoundContent={answer.error ? '字典没有取到，请稍后再试' : '没有这个字典'}
          value={field.dictionary || undefined}
          options={models}
          onChange={(code) => onChange({ dictionary: code, initial: null })}
        />
      )}
    </Prop>
  )
}

export function ChoicesProp({ field, onChange }: PropProps) {
  const byDictionary = field.dictionary !== null && field.dictionary !== undefined
  return (
    <>
      {fieldProps[field.kind].includes('dictionary') && (
        <Segmented
          block
          size="small"
          className="yy-fd-prop yy-below-12"
          value={byDictionary ? 'dictionary' : 'own'}
          options={[
            { value: 'own', label: '自己写选项' },
            { value: 'dictionary', label: '用数据字典' },
          ]}
          onChange={(how) => onChange({ dictionary: how === 'dictionary' ? '' : null })}
        />
      )}
      {byDictionary ? (
        <DictionaryProp field={field} onChange={onChange} />
      ) : (
        <div className="yy-fd-prop yy-below-12">
          <span className="yy-fd-prop-title">选项</span>
          <OptionsProp field={field} onChange={onChange} />
        </div>
      )}
    </>
  )
}

export function InitialProp({ field, onChange }: PropProps) {
  const { kind, initial } = field
  const set = (value: string | null | undefined) => onChange({ initial: value || null }, 'initial')
  if (kind === 'staff' || kind === 'dept' || kind === 'date' || kind === 'datetime') {
    const special = kind === 'staff' || kind === 'dept' ? SELF : TODAY
    const words = { staff: '默认填表人本人', dept: '默认填表人所在部门', date: '默认当天', datetime: '默认当时' }[kind]
    return (
      <Checkbox
        className="yy-fd-prop yy-below-12"
        checked={initial === special}
        onChange={(event) => set(event.target.checked ? special : null)}
      >
        {words}
      </Checkbox>
    )
  }
  if (field.dictionary) return null
  return (
    <Prop title="默认值">
      {(id) => {
        if (kind === 'number') {
          return (
            <InputNumber<number>
              id={id}
              className="yy-fill"
              value={initial ? Number(initial) : null}
              onChange={(value) => set(value === null ? null : String(value))}
            />
          )
        }
        const options = (field.options ?? []).map((option) => ({ value: option.value, label: option.label }))
        if (kind === 'checkbox') {
          return (
            <Select<string[]>
              id={id}
              className="yy-fill"
              mode="multiple"
              value={initial ? initial.split(',') : []}
              options={options}
              onChange={(values) => set(values.join(','))}
            />
          )
        }
        if (kind === 'radio' || kind === 'select') {
          return (
            <Select<string>
              id={id}
              className="yy-fill"
              allowClear
              placeholder="不预选"
              value={initial || undefined}
              options={options}
              onChange={set}
            />
          )
        }
        return <Input id={id} maxLength={500} value={initial ?? ''} onChange={(event) => set(event.target.value)} />
      }}
    </Prop>
  )
}

const limitTitles: Partial<Record<FormFieldData['kind'], readonly [least: string, most: string]>> = {
  text: ['', '最多字数'],
  longText: ['', '最多字数'],
  number: ['最小值', '最大值'],
  checkbox: ['至少选几项', '最多选几项'],
  picture: ['', '最多几张'],
}

export function LimitsProp({ field, onChange }: PropProps) {
  const [least, most] = limitTitles[field.kind] ?? ['', '']
  const box = (title: string, name: 'min' | 'max') =>
    title !== '' && (
      <Prop title={title}>
        {(id) => (
          <InputNumber<number>
            id={id}
            className="yy-fill"
            {...(field.kind !== 'number' && { min: 1, precision: 0 })}
            value={field[name] ?? null}
            onChange={(value) => onChange({ [name]: value }, name)}
          />
        )}
      </Prop>
    )
  return (
    <div className="yy-fd-pair yy-grid">
      {box(least, 'min')}
      {box(most, 'max')}
    </div>
  )
}

export function NumberProps({ field, onChange }: PropProps) {
  return (
    <div className="yy-fd-pair yy-grid">
      <Prop title="单位">
        {(id) => (
          <Input
            id={id}
            maxLength={10}
            value={field.unit ?? ''}
            onChange={(event) => onChange({ unit: event.target.value || null }, 'unit')}
          />
        )}
      </Prop>
      <Prop title="小数位">
        {(id) => (
          <InputNumber<number>
            id={id}
            className="yy-fill"
            min={0}
            max={4}
            precision={0}
            value={field.decimals ?? null}
            onChange={(decimals) => onChange({ decimals }, 'decimals')}
          />
        )}
      </Prop>
    </div>
  )
}

export function TableProps({ field, onChange }: PropProps) {
  return (
    <>
      <div className="yy-fd-prop yy-below-12">
        <span className="yy-fd-prop-title">列</span>
        <ColumnsProp field={field} onChange={onChange} />
      </div>
      <div className="yy-fd-pair yy-grid">
        <Prop title="行数">
          {(id) => (
            <InputNumber<number>
              id={id}
              className="yy-fill"
              min={1}
              max={MOST_ROWS}
              precision={0}
              value={field.rows ?? 1}
              onChange={(rows) => onChange({ rows: rows ?? 1 }, 'rows')}
            />
          )}
        </Prop>
        <Prop title="填写时加行">
          {(id) => <Switch id={id} checked={field.grows === true} onChange={(grows) => onChange({ grows })} />}
        </Prop>
      </div>
      <Prop title="行标题（每行一个，可不填）">
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={(field.rowTitles ?? []).join('\n')}
            onChange={(event) => {
              const text = event.target.value
              const titles = text === '' ? [] : text.split('\n').map((line) => line.slice(0, 40))
              onChange({ rowTitles: titles, rows: Math.max(field.rows ?? 1, titles.length) }, 'rowTitles')
            }}
          />
        )}
      </Prop>
    </>
  )
}

export function SwitchLine({
  title,
  ...rest
}: {
  title: string
  checked: boolean
  disabled?: boolean
  onChange(on: boolean): void
}) {
  const id = useId()
  return (
    <div className="yy-fd-prop yy-below-12 yy-fd-switch yy-row yy-between">
      <label htmlFor={id}>{title}</label>
      <Switch id={id} size="small" {...rest} />
    </div>
  )
}
