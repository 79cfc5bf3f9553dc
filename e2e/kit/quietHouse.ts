// Every journey begins in a quiet house: what an earlier one left ringing would hold back questions, cover corners and
// add counts to menus. Alarms of the demo data itself stay as they are.
import pg from 'pg'
import { beforeAll, inject } from 'vitest'

beforeAll(async () => {
  const client = new pg.Client({ connectionString: inject('productDatabase') })
  await client.connect()
  try {
    await client.query(
      'update alarm_record set status = 3, handled_at = now() where status = 0 and raised_at >= $1::timestamptz',
      [inject('productStood')],
    )
  } finally {
    await client.end()
  }
})
