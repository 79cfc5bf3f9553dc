import { describe, expect, test } from 'vitest'
import { VERSION } from '#server/kit/version'
import { releaseNotes, releasesIn } from './releaseNotes.ts'

describe('release notes', () => {
  test('are the released sections of the changelog, without empty lines', () => {
    const text =
      '# 更新\n\n说明\n\n## 未发布\n\n1. 以后\n\n## 0.2.0 · 2026-12-01\n\n1. 甲\n\n2. 乙\n\n## 0.1.0 · 2026-11-15\n\n首个\n'
    expect(releasesIn(text)).toEqual([
      { version: '0.2.0', date: '2026-12-01', content: '1. 甲\n2. 乙' },
      { version: '0.1.0', date: '2026-11-15', content: '首个' },
    ])
  })

  test('a heading without version or day is a mistake', () => {
    expect(() => releasesIn('## 0.2\n\n1. 甲\n')).toThrow('0.2')
  })

  test('the version that runs has one', () => {
    expect(releaseNotes.map((note) => note.version)).toContain(VERSION)
  })
})
