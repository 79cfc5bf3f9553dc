// Paper. What is printed is rendered into a frame of its own with its own style sheet: no watermark, no theme, no
// shell. The browser's dialog follows once pictures and fonts are there.
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import css from './sheet.css?inline'

export type Paper = 'A4' | 'A4-landscape' | 'receipt'

export interface PrintRequest {
  /** Name of the print job, and of the file when it is saved as PDF. */
  title: string
  paper: Paper
  render(): ReactNode
  /** A page rule of its own, where margins and what stands in them are chosen by the user. */
  page?: string
  /** Time of printing as the foot says it; now unless told. */
  printedAt?: Date
  /** Several papers in one job, each an element of its own: every one counts its own pages. */
  many?: boolean
}

const two = (value: number) => String(value).padStart(2, '0')
export const minuteText = (at: Date) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`

const FONT = 'font: 9pt "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif; color: #000'

/** Page size, margins and what stands in them. Browsers that know no margin boxes leave out the page numbers. */
export function pageRule(paper: Paper, printedAt: Date): string {
  // Continuous paper: a tear strip of 11 mm on each side, one form a page.
  if (paper === 'receipt') return '@page { size: 241mm 93mm; margin: 4mm 15mm }'
  const size = paper === 'A4' ? 'A4 portrait' : 'A4 landscape'
  return `@page { size: ${size}; margin: 13mm 14mm 16mm;
    @bottom-left { content: "打印时间 ${minuteText(printedAt)}"; ${FONT} }
    @bottom-right { content: "第 " counter(page) " / " counter(pages) " 页"; ${FONT} }
  }`
}

/** What a page of A4 has room for between its margins. */
const ROOM = { A4: { wide: '182mm', high: '268mm' }, 'A4-landscape': { wide: '269mm', high: '181mm' } }

/**
 * counter(pages) counts the job, so each paper gets pages of its own name with a counter of its own. How many there
 * are is known for certain only where the paper fits one page; a longer one says which page it is.
 */
function countEach(doc: Document, paper: keyof typeof ROOM): string {
  const papers = Array.from(doc.body.children).filter((one): one is HTMLElement => 'style' in one)
  if (papers.length < 2) return ''
  const probe = doc.createElement('div')
  probe.style.height = ROOM[paper].high
  doc.body.append(probe)
  const room = probe.getBoundingClientRect().height
  probe.remove()
  const { width } = doc.body.style
  doc.body.style.width = ROOM[paper].wide
  const heights = papers.map((one) => one.getBoundingClientRect().height)
  doc.body.style.width = width
  return papers
    .map((one, at) => {
      const name = `paper${at + 1}`
      one.style.setProperty('page', name)
      const of = heights[at]! <= room ? ' / 1' : ''
      return `@page ${name} { counter-increment: ${name};
        @bottom-right { content: "第 " counter(${name}) "${of} 页"; ${FONT} } }`
    })
    .join('\n')
}

/** A picture that does not come must not hold the paper back for ever. */
const PICTURE_WAIT = 10_000
/** A frame nobody printed is cleared away. */
const FRAME_LIFE = 10 * 60_000

const loaded = (image: HTMLImageElement) =>
  new Promise<void>((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true })
    // A broken picture leaves its place empty.
    image.addEventListener('error', () => resolve(), { once: true })
  })

async function ready(frame: HTMLIFrameElement): Promise<void> {
  const doc = frame.contentDocument!
  const pictures = Array.from(doc.images)
    .filter((image) => !image.complete)
    .map(loaded)
  await Promise.race([
    Promise.all([doc.fonts.ready, ...pictures]),
    new Promise((resolve) => setTimeout(resolve, PICTURE_WAIT)),
  ])
}

/** An empty frame has no doctype, and tables in such a document do not take the size of the type around them. */
export function standardDocument(frame: HTMLIFrameElement): Document {
  const doc = frame.contentDocument!
  if (doc.doctype === null) {
    doc.open()
    doc.write('<!doctype html><html lang="zh-CN"><head></head><body></body></html>')
    doc.close()
  }
  return doc
}

/** Renders the sheet into its frame; the caller prints it or looks at it. */
export async function layOut(request: PrintRequest): Promise<{ frame: HTMLIFrameElement; remove(): void }> {
  const frame = document.createElement('iframe')
  frame.className = 'yy-print-frame'
  frame.title = request.title
  frame.setAttribute('aria-hidden', 'true')
  // Out of sight but laid out: a frame without size prints nothing in some browsers.
  Object.assign(frame.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    width: '1200px',
    height: '800px',
    border: '0',
  })
  document.body.append(frame)
  const doc = standardDocument(frame)
  doc.title = request.title
  const style = doc.createElement('style')
  style.textContent = `${css}\n${request.page ?? pageRule(request.paper, request.printedAt ?? new Date())}`
  doc.head.append(style)
  doc.body.className = `paper-${request.paper}`
  const root = createRoot(doc.body)
  flushSync(() => root.render(request.render()))
  await ready(frame)
  if (request.many && request.paper !== 'receipt') {
    const own = doc.createElement('style')
    own.textContent = countEach(doc, request.paper)
    doc.head.append(own)
  }
  return {
    frame,
    remove: () => {
      root.unmount()
      frame.remove()
    },
  }
}

let lastRemove: (() => void) | null = null

/** Answers when the dialog is open (or, where the browser waits, closed). */
export async function printSheet(request: PrintRequest): Promise<void> {
  lastRemove?.()
  const { frame, remove } = await layOut(request)
  const gone = setTimeout(() => clear(), FRAME_LIFE)
  const clear = () => {
    clearTimeout(gone)
    if (lastRemove === clear) lastRemove = null
    remove()
  }
  lastRemove = clear
  const view = frame.contentWindow!
  // The title of the page itself names the file in browsers that ignore the frame's.
  const title = document.title
  document.title = request.title
  view.addEventListener('afterprint', () => setTimeout(clear, 0))
  // The frame takes the focus for the dialog; afterwards keys (Esc closes a drawer) go where they went before.
  const before = document.activeElement
  view.focus()
  view.print()
  document.title = title
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
}
