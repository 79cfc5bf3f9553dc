// Handlers of one archive: read whole or by sections, changed by sections.

import { maskedCard } from '#contract/kit/privacy'
import { invalid, notFound } from '#contract/kit/refusal'
import type { ArchiveFieldsData } from '#contract/live/archiveFields'
import { archiveSection, type BedCardData, type WristBandData } from '#contract/live/archiveSection'
import { SelfCare } from '#contract/live/resident'
import { modifyRecord } from '#server/areas/live/archive/archiveRecord'
import { changeArchive, lockArchive } from '#server/areas/live/archive/archiveSave'
import { storedSections, wholeArchive } from '#server/areas/live/archive/archiveWhole'
import { membersOf } from '#server/areas/live/family/familyRead'
import { replaceFamily } from '#server/areas/live/family/familyWrite'
import { AGE, archiveOf, CONTACT, IN_SCOPE, labelOf, labelsOf, PLACE } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'

const { saveBase, saveExtra, saveHealth } = archiveSection.calls

type Sent = Partial<ArchiveFieldsData> & { oldmanId: string; version?: number | null }

function save(who: Caller, act: string, { oldmanId, version = null, ...fields }: Sent): Promise<null> {
  return who.tx(async (tx) => {
    await changeArchive(tx, who, { oldmanId, version, fields, act })
    return null
  })
}

/** A number that comes back masked as it went out is no change. */
async function saveBaseOf(who: Caller, sent: Sent): Promise<null> {
  return who.tx(async (tx) => {
    const { oldmanId, version = null, ...fields } = sent
    if (fields.idCard?.includes('*')) {
      const before = await lockArchive(tx, who, oldmanId)
      if (fields.idCard !== maskedCard(before.idCard)) throw invalid('证件号码不完整，请填写全部号码', 'idCard')
      delete fields.idCard
    } else if (fields.idCard === null) delete fields.idCard
    if (fields.oldmanName === null) delete (fields as { oldmanName?: string }).oldmanName
    await changeArchive(tx, who, { oldmanId, version, fields, act: saveBase.act })
    return null
  })
}

async function reveal(who: Caller, oldmanId: string) {
  const one = await archiveOf(who.app.pool, who, oldmanId)
  await who.tx(async (tx) => {
    tx.log({ remark: `查看“${one.oldmanName}”的完整证件号码`, targetType: 'oldman', targetId: oldmanId })
  })
  return { idCard: one.idCard, family: one.family.map(({ familyId, idCard }) => ({ familyId, idCard })) }
}

interface Neighbours {
  position: number
  total: number
  previousId: string | null
  nextId: string | null
}

/** In the order of the list of archives: the newest first. */
const NEIGHBOURS = `with me as (select t.created_at, t.oldman_id from oldman t where ${IN_SCOPE} and t.oldman_id = $3)
select (select count(*) from oldman t where ${IN_SCOPE}) as total,
  (select count(*) from oldman t where ${IN_SCOPE} and (t.created_at, t.oldman_id) >= (me.created_at, me.oldman_id)) as position,
  (select t.oldman_id from oldman t where ${IN_SCOPE} and (t.created_at, t.oldman_id) > (me.created_at, me.oldman_id)
    order by t.created_at, t.oldman_id limit 1) as "previousId",
  (select t.oldman_id from oldman t where ${IN_SCOPE} and (t.created_at, t.oldman_id) < (me.created_at, me.oldman_id)
    order by t.created_at desc, t.oldman_id desc limit 1) as "nextId"
from me`

async function neighbours(who: Caller, oldmanId: string): Promise<Neighbours> {
  const found = await who.app.pool.query<Neighbours>({
    name: 'archive_neighbours',
    text: NEIGHBOURS,
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  return row
}

const MOST_CARDS = 300

type CardRow = Omit<BedCardData, 'diseases' | 'allergies' | 'diet' | 'blood' | 'selfCare'> & {
  diseases: string[]
  allergies: string[]
  diet: string[]
  bloodAbo: string | null
  bloodRh: string | null
  selfCare: 1 | 2 | 3 | null
}

const CARDS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  t.archive_no as "archiveNo", at.bed_id as "bedId", at.path as "bedPath", lv.level_name as "levelName", t.check_in_date as "checkInDate",
  t.diseases, t.allergies, t.diet, t.blood_abo as "bloodAbo", t.blood_rh as "bloodRh", t.self_care as "selfCare",
  contact.name as "contactName", ${labelOf('relationToElder', 'contact.relation')} as "contactRelation",
  contact.phone as "contactPhone"
from oldman t ${PLACE} ${CONTACT} left join nursing_level lv on lv.org_id = t.org_id and lv.level_id = t.level_id
where ${IN_SCOPE} and t.oldman_id = any($3) order by array_position($3, t.oldman_id::text)`

function chosenIds(text: string, what: string): string[] {
  const ids = [...new Set(text.split(',').filter(Boolean))]
  if (ids.length > MOST_CARDS) throw invalid(`一次最多打印 ${MOST_CARDS} ${what}`, 'ids')
  return ids
}

/** In the order they were asked for; who is outside the scope is left out. */
async function bedCards(who: Caller, text: string): Promise<BedCardData[]> {
  const ids = chosenIds(text, '张床头卡')
  const [found, labels] = await Promise.all([
    who.app.pool.query<CardRow>({ name: 'bed_cards', text: CARDS, values: [who.orgId, who.deptIds, ids] }),
    labelsOf(who.app.pool, who.orgId, [
      'chronicDisease',
      'allergy',
      'dietaryRestriction',
      'bloodTypeAbo',
      'bloodTypeRh',
    ]),
  ])
  const words = (code: string, values: readonly string[]) => values.map((one) => labels(code, one)).join('、') || null
  return found.rows.map(({ bloodAbo, bloodRh, ...row }) => ({
    ...row,
    diseases: words('chronicDisease', row.diseases),
    allergies: words('allergy', row.allergies),
    diet: words('dietaryRestriction', row.diet),
    blood: [labels('bloodTypeAbo', bloodAbo), labels('bloodTypeRh', bloodRh)].filter(Boolean).join(' ') || null,
    selfCare: SelfCare.label(row.selfCare) || null,
  }))
}

type BandRow = Omit<WristBandData, 'allergies'> & { allergies: string[] }

const BANDS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status, t.notes as attention,
  t.archive_no as "archiveNo", at.path as "bedPath", t.allergies
from oldman t ${PLACE} where ${IN_SCOPE} and t.oldman_id = any($3) order by array_position($3, t.oldman_id::text)`

const HOUSE_PHONE = `select coalesce(nullif(profile ->> 'dutyPhone', ''), contact_phone) as phone from organization where org_id = $1`

async function wristBands(who: Caller, text: string): Promise<{ phone: string | null; bands: WristBandData[] }> {
  const ids = chosenIds(text, '条腕带')
  const { pool } = who.app
  const [found, house, labels] = await Promise.all([
    pool.query<BandRow>({ name: 'wrist_bands', text: BANDS, values: [who.orgId, who.deptIds, ids] }),
    pool.query<{ phone: string | null }>({ name: 'house_phone', text: HOUSE_PHONE, values: [who.orgId] }),
    labelsOf(pool, who.orgId, ['allergy']),
  ])
  return {
    phone: house.rows[0]?.phone ?? null,
    bands: found.rows.map((row) => ({
      ...row,
      allergies: row.allergies.map((one) => labels('allergy', one) ?? one).join('、') || null,
    })),
  }
}

export default implement(archiveSection, {
  whole: ({ oldmanId }, who) => wholeArchive(who.app.pool, who, oldmanId),
  detail: ({ oldmanId }, who) => wholeArchive(who.app.pool, who, oldmanId),
  base: async ({ oldmanId }, who) => {
    const { base, version } = await storedSections(who.app.pool, who, oldmanId)
    return { ...base, oldmanId, version }
  },
  saveBase: (body, who) => saveBaseOf(who, body as Sent),
  extra: async ({ oldmanId }, who) => {
    const { extra, version } = await storedSections(who.app.pool, who, oldmanId)
    return { ...extra, oldmanId, version }
  },
  saveExtra: (body, who) => save(who, saveExtra.act, body),
  health: async ({ oldmanId }, who) => {
    const { health, version } = await storedSections(who.app.pool, who, oldmanId)
    return { ...health, oldmanId, version }
  },
  saveHealth: (body, who) => save(who, saveHealth.act, body),
  family: async ({ oldmanId }, who) => {
    await storedSections(who.app.pool, who, oldmanId)
    return membersOf(who.app.pool, who.orgId, oldmanId)
  },
  saveFamily: ({ oldmanId, family }, who) =>
    who.tx(async (tx) => {
      await replaceFamily(tx, who, oldmanId, family)
      return membersOf(tx.client, tx.orgId, oldmanId)
    }),
  reveal: ({ oldmanId }, who) => reveal(who, oldmanId),
  neighbours: ({ oldmanId }, who) => neighbours(who, oldmanId),
  modifyRecord: ({ oldmanId, ...q }, who) => modifyRecord(who, oldmanId, { oldmanId, ...q }),
  bedCards: ({ ids }, who) => bedCards(who, ids),
  wristBands: ({ ids }, who) => wristBands(who, ids),
})
