// Birthdays of the next week, and a calendar of any month.
import { useState } from 'react'
import { type BirthdayData, bench } from '#contract/home/bench'
import { BedPath, ResidentPhoto } from '#web/areas/live/public'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BirthdayCalendar } from './birthdayCalendar.part.tsx'
import './bench.css'

const WEEKDAYS = '日一二三四五六'
const SHOWN = 5

export function whenText({ inDays, day }: Pick<BirthdayData, 'inDays' | 'day'>): string {
  if (inDays === 0) return '今天'
  if (inDays === 1) return '明天'
  return `${day.slice(5)} 周${WEEKDAYS[new Date(`${day}T00:00:00`).getDay()]}`
}

export function Birthdays() {
  const { data, state } = useLoaded(bench.calls.birthday, { days: 7 }, { what: '生日', lines: 4, silent: true })
  const [calendar, setCalendar] = useState(false)
  return (
    <PageCard
      title="生日"
      sub={data ? `7 天内 ${data.length} 位` : undefined}
      className="yy-tall"
      extra={
        <button type="button" className="yy-link" onClick={() => setCalendar(true)}>
          生日日历 ›
        </button>
      }
    >
      {!data ? (
        state
      ) : data.length === 0 ? (
        <p className="yy-quiet">7 天内没有在住老人过生日。</p>
      ) : (
        <ul className="yy-birthdays yy-no-padding">
          {data.slice(0, SHOWN).map((one) => (
            <li className="yy-row yy-gap-10" key={one.oldmanId}>
              <ResidentPhoto row={one} width={36} height={36} />
              <button type="button" onClick={() => openPage(`/live/archives/detail/${one.oldmanId}`)}>
                <b>{one.oldmanName}</b> {one.turns} 岁
                <small className="yy-block yy-small-line yy-small yy-ellipsis">
                  <BedPath path={one.bedPath} />
                </small>
              </button>
              <span className={classes(one.inDays === 0 && 'is-today')}>{whenText(one)}</span>
            </li>
          ))}
        </ul>
      )}
      <SideDrawer title="生日日历" width={1360} open={calendar} onClose={() => setCalendar(false)}>
        {calendar && <BirthdayCalendar />}
      </SideDrawer>
    </PageCard>
  )
}
