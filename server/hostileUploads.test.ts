// Hostile multipart bodies on every declared call that takes files (hostile.test.ts).
import { describe, test } from 'vitest'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { show } from '#server/kit/test/attacker'
import { hostileTexts, multipart, type Part, TINY_PNG } from '#server/kit/test/hostile'
import { emptyRows, farCell, nestedZip } from '#server/kit/test/hostileBooks'
import { calls, isUpload, LONG, leavesAllWell, named, SEED, underAttack } from '#server/kit/test/underAttack'

const under = underAttack(demoAccounts)
const file = (more: Partial<Part> = {}): Part => ({ name: 'file', filename: 'a.png', content: TINY_PNG, ...more })

describe(`hostile input in uploads (seed ${SEED})`, () => {
  test(
    'in multipart bodies',
    async () => {
      // Every call hands its workbook to the one reader, whose own test counts to a million.
      const books = [
        ['a far cell', farCell()],
        ['many empty rows', emptyRows(50_000)],
        ['nested archives', nestedZip()],
      ] as const
      for (const call of calls.filter(isUpload)) {
        const bodies: [string, readonly Part[]][] = [
          ['nothing', []],
          ['a field called file', [{ name: 'file', content: 'text' }]],
          ['two files', [file(), file()]],
          ['file under another name', [file({ name: 'other' })]],
          ['no file name', [file({ filename: '' })]],
          ['no extension', [file({ filename: 'picture' })]],
          ['empty file', [file({ content: '' })]],
          ['other content', [file({ content: 'GIF89a' })]],
          ['half a picture', [file({ content: TINY_PNG.subarray(0, 40) })]],
          ['path as name', [file({ filename: '../../../../etc/cron.d/a.png' })]],
          ['NUL in the name', [file({ filename: 'a\0.png' })]],
          ['long name', [file({ filename: `${'长'.repeat(3_000)}.png` })]],
          [
            'half a character',
            [{ name: 'file', more: "; filename*=utf-16le''%00%d8%2e%00p%00n%00g%00", content: TINY_PNG }],
          ],
          ['prototype as field', [{ name: '__proto__', content: '1' }, file()]],
          ['prototype as file', [file({ name: 'constructor' })]],
          ['JSON part', [{ name: 'picRoute', type: 'application/json', content: '{"__proto__":{"a":1}}' }, file()]],
          [
            'deep JSON part',
            [{ name: 'picRoute', type: 'application/json', content: '['.repeat(900) + ']'.repeat(900) }],
          ],
          ['broken JSON part', [{ name: 'picRoute', type: 'application/json', content: '{' }, file()]],
          ['101 files', Array.from({ length: 101 }, () => file({ content: 'x' }))],
          ['51 fields', [...Array.from({ length: 51 }, (_, i) => ({ name: `f${i}`, content: 'x' })), file()]],
          ['1200 parts', Array.from({ length: 1_200 }, (_, i) => ({ name: `f${i}`, content: '' }))],
          ['long field', [{ name: 'picRoute', content: 'x'.repeat(2 * 1024 * 1024) }, file()]],
          ...books.map(([label, content]): [string, Part[]] => [label, [file({ filename: 'a.xlsx', content })]]),
          ...books.map(([label, content]): [string, Part[]] => [
            `${label} as Word`,
            [file({ filename: 'a.docx', content })],
          ]),
          ...named(call, 'body').flatMap((name) =>
            under.attacker
              .some(call, hostileTexts, 0.3)
              .map((content): [string, Part[]] => [`${name}=${show(content)}`, [{ name, content }, file()]]),
          ),
        ]
        for (const [label, parts] of bodies) await under.attacker.shoot(label, call, multipart(parts))
        const { type, content } = multipart([file()])
        for (const cut of [1, 10, 60, 100, 130, content.length - 5]) {
          await under.attacker.shoot(`cut at ${cut}`, call, { type, content: content.subarray(0, cut) })
        }
        await under.attacker.shoot('another boundary', call, { type: 'multipart/form-data; boundary=other', content })
      }
      under.noFaults()
    },
    LONG,
  )

  leavesAllWell(under)
})
