// A signature drawn with mouse, finger or pen. It is kept as a picture; drawing again replaces it.
import { Button } from 'antd'
import { Eraser, Maximize2, Minimize2, PenLine, Undo2, X } from 'lucide-react'
import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { fitted, type Point, type Size } from './strokes.ts'
import './formSheet.css'

interface SignPadProps {
  id?: string | undefined
  title: string
  value: string | null
  disabled?: boolean | undefined
  /** Where the picture goes; answers its address. Without it the picture itself is the value. */
  store?: ((dataUrl: string) => Promise<string>) | undefined
  onChange(value: string | null): void
}

const HEIGHT = 120
/** Drawn finer than the screen shows it, so that it is sharp on paper. */
const SCALE = 2
const MARGIN = 8
/** As wide as the pad of a form: what is written larger is made as small, and as fine, as there. */
const USUAL_WIDTH = 480
/** Across a whole screen the pen is as thick as the hand is large. */
const WHOLE_PEN = 5
/** Less than this is a slip of the pen. */
const SHORTEST = 24

function draw(context: CanvasRenderingContext2D, strokes: readonly (readonly Point[])[], width = 2.4) {
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.lineWidth = width * SCALE
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = '#000'
  for (const stroke of strokes) {
    context.beginPath()
    stroke.forEach(([x, y], i) => {
      const before = stroke[i - 1]
      if (!before) context.moveTo(x * SCALE, y * SCALE)
      // Through the middle of each pair of points: the line is round where the hand was.
      else
        context.quadraticCurveTo(
          before[0] * SCALE,
          before[1] * SCALE,
          ((before[0] + x) / 2) * SCALE,
          ((before[1] + y) / 2) * SCALE,
        )
    })
    context.stroke()
  }
}

/** The drawn part only, on white. */
function pictureOf(strokes: readonly (readonly Point[])[]): string {
  const points = strokes.flat()
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  const canvas = document.createElement('canvas')
  canvas.width = (Math.max(...xs) + MARGIN - left) * SCALE
  canvas.height = (Math.max(...ys) + MARGIN - top) * SCALE
  const context = canvas.getContext('2d')!
  draw(
    context,
    strokes.map((stroke) => stroke.map(([x, y]): Point => [x - left, y - top])),
  )
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}

const lengthOf = (strokes: readonly (readonly Point[])[]) =>
  strokes.reduce(
    (sum, stroke) =>
      sum +
      stroke.reduce((length, [x, y], i) => {
        const before = stroke[i - 1]
        return before ? length + Math.hypot(x - before[0], y - before[1]) : length
      }, 0),
    0,
  )

export function SignPad({ id, title, value, disabled = false, store, onChange }: SignPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const strokes = useRef<Point[][]>([])
  const size = useRef<Size | null>(null)
  const [drawing, setDrawing] = useState(false)
  const [whole, setWhole] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const redraw = useCallback(() => {
    const context = canvas.current?.getContext('2d')
    if (context) draw(context, strokes.current, whole ? WHOLE_PEN : undefined)
  }, [whole])

  // The strokes are kept in the size of the pad: another size, also of a tablet that was turned, takes them along.
  const fit = useCallback(() => {
    const element = canvas.current
    if (!element || element.clientWidth === 0) return
    const now = { width: element.clientWidth, height: element.clientHeight }
    if (size.current) strokes.current = fitted(strokes.current, size.current, now)
    size.current = now
    element.width = now.width * SCALE
    element.height = now.height * SCALE
    redraw()
  }, [redraw])
  useLayoutEffect(() => {
    if (!drawing) return
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [drawing, fit])

  useEffect(() => {
    if (!whole) return
    // Before the drawer beneath takes it for itself and closes.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      setWhole(false)
    }
    window.addEventListener('keydown', leave, true)
    return () => window.removeEventListener('keydown', leave, true)
  }, [whole])

  const at = (event: PointerEvent): Point => {
    const box = canvas.current!.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const clear = () => {
    strokes.current = []
    setDrawn(false)
    setProblem(null)
    redraw()
  }
  const undo = () => {
    strokes.current.pop()
    setDrawn(strokes.current.length > 0)
    setProblem(null)
    redraw()
  }
  const leave = () => {
    clear()
    size.current = null
    setWhole(false)
    setDrawing(false)
  }
  const keep = async () => {
    // A small pad and a whole screen make the same picture of the same hand.
    const wide = size.current && size.current.width > USUAL_WIDTH ? size.current.width / USUAL_WIDTH : 1
    const usual = strokes.current.map((stroke) => stroke.map(([x, y]): Point => [x / wide, y / wide]))
    if (lengthOf(usual) < SHORTEST) return setProblem('签名太短，请写清楚')
    const picture = pictureOf(usual)
    setSaving(true)
    try {
      onChange(store ? await store(picture) : picture)
      leave()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setSaving(false)
    }
  }

  if (!drawing) {
    return (
      <div className="yy-sign yy-row yy-gap-8 yy-round">
        {value && <img src={value} alt={`${title}的签名`} />}
        <Button
          id={id}
          disabled={disabled}
          icon={<PenLine size={15} aria-hidden />}
          onClick={() => setDrawing(true)}
          aria-label={value ? `${title}重新签名` : `${title}签名`}
        >
          {value ? '重签' : '点此签名'}
        </Button>
        {value && !disabled && (
          <Button
            type="text"
            icon={<X size={15} aria-hidden />}
            onClick={() => onChange(null)}
            aria-label={`清除${title}`}
          />
        )}
      </div>
    )
  }
  const button = whole ? 'large' : 'small'
  const icon = whole ? 18 : 14
  const pad = (
    <div
      className={
        whole ? 'yy-sign-open yy-relative yy-white yy-sign-whole yy-tall yy-stack' : 'yy-sign-open yy-relative yy-white'
      }
    >
      {whole && <h3 className="yy-no-margin yy-under">{title}</h3>}
      <div className="yy-sign-field yy-relative">
        <canvas
          ref={canvas}
          style={whole ? undefined : { height: HEIGHT }}
          aria-label={`在此书写${title}`}
          onPointerDown={(event) => {
            // A palm that rests on the tablet does not write along.
            if (!event.isPrimary) return
            event.currentTarget.setPointerCapture(event.pointerId)
            strokes.current.push([at(event)])
            setDrawn(true)
            setProblem(null)
          }}
          onPointerMove={(event) => {
            const stroke = strokes.current.at(-1)
            if (!stroke || !event.currentTarget.hasPointerCapture(event.pointerId)) return
            stroke.push(at(event))
            redraw()
          }}
        />
        {!drawn && <span className="yy-sign-hint yy-wide yy-center-text">请在框内书写姓名</span>}
      </div>
      <div className="yy-sign-acts yy-over yy-flex yy-wrap yy-ends yy-gap-8">
        {problem && <span role="alert">{problem}</span>}
        <Button
          size={button}
          icon={whole ? <Minimize2 size={icon} aria-hidden /> : <Maximize2 size={icon} aria-hidden />}
          onClick={() => setWhole(!whole)}
        >
          {whole ? '退出全屏' : '全屏签名'}
        </Button>
        <Button size={button} icon={<Undo2 size={icon} aria-hidden />} disabled={!drawn} onClick={undo}>
          撤销一笔
        </Button>
        <Button size={button} icon={<Eraser size={icon} aria-hidden />} disabled={!drawn} onClick={clear}>
          重写
        </Button>
        <Button size={button} onClick={leave}>
          取消
        </Button>
        <Button size={button} type="primary" disabled={!drawn} loading={saving} onClick={() => void keep()}>
          完成签名
        </Button>
      </div>
    </div>
  )
  return whole ? (
    <>
      <div className="yy-sign-open yy-relative yy-white" style={{ height: HEIGHT }} />
      {createPortal(
        <div role="dialog" aria-modal="true" aria-label={`${title}全屏签名`} className="yy-sign-screen yy-white">
          {pad}
        </div>,
        document.body,
      )}
    </>
  ) : (
    pad
  )
}
