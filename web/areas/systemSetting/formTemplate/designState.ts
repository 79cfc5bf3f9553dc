// What the designer holds while somebody works: the steps, what is saved, the draft that survives, what is chosen.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FormDesignData, sameDesign } from '#contract/kit/formDesign'
import { type Draft, dropDraft, loadDraft, saveDraft } from '#web/kit/form/drafts'
import { usePageState } from '#web/kit/open'
import { onSignal, raise } from '#web/kit/signals'
import { begin, type History, redo, step, undo } from './designEdits.ts'

export interface Loaded {
  design: FormDesignData
  /** Of the template, to notice another editor. */
  version: number
}

interface Work {
  history: History
  saved: Loaded
}

const WAIT = 800

const designIn = (draft: Draft): FormDesignData | null => {
  const design = draft.values.design as FormDesignData | undefined
  return design && Array.isArray(design.fields) ? design : null
}

export function useDesign(loaded: Loaded, about: { templateId: string; title: string; path: string }) {
  const key = `systemSetting.formTemplate.design:${about.templateId}`
  const [work, setWork] = usePageState<Work>('work', () => ({ history: begin(loaded.design), saved: loaded }))
  const [offer, setOffer] = useState<Draft | null>(() => {
    const draft = loadDraft(key)
    const design = draft && designIn(draft)
    return design && !sameDesign(design, work.history.now) ? draft : null
  })
  const dirty = work.history.past.length > 0 && !sameDesign(work.history.now, work.saved.design)
  const latest = useRef({ work, dirty, about, offered: offer !== null })
  latest.current = { work, dirty, about, offered: offer !== null }

  /** True when there was something to keep. */
  const keep = useCallback((): boolean => {
    const { work: now, dirty: changed, about: what, offered } = latest.current
    // A draft that still waits for an answer is not written over.
    if (!changed || offered) return false
    const values = { design: now.history.now, version: now.saved.version }
    return saveDraft({ form: key, title: `表单设计：${what.title}`, path: what.path, values })
  }, [key])

  useEffect(() => {
    if (!dirty || work.history.past.length === 0) return
    const timer = setTimeout(keep, WAIT)
    return () => clearTimeout(timer)
  }, [dirty, work, keep])

  // An expired session, a sign-out, a closed window or another page must not take the work with it.
  useEffect(() => {
    const lost = () => {
      if (keep()) raise('draft-kept', { title: latest.current.about.title, path: latest.current.about.path })
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (keep()) event.preventDefault()
    }
    const stops = [onSignal('session-invalid', lost), onSignal('logout', lost)]
    window.addEventListener('beforeunload', warn)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('beforeunload', warn)
      keep()
    }
  }, [keep])

  const go = useCallback(
    (change: (history: History) => History) => {
      setWork((now) => ({ ...now, history: change(now.history) }))
    },
    [setWork],
  )

  return {
    design: work.history.now,
    saved: work.saved,
    dirty,
    canUndo: work.history.past.length > 0,
    canRedo: work.history.future.length > 0,
    /** One step; typing on in the same place (`what`) is one step too. */
    apply: useCallback(
      (change: (design: FormDesignData) => FormDesignData, what: string | null = null) =>
        go((history) => step(history, change(history.now), what)),
      [go],
    ),
    undo: useCallback(() => go(undo), [go]),
    redo: useCallback(() => go(redo), [go]),
    /** The server has it now. */
    keepSaved: useCallback(
      (next: Loaded) => {
        dropDraft(key)
        setOffer(null)
        setWork((now) => ({ ...now, saved: next }))
      },
      [key, setWork],
    ),
    keep,
    dropDraft: useCallback(() => {
      dropDraft(key)
      // Nothing is left to keep when the page goes.
      setWork((now) => ({ ...now, history: begin(now.saved.design) }))
      latest.current = { ...latest.current, dirty: false }
    }, [key, setWork]),
    offer,
    restoreOffer: useCallback(() => {
      const design = offer && designIn(offer)
      if (design) go((history) => step(history, design))
      setOffer(null)
    }, [go, offer]),
    discardOffer: useCallback(() => {
      dropDraft(key)
      setOffer(null)
    }, [key]),
  }
}

export type DesignState = ReturnType<typeof useDesign>
