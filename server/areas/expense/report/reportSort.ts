// Sorting reports whose rows are all known: by a column that may be sorted, else as they came.

/** `closingFen desc`; names are compared as Chinese people list them, nothing stands last. */
export function sortedBy<Row extends object>(
  orderBy: string | null | undefined,
  rows: readonly Row[],
  keys: readonly (keyof Row & string)[],
): Row[] {
  const match = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(orderBy ?? '')
  const key = match && ([...keys, 'oldmanName', 'bedPath', 'month', 'name'] as string[]).find((one) => one === match[1])
  if (!key || (rows.length > 0 && !(key in rows[0]!))) return [...rows]
  const turn = match[2]?.toLowerCase() === 'desc' ? -1 : 1
  const value = (row: Row) => (row as Record<string, unknown>)[key]
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === y) return 0
    if (x === null || x === undefined) return 1
    if (y === null || y === undefined) return -1
    return turn * (typeof x === 'number' ? x - (y as number) : String(x).localeCompare(String(y), 'zh-CN'))
  })
}
