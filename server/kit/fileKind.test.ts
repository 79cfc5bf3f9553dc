import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadUses } from '#contract/platform/upload'
import { writeSheet } from './excel.ts'
import { checkedMime, extensionOf, fileKinds } from './fileKind.ts'
import { isHarmlessSvg } from './svgSafety.ts'
import { ZipWriter } from './zipWriter.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-kind-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function mimeOf(content: Buffer, extension: string): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return checkedMime(path, extension)
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#308' } })

/** A zip archive with entries of these names. */
async function archive(...names: string[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  const write = (chunk: Buffer, _: string, done: () => void) => {
    chunks.push(chunk)
    done()
  }
  const zip = new ZipWriter(new Writable({ write }))
  for (const name of names) await zip.add(name, `<${name.length}/>`)
  await zip.end()
  return Buffer.concat(chunks)
}

async function samples(): Promise<Record<string, Buffer>> {
  const jpg = await picture.clone().jpeg().toBuffer()
  const xlsx = await writeSheet({ title: '表', columns: [{ title: '甲', value: 'a' }], rows: [{ a: '1' }] })
  const iso = bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isomiso2')
  const asf = bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9])
  const ole = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'rest')
  return {
    jpg,
    jpeg: jpg,
    png: await picture.clone().png().toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    ico: bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
    pdf: bytes('%PDF-1.7\n'),
    zip: xlsx,
    xlsx,
    docx: await archive('[Content_Types].xml', 'word/document.xml'),
    doc: ole,
    xls: ole,
    mp4: iso,
    mov: bytes([0, 0, 0, 8], 'wide', [0, 0, 1, 0], 'mdat'),
    '3gp': bytes([0, 0, 0, 24], 'ftyp3gp5', [0, 0, 2, 0]),
    avi: bytes('RIFF', [1, 0, 0, 0], 'AVI LIST'),
    wmv: asf,
    wma: asf,
    mkv: bytes([0x1a, 0x45, 0xdf, 0xa3], 'matroska'),
    flv: bytes('FLV', [1, 5, 0, 0, 0, 9]),
    rmvb: bytes('.RMF', [0, 0, 0, 18]),
    mp3: bytes([0xff, 0xfb, 0x90, 0x44], 'x'.repeat(50)),
    wav: bytes('RIFF', [1, 0, 0, 0], 'WAVEfmt '),
    txt: Buffer.from('姓名，电话\r\n'),
    csv: Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31, 0x0d, 0x0a]),
  }
}

describe('what a file is', () => {
  test('every extension that may be uploaded has a check', () => {
    const allowed = Object.values(uploadUses).flatMap((use): readonly string[] => use.extensions)
    expect(allowed.filter((extension) => !Object.hasOwn(fileKinds, extension))).toEqual([])
  })

  test('content that fits its extension passes with the type of the extension', async () => {
    for (const [extension, content] of Object.entries(await samples())) {
      expect(await mimeOf(content, extension), extension).toBe(fileKinds[extension]!.mime)
    }
  })

  test('content of one kind under the name of another is refused', async () => {
    const all = await samples()
    const kin = [
      ['jpg', 'jpeg'],
      ['mp4', 'mov', '3gp'],
      ['wmv', 'wma'],
      ['doc', 'xls'],
      ['zip', 'xlsx', 'docx'],
      ['txt', 'csv', 'svg', 'pdf', 'flv', 'rmvb', 'avi', 'wav'],
    ]
    for (const [extension, content] of Object.entries(all)) {
      for (const other of Object.keys(fileKinds)) {
        if (other === extension || kin.some((group) => group.includes(extension) && group.includes(other))) continue
        await expect(mimeOf(content, other), `${extension} as ${other}`).rejects.toThrow('文件内容与扩展名不符')
      }
    }
  })

  test('an archive is no document, a program no picture, nothing no text', async () => {
    const { xlsx } = await samples()
    const macros = await archive('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')
    await expect(mimeOf(xlsx!, 'docx')).rejects.toThrow('文件内容与扩展名不符')
    await expect(mimeOf(macros, 'docx')).rejects.toThrow('文件内容与扩展名不符')
    await expect(mimeOf(bytes('MZ', [0x90, 0, 3, 0]), 'jpg')).rejects.toThrow('文件内容与扩展名不符')
    await expect(mimeOf(Buffer.from('<html><script>alert(1)</script>'), 'png')).rejects.toThrow('文件内容与扩展名不符')
    await expect(mimeOf(Buffer.alloc(0), 'txt')).rejects.toThrow('文件内容与扩展名不符')
    await expect(mimeOf(Buffer.from([0x61, 0, 0x62]), 'txt')).rejects.toThrow('文件内容与扩展名不符')
    await expect(mimeOf(Buffer.from('x'), 'constructor')).rejects.toThrow('文件内容与扩展名不符')
  })

  test('the extension of a name', () => {
    expect(
      ['a.PNG', 'a.tar.gz', '.png', 'a', 'a.', 'a.pn g', 'a.png\u0000.txt', '老人.Jpeg '].map(extensionOf),
    ).toEqual(['png', 'gz', 'png', '', '', '', 'txt', 'jpeg'])
  })
})

const svg = (inside: string, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inside}</svg>`,
  )

describe('drawings', () => {
  test('what drawing programs write passes', () => {
    const fine = [
      svg('<g fill="url(#a)"><path d="M0 0h1" style="fill:#fff;stroke:url(#b)"/></g>'),
      svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><use xlink:href="#a"/>'),
      svg('<style>.a{fill:red}</style><text class="a">a &lt; b &amp; c</text>'),
      svg('<image href="data:image/png;base64,iVBORw0KGgo="/>'),
      Buffer.from(
        `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<!-- Inkscape --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"><sodipodi:namedview id="x"/><circle r="4"/></svg>`,
      ),
    ]
    for (const one of fine) expect(isHarmlessSvg(one), one.toString()).toBe(true)
  })

  test('what could run, load or hide something is refused', () => {
    const harmful = [
      svg('<script>alert(1)</script>'),
      svg('<SCRIPT>alert(1)</SCRIPT>'),
      svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
      svg('<svg:script>alert(1)</svg:script>', ' xmlns:svg="http://www.w3.org/2000/svg"'),
      svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>'),
      svg('<foreignObject><body/></foreignObject>'),
      svg('<path d="M0 0"/>', ' onload="alert(1)"'),
      svg('<path d="M0 0" OnClick="alert(1)"/>'),
      svg('<a xlink:href="javascript:alert(1)"><text>x</text></a>'),
      svg('<use xlink:href="http://elsewhere/x.svg#a"/>'),
      svg('<use href="java&#115;cript:alert(1)"/>'),
      svg('<use href=" \tjavascript:alert(1)"/>'),
      svg('<image href="https://elsewhere/pixel.png"/>'),
      svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
      svg('<style>@import url(http://elsewhere/x.css)</style>'),
      svg('<style>@im\\70ort "x"</style>'),
      svg('<style>.a{background:url(//elsewhere/x)}</style>'),
      svg('<path style="fill:url(http://elsewhere#x)"/>'),
      svg('<path fill="url(http://elsewhere#x)"/>'),
      svg('<animate attributeName="href" to="javascript:alert(1)"/>'),
      svg('<set attributeName="onload" to="x"/>'),
      svg('<iframe src="x"/>'),
      svg('<g xml:base="http://elsewhere/"><use href="#x"/></g>'),
      svg('<text><![CDATA[<script>]]></text>'),
      svg('<path d="M0 0"'),
      svg('<g>'),
      Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'),
      Buffer.from('<?xml version="1.0" encoding="utf-7"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<?xml-stylesheet href="x.css"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml"><path/></svg>'),
      Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"/>'),
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/><svg xmlns="http://www.w3.org/2000/svg"/>`),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
      Buffer.from('plain text'),
    ]
    for (const one of harmful) expect(isHarmlessSvg(one), one.toString()).toBe(false)
  })

  test('a file made to be read again and again is read once', () => {
    expect(isHarmlessSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<a "'.repeat(400_000)}`))).toBe(false)
  })
})
