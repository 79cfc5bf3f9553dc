// One section under the hand: keys choose, Enter goes on, an answer moves on by itself unless it wants words.
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { AssessDetail } from '#contract/nursing/assessForm'
import { CallError } from '#web/kit/callError'
import { usePreference } from '#web/kit/preferences'
import { toast } from '#web/kit/toast'
import { submitAssessment } from './calls.ts'
import { changeOf, chosenBy, itemBelow, onward, placesOf } from './formView.ts'
import type { LastTime } from './item.part.tsx'
import { Foot, Items } from './items.part.tsx'
import type { Step } from './steps.ts'
import type { FillHandle } from './useFill.ts'

interface SectionStepProps {
  step: Extract<Step, { is: 'section' }>
  next: Step | null
  one: AssessDetail
  fill: FillHandle
  last: LastTime | null
  item: string
  onGo(step: string, item?: string | null): void
}

/** Keys meant for a field are not meant for the sheet; Enter on a button presses it. */
const meantFor = (target: EventTarget | null, key: string) => {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=combobox]')) return true
  return key === 'Enter' && target.closest('button, a') !== null && target.closest('[role=radio]') === null
}

export function SectionStep({ step, next, one, fill, last, item, onGo }: SectionStepProps) {
  const { kind, filled } = fill
  const { section } = step
  const places = placesOf(kind)
  const at = places.find((place) => place.item.key === item)?.at ?? 0
  const place = places[at]!
  const [whole, setWhole] = usePreference('assessWhole', false)
  const goTo = (to: (typeof places)[number] | null) => {
    if (to) onGo(to.section.key, to.item.key)
    else if (next) onGo(next.key)
  }
  const forward = () => {
    const to = onward(places, filled.answers, at)
    // Everything is answered and this is the last: on to what comes after the items.
    const done = places.every((one) => one.item.key in filled.answers)
    goTo(done && at === places.length - 1 ? null : to)
  }
  const backward = places[at - 1] ?? null

  const choose = (key: string, option: string) => {
    fill.answer({ itemId: key, option })
    if (whole) return
    const of = places.find((one) => one.item.key === key)!
    const change = changeOf(of.section.direction, of.item, last?.answers ?? null, { ...filled.answers, [key]: option })
    if (change?.worse && !filled.evidence[key]) {
      // Stays: what was seen is to be written down.
      onGo(of.section.key, key)
      return
    }
    goTo(itemBelow(places, of.at))
  }

  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined)
  keys.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || meantFor(event.target, event.key)) return
    const chosen = chosenBy(event.key, place.item)
    if (chosen) choose(place.item.key, chosen.key)
    else if (event.key === 'Enter') forward()
    else if (event.key === 'ArrowDown' && at + 1 < places.length) goTo(places[at + 1]!)
    else if (event.key === 'ArrowUp' && backward) goTo(backward)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const open = section.items.filter((one) => !(one.key in filled.answers))
  const handIn = async () => {
    if (!(await fill.saver.flush())) {
      toast.warning('还有内容没有保存，存上后再交本节')
      return
    }
    try {
      const saved = await submitAssessment(
        one,
        { assessmentId: one.assessmentId, section: section.key, version: fill.saver.version() },
        { handles: () => true, loading: true },
      )
      fill.saver.stands(saved)
      toast.success(`“${section.name}”已交`)
      if (next) onGo(next.key)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.warning(error.message)
    }
  }

  return (
    <Items
      section={section}
      filled={filled}
      last={last}
      current={item}
      whole={whole}
      onWhole={setWhole}
      onOpen={(key) => onGo(section.key, key)}
      onChoose={choose}
      onEvidence={(key, evidence) => fill.answer({ itemId: key, option: filled.answers[key] ?? null, evidence })}
      onPhotos={(key, photos) => fill.answer({ itemId: key, option: filled.answers[key] ?? null, photos })}
      onOn={forward}
      below={
        next && (
          <button
            type="button"
            className="yy-assess-answered yy-bare yy-wide yy-left yy-ring"
            onClick={() => onGo(next.key)}
          >
            <b className="yy-fixed">
              {next.is === 'section' && !next.name.startsWith(next.key) ? `${next.key} ` : ''}
              {next.name}
            </b>
            <span className="yy-grow yy-ellipsis yy-second">
              {next.is === 'section' ? next.section.items.map((one) => one.name).join('、') : ''}
            </span>
            {next.is === 'section' && <span className="yy-fixed yy-second">{next.section.items.length} 项</span>}
          </button>
        )
      }
      foot={
        <Foot
          words={
            open.length === 0
              ? '本节评完了'
              : `本节还剩 ${open.length} 项：${open
                  .slice(0, 4)
                  .map((one) => one.name)
                  .join('、')}${open.length > 4 ? ' …' : ''}`
          }
          onBack={backward ? () => goTo(backward) : null}
        >
          <Button onClick={() => void handIn()}>交本节</Button>
          <Button type="primary" onClick={forward}>
            下一项 <kbd aria-hidden>Enter</kbd>
          </Button>
        </Foot>
      }
    />
  )
}
