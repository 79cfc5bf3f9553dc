// The state of a small form: values, complaints, focus on the first field that is wrong.
import { useCallback, useRef, useState } from 'react'

export type Checks<V> = { [K in keyof V]?: (value: string, all: V) => string | null }

export interface Bound {
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}

export interface LightForm<V> {
  values: V
  errors: Partial<Record<keyof V, string>>
  /** Goes on the <form>, so that a complaint can take the focus to its field. */
  ref: React.RefObject<HTMLFormElement | null>
  set: (changes: Partial<V>) => void
  /** Checks the named fields, or all; takes the focus to the first that is wrong. */
  valid: (names?: readonly (keyof V & string)[]) => boolean
  /** Puts a complaint at a field (null takes it away) and the focus with it. */
  complain: (name: keyof V & string, message: string | null, focus?: boolean) => void
  focus: (name: keyof V & string, select?: boolean) => void
  bind: (name: keyof V & string) => Bound
}

export function useForm<V extends { [K in keyof V]: string }>(initial: V, checks: Checks<V>): LightForm<V> {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({})
  const ref = useRef<HTMLFormElement | null>(null)

  const focus = useCallback((name: keyof V & string, select = false) => {
    // After the next paint: the field may only now become enabled again.
    requestAnimationFrame(() => {
      const field = ref.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        field.focus()
        if (select) field.select()
      }
    })
  }, [])

  const complain = (name: keyof V & string, message: string | null, withFocus = true) => {
    setErrors((now) => {
      const { [name]: _, ...rest } = now
      return (message === null ? rest : { ...rest, [name]: message }) as Partial<Record<keyof V, string>>
    })
    if (message !== null && withFocus) focus(name, true)
  }

  const problem = (name: keyof V & string) => checks[name]?.(values[name], values) ?? null

  return {
    values,
    errors,
    ref,
    set: (changes) => {
      setValues((now) => ({ ...now, ...changes }))
      setErrors((now) => {
        const left = { ...now }
        for (const name of Object.keys(changes)) delete left[name as keyof V]
        return left
      })
    },
    valid: (names) => {
      const found: Partial<Record<keyof V, string>> = {}
      const asked = names ?? (Object.keys(values) as (keyof V & string)[])
      for (const name of asked) {
        const message = problem(name)
        if (message !== null) found[name] = message
      }
      setErrors(found)
      const first = asked.find((name) => found[name] !== undefined)
      if (first) focus(first)
      return first === undefined
    },
    complain,
    focus,
    bind: (name) => ({
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (value) => {
        setValues((now) => ({ ...now, [name]: value }))
        complain(name, null)
      },
      // A field left empty is asked for on submit, not while the person is still on the way to it.
      onBlur: () => {
        if (values[name] !== '') complain(name, problem(name), false)
      },
    }),
  }
}
