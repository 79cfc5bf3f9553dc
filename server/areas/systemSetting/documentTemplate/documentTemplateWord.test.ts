// Word templates: which placeholders are found, what is refused, what comes out.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PizZip from 'pizzip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordOf } from '#server/areas/systemSetting/demo/demoDocumentWord'
import { foundOf, nearNames } from './documentTemplateFound.ts'
import { fillWord, wordPlaceholders } from './documentTemplateWord.ts'
import { checkedWord } from './documentTemplateWordSafety.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-word-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const textOf = (content: Buffer, part = 'word/document.xml') =>
  new PizZip(content)
    .file(part)!
    .asText()
    .replace(/<w:br\/>/g, '\n')
    .replace(/<[^>]+>/g, '')

/** The plain document with some of its parts changed. */
function changed(parts: Record<string, string | Buffer>, text = '= 甲方：{机构名称}'): Buffer {
  const zip = new PizZip(wordOf(text, '页脚'))
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' }) as Buffer
}
const withBody = (inner: string) => {
  const plain = new PizZip(wordOf('= x', 'y')).file('word/document.xml')!.asText()
  return changed({ 'word/document.xml': plain.replace(/<w:body>.*<w:sectPr>/, `<w:body>${inner}<w:sectPr>`) })
}

async function checked(content: Buffer, name = '模板.docx') {
  const path = join(folder, String(Math.random()))
  await writeFile(path, content)
  return checkedWord({ path, name, size: content.length, mime: '' })
}

describe('placeholders of a Word file', () => {
  it('are found in single and double braces, with spaces, in the footer and across runs', () => {
    const split =
      '<w:p><w:r><w:t>{老</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>人姓</w:t></w:r><w:r><w:t>名} {{ 机构 名称 }}</w:t></w:r></w:p>'
    expect([...wordPlaceholders(withBody(split))]).toEqual([
      ['机构名称', 1],
      ['老人姓名', 1],
    ])
    expect([...wordPlaceholders(wordOf('= {a}{a}{{b}}', '{c}'))]).toEqual(
      expect.arrayContaining([
        ['a', 2],
        ['b', 1],
        ['c', 1],
      ]),
    )
  })

  it('get known neighbours when they are unknown', () => {
    expect(nearNames('老人名字')).toContain('老人姓名')
    expect(nearNames('身份证号')).toContain('老人身份证号')
    expect(nearNames('监护人手机')).toContain('监护人电话')
    expect(nearNames('zzzz')).toEqual([])
    expect(foundOf(new Map([['老人姓名', 2]]))).toMatchObject([{ known: true, group: '老人', near: [] }])
  })

  it.each([
    ['= 甲方{机构名称', '缺少 }'],
    ['= 甲方机构名称}', '缺少 {'],
    ['= {{机构名称}', '缺少 }}'],
    ['= {#老人}{/老人}', '循环或条件'],
    ['= {@老人姓名}', '循环或条件'],
    ['= {}', '没有写名称'],
    ['= {=[[ ]]=}', ''],
  ])('%s is refused or harmless', (text, words) => {
    if (words === '') expect(() => wordPlaceholders(wordOf(text, 'x'))).not.toThrow()
    else expect(() => wordPlaceholders(wordOf(text, 'x'))).toThrow(words)
  })
})

describe('filling', () => {
  const known: Record<string, string> = { 老人姓名: '王<秀>兰 & {机构名称}', 住址: '杨浦区\n国定路' }
  it('puts values in as text, keeps line ends, leaves room for what is missing', () => {
    const { content, missing } = fillWord(wordOf('= {老人姓名}|{{住址}}|{监护人电话}', '{老人姓名}'), {
      value: (name) => (Object.hasOwn(known, name) ? known[name] : undefined),
    })
    expect(textOf(content)).toContain('王&lt;秀&gt;兰 &amp; ｛机构名称｝|杨浦区\n国定路|＿＿＿＿＿＿')
    expect(textOf(content, 'word/footer1.xml')).toContain('王&lt;秀&gt;兰')
    expect(missing).toEqual(['监护人电话'])
  })
})

describe('what may not come in', () => {
  it('lets a plain document pass', async () => {
    await expect(checked(changed({}))).resolves.toBeInstanceOf(Buffer)
  })

  const relation = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`

  it.each<[string, () => Buffer, string]>([
    ['macros', () => changed({ 'word/vbaProject.bin': 'x' }), '宏'],
    ['embedded objects', () => changed({ 'word/embeddings/a.xlsx': 'x' }), '嵌入'],
    ['controls', () => changed({ 'word/activeX/activeX1.xml': '<x/>' }), '控件'],
    [
      'a remote template',
      () => changed({ 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'http://evil.example/a.dotm') }),
      '外部',
    ],
    [
      'a remote picture',
      () => changed({ 'word/_rels/document.xml.rels': relation('image', 'http://evil.example/a.png') }),
      '外部',
    ],
    ['entities', () => changed({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }), '不符合'],
    [
      'fields that fetch',
      () =>
        withBody(
          '<w:p><w:r><w:instrText> DDE</w:instrText></w:r><w:r><w:instrText>AUTO c:\\cmd </w:instrText></w:r></w:p>',
        ),
      '域',
    ],
    ['fields in other quotes', () => withBody(`<w:fldSimple w:instr='DDEAUTO c:\\cmd'/>`), '域'],
    [
      'a remote picture behind a bracket',
      () => changed({ 'word/_rels/document.xml.rels': relation('image', 'http://evil.example/a>b.png') }),
      '外部',
    ],
    [
      'a second table, which another reader would take',
      () => {
        const content = changed({})
        // The number of the disk says: look at the table in the large format.
        content.writeUInt16LE(0xffff, content.length - 18)
        return content
      },
      '扩展名',
    ],
    ['other documents', () => withBody('<w:altChunk/>'), '夹带'],
    ['a bomb', () => changed({ 'word/big.xml': `<x>${' '.repeat(14 * 1024 * 1024)}</x>` }), '过大'],
    ['paths', () => changed({ '../../evil.xml': '<x/>' }), '扩展名'],
    ['no Word', () => changed({ 'word/document.xml': Buffer.from([0xff, 0xfe, 0x00]) }, 'x'), ''],
    ['a text', () => Buffer.from('hello'), '扩展名'],
  ])('%s', async (_, make, words) => {
    const work = checked(make()).then((content) => void wordPlaceholders(content))
    if (words === '') await expect(work.catch((error: Error) => error.name === 'Refusal')).resolves.not.toBe(false)
    else await expect(work).rejects.toThrow(words)
  })

  it('openings that never end cost one pass', async () => {
    const endless = (opening: string) => `<x>${opening.repeat(150_000)}`
    const content = changed({
      'word/endless.xml': endless('<w:instrText '),
      'word/_rels/endless.xml.rels': endless('<Relationship '),
    })
    // Looked through anew from each of them it would take hours.
    await expect(checked(content).catch((error: Error) => error.message)).resolves.toBeDefined()
  })

  it('a link that a reader clicks may stay', async () => {
    const link = relation('hyperlink', 'https://www.mca.gov.cn/')
    await expect(checked(changed({ 'word/_rels/footer1.xml.rels': link }))).resolves.toBeInstanceOf(Buffer)
  })

  it('other extensions and large files are named', async () => {
    await expect(checked(changed({}), '模板.doc')).rejects.toThrow('docx')
    await expect(checked(Buffer.alloc(5 * 1024 * 1024 + 1))).rejects.toThrow('5MB')
    await expect(checkedWord(undefined)).rejects.toThrow('请选择')
  })
})
