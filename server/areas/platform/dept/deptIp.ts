// The address ranges of a department's terminals: a JSON text that existing clients build and read back.
import { formats } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'

const MOST = 50

const wrong = (what: string) => invalid(`终端 IP 段${what}`, 'ipNum')
const isAddress = (text: string) => formats['yiyuan-ipv4']!.test(text)
const asNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Checked and tidied; rows that were left empty go. Null when nothing is left. */
export function tidyIpNum(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong('格式不正确')
  }
  if (value === null) return null
  if (!Array.isArray(value)) throw wrong('格式不正确')
  if (value.length > MOST) throw wrong(`最多 ${MOST} 段`)
  const ranges = value.map((one: unknown) => {
    const { startIp, endIp } = (one ?? {}) as Record<string, unknown>
    return { startIp: textOf(startIp), endIp: textOf(endIp) }
  })
  const filled = ranges.filter(({ startIp, endIp }) => startIp !== '' || endIp !== '')
  for (const { startIp, endIp } of filled) {
    if (!isAddress(startIp) || !isAddress(endIp))
      throw wrong(`${startIp || '空'} 至 ${endIp || '空'} 应为两个 IPv4 地址`)
    if (asNumber(startIp) > asNumber(endIp)) throw wrong(`${startIp} 至 ${endIp} 的起止颠倒`)
  }
  return filled.length === 0 ? null : JSON.stringify(filled)
}

/** The ranges as a person reads them: 10.1.1.1 至 10.1.1.99. */
export function ipWords(stored: string | null): string[] | null {
  if (stored === null) return null
  const ranges = JSON.parse(stored) as { startIp: string; endIp: string }[]
  return ranges.map(({ startIp, endIp }) => `${startIp} 至 ${endIp}`)
}
