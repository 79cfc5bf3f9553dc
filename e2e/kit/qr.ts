// Reads a code off a clean picture, as a check that what is printed says what it should: the code upright and alone on
// white, nothing of it damaged. Small codes of one block, text in bytes.
import sharp from 'sharp'

/** Data words of one block at the level M; larger versions are split into blocks. */
const DATA_WORDS: Readonly<Record<number, number>> = { 2: 28, 3: 44 }
const LEVEL_M = 0
const BYTES = 4

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

type Dark = (x: number, y: number) => boolean

/** The modules of the code: as wide as seven of the square in its corner say. */
async function modulesOf(png: Buffer): Promise<{ size: number; dark: Dark }> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const black = (x: number, y: number) => data[(y * info.width + x) * info.channels]! < 128
  let [left, top, right, bottom] = [info.width, info.height, -1, -1]
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (black(x, y)) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
  let run = 0
  while (black(left + run, top)) run++
  const size = Math.round((right - left + 1) / (run / 7))
  const step = (right - left + 1) / size
  const down = (bottom - top + 1) / size
  return { size, dark: (x, y) => black(Math.floor(left + (x + 0.5) * step), Math.floor(top + (y + 0.5) * down)) }
}

/** Corners, timing and the one alignment square hold no data. */
const isFixed = (x: number, y: number, size: number) =>
  x === 6 ||
  y === 6 ||
  (x < 9 && y < 9) ||
  (x < 9 && y >= size - 8) ||
  (x >= size - 8 && y < 9) ||
  (Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2)

function formatOf(dark: Dark): { level: number; mask: number } {
  const spots = [0, 1, 2, 3, 4, 5, 7, 8].map((y): readonly [x: number, y: number] => [8, y])
  for (const x of [7, 5, 4, 3, 2, 1, 0]) spots.push([x, 8])
  const bits = spots.reduce((sum, [x, y], at) => sum | (dark(x, y) ? 1 << at : 0), 0) ^ 0x5412
  return { level: bits >> 13, mask: (bits >> 10) & 7 }
}

function bitsOf(size: number, dark: Dark, mask: (typeof MASKS)[number]): number[] {
  const bits: number[] = []
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const upward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFixed(x, y, size)) bits.push(Number(dark(x, y) !== mask(x, y)))
    }
  }
  return bits
}

export async function readQr(png: Buffer): Promise<string> {
  const { size, dark } = await modulesOf(png)
  const { level, mask } = formatOf(dark)
  const words = DATA_WORDS[(size - 17) / 4]
  if (level !== LEVEL_M || words === undefined) throw new Error(`cannot read ${size} modules at level ${level}`)
  const bits = bitsOf(size, dark, MASKS[mask]!)
  const number = (from: number, count: number) => bits.slice(from, from + count).reduce((sum, bit) => sum * 2 + bit, 0)
  const length = number(4, 8)
  if (number(0, 4) !== BYTES || length > words - 2) throw new Error('the code holds no text in bytes')
  return Buffer.from(Array.from({ length }, (_, at) => number(12 + at * 8, 8))).toString('utf8')
}
