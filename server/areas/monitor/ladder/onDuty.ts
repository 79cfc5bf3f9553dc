// Who is on shift where an alarm is raised, as areas above the monitoring know it: a roster is asked before the duty table
// of the alarms. What it knows comes once for all alarms of an organisation and answers without asking again.
import type pg from 'pg'

export interface AlarmPlace {
  deptId: string | null
  roomId: string | null
  bedId: string | null
  oldmanId: string | null
}

export interface OnDutyPerson {
  userId: string
  userName: string
  phone: string | null
}

/** Rank 1 is whoever serves that place, rank 2 the others on shift for it; empty: not known here. */
export type AlarmDuty = (place: AlarmPlace, rank: number, at: number) => readonly OnDutyPerson[]

export interface NowOnDuty extends OnDutyPerson {
  deptId: string | null
  deptName: string | null
}

export interface AlarmDutyAnswer {
  /** For alarms of now and of the hours that a ladder takes; an organisation that is left out has no roster. */
  duties(client: pg.Pool | pg.ClientBase, orgIds: readonly string[]): Promise<ReadonlyMap<string, AlarmDuty>>
  /** Everybody who gives care and is on shift now, of these departments; null: of all. */
  now(client: pg.Pool | pg.ClientBase, orgId: string, deptIds: readonly string[] | null): Promise<readonly NowOnDuty[]>
}

let known: { name: string; answer: AlarmDutyAnswer } | null = null

/** One area knows who is on shift; a second would make two people believe that they are it. */
export function onAlarmDuty(name: string, answer: AlarmDutyAnswer): void {
  if (known) throw new Error(`${known.name} says already who is on duty; ${name} cannot as well`)
  known = { name, answer }
}

export const alarmDuties = async (
  client: pg.Pool | pg.ClientBase,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, AlarmDuty>> => (known ? known.answer.duties(client, orgIds) : new Map())

export const onShiftNow = async (
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  deptIds: readonly string[] | null,
): Promise<readonly NowOnDuty[]> => (known ? known.answer.now(client, orgId, deptIds) : [])
