// One rule for the numbers of people: phones and identity cards leave the server with their middle hidden, unless the
// reader holds the right to whole numbers. Fields that carry them are declared with phoneNo, cardNo or toldWords, and
// the kit hides them on the way out, so that no handler can forget it.
import { String as Str, type TString, type TUnsafe, Unsafe } from '@sinclair/typebox'

/** Sees whole numbers; where a look at one is an act of its own, it stands in the log. */
export const PLAIN_NUMBERS = 'live:archive:idCard|archives:elder:idCard'

/** 310104********202X: the region and the last four stay readable. */
export const maskedCard = (card: string) => (card.length < 10 ? card : `${card.slice(0, 6)}********${card.slice(-4)}`)
/** 138****2516 */
export const maskedPhone = (phone: string) => (phone.length < 8 ? phone : `${phone.slice(0, 3)}****${phone.slice(-4)}`)

/** Numbers inside sentences: cards first, since a card holds what looks like a phone. */
const CARD = /(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g
const MOBILE = /(?<![\dA-Za-z])1[3-9]\d{9}(?![\dA-Za-z])/g
const LANDLINE = /(?<![\dA-Za-z])0\d{2,3}-\d{7,8}(?![\dA-Za-z])/g
export const maskedWords = (words: string) =>
  words.replace(CARD, maskedCard).replace(MOBILE, maskedPhone).replace(LANDLINE, maskedPhone)

export const maskings = { phone: maskedPhone, card: maskedCard, words: maskedWords } as const
export type Masking = keyof typeof maskings

const hidden =
  (mask: Masking) =>
  (title?: string): TString =>
    Str({ ...(title && { title }), mask })

/** A field of a form whose declaration answers use, too. */
export const hiddenAs = (mask: Masking, field: TString): TString => ({ ...field, mask })

/** A phone in an answer. */
export const phoneNo = hidden('phone')
/** The number of an identity card in an answer. */
export const cardNo = hidden('card')
/** A sentence in an answer that may name such numbers: what a log or a record says. */
export const toldWords = hidden('words')
/** Anything of which the texts may name such numbers. */
export const toldAnything = (): TUnsafe<unknown> => Unsafe<unknown>({ mask: 'words' })

/** A number as it went out: some of it hidden. */
export const isMasked = (number: string | null | undefined) => number?.includes('*') === true

/** A phone as maskedPhone leaves it, for the patterns of forms that may send it back: it changes nothing. */
export const MASKED_PHONE = '[\\d-]{3}\\*{4}[\\d-]{4}'
