// Since when devices could be heard. Silence counts only from there: while no server ran, the database was away, the broker
// was not reached or the process was held up, nobody listened, and that is not the devices' fault.
import type pg from 'pg'

/** Between two signs of life of whoever listens; a restart takes less. */
const GAP = `interval '20 seconds'`

const MILLISECONDS = '(extract(epoch from since) * 1000)::float8'

const LISTENS = {
  name: 'listening-here',
  text: `with missed as (
      insert into listening_gap (from_at, to_at) select seen, now() from device_listening where seen < now() - ${GAP}
      on conflict do nothing
    )
    insert into device_listening as l (one, since, seen) values (true, now(), now())
    on conflict (one) do update set seen = now(),
      since = case when l.seen < now() - ${GAP} then now() else least(l.since, now()) end
    returning ${MILLISECONDS} as since`,
}

const LISTENED = {
  name: 'listening-elsewhere',
  text: `select ${MILLISECONDS} as since from device_listening where seen >= now() - ${GAP}`,
}

/** `hears`: this process does now. Milliseconds since 1970; null: nobody listens. */
export async function listeningSince(pool: pg.Pool, hears: boolean): Promise<number | null> {
  const { rows } = await pool.query<{ since: number }>(hears ? LISTENS : LISTENED)
  return rows[0]?.since ?? null
}
