// Paper on the screen: the sheet in a frame of its own with the print style, as wide as the place it stands in. What is
// seen is what is printed.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWidth } from '#web/kit/list/useWidth'
import { standardDocument } from './printSheet.tsx'
import css from './sheet.css?inline'
import './paperFrame.css'

interface PaperFrameProps {
  /** Named for screen readers: 月度费用账单预览. */
  title: string
  /** Millimetres. */
  width: number
  height: number
  /** As in CSS: 13mm 14mm 16mm. */
  margin: string
  /** Widest on the screen, as a share of the real size. */
  most?: number
  children: ReactNode
}

const PX_PER_MM = 96 / 25.4

export function PaperFrame({ title, width, height, margin, most = 1, children }: PaperFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [tall, setTall] = useState(0)
  const room = useWidth(place)
  const real = width * PX_PER_MM
  const scale = room > 0 ? Math.min(most, room / real) : 0

  useEffect(() => {
    if (!frame.current?.contentDocument) return
    const doc = standardDocument(frame.current)
    const style = doc.createElement('style')
    style.textContent = `${css}\nhtml { overflow: hidden }`
    doc.head.replaceChildren(style)
    setBody(doc.body)
    const watch = new ResizeObserver(() => setTall(doc.body.getBoundingClientRect().height))
    watch.observe(doc.body)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (body) Object.assign(body.style, { padding: margin, minHeight: `${height}mm` })
  }, [body, margin, height])

  const shown = Math.max(height * PX_PER_MM, tall)
  return (
    <div ref={place} className="yy-wide yy-hidden" style={{ height: shown * scale }}>
      <iframe
        ref={frame}
        title={title}
        className="yy-paper yy-no-border yy-white"
        style={{ width: real, height: shown, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  )
}
