// The product's permission grammar: `a|b` any of them, `a&b` all of them, one code alone, empty = nobody.

/** Before sign-in: everyone may call. Listed by name in a test. */
export const OPEN = 'open'
/** Any signed-in user: the parts of the shell. */
export const SIGNED_IN = 'signedIn'

export type HasCode = (code: string) => boolean

export function allows(expression: string, has: HasCode): boolean {
  const wanted = expression.trim()
  if (wanted === '') return false
  if (wanted.includes('|')) return wanted.split('|').some((part) => allows(part, has))
  if (wanted.includes('&')) return wanted.split('&').every((part) => allows(part, has))
  return has(wanted)
}

/** Every code an expression names; the menu seeds a function entry for each. */
export function codesOf(expression: string): string[] {
  return expression
    .split(/[|&]/)
    .map((code) => code.trim())
    .filter((code) => code !== '' && code !== OPEN && code !== SIGNED_IN)
}
