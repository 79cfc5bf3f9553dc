// Provinces, cities and districts: the list of the release, brought into the table at every start.
import { areaList } from '@vant/area-data'
import { type RegionData, ROOT_REGION, region } from '#contract/platform/region'
import type { AppContext } from '#server/kit/context'
import { implement } from '#server/kit/implement'
import { onEveryStart } from '#server/kit/presets'

type Row = readonly [code: string, name: string, parentCode: string, level: number]

/** Six digits: two for the province, two for the city, two for the district. */
function regionsOfRelease(): Row[] {
  const level = (names: Record<string, string>, parentOf: (code: string) => string, depth: number): Row[] =>
    Object.entries(names).map(([code, name]) => [code, name, parentOf(code), depth])
  return [
    ...level(areaList.province_list, () => ROOT_REGION, 1),
    ...level(areaList.city_list, (code) => `${code.slice(0, 2)}0000`, 2),
    ...level(areaList.county_list, (code) => `${code.slice(0, 4)}00`, 3),
  ]
}

/** Codes that a later list no longer knows stay, because records name them. */
export async function syncRegions({ pool }: Pick<AppContext, 'pool'>): Promise<number> {
  const rows = regionsOfRelease()
  const columns = [0, 1, 2, 3].map((at) => rows.map((row) => row[at]))
  const written = await pool.query(
    `insert into region (code, name, parent_code, level)
     select r.* from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as r(code, name, parent_code, level)
      where not exists (select 1 from region x where x.code = r.code and x.name = r.name
        and x.parent_code = r.parent_code and x.level = r.level)
      order by r.code
     on conflict (code) do update set name = excluded.name, parent_code = excluded.parent_code, level = excluded.level`,
    columns,
  )
  return written.rowCount ?? 0
}

onEveryStart('regions', async (app) => void (await syncRegions(app)))

export default implement(region, {
  list: async ({ parentCode }, who) => {
    const found = await who.app.pool.query<RegionData>({
      name: 'regions',
      text: `select code, name, parent_code as "parentCode" from region
        where $1::text is null or parent_code = $1 order by code`,
      values: [parentCode ?? null],
    })
    return found.rows
  },
})
