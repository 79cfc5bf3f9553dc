import { createDecipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptEcb, randomHex, userKeyOf } from './aes.ts'

const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('AES-128 ECB', () => {
  it('gives the ciphertext of FIPS-197 appendix B and C.1', () => {
    const b = encryptEcb(hex('3243f6a8885a308d313198a2e0370734'), hex('2b7e151628aed2a6abf7158809cf4f3c'))
    expect(toHex(b.subarray(0, 16))).toBe('3925841d02dc09fbdc118597196a0b32')
    const c = encryptEcb(hex('00112233445566778899aabbccddeeff'), hex('000102030405060708090a0b0c0d0e0f'))
    expect(toHex(c.subarray(0, 16))).toBe('69c4e0d86a7b0430d8cdb78070b4c55a')
  })

  it('gives the four blocks of NIST SP 800-38A F.1.1', () => {
    const plain = `6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710`
    const out = encryptEcb(hex(plain), hex('2b7e151628aed2a6abf7158809cf4f3c'))
    expect(toHex(out.subarray(0, 64))).toBe(
      '3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4',
    )
  })

  it('makes a user key that the fetch key opens again', () => {
    for (const userId of ['', 'a', '12354219cc36c6a9fda97adda51c887e', '用户编号']) {
      const fetchKey = randomHex(16)
      const decipher = createDecipheriv('aes-128-ecb', Buffer.from(fetchKey, 'hex'), null)
      const text = Buffer.concat([decipher.update(userKeyOf(userId, fetchKey), 'base64'), decipher.final()])
      expect(text.toString('utf8')).toBe(userId)
    }
  })

  it('refuses a key of another length', () => {
    expect(() => encryptEcb(new Uint8Array(1), new Uint8Array(8))).toThrow(RangeError)
  })
})
