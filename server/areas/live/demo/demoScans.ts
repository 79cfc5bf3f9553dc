// Scans as a front desk files them, drawn small and alike in every installation. Pictures carry no letters: which fonts a
// server has is its own affair, and numbers on a copy are blacked out anyway. A PDF names a font its reader has.
import sharp from 'sharp'

const INK = '#5b6470'
const PALE = '#c3cad3'

/** Written lines, too small to read. */
const lines = (x: number, y: number, widths: readonly number[], step = 22) =>
  widths
    .map((width, i) => `<rect x="${x}" y="${y + i * step}" width="${width}" height="8" rx="2" fill="${PALE}"/>`)
    .join('')
/** What was blacked out before it was copied. */
const black = (x: number, y: number, width: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="12" rx="2" fill="${INK}"/>`
const stamp = (x: number, y: number, r: number) =>
  `<g fill="none" stroke="#c4352c" opacity=".75"><circle cx="${x}" cy="${y}" r="${r}" stroke-width="4"/>
  <path d="M${x} ${y - r * 0.35}l${r * 0.1} ${r * 0.24}h${r * 0.26}l-${r * 0.2} ${r * 0.17} ${r * 0.08} ${r * 0.26}-${r * 0.24}-${r * 0.16}-${r * 0.24} ${r * 0.16} ${r * 0.08}-${r * 0.26}-${r * 0.2}-${r * 0.17}h${r * 0.26}z" fill="#c4352c"/></g>`

/** On the grey glass of a copier, a little askew. */
const scan = (width: number, height: number, turn: number, drawn: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#e9ebee"/><g transform="rotate(${turn} ${width / 2} ${height / 2})">${drawn}</g></svg>`),
  )
    .png({ palette: true })
    .toBuffer()

const face = (x: number, y: number, hair: string) =>
  `<g transform="translate(${x} ${y})"><rect width="132" height="168" fill="#eef2f5"/>${hair}
<ellipse cx="66" cy="76" rx="34" ry="42" fill="#e9cdb4"/><path d="M12 168c4-40 26-50 54-50s50 10 54 50z" fill="#8595a6"/>
<path d="M32 66c0-36 16-44 34-44s34 8 34 44c-6-18-16-24-34-24s-28 6-34 24z" fill="#bfc4cb"/>
<path d="M52 76h8M72 76h8M56 98c6 5 14 5 20 0" stroke="#7b6a5d" stroke-width="3" fill="none" stroke-linecap="round"/></g>`

/** The side of an identity card that bears the portrait. */
export const idCardScan = (woman: boolean) =>
  scan(
    640,
    420,
    woman ? -0.8 : 0.6,
    `<rect x="40" y="34" width="560" height="352" rx="18" fill="#f4f8fb" stroke="#b9c4cf" stroke-width="2"/>
<path d="M40 300c120-60 220 40 330-20s160-30 230-60v148a18 18 0 0 1-18 18H58a18 18 0 0 1-18-18z" fill="#e3eef6"/>
${lines(76, 78, [44, 44], 46)}${black(132, 76, 96)}${black(132, 122, 30)}${lines(188, 124, [44])}${black(246, 122, 62)}
${lines(76, 170, [44])}${black(132, 168, 190)}${lines(76, 216, [44])}${black(132, 214, 230)}${black(132, 240, 160)}
${lines(76, 336, [110])}${black(206, 334, 300)}${face(428, 84, woman ? '<ellipse cx="66" cy="70" rx="46" ry="50" fill="#bfc4cb"/>' : '')}`,
  )

/** A page of a household register. */
export const householdScan = () =>
  scan(
    560,
    760,
    0.5,
    `<rect x="34" y="30" width="492" height="700" fill="#fdfbf5" stroke="#c9c0ac" stroke-width="2"/>
<rect x="176" y="64" width="208" height="16" rx="2" fill="${INK}" opacity=".7"/>
<g fill="none" stroke="#b5ab95" stroke-width="2"><rect x="64" y="110" width="432" height="500"/>
${Array.from({ length: 9 }, (_, i) => `<path d="M64 ${160 + i * 50}h432"/>`).join('')}<path d="M164 110v500M280 110v350M380 110v350"/></g>
${Array.from({ length: 10 }, (_, i) => lines(80, 131 + i * 50, [62 - (i % 3) * 12])).join('')}
${Array.from({ length: 7 }, (_, i) => `${black(178, 129 + i * 50, 80 - (i % 4) * 10)}${lines(294, 131 + i * 50, [60])}${black(392, 129 + i * 50, 84 - (i % 3) * 12)}`).join('')}
${lines(178, 481, [250, 210, 170], 50)}${stamp(410, 640, 56)}`,
  )

/** A card of the medical insurance. */
export const insuranceScan = () =>
  scan(
    640,
    420,
    -0.4,
    `<rect x="40" y="34" width="560" height="352" rx="18" fill="#e8f3ee" stroke="#a9c8ba" stroke-width="2"/>
<rect x="40" y="34" width="560" height="70" rx="18" fill="#3f8a6c"/><rect x="72" y="60" width="230" height="18" rx="2" fill="#fff" opacity=".9"/>
<rect x="72" y="150" width="64" height="50" rx="8" fill="#d9c27a"/><path d="M72 175h64M104 150v50" stroke="#b59d52" stroke-width="2"/>
${lines(170, 160, [54, 54, 54], 46)}${black(244, 158, 96)}${black(244, 204, 210)}${black(244, 250, 260)}${lines(72, 336, [320])}${stamp(516, 300, 44)}`,
  )

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** One A4 page of text: a heading and lines; `\t` goes to the second column. */
export function pdfPage(heading: string, text: readonly string[]): Buffer {
  const at = (x: number, y: number, size: number, words: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td <${hex(words)}> Tj ET\n`
  let drawn = at(297 - heading.length * 10, 770, 20, heading)
  for (const [i, line] of text.entries()) {
    const y = 720 - i * 24
    for (const [column, words] of line.split('\t').entries()) drawn += at(70 + column * 240, y, 12, words)
  }
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}endstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1)
/Supplement 4 >> /DW 1000 /W [1 94 500] /FontDescriptor 7 0 R >>`,
    `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880
/Descent -120 /CapHeight 880 /StemV 93 >>`,
  ]
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [i, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}
