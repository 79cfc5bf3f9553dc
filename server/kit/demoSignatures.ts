// Signatures of invented people: strokes such as a hand draws, as the pictures that the signing pad makes.

import sharp from 'sharp'
import { type Chance, chance } from '#server/kit/chance'

const WIDTH = 220
const HEIGHT = 84
const SEED = 20_260_330
const COUNT = 14

/** One character of a running hand: a few curves close together. */
function character(luck: Chance, left: number): string {
  const at = () => `${left + luck.between(0, 54)} ${luck.between(12, HEIGHT - 12)}`
  return Array.from({ length: luck.between(3, 5) }, () => {
    const start = at()
    return luck.often(0.5) ? `M${start} Q${at()} ${at()}` : `M${start} C${at()} ${at()} ${at()}`
  }).join(' ')
}

async function picture(luck: Chance): Promise<string> {
  const letters = luck.between(2, 3)
  const strokes = Array.from({ length: letters }, (_, i) => character(luck, 12 + i * 68)).join(' ')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/><path d="${strokes}" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round"/></svg>`
  const png = await sharp(Buffer.from(drawing)).greyscale().png({ palette: true, colours: 4 }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A small stock of hands; who signs takes one by the number of their archive. */
export async function demoSignatures(): Promise<readonly string[]> {
  const luck = chance(SEED)
  const made: string[] = []
  for (let i = 0; i < COUNT; i++) made.push(await picture(luck))
  return made
}
