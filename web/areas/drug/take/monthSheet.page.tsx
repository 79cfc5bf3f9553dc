// 服药月单: the month of an elder as nurses keep it on paper: days across, drugs and times down, codes with initials.
import { Button } from 'antd'
import { ChevronLeft, ChevronRight, FileSpreadsheet, Printer } from 'lucide-react'
import { cellText, MONTH_CODES, monthKey } from '#contract/drug/monthWords'
import { drugTake } from '#contract/drug/take'
import type { DrugMonthData, MonthLineData } from '#contract/drug/takeRows'
import { DrugRoute, DrugTakeState } from '#contract/drug/useWords'
import { monthText } from '#contract/kit/clock'
import { ResidentSex } from '#contract/live/resident'
import { BedPath, bedPathText, ResidentCell, ResidentPicker } from '#web/areas/live/public'
import { download } from '#web/kit/call'
import { usePageParams, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useCall } from '#web/kit/query'
import './month.css'

const otherMonth = (month: string, by: number) => {
  const at = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + by, 1))
  return at.toISOString().slice(0, 7)
}

const daysOf = (sheet: DrugMonthData) => Array.from({ length: sheet.days }, (_, at) => at + 1)
const textAt = (line: MonthLineData, day: number) =>
  line.cells
    .filter((cell) => cell.day === day)
    .map(cellText)
    .join(' ')
const howOf = (line: MonthLineData) => [DrugRoute.label(line.route), line.giveHow].filter(Boolean).join('，')

async function printMonth(sheet: DrugMonthData): Promise<void> {
  const columns: SheetColumn<MonthLineData>[] = [
    {
      key: 'drug',
      title: '药品',
      width: 15,
      text: (line) => `${line.highAlert ? '▲' : ''}${line.drugName} ${line.spec}`,
    },
    { key: 'dose', title: '剂量 途径', width: 8, text: (line) => `${line.doseText} ${howOf(line)}` },
    { key: 'clock', title: '时刻', width: 4.6, whole: true, text: (line) => line.clock ?? '必要时' },
    ...daysOf(sheet).map((day) => ({
      key: String(day),
      title: String(day),
      align: 'center' as const,
      text: (line: MonthLineData) => textAt(line, day),
    })),
  ]
  const { elder } = sheet
  await printSheet({
    title: `服药月单 ${elder.oldmanName} ${sheet.month}`,
    paper: 'A4-landscape',
    render: () => (
      <div className="dense">
        <Sheet
          org={sheet.orgName}
          title={`服药月单 ${sheet.month}`}
          facts={[
            { label: '老人', value: `${elder.oldmanName} ${ResidentSex.label(elder.sex)} ${elder.age}岁` },
            { label: '床位', value: bedPathText(elder.bedPath) },
            { label: '过敏', value: <b style={{ color: '#c4221a' }}>{elder.allergies.join('、') || '无'}</b> },
          ]}
          signatures={[{ label: '护士长' }, { label: '医生' }, { label: '家属' }]}
        >
          <SheetTable columns={columns} rows={sheet.lines} />
          <p>{monthKey(sheet.people)}　▲ 高警示</p>
        </Sheet>
      </div>
    ),
  })
}

function Month({ sheet }: { sheet: DrugMonthData }) {
  const { elder } = sheet
  return (
    <section className="yy-card yy-stack yy-gap-12 yy-pad-16 yy-low yy-flex-1">
      <header className="yy-row yy-gap-16 yy-wrap">
        <ResidentCell row={elder} link />
        <BedPath path={elder.bedPath} />
        {elder.allergies.length > 0 && <b className="yy-red">过敏：{elder.allergies.join('、')}</b>}
      </header>
      {sheet.lines.length === 0 ? (
        <Empty title="这个月没有服药记录" text="设好用药并发药后，每天的结果记在这里。" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a month that is wider than the window scrolls by keyboard, too
        <section className="yy-scroll yy-low yy-flex-1 yy-ring" aria-label="服药月单" tabIndex={0}>
          <table className="yy-month-sheet">
            <thead>
              <tr>
                <th>药品</th>
                <th>剂量</th>
                <th>途径</th>
                <th>时刻</th>
                {daysOf(sheet).map((day) => (
                  <th key={day} className="yy-center-text">
                    {day}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sheet.lines.map((line) => (
                <tr key={`${line.useId} ${line.clock}`}>
                  <th scope="row">
                    <b>{line.drugName}</b>
                    <span className="yy-block yy-second yy-small">
                      {line.spec}
                      {line.endedAt && ` ${line.endedAt.slice(5, 10)} 停`}
                    </span>
                  </th>
                  <td className="yy-one-line">{line.doseText}</td>
                  <td>{howOf(line)}</td>
                  <td className="yy-one-line">{line.clock ?? '必要时'}</td>
                  {daysOf(sheet).map((day) => {
                    const cells = line.cells.filter((cell) => cell.day === day)
                    return (
                      <td
                        key={day}
                        className={`yy-center-text is-${cells[0]?.state ?? 'none'}`}
                        title={cells.map((cell) => DrugTakeState.label(cell.state)).join('、') || undefined}
                      >
                        {textAt(line, day)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className="yy-no-margin yy-second yy-small">
        {sheet.people.length > 0 ? monthKey(sheet.people) : MONTH_CODES}
      </p>
    </section>
  )
}

export default function MonthSheet() {
  const params = usePageParams<'oldmanId' | 'month'>()
  const [oldmanId, setOldmanId] = usePageState<string | null>('elder', params.oldmanId ?? null)
  const [month, setMonth] = usePageState<string>('month', params.month ?? monthText())
  const of = useCall(drugTake.calls.month, oldmanId ? { oldmanId, month } : null, { keepPrevious: true })
  return (
    <div className="yy-stack yy-gap-12 yy-tall yy-low">
      <section className="yy-card yy-row yy-gap-8 yy-wrap yy-pad-8-16 yy-fixed">
        <span style={{ width: 280 }}>
          <ResidentPicker value={oldmanId} onChange={(next) => setOldmanId(next ?? null)} aria-label="老人" />
        </span>
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label="上一个月"
          onClick={() => setMonth(otherMonth(month, -1))}
        />
        <b>{month}</b>
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label="下一个月"
          onClick={() => setMonth(otherMonth(month, 1))}
        />
        <span className="yy-row yy-gap-8 yy-push">
          <Button
            icon={<FileSpreadsheet size={15} aria-hidden />}
            disabled={!of.data}
            onClick={() => void download(drugTake.calls.monthExcel, { oldmanId: oldmanId!, month })}
          >
            导出 Excel
          </Button>
          <Button
            icon={<Printer size={15} aria-hidden />}
            disabled={!of.data}
            onClick={() => void printMonth(of.data!)}
          >
            打印月单
          </Button>
        </span>
      </section>
      {oldmanId === null ? (
        <section className="yy-card">
          <Empty title="请选择老人" text="月单按老人和月份显示，和护士站的纸质服药单一样。" />
        </section>
      ) : (
        <Loaded of={of} what="服药月单" card>
          {(sheet) => <Month sheet={sheet} />}
        </Loaded>
      )}
    </div>
  )
}
