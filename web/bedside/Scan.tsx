// The code of a bed or a wrist band: from a scanner that types, from the camera where the browser can read codes, or the number
// on the door.
import { useEffect, useRef, useState } from 'react'
import type { BoardElderData } from '#contract/nursing/task'
import { elderOfCode } from './elders.ts'
import './views.css'

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}
const LOOK_MS = 300

function useCamera(on: boolean, onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const Made = window.BarcodeDetector
    if (!on || !Made) return
    const detector = new Made({ formats: ['qr_code', 'code_128'] })
    let stream: MediaStream | null = null
    let timer = 0
    let gone = false
    const begin = async () => {
      try {
        const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (gone) {
          for (const track of opened.getTracks()) track.stop()
          return
        }
        stream = opened
        video.current!.srcObject = opened
        await video.current!.play()
        timer = window.setInterval(async () => {
          const found = await detector.detect(video.current!).catch(() => [])
          if (found[0] && !gone) latest.current(found[0].rawValue)
        }, LOOK_MS)
      } catch {
        setProblem('摄像头打不开。请允许使用摄像头，或在上面输入床号。')
      }
    }
    void begin()
    return () => {
      gone = true
      window.clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [on])
  return { video, problem }
}

export function Scan({ elders, onFound }: { elders: readonly BoardElderData[]; onFound(elder: BoardElderData): void }) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const reads = window.BarcodeDetector !== undefined
  const take = (text: string) => {
    const elder = elderOfCode(text, elders)
    if (elder) onFound(elder)
    else setWrong(text.trim() === '' ? null : `“${text.trim()}”不是您今天要照护的老人的床头码或腕带，请核对床位。`)
  }
  const { video, problem } = useCamera(reads, take)
  return (
    <section className="bed-card bed-scan">
      <h1>扫床头码或腕带</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          take(code)
          setCode('')
        }}
      >
        <input
          // biome-ignore lint/a11y/noAutofocus: a scanner types into whatever has the focus
          autoFocus
          aria-label="床头码、腕带或床号"
          placeholder="用扫码枪扫，或输入床号，如 203-02"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className="bed-button is-main">
          找老人
        </button>
      </form>
      {wrong && <p className="bed-red">{wrong}</p>}
      {reads && <video ref={video} muted playsInline />}
      {problem && <p className="bed-red">{problem}</p>}
      {!reads && <p>这个浏览器不能用摄像头读码，请用扫码枪或输入床号。</p>}
    </section>
  )
}
