// What a consultation must fulfil beyond its schema.

import type pg from 'pg'
import { idCardFacts } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'
import { CONSULTATION_OPEN, ConsultationStatus, type ConsultationStatusValue } from '#contract/live/consultationFields'
import type { ConsultationCheckData } from '#contract/live/consultationRows'
import { ResidentSex } from '#contract/live/resident'
import {
  archivesByCard,
  checkFields,
  knownCardText,
  plainCard,
  refuseNoPicture,
} from '#server/areas/live/archive/archiveChecks'
import { requireValues } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import type { Scope } from '#server/kit/tenant'
import { inDepts } from '#server/kit/tenant'
import { type BaseFields, type ConsultantFields, todayText } from './consultationStore.ts'

/** Birthday and sex as the card says them; where they were given too, they must agree. */
export function withCard<F extends BaseFields>(fields: F): F {
  if (!fields.idCard) return { ...fields, idCard: null }
  const idCard = plainCard(fields.idCard)
  const facts = idCardFacts(idCard)
  if (!facts) throw invalid('身份证号不正确，请核对 18 位号码和最后一位校验码', 'idCard')
  const sex = facts.male ? 0 : 1
  if (fields.sex !== sex) throw invalid(`性别与身份证号不符，身份证上是“${ResidentSex.label(sex)}”`, 'sex')
  if (fields.birthDate && fields.birthDate !== facts.birthday) {
    throw invalid(`出生日期与身份证号不符，身份证上是 ${facts.birthday}`, 'birthDate')
  }
  return { ...fields, idCard, birthDate: facts.birthday }
}

export async function checkBase(tx: Tx, scope: Scope, fields: BaseFields, before: BaseFields | null): Promise<void> {
  const today = todayText()
  if (fields.consultDate > today) throw invalid('咨询日期不能晚于今天', 'consultDate')
  if (fields.birthDate && fields.birthDate > today) throw invalid('出生日期不能晚于今天', 'birthDate')
  if (fields.expectDate && fields.expectDate < fields.consultDate) {
    throw invalid('期望入住日期不能早于咨询日期', 'expectDate')
  }
  const coded = [
    ['channel', 'consultationChannel', '咨询渠道'],
    ['intention', 'consultationIntention', '入住意向'],
    ['expectRoomType', 'roomType', '期望房型'],
  ] as const
  await Promise.all([
    ...coded.map(([field, dictionaryCode, title]) =>
      requireValues(tx, { dictionaryCode, values: [fields[field]], before: [before?.[field]], field, title }),
    ),
    checkFields(
      tx,
      scope,
      { nation: fields.nation ?? null, region: fields.region ?? null },
      before && { nation: before.nation ?? null, region: before.region ?? null },
    ),
    fields.head && fields.head !== before?.head && refuseNoPicture(tx, fields.head),
  ])
}

export const checkConsultant = (tx: Tx, fields: ConsultantFields, before: ConsultantFields | null) =>
  requireValues(tx, {
    dictionaryCode: 'relationToElder',
    values: [fields.consultantRelation],
    before: [before?.consultantRelation],
    field: 'consultantRelation',
    title: '与老人关系',
  })

interface ByCard {
  consultationId: string
  consultationNo: string
  oldmanName: string
  consultDate: string
  saleName: string | null
  status: ConsultationStatusValue
  inScope: boolean
}

// The open one is the one to go on with.
const BY_CARD = `select t.consultation_id as "consultationId", t.consultation_no as "consultationNo",
  t.oldman_name as "oldmanName", t.consult_date as "consultDate", e.emp_name as "saleName", t.status,
  ${inDepts('t', '$3')} as "inScope"
from consultation t left join employee e on e.org_id = t.org_id and e.emp_id = t.sale_id
where t.org_id = $1 and t.id_card = $2 and t.consultation_id <> coalesce($4, '')
order by t.status in (${CONSULTATION_OPEN}) desc, t.consult_date desc, t.created_at desc limit 1`

/** What is known of a card, as far as the asker may know it. */
export async function whoHasCard(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  card: string,
  except: string | null,
): Promise<ConsultationCheckData> {
  const idCard = plainCard(card)
  const [archives, found] = await Promise.all([
    archivesByCard(client, scope, [idCard]),
    client.query<ByCard>({
      name: 'consultation_by_card',
      text: BY_CARD,
      values: [scope.orgId, idCard, scope.deptIds, except],
    }),
  ])
  const [archive] = archives
  const consultation = found.rows[0]
  return {
    state: archive ? 'archive' : consultation ? 'consultation' : 'free',
    archive: archive
      ? {
          oldmanId: archive.inScope ? archive.oldmanId : null,
          oldmanName: archive.inScope ? archive.oldmanName : null,
          status: archive.status,
        }
      : null,
    consultation: consultation
      ? {
          consultationId: consultation.inScope ? consultation.consultationId : null,
          consultationNo: consultation.inScope ? consultation.consultationNo : null,
          oldmanName: consultation.inScope ? consultation.oldmanName : null,
          saleName: consultation.inScope ? consultation.saleName : null,
          consultDate: consultation.consultDate,
          status: consultation.status,
        }
      : null,
  }
}

/** A second registration for one card needs a clerk who has seen the first. */
export async function refuseUnseenDouble(
  tx: Tx,
  scope: Scope,
  card: string | null | undefined,
  seen: boolean | null | undefined,
  except: string | null = null,
): Promise<void> {
  if (!card || seen === true) return
  const [archive] = await archivesByCard(tx.client, scope, [card])
  const then = '；核对后仍要登记，请勾选“已核对，仍要登记”'
  if (archive) throw invalid(`${knownCardText(archive)}${then}`, 'idCard')
  const { consultation } = await whoHasCard(tx.client, scope, card, except)
  if (!consultation) return
  const status = ConsultationStatus.label(consultation.status)
  const text = consultation.consultationNo
    ? `已有咨询 ${consultation.consultationNo}（${consultation.oldmanName}，${status}）`
    : `这张身份证 ${consultation.consultDate} 已登记过咨询（${status}），不在您的数据范围内`
  throw invalid(`${text}${then}`, 'idCard')
}
