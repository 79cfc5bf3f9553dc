// The code of a bed or a wrist band: from a scanner that types, from the camera where the browser can read codes, or the number
// on the door.
import { useState } from 'react'
import { useCamera } from './useCamera.ts'
import './views.css'

interface ScanProps {
  /** A code that meant nobody on this tablet. */
  unknown: string | null
  /** Why: not among those the tablet knows, or those are still to come. */
  why: string | null
  onCode(code: string): void
}

export function Scan({ unknown, why, onCode }: ScanProps) {
  const [code, setCode] = useState('')
  const { video, reads, problem } = useCamera(onCode)
  return (
    <section className="bed-card bed-scan">
      <h1>扫床头码或腕带</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onCode(code)
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
      {unknown && (
        <p className="bed-red" role="alert">
          {why}
        </p>
      )}
      <video ref={video} muted playsInline hidden={!reads} />
      {reads && <p>把码放在画面中间，读到后自动打开老人。</p>}
      {problem && <p role="status">{problem}</p>}
    </section>
  )
}
