// When a field is shown: a question to another field.
import { Input, InputNumber, Select } from 'antd'
import { type ConditionData, ConditionTest, type FormDesignData, needsValue, testsFor } from '#contract/kit/formDesign'
import { DictionaryPicker } from '#web/kit/formSheet/pickers'
import type { PropProps } from './propLists.part.tsx'
import { SwitchLine } from './propValues.part.tsx'

export function ConditionProp({ design, field, onChange }: PropProps & { design: FormDesignData }) {
  const others = design.fields.filter((one) => one.id !== field.id && testsFor(one).length > 0)
  const { when } = field
  const other = others.find((one) => one.id === when?.field)
  const set = (patch: Partial<ConditionData>) => onChange({ when: { ...when!, ...patch } })
  const begin = (id: string) => {
    const target = others.find((one) => one.id === id)
    if (target) onChange({ when: { field: id, test: testsFor(target)[0]!, value: null } })
  }
  return (
    <div className="yy-fd-prop yy-below-12">
      <SwitchLine
        title="满足条件才显示"
        checked={Boolean(when)}
        disabled={others.length === 0}
        onChange={(on) => (on ? begin(others[0]!.id) : onChange({ when: null }))}
      />
      {when && (
        <div className="yy-fd-condition yy-grid yy-gap-6 yy-tint yy-round">
          <Select
            size="small"
            aria-label="条件看哪个字段"
            value={other ? other.id : undefined}
            placeholder="选一个字段"
            showSearch={{ optionFilterProp: 'label' }}
            options={others.map((one) => ({ value: one.id, label: one.title }))}
            onChange={begin}
          />
          {other && (
            <Select
              size="small"
              aria-label="条件"
              value={when.test}
              options={testsFor(other).map((test) => ({ value: test, label: ConditionTest.label(test) }))}
              onChange={(test) => set({ test, ...(!needsValue(test) && { value: null }) })}
            />
          )}
          {other && needsValue(when.test) && <ValueInput other={other} when={when} onSet={set} />}
        </div>
      )}
    </div>
  )
}

interface ValueInputProps {
  other: FormDesignData['fields'][number]
  when: ConditionData
  onSet(patch: Partial<ConditionData>): void
}

function ValueInput({ other, when, onSet }: ValueInputProps) {
  if (other.dictionary) {
    return (
      <DictionaryPicker
        code={other.dictionary}
        aria-label="条件的值"
        value={when.value ? { id: when.value, name: when.value } : null}
        onChange={(value) => onSet({ value: value?.id ?? null })}
      />
    )
  }
  if (other.options) {
    return (
      <Select
        size="small"
        aria-label="条件的值"
        placeholder="选一个选项"
        value={when.value || undefined}
        options={other.options.map((option) => ({ value: option.value, label: option.label }))}
        onChange={(value) => onSet({ value })}
      />
    )
  }
  if (other.kind === 'number' || other.kind === 'score') {
    return (
      <InputNumber<number>
        size="small"
        aria-label="条件的值"
        value={when.value ? Number(when.value) : null}
        onChange={(value) => onSet({ value: value === null ? null : String(value) })}
      />
    )
  }
  return (
    <Input
      size="small"
      aria-label="条件的值"
      value={when.value ?? ''}
      onChange={(event) => onSet({ value: event.target.value })}
    />
  )
}
