// The camera of a tablet reads codes where the browser can: not all can, and some say so only when they are asked.
import { useEffect, useRef, useState } from 'react'

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector
      getSupportedFormats(): Promise<string[]>
    }
  }
}
const LOOK_MS = 300
const WANTED = ['qr_code', 'code_128']
/** A detector that fails so often has nothing behind it. */
const MOST_FAILURES = 5

const CANNOT = '这台设备的浏览器不能用摄像头读码。请用扫码枪，或输入床号，如 203-02。'
const NOT_SAFE = '摄像头只在 https 地址下能用。请用扫码枪，或输入床号；要用摄像头请联系管理员。'
const NOT_OPEN = '摄像头打不开。请允许使用摄像头，或用扫码枪、输入床号。'

/** What the browser reads codes with; null: nothing. */
async function detectorHere(): Promise<Detector | null> {
  const Made = window.BarcodeDetector
  if (!Made) return null
  const known = await Made.getSupportedFormats().catch((): string[] => [])
  const formats = WANTED.filter((one) => known.includes(one))
  return formats.includes('qr_code') ? new Made({ formats }) : null
}

export function useCamera(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<{ reads: boolean; problem: string | null }>({ reads: false, problem: null })
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer = 0
    let gone = false
    const end = () => {
      window.clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const give = (problem: string) => {
      end()
      if (!gone) setState({ reads: false, problem })
    }
    const look = async (detector: Detector) => {
      let failures = 0
      timer = window.setInterval(async () => {
        try {
          const found = await detector.detect(video.current!)
          failures = 0
          if (found[0] && !gone) latest.current(found[0].rawValue)
        } catch {
          // A frame that is not there yet fails as well; what never works is told.
          failures++
          if (failures >= MOST_FAILURES) give(CANNOT)
        }
      }, LOOK_MS)
    }
    const begin = async () => {
      const detector = await detectorHere()
      if (gone) return
      if (!detector) return give(CANNOT)
      if (!navigator.mediaDevices) return give(NOT_SAFE)
      try {
        const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        stream = opened
        if (gone) return end()
        setState({ reads: true, problem: null })
        video.current!.srcObject = opened
        await video.current!.play()
        if (!gone) await look(detector)
      } catch {
        give(NOT_OPEN)
      }
    }
    void begin()
    return () => {
      gone = true
      end()
    }
  }, [])
  return { video, ...state }
}
