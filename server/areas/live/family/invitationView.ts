// What a member of the family sees of the resident: that they are there and since when, whether they are out, who came.
// No numbers, no money, no health: of the care only what was done today and when, of the drugs only what to bring, of the meals
// only what there is to choose.

import type pg from 'pg'
import { fileIdOf } from '#contract/kit/fileAddress'
import type { FamilyViewData } from '#contract/live/invitation'
import { OUTING_GRANTED } from '#contract/live/outingMoves'
import { IN_HOUSE } from '#contract/live/resident'
import { drugsForFamily } from '#server/areas/drug/public'
import { careForFamily, mealsForFamily } from '#server/areas/nursing/public'
import type { AppContext } from '#server/kit/context'
import { smallPictureUrl } from '#server/kit/picture'

type Row = Omit<FamilyViewData, 'photo' | 'visits' | 'care' | 'drugs' | 'meals'> & {
  oldmanId: string
  head: string | null
  visits: { inTime: string; visitor: string; mine: boolean }[]
}

const VISITS = 5

const VIEW = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.head, t.status, place.room, t.check_in_date as "checkInDate",
  case when t.status in (${IN_HOUSE}) then current_date - t.check_in_date end as days,
  (select jsonb_build_object('away', (u.actual_out is not null)::int,
      'planOut', to_char(coalesce(u.actual_out, u.plan_out), 'YYYY-MM-DD HH24:MI'),
      'planReturn', to_char(u.plan_return, 'YYYY-MM-DD HH24:MI'), 'companion', u.companion)
    from outing u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.state in (${OUTING_GRANTED})
      and (u.actual_out is not null or u.plan_return > now()) order by u.plan_out limit 1) as outing,
  coalesce((select jsonb_agg(jsonb_build_object('inTime', to_char(v.in_time, 'YYYY-MM-DD HH24:MI'), 'visitor', v.visitor,
      'mine', v.mine) order by v.in_time desc)
    from (select v.in_time, v.visitor, coalesce(v.phone = f.phone, v.visitor = f.name) as mine from visit v
      where v.org_id = t.org_id and v.oldman_id = t.oldman_id order by v.in_time desc limit ${VISITS}) v), '[]') as visits,
  f.name as "familyName",
  coalesce((select x.label from dictionary d join dictionary_value x on x.org_id = d.org_id
      and x.dictionary_id = d.dictionary_id where d.org_id = f.org_id and d.dictionary_code = 'relationToElder'
      and x.value = f.relation), f.relation) as "relationName",
  g.org_name as "orgName", g.contact_phone as "orgPhone", g.address as "orgAddress", g.profile ->> 'dutyPhone' as "dutyPhone"
from oldman_family f join oldman t on t.org_id = f.org_id and t.oldman_id = f.oldman_id
join organization g on g.org_id = f.org_id
left join lateral (select concat_ws(' ', replace(nullif(l.path, ''), '>', ' '), r.room_name) as room
  from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  where b.org_id = t.org_id and b.bed_id = t.current_bed_id) place on true
where f.org_id = $1 and f.family_id = $2`

/** Other visitors are named by their surname: they did not agree to be told of. */
const shortName = (name: string) => `${[...name][0] ?? ''}**`

/** Portraits on a phone. */
const PHOTO_SIDE = 240
/** A portrait that was stored by somebody else's programme may be anything. */
const MOST_BYTES = 8 * 1024 * 1024

async function photoOf(app: AppContext, orgId: string, head: string | null): Promise<string | null> {
  const fileId = head && fileIdOf(head)
  if (!fileId) return null
  const found = await app.pool.query<{ key: string }>({
    name: 'family_photo',
    text: `select key from stored_file where org_id = $1 and file_id = $2 and mime like 'image/%' and size_b <= $3`,
    values: [orgId, fileId, MOST_BYTES],
  })
  const key = found.rows[0]?.key
  if (!key) return null
  try {
    const parts: Buffer[] = []
    for await (const part of await app.storage.get(key)) parts.push(part as Buffer)
    return await smallPictureUrl(Buffer.concat(parts), PHOTO_SIDE)
  } catch {
    // The picture is an extra; the family still sees how the resident is.
    return null
  }
}

export async function familyView(
  app: AppContext,
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  familyId: string,
): Promise<FamilyViewData | null> {
  const found = await client.query<Row>({ name: 'family_view', text: VIEW, values: [orgId, familyId] })
  const row = found.rows[0]
  if (!row) return null
  const { oldmanId, head, visits, ...rest } = row
  return {
    ...rest,
    photo: await photoOf(app, orgId, head),
    care: IN_HOUSE.includes(row.status) ? await careForFamily(client, orgId, oldmanId) : [],
    drugs: IN_HOUSE.includes(row.status) ? await drugsForFamily(client, orgId, oldmanId) : [],
    meals: IN_HOUSE.includes(row.status) ? await mealsForFamily(client, orgId, oldmanId) : [],
    visits: visits.map(({ inTime, visitor, mine }) => ({
      inTime,
      visitor: mine ? visitor : shortName(visitor),
      mine: mine ? 1 : 0,
    })),
  }
}
