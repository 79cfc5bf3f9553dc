// What follows a resident's name everywhere: attention notes, and the bed as a path with room and bed dark.
import { isHighRisk, isRiskMark, ResidentNote } from '#contract/live/resident'
import { pathWords } from '#contract/platform/placeNames'
import { None } from '#web/kit/fields/none'
import { NoteTag } from '#web/kit/parts/StatusTag'
import './marks.css'

/** One sign each, for where a name has little room and the note must still be seen. Of a harm it is one for both gravities. */
export const NOTE_SIGNS: Readonly<Record<number, string>> = {
  1: '智',
  2: '暴',
  3: '危',
  4: '险',
  5: '终',
  ...Object.fromEntries(
    ['噎', '误', '褥', '烫', '坠', '跌', '伤', '走', '乐'].flatMap((sign, at) => [
      [11 + at, sign],
      [21 + at, sign],
    ]),
  ),
}

/** For cells the size of a bed: of the marks of risk only the gravest, where it is high; it takes the place of 长护险. */
export function smallNotes<N extends number>(notes: readonly N[]): N[] {
  const high = notes.find(isHighRisk)
  const byHand = notes.filter((note) => !isRiskMark(note))
  if (high === undefined) return byHand
  return [...byHand.filter((note) => note !== ResidentNote.is.careInsurance), high]
}

const labelOf = (note: number) => ResidentNote.find(note as 1)?.label ?? String(note)

interface NotesProps {
  notes: readonly number[]
  /** Several notes stand as signs, so that none of them is cut off. */
  short?: boolean
  /** So many marks of risk stand beside the notes, the gravest first; the others are counted. */
  most?: number
}

export function AttentionNotes({ notes, short = false, most }: NotesProps) {
  if (notes.length === 0) return <None />
  const signs = short && notes.length > 1
  const marks = notes.filter(isRiskMark)
  const more = most !== undefined && !signs && marks.length > most ? marks.slice(most) : []
  return (
    <span className="yy-notes yy-inline-flex yy-gap-4">
      {notes
        .filter((note) => !more.includes(note))
        .map((note) => (
          <NoteTag key={note} family={ResidentNote.find(note as 1)?.family ?? 'grey'} title={labelOf(note)}>
            {signs ? (NOTE_SIGNS[note] ?? labelOf(note)) : labelOf(note)}
          </NoteTag>
        ))}
      {more.length > 0 && (
        <NoteTag family={more.some(isHighRisk) ? 'red' : 'amber'} title={more.map(labelOf).join('、')}>
          +{more.length}
        </NoteTag>
      )}
    </span>
  )
}

const DARK = 2

/** 松鹤楼 › 2层 › 203室 › 02床; the last two are what a nurse walks to. */
export function BedPath({ path }: { path: string | null }) {
  if (!path) return <None />
  const parts = path.split('>')
  return (
    <span className="yy-bed-path yy-second" title={parts.join(' › ')}>
      {parts.map((part, index) => (
        <span key={index} className={index >= parts.length - DARK ? 'yy-ink' : undefined}>
          {index > 0 && <i aria-hidden>›</i>}
          {part}
        </span>
      ))}
    </span>
  )
}

export const bedPathText = (path: string | null) => pathWords(path)
