// A scanner that types, wherever the focus is: its keys are kept from fields and buttons, so that the Enter at the end of a
// code presses nothing. What people type is left alone: no field of the page takes a text that begins like a code.
import { useEffect, useRef } from 'react'
import { looksLikeCode } from '#contract/nursing/careCode'

/** A scanner types a code in less than this; what is older was something else. */
const APART_MS = 500

export function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    let typed = ''
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      // The field that asks for a code takes it itself.
      if (event.target instanceof Element && event.target.closest('.bed-scan')) return
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (event.timeStamp - last > APART_MS) typed = ''
      last = event.timeStamp
      if (event.key === 'Enter') {
        const code = typed
        typed = ''
        if (looksLikeCode(code) !== 'whole') return
        event.preventDefault()
        event.stopPropagation()
        latest.current(code)
        return
      }
      if (event.key.length !== 1) return
      const next = typed + event.key
      typed = looksLikeCode(next) ? next : looksLikeCode(event.key) ? event.key : ''
      if (typed === '') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
