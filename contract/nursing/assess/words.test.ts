import { describe, expect, it } from 'vitest'
import { assess } from '#contract/nursing/assess/engine'
import { kindFaults } from '#contract/nursing/assess/kindFaults'
import { allKinds } from '#contract/nursing/assess/kinds'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { addingTo, nothingBesides } from '#contract/nursing/assess/test/filled'
import { withWords, wordFaults, wordsOf } from '#contract/nursing/assess/words'

/** Everything that is not text. */
const bones = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(bones)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !['name', 'text', 'hint', 'short', 'care', 'report'].includes(key))
            .map(([key, one]) => [key, bones(one)]),
        )
      : value

describe('a sheet in the words of a house', () => {
  it('says them and scores as before', () => {
    const kind = withWords(of2023, {
      'item:B.1.1': '吃饭',
      'option:B.1.1.A': '自己吃，不呛',
      'level:1': '轻度（一档）',
      'item.hint:B.1.2': '',
      name: '本院评估表',
    })
    expect(kind.sections[0]!.items[0]).toMatchObject({
      name: '吃饭',
      options: [{ text: '自己吃，不呛', score: 4 }, {}, {}, {}, {}],
    })
    expect(kind.sections[0]!.items[1]!.hint).toBeUndefined()
    expect(kind.levels[1]!.name).toBe('轻度（一档）')
    const answers = addingTo(of2023, 66)!
    expect(assess(kind, answers, nothingBesides(kind))).toEqual(assess(of2023, answers, nothingBesides(of2023)))
  })
  it.each(allKinds.map((kind) => [kind.key, kind] as const))('changes nothing but words of %s', (_, kind) => {
    const every = Object.fromEntries(wordsOf(kind).map((one, i) => [one.key, `字${i}`]))
    const said = withWords(kind, every)
    expect(bones(said)).toEqual(bones(kind))
    expect(kindFaults(said)).toEqual([])
    expect(wordsOf(said).map((one) => one.text)).toEqual(Object.values(every))
    expect(new Set(Object.keys(every)).size).toBe(wordsOf(kind).length)
    expect(withWords(kind, {})).toEqual(kind)
  })
  it.each([
    [{ 'score:B.1.1.A': '100' }, '只能修改文字'],
    [{ 'option:B.1.1.Z': '…' }, '只能修改文字'],
    [{ constructor: 'x' }, '只能修改文字'],
    [JSON.parse('{"__proto__":"x"}'), '只能修改文字'],
    [{ 'item:B.1.1': '  ' }, '不能改成空白'],
    [{ 'item:B.1.1': 'x'.repeat(401) }, '不超过 400 个字'],
    [{ 'item:B.1.1': { score: 9 } }, '应改为文字'],
  ])('refuses %j', (words, sentence) => {
    expect(wordFaults(of2023, words as never).join()).toContain(sentence)
    expect(() => withWords(of2023, words as never)).toThrow(sentence)
  })
})
