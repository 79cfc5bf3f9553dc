// Valid numbers of identity cards for tests, each once.
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** `n` below 500; men have odd, women even numbers. */
export function cardOf(n: number, { born = '19440218', male = false, place = '310104' } = {}): string {
  const order = String((n * 2 + (male ? 1 : 0)) % 1000).padStart(3, '0')
  const body = `${place}${born}${order}`
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(body[i]), 0)
  return body + '10X98765432'[sum % 11]
}
