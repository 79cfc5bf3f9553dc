import { describe, expect, it } from 'vitest'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import type { AssessSettingData } from '#contract/nursing/assessSetting'
import { changesOf, editedOf, ownWords } from './settingEdit.ts'

const kind = {
  kind: 'of2023',
  kindName: '2023 标准',
  type: 2,
  family: 'ability',
  enabled: true,
  expected: true,
  months: 12,
  usualMonths: 12,
}
const level = { kind: 'of2023', level: 2, levelName: '中度失能', nursingLevelId: 'a', nursingLevelName: '半护理' }
const stored = {
  kinds: [kind],
  levels: [level],
  raiseTogether: 'single',
  workerDayMinutes: 600,
  version: 3,
} as AssessSettingData

describe('settings', () => {
  it('send only what was changed', () => {
    const before = editedOf(stored)
    expect(changesOf(before, before)).toEqual({ count: 0, body: {} })
    const now = {
      ...before,
      levels: [{ ...level, nursingLevelId: 'b' }],
      raiseTogether: 'cumulative' as const,
      workerDayMinutes: 540,
    }
    expect(changesOf(before, now)).toEqual({
      count: 3,
      body: {
        levels: [{ kind: 'of2023', level: 2, nursingLevelId: 'b' }],
        raiseTogether: 'cumulative',
        workerDayMinutes: 540,
      },
    })
  })
  it('keep only words that differ from those of the kind', () => {
    expect(
      ownWords(of2023, { 'item:B.1.1': '吃饭', 'item:B.1.2': '修饰', 'item:B.1.3': ' ', 'item.hint:B.1.1': '' }),
    ).toEqual([
      { key: 'item:B.1.1', text: '吃饭' },
      { key: 'item.hint:B.1.1', text: '' },
    ])
  })
})
