// Brings the product's dictionaries into an organisation: all of them when it is let in, what a release adds at the
// next start. What an administrator renamed, switched off or took out stays as it is; locked values follow the release.
import { ORG_ADMITTED } from '#contract/platform/session'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'
import { dictionarySets, digestOf, spelled } from './dictionarySets.ts'

/** Values delivered for the first time are added; of those delivered before only the locked ones are touched. */
const WRITE = `with sets as (
  select * from jsonb_to_recordset($2::jsonb) as s(code text, name text, model text, sort int, digest text,
    pinyin text, initials text, delivered jsonb, values jsonb)
), before as (
  select d.dictionary_id, d.dictionary_code, coalesce(d.seed_values, '[]'::jsonb) as had
    from dictionary d join sets s on s.code = d.dictionary_code where d.org_id = $1
), written as (
  insert into dictionary (org_id, dictionary_id, dictionary_code, dictionary_name, model, system, seed_digest,
    seed_values, pinyin, initials, sort)
  select $1, md5($1 || ':dictionary:' || s.code), s.code,
    -- The organisation may have used the name for a dictionary of its own.
    case when exists (select 1 from dictionary n where n.org_id = $1 and n.model = s.model
      and n.dictionary_name = s.name and n.dictionary_code <> s.code) then s.name || '（系统）' else s.name end,
    s.model, true, s.digest, s.delivered, s.pinyin,
    s.initials, s.sort from sets s
  on conflict (org_id, dictionary_code) do update
    set seed_digest = excluded.seed_digest, seed_values = excluded.seed_values, version = dictionary.version + 1
    where dictionary.system and dictionary.seed_digest is distinct from excluded.seed_digest
  returning dictionary_id, dictionary_code
)
insert into dictionary_value (org_id, value_id, dictionary_id, value, label, pinyin, initials, parent_value, enabled,
  system, extra, sort)
select $1, md5($1 || ':' || w.dictionary_code || ':' || v.value), w.dictionary_id, v.value, v.label, v.pinyin,
  v.initials, v.parent, v.enabled, v.system, v.extra, v.sort
  from written w join sets s on s.code = w.dictionary_code left join before b on b.dictionary_id = w.dictionary_id,
    jsonb_to_recordset(s.values) as v(value text, label text, pinyin text, initials text, parent text,
      enabled boolean, system boolean, extra jsonb, sort int)
 where v.system or b.had is null or not b.had ? v.value
on conflict (org_id, dictionary_id, value) do update
  set label = excluded.label, pinyin = excluded.pinyin, initials = excluded.initials,
    parent_value = excluded.parent_value, extra = excluded.extra, system = true
  where excluded.system`

let everything: string | undefined

async function write(tx: Tx, orgId: string, sets: string): Promise<void> {
  await tx.client.query(WRITE, [orgId, sets])
}

/** All dictionaries of the product; done again it changes nothing an administrator decided. */
export async function addDictionaries(tx: Tx, orgId: string): Promise<void> {
  everything ??= JSON.stringify(dictionarySets.map((set, i) => spelled(set, i + 1)))
  await write(tx, orgId, everything)
}

/** Which organisations lack a dictionary, or have it as an earlier release delivered it. */
const MISSING = `select o.org_id, array_agg(s.code order by s.n) as codes
  from organization o
  cross join unnest($1::text[], $2::text[]) with ordinality as s(code, digest, n)
  left join dictionary d on d.org_id = o.org_id and d.dictionary_code = s.code
 where o.org_status in (${ORG_ADMITTED})
   and (d.dictionary_id is null or (d.system and d.seed_digest is distinct from s.digest))
 group by o.org_id`

export async function syncDictionaries(app: AppContext): Promise<number> {
  const found = await app.pool.query<{ org_id: string; codes: string[] }>(MISSING, [
    dictionarySets.map((set) => set.code),
    dictionarySets.map(digestOf),
  ])
  for (const { org_id: orgId, codes } of found.rows) {
    const wanted = new Set(codes)
    const sets = dictionarySets.flatMap((set, i) => (wanted.has(set.code) ? [spelled(set, i + 1)] : []))
    await systemTransaction(app, orgId, '数据字典', '装入系统字典', async (tx) => {
      // Two processes starting at once: the second waits and writes the same again.
      await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('dictionaries ' || $1, 0))`, [orgId])
      await write(tx, orgId, JSON.stringify(sets))
      tx.log({ remark: `装入 ${sets.length} 个系统字典` })
    })
  }
  return found.rows.length
}

onNewOrganisation('dictionaries', addDictionaries)
onEveryStart('dictionaries', async (app) => void (await syncDictionaries(app)))
