import { describe, expect, it } from 'vitest'
import { emptyValues, readDraft, withoutSecrets } from './draft.ts'

describe('the draft of an application', () => {
  const typed = {
    ...emptyValues,
    orgName: '松鹤康养中心',
    password: 'abc123',
    again: 'abc123',
    smsCode: '123456',
    photoCode: 'x7',
  }

  it('keeps no password and no code', () => {
    expect(withoutSecrets(typed)).toEqual({ ...emptyValues, orgName: '松鹤康养中心' })
    expect(JSON.stringify(readDraft({ step: 2, values: typed, pictures: [] }))).not.toMatch(/abc123|123456|x7/)
  })

  it('reads back what was kept', () => {
    const picture = { urlPath: '/files/a/b.png', name: 'b.png' }
    expect(readDraft({ step: 2, values: { orgName: '甲' }, pictures: [picture] })).toEqual({
      step: 2,
      values: { ...emptyValues, orgName: '甲' },
      pictures: [{ ...picture, preview: null }],
    })
  })

  it.each([
    null,
    undefined,
    'text',
    42,
    { step: 'x' },
    { step: 99, values: 7, pictures: 'no' },
    { values: { orgName: { toString: 1 } }, pictures: [null, {}, { urlPath: 5 }] },
  ])('survives %j in the storage', (kept) => {
    const draft = readDraft(kept)
    if (draft) {
      expect(draft.values).toEqual(emptyValues)
      expect(draft.pictures).toEqual([])
      expect(draft.step).toBeGreaterThanOrEqual(0)
      expect(draft.step).toBeLessThanOrEqual(3)
    }
  })
})
