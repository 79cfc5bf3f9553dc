// Kinds and levels as fields of searches and forms.

import { Select } from 'antd'
import { createElement } from 'react'
import { allKinds, kindOf } from '#contract/nursing/assess/kinds'
import type { Field, InputProps } from '#web/kit/fields/field'

interface Choice<V> {
  value: V
  label: string
}

function choiceField<V extends string | number>(choices: readonly Choice<V>[], words: (value: V) => string): Field<V> {
  const control = (placeholder: string) => (props: InputProps<V>) =>
    createElement(Select<V>, {
      ...props,
      className: 'yy-fill',
      allowClear: true,
      placeholder: props.placeholder ?? placeholder,
      value: props.value ?? undefined,
      options: choices.map(({ value, label }) => ({ value, label })),
      popupMatchSelectWidth: false,
      onChange: (next: V | undefined) => props.onChange?.(next ?? null),
    } as never)
  return {
    kind: 'field',
    sheet: 'text',
    width: 130,
    searchWidth: 150,
    chooses: true,
    cell: (value) => (value === null || value === undefined ? '' : words(value)),
    text: (value) => (value === null || value === undefined ? '' : words(value)),
    input: control('请选择'),
    search: control('全部'),
  }
}

export const kindName = (key: string) => kindOf(key)?.name ?? key

export const kindField = choiceField<string>(
  allKinds.map((kind) => ({ value: kind.key, label: kind.name })),
  kindName,
)

const ABILITY = 'ability'
/** One assessment of a family does for all of it: any of the four kinds, or one sheet about risks. */
export const familyField = choiceField<string>(
  [
    { value: ABILITY, label: '能力评估' },
    ...allKinds.filter((kind) => kind.group === 'risk').map((kind) => ({ value: kind.key, label: kind.name })),
  ],
  (family) => (family === ABILITY ? '能力评估' : kindName(family)),
)

const LEVELS = ['完好 / 无风险', '轻度 / 低风险', '中度 / 中风险', '重度 / 高风险', '完全 / 极高风险']
/** Levels count to the worse in every kind; the words are those of all of them. */
export const levelField = choiceField<number>(
  LEVELS.map((label, value) => ({ value, label })),
  (level) => LEVELS[level] ?? String(level),
)

export const boundField = choiceField<number>(
  [
    { value: 1, label: '已关联' },
    { value: 0, label: '未关联' },
  ],
  (bound) => (bound === 1 ? '已关联' : '未关联'),
)
