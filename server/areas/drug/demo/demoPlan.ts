// Who takes what in the demonstration. Stock, settings and takes are made from the same plan, so that they agree.

import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import type { DemoContext } from '#server/kit/demo'
import { type DemoDrug, demoDrugs } from './demoDrugs.ts'

/** Medication of the demonstration began so many days ago; the first deposits came the day before. */
export const HISTORY_DAYS = 20
/** Of one elder in so many; of all others the takes of yesterday and today, because a first start writes them one by one. */
const WHOLE_HISTORY = 12
const SHORT_HISTORY = 1

export interface Prescription {
  oldmanId: string
  oldmanName: string
  deptName: string | null
  drugId: string
  /** The batch it is taken from. */
  stockId: string
  drug: DemoDrug
  /** Taken from so many days ago on, today included: 0 to HISTORY_DAYS. */
  since: number
  /** In smallest units, on an average day; 0 as needed. */
  perDay: number
  /** How many days the stock shall reach from today on. */
  left: number
}

const SEED = 20_261_022

/** Those who live here and agreed that the house keeps their drugs: of a whole ward, and every third of the others. */
const ELDERS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", d.dept_name as "deptName", t.allergies,
  least(case when t.n % ${WHOLE_HISTORY} = 0 then ${HISTORY_DAYS} else ${SHORT_HISTORY} end, greatest(0, current_date - coalesce(t.check_in_date, current_date)))::int as since
from (select o.*, row_number() over (order by o.oldman_id) as n from oldman o where o.org_id = $1 and o.status in (1, 4)) t
left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where (d.dept_name = '松鹤楼护理组' or t.n % 3 = 0) and exists (select from stay s where s.org_id = t.org_id
  and s.oldman_id = t.oldman_id and s.end_date is null and s.custody) order by t.oldman_id`

export const perDayOf = ({ use }: Pick<DemoDrug, 'use'>): number => {
  if (use.frequency === 'PRN') return 0
  if (use.frequency === 'QW') return (use.dose * use.clocks.length) / 7
  return use.dose * use.clocks.length
}

/** The same in every installation. Nobody gets what the archive forbids, or two of one group. */
export async function demoPrescriptions(tx: Tx, demo: Pick<DemoContext, 'orgId' | 'id'>): Promise<Prescription[]> {
  const found = await tx.client.query<{
    oldmanId: string
    oldmanName: string
    deptName: string | null
    allergies: string[]
    since: number
  }>(ELDERS, [demo.orgId])
  const luck = chance(SEED)
  return found.rows.flatMap((elder, n) => {
    const count = 2 + luck.below(4)
    const groups = new Set<string>()
    const chosen: DemoDrug[] = []
    for (let tries = 0; chosen.length < count && tries < 20; tries++) {
      const drug = luck.pick(demoDrugs)
      if (groups.has(drug.group) || drug.allergies.some((one) => elder.allergies.includes(one))) continue
      groups.add(drug.group)
      chosen.push(drug)
    }
    return chosen.map((drug, i) => {
      const kind = (n * 7 + i * 3) % 40
      // Most have enough; some run short, and one in forty has nothing left.
      const left = kind === 0 ? 0 : kind === 1 ? 2 : kind === 2 ? 3 : kind === 3 ? 6 : 12 + luck.below(30)
      return {
        oldmanId: elder.oldmanId,
        oldmanName: elder.oldmanName,
        deptName: elder.deptName,
        drugId: demo.id(`drug:${drug.key}`),
        stockId: demo.id(`drugStock:${elder.oldmanId}:${drug.key}`),
        drug,
        since: elder.since,
        perDay: perDayOf(drug),
        left,
      }
    })
  })
}
