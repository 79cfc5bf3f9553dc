// Labelled fields with hint and complaint below; without a component library.
import { Eye, EyeOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

interface FrameProps {
  id: string
  label: string
  required?: boolean
  error?: string | null
  hint?: ReactNode
  /** Stands at the right end of the line below the field. */
  aside?: ReactNode
  children: ReactNode
}

export const belowId = (id: string) => `${id}-below`

/** Label, field, and the line below it. */
export function FieldFrame({ id, label, required, error, hint, aside, children }: FrameProps) {
  return (
    <div className="yy-field">
      <label htmlFor={id}>
        {required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {label}
      </label>
      {children}
      {(error || hint || aside) && (
        <div className="yy-below">
          <span id={belowId(id)} className={error ? 'bad' : undefined} role={error ? 'alert' : undefined}>
            {error || hint}
          </span>
          {aside}
        </div>
      )}
    </div>
  )
}

export interface TextProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | null
  hint?: ReactNode
  aside?: ReactNode
  icon?: LucideIcon
  required?: boolean
  placeholder?: string
  autoComplete?: string
  inputMode?: 'text' | 'tel' | 'numeric'
  maxLength?: number
  readOnly?: boolean
  autoFocus?: boolean
  /** Stands beside the box: a picture, a button. */
  beside?: ReactNode
}

export function TextField(props: TextProps) {
  const id = useId()
  const Icon = props.icon
  const box = (
    <div className={`yy-box${props.error ? ' bad' : ''}${props.readOnly ? ' still' : ''}`}>
      {Icon && <Icon size={19} strokeWidth={1.5} aria-hidden="true" />}
      <input
        id={id}
        name={props.name}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        inputMode={props.inputMode}
        maxLength={props.maxLength}
        readOnly={props.readOnly}
        // biome-ignore lint/a11y/noAutofocus: the first empty field of a page that is nothing but its form
        autoFocus={props.autoFocus}
        spellCheck={false}
        autoCapitalize="none"
        aria-required={props.required}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={belowId(id)}
      />
    </div>
  )
  return (
    <FieldFrame
      id={id}
      label={props.label}
      required={props.required}
      error={props.error}
      hint={props.hint}
      aside={props.aside}
    >
      {props.beside ? (
        <div className="yy-beside yy-flex yy-gap-12">
          {box}
          {props.beside}
        </div>
      ) : (
        box
      )}
    </FieldFrame>
  )
}

/** Password with an eye, and a word when Caps Lock is on. */
export function PasswordField(props: TextProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const Icon = props.icon
  const watch = (event: React.KeyboardEvent | React.MouseEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <FieldFrame
      id={id}
      label={props.label}
      required={props.required}
      error={props.error}
      hint={caps ? '大写锁定已打开' : props.hint}
      aside={props.error && caps ? <span>大写锁定已打开</span> : props.aside}
    >
      <div className={`yy-box${props.error ? ' bad' : ''}`}>
        {Icon && <Icon size={19} strokeWidth={1.5} aria-hidden="true" />}
        <input
          id={id}
          name={props.name}
          type={shown ? 'text' : 'password'}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onMouseDown={watch}
          onBlur={() => {
            setCaps(false)
            props.onBlur?.()
          }}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'current-password'}
          maxLength={props.maxLength}
          // biome-ignore lint/a11y/noAutofocus: the first empty field of a page that is nothing but its form
          autoFocus={props.autoFocus}
          spellCheck={false}
          autoCapitalize="none"
          aria-required={props.required}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={belowId(id)}
        />
        <button
          type="button"
          className="yy-icon-button"
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          title={shown ? '隐藏密码' : '显示密码'}
          // Otherwise the field loses the focus and is checked while its owner only wants to read it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          {shown ? <Eye size={17} strokeWidth={1.7} /> : <EyeOff size={17} strokeWidth={1.7} />}
        </button>
      </div>
    </FieldFrame>
  )
}

export function TextArea(props: TextProps) {
  const id = useId()
  const count = props.maxLength ? `${props.value.length} / ${props.maxLength}` : null
  return (
    <FieldFrame
      id={id}
      label={props.label}
      required={props.required}
      error={props.error}
      hint={props.hint}
      aside={count && <span>{count}</span>}
    >
      <div className={`yy-box area${props.error ? ' bad' : ''}`}>
        <textarea
          id={id}
          name={props.name}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          aria-required={props.required}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={belowId(id)}
        />
      </div>
    </FieldFrame>
  )
}
