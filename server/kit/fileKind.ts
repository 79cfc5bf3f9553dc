// What a file really is. Its first bytes must fit its extension; the type a client claims is never looked at.
import { type FileHandle, open } from 'node:fs/promises'
import { Refusal } from '#contract/kit/refusal'
import { isHarmlessSvg } from './svgSafety.ts'
import { zipEntries } from './zipEntries.ts'

interface Probe {
  head: Buffer
  size: number
  file: FileHandle
}

interface FileKind {
  mime: string
  fits(probe: Probe): boolean | Promise<boolean>
}

const HEAD = 8192
const LARGEST_SVG = 2 * 1024 * 1024

const starts =
  (...bytes: number[]) =>
  ({ head }: Probe) =>
    bytes.every((byte, i) => head[i] === byte)
const word = ({ head }: Probe, at: number, length = 4) => head.toString('latin1', at, at + length)
const riff = (form: string) => (probe: Probe) => word(probe, 0) === 'RIFF' && word(probe, 8) === form

/** The ISO family (mp4, mov, 3gp) is told apart by players, not by extensions; pictures of that family stay out. */
function isoMedia(probe: Probe): boolean {
  const box = word(probe, 4)
  if (box === 'ftyp') return !/^(heic|heix|heim|mif1|msf1|avif|avis)$/.test(word(probe, 8))
  return ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(box)
}

const zip = (probe: Probe) => starts(0x50, 0x4b, 3, 4)(probe) || starts(0x50, 0x4b, 5, 6)(probe)

/** An Office document is an archive with its main part inside; without macros, those have their own extensions. */
const office = (part: string) => async (probe: Probe) => {
  if (!zip(probe)) return false
  const names = new Set((await zipEntries(probe.file, probe.size))?.map((entry) => entry.name))
  return (
    names.has('[Content_Types].xml') && names.has(part) && ![...names].some((name) => /vbaProject\.bin$/i.test(name))
  )
}

const ole = starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const asf = starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)

function mp3(probe: Probe): boolean {
  if (word(probe, 0, 3) === 'ID3') return true
  const [first = 0, second = 0, third = 0] = probe.head
  // Frame sync, a known version and layer, and neither the forbidden bit rate nor sample rate.
  return (
    first === 0xff && (second & 0xe6) > 0xe0 && (second & 0x18) !== 8 && (third & 0xf0) !== 0xf0 && (third & 12) !== 12
  )
}

/** Plain text: no control characters, in UTF-8 or in the GB18030 that Excel writes here; UTF-16 with its mark. */
function plainText({ head, size }: Probe): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return size % 2 === 0
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return false
  return ['utf-8', 'gb18030'].some((encoding) => {
    try {
      // The last character may be cut by the end of the sample.
      new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length < size })
      return true
    } catch {
      return false
    }
  })
}

async function svg({ size, file }: Probe): Promise<boolean> {
  if (size > LARGEST_SVG) return false
  const content = Buffer.alloc(size)
  const { bytesRead } = await file.read(content, 0, size, 0)
  return bytesRead === size && isHarmlessSvg(content)
}

const jpeg: FileKind = { mime: 'image/jpeg', fits: starts(0xff, 0xd8, 0xff) }
const OOXML = 'application/vnd.openxmlformats-officedocument'

export const fileKinds: Readonly<Record<string, FileKind>> = {
  jpg: jpeg,
  jpeg,
  png: { mime: 'image/png', fits: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  gif: { mime: 'image/gif', fits: (probe) => /^GIF8[79]a$/.test(word(probe, 0, 6)) },
  webp: { mime: 'image/webp', fits: riff('WEBP') },
  ico: { mime: 'image/x-icon', fits: (probe) => starts(0, 0, 1, 0)(probe) && probe.head.readUInt16LE(4) > 0 },
  svg: { mime: 'image/svg+xml', fits: svg },
  pdf: { mime: 'application/pdf', fits: (probe) => word(probe, 0, 5) === '%PDF-' },
  zip: { mime: 'application/zip', fits: zip },
  docx: { mime: `${OOXML}.wordprocessingml.document`, fits: office('word/document.xml') },
  xlsx: { mime: `${OOXML}.spreadsheetml.sheet`, fits: office('xl/workbook.xml') },
  doc: { mime: 'application/msword', fits: ole },
  xls: { mime: 'application/vnd.ms-excel', fits: ole },
  mp4: { mime: 'video/mp4', fits: isoMedia },
  mov: { mime: 'video/quicktime', fits: isoMedia },
  '3gp': { mime: 'video/3gpp', fits: isoMedia },
  avi: { mime: 'video/x-msvideo', fits: riff('AVI ') },
  wmv: { mime: 'video/x-ms-wmv', fits: asf },
  wma: { mime: 'audio/x-ms-wma', fits: asf },
  mkv: { mime: 'video/x-matroska', fits: starts(0x1a, 0x45, 0xdf, 0xa3) },
  flv: { mime: 'video/x-flv', fits: starts(0x46, 0x4c, 0x56, 1) },
  rmvb: { mime: 'application/vnd.rn-realmedia-vbr', fits: starts(0x2e, 0x52, 0x4d, 0x46) },
  mp3: { mime: 'audio/mpeg', fits: mp3 },
  wav: { mime: 'audio/wav', fits: riff('WAVE') },
  txt: { mime: 'text/plain', fits: plainText },
  csv: { mime: 'text/csv', fits: plainText },
}

/** The extension of a name, lower-cased, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
}

/** The type of a file whose content fits its extension; anything else is refused. */
export async function checkedMime(path: string, extension: string): Promise<string> {
  const kind = Object.hasOwn(fileKinds, extension) ? fileKinds[extension] : undefined
  if (!kind) throw new Refusal('UPLOAD_CONTENT', {}, 'file')
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(HEAD)
    const { bytesRead } = await file.read(buffer, 0, HEAD, 0)
    // Short files are padded with zeros for the fixed offsets, but a text is judged by its own bytes alone.
    const head = extension === 'txt' || extension === 'csv' ? buffer.subarray(0, bytesRead) : buffer
    if (size === 0 || !(await kind.fits({ head, size, file }))) throw new Refusal('UPLOAD_CONTENT', {}, 'file')
    return kind.mime
  } finally {
    await file.close()
  }
}
