// What each release brought, as CHANGELOG.md tells it in the words of the people who use it. The newest stands first.
import changelog from '../../../../CHANGELOG.md?raw'

export interface ReleaseNote {
  version: string
  /** yyyy-MM-dd */
  date: string
  content: string
}

const UNRELEASED = '未发布'
const RELEASE = /^(\d+\.\d+\.\d+) · (\d{4}-\d{2}-\d{2})$/

/** Sections `## 0.1.0 · 2026-11-15`; what is not released yet is left out, any other heading is a mistake. */
export function releasesIn(text: string): ReleaseNote[] {
  const [, ...sections] = text.split(/^## /m)
  return sections.flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n')
    if (heading.trim() === UNRELEASED) return []
    const [, version, date] = heading.trim().match(RELEASE) ?? []
    if (!version || !date) throw new Error(`CHANGELOG.md: “${heading.trim()}” names no version and day`)
    return [{ version, date, content: lines.filter((line) => line.trim() !== '').join('\n') }]
  })
}

export const releaseNotes: readonly ReleaseNote[] = releasesIn(changelog)
