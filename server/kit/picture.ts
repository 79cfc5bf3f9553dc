// Pictures are made anew from their pixels: turned upright, without camera data, at a size a browser needs.

import { readFile, stat, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { lookUp } from '#contract/kit/lookup'
import { Refusal } from '#contract/kit/refusal'
import { fewAtOnce } from './fewAtOnce.ts'

/** One picture at a time uses one core; the event loop and the other requests keep theirs. */
sharp.concurrency(1)
sharp.cache(false)

export const LONGEST_SIDE = 2000
/** 12,000 × 10,000: above what telephones take, below what would fill the memory. */
const MOST_PIXELS = 120_000_000
const AT_ONCE = 2
const SMALLEST_SIDE = 64
const THUMBNAIL_SIDE = 480
/** As a data URL one third longer. */
const THUMBNAIL_BYTES = 150 * 1024

/** Decoded pictures are large; so only a few are in work at once, however many arrive. */
const inTurn = fewAtOnce(AT_ONCE)

/** Extensions whose pictures are made anew; icons, drawings and animations stay as they are. */
export const isRemade = (extension: string) => ['jpg', 'jpeg', 'png', 'webp'].includes(extension)

const read = (source: string | Buffer, animated = false) =>
  sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, animated })

type Encode = (picture: Sharp, quality: number, pixels: number) => Sharp

/** Fewer colours make a PNG much smaller, but finding them in a large picture takes seconds. */
const FEW_PIXELS = 500_000

const encoders: Record<string, Encode> = {
  jpg: (picture, quality) => picture.jpeg({ quality }),
  png: (picture, quality, pixels) =>
    quality < FIRST_QUALITY && pixels <= FEW_PIXELS
      ? picture.png({ palette: true, quality, effort: 1 })
      : picture.png(),
  webp: (picture, quality) => picture.webp({ quality, effort: 2 }),
}
encoders.jpeg = encoders.jpg!

const FIRST_QUALITY = 85
const LAST_QUALITY = 65

/** Whatever the decoder cannot read is not the picture its name says. */
const refuseDamaged = (error: unknown): never => {
  if (error instanceof Refusal) throw error
  throw new Refusal('UPLOAD_CONTENT', {}, 'file')
}

export interface Remake {
  longest?: number
  /** The result is made smaller, step by step, until it fits. */
  maxBytes?: number
}

/** Makes the picture at `from` anew as `to`, in the same format. */
export async function remakePicture(from: string, to: string, extension: string, remake: Remake): Promise<void> {
  const encode = lookUp(encoders, extension)
  if (!encode) throw new Error(`pictures of type ${extension} are not made anew`)
  await inTurn(async () => {
    const longest = remake.longest ?? LONGEST_SIDE
    const { data, info } = await read(from)
      .autoOrient()
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuseDamaged)
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const most = remake.maxBytes ?? Number.POSITIVE_INFINITY
    let made = await encode(sharp(data, { raw }), FIRST_QUALITY, info.width * info.height).toBuffer()
    const shape = (info.width * info.height) / Math.max(info.width, info.height) ** 2
    let side = Math.max(info.width, info.height)
    for (let step = 1; made.length > most && side >= SMALLEST_SIDE; step++) {
      // First a plainer picture, then a smaller one: the size of a file goes with the area.
      if (step > 1) side = Math.trunc(side * Math.min(0.9, Math.max(0.3, Math.sqrt(most / made.length))))
      const smaller = sharp(data, { raw }).resize(side, side, { fit: 'inside' })
      made = await encode(smaller, LAST_QUALITY, side * side * shape).toBuffer()
    }
    await writeFile(to, made, { mode: 0o600 })
  })
}

/** Refuses an animation that cannot be decoded or whose frames together are too large. */
export async function checkAnimation(path: string): Promise<void> {
  await inTurn(() => read(path, true).metadata().catch(refuseDamaged))
}

/** The picture itself as a data URL when it is small, else a thumbnail of it. */
export async function thumbnailUrl(path: string, mime: string): Promise<string> {
  const { size } = await stat(path)
  if (size <= THUMBNAIL_BYTES) return `data:${mime};base64,${(await readFile(path)).toString('base64')}`
  return inTurn(async () => {
    const small = read(path).autoOrient().resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside' })
    const made = await small.webp({ quality: 75 }).toBuffer().catch(refuseDamaged)
    return `data:image/webp;base64,${made.toString('base64')}`
  })
}

/** A picture in memory as a small data URL, for whoever may see it but not the file. Null where it cannot be read. */
export const smallPictureUrl = (content: Buffer, side: number): Promise<string | null> =>
  inTurn(async () => {
    const small = read(content).autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true })
    const made = await small
      .webp({ quality: 75 })
      .toBuffer()
      .catch(() => null)
    return made && `data:image/webp;base64,${made.toString('base64')}`
  })
