// Rows by a key, in their order.
export function grouped<K, Row>(rows: Iterable<Row>, keyOf: (row: Row) => K): Map<K, Row[]> {
  const found = new Map<K, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return found
}
