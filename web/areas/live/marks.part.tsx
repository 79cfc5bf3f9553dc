// What follows a resident's name everywhere: attention notes, and the bed as a path with room and bed dark.
import { AttentionNote } from '#contract/live/resident'
import { pathWords } from '#contract/platform/placeNames'
import { None } from '#web/kit/fields/none'
import { NoteTag } from '#web/kit/parts/StatusTag'
import './marks.css'

/** One sign each, for where a name has little room and the note must still be seen. */
export const NOTE_SIGNS: Readonly<Record<number, string>> = { 1: '智', 2: '暴', 3: '危', 4: '险', 5: '终' }

/** `short`: several notes stand as signs, so that none of them is cut off. */
export function AttentionNotes({ notes, short = false }: { notes: readonly number[]; short?: boolean }) {
  if (notes.length === 0) return <None />
  const signs = short && notes.length > 1
  return (
    <span className="yy-notes yy-inline-flex yy-gap-4">
      {notes.map((note) => {
        const option = AttentionNote.find(note as 1)
        const label = option?.label ?? String(note)
        return (
          <NoteTag key={note} family={option?.family ?? 'grey'} title={label}>
            {signs ? (NOTE_SIGNS[note] ?? label) : label}
          </NoteTag>
        )
      })}
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
