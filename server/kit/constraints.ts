// The database refuses what must never be; here the constraint's name becomes a sentence for the user.
import { Refusal } from '#contract/kit/refusal'

type Translate = () => Refusal
const known = new Map<string, Translate>()

/** Says what to tell the user when a named constraint refuses a write. */
export function onConstraint(name: string, translate: Translate): void {
  if (known.has(name)) throw new Error(`Constraint ${name} is translated twice`)
  known.set(name, translate)
}

const FOREIGN_KEY = '23503'
const UNIQUE = '23505'
/** A NUL character, in a text or inside JSON: no keyboard sends it. */
const NO_TEXT = ['22021', '22P05']

/** A day beyond the calendar, or one that a sum of days led there: no business has it. */
const NO_DAY = '22008'
const NO_DAY_TEXT = '22007'
const FAR_YEAR = /"(?:[+-]\d+|\d{5,})-\d/

interface DatabaseError {
  code: string
  message?: string
  constraint?: string
  table?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  typeof error === 'object' && error !== null && typeof (error as DatabaseError).code === 'string'

/** The refusal behind a database error, if a constraint meant one. Drizzle wraps the driver's error as its cause. */
export function refusalOfDatabase(error: unknown): Refusal | null {
  const cause = (error as { cause?: unknown })?.cause
  const own = isDatabaseError(error) ? error : isDatabaseError(cause) ? cause : null
  if (!own) return null
  const translated = known.get(own.constraint ?? '')
  if (translated) return translated()
  if (own.code === UNIQUE) return new Refusal('ALREADY_EXISTS', { what: '相同的记录' })
  if (own.code === FOREIGN_KEY) return new Refusal('IN_USE', { what: '该记录', users: '其他记录引用了它' })
  if (NO_TEXT.includes(own.code)) return new Refusal('INVALID_INPUT', { message: '内容含有无法保存的字符' })
  if (own.code === NO_DAY || (own.code === NO_DAY_TEXT && FAR_YEAR.test(own.message ?? ''))) {
    return new Refusal('INVALID_INPUT', { message: '日期或时间超出了可用的范围，请核对后重新填写' })
  }
  return null
}
