// First letters of Chinese words in the browser, for selects: the order of characters by pinyin that every browser
// knows tells the letter, so no table has to be loaded. People's names come with their readings from the server.

/** The first character of each letter in the order of pinyin; i, u and v begin no syllable. */
const FIRST = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀'
const LETTERS = 'abcdefghjklmnopqrstwxyz'
const HAN = /[\u4e00-\u9fff]/

let collator: Intl.Collator | undefined
const known = new Map<string, string>()

function letterOf(char: string): string {
  collator ??= new Intl.Collator('zh-CN-u-co-pinyin')
  let low = 0
  let high = FIRST.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (collator.compare(char, FIRST[middle]!) < 0) high = middle - 1
    else low = middle
  }
  return LETTERS[low]!
}

/** 松鹤楼 → shl; letters and digits stand for themselves, signs for nothing. */
export function initialsOf(text: string): string {
  let letters = ''
  for (const char of text.toLowerCase()) {
    if (/[a-z0-9]/.test(char)) letters += char
    else if (HAN.test(char)) {
      const letter = known.get(char) ?? letterOf(char)
      known.set(char, letter)
      letters += letter
    }
  }
  return letters
}

/** What typing finds an entry by: its words and its first letters. */
export const searchText = (label: string, ...more: readonly (string | null | undefined)[]) =>
  [label, initialsOf(label), ...more].filter(Boolean).join(' ').toLowerCase()

export const found = (search: string | undefined, typed: string) => (search ?? '').includes(typed.trim().toLowerCase())

/** What is closest first: a word that begins with what was typed stands before one that only contains it somewhere. */
export function nearness(search: string | undefined, typed: string): number {
  const words = (search ?? '').split(/[\s>]+/)
  const wanted = typed.trim().toLowerCase()
  return words.includes(wanted) ? 0 : words.some((word) => word.startsWith(wanted)) ? 1 : 2
}
