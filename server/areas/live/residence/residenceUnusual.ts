// What is unusual about a bed, and possible all the same: room-mates of the other sex, a bed that is not cleaned yet,
// another bed than the one reserved. A person confirms the very sentence they were shown; were it another by now, it is
// shown again. The confirmation stands in the log and in what happened to the resident.

import { Refusal, refusalText } from '#contract/kit/refusal'
import { BedStatus } from '#contract/live/bedStatus'
import { ResidentSex } from '#contract/live/resident'
import type { Tx } from '#server/kit/caller'
import type { LockedBed } from './residenceBeds.ts'
import type { Resident } from './residenceLock.ts'

export interface Coming {
  resident: Pick<Resident, 'oldmanId' | 'name' | 'sex' | 'bedId'>
  bed: Pick<LockedBed, 'bedId' | 'path' | 'roomId' | 'mark'>
  /** First day in it. */
  from: string
  /** Taken with it, when the room is taken whole. */
  others?: readonly Pick<LockedBed, 'bedId' | 'path' | 'mark'>[]
  /** Who leaves the room with the same act. */
  leaving?: readonly string[]
  /** The bed kept for the resident, where it is another one. */
  reserved?: Pick<LockedBed, 'bedId' | 'path'> | null
}

/** Whoever lives in the room, or is to come to it, from that day on. Who has lived there so far meets nobody new. */
const MATES = `select t.oldman_name as name, o.kind from bed b
join occupancy o on o.org_id = b.org_id and o.bed_id = b.bed_id and o.kind in ('STAY', 'RESERVE')
  and o.days && daterange($4::date, null)
join oldman t on t.org_id = o.org_id and t.oldman_id = o.oldman_id
where b.org_id = $1 and b.room_id = $2 and b.bed_id <> all($3) and t.oldman_id <> all($5) and t.sex <> $6
  and not exists (select 1 from bed own where own.org_id = $1 and own.bed_id = $7 and own.room_id = $2)
group by t.oldman_id, t.oldman_name, o.kind order by min(lower(o.days)), t.oldman_name`

const roomOf = (path: string) => path.split(' › ').slice(0, -1).join(' › ')

async function unusualOf(
  tx: Tx,
  { resident, bed, from, others = [], leaving = [], reserved }: Coming,
): Promise<string[]> {
  const taken = [bed.bedId, ...others.map((one) => one.bedId)]
  const mates = await tx.client.query<{ name: string; kind: 'STAY' | 'RESERVE' }>({
    name: 'residence_room_mates',
    text: MATES,
    values: [tx.orgId, bed.roomId, taken, from, [resident.oldmanId, ...leaving], resident.sex, resident.bedId],
  })
  const unclean = [bed, ...others].filter((one) => one.mark === BedStatus.is.clean).map((one) => one.path)
  const names = mates.rows.map(({ name, kind }) => (kind === 'RESERVE' ? `${name}（已预订）` : name)).join('、')
  const otherSex = ResidentSex.label(
    resident.sex === ResidentSex.is.female ? ResidentSex.is.male : ResidentSex.is.female,
  )
  return [
    ...(mates.rows.length > 0
      ? [`${resident.name}为${ResidentSex.label(resident.sex)}性，${roomOf(bed.path)} 同住的有${otherSex}性：${names}`]
      : []),
    ...(unclean.length > 0 ? [`${unclean.join('、')} 待清洁，还没有完成清洁`] : []),
    ...(reserved && reserved.bedId !== bed.bedId
      ? [`为${resident.name}预订的是 ${reserved.path}，不是 ${bed.path}`]
      : []),
  ]
}

/** Refuses with what is unusual until exactly that is confirmed. Answers the confirmation in words for the log, or ''. */
export async function requireSeen(
  tx: Tx,
  comings: readonly Coming[],
  confirmed: string | null | undefined,
): Promise<string> {
  const found: string[] = []
  for (const coming of comings) found.push(...(await unusualOf(tx, coming)))
  if (found.length === 0) return ''
  const what = found.join('；')
  if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what })) {
    throw new Refusal('NEEDS_CONFIRM', { what })
  }
  return `；已确认：${what}`
}
