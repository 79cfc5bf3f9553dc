// What the house knows already of what a form asks: taken from the archive and the head of the assessment, shown beside the
// fields, and written down with the last submit, so that a finished form says what was true then.
import type pg from 'pg'
import { AttentionNote } from '#contract/live/resident'
import { allFields } from '#contract/nursing/assess/fields'
import type { Field, FieldValue, Kind, KnownFact } from '#contract/nursing/assess/kind'
import type { KnownData } from '#contract/nursing/assessFields'
import { archiveOf, type ResidentArchive } from '#server/areas/residents/public'
import type { Scope } from '#server/kit/tenant'

/** What is known of the assessment itself. */
export interface KnownHead {
  oldmanId: string | null
  assessNo: string | null
  assessDate: string
  reason: number
  oldmanName: string | null
  sex: number | null
  birthDate: string | null
  idCard: string | null
  informant: string | null
  informantRelation: string | null
}

type Facts = Partial<Record<KnownFact, unknown>>

const headFacts = (head: KnownHead): Facts => ({
  assessNo: head.assessNo,
  assessDate: head.assessDate,
  reason: head.reason,
  name: head.oldmanName,
  sex: head.sex,
  birthDate: head.birthDate,
  idCard: head.idCard,
  informant: head.informant,
  informantRelation: head.informantRelation,
})

function archiveFacts(of: ResidentArchive): Facts {
  const [contact] = of.family.toSorted((a, b) => Number(b.emergency) - Number(a.emergency))
  return {
    nation: of.nation,
    religion: of.religion,
    education: of.education,
    living: of.living,
    marital: of.marital,
    medicalPay: of.medicalPay,
    income: of.income,
    contactName: contact?.name,
    contactPhone: contact?.phone,
    socialCard: of.medicalCardNo,
  }
}

/** 高中/技校/中专 holds 高中; 大学专科及以上 holds none of them, and is left to a person. */
const says = (option: string, word: string) => option === word || option.split(/[/、（]/).includes(word)

/** A fact as the field takes it; undefined where the field has no option that says it. */
function fitting(field: Field, fact: unknown): FieldValue | undefined {
  if (fact === null || fact === undefined || fact === '') return undefined
  const options = field.options ?? []
  const chosen = (one: unknown) =>
    typeof one === 'number'
      ? options.find((option) => option.value === one)?.value
      : options.find((option) => says(option.text, String(one)))?.value
  if (field.known === 'nation' && field.type === 'one') return fact === '汉族' ? 1 : 2
  if (field.known === 'religion' && field.type === 'one') return /^无|不信/.test(String(fact)) ? 0 : 1
  if (field.type === 'one') return chosen(fact)
  if (field.type === 'many') {
    const all = (Array.isArray(fact) ? fact : [fact]).flatMap((one) => chosen(one) ?? [])
    return all.length > 0 ? all : undefined
  }
  return typeof fact === 'string' || typeof fact === 'number' ? String(fact) : undefined
}

/** Field → value, for what the kind calls known. */
export async function knownFields(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  kind: Kind,
  head: KnownHead,
): Promise<Map<string, { value: FieldValue; fromArchive: boolean }>> {
  const asked = allFields(kind).filter((one) => one.known)
  const known = new Map<string, { value: FieldValue; fromArchive: boolean }>()
  if (asked.length === 0) return known
  const own = headFacts(head)
  const archive = head.oldmanId === null ? {} : archiveFacts(await archiveOf(client, scope, head.oldmanId))
  for (const field of asked) {
    const fact = field.known!
    const fromArchive = !(fact in own)
    const value = fitting(field, fromArchive ? archive[fact] : own[fact])
    if (value !== undefined) known.set(field.key, { value, fromArchive })
  }
  return known
}

// One incident is a reason for several sheets, and is told once.
const CHANGES = `select distinct f.content, f.happened_on as "on" from assess_change f where f.org_id = $1 and f.oldman_id = $2
  and f.happened_on >= current_date - 30 and (f.closed_why is null or f.closed_why = '已评估') order by f.happened_on desc limit 5`

/** What is shown beside the form: fields, and what speaks for a rule that raises the level. */
export async function knownOf(
  client: pg.Pool | pg.ClientBase,
  scope: Scope,
  kind: Kind,
  head: KnownHead & { attention: readonly number[] },
): Promise<KnownData[]> {
  const fields = await knownFields(client, scope, kind, head)
  const known: KnownData[] = [...fields].map(([key, { value, fromArchive }]) => ({
    of: 'field',
    key,
    value,
    why: fromArchive ? '老人档案' : '评估信息',
  }))
  if (head.attention.includes(AttentionNote.is.dementia) && kind.inputs.some((one) => one.key === 'dementia')) {
    known.push({ of: 'input', key: 'dementia', value: 1, why: '档案的关注事项有“失智”，请核对诊断' })
  }
  if (head.oldmanId !== null && kind.inputs.some((one) => !one.fromKind)) {
    const found = await client.query<{ content: string; on: string }>({
      name: 'assess_changes_30d',
      text: CHANGES,
      values: [scope.orgId, head.oldmanId],
    })
    for (const one of found.rows)
      known.push({ of: 'event', key: 'change', value: null, why: `${one.on} ${one.content}` })
  }
  return known
}
