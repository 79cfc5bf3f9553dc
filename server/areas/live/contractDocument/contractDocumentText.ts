// The text of a contract document: whose places to sign it has, and how it looks with the signatures in them. It works on
// markup that the server itself wrote from the editor's allow-list.

import {
  type ContractField,
  OWN_FIELDS,
  partyOf,
  type SignatureData,
  SignParty,
  type SignPartyValue,
} from '#contract/live/contractDocument'
import { residentPlaceholders } from '#contract/live/residentPlaceholders'
import { dayText } from '#server/areas/residents/public'
import { escaped } from '#server/areas/systemSetting/public'

const PLACE = /<span data-signature="([^"]*)">[^<]*<\/span>/g

/** Labels hold no brackets and no quotation marks; only the ampersand is written as something else. */
const plain = (label: string) => label.replaceAll('&amp;', '&')

/** Who the text has a place to sign for, in the order of the parties. */
export function partiesIn(html: string | null): SignPartyValue[] {
  const found = new Set([...(html ?? '').matchAll(PLACE)].map((match) => partyOf(plain(match[1]!))))
  return SignParty.list.map((one) => one.value).filter((party) => found.has(party))
}

const USUAL: readonly SignPartyValue[] = ['elder', 'guardian', 'organisation']

/** Who signs unless somebody decides otherwise. */
export function usualSigners(html: string | null): SignPartyValue[] {
  const found = partiesIn(html)
  return found.length > 0 ? found : [...USUAL]
}

const picture = ({ picture: src, name }: SignatureData) =>
  `<img data-sign="true" src="${escaped(src)}" alt="${escaped(name)}">`

const cell = (tag: 'td' | 'th', content: string) => `<${tag}><p>${content}</p></${tag}>`

/** Below the text: who signed when, and the signatures that have no place in it. */
function record(signatures: readonly SignatureData[], placed: ReadonlySet<SignPartyValue>): string {
  const head = ['签署方', '签署人', '签署时间', '签名'].map((title) => cell('th', title)).join('')
  const lines = signatures.map((one) =>
    [
      SignParty.label(one.party),
      escaped(one.name),
      escaped(one.at.slice(0, 16)),
      placed.has(one.party) ? '见正文' : picture(one),
    ]
      .map((content) => cell('td', content))
      .join(''),
  )
  return `<h3>签署记录</h3><table><tbody>${[head, ...lines].map((line) => `<tr>${line}</tr>`).join('')}</tbody></table>`
}

export function signedHtml(html: string, signatures: readonly SignatureData[]): string {
  if (signatures.length === 0) return html
  const byParty = new Map(signatures.map((one) => [one.party, one]))
  const placed = new Set<SignPartyValue>()
  const text = html.replace(PLACE, (whole, label: string) => {
    const party = partyOf(plain(label))
    const signature = party === null ? undefined : byParty.get(party)
    if (!signature) return whole
    placed.add(signature.party)
    return `<span data-signature="${label}" data-signed="true">${label}：${picture(signature)}</span>`
  })
  return text + record(signatures, placed)
}

const groups = new Map(residentPlaceholders.map((one) => [one.name, one.group as string]))
const ownNames = new Set<string>(Object.values(OWN_FIELDS))

export interface OwnValues {
  contractNo: string | null
  startDate: string | null
  endDate: string | null
}

/** What the document says about itself. */
export const ownFields = ({ contractNo, startDate, endDate }: OwnValues): Record<string, string> => ({
  [OWN_FIELDS.no]: contractNo ?? '',
  [OWN_FIELDS.start]: dayText(startDate),
  [OWN_FIELDS.end]: dayText(endDate),
})

/** The placeholders of a document in the order they occur, with what stands in them. */
export function fieldsOf(
  names: Iterable<string>,
  values: Readonly<Record<string, string>>,
  own: OwnValues,
): ContractField[] {
  const all = { ...values, ...ownFields(own) }
  return [...names].map((name) => ({
    name,
    group: groups.get(name) ?? (ownNames.has(name) ? '合同' : null),
    value: Object.hasOwn(all, name) ? all[name]! : '',
    own: ownNames.has(name),
  }))
}

export const missingOf = (fields: readonly ContractField[]) =>
  fields.filter((field) => field.value.trim() === '').map((field) => field.name)
