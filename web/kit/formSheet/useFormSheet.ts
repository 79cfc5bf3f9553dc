// The state of a form that is being filled in: values it starts with, what is wrong, and the way to the first mistake.
import dayjs from 'dayjs'
import { useCallback, useId, useRef, useState } from 'react'
import { type FormDesignData, type FormFieldData, isFilled, SELF, TODAY } from '#contract/kit/formDesign'
import { type FormValue, type FormValues, keptValues, valueProblems } from '#contract/kit/formValues'
import { useSession } from '#web/kit/session'
import { controlId } from './FormSheet.tsx'

type Archive = Readonly<Record<string, string | null | undefined>>

function initialOf(field: FormFieldData, archive: Archive): FormValue {
  const { kind, initial } = field
  if (kind === 'resident') return archive[field.source ?? ''] || null
  if (!initial) return null
  if (kind === 'number') return Number(initial)
  if (kind === 'checkbox') return initial.split(',')
  if (kind === 'date') return initial === TODAY ? dayjs().format('YYYY-MM-DD') : initial
  if (kind === 'datetime') return initial === TODAY ? dayjs().format('YYYY-MM-DD HH:mm:00') : `${initial} 00:00:00`
  const { user } = useSession.getState()
  if (kind === 'staff' && initial === SELF && user) return { id: user.empInfo.empId, name: user.empInfo.empName }
  if (kind === 'dept' && initial === SELF && user?.deptInfo) {
    return { id: user.deptInfo.deptId, name: user.deptInfo.deptName }
  }
  return kind === 'staff' || kind === 'dept' ? null : initial
}

/** What a new form holds before anybody typed: defaults, today, the person at the desk, the resident's archive. */
export function startValues(design: FormDesignData, archive: Archive = {}): FormValues {
  const values: Record<string, FormValue> = {}
  for (const field of design.fields) {
    const value = isFilled(field.kind) ? initialOf(field, archive) : null
    if (value !== null) values[field.id] = value
  }
  return values
}

export function useFormSheet(design: FormDesignData, start: FormValues | (() => FormValues)) {
  const name = useId()
  const [values, setValues] = useState<FormValues>(start)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const checked = useRef(false)
  const now = useRef(values)
  now.current = values

  const change = useCallback(
    (fieldId: string, value: FormValue) => {
      const next = { ...now.current, [fieldId]: value }
      now.current = next
      setValues(next)
      // After the first attempt each message goes as soon as its field is right.
      if (checked.current) setProblems(valueProblems(design, next))
    },
    [design],
  )

  /** The values to hand in, or null when something is wrong; then the first mistake is shown. */
  const check = useCallback((): FormValues | null => {
    checked.current = true
    const found = valueProblems(design, now.current)
    setProblems(found)
    const first = design.fields.find((field) => field.id in found)
    if (!first) return keptValues(design, now.current)
    const id = controlId(name, first.id)
    requestAnimationFrame(() => {
      document.getElementById(`${id}-place`)?.scrollIntoView({ behavior: 'smooth', block: 'center' })
      document.getElementById(id)?.focus({ preventScroll: true })
    })
    return null
  }, [design, name])

  const reset = useCallback((next: FormValues) => {
    checked.current = false
    now.current = next
    setValues(next)
    setProblems({})
  }, [])

  return { name, values, problems, change, check, reset }
}
