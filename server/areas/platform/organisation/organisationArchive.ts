// What is known of an institution: its own words, its figures, its licences and how long they still hold.

import type pg from 'pg'
import { notFound } from '#contract/kit/refusal'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { BedDisplay } from '#contract/platform/bed'
import {
  type OrgArchiveData,
  organisation,
  organisationMoves,
  type QualificationData,
  qualificationState,
} from '#contract/platform/organisation'
import { OrgLevel } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { BED_STATUS_JOINS, bedCounts } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'

export const isOperator = (who: Pick<Caller, 'orgLevel'>) => who.orgLevel === OrgLevel.is.operator

/** Organisations are the operator's business; everyone else has their own and knows of no other. */
export function refuseOthers(who: Caller, orgId: string): void {
  if (!isOperator(who) && who.orgId !== orgId) throw notFound('机构')
}

type Status = 0 | 1 | 2 | 3

/** The operator itself is not frozen by its own hand. */
export function movesOf(who: Caller, status: Status, level: number): string[] {
  if (!isOperator(who) || level === OrgLevel.is.operator) return []
  return organisationMoves.can(status, (needs) => who.may(needs))
}

interface QualificationRow extends Omit<QualificationData, 'state' | 'daysLeft'> {
  daysLeft: number | null
  daysUntil: number | null
}

export const QUALIFICATION = `q.qualification_id as "qualificationId", q.kind, q.name, q.number, q.issuer,
  q.valid_from as "validFrom", q.valid_to as "validTo", q.pictures, q.remark, q.version,
  q.valid_to - current_date as "daysLeft", q.valid_from - current_date as "daysUntil"`

export const withState = ({ daysUntil, ...row }: QualificationRow): QualificationData => ({
  ...row,
  state: qualificationState(row.daysLeft, daysUntil),
})

export async function qualificationsOf(pool: pg.Pool | pg.ClientBase, orgId: string): Promise<QualificationData[]> {
  const found = await pool.query<QualificationRow>({
    name: 'qualifications_of',
    text: `select ${QUALIFICATION} from org_qualification q where q.org_id = $1
      order by q.sort, q.created_at, q.qualification_id`,
    values: [orgId],
  })
  return found.rows.map(withState)
}

type Profile = Pick<
  OrgArchiveData,
  | 'nature'
  | 'star'
  | 'medical'
  | 'legalPerson'
  | 'recordNo'
  | 'openedOn'
  | 'plannedBeds'
  | 'floorArea'
  | 'dutyPhone'
  | 'email'
  | 'services'
>

interface OrgRow
  extends Omit<OrgArchiveData, keyof Profile | 'regionName' | 'qualifications' | 'can' | 'editable' | 'orgStatus'> {
  orgStatus: Status
  regions: string[] | null
  profile: Partial<Profile>
}

/** The district with the city and province before it. */
const REGION = `(with recursive above as (
  select g.name, g.parent_code, 1 as depth from region g where g.code = o.region
  union all
  select g.name, g.parent_code, above.depth + 1 from above join region g on g.code = above.parent_code where above.depth < 4)
  select array_agg(name order by depth desc) from above)`

/** 上海市 is province and city in one, and said once. */
const regionWords = (names: readonly string[] | null) =>
  names?.filter((name, i) => name !== names[i - 1]).join('') ?? null

/** First administrator of an organisation. */
export const ADMINISTRATOR = (org: string) => `(select a.user_name from account a where a.org_id = ${org}.org_id
  and a.is_admin order by a.created_at, a.user_id limit 1)`

const FIGURES = `jsonb_build_object(
  'beds', (select count(*) from bed b where b.org_id = o.org_id and b.display = ${BedDisplay.is.shown}),
  'usedBeds', (select count(*) from bed b ${BED_STATUS_JOINS} where b.org_id = o.org_id and b.display = ${BedDisplay.is.shown}
     and ${bedCounts('used')}),
  'freeBeds', (select count(*) from bed b ${BED_STATUS_JOINS} where b.org_id = o.org_id and b.display = ${BedDisplay.is.shown}
     and ${bedCounts('free')}),
  'rooms', (select count(*) from room r where r.org_id = o.org_id),
  'staff', (select count(*) from employee e where e.org_id = o.org_id and e.status = ${StaffStatus.is.employed}),
  'nursing', (select count(distinct e.emp_id) from employee e
     join employee_job x on x.org_id = e.org_id and x.emp_id = e.emp_id
     join job j on j.org_id = x.org_id and j.job_id = x.job_id
    where e.org_id = o.org_id and e.status = ${StaffStatus.is.employed}
      and (j.job_type_code in ('NURSE', 'nurseHead', 'nurseTeamLeader') or j.job_name like '%护理%'))) ||
  (select jsonb_build_object(
     'residents', count(*) filter (where m.status = ${ResidenceStatus.is.living}),
     'trial', count(*) filter (where m.status = ${ResidenceStatus.is.trial}),
     'reserved', count(*) filter (where m.status = ${ResidenceStatus.is.reserved}),
     'over80', count(*) filter (where m.status in (${IN_HOUSE}) and m.birth_date <= current_date - interval '80 years'),
     'poor', count(*) filter (where m.status in (${IN_HOUSE}) and m.category in ('2', '3')))
   from oldman m where m.org_id = o.org_id)`

const ONE = `select o.org_id as "orgId", o.org_code as "orgCode", o.org_name as "orgName", o.org_level as "orgLevel",
  o.org_status as "orgStatus", o.created_at as "createTime", o.contact_name as "contactName",
  o.contact_phone as "contactPhone", o.region, ${REGION} as regions, o.address, o.license_no as "licenseNo",
  o.license_pictures as "licensePictures", o.introduction, o.reject_reason as "rejectReason",
  ${ADMINISTRATOR('o')} as "userName", o.profile, o.version, ${FIGURES} as figures
from organization o where o.org_id = $1`

export async function readArchive(who: Caller, orgId: string): Promise<OrgArchiveData> {
  const { pool } = who.app
  const [found, qualifications] = await Promise.all([
    pool.query<OrgRow>({ name: 'organisation_one', text: ONE, values: [orgId] }),
    qualificationsOf(pool, orgId),
  ])
  const row = found.rows[0]
  if (!row) throw notFound('机构')
  const { profile, regions, ...rest } = row
  return {
    ...rest,
    regionName: regionWords(regions),
    // Everyone signed in may read their own institution's archive; whose account rules it is nobody's business.
    userName: who.may(organisation.calls.list.needs) ? row.userName : null,
    nature: profile.nature ?? null,
    star: profile.star ?? null,
    medical: profile.medical ?? null,
    legalPerson: profile.legalPerson ?? null,
    recordNo: profile.recordNo ?? null,
    openedOn: profile.openedOn ?? null,
    plannedBeds: profile.plannedBeds ?? null,
    floorArea: profile.floorArea ?? null,
    dutyPhone: profile.dutyPhone ?? null,
    email: profile.email ?? null,
    services: profile.services ?? null,
    qualifications,
    can: movesOf(who, row.orgStatus, row.orgLevel),
    editable: who.may(organisation.calls.save.needs) && (isOperator(who) || who.orgId === orgId),
  }
}
