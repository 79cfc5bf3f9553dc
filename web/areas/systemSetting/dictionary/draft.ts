// The values of a dictionary while they are being edited: pure, so that every move can be tried without a page.
import type { DictionaryValueBody, DictionaryValueData } from '#contract/systemSetting/dictionary'

export interface DraftValue {
  /** Stays the same while the row is on the screen. */
  key: string
  /** null: not stored yet. */
  valueId: string | null
  /** '' of a new row: the server gives a number. */
  value: string
  label: string
  parentValue: string | null
  enabled: boolean
  system: boolean
  initials: string
}

export interface Draft {
  dictionaryId: string
  version: number
  /** As it was loaded. */
  base: readonly DraftValue[]
  rows: readonly DraftValue[]
}

export const draftRows = (values: readonly DictionaryValueData[]): DraftValue[] =>
  inTreeOrder(
    values.map((one) => ({
      key: one.valueId,
      valueId: one.valueId,
      value: one.value,
      label: one.label,
      parentValue: one.parentValue,
      enabled: one.enabled,
      system: one.system,
      initials: one.initials,
    })),
  )

/** Every row directly after its parent's others: what the table shows is what is saved. */
export function inTreeOrder(rows: readonly DraftValue[]): DraftValue[] {
  // A code that is being typed may equal another one for a moment; the stored one keeps its children.
  const holders = new Map<string, DraftValue>()
  for (const row of rows) if (row.value !== '' && !holders.has(row.value)) holders.set(row.value, row)
  const parentOf = (row: DraftValue) => (row.parentValue === null ? null : (holders.get(row.parentValue) ?? null))
  const below = (parent: DraftValue | null): DraftValue[] =>
    rows.filter((row) => parentOf(row) === parent).flatMap((row) => [row, ...below(row)])
  return below(null)
}

export function depthOf(rows: readonly DraftValue[], row: DraftValue): number {
  let depth = 0
  for (let up = row.parentValue; up !== null && depth < 5; depth++) {
    up = rows.find((one) => one.value === up)?.parentValue ?? null
  }
  return depth
}

const siblingsOf = (rows: readonly DraftValue[], row: DraftValue) =>
  rows.filter((one) => one.parentValue === row.parentValue)

/** Puts a row before or after its siblings; what hangs below goes along. */
export function moveTo(rows: readonly DraftValue[], key: string, place: number): DraftValue[] {
  const row = rows.find((one) => one.key === key)
  if (!row) return [...rows]
  const others = siblingsOf(rows, row).filter((one) => one.key !== key)
  const order = [...others.slice(0, place), row, ...others.slice(place)]
  let next = 0
  return inTreeOrder(rows.map((one) => (one.parentValue === row.parentValue ? order[next++]! : one)))
}

export const placeOf = (rows: readonly DraftValue[], row: DraftValue) =>
  siblingsOf(rows, row).findIndex((one) => one.key === row.key)
export const siblingCount = (rows: readonly DraftValue[], row: DraftValue) => siblingsOf(rows, row).length

/** Dropped over another row: only among its own siblings, else it stays where it was. */
export function dropOver(rows: readonly DraftValue[], key: string, over: string): DraftValue[] {
  const row = rows.find((one) => one.key === key)
  let target = rows.find((one) => one.key === over)
  while (row && target && target.parentValue !== row.parentValue) {
    const parent: string | null = target.parentValue
    target = parent === null ? undefined : rows.find((one) => one.value === parent)
  }
  if (!row || !target || target.key === key) return [...rows]
  return moveTo(rows, key, placeOf(rows, target))
}

export function addRow(rows: readonly DraftValue[], key: string, parentValue: string | null): DraftValue[] {
  const row = { key, valueId: null, value: '', label: '', parentValue, enabled: true, system: false, initials: '' }
  return inTreeOrder([...rows, row])
}

export const changeRow = (rows: readonly DraftValue[], key: string, change: Partial<DraftValue>): DraftValue[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row))

/** Takes a row out with what hangs below it. */
export function removeRow(rows: readonly DraftValue[], key: string): DraftValue[] {
  const gone = new Set([key])
  for (const row of rows) {
    const parent = rows.find((one) => one.value !== '' && one.value === row.parentValue)
    if (parent && gone.has(parent.key)) gone.add(row.key)
  }
  return rows.filter((row) => !gone.has(row.key))
}

const order = (rows: readonly DraftValue[]) => rows.map((row) => row.valueId).join()

/** What was changed, in words; empty when nothing was. */
export function changesIn({ base, rows }: Pick<Draft, 'base' | 'rows'>): string[] {
  const before = new Map(base.map((row) => [row.valueId, row]))
  const words: string[] = []
  for (const row of rows) {
    const old = row.valueId === null ? undefined : before.get(row.valueId)
    if (!old) words.push(`新增“${row.label.trim() || '未命名'}”`)
    else {
      if (old.label !== row.label) words.push(`“${old.label}”改名为“${row.label}”`)
      if (old.enabled !== row.enabled) words.push(`${row.enabled ? '启用' : '停用'}“${row.label}”`)
    }
  }
  const kept = new Set(rows.map((row) => row.valueId))
  for (const old of base) if (!kept.has(old.valueId)) words.push(`删除“${old.label}”`)
  const common = (list: readonly DraftValue[]) =>
    list.filter((row) => row.valueId !== null && kept.has(row.valueId) && before.has(row.valueId))
  if (order(common(base)) !== order(common(rows))) words.push('调整了顺序')
  return words
}

/** What keeps the rows from being saved: the row's key and a sentence. */
export function problemsIn(rows: readonly DraftValue[]): Map<string, string> {
  const problems = new Map<string, string>()
  const labels = new Map<string, string>()
  const values = new Set<string>()
  for (const row of rows) {
    const label = row.label.trim()
    const at = `${row.parentValue ?? ''}\n${label}`
    if (label === '') problems.set(row.key, '请填写名称')
    else if (labels.has(at)) problems.set(row.key, '名称重复')
    else if (row.value !== '' && !/^[\w-]{1,40}$/.test(row.value))
      problems.set(row.key, '编码只能用字母、数字、下划线和短横线')
    else if (row.value !== '' && values.has(row.value)) problems.set(row.key, '编码重复')
    labels.set(at, row.key)
    if (row.value !== '') values.add(row.value)
  }
  return problems
}

export const requestOf = (rows: readonly DraftValue[]): DictionaryValueBody[] =>
  rows.map((row) => ({
    ...(row.valueId !== null && { valueId: row.valueId }),
    ...(row.valueId === null && row.value !== '' && { value: row.value }),
    label: row.label.trim(),
    parentValue: row.parentValue,
    enabled: row.enabled,
  }))

export interface Merged {
  draft: Draft
  /** What the other person did. */
  theirs: string[]
  /** What both changed; mine stays in the draft. */
  clashes: string[]
}

/** Somebody saved meanwhile: my changes are put on top of theirs, nothing of either is lost unseen. */
export function mergeDraft(mine: Draft, latest: { version: number; rows: readonly DraftValue[] }): Merged {
  const before = new Map(mine.base.map((row) => [row.valueId, row]))
  const own = new Map(mine.rows.filter((row) => row.valueId !== null).map((row) => [row.valueId, row]))
  const clashes: string[] = []
  const merged: DraftValue[] = []
  for (const row of latest.rows) {
    const old = before.get(row.valueId)
    const my = own.get(row.valueId)
    if (old && !my) continue // Taken out by me.
    if (!old || !my) {
      merged.push(row)
      continue
    }
    const label = my.label === old.label ? row.label : my.label
    const enabled = my.enabled === old.enabled ? row.enabled : my.enabled
    if (label !== row.label && row.label !== old.label)
      clashes.push(`“${old.label}”对方改为“${row.label}”，您改为“${label}”`)
    merged.push({ ...row, key: my.key, label, enabled })
  }
  const there = new Set(latest.rows.map((row) => row.valueId))
  for (const row of mine.base) {
    const my = own.get(row.valueId)
    if (!there.has(row.valueId) && my && (my.label !== row.label || my.enabled !== row.enabled)) {
      clashes.push(`“${row.label}”您有改动，但已被对方删除`)
    }
  }
  const common = (list: readonly DraftValue[]) => list.filter((row) => there.has(row.valueId) && own.has(row.valueId))
  const moved = order(common(mine.base)) !== order(common(mine.rows))
  const ordered = moved ? byOrder(merged, mine.rows) : merged
  const added = mine.rows.filter((row) => row.valueId === null)
  const rows = inTreeOrder([...ordered, ...added])
  return {
    draft: { ...mine, version: latest.version, base: latest.rows, rows },
    theirs: changesIn({ base: mine.base, rows: latest.rows }),
    clashes,
  }
}

/** My order for what I have; what is new of theirs comes after. */
function byOrder(rows: readonly DraftValue[], like: readonly DraftValue[]): DraftValue[] {
  const place = new Map(like.map((row, i) => [row.valueId, i]))
  return [...rows].sort((a, b) => (place.get(a.valueId) ?? like.length) - (place.get(b.valueId) ?? like.length))
}
