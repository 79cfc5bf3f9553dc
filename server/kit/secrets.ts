// Secrets the product makes for itself on first need; every process of one database shares them.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

export async function productSecret(pool: Pick<pg.Pool, 'query'>, name: string): Promise<string> {
  await pool.query('insert into product_secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    randomBytes(32).toString('hex'),
  ])
  const { rows } = await pool.query<{ value: string }>('select value from product_secret where name = $1', [name])
  return rows[0]!.value
}
