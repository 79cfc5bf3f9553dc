// Contract documents of the demo organisation, in every state, with signatures; some run out soon, a few already have.

import type { SignPartyValue } from '#contract/live/contractDocument'
import { ownFields, usualSigners } from '#server/areas/live/contractDocument/contractDocumentText'
import type { DocumentSignature } from '#server/areas/live/documentTables'
import { dayInWords, dayText } from '#server/areas/residents/public'
import { fillHtml, fillVersion, valuesOf } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { type Chance, chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { demoSignatures } from '#server/kit/demoSignatures'
import { keepNumbers } from '#server/kit/numbers'
import { textPinyin } from '#server/kit/pinyin'
import { type PaperPerson, paperPeople } from './demoPapers.ts'

const SEED = 20_260_412
const COUNT = 150

interface Template {
  templateId: string
  name: string
  docType: string
  html: string | null
  paper: unknown
  places: string[]
}

const TEMPLATES = `select t.template_id as "templateId", t.template_name as name, t.doc_type as "docType", v.html, v.paper,
  array(select x ->> 0 from jsonb_array_elements(v.placeholders) x) as places
from document_template t join document_template_version v
  on v.org_id = t.org_id and v.template_id = t.template_id and v.version = t.version where t.org_id = $1`

interface Stay {
  oldmanId: string
  stayId: string
  contractNo: string | null
  contractStart: string | null
  contractEnd: string | null
}

const STAYS = `select oldman_id as "oldmanId", stay_id as "stayId", contract_no as "contractNo",
  contract_start as "contractStart", contract_end as "contractEnd" from stay where org_id = $1 and end_date is null`

interface Plan {
  person: PaperPerson
  template: string
  state: 0 | 1 | 2 | 3 | 4
  /** Days from today to the day it was made. */
  made: number
  start: string | null
  end: string | null
  no: string | null
  /** The one it renews. */
  previous: Plan | null
}

const dayAfter = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
const yearLater = (day: string, years: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
const daysTo = (today: string, day: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)

/** The year of the contract that covers today, counted from the day of moving in. */
function termOf(demo: DemoContext, checkIn: string): { start: string; end: string } {
  let start = checkIn
  while (dayAfter(yearLater(start, 1), -1) < demo.today) start = yearLater(start, 1)
  return { start, end: dayAfter(yearLater(start, 1), -1) }
}

/** A contract that begins later was made on the day its number says. */
function madeOn(demo: DemoContext, no: string | null, i: number): number {
  const day = /^HT(\d{4})(\d\d)(\d\d)/.exec(no ?? '')
  return day ? daysTo(demo.today, day.slice(1).join('-')) : -2 - (i % 19)
}

function residenceContract(demo: DemoContext, person: PaperPerson, stay: Stay | undefined, i: number): Plan {
  const term =
    stay?.contractStart && stay.contractEnd
      ? { start: stay.contractStart, end: stay.contractEnd }
      : termOf(demo, person.checkIn ?? demo.day(-40))
  // Three whose renewal was overlooked.
  const late = !stay?.contractEnd && i % 37 === 9
  const end = late ? demo.day(-4 - (i % 5)) : term.end
  const start = late ? dayAfter(yearLater(end, -1), 1) : term.start
  const ahead = start > demo.today
  const made = ahead ? madeOn(demo, stay?.contractNo ?? null, i) : Math.min(-1, daysTo(demo.today, start) - 2)
  const state = made > -12 || i % 11 === 5 ? 2 : 3
  const plan: Plan = {
    person,
    template: '养老服务合同',
    state,
    made,
    start,
    end,
    no: stay?.contractNo ?? null,
    previous: null,
  }
  if (!ahead) return plan
  // Renewed before its time: the contract of the year that ends is there as well.
  const old = { start: yearLater(start, -1), end: dayAfter(start, -1) }
  return { ...plan, previous: { ...plan, ...old, state: 3, made: daysTo(demo.today, old.start) - 2, no: null } }
}

/** What else people sign: consents, fee confirmations, authorisations, papers of those who left. */
function furtherPapers(luck: Chance, demo: DemoContext, people: readonly PaperPerson[], count: number): Plan[] {
  const house = people.filter(({ status }) => status === 1 || status === 4)
  const gone = people.filter(({ status }) => status === 2)
  const coming = people.filter(({ status }) => status === 3 || status === 5)
  const paper = (person: PaperPerson, template: string, state: Plan['state'], made: number, more = {}): Plan => ({
    person,
    template,
    state,
    made,
    start: null,
    end: null,
    no: null,
    previous: null,
    ...more,
  })
  const plans = [
    ...gone.slice(0, 5).map((one, i) => paper(one, '退住协议', i === 4 ? 1 : 3, -20 - i * 31)),
    ...coming.slice(0, 4).map((one, i) =>
      paper(one, '养老服务合同', (i % 2) as 0 | 1, -1 - i, {
        start: demo.day(3 + i),
        end: dayAfter(yearLater(demo.day(3 + i), 1), -1),
      }),
    ),
    ...coming.slice(0, 3).map((one, i) => paper(one, '入住风险告知书', i === 0 ? 2 : 1, -2 - i)),
  ]
  const usual = ['入住风险告知书', '收费确认书', '约束知情同意书', '授权委托书', '老人外出协议书', '入住须知'] as const
  for (let i = 0; plans.length < count; i++) {
    const template = usual[i % usual.length]!
    const state = ([3, 3, 2, 3, 1, 3, 0, 3, 4, 3, 2, 1] as const)[i % 12]!
    const made = -luck.between(state === 0 ? 1 : state === 1 ? 2 : 15, state < 2 ? 12 : 420)
    const term = template === '老人外出协议书' ? { start: demo.day(made), end: demo.day(made + 365) } : {}
    plans.push(paper(luck.pick(house), template, state, made, term))
  }
  return plans.slice(0, count)
}

interface Written {
  row: Record<string, unknown>
  word: { contractId: string; content: Buffer } | null
}

function signaturesOf(
  demo: DemoContext,
  plan: Plan,
  signers: readonly SignPartyValue[],
  hands: readonly string[],
  at: string,
): DocumentSignature[] {
  const clerk = '刘敏'
  const given = plan.state >= 2 ? signers.length : plan.state === 1 ? (plan.made % 2 === 0 ? 0 : 1) : 0
  const names: Record<string, string> = { resident: plan.person.name, organisation: clerk }
  const turn = [...plan.person.oldmanId].reduce((sum, char) => sum + char.charCodeAt(0), 0)
  return signers.slice(0, given).map((party, i) => ({
    party,
    name: names[party] ?? plan.person.guardian ?? plan.person.name,
    picture: hands[(turn + i * 5) % hands.length]!,
    at,
    byId: demo.staff(clerk),
    byName: clerk,
  }))
}

async function write(
  tx: Tx,
  demo: DemoContext,
  plan: Plan,
  template: Template,
  facts: { i: number; no: string; stayId: string | null; previousId: string | null; hands: readonly string[] },
): Promise<Written> {
  const { person, state, start, end, made } = plan
  const contractId = demo.id(`contract:${facts.i + 1}`)
  const day = demo.day(made)
  const all: Record<string, string> = {
    ...person.values,
    今天: dayText(day),
    今天大写: dayInWords(day),
    ...ownFields({ contractNo: facts.no, startDate: start, endDate: end }),
  }
  const values = valuesOf(all)
  const signers = usualSigners(template.html)
  const sentAt = demo.at(made, '10:30')
  const signatures = signaturesOf(demo, plan, signers, facts.hands, demo.at(Math.min(0, made + 1), '14:20'))
  const finished = state >= 2 && state !== 4
  const word =
    template.html === null && state > 0
      ? await fillVersion(tx.client, demo.orgId, { templateId: template.templateId, version: 1 }, values)
      : null
  const row = {
    contract_id: contractId,
    contract_no: facts.no,
    title: template.name,
    ...textPinyin(template.name),
    doc_type: template.docType,
    template_id: template.templateId,
    oldman_id: person.oldmanId,
    stay_id: facts.stayId,
    html: template.html,
    final_html: template.html !== null && state > 0 ? fillHtml(template.html, values).html : null,
    paper: template.paper,
    fields: Object.fromEntries(template.places.map((name) => [name, all[name] ?? ''])),
    start_date: start,
    end_date: end,
    state,
    signers,
    signed: signatures.length,
    signatures,
    previous_id: facts.previousId,
    signed_at: finished || (state === 4 && signatures.length > 0) ? demo.at(Math.min(0, made + 1), '14:20') : null,
    filed_at: state === 3 ? demo.at(Math.min(0, made + 3), '16:05') : null,
    void_reason:
      state === 4 ? ['家属信息填错，已重新起草', '护理等级调整，改签新版', '老人改住自理区'][facts.i % 3] : null,
    voided_at: state === 4 ? demo.at(Math.min(0, made + 6), '09:40') : null,
    user_id: demo.staff(facts.i % 3 === 0 ? '吴倩' : '刘敏'),
    version: state + 1,
    updated_at: sentAt,
    created_at: demo.at(made, '09:50'),
  }
  return {
    row,
    word: word?.content.kind === 'word' ? { contractId, content: word.content.file } : null,
  }
}

const INSERT = `insert into contract_document (org_id, contract_id, contract_no, title, pinyin, initials, doc_type, template_id,
  template_version, oldman_id, stay_id, html, final_html, paper, fields, start_date, end_date, state, signers, signed,
  signatures, previous_id, signed_at, filed_at, void_reason, voided_at, user_id, version, updated_at, created_at)
select $1, x.contract_id, x.contract_no, x.title, x.pinyin, x.initials, x.doc_type, x.template_id, 1, x.oldman_id, x.stay_id,
  x.html, x.final_html, x.paper, x.fields, x.start_date, x.end_date, x.state, x.signers, x.signed, x.signatures,
  x.previous_id, x.signed_at, x.filed_at, x.void_reason, x.voided_at, x.user_id, x.version, x.updated_at, x.created_at
from jsonb_to_recordset($2::jsonb) as x(contract_id text, contract_no text, title text, pinyin text, initials text,
  doc_type text, template_id text, oldman_id text, stay_id text, html text, final_html text, paper jsonb, fields jsonb,
  start_date date, end_date date, state int, signers jsonb, signed int, signatures jsonb, previous_id text, signed_at timestamptz,
  filed_at timestamptz, void_reason text, voided_at timestamptz, user_id text, version int, updated_at timestamptz,
  created_at timestamptz)`

/** Stays that have no contract yet learn the number and the term of theirs, as filing would tell them. */
const TELL = `update stay s set contract_no = d.contract_no, contract_start = d.start_date, contract_end = d.end_date
from contract_document d where s.org_id = $1 and s.end_date is null and s.contract_no is null and d.org_id = s.org_id
  and d.oldman_id = s.oldman_id and d.doc_type = '1' and d.state = 3`

/** Numbers already given stay; the others follow one another on the day each was made. */
function numbered(
  demo: DemoContext,
  plans: readonly Plan[],
): { nos: string[]; series: { day: string; last: number }[] } {
  const taken = new Set(plans.flatMap((plan) => plan.no ?? []))
  const last = new Map<string, number>()
  const nos = plans.map((plan) => {
    if (plan.no !== null) return plan.no
    const day = demo.day(plan.made)
    for (;;) {
      const next = (last.get(day) ?? 0) + 1
      last.set(day, next)
      const no = `HT${day.replaceAll('-', '')}${String(next).padStart(4, '0')}`
      if (!taken.has(no)) return no
    }
  })
  return { nos, series: [...last].map(([day, count]) => ({ day, last: count })) }
}

export default demoPart(92, async (tx, demo) => {
  const luck = chance(SEED)
  const templates = new Map(
    (await tx.client.query<Template>(TEMPLATES, [demo.orgId])).rows.map((one) => [one.name, one]),
  )
  const stays = new Map((await tx.client.query<Stay>(STAYS, [demo.orgId])).rows.map((one) => [one.oldmanId, one]))
  const people = await paperPeople(tx, demo)
  const house = people.filter(({ status }) => status === 1)
  const contracts = house
    .filter((_, i) => i % 5 !== 3)
    .slice(0, COUNT - 75)
    .map((person, i) => residenceContract(demo, person, stays.get(person.oldmanId), i))
    .flatMap((plan) => (plan.previous ? [plan.previous, plan] : [plan]))
  const plans = [...contracts, ...furtherPapers(luck, demo, people, COUNT - contracts.length)]
  const { nos, series } = numbered(demo, plans)
  const hands = await demoSignatures()
  const written: Written[] = []
  for (const [i, plan] of plans.entries()) {
    const template = templates.get(plan.template)!
    const stayId = stays.get(plan.person.oldmanId)?.stayId ?? null
    const previousId = plan.previous && demo.id(`contract:${plans.indexOf(plan.previous) + 1}`)
    written.push(await write(tx, demo, plan, template, { i, no: nos[i]!, stayId, previousId, hands }))
  }
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(written.map((one) => one.row))])
  const words = written.flatMap((one) => one.word ?? [])
  for (const { contractId, content } of words) {
    await tx.client.query('insert into contract_document_file (org_id, contract_id, content) values ($1, $2, $3)', [
      demo.orgId,
      contractId,
      content,
    ])
  }
  await keepNumbers(tx, demo.orgId, 'HT', series)
  await tx.client.query(TELL, [demo.orgId])
  tx.log({ remark: `建立合同文书 ${written.length} 份`, targetType: 'contractDocument' })
})
