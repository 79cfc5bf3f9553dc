// Pinyin of names and titles, so that 单雄信 is found by shan, sxx and by the everyday reading dan, dxx.
import { pinyin } from 'pinyin-pro'

export interface Pinyin {
  /** Full pinyin without tones; several readings are separated by a space. */
  pinyin: string
  /** First letters; several readings are separated by a space. */
  initials: string
}

type Surname = 'off' | 'head'

function syllables(text: string, surname: Surname): string[] {
  return pinyin(text, { toneType: 'none', type: 'array', surname, v: true, nonZh: 'consecutive' })
    .map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .filter((part) => part !== '')
}

const isPinyin = (part: string) => /^[a-z]+$/.test(part)

function joined(readings: readonly string[][]): Pinyin {
  const whole = readings.map((parts) => parts.join(''))
  // A run of letters or digits inside a name (A座, 3层) is typed as it stands.
  const first = readings.map((parts) => parts.map((part) => (isPinyin(part) ? part[0] : part)).join(''))
  return { pinyin: [...new Set(whole)].join(' '), initials: [...new Set(first)].join(' ') }
}

/** A person's name: the surname in its reading as a surname, then in its everyday reading when that differs. */
export function namePinyin(name: string): Pinyin {
  return joined([syllables(name, 'head'), syllables(name, 'off')])
}

/** Anything that is not a person's name: page titles, departments, articles. */
export function textPinyin(text: string): Pinyin {
  return joined([syllables(text, 'off')])
}
