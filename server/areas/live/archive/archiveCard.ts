// The check of an identity card while it is typed: what it says, and who has it already, as archive or as consultation.

import { idCardFacts } from '#contract/kit/formats'
import type { CardCheckData } from '#contract/live/archive'
import { ConsultationStatus } from '#contract/live/consultationFields'
import type { Caller } from '#server/kit/caller'
import { archivesByCard, plainCard } from './archiveChecks.ts'

const ASKED = `select c.consultation_id as "consultationId", c.oldman_name as "oldmanName", c.consult_date as "consultDate",
  c.status from consultation c
where c.org_id = $1 and c.id_card = $2 and c.status in (${ConsultationStatus.is.waiting},
  ${ConsultationStatus.is.following}, ${ConsultationStatus.is.lost})
order by c.status = ${ConsultationStatus.is.lost}, c.consult_date desc, c.consultation_id desc limit 1`

const AGE = 'select extract(year from age(current_date, $1::date))::int as age'

interface Asked {
  consultationId: string
  oldmanName: string
  consultDate: string
  status: number
}

export async function checkCard(who: Caller, text: string, except: string | null): Promise<CardCheckData> {
  const { pool } = who.app
  const card = plainCard(text)
  const facts = idCardFacts(card)
  const [known, asked, age] = await Promise.all([
    archivesByCard(pool, who, [card]),
    pool.query<Asked>({ name: 'card_consultation', text: ASKED, values: [who.orgId, card] }),
    facts ? pool.query<{ age: number }>({ name: 'card_age', text: AGE, values: [facts.birthday] }) : null,
  ])
  const archive = known.find((one) => one.oldmanId !== except)
  const consultation = asked.rows[0]
  // Who may not open consultations learns that there is one, not whose.
  const reads = who.may('live:consultation:list')
  return {
    valid: facts !== null,
    birthDate: facts?.birthday ?? null,
    sex: facts ? (facts.male ? 0 : 1) : null,
    age: age?.rows[0]?.age ?? null,
    archive: archive
      ? {
          oldmanId: archive.inScope ? archive.oldmanId : null,
          oldmanName: archive.inScope ? archive.oldmanName : null,
          status: archive.status,
        }
      : null,
    consultation: consultation
      ? {
          ...consultation,
          consultationId: reads ? consultation.consultationId : null,
          oldmanName: reads ? consultation.oldmanName : null,
        }
      : null,
  }
}
