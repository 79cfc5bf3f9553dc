// What the designer does to a design: pure functions, each step one state to go back to.
import {
  FieldKind,
  type FieldKindValue,
  type FieldOptionData,
  type FormDesignData,
  type FormFieldData,
  type TableColumnData,
} from '#contract/kit/formDesign'

/** The first free of f1, f2, f3 … */
function freeKey(prefix: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  for (let n = 1; ; n++) if (!used.has(`${prefix}${n}`)) return `${prefix}${n}`
}

const WIDE: readonly FieldKindValue[] = ['longText', 'table', 'score', 'picture', 'group', 'note', 'checkbox']

const starts: Partial<Record<FieldKindValue, Partial<FormFieldData>>> = {
  radio: {
    options: [
      { value: 'o1', label: '是' },
      { value: 'o2', label: '否' },
    ],
    width: 2,
  },
  checkbox: {
    options: [
      { value: 'o1', label: '选项一' },
      { value: 'o2', label: '选项二' },
    ],
  },
  select: {
    options: [
      { value: 'o1', label: '选项一' },
      { value: 'o2', label: '选项二' },
    ],
  },
  table: {
    columns: [
      { id: 'c1', title: '列一', kind: 'text' },
      { id: 'c2', title: '列二', kind: 'text' },
      { id: 'c3', title: '列三', kind: 'text' },
    ],
    rows: 3,
    grows: true,
  },
  resident: { source: '老人姓名', title: '姓名' },
  date: { initial: '今天' },
  sign: { title: '签名' },
  picture: { title: '照片', max: 3 },
  note: { title: '说明', content: '请在此填写说明文字。' },
  score: { title: '总分', bands: [{ from: 0, label: '低风险' }] },
}

export function newField(design: FormDesignData, kind: FieldKindValue): FormFieldData {
  return {
    id: freeKey(
      'f',
      design.fields.map((field) => field.id),
    ),
    kind,
    title: FieldKind.label(kind),
    width: WIDE.includes(kind) ? 3 : 1,
    ...structuredClone(starts[kind]),
  }
}

const withFields = (design: FormDesignData, fields: FormFieldData[]): FormDesignData => ({ ...design, fields })

export function insertField(design: FormDesignData, field: FormFieldData, at: number): FormDesignData {
  return withFields(design, design.fields.toSpliced(at, 0, field))
}

/** `to` is the place before which it is put, counted while it still stands in its old one. */
export function moveField(design: FormDesignData, id: string, to: number): FormDesignData {
  const from = design.fields.findIndex((field) => field.id === id)
  const target = to > from ? to - 1 : to
  if (from < 0 || target === from || target < 0 || target >= design.fields.length) return design
  return withFields(design, design.fields.toSpliced(from, 1).toSpliced(target, 0, design.fields[from]!))
}

/** Conditions that looked at it go with it. */
export function removeField(design: FormDesignData, id: string): FormDesignData {
  return withFields(
    design,
    design.fields
      .filter((field) => field.id !== id)
      .map((field) => (field.when?.field === id ? { ...field, when: null } : field)),
  )
}

export function copyField(design: FormDesignData, id: string): { design: FormDesignData; copy: FormFieldData } | null {
  const at = design.fields.findIndex((field) => field.id === id)
  const field = design.fields[at]
  if (!field) return null
  const copy = { ...structuredClone(field), id: newField(design, field.kind).id }
  return { design: insertField(design, copy, at + 1), copy }
}

/** An option that goes takes defaults and conditions on it along. */
export function changeField(design: FormDesignData, id: string, patch: Partial<FormFieldData>): FormDesignData {
  const changed = design.fields.map((field) => (field.id === id ? { ...field, ...patch } : field))
  if (!('options' in patch) && !('dictionary' in patch)) return withFields(design, changed)
  const left = new Set((patch.options ?? []).map((option) => option.value))
  const gone = (value: string | null | undefined) => Boolean(value) && !left.has(value!)
  return withFields(
    design,
    changed.map((field) => {
      if (field.id === id && field.initial) {
        const kept = field.initial.split(',').filter((value) => !gone(value))
        return { ...field, initial: kept.join(',') || null }
      }
      const { when } = field
      return when?.field === id && (when.test === 'is' || when.test === 'not') && gone(when.value)
        ? { ...field, when: { ...when, value: null } }
        : field
    }),
  )
}

export const newOption = (options: readonly FieldOptionData[], label: string): FieldOptionData => ({
  value: freeKey(
    'o',
    options.map((option) => option.value),
  ),
  label,
})

export const newColumn = (columns: readonly TableColumnData[]): TableColumnData => ({
  id: freeKey(
    'c',
    columns.map((column) => column.id),
  ),
  title: `列${columns.length + 1}`,
  kind: 'text',
})

/** Options from several pasted lines; a number behind the last blank or colon is the score: 有 25 */
export function optionsOf(text: string, before: readonly FieldOptionData[]): FieldOptionData[] {
  const options = [...before]
  for (const line of text.split(/\r?\n/)) {
    const match = /^(.*?)(?:[\s:：]+(-?\d+(?:\.\d+)?)\s*分?)?$/.exec(line.trim())
    const label = match?.[1]?.trim().slice(0, 60)
    if (!label || options.some((option) => option.label === label)) continue
    options.push({ ...newOption(options, label), ...(match?.[2] !== undefined && { score: Number(match[2]) }) })
  }
  return options
}

export interface History {
  past: readonly FormDesignData[]
  now: FormDesignData
  future: readonly FormDesignData[]
  /** What the last step was about: typing on in the same place is one step. */
  about: string | null
}

const MOST_STEPS = 100

export const begin = (now: FormDesignData): History => ({ past: [], now, future: [], about: null })

export function step(history: History, now: FormDesignData, about: string | null = null): History {
  if (now === history.now) return history
  const same = about !== null && about === history.about
  return { past: same ? history.past : [...history.past, history.now].slice(-MOST_STEPS), now, future: [], about }
}

export function undo(history: History): History {
  const before = history.past.at(-1)
  if (!before) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], about: null }
}

export function redo(history: History): History {
  const [next, ...future] = history.future
  if (!next) return history
  return { past: [...history.past, history.now], now: next, future, about: null }
}
