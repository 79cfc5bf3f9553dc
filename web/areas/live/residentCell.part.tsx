// A resident wherever one is named: photo, name, sex, age, attention notes and the mark of arrears stand together.
import { useId } from 'react'
import { ResidenceStatus, type ResidenceStatusValue, ResidentSex } from '#contract/live/resident'
import { openPage } from '#web/kit/open'
import { OwesTag, StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { AttentionNotes } from './marks.part.tsx'
import './residentCell.css'

/** Opens the archive of one resident in its own tab. */
export const archivePath = (oldmanId: string) => `/live/archives/detail/${oldmanId}`
const ARCHIVE_NEEDS = 'live:archive:list'

export interface ResidentFace {
  oldmanId: string
  oldmanName: string
  sex: number
  age?: number | null
  head?: string | null
  status?: number | null
  attention?: readonly number[]
  owedFen?: number | null
}

interface ResidentPhotoProps {
  row: Pick<ResidentFace, 'oldmanId' | 'oldmanName' | 'sex' | 'head'>
  width?: number
  height?: number
}

/** The same resident always looks the same. */
function turnOf(oldmanId: string, kinds: number): number {
  let sum = 0
  for (const char of oldmanId) sum = (sum * 31 + char.charCodeAt(0)) % 9973
  return sum % kinds
}

const GROUNDS = ['#e3edf2', '#e6efe6', '#f2ece0', '#ece8f2'] as const
const CLOTHES = ['#7d93a8', '#8a9c86', '#a08f7a', '#8d87a3'] as const
const SKIN = '#f1d3b8'
const HAIR = '#c9ccd1'
const LINE = '#7b6a5d'

/** A calm drawn face where there is no photo. */
function DrawnFace({ sex, turn }: { sex: number; turn: number }) {
  const clip = useId()
  const glasses = turn % 3 === 0
  const woman = sex === ResidentSex.is.female
  return (
    <svg
      className="yy-block yy-wide yy-tall"
      viewBox="0 0 104 134"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden
      focusable="false"
    >
      <rect width="104" height="134" fill={GROUNDS[turn % GROUNDS.length]} />
      <clipPath id={clip}>
        <rect width="104" height="134" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {woman && <ellipse cx="52" cy="56" rx="35" ry="38" fill={HAIR} />}
        <path d="M10 140c2-32 20-40 42-40s40 8 42 40z" fill={CLOTHES[turn % CLOTHES.length]} />
        <path d="M43 84h18v18c-5 6-13 6-18 0z" fill={SKIN} />
        <ellipse cx="52" cy="62" rx="26" ry="31" fill={SKIN} />
        {woman ? (
          <path d="M24 60c0-30 14-38 28-38s28 8 28 38c-6-14-14-20-28-20s-22 6-28 20z" fill={HAIR} />
        ) : (
          <path d="M26 56c-2-24 10-34 26-34s28 10 26 34c-2-10-5-15-9-17-10-4-24-4-34 0-4 2-7 7-9 17z" fill={HAIR} />
        )}
        <g fill="none" stroke={LINE} strokeWidth="2" strokeLinecap="round">
          <path d="M37 55c2-2 6-2 8 0M59 55c2-2 6-2 8 0" opacity=".55" />
          <path d="M52 62v9c-2 1-3 1-4 0" opacity=".6" />
          <path d="M44 79c4 4 12 4 16 0" />
          {glasses && (
            <g stroke="#5d6b7a">
              <circle cx="41" cy="63" r="8" />
              <circle cx="63" cy="63" r="8" />
              <path d="M49 63h6" />
            </g>
          )}
        </g>
        <circle cx="41" cy="63" r="2.2" fill={LINE} />
        <circle cx="63" cy="63" r="2.2" fill={LINE} />
      </g>
    </svg>
  )
}

export function ResidentPhoto({ row, width = 28, height = 28 }: ResidentPhotoProps) {
  const size = { width, height }
  return row.head ? (
    <img className="yy-resident-photo yy-fixed yy-hidden yy-tint" src={row.head} alt="" style={size} loading="lazy" />
  ) : (
    <span className="yy-resident-photo yy-fixed yy-hidden yy-tint" style={size}>
      <DrawnFace sex={row.sex} turn={turnOf(row.oldmanId, 12)} />
    </span>
  )
}

/** More would push the name out of its column. */
const MOST_MARKS = 2

interface ResidentCellProps {
  row: ResidentFace
  /** The name opens the archive, for those who may read it. */
  link?: boolean
  /** The name does something else. */
  onOpen?(): void
  /** False where the notes have a column of their own; short in a narrow column. */
  notes?: boolean | 'short'
  photo?: boolean
  /** Shows the status as well, where the list has none. */
  status?: boolean
}

export function ResidentCell({ row, link, onOpen, notes = true, photo = true, status }: ResidentCellProps) {
  const may = useMay()
  const open = onOpen ?? (link && may(ARCHIVE_NEEDS) ? () => openPage(archivePath(row.oldmanId)) : undefined)
  const about = [ResidentSex.label(row.sex as 0), row.age ?? null].filter((one) => one !== null && one !== '').join(' ')
  const state = status && row.status ? ResidenceStatus.find(row.status as ResidenceStatusValue) : undefined
  return (
    <span className="yy-resident yy-gap-8 yy-narrow yy-one-line yy-inline">
      {photo && <ResidentPhoto row={row} />}
      {open ? (
        <button
          type="button"
          className="yy-link yy-name"
          onClick={(event) => {
            event.stopPropagation()
            open()
          }}
        >
          {row.oldmanName}
        </button>
      ) : (
        <span className="yy-name">{row.oldmanName}</span>
      )}
      <span className="yy-person-about">{about}</span>
      {(row.owedFen ?? 0) > 0 && <OwesTag />}
      {state && <StatusTag option={state} />}
      {notes && row.attention && row.attention.length > 0 && (
        <AttentionNotes notes={row.attention} short={notes === 'short'} most={MOST_MARKS} />
      )}
    </span>
  )
}
