// A state in one word. The dot and the word carry it together; colour never alone. Families never follow the theme.
import type { ReactNode } from 'react'
import type { Family, Option } from '#contract/kit/options'
import './tags.css'

interface Shown {
  family: Family
  /** Not yet, or no longer there. */
  hollow?: boolean
  /** Only for an open alarm. */
  solid?: boolean
  children: ReactNode
}

interface OfOption {
  option: Pick<Option<string | number>, 'label' | 'family' | 'hollow'>
  solid?: boolean
}

export function StatusTag(props: Shown | OfOption) {
  const { family, hollow, label } =
    'option' in props
      ? { family: props.option.family ?? 'grey', hollow: props.option.hollow, label: props.option.label }
      : { family: props.family, hollow: props.hollow, label: props.children }
  const classes = ['yy-tag', `yy-tag-${family}`, hollow && 'yy-tag-hollow', props.solid && 'yy-tag-solid']
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <i aria-hidden />
      {label}
    </span>
  )
}

/** An attention note: outlined on white, follows the name on every page. */
export function NoteTag({ family, title, children }: { family: Family; title?: string; children: ReactNode }) {
  return (
    <span className={`yy-note yy-tiny yy-inline yy-one-line yy-white yy-note-${family}`} title={title}>
      {children}
    </span>
  )
}

/** Somebody owes money: stands after the name. */
export const OwesTag = () => (
  <span className="yy-owes yy-on yy-tiny yy-inline" title="欠费">
    欠
  </span>
)
