// Whom a drawer is about: face, name, marks, status, bed, level and days in two lines.
import type { ReactNode } from 'react'
import type { ResidenceRowData } from '#contract/live/residence'
import { ResidenceStatus, ResidentSex } from '#contract/live/resident'
import { AttentionNotes, BedPath } from '#web/areas/live/marks.part'
import { ResidentPhoto } from '#web/areas/live/residentCell.part'
import { AppliedTags } from '#web/areas/live/review/appliedTags.part'
import { OwesTag, StatusTag } from '#web/kit/parts/StatusTag'
import './residence.css'

export function ResidentHead({ row, note }: { row: ResidenceRowData; note?: ReactNode }) {
  const status = ResidenceStatus.find(row.status)
  return (
    <section
      className="yy-res-head yy-pad-10-12 yy-tint yy-below-16 yy-wrap yy-row yy-edge yy-round-card"
      aria-label={`老人 ${row.oldmanName}`}
    >
      <ResidentPhoto row={row} width={48} height={60} />
      <div className="yy-grow">
        <p className="yy-row yy-gap-8 yy-wrap yy-no-margin">
          <b className="yy-ink yy-strong yy-text-18">{row.oldmanName}</b>
          <span className="yy-person-about">
            {ResidentSex.label(row.sex)} {row.age} 岁
          </span>
          {row.owedFen > 0 && <OwesTag />}
          {row.attention.length > 0 && <AttentionNotes notes={row.attention} />}
        </p>
        <p className="yy-row yy-gap-8 yy-wrap yy-no-margin">
          {status && <StatusTag option={status} />}
          {row.outNow > 0 && (
            <StatusTag family={row.outNow === 2 ? 'red' : 'purple'}>
              {row.outNow === 2 ? '逾期未归' : '外出中'}
            </StatusTag>
          )}
          <AppliedTags kinds={row.applied} />
          {row.bedPath ? <BedPath path={row.bedPath} /> : <span className="yy-none">没有床位</span>}
          {row.levelName && <span>{row.levelName}</span>}
          {row.days !== null && row.startDate && <span>在住 {row.days} 天</span>}
        </p>
      </div>
      {note}
    </section>
  )
}
