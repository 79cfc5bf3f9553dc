// Who lived in which bed of the demo house and when, over the two and a half years since it opened. Days are counted
// from today, the past is negative. Everything that could contradict itself is decided here, on one ledger of the beds:
// a bed is never given twice, a room is for one sex, a stay has a bed on each of its days.
import { type Chance, chance } from '#server/kit/chance'

const SEED = 20_260_415
/** The house opened so many days ago. */
const OPENED = -870

export interface Bed {
  bedId: string
  roomId: string
  deptId: string | null
  path: string
}

export type LevelCode = 'SELF' | 'HALF3' | 'HALF2' | 'FULL' | 'SPECIAL' | 'DEMENTIA'

export interface Spell {
  bed: Bed
  kind: 'STAY' | 'ROOM'
  from: number
  to: number | null
  reason?: string
}

export interface PlannedStay {
  start: number
  end: number | null
  /** Last day of the trial that the stay began with. */
  trialEnd: number | null
  /** The day of the formal check-in; null while it is a trial. */
  formal: number | null
  whole: boolean
  spells: Spell[]
  move?: { day: number; kind: 'adjustBed' | 'exchangeBed'; with?: number }
  /** Days after the start on which the level was raised. */
  raised?: number
  extended?: boolean
  settled?: boolean
  /** A value of checkoutReason. */
  reason?: string
}

export interface PlannedReservation {
  bed: Bed
  made: number
  expect: number
  expire: number
  bookingYuan: number
  state: 'ACTIVE' | 'CANCELLED'
}

export interface PlannedPerson {
  status: 1 | 2 | 3 | 4 | 5 | 6
  male: boolean
  deptId: string | null
  /** The archive was made. */
  filed: number
  stays: PlannedStay[]
  reservation?: PlannedReservation
}

export interface PlannedMark {
  bed: Bed
  mark: 6 | 7
  reason: string
  until: number | null
  since: number
}

export interface HousePlan {
  people: PlannedPerson[]
  marks: PlannedMark[]
}

const RESERVED = 6
const REPAIR = 2
const CLEAN = 3
const FREE = 16
const LEFT = 34
const WAITING = 9
const CANCELLED = 4
const TRIALS: readonly (readonly [start: number, end: number])[] = [
  [-28, 2],
  [-27, 3],
  [-19, 11],
  [-12, 18],
  [-6, 24],
  [-2, 28],
]

/** Room by room in the order of the house; every fifth and fourth of five is for men. */
class House {
  readonly rooms: string[]
  readonly taken = new Map<string, (readonly [from: number, to: number])[]>()
  constructor(readonly beds: readonly Bed[]) {
    this.rooms = [...new Set(beds.map((bed) => bed.roomId))]
  }
  male = (bed: Bed) => this.rooms.indexOf(bed.roomId) % 5 > 2
  inRoom = (roomId: string) => this.beds.filter((bed) => bed.roomId === roomId)
  free(bed: Bed, from: number, to: number): boolean {
    return (this.taken.get(bed.bedId) ?? []).every(([first, last]) => to <= first || from >= last)
  }
  take(bed: Bed, from: number, to: number | null): void {
    const rows = this.taken.get(bed.bedId)
    const row = [from, to ?? Number.POSITIVE_INFINITY] as const
    if (rows) rows.push(row)
    else this.taken.set(bed.bedId, [row])
  }
  /** What was taken from a day on is free again. */
  release(bed: Bed, from: number): void {
    this.taken.set(
      bed.bedId,
      (this.taken.get(bed.bedId) ?? []).filter(([first]) => first !== from),
    )
  }
  /** A bed for a while, in a room of that sex, looked for from a place on that luck decides. */
  find(luck: Chance, male: boolean, from: number, to: number, near?: Bed): Bed | undefined {
    const start = luck.below(this.beds.length)
    const all = [...this.beds.slice(start), ...this.beds.slice(0, start)]
    const fits = all.filter((bed) => this.male(bed) === male && this.free(bed, from, to))
    return fits.find((bed) => near && bed.deptId === near.deptId && bed.bedId !== near.bedId) ?? fits[0]
  }
}

/** Two rooms that one resident has alone: a double and a triple. */
function wholeRooms(house: House): Bed[][] {
  const rooms = house.rooms.map((roomId) => house.inRoom(roomId))
  const double = rooms.filter((beds) => beds.length === 2)[3]
  const triple = rooms.filter((beds) => beds.length === 3)[7]
  return [double, triple].filter((beds): beds is Bed[] => beds !== undefined)
}

interface Roles {
  lived: Bed[]
  whole: Bed[][]
  reserved: Bed[]
  repair: Bed[]
  clean: Bed[]
}

/** Which beds are not lived in today, spread over the house. */
function rolesOf(house: House): Roles {
  const whole = wholeRooms(house)
  const inWhole = new Set(whole.flat().map((bed) => bed.bedId))
  const others = house.beds.filter((bed) => !inWhole.has(bed.bedId))
  const count = RESERVED + REPAIR + CLEAN + FREE
  const step = others.length / count
  const empty = Array.from({ length: count }, (_, i) => others[Math.floor(i * step + step / 2)]!)
  // Mixed, so that no floor has all of one kind.
  const mixed = empty.map((_, i) => empty[(i * 7) % count]!)
  const left = new Set(empty.map((bed) => bed.bedId))
  return {
    lived: [...whole.map((beds) => beds[0]!), ...others.filter((bed) => !left.has(bed.bedId))],
    whole,
    reserved: mixed.slice(0, RESERVED),
    repair: mixed.slice(RESERVED, RESERVED + REPAIR),
    clean: mixed.slice(RESERVED + REPAIR, RESERVED + REPAIR + CLEAN),
  }
}

const trialOf = (luck: Chance, start: number, end: number | null): Pick<PlannedStay, 'trialEnd' | 'formal'> => {
  const tried = luck.often(0.6) && (end === null || end - start > 40)
  return tried ? { trialEnd: start + 30, formal: start + luck.between(20, 30) } : { trialEnd: null, formal: start }
}

/** Those who live here today. */
function residents(luck: Chance, house: House, roles: Roles): PlannedPerson[] {
  const wholeBy = new Map(roles.whole.map((beds) => [beds[0]!.bedId, beds.slice(1)]))
  // Trials stand apart in the house.
  const gap = Math.floor(roles.lived.length / (TRIALS.length + 1))
  return roles.lived.map((bed, i): PlannedPerson => {
    const trial = i > 0 && i % gap === 0 ? TRIALS[i / gap - 1] : undefined
    const recent = luck.often(0.45)
    const stayed = recent ? luck.between(32, 545) : luck.between(546, -OPENED)
    const start = trial ? trial[0] : -stayed
    const others = wholeBy.get(bed.bedId) ?? []
    const spells: Spell[] = [bed, ...others].map((one, n) => ({
      bed: one,
      kind: n ? 'ROOM' : 'STAY',
      from: start,
      to: null,
    }))
    for (const spell of spells) house.take(spell.bed, start, null)
    const stay: PlannedStay = {
      start,
      end: null,
      ...(trial ? { trialEnd: trial[1], formal: null } : trialOf(luck, start, null)),
      whole: others.length > 0,
      spells,
      ...(trial && trial[0] === -28 && { extended: true }),
      ...(!trial && start < -150 && i % 7 === 3 && { raised: luck.between(60, -start - 20) }),
    }
    return {
      status: trial ? 4 : 1,
      male: house.male(bed),
      deptId: bed.deptId,
      filed: start - luck.between(2, 20),
      stays: [stay],
    }
  })
}

const settledIn = (person: PlannedPerson) => {
  const stay = person.stays[0]!
  return person.status === 1 && !stay.whole && !stay.move && stay.start < -90
}

/** Three pairs changed places: what is A's bed now was B's before. */
function exchange(luck: Chance, house: House, people: readonly PlannedPerson[]): void {
  for (const day of [-9, -33, -71]) {
    const from = luck.below(people.length)
    const order = [...people.slice(from), ...people.slice(0, from)]
    const one = order.find(settledIn)
    const two = order.find((person) => person !== one && settledIn(person) && person.male === one?.male)
    if (!one || !two) continue
    const [a, b] = [one.stays[0]!, two.stays[0]!]
    const [bedA, bedB] = [a.spells[0]!.bed, b.spells[0]!.bed]
    const reason = luck.pick(['想与老同事同住一层', '朝南房间采光好', '与室友作息不合'])
    const split = (before: Bed, now: Bed, start: number): Spell[] => [
      { bed: before, kind: 'STAY', from: start, to: day },
      { bed: now, kind: 'STAY', from: day, to: null, reason },
    ]
    house.taken.set(bedA.bedId, [[b.start, Number.POSITIVE_INFINITY]])
    house.taken.set(bedB.bedId, [[a.start, Number.POSITIVE_INFINITY]])
    Object.assign(a, {
      spells: split(bedB, bedA, a.start),
      move: { day, kind: 'exchangeBed', with: people.indexOf(two) },
    })
    Object.assign(b, {
      spells: split(bedA, bedB, b.start),
      move: { day, kind: 'exchangeBed', with: people.indexOf(one) },
    })
  }
}

/** Every now and then somebody moves: to another room, nearer to the nurses, to a friend. */
function moves(luck: Chance, house: House, people: readonly PlannedPerson[]): void {
  for (const [i, person] of people.entries()) {
    if (i % 16 !== 5 || !settledIn(person)) continue
    const stay = person.stays[0]!
    const now = stay.spells[0]!.bed
    const day = -luck.between(4, Math.min(-stay.start - 20, 420))
    const before = house.find(luck, person.male, stay.start, day, now)
    if (!before) continue
    house.take(before, stay.start, day)
    house.release(now, stay.start)
    house.take(now, day, null)
    const reason = luck.pick([
      '靠近护士站，便于照护',
      '家属希望换到朝南房间',
      '护理等级调整，换到同等级房间',
      '与亲友同住',
    ])
    stay.spells = [
      { bed: before, kind: 'STAY', from: stay.start, to: day },
      { bed: now, kind: 'STAY', from: day, to: null, reason },
    ]
    stay.move = { day, kind: 'adjustBed' }
  }
}

/** Why people leave; most go home, to a hospital, or die. */
const REASONS = ['3', '3', '10', '10', '5', '4', '2', '1', '6', '10', '5', '8'] as const

function pastStay(luck: Chance, house: House, male: boolean, end: number, bed?: Bed): PlannedStay | undefined {
  const longest = Math.min(end - OPENED - 5, 460)
  const start = end - luck.between(Math.min(22, longest), longest)
  const found = bed && house.free(bed, start, end) ? bed : house.find(luck, male, start, end)
  if (!found) return undefined
  house.take(found, start, end)
  const short = end - start < 31
  return {
    start,
    end,
    ...(short ? { trialEnd: start + 30, formal: null } : trialOf(luck, start, end)),
    whole: false,
    spells: [{ bed: found, kind: 'STAY', from: start, to: end }],
    settled: true,
    reason: short ? '8' : luck.pick(REASONS),
  }
}

/** Those who left: the last three from the beds that are still to be cleaned, two of them not settled yet. */
function gone(luck: Chance, house: House, clean: readonly Bed[]): PlannedPerson[] {
  return Array.from({ length: LEFT }, (_, i): PlannedPerson | undefined => {
    const bed = clean[i]
    const male = bed ? house.male(bed) : i % 5 > 2
    const end = bed ? -[1, 3, 6][i]! : -(10 + Math.floor((i - CLEAN) * 16.5) + luck.below(8))
    const stay = pastStay(luck, house, male, end, bed)
    if (!stay) return undefined
    if (i < 2) stay.settled = false
    return {
      status: 2,
      male,
      deptId: stay.spells[0]!.bed.deptId,
      filed: stay.start - luck.between(2, 20),
      stays: [stay],
    }
  }).filter((person): person is PlannedPerson => person !== undefined)
}

/** A few lived here once before. */
function earlierStays(luck: Chance, house: House, people: readonly PlannedPerson[]): void {
  const back = people.filter((person) => person.stays[0]!.start > -400 && settledIn(person)).slice(0, 3)
  for (const person of back) {
    const stay = pastStay(luck, house, person.male, person.stays[0]!.start - luck.between(40, 160))
    if (!stay) continue
    stay.reason = '3'
    person.stays.push(stay)
    person.filed = stay.start - luck.between(2, 20)
  }
}

function outside(luck: Chance, house: House, reserved: readonly Bed[]): PlannedPerson[] {
  const person = (status: 3 | 5 | 6, male: boolean, filed: number): PlannedPerson => ({
    status,
    male,
    deptId: null,
    filed,
    stays: [],
  })
  const booked = reserved.map((bed, i): PlannedPerson => {
    const made = i === 0 ? -24 : -luck.between(1, 12)
    // The first was to come last week and nobody has decided yet.
    const expect = i === 0 ? -9 : luck.between(2, 20)
    const expire = i === 0 ? -2 : expect + 7
    house.take(bed, made, null)
    return {
      ...person(5, house.male(bed), made - luck.between(1, 9)),
      reservation: { bed, made, expect, expire, bookingYuan: luck.pick([0, 1_000, 2_000]), state: 'ACTIVE' },
    }
  })
  const waiting = Array.from({ length: WAITING }, (_, i) => person(3, i % 5 > 2, -luck.between(1, 60)))
  const cancelled = Array.from({ length: CANCELLED }, (_, i): PlannedPerson => {
    const made = -luck.between(40, 160)
    const bed = house.beds[luck.below(house.beds.length)]!
    return {
      ...person(6, i % 5 > 2, made - luck.between(1, 9)),
      reservation: { bed, made, expect: made + 10, expire: made + 17, bookingYuan: 1_000, state: 'CANCELLED' },
    }
  })
  return [...booked, ...waiting, ...cancelled]
}

export function planHouse(beds: readonly Bed[]): HousePlan {
  const luck = chance(SEED)
  const house = new House(beds)
  const roles = rolesOf(house)
  const inside = residents(luck, house, roles)
  exchange(luck, house, inside)
  moves(luck, house, inside)
  const left = gone(luck, house, roles.clean)
  earlierStays(luck, house, inside)
  const others = outside(luck, house, roles.reserved)
  const since = new Map(left.slice(0, CLEAN).map((person) => [person.stays[0]!.spells[0]!.bed.bedId, person]))
  return {
    people: [...inside, ...left, ...others],
    marks: [
      ...roles.repair.map(
        (bed, i): PlannedMark => ({
          bed,
          mark: 6,
          reason: ['床体摇柄损坏，待更换配件', '卫生间漏水维修'][i]!,
          until: [4, 9][i]!,
          since: -[3, 5][i]!,
        }),
      ),
      ...roles.clean.map(
        (bed): PlannedMark => ({
          bed,
          mark: 7,
          reason: '退住后待清洁',
          until: null,
          since: since.get(bed.bedId)?.stays[0]?.end ?? -1,
        }),
      ),
    ],
  }
}
