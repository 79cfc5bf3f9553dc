// The items of one section, one after another: what is answered lies above in lines, the one that is asked is open, what comes
// is named below. Or the whole section at once, for those who fill it in from paper.
import { Button } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Section } from '#contract/nursing/assess/kind'
import type { Filled } from './filled.ts'
import { choiceOf, sectionTitle } from './formView.ts'
import { AnsweredLine, ComingLine, CurrentItem, type LastTime, Options } from './item.part.tsx'

export interface ItemsProps {
  section: Section
  filled: Filled
  last: LastTime | null
  current: string
  whole: boolean
  onWhole(whole: boolean): void
  onOpen(item: string): void
  onChoose(item: string, option: string): void
  onEvidence(item: string, text: string): void
  onPhotos(item: string, photos: string[]): void
  onOn(): void
  /** The section after this one, as a line. */
  below: ReactNode
  foot: ReactNode
}

/** Short ones are open before they are reached: two options fit beside each other. */
const SHORT = 2

export function Items(props: ItemsProps) {
  const { section, filled, last, current, whole, onOpen, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  // The one that is asked stands below the line of the one before, wherever it was: the eye stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current one decides, whatever else is drawn
  useEffect(() => {
    const list = box.current
    const now = list?.querySelector<HTMLElement>('[data-current]')
    if (!list || !now) return
    const before = now.previousElementSibling as HTMLElement | null
    list.scrollTo({ top: now.offsetTop - (before ? before.offsetHeight : 0) })
  }, [current, section.key, whole])
  const answered = current in filled.answers
  // What is asked besides an answer stands below it: it comes into sight, as far as the question stays there.
  useEffect(() => {
    const list = box.current
    const now = list?.querySelector<HTMLElement>('[data-current]')
    if (!answered || !list || !now) return
    const bottom = now.offsetTop + now.offsetHeight
    if (bottom > list.scrollTop + list.clientHeight) {
      list.scrollTo({ top: Math.min(now.offsetTop, bottom - list.clientHeight) })
    }
  }, [answered])
  return (
    <>
      <header className="yy-assess-head yy-under">
        <h2>{sectionTitle(section)}</h2>
        <span className="yy-second yy-small yy-grow yy-ellipsis">
          {section.hint ?? '按近一个月的实际表现评，不按“应该能做到”评'}
        </span>
        <span className="yy-second yy-small yy-fixed yy-assess-keys">数字键选项，Enter 下一项</span>
        <Button size="small" aria-pressed={whole} onClick={() => props.onWhole(!whole)}>
          {whole ? '逐项评' : '整节列出'}
        </Button>
      </header>
      <div className="yy-assess-items yy-scroll yy-grow" ref={box}>
        {section.items.map((item) => {
          const given = {
            item,
            answers: filled.answers,
            last,
            onChoose: (option: string) => onChoose(item.key, option),
          }
          if (item.key === current) {
            return (
              <CurrentItem
                key={item.key}
                {...given}
                direction={section.direction}
                evidence={filled.evidence[item.key] ?? ''}
                photos={filled.photos[item.key] ?? []}
                onEvidence={(text) => props.onEvidence(item.key, text)}
                onPhotos={(photos) => props.onPhotos(item.key, photos)}
                onOn={props.onOn}
              />
            )
          }
          if (!whole && choiceOf(item, filled.answers)) {
            return (
              <AnsweredLine
                key={item.key}
                item={item}
                direction={section.direction}
                answers={filled.answers}
                last={last}
                onOpen={() => onOpen(item.key)}
              />
            )
          }
          if (!whole && item.options.length > SHORT) {
            return <ComingLine key={item.key} item={item} last={last} onOpen={() => onOpen(item.key)} />
          }
          return (
            <div key={item.key} className="yy-assess-open">
              <h3>
                <small>{item.key}</small>
                {item.name}
                {item.hint && <span className="yy-second yy-light">{item.hint}</span>}
              </h3>
              <Options {...given} />
            </div>
          )
        })}
        {props.below}
      </div>
      {props.foot}
    </>
  )
}

interface FootProps {
  /** What is still open here, in words. */
  words: ReactNode
  onBack: (() => void) | null
  children: ReactNode
}

export function Foot({ words, onBack, children }: FootProps) {
  return (
    <footer className="yy-assess-foot yy-over">
      <Button icon={<ChevronLeft size={16} aria-hidden />} disabled={onBack === null} onClick={() => onBack?.()}>
        上一项
      </Button>
      <span className="yy-second yy-small yy-grow yy-assess-words">{words}</span>
      {children}
    </footer>
  )
}
