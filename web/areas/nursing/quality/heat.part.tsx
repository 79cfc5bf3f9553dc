// Missed by ward and hour: the darker, the larger the share of what was planned.
import { Fragment } from 'react'
import type { QualitySummaryData } from '#contract/nursing/quality'
import { classes } from '#web/kit/classes'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const two = (value: number) => String(value).padStart(2, '0')
/** From here on a share is drawn in full. */
const FULL = 0.2

type Ward = QualitySummaryData['wards'][number]

const shade = ({ planned, missed }: { planned: number; missed: number }) =>
  missed === 0 ? 0 : 0.15 + 0.85 * Math.min(1, missed / planned / FULL)

interface HeatProps {
  wards: readonly Ward[]
  onPick(deptId: string | null, hour: number): void
}

export function Heat({ wards, onPick }: HeatProps) {
  return (
    <div className="yy-heat yy-grid" role="group" aria-label="各病区各时段漏做">
      <span />
      {HOURS.map((hour) => (
        <span key={hour} className="yy-second yy-center-text yy-tiny">
          {two(hour)}
        </span>
      ))}
      {wards.map((ward) => {
        const byHour = new Map(ward.hours.map((one) => [one.hour, one]))
        const name = ward.deptName ?? '没有部门'
        return (
          <Fragment key={ward.deptId ?? ''}>
            <span className="yy-ellipsis yy-small" title={name}>
              {name}
            </span>
            {HOURS.map((hour) => {
              const one = byHour.get(hour)
              if (!one) return <span key={hour} className="yy-heat-cell is-none" />
              const depth = shade(one)
              const words = `${name} ${two(hour)} 时：应做 ${one.planned}，漏做 ${one.missed}`
              const face = { background: depth === 0 ? undefined : `rgb(196 34 26 / ${Math.round(depth * 100)}%)` }
              if (one.missed === 0) return <span key={hour} className="yy-heat-cell" title={words} style={face} />
              return (
                <button
                  key={hour}
                  type="button"
                  className={classes('yy-heat-cell yy-no-border', depth > 0.55 && 'yy-on')}
                  style={face}
                  title={words}
                  aria-label={words}
                  onClick={() => onPick(ward.deptId, hour)}
                >
                  {one.missed}
                </button>
              )
            })}
          </Fragment>
        )
      })}
    </div>
  )
}
