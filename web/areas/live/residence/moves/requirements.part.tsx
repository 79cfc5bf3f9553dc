// What should be there before a check-in: met, missing but acceptable, or in the way.
import { Checkbox } from 'antd'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import type { DataOf, InputOf } from '#contract/kit/call'
import { residence } from '#contract/live/residence'
import { Loaded } from '#web/kit/parts/Loaded'
import { useCall } from '#web/kit/query'

export type Requirement = DataOf<typeof residence.calls.requirements>[number]

/** Asked again when the deposit agreed on changes: it is there only when the whole of it is. */
export function useRequirements(
  oldmanId: string,
  agreed: Omit<InputOf<typeof residence.calls.requirements>, 'oldmanId'>,
) {
  return useCall(residence.calls.requirements, { oldmanId, ...agreed }, { staleTime: 0, keepPrevious: true })
}

/** Why the check-in cannot be sent yet; null when it can. */
export function requirementProblem(
  all: readonly Requirement[] | undefined,
  accepted: ReadonlySet<string>,
): string | null {
  if (!all) return null
  const missing = all.filter((one) => !one.met && one.level !== 'off')
  const blocked = missing.filter((one) => one.level === 'block')
  if (blocked.length > 0) return `必须先完成：${blocked.map((one) => one.title).join('、')}`
  const open = missing.filter((one) => !accepted.has(one.key))
  return open.length > 0 ? `还有 ${open.length} 项未完成，请在右侧逐项确认` : null
}

interface RequirementsProps {
  answer: ReturnType<typeof useRequirements>
  accepted: ReadonlySet<string>
  onAccept(key: string, accepted: boolean): void
}

export function Requirements({ answer, accepted, onAccept }: RequirementsProps) {
  const shown = (answer.data ?? []).filter((one) => one.level !== 'off')
  const met = shown.filter((one) => one.met).length
  return (
    <section className="yy-aside-card yy-edge yy-round-card" aria-label="入住条件">
      <h5 className="yy-flex yy-baseline yy-between yy-ink yy-strong">
        入住条件
        {answer.data && (
          <small className="yy-second yy-small yy-light">
            {met} / {shown.length} 项已具备
          </small>
        )}
      </h5>
      {!answer.data ? (
        <Loaded of={answer} what="入住条件" lines={4} />
      ) : shown.length === 0 ? (
        <span className="yy-none">本机构没有设置入住条件</span>
      ) : (
        <ul className="yy-reqs yy-plain-list">
          {shown.map((one) => (
            <li className="yy-grid yy-center yy-over" key={one.key}>
              {one.met ? (
                <CircleCheck size={16} className="yy-good" aria-label="已具备" />
              ) : one.level === 'block' ? (
                <CircleX size={16} className="yy-red" aria-label="必须" />
              ) : (
                <CircleAlert size={16} className="yy-amber" aria-label="提醒" />
              )}
              <span>{one.title}</span>
              {!one.met && (
                <span className={one.level === 'block' ? 'yy-red' : 'yy-amber'}>
                  {one.level === 'block' ? '必须' : '未完成'}
                </span>
              )}
              {one.note && <small>{one.note}</small>}
              {!one.met && one.level === 'warn' && (
                <Checkbox checked={accepted.has(one.key)} onChange={(event) => onAccept(one.key, event.target.checked)}>
                  已知晓，入住后补办
                </Checkbox>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
