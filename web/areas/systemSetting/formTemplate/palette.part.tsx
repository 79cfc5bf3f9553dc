// The kinds of fields at the left: dragged onto the sheet, or added by a click.
import { useDraggable } from '@dnd-kit/core'
import {
  AlignLeft,
  Building2,
  Calendar,
  CalendarClock,
  CircleDot,
  Hash,
  Heading,
  IdCard,
  Image,
  ListChecks,
  type LucideIcon,
  PenLine,
  Sigma,
  SquareChevronDown,
  StickyNote,
  Table,
  Type,
  UserRound,
} from 'lucide-react'
import { FieldKind, type FieldKindValue } from '#contract/kit/formDesign'

export const kindIcons: Readonly<Record<FieldKindValue, LucideIcon>> = {
  text: Type,
  longText: AlignLeft,
  number: Hash,
  date: Calendar,
  datetime: CalendarClock,
  radio: CircleDot,
  checkbox: ListChecks,
  select: SquareChevronDown,
  resident: IdCard,
  staff: UserRound,
  dept: Building2,
  table: Table,
  score: Sigma,
  sign: PenLine,
  picture: Image,
  group: Heading,
  note: StickyNote,
}

const groups: readonly (readonly [title: string, kinds: readonly FieldKindValue[]])[] = [
  ['填写', ['text', 'longText', 'number', 'date', 'datetime']],
  ['选择', ['radio', 'checkbox', 'select']],
  ['带出', ['resident', 'staff', 'dept']],
  ['记录与签名', ['table', 'score', 'sign', 'picture']],
  ['版面', ['group', 'note']],
]

/** Marks what is dragged from here, apart from fields that are moved. */
export const NEW = 'new:'

function Kind({ kind, onAdd }: { kind: FieldKindValue; onAdd(kind: FieldKindValue): void }) {
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id: `${NEW}${kind}` })
  const Icon = kindIcons[kind]
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={
        isDragging
          ? 'yy-fd-kind yy-edge yy-round yy-gap-4 yy-ink yy-small yy-one-line yy-left yy-white yy-row is-held'
          : 'yy-fd-kind yy-edge yy-round yy-gap-4 yy-ink yy-small yy-one-line yy-left yy-white yy-row'
      }
      title="拖到纸上，或点击添加"
      {...attributes}
      {...listeners}
      onClick={() => onAdd(kind)}
    >
      <Icon size={15} aria-hidden />
      {FieldKind.label(kind)}
    </button>
  )
}

export function Palette({ onAdd }: { onAdd(kind: FieldKindValue): void }) {
  return (
    <section className="yy-card yy-fd-palette yy-pad-12 yy-scroll" aria-label="字段类型">
      {groups.map(([title, kinds]) => (
        <div key={title}>
          <h4>{title}</h4>
          <div className="yy-fd-kinds yy-grid yy-gap-6 yy-below-12">
            {kinds.map((kind) => (
              <Kind key={kind} kind={kind} onAdd={onAdd} />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}
