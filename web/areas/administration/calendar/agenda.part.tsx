// Days one below the other, those on which something is.
import { Button } from 'antd'
import type { CalendarEntryData } from '#contract/administration/calendar'
import type { Family } from '#contract/kit/options'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { weekdayName } from './days.ts'

interface AgendaProps {
  days: ReadonlyMap<string, readonly CalendarEntryData[]>
  kinds: ReadonlyMap<string, string>
  today: string
}

export function Agenda({ days, kinds, today }: AgendaProps) {
  const filled = [...days].filter(([, entries]) => entries.length > 0)
  return (
    <ol className="yy-plain-list yy-calendar-agenda">
      {filled.map(([day, entries]) => (
        <li key={day} data-day={day} className={classes(day === today && 'is-today')}>
          <h4 className="yy-no-margin">
            {day.slice(5)} <span className="yy-second">{day === today ? '今天' : weekdayName(day)}</span>
          </h4>
          <ul className="yy-plain-list">
            {entries.map((entry) => (
              <li key={entry.key}>
                <span className="yy-calendar-time yy-second">
                  {entry.day === day ? (entry.time ?? '全天') : '持续'}
                </span>
                <StatusTag family={entry.family as Family}>{kinds.get(entry.kind) ?? ''}</StatusTag>
                {entry.route ? (
                  <Button type="link" className="yy-calendar-link" onClick={() => openPage(entry.route!)}>
                    {entry.title}
                  </Button>
                ) : (
                  entry.title
                )}
                {entry.endDay && <span className="yy-second">至 {entry.endDay.slice(5)}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
