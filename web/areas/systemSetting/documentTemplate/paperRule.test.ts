import { describe, expect, it } from 'vitest'
import { usualPaper } from '#contract/systemSetting/documentTemplate'
import { paperRule } from './paperRule.ts'
import { fitting, sheetSize, sheetStyle } from './sheetSize.ts'

describe('the page of a printed document', () => {
  it('has the margins of the template and page numbers in the middle', () => {
    const rule = paperRule(usualPaper)
    expect(rule).toContain('size: A4 portrait; margin: 20mm 22mm 20mm 22mm')
    expect(rule).toContain('@bottom-center { content: "第 " counter(page)')
    expect(rule).not.toContain('@top-center')
  })

  it('moves the numbers to the right when there is a footer', () => {
    const rule = paperRule({ ...usualPaper, size: 'A5', landscape: true, header: '合同', footer: '第一联' })
    expect(rule).toContain('size: A5 landscape')
    expect(rule).toContain('@top-center { content: "合同"')
    expect(rule).toContain('@bottom-left { content: "第一联"')
    expect(rule).toContain('@bottom-right')
  })

  it('keeps a text inside its quotes', () => {
    const rule = paperRule({ ...usualPaper, header: 'a"; } body { display: none } </style>\\' })
    expect(rule).toContain('content: "a\\22 ; } body { display: none } \\3c /style>\\5c "')
    expect(rule).not.toContain('</style>')
  })
})

describe('a sheet on the screen', () => {
  it('is as large as on paper and shrinks where there is no room', () => {
    expect(sheetSize({ ...usualPaper, landscape: true })).toEqual({ width: 297, height: 210 })
    expect(sheetStyle(usualPaper)).toMatchObject({ width: '210mm', padding: '20mm 22mm 20mm 22mm' })
    expect(fitting(2000, usualPaper)).toBe(1)
    expect(fitting(620, usualPaper)).toBeCloseTo(0.75, 1)
    expect(fitting(100, usualPaper)).toBe(0.5)
  })
})
