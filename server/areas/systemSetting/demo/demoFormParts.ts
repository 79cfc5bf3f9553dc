// Short words for the demo forms: a field, choices with scores, a table.
import type { FieldKindValue, FormDesignData, FormFieldData, TableColumnData } from '#contract/kit/formDesign'

type More = Partial<Omit<FormFieldData, 'id' | 'kind' | 'title'>>
type Draft = Omit<FormFieldData, 'id'> & { id?: string }

export const field = (kind: FieldKindValue, title: string, more: More & { id?: string } = {}): Draft => ({
  kind,
  title,
  width: kind === 'table' || kind === 'longText' || kind === 'group' || kind === 'note' ? 3 : 1,
  ...more,
})

/** 姓名|性别: choices in order; a number after a colon is the score. */
export const choices = (text: string) =>
  text.split('|').map((one, i) => {
    const [label, score] = one.split(':') as [string, string?]
    return { value: `o${i + 1}`, label, ...(score !== undefined && { score: Number(score) }) }
  })

export const group = (title: string) => field('group', title)
export const note = (title: string, content: string) => field('note', title, { content })
export const resident = (source: string, title = source, more: More = {}) =>
  field('resident', title, { source, ...more })
export const radio = (title: string, text: string, more: More & { id?: string } = {}) =>
  field('radio', title, { options: choices(text), required: true, width: 3, ...more })
export const many = (title: string, text: string, more: More = {}) =>
  field('checkbox', title, { options: choices(text), width: 3, ...more })
export const sign = (title: string, more: More = {}) => field('sign', title, more)
export const day = (title: string) => field('date', title, { initial: '今天', required: true })

export const column = (title: string, kind: TableColumnData['kind'] = 'text', more: Partial<TableColumnData> = {}) => ({
  title,
  kind,
  ...more,
})
export const table = (title: string, columns: readonly Omit<TableColumnData, 'id'>[], more: More = {}) =>
  field('table', title, { columns: columns.map((one, i) => ({ id: `c${i + 1}`, ...one })), rows: 5, ...more })

export const design = (fields: readonly Draft[], more: Partial<FormDesignData> = {}): FormDesignData => ({
  paper: 'A4',
  letterhead: true,
  ...more,
  fields: fields.map((one, i) => ({ ...one, id: one.id ?? `f${i + 1}` })),
})

export const person = [resident('老人姓名', '姓名'), resident('老人性别', '性别'), resident('老人年龄', '年龄')]
export const place = [resident('床位全称', '床位', { width: 2 }), resident('档案编号')]
