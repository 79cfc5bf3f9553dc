import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { fen } from '#contract/kit/money'
import { minuteText, pageRule } from '#web/kit/print/printSheet'
import { AmountRow, Sheet, SheetTable } from '#web/kit/print/Sheet'
import { fileOfRun } from './LongAct.tsx'
import { durationText, isOver, secondsLeft } from './runs.ts'
import { StatusTag } from './StatusTag.tsx'

describe('status tag', () => {
  it('carries dot and word, hollow or solid where told', () => {
    const html = renderToStaticMarkup(<StatusTag option={{ label: '待入住', family: 'slate', hollow: true }} />)
    expect(html).toBe('<span class="yy-tag yy-tag-slate yy-tag-hollow"><i aria-hidden="true"></i>待入住</span>')
    const alarm = (
      <StatusTag family="red" solid>
        未处理
      </StatusTag>
    )
    expect(renderToStaticMarkup(alarm)).toContain('yy-tag-solid')
  })
})

describe('long acts', () => {
  it('tells the time left from what was done in this sight of it', () => {
    expect(secondsLeft(0, 210, 4000)).toBeNull()
    expect(secondsLeft(136, 210, 13_600)).toBe(7)
    expect(secondsLeft(210, 210, 9000)).toBeNull()
    expect([durationText(8), durationText(150), durationText(4000)]).toEqual(['8 秒', '3 分钟', '1 小时 7 分钟'])
  })

  it('offers the file of a finished export only', () => {
    const run = { state: 'done', result: { url: '/files/1/a.xlsx', name: 'a.xlsx' } } as never
    expect(fileOfRun(run)).toEqual({ url: '/files/1/a.xlsx', name: 'a.xlsx' })
    expect(fileOfRun({ state: 'failed', result: { url: '/x' } } as never)).toBeNull()
    expect(['waiting', 'running', 'done', 'failed', 'cancelled'].map((state) => isOver({ state }))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})

describe('paper', () => {
  it('knows its size and what stands in its margins', () => {
    const at = new Date(2026, 10, 12, 15, 42)
    expect(minuteText(at)).toBe('2026-11-12 15:42')
    expect(pageRule('A4', at)).toContain('打印时间 2026-11-12 15:42')
    expect(pageRule('A4-landscape', at)).toContain('A4 landscape')
    expect(pageRule('receipt', at)).toContain('241mm 93mm')
  })

  it('has a head that repeats, a total in capitals, places to sign and the reprint mark', () => {
    const html = renderToStaticMarkup(
      <Sheet org="松鹤" title="账单" signatures={[{ label: '制单', name: '刘敏' }, { label: '审核' }]} reprint={2}>
        <SheetTable
          rows={[{ name: '床位费' }]}
          columns={[
            { key: 'name', title: '项目', text: (row) => row.name },
            { key: 'fee', title: '金额', align: 'right', text: () => '1.00' },
          ]}
          totals={<AmountRow label="合计" fen={fen(-871_140)} span={2} />}
        />
      </Sheet>,
    )
    expect(html).toContain('<thead><tr><th class="left">项目</th>')
    expect(html).toContain('负捌仟柒佰壹拾壹元肆角整')
    expect(html).toContain('−¥8,711.40')
    expect(html).toContain('补打 第 2 次')
    expect(html).toContain('审核：<i class="line"></i>')
  })
})
