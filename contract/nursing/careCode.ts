// The codes printed for beds and wrist bands. Each names one bed or one elder; what else a scanner reads names nobody.

const BED = 'YYB-'
const ELDER = 'YYR-'

export const bedCode = (bedId: string) => `${BED}${bedId}`
export const elderCode = (oldmanId: string) => `${ELDER}${oldmanId}`

/** Whether a code that was read, or the id behind it, means this elder or the bed the elder lies in. */
export function codeNames(code: string, elder: { oldmanId: string; bedId: string | null }): boolean {
  const text = code.trim()
  return [
    elderCode(elder.oldmanId),
    elder.oldmanId,
    ...(elder.bedId ? [bedCode(elder.bedId), elder.bedId] : []),
  ].includes(text)
}
