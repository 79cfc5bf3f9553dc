// Pinyin of names and titles, so that 单雄信 is found by shan, sxx and by the everyday reading dan, dxx.
import { pinyin } from 'pinyin-pro'

export interface Pinyin {
  /** Full pinyin without tones; several readings are separated by a space. */
  pinyin: string
  /** First letters; several readings are separated by a space. */
  initials: string
}

interface Syllable {
  whole: string
  first: string
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

function syllables(text: string, surname: 'off' | 'head'): Syllable[] {
  return pinyin(text, { toneType: 'none', type: 'all', surname, v: true, nonZh: 'consecutive' })
    .map(({ isZh, origin, pinyin: reading }) => {
      // A run of letters or digits inside a name (VIP, 3 层) is typed as it stands.
      const whole = plain(isZh ? reading : origin)
      return { whole, first: isZh ? whole.slice(0, 1) : whole }
    })
    .filter(({ whole }) => whole !== '')
}

function joined(readings: readonly Syllable[][]): Pinyin {
  const line = (part: keyof Syllable) => [
    ...new Set(readings.map((reading) => reading.map((one) => one[part]).join(''))),
  ]
  return { pinyin: line('whole').join(' '), initials: line('first').join(' ') }
}

/** A person's name: the surname in its reading as a surname, then in its everyday reading when that differs. */
export function namePinyin(name: string): Pinyin {
  return joined([syllables(name, 'head'), syllables(name, 'off')])
}

/** Anything that is not a person's name: page titles, departments, articles. */
export function textPinyin(text: string): Pinyin {
  return joined([syllables(text, 'off')])
}
