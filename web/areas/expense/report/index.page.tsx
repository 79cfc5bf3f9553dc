import { reportNeeds } from '#contract/expense/reportKit'
import { openPage } from '#web/kit/open'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { reportGroups } from './allReports.ts'
import './report.css'

export default function AllReports() {
  const may = useMay()
  return (
    <div className="yy-tall yy-scroll">
      <div className="yy-grid yy-gap-12">
        {reportGroups.map((group) => {
          const shown = group.reports.filter((one) => may(reportNeeds(one.name)))
          if (shown.length === 0) return null
          return (
            <PageCard key={group.title} title={group.title} sub={group.about}>
              <ul className="yy-reports-list yy-grid yy-gap-12 yy-plain-list">
                {shown.map((one) => (
                  <li key={one.name}>
                    <button
                      type="button"
                      className="yy-reports-one yy-tall yy-stack yy-upper yy-wide yy-soft-ink yy-left yy-white yy-edge yy-round yy-press"
                      onClick={() => openPage(`/expense/report/${one.name}`)}
                    >
                      <b>{one.title}</b>
                      {one.about}
                    </button>
                  </li>
                ))}
              </ul>
            </PageCard>
          )
        })}
      </div>
    </div>
  )
}
