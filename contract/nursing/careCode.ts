// The codes printed for beds and wrist bands. Each names one bed or one elder; what else a scanner reads names nobody.

const BED = 'YYB-'
const ELDER = 'YYR-'

export const bedCode = (bedId: string) => `${BED}${bedId}`
export const elderCode = (oldmanId: string) => `${ELDER}${oldmanId}`

/** Scanners at a keyboard with caps lock turn letters over; no two ids differ by that alone. */
const plain = (text: string) => text.trim().toLowerCase()

/** Whether a code that was read, or the id behind it, means this elder or the bed the elder lies in. */
export function codeNames(code: string, elder: { oldmanId: string; bedId: string | null }): boolean {
  return [elderCode(elder.oldmanId), elder.oldmanId, ...(elder.bedId ? [bedCode(elder.bedId), elder.bedId] : [])].some(
    (one) => plain(one) === plain(code),
  )
}

/** Whether a text is one of these codes, or may become one while it is typed. */
export function looksLikeCode(text: string): 'whole' | 'begun' | null {
  const typed = plain(text)
  if (typed === '') return null
  for (const kind of [BED, ELDER].map(plain)) {
    if (kind.startsWith(typed)) return 'begun'
    if (typed.startsWith(kind) && /^[\w-]+$/.test(typed)) return 'whole'
  }
  return null
}
