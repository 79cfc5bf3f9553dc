// What follows a resident's name everywhere: attention notes, and the bed as a path with room and bed dark.
import { AttentionNote } from '#contract/live/resident'
import { None } from '#web/kit/fields/none'
import { NoteTag } from '#web/kit/parts/StatusTag'
import './marks.css'

export function AttentionNotes({ notes }: { notes: readonly number[] }) {
  if (notes.length === 0) return <None />
  return (
    <span className="yy-notes">
      {notes.map((note) => {
        const option = AttentionNote.find(note as 1)
        return (
          <NoteTag key={note} family={option?.family ?? 'grey'}>
            {option?.label ?? note}
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
    <span className="yy-bed-path" title={parts.join(' › ')}>
      {parts.map((part, index) => (
        <span key={index} className={index >= parts.length - DARK ? 'yy-bed-near' : undefined}>
          {index > 0 && <i aria-hidden>›</i>}
          {part}
        </span>
      ))}
    </span>
  )
}

export const bedPathText = (path: string | null) => path?.split('>').join(' › ') ?? ''
