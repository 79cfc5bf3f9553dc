// One item of a section: folded to a line once it is answered, open with its options and what was seen while it is the one.
import { Button, Input } from 'antd'
import { GitCompareArrows, Paperclip } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Answers, Direction, Item } from '#contract/nursing/assess/kind'
import { classes } from '#web/kit/classes'
import { imagesOf } from '#web/kit/fields/image'
import { byWords, type Change, changeOf, choiceOf, optionsInBrief } from './formView.ts'

/** What is known of the last time, as the lines name it. */
export interface LastTime {
  answers: Answers
  /** 2025-11-18，何静、丁晓雯 */
  about: string
}

const label = (item: Item) => `${item.key} ${item.name}`

interface LineProps {
  item: Item
  direction: Direction
  answers: Answers
  last: LastTime | null
  onOpen(): void
}

/** 44 high: what was chosen, how it compares, and a way back to it. */
export function AnsweredLine({ item, direction, answers, last, onOpen }: LineProps) {
  const chosen = choiceOf(item, answers)!
  const change = changeOf(direction, item, last?.answers ?? null, answers)
  return (
    <button type="button" className="yy-assess-answered yy-bare yy-wide yy-left yy-ring" onClick={onOpen}>
      <b className="yy-fixed">{label(item)}</b>
      <span className="yy-fixed yy-second">{chosen.key}</span>
      <span className="yy-grow yy-ellipsis" title={chosen.text}>
        {chosen.text}
      </span>
      {change && (
        <span className={classes('yy-fixed', change.by === 0 ? 'yy-second' : change.worse ? 'yy-amber' : 'yy-good')}>
          {change.by === 0 ? '与上次相同' : `比上次${byWords(change.by)}`}
        </span>
      )}
      <b className="yy-fixed yy-assess-points">{chosen.score} 分</b>
      <span className="yy-fixed yy-active">改</span>
    </button>
  )
}

/** Not yet reached: what will be asked. */
export function ComingLine({ item, last, onOpen }: Omit<LineProps, 'direction' | 'answers'>) {
  const before = last && choiceOf(item, last.answers)
  return (
    <button type="button" className="yy-assess-answered yy-bare yy-wide yy-left yy-ring" onClick={onOpen}>
      <b className="yy-fixed">{label(item)}</b>
      <span className="yy-grow yy-ellipsis yy-second">{optionsInBrief(item)}</span>
      {before && <span className="yy-fixed yy-second">上次 {before.score} 分</span>}
    </button>
  )
}

interface OptionsProps {
  item: Item
  answers: Answers
  last: LastTime | null
  onChoose(option: string): void
}

export function Options({ item, answers, last, onChoose }: OptionsProps) {
  const before = last && choiceOf(item, last.answers)
  return (
    <div
      className={classes('yy-assess-options', item.options.length === 2 && 'is-pair')}
      role="radiogroup"
      aria-label={label(item)}
    >
      {item.options.map((option, at) => (
        <button
          key={option.key}
          type="button"
          role="radio"
          aria-checked={answers[item.key] === option.key}
          className="yy-assess-option yy-bare yy-left yy-ring"
          onClick={() => onChoose(option.key)}
        >
          <kbd aria-hidden>{at + 1}</kbd>
          <i aria-hidden />
          <span className="yy-grow">{option.text}</span>
          {before?.key === option.key && <em title="上次选的">上次</em>}
          <span className="yy-fixed yy-assess-points">{option.score} 分</span>
        </button>
      ))}
    </div>
  )
}

function ChangeNote({ change, last }: { change: Change; last: LastTime }) {
  return (
    <p className="yy-assess-change yy-told yy-round" role="status">
      <GitCompareArrows size={15} aria-hidden />
      <span>
        比上次（{last.about}）<b>{byWords(change.by)}</b>：上次“{change.last.text}”。
        {change.worse ? '能力变差请写依据。' : ''}
      </span>
    </p>
  )
}

const photosField = imagesOf({ route: 5, max: 9 })

interface CurrentProps extends OptionsProps {
  direction: Direction
  evidence: string
  photos: readonly string[]
  onEvidence(text: string): void
  onPhotos(photos: string[]): void
  /** Enter in the words beside it. */
  onOn(): void
}

export function CurrentItem({ item, direction, answers, last, ...rest }: CurrentProps) {
  const { evidence, photos, onChoose, onEvidence, onPhotos, onOn } = rest
  const change = changeOf(direction, item, last?.answers ?? null, answers)
  const [typed, setTyped] = useState(evidence)
  const [showPhotos, setShowPhotos] = useState(photos.length > 0)
  const words = useRef(typed)
  words.current = typed
  const stored = useRef(evidence)
  // Taken over from somebody else, unless something is being typed here.
  useEffect(() => {
    if (words.current === stored.current) setTyped(evidence)
    stored.current = evidence
  }, [evidence])
  const keep = () => {
    if (typed.trim() === evidence) return
    stored.current = typed.trim()
    onEvidence(typed.trim())
  }
  const answered = choiceOf(item, answers) !== null
  return (
    <div className="yy-assess-current" data-current="">
      <h3>
        <small>{item.key}</small>
        {item.name}
        {item.hint && <span className="yy-second yy-light">{item.hint}</span>}
      </h3>
      <Options item={item} answers={answers} last={last} onChoose={onChoose} />
      {answered && (
        <div className="yy-row yy-gap-8 yy-above-8">
          <label className="yy-fixed yy-strong" htmlFor="yy-assess-evidence">
            依据
          </label>
          <Input
            id="yy-assess-evidence"
            value={typed}
            maxLength={500}
            placeholder={change?.worse ? '看到了什么、谁说的，如：喝汤时手抖，要人扶碗' : '可以不填'}
            {...(change?.worse && typed.trim() === '' && { status: 'warning' as const })}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={keep}
            onPressEnter={(event) => {
              event.stopPropagation()
              if (event.nativeEvent.isComposing) return
              keep()
              onOn()
            }}
          />
          <Button
            icon={<Paperclip size={15} aria-hidden />}
            aria-expanded={showPhotos}
            onClick={() => setShowPhotos(!showPhotos)}
          >
            照片{photos.length > 0 ? ` ${photos.length}` : ''}
          </Button>
        </div>
      )}
      {answered && showPhotos && (
        <div className="yy-above-8">
          {photosField.input({
            'aria-label': `${item.name}的照片`,
            value: [...photos],
            onChange: (next) => onPhotos(next ?? []),
          })}
        </div>
      )}
      {change && change.by !== 0 && last && <ChangeNote change={change} last={last} />}
    </div>
  )
}
