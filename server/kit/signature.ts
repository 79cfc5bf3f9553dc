// A signature drawn on a screen, as the signing pad sends it.
import sharp from 'sharp'
import { invalid, Refusal } from '#contract/kit/refusal'

const PNG = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/
const LARGEST = { width: 2400, height: 1200 }

/** Made anew from its pixels; a blank sheet or anything else is none. */
export async function drawnSignature(picture: string, field: string): Promise<string> {
  const refuse = () => invalid('签名图片无法识别，请重新签名', field)
  const match = PNG.exec(picture.trim())
  if (!match) throw refuse()
  try {
    const made = await sharp(Buffer.from(match[1]!, 'base64'), { limitInputPixels: LARGEST.width * LARGEST.height })
      .flatten({ background: '#fff' })
      .resize({ width: 600, height: 240, fit: 'inside', withoutEnlargement: true })
      .greyscale()
      .png({ palette: true, colours: 8, effort: 4 })
      .toBuffer()
    const { entropy } = await sharp(made).stats()
    if (entropy < 0.005) throw invalid('签名是空白的，请重新签名', field)
    return `data:image/png;base64,${made.toString('base64')}`
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse()
  }
}
