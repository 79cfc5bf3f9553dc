// A name from outside finds only what a table itself holds: `constructor` and `toString` are in every object.

export const lookUp = <V>(table: Readonly<Record<string, V>>, name: string | null | undefined): V | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined
