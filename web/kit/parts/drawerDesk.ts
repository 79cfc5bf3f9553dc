// What every drawer does alike for whoever works without the mouse: its first field has the focus, Ctrl+Enter presses its
// main button wherever the focus is, and what was typed is known, so that Esc can ask before it is lost.
import { useEffect, useRef } from 'react'

const FIELDS = 'input, textarea, [contenteditable=true]'
const UNTYPED = new Set(['checkbox', 'radio', 'file', 'hidden', 'button', 'submit', 'range', 'color'])

type TextField = HTMLInputElement | HTMLTextAreaElement

const isText = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !UNTYPED.has(element.type))

/** What is searched with is not kept anywhere, so it cannot be lost. */
const searches = (field: Element) =>
  field.getAttribute('role') === 'combobox' ||
  field.closest('[role=search], .ant-pagination, .ant-input-search') !== null

/** A date opens its calendar when it gets the focus: that would hide what stands below. */
const firstField = (body: Element): HTMLElement | undefined =>
  [
    ...body.querySelectorAll<HTMLElement>(`[data-first] :is(${FIELDS})`),
    ...body.querySelectorAll<HTMLElement>(FIELDS),
  ].find(
    (one) =>
      (isText(one) ? !one.disabled : one.isContentEditable) && one.offsetParent !== null && !one.closest('.ant-picker'),
  )

/** The first field gets the focus, unless somebody is in another. `ours` is where we have put the focus before. */
export function focusFirst(body: HTMLElement, ours: Element | null = null): Element | null {
  const now = document.activeElement
  if (now && now !== ours && isText(now) && body.contains(now)) return ours
  const field = firstField(body) ?? null
  if (field && field !== now) field.focus({ preventScroll: true })
  return field ?? ours
}

/** The first field has the focus until somebody presses something: fields may come later than the drawer. */
export function useFirstField(body: HTMLElement | null, open: boolean): void {
  useEffect(() => {
    if (!open || !body) return
    const stop = new AbortController()
    let ours = focusFirst(body)
    const watcher = new MutationObserver(() => {
      ours = focusFirst(body, ours)
    })
    watcher.observe(body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    stop.signal.addEventListener('abort', () => watcher.disconnect())
    for (const kind of ['pointerdown', 'keydown'] as const) {
      document.addEventListener(kind, () => stop.abort(), { signal: stop.signal, capture: true })
    }
    return () => stop.abort()
  }, [body, open])
}

/** Answers whether something typed in the drawer would be lost now. */
export function useTyped(body: HTMLElement | null, open: boolean): () => boolean {
  const first = useRef(new Map<TextField, string>())
  useEffect(() => {
    if (!open || !body) return
    const known = first.current
    known.clear()
    const note = (event: Event) => {
      const field = event.target
      if (field instanceof Element && isText(field) && !searches(field) && !known.has(field)) {
        known.set(field, field.value)
      }
    }
    // Before the first stroke changes it: what a form fills in by itself was not typed.
    body.addEventListener('beforeinput', note)
    return () => body.removeEventListener('beforeinput', note)
  }, [body, open])
  // A field that has gone went with what it was for.
  return () => [...first.current].some(([field, value]) => field.isConnected && field.value !== value)
}

const DRAWER = '.yy-drawer.ant-drawer-open'
const OVER = '.ant-modal-wrap, .yy-palette'
const isShown = (one: HTMLElement) => one.offsetParent !== null || getComputedStyle(one).position === 'fixed'

/** Wherever the focus is: a drawer that has keys of its own has dealt with it before. */
export function useMainKey(body: HTMLElement | null, open: boolean): void {
  useEffect(() => {
    if (!open) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      const mine = body?.closest(DRAWER)
      const covered = [...document.querySelectorAll<HTMLElement>(OVER)].some(
        (one) => isShown(one) && getComputedStyle(one).display !== 'none',
      )
      if (!mine || covered || [...document.querySelectorAll(DRAWER)].at(-1) !== mine) return
      const main = mine.querySelector<HTMLButtonElement>('.ant-drawer-footer .ant-btn-primary:not(:disabled)')
      if (!main) return
      event.preventDefault()
      main.click()
    }
    // A list of choices takes every Enter, this one too, and would add or take out the choice it stands on.
    const ahead = (event: KeyboardEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest('.ant-select')) return
      press(event)
      if (event.defaultPrevented) event.stopPropagation()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('keydown', ahead, true)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('keydown', ahead, true)
    }
  }, [body, open])
}
