// The picture code of the login pages: letters drawn as paths, so the picture holds no text to read out.

import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import sharp from 'sharp'
import { Refusal } from '#contract/kit/refusal'
import { PhotoCodeSwitch } from '#contract/platform/config'
import { frontOrganisation, settingsOf } from '#server/areas/platform/setting/orgSettings'
import type { AppContext } from '#server/kit/context'

type Draw = (text: string, options: Record<string, unknown>) => string
/** Loaded with the first code: it brings a font. The package exports the drawing function itself, which its types leave out. */
const drawing = async () => ((await import('svg-captcha')) as unknown as { default: Draw }).default

/** Without characters that look alike. */
const ALPHABET = 'abcdefhkmnprtuvwxyABCDEFGHKMNPQRTUVWXY34678'
const LENGTH = 4
const TRIES = 3
const GROUND = '#f4f7fb'
/** Dark enough to be read by old eyes; the package's own colours are often too pale. */
const INKS = ['#1763b8', '#0a6c6a', '#8a3d06', '#6b3a9e', '#a31b14', '#2f4a6d']

const inked = (svg: string) =>
  svg.replace(/(fill|stroke)="(#[0-9a-fA-F]{3,8})"/g, (whole, kind: string, color: string) =>
    color === GROUND ? whole : `${kind}="${INKS[randomInt(INKS.length)]}"`,
  )

export async function issuePhotoCode(pool: pg.Pool): Promise<{ base64Str: string; verifyStr: string }> {
  const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('')
  const draw = await drawing()
  const svg = draw(text, { width: 120, height: 44, fontSize: 48, noise: 2, color: true, background: GROUND })
  const picture = await sharp(Buffer.from(inked(svg)))
    .png({ compressionLevel: 9 })
    .toBuffer()
  const verifyStr = randomBytes(16).toString('hex')
  await pool.query({
    name: 'photo_code_issue',
    text: `insert into photo_code (verify_str, answer, expires_at) values ($1, $2, now() + interval '5 minutes')`,
    values: [verifyStr, text.toLowerCase()],
  })
  return { base64Str: picture.toString('base64'), verifyStr }
}

export interface PhotoProof {
  photoCode?: string | null
  verifyStr?: string | null
}

/** 0 on, 1 off, as the login page is told before anybody has signed in. */
export async function photoCodeSwitch(app: AppContext): Promise<number> {
  if (!app.settings.photoCode) return 1
  const settings = await settingsOf(app.pool, await frontOrganisation(app.pool))
  return settings.photoCodeConfig === PhotoCodeSwitch.is.off ? PhotoCodeSwitch.is.off : PhotoCodeSwitch.is.on
}

/** One picture sends a code and, if it does not come, sends it again; never to a second number. */
const SMS_MOST = 3
const FOR_SMS = `update photo_code set sms_phone = $3, sms_sent = sms_sent + 1,
  expires_at = greatest(expires_at, now() + interval '10 minutes')
where verify_str = $1 and answer = $2 and expires_at > now() and sms_sent < ${SMS_MOST}
  and (sms_phone is null or sms_phone = $3)`

/**
 * Whether a picture was solved for an SMS to this number. It stays good for the form that the SMS is for. Older clients
 * send none; a wrong one is refused.
 */
export async function solvesForSms(app: AppContext, proof: PhotoProof, number: string): Promise<boolean> {
  const { photoCode, verifyStr } = proof
  if (!photoCode || (await photoCodeSwitch(app)) === 1) return false
  const solved = await app.pool.query({
    name: 'photo_code_sms',
    text: FOR_SMS,
    values: [verifyStr ?? '', photoCode.trim().toLowerCase(), number],
  })
  if (solved.rowCount === 1) return true
  await countWrong(app.pool, verifyStr ?? '')
  throw new Refusal('WRONG_PHOTO_CODE', {}, 'photoCode')
}

/** Used up by the first right answer, void after a few wrong ones. */
export async function checkPhotoCode(app: AppContext, proof: PhotoProof): Promise<void> {
  if ((await photoCodeSwitch(app)) === 1) return
  if (await answersPhotoCode(app.pool, proof)) return
  throw new Refusal('WRONG_PHOTO_CODE', {}, 'photoCode')
}

async function answersPhotoCode(pool: pg.Pool, { photoCode, verifyStr }: PhotoProof): Promise<boolean> {
  if (!photoCode || !verifyStr) return false
  const used = await pool.query({
    name: 'photo_code_use',
    text: 'delete from photo_code where verify_str = $1 and answer = $2 and expires_at > now()',
    values: [verifyStr, photoCode.trim().toLowerCase()],
  })
  if (used.rowCount === 1) return true
  await countWrong(pool, verifyStr)
  return false
}

const countWrong = (pool: pg.Pool, verifyStr: string) =>
  pool.query({
    name: 'photo_code_wrong',
    text: `with wrong as (update photo_code set tries = tries + 1 where verify_str = $1 and tries < $2 - 1 returning 1)
delete from photo_code where verify_str = $1 and not exists (select 1 from wrong)`,
    values: [verifyStr, TRIES],
  })
