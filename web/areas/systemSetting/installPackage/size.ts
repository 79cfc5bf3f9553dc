// Sizes of files as people read them.
import type { Field } from '#web/kit/fields/field'

const UNITS = ['B', 'KB', 'MB', 'GB']

export function sizeText(size: number): string {
  let value = size
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(value >= 100 ? 0 : 1)} ${UNITS[unit]}`
}

export const bytes: Field<number> = {
  kind: 'field',
  sheet: 'text',
  width: 100,
  align: 'right',
  cell: (value) => (value === null || value === undefined ? '' : sizeText(value)),
  text: (value) => (value === null || value === undefined ? '' : sizeText(value)),
  input: () => null,
  search: () => null,
}
