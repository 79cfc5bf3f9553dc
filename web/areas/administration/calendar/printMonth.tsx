// A month on one sheet across, as it is put on a wall.
import type { CalendarEntryData } from '#contract/administration/calendar'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { byDay, titleOf, WEEKDAYS, weeksOf } from './days.ts'

export async function printMonth(day: string, entries: readonly CalendarEntryData[]): Promise<void> {
  const user = useSession.getState().user
  const weeks = weeksOf(day)
  const days = byDay(entries, weeks.flat())
  const title = `日历 ${titleOf('month', day)}`
  await printSheet({
    title,
    paper: 'A4-landscape',
    render: () => (
      <div className="dense">
        <Sheet
          org={user?.orgInfo.orgName ?? ''}
          title={title}
          signatures={[{ label: '打印人', name: user?.empInfo.empName ?? '' }]}
        >
          <table className="grid" style={{ tableLayout: 'fixed', width: '100%' }}>
            <thead>
              <tr>
                {WEEKDAYS.map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week[0]} style={{ height: '24mm' }}>
                  {week.map((one) => (
                    <td key={one} style={{ verticalAlign: 'top' }}>
                      {one.slice(0, 7) === day.slice(0, 7) && (
                        <>
                          <b>{Number(one.slice(8))}</b>
                          {days.get(one)!.map((entry) => (
                            <div key={entry.key}>
                              {entry.time ? `${entry.time} ` : ''}
                              {entry.title}
                            </div>
                          ))}
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Sheet>
      </div>
    ),
  })
}
