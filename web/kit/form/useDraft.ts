// Keeps a form's input while it is typed, and hands it back when the form is opened again.
import type { FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onSignal, raise } from '#web/kit/signals'
import { type Draft, dropDraft, loadDraft, saveDraft } from './drafts.ts'
import type { Values } from './SchemaForm.tsx'

const WAIT = 800

interface DraftRequest {
  /** null: this form keeps no draft. */
  key: string | null
  title: string
  path: string
  secrets: readonly string[]
  /** Input that is there without the user's doing is no draft. */
  isDirty(values: Values): boolean
}

export function useDraft(form: FormInstance<Values>, request: DraftRequest) {
  const [offer, setOffer] = useState<Draft | null>(() => (request.key === null ? null : loadDraft(request.key)))
  const latest = useRef(request)
  latest.current = request
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const over = useRef(false)

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    const { key, title, path, secrets, isDirty } = latest.current
    if (key === null || over.current) return false
    const values = form.getFieldsValue(true) as Values
    return isDirty(values) && saveDraft({ form: key, title, path, values }, secrets)
  }, [form])

  // An expired session, a sign-out or a closed window must not take the input with it.
  useEffect(() => {
    const lost = () => {
      if (keep()) raise('draft-kept', { title: latest.current.title, path: latest.current.path })
    }
    const stops = [onSignal('session-invalid', lost), onSignal('logout', lost)]
    window.addEventListener('pagehide', keep)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('pagehide', keep)
      // Also when the tab goes to the background, where nothing is listened to any more.
      keep()
    }
  }, [keep])

  return {
    offer,
    /** After each change. */
    touch: useCallback(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, WAIT)
    }, [keep]),
    keep,
    restore: useCallback(() => {
      if (offer) form.setFieldsValue(offer.values as Values)
      setOffer(null)
    }, [form, offer]),
    /** Saved or thrown away: nothing is kept from here on. */
    drop: useCallback(() => {
      clearTimeout(timer.current)
      over.current = true
      if (latest.current.key !== null) dropDraft(latest.current.key)
      setOffer(null)
    }, []),
    discardOffer: useCallback(() => {
      if (latest.current.key !== null) dropDraft(latest.current.key)
      setOffer(null)
    }, []),
  }
}
