// A signature drawn with mouse, finger or pen. It is kept as a picture; drawing again replaces it.
import { Button } from 'antd'
import { Eraser, PenLine, X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'

interface SignPadProps {
  id?: string | undefined
  title: string
  value: string | null
  disabled?: boolean | undefined
  /** Where the picture goes; answers its address. Without it the picture itself is the value. */
  store?: ((dataUrl: string) => Promise<string>) | undefined
  onChange(value: string | null): void
}

type Point = readonly [x: number, y: number]

const HEIGHT = 120
/** Drawn finer than the screen shows it, so that it is sharp on paper. */
const SCALE = 2
const MARGIN = 8
/** Less than this is a slip of the pen. */
const SHORTEST = 24

function draw(context: CanvasRenderingContext2D, strokes: readonly (readonly Point[])[]) {
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.lineWidth = 2.4 * SCALE
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
  const [drawing, setDrawing] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const element = canvas.current
    if (!drawing || !element) return
    element.width = element.clientWidth * SCALE
    element.height = HEIGHT * SCALE
    draw(element.getContext('2d')!, strokes.current)
  }, [drawing])

  const at = (event: PointerEvent): Point => {
    const box = canvas.current!.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const redraw = () => draw(canvas.current!.getContext('2d')!, strokes.current)
  const clear = () => {
    strokes.current = []
    setDrawn(false)
    setProblem(null)
    if (canvas.current) redraw()
  }
  const keep = async () => {
    if (lengthOf(strokes.current) < SHORTEST) return setProblem('签名太短，请写清楚')
    const picture = pictureOf(strokes.current)
    setSaving(true)
    try {
      onChange(store ? await store(picture) : picture)
      setDrawing(false)
      clear()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setSaving(false)
    }
  }

  if (!drawing) {
    return (
      <div className="yy-sign">
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
  return (
    <div className="yy-sign-open">
      <canvas
        ref={canvas}
        style={{ height: HEIGHT }}
        aria-label={`在此书写${title}`}
        onPointerDown={(event) => {
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
      {!drawn && <span className="yy-sign-hint">请在框内书写姓名</span>}
      <div className="yy-sign-acts">
        {problem && <span role="alert">{problem}</span>}
        <Button size="small" icon={<Eraser size={14} aria-hidden />} disabled={!drawn} onClick={clear}>
          重写
        </Button>
        <Button
          size="small"
          onClick={() => {
            clear()
            setDrawing(false)
          }}
        >
          取消
        </Button>
        <Button size="small" type="primary" disabled={!drawn} loading={saving} onClick={() => void keep()}>
          完成签名
        </Button>
      </div>
    </div>
  )
}
