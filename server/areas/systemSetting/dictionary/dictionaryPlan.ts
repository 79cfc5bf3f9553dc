// From the values a form sends to what must be written: pure, so that every rule can be tried without a database.
import { invalid } from '#contract/kit/refusal'
import { DEEPEST_VALUE, type DictionaryValueBody } from '#contract/systemSetting/dictionary'
import type { DictionarySet } from './dictionarySets.ts'

export interface StoredValue {
  valueId: string
  value: string
  label: string
  parentValue: string | null
  enabled: boolean
  system: boolean
}

export interface PlannedValue extends Omit<StoredValue, 'valueId'> {
  /** null: to be inserted. */
  valueId: string | null
  sort: number
}

export interface ValuePlan {
  rows: PlannedValue[]
  gone: StoredValue[]
  /** In words, for the operation log. */
  changes: Record<string, readonly [unknown, unknown]>
}

const FIELD = 'values'
const refuse = (message: string) => invalid(message, FIELD)

/** Refuses what the lock, the levels or common sense forbid; `numbered` are numbers that were given out before. */
export function planValues(
  lock: DictionarySet['lock'],
  stored: readonly StoredValue[],
  wanted: readonly DictionaryValueBody[],
  numbered: readonly string[] = [],
): ValuePlan {
  const byId = new Map(stored.map((one) => [one.valueId, one]))
  const next = counter([...stored.map((one) => one.value), ...wanted.map((one) => one.value ?? ''), ...numbered])
  const seen = new Set<string>()
  const rows = wanted.map((one, i): PlannedValue => {
    const label = one.label.trim()
    if (label === '') throw refuse(`第 ${i + 1} 行没有填写名称`)
    const before = one.valueId ? byId.get(one.valueId) : undefined
    if (one.valueId && !before) throw refuse(`第 ${i + 1} 行“${label}”已被删除，请刷新后再修改`)
    if (before && seen.has(before.valueId)) throw refuse(`“${label}”出现了两次`)
    if (before) seen.add(before.valueId)
    return before ? changed(lock, before, one, label, i) : added(lock, one, label, i, next)
  })
  const gone = stored.filter((one) => !seen.has(one.valueId))
  for (const one of gone) if (one.system) throw refuse(`“${one.label}”是${givenBy(lock)}，不能删除，可以停用`)
  noDoubles(rows)
  checkLevels(rows, gone)
  if (rows.length > 0 && !rows.some((row) => row.enabled)) throw refuse('请至少启用一个值，否则表单里无可选择')
  return { rows, gone, changes: changesOf(stored, rows, gone) }
}

const givenBy = (lock: DictionarySet['lock']) =>
  ({ fixed: '系统固定的值', standard: '标准给定的值', open: '系统要用到的值' })[lock]

function changed(
  lock: DictionarySet['lock'],
  before: StoredValue,
  one: DictionaryValueBody,
  label: string,
  i: number,
): PlannedValue {
  const enabled = one.enabled ?? before.enabled
  const parentValue = one.parentValue === undefined ? before.parentValue : one.parentValue
  if (one.value && one.value !== before.value) throw refuse(`“${before.label}”的编码已经使用，不能修改`)
  if (before.system && (label !== before.label || parentValue !== before.parentValue)) {
    throw refuse(`“${before.label}”是${givenBy(lock)}，名称不能修改`)
  }
  if (lock === 'fixed' && enabled !== before.enabled) throw refuse(`“${before.label}”是系统固定的值，不能停用`)
  return { ...before, label, parentValue, enabled, sort: i + 1 }
}

function added(
  lock: DictionarySet['lock'],
  one: DictionaryValueBody,
  label: string,
  i: number,
  next: () => string,
): PlannedValue {
  if (lock === 'fixed') throw refuse('这个字典由系统固定，不能新增值')
  return {
    valueId: null,
    value: one.value || next(),
    label,
    parentValue: one.parentValue ?? null,
    enabled: one.enabled ?? true,
    system: false,
    sort: i + 1,
  }
}

/** Numbers go up and are not given twice. */
function counter(values: readonly string[]): () => string {
  let last = Math.max(0, ...values.filter((value) => /^\d{1,9}$/.test(value)).map(Number))
  return () => {
    last += 1
    return String(last)
  }
}

function noDoubles(rows: readonly PlannedValue[]): void {
  const values = new Set<string>()
  const labels = new Set<string>()
  for (const row of rows) {
    if (values.has(row.value)) throw refuse(`编码“${row.value}”重复`)
    values.add(row.value)
    const label = `${row.parentValue ?? ''}\n${row.label}`
    if (labels.has(label)) throw refuse(`名称“${row.label}”重复`)
    labels.add(label)
  }
}

function checkLevels(rows: readonly PlannedValue[], gone: readonly StoredValue[]): void {
  const byValue = new Map(rows.map((row) => [row.value, row]))
  for (const row of rows) {
    let depth = 1
    for (let up = row.parentValue; up !== null; depth++) {
      const parent = byValue.get(up)
      if (!parent) {
        const missing = gone.find((one) => one.value === up)
        throw refuse(missing ? `“${missing.label}”下面还有“${row.label}”，不能删除` : `“${row.label}”的上级不存在`)
      }
      if (depth >= DEEPEST_VALUE) throw refuse(`“${row.label}”超过了 ${DEEPEST_VALUE} 级`)
      up = parent.parentValue
    }
  }
}

const state = (row: { label: string; enabled: boolean }) => `${row.label}（${row.enabled ? '启用' : '停用'}）`

function changesOf(stored: readonly StoredValue[], rows: readonly PlannedValue[], gone: readonly StoredValue[]) {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  const before = new Map(stored.map((one) => [one.valueId, one]))
  for (const row of rows) {
    const old = row.valueId ? before.get(row.valueId) : undefined
    if (!old) changes[`值 ${row.value}`] = [null, state(row)]
    else if (old.label !== row.label || old.enabled !== row.enabled) {
      changes[`值 ${row.value}`] = [state(old), state(row)]
    } else if (old.parentValue !== row.parentValue) {
      changes[`值 ${row.value} 的上级`] = [old.parentValue, row.parentValue]
    }
  }
  for (const one of gone) changes[`值 ${one.value}`] = [state(one), null]
  const kept = new Set(rows.map((row) => row.valueId))
  const was = stored.filter((one) => kept.has(one.valueId)).map((one) => one.label)
  const is = rows.filter((row) => row.valueId !== null).map((row) => row.label)
  const labelsSame =
    was.length === is.length && rows.every((row) => !row.valueId || before.get(row.valueId)!.label === row.label)
  const moved = stored
    .filter((one) => kept.has(one.valueId))
    .some((one, i) => one.valueId !== rows.filter((row) => row.valueId)[i]!.valueId)
  if (moved && labelsSame) changes.顺序 = [was.join('、').slice(0, 300), is.join('、').slice(0, 300)]
  else if (moved) changes.顺序 = ['已调整', is.join('、').slice(0, 300)]
  return changes
}
