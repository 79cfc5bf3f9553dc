// Forms show phones and cards with their middle hidden. What comes back as it was shown stands for the number that is
// known; stars are never stored.
import { isMasked, type Masking, maskings } from '#contract/kit/privacy'
import { invalid } from '#contract/kit/refusal'
import { fieldList } from '#contract/live/residentFields'
import type { Tx } from '#server/kit/caller'

type Number = string | null | undefined

/** The resident's fields of which the middle is hidden. */
export const hiddenFields = fieldList.flatMap(({ name, schema }) =>
  'mask' in schema ? [[name, schema.mask as Masking] as const] : [],
)

/** The number that was meant: as it was sent, or the one known number that is shown so. */
export function wholeNumber<N extends Number>(sent: N, known: readonly Number[], mask: Masking, field: string): N {
  if (!isMasked(sent)) return sent
  const wanted = sent!.toUpperCase()
  const meant = new Set(known.filter((one) => one && maskings[mask](one) === wanted))
  if (meant.size !== 1) throw invalid('号码不完整，请填写全部号码', field)
  return [...meant][0] as N
}

const PHONES = `select f.phone from oldman_family f where f.org_id = $1 and f.oldman_id = $2
union select u.companion_phone from outing u where u.org_id = $1 and u.oldman_id = $2
union select v.phone from visit v where v.org_id = $1 and v.oldman_id = $2 and v.phone is not null`

/** A phone of somebody the forms offer for this resident: family, companions and visitors of before. */
export async function phoneAround<N extends Number>(
  tx: Tx,
  oldmanId: Number,
  { sent, before, field }: { sent: N; before?: Number; field: string },
): Promise<N> {
  if (!isMasked(sent) || (before && maskings.phone(before) === sent)) return wholeNumber(sent, [before], 'phone', field)
  const found = oldmanId ? await tx.client.query<{ phone: string }>(PHONES, [tx.orgId, oldmanId]) : { rows: [] }
  return wholeNumber(
    sent,
    found.rows.map((row) => row.phone),
    'phone',
    field,
  )
}
