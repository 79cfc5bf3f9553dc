// Controls of antd that are heavy and seldom among the first things seen.
import type {
  AutoComplete as AutoCompleteType,
  InputNumber as InputNumberType,
  TreeSelect as TreeSelectType,
} from 'antd'
import type { ComponentType } from 'react'
import { FIELD, later } from '#web/kit/later'

// biome-ignore lint/suspicious/noExplicitAny: the props are those of the control itself, told by the cast
type Loose = ComponentType<any>

export const TreeSelect = later<object>(
  () => import('antd/es/tree-select').then((file) => file.default as Loose),
  FIELD,
) as unknown as typeof TreeSelectType

export const InputNumber = later<object>(
  () => import('antd/es/input-number').then((file) => file.default as Loose),
  FIELD,
) as unknown as typeof InputNumberType

export const AutoComplete = later<object>(
  () => import('antd/es/auto-complete').then((file) => file.default as Loose),
  FIELD,
) as unknown as typeof AutoCompleteType
