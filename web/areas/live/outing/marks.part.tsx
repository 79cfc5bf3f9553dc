// An outing in a few words, wherever one is shown: its state, its times, who goes along.
import { maskedPhone } from '#contract/kit/privacy'
import { type OutingData, OutingPhase } from '#contract/live/outing'
import { PhoneText } from '#web/areas/live/family/phone.part'
import { BedPath } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { NoteTag, StatusTag } from '#web/kit/parts/StatusTag'
import { lengthText, shortMoment } from './times.ts'
import './outing.css'

type Phased = Pick<OutingData, 'phase' | 'asked' | 'backfillReason'>

/** The state, that a postponement waits, and that it was typed in afterwards. */
export function PhaseTag({ row }: { row: Phased }) {
  return (
    <span className="yy-inline yy-gap-6 yy-one-line">
      <StatusTag option={OutingPhase.find(row.phase)!} />
      {row.asked && <NoteTag family="amber">延期待审</NoteTag>}
      {row.backfillReason !== null && <NoteTag family="teal">补录</NoteTag>}
    </span>
  )
}

type Returning = Pick<OutingData, 'phase' | 'planReturn' | 'lateMinutes' | 'actualReturn'>

/** When the resident should be back; red and with how long once it has passed. */
export function PlanReturn({ row, full }: { row: Returning; full?: boolean }) {
  const late = row.phase === 'late'
  return (
    <span className={late ? 'yy-outing-late yy-red yy-strong' : undefined}>
      {full ? row.planReturn.slice(0, 16) : shortMoment(row.planReturn)}
      {late && <small>逾期 {lengthText(row.lateMinutes)}</small>}
    </span>
  )
}

/** How long away. */
export const away = (row: Pick<OutingData, 'outMinutes'>) => (row.outMinutes === null ? '' : lengthText(row.outMinutes))

type Accompanied = Pick<OutingData, 'oldmanId' | 'companion' | 'companionPhone' | 'companionRelationName'>

export function Companion({ row }: { row: Accompanied }) {
  return (
    <span className="yy-inline-flex yy-baseline yy-gap-6 yy-one-line">
      {row.companion}
      <span className="yy-person-about">{row.companionRelationName}</span>
      <PhoneText phone={row.companionPhone} of={row.oldmanId} />
    </span>
  )
}

/** 已返回、补录: for export and print. */
export const phaseText = (row: Phased) =>
  [OutingPhase.label(row.phase), row.asked && '延期待审', row.backfillReason !== null && '补录']
    .filter(Boolean)
    .join('、')

export const companionText = (row: Accompanied) =>
  `${row.companion}（${row.companionRelationName}）${maskedPhone(row.companionPhone)}`

/** Heads every small form: whom it is about and what was agreed. */
export function OutingHead({ row }: { row: OutingData }) {
  return (
    <section className="yy-outing-head yy-pad-10-12 yy-tint yy-below-16 yy-edge yy-round-card">
      <p className="yy-row yy-wrap yy-no-margin">
        <ResidentCell row={row} />
        <PhaseTag row={row} />
      </p>
      <p className="yy-row yy-wrap yy-no-margin">
        <BedPath path={row.bedPath} />
        <span className="yy-person-about">
          {row.outTypeName}
          {row.destination && `・${row.destination}`}
        </span>
      </p>
      <dl>
        <div>
          <dt>计划</dt>
          <dd className="yy-no-margin">
            {row.planOut.slice(0, 16)} 至 <PlanReturn row={row} full />
          </dd>
        </div>
        <div>
          <dt>陪同人</dt>
          <dd className="yy-no-margin">
            <Companion row={row} />
          </dd>
        </div>
        {row.actualOut && (
          <div>
            <dt>离院</dt>
            <dd className="yy-no-margin">
              {row.actualOut.slice(0, 16)}，已外出 {away(row)}
            </dd>
          </div>
        )}
        {row.medicines.length > 0 && (
          <div>
            <dt>随身药品</dt>
            <dd className="yy-no-margin">{row.medicines.map((one) => `${one.name} ${one.amount}`).join('、')}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
