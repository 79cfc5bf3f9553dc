// The matrix on A4 across: one project a line, a column a day, signed by the head nurse.
import { cellLine, type MatrixLayout, rateOf } from '#contract/nursing/matrixCells'
import type { CareMatrixData } from '#contract/nursing/record'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'

const TIGHT = { padding: '0.5mm 0.2mm', fontSize: '7pt', lineHeight: 1.25, textAlign: 'center' as const }
const NAME = { ...TIGHT, width: '24mm', textAlign: 'left' as const, fontSize: '8pt', paddingLeft: '1mm' }
const SUM = { ...TIGHT, width: '13mm' }
const WEEKEND = { ...TIGHT, background: '#eee' }

/** 12/12 is ✓12 on paper. */
const WHOLE = /^✓(\d+)\/\1$/

/** Each part under the other: a day has seven millimetres, and a figure is broken only behind its stroke. */
const stacked = (line: string | null) =>
  line?.split(' ').map((part) => {
    const [done, planned] = part.replace(WHOLE, '✓$1').split('/')
    return (
      <span key={part} style={{ display: 'block' }}>
        <span className="whole">
          {done}
          {planned && '/'}
        </span>
        <wbr />
        {planned && <span className="whole">{planned}</span>}
      </span>
    )
  })

export const matrixTitle = ({ month, oldmanName, deptName }: CareMatrixData) =>
  `${oldmanName ?? deptName ?? '全院'} ${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月护理记录`

export async function printMatrix(matrix: CareMatrixData, layout: MatrixLayout): Promise<void> {
  const user = useSession.getState().user
  const title = matrixTitle(matrix)
  const rate = rateOf(layout.sum)
  await printSheet({
    title,
    paper: 'A4-landscape',
    render: () => (
      <Sheet
        org={user?.orgInfo.orgName ?? ''}
        title={title}
        sub={`${matrix.oldmanName ? '' : `${matrix.elders} 位老人　`}应做 ${layout.sum.planned} 次，已做 ${layout.sum.done} 次${rate === null ? '' : `（${rate}%）`}，漏做 ${layout.sum.missed} 次，拒绝 ${layout.sum.refused} 次，补录 ${layout.sum.late} 次。✓12 即 12 次全部做了　漏 漏做　拒 拒绝　补 补录　离 外出或住院　+ 按需`}
        signatures={[{ label: '打印人', name: user?.empInfo.empName ?? '' }, { label: '护士长' }]}
      >
        <table className="grid" style={{ tableLayout: 'fixed' }}>
          <thead>
            <tr>
              <th style={NAME}>护理项目</th>
              {layout.days.map((day) => (
                <th key={day.day} style={TIGHT}>
                  {day.day}
                  <br />
                  {day.weekday}
                </th>
              ))}
              <th style={SUM}>已做/应做</th>
            </tr>
          </thead>
          <tbody>
            {layout.groups.flatMap((group) =>
              group.rows.map((row) => (
                <tr key={row.projectId}>
                  <td style={NAME}>{row.projectName}</td>
                  {layout.days.map((day) => {
                    const cell = row.byDay.get(day.day)
                    return (
                      <td key={day.day} style={day.weekend ? WEEKEND : TIGHT}>
                        {cell && stacked(cellLine(cell))}
                      </td>
                    )
                  })}
                  <td style={SUM}>
                    {row.sum.done}/{row.sum.planned}
                  </td>
                </tr>
              )),
            )}
            <tr>
              <td style={NAME}>
                <b>每日合计</b>
              </td>
              {layout.days.map((day) => {
                const cell = layout.daySums.get(day.day)
                return (
                  <td key={day.day} style={day.weekend ? WEEKEND : TIGHT}>
                    {cell && stacked(cellLine(cell))}
                  </td>
                )
              })}
              <td style={SUM}>
                <b>
                  {layout.sum.done}/{layout.sum.planned}
                </b>
              </td>
            </tr>
          </tbody>
        </table>
      </Sheet>
    ),
  })
}
