// AES-128 in ECB mode, encryption only, for the user-id header. The browser's own crypto offers no ECB and is
// absent on plain http addresses. The header identifies, it never authorises.

const SBOX = (() => {
  const box = new Uint8Array(256)
  let p = 1
  let q = 1
  do {
    p = (p ^ (p << 1) ^ (p & 0x80 ? 0x11b : 0)) & 0xff
    q ^= q << 1
    q ^= q << 2
    q ^= q << 4
    q &= 0xff
    if (q & 0x80) q ^= 0x09
    const turned = q ^ ((q << 1) | (q >> 7)) ^ ((q << 2) | (q >> 6)) ^ ((q << 3) | (q >> 5)) ^ ((q << 4) | (q >> 4))
    box[p] = (turned ^ 0x63) & 0xff
  } while (p !== 1)
  box[0] = 0x63
  return box
})()

const double = (byte: number) => ((byte << 1) ^ (byte & 0x80 ? 0x1b : 0)) & 0xff

function expandKey(key: Uint8Array): Uint8Array {
  const words = new Uint8Array(176)
  words.set(key)
  let round = 1
  for (let i = 16; i < 176; i += 4) {
    let part = [words[i - 4]!, words[i - 3]!, words[i - 2]!, words[i - 1]!]
    if (i % 16 === 0) {
      part = [SBOX[part[1]!]! ^ round, SBOX[part[2]!]!, SBOX[part[3]!]!, SBOX[part[0]!]!]
      round = double(round)
    }
    for (let j = 0; j < 4; j++) words[i + j] = words[i + j - 16]! ^ part[j]!
  }
  return words
}

function encryptBlock(block: Uint8Array, keys: Uint8Array): Uint8Array {
  let state = block.map((byte, i) => byte ^ keys[i]!)
  for (let round = 1; round <= 10; round++) {
    const shifted = new Uint8Array(16)
    for (let i = 0; i < 16; i++) shifted[i] = SBOX[state[(i + 4 * (i % 4)) % 16]!]!
    if (round < 10) {
      for (let c = 0; c < 16; c += 4) {
        const [a, b, d, e] = [shifted[c]!, shifted[c + 1]!, shifted[c + 2]!, shifted[c + 3]!]
        const all = a ^ b ^ d ^ e
        shifted[c] = a ^ all ^ double(a ^ b)
        shifted[c + 1] = b ^ all ^ double(b ^ d)
        shifted[c + 2] = d ^ all ^ double(d ^ e)
        shifted[c + 3] = e ^ all ^ double(e ^ a)
      }
    }
    state = shifted.map((byte, i) => byte ^ keys[round * 16 + i]!)
  }
  return state
}

/** PKCS#7 padded. */
export function encryptEcb(plain: Uint8Array, key: Uint8Array): Uint8Array {
  if (key.length !== 16) throw new RangeError('AES-128 takes a key of 16 bytes')
  const keys = expandKey(key)
  const padding = 16 - (plain.length % 16)
  const out = new Uint8Array(plain.length + padding).fill(padding)
  out.set(plain)
  for (let i = 0; i < out.length; i += 16) out.set(encryptBlock(out.subarray(i, i + 16), keys), i)
  return out
}

export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** The user id encrypted with the 16 bytes that the fetch key's 32 digits spell, as Base64. */
export const userKeyOf = (userId: string, fetchKey: string): string =>
  btoa(String.fromCharCode(...encryptEcb(new TextEncoder().encode(userId), fromHex(fetchKey))))
