// One month, each day with the people whose birthday it is.

import { Button } from 'antd'
import dayjs from 'dayjs'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { bench } from '#contract/home/bench'
import { classes } from '#web/kit/classes'
import { pathText } from '#web/kit/fields/place'
import { openPage } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import './calendar.css'

const HEADS = ['一', '二', '三', '四', '五', '六', '日']
const DAYS = 7

export function BirthdayCalendar() {
  const [month, setMonth] = useState(() => dayjs().format('YYYY-MM'))
  const { data, state } = useLoaded(
    bench.calls.birthday,
    { month },
    { what: '生日', lines: 8, silent: true, keepPrevious: true },
  )
  const first = dayjs(`${month}-01`)
  const before = (first.day() + DAYS - 1) % DAYS
  const days = first.daysInMonth()
  const today = dayjs().format('YYYY-MM-DD')
  const step = (by: number) => setMonth(first.add(by, 'month').format('YYYY-MM'))
  return (
    <div className="yy-bcal">
      <div className="yy-bcal-head yy-below-12 yy-row yy-gap-8">
        <Button icon={<ChevronLeft size={16} aria-hidden />} aria-label="上个月" onClick={() => step(-1)} />
        <b>{first.format('YYYY 年 M 月')}</b>
        <Button icon={<ChevronRight size={16} aria-hidden />} aria-label="下个月" onClick={() => step(1)} />
        <Button onClick={() => setMonth(dayjs().format('YYYY-MM'))}>回到本月</Button>
        <span>{data ? `共 ${data.length} 位` : ''}</span>
      </div>
      {!data ? (
        state
      ) : (
        <div className="yy-bcal-grid yy-grid yy-over">
          {HEADS.map((head) => (
            <i className="yy-second yy-upright yy-center-text" key={head}>
              周{head}
            </i>
          ))}
          {Array.from({ length: before }, (_, i) => (
            <div key={`before-${i}`} className="is-blank" />
          ))}
          {Array.from({ length: days }, (_, i) => {
            const day = first.date(i + 1).format('YYYY-MM-DD')
            return (
              <div key={day} className={classes(day === today && 'is-today')}>
                <span>{i + 1}</span>
                {data
                  .filter((one) => one.day === day)
                  .map((one) => (
                    <button
                      type="button"
                      key={one.oldmanId}
                      title={pathText(one.bedPath)}
                      onClick={() => openPage(`/live/archives/detail/${one.oldmanId}`)}
                    >
                      {one.oldmanName} {one.turns}岁
                    </button>
                  ))}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}
