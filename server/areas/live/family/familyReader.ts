// A phone of the family: known by the secret it was given when the invitation was accepted. It reads how the resident is, and
// chooses dishes where the house allows it; nothing else, and of nobody else.
import { timingSafeEqual } from 'node:crypto'
import { notFound } from '#contract/kit/refusal'
import type { FamilyChoiceData, FamilyMealData } from '#contract/nursing/mealFamily'
import { chooseAsFamily, mealsForFamily } from '#server/areas/nursing/public'
import type { Visitor } from '#server/kit/caller'
import { sha256 } from '#server/kit/ids'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { familyView } from './invitationView.ts'

const VIEWS = { most: 120, seconds: 600 }
const CHOICES = { most: 60, seconds: 600 }

const gone = () => notFound('这份邀请')

interface Reader {
  orgId: string
  invitationId: string
  familyId: string
  oldmanId: string
  /** 李建国（儿子） */
  name: string
  stale: boolean
}

const READER = `select i.family_id as "familyId", i.oldman_id as "oldmanId", i.reader_hash as hash,
  i.last_read_at is null or i.last_read_at < now() - interval '1 minute' as stale,
  f.name || '（' || coalesce((select x.label from dictionary d join dictionary_value x on x.org_id = d.org_id
      and x.dictionary_id = d.dictionary_id where d.org_id = f.org_id and d.dictionary_code = 'relationToElder'
      and x.value = f.relation), f.relation) || '）' as name
from family_invitation i join oldman_family f on f.org_id = i.org_id and f.family_id = i.family_id
where i.org_id = $1 and i.invitation_id = $2 and i.accepted_at is not null and i.revoked_at is null`

const sameHash = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export async function readerOf(who: Visitor): Promise<Reader> {
  const secret = who.origin.token ?? ''
  const [orgId, invitationId] = secret.split('.').map((part) => part.slice(0, 64))
  if (!orgId || !invitationId) throw gone()
  const found = await who.app.pool.query<Omit<Reader, 'orgId' | 'invitationId'> & { hash: string | null }>({
    name: 'invitation_reader',
    text: READER,
    values: [orgId, invitationId],
  })
  const row = found.rows[0]
  if (!row?.hash || !sameHash(row.hash, sha256(secret))) throw gone()
  const { familyId, oldmanId, name, stale } = row
  return { orgId, invitationId, familyId, oldmanId, name, stale }
}

export async function viewOfReader(who: Visitor) {
  const { app } = who
  await takeRate(app.pool, `family-view:${addressOf(who.origin.ip)}`, VIEWS)
  const { orgId, invitationId, familyId, stale } = await readerOf(who)
  if (stale) {
    await app.pool.query(
      'update family_invitation set last_read_at = now() where org_id = $1 and invitation_id = $2 and revoked_at is null',
      [orgId, invitationId],
    )
  }
  const seen = await familyView(app, app.pool, orgId, familyId)
  if (!seen) throw gone()
  return seen
}

export async function chooseByReader(who: Visitor, wish: FamilyChoiceData): Promise<FamilyMealData[]> {
  await takeRate(who.app.pool, `family-meal:${addressOf(who.origin.ip)}`, CHOICES)
  const { orgId, oldmanId, name } = await readerOf(who)
  return who.tx(orgId, async (tx) => {
    await chooseAsFamily(tx, oldmanId, name, wish)
    return mealsForFamily(tx.client, orgId, oldmanId)
  })
}
