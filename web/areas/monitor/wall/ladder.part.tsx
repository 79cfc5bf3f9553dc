// How far an alarm has climbed: who was told and when, who is next, and who after that.
import { Check } from 'lucide-react'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { rankName, vms } from '#contract/monitor/vms'
import type { WallDetailData } from '#contract/monitor/wall'
import { useBusy } from '#web/areas/monitor/acts'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { mayNow } from '#web/kit/session'

const time = (at: string) => at.slice(11, 19)
const SHOWN = 3

export function LadderSteps({ card, detail }: { card: AlarmCardData; detail: WallDetailData | undefined }) {
  // Taken up, it climbs no further for now: whoever goes there stands last.
  const steps = (detail?.steps ?? []).filter((step) => !card.takerName || step.at !== null)
  const room = card.takerName ? SHOWN - 1 : SHOWN
  const next = steps.findIndex((step) => step.at === null)
  // The last ones done and the next: what is far away says little.
  const from = Math.max(0, Math.min((next < 0 ? steps.length : next + 1) - 2, steps.length - room))
  return (
    <ol className="yy-wall-steps yy-narrow yy-hidden yy-flex yy-wrap" aria-label="通知进度">
      {steps.slice(from, from + room).map((step, index) => {
        const done = step.at !== null
        const isNext = from + index === next
        return (
          <li
            key={`${step.rank}${step.at ?? ''}${index}`}
            className={classes('yy-fixed yy-relative', done && 'is-done', !done && !isNext && 'is-later')}
            title={step.note ?? undefined}
          >
            <b className="yy-row yy-gap-8 yy-one-line">
              {done && <Check size={16} strokeWidth={3} aria-hidden />}
              {isNext && !step.name.startsWith('电话') && <span>{rankName(step.rank)} </span>}
              {step.name}
            </b>
            <span>{done ? `已通知 ${time(step.at!)}` : isNext ? '下一级' : `再 ${step.seconds} 秒`}</span>
          </li>
        )
      })}
      {card.takerName && (
        <li className="is-goes yy-fixed yy-relative">
          <b className="yy-row yy-gap-8 yy-one-line">{card.takerName}</b>
          <span>{card.takenAt ? `${time(card.takenAt)} 去处理` : '去处理'}</span>
        </li>
      )}
    </ol>
  )
}

/** No voice service: whoever stands here phones. */
export function Phones({ detail, reload }: { detail: WallDetailData | undefined; reload(): void }) {
  const [busy, run] = useBusy()
  if (!detail || detail.phones.length === 0) return null
  return (
    <div className="yy-wall-phones">
      {detail.phones.map((one) => (
        <p className="yy-row yy-gap-8 yy-wrap" key={one.outboxId}>
          请立即拨打 <b>{one.userName}</b> <a href={`tel:${one.phone}`}>{one.phone}</a>
          {mayNow(vms.calls.dialled.needs) && (
            <button
              className="yy-no-border yy-on yy-press"
              type="button"
              disabled={busy}
              onClick={() => void run(() => send(vms.calls.dialled, { outboxId: one.outboxId }).finally(reload))}
            >
              已拨打
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
