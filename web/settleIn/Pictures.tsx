// Licence pictures: chosen or dropped, sent at once with progress, shown small, removable.

import { FileImage, ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refusalText } from '#contract/kit/refusal'
import { application } from '#contract/platform/application'
import { uploadUses } from '#contract/platform/upload'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { failureText } from '#web/light/failure'
import type { Picture } from './draft.ts'

const { extensions, limit } = uploadUses.picture
export const MOST_PICTURES = 6
const MB = 1024 * 1024

/** What is wrong with a file before a byte is sent, in the server's words. */
export function fileProblem(file: { name: string; size: number }): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!(extensions as readonly string[]).includes(extension)) {
    return refusalText('UPLOAD_TYPE', { list: extensions.join('、') })
  }
  return file.size > limit * MB ? refusalText('UPLOAD_SIZE', { limit }) : null
}

interface Running {
  id: number
  name: string
  part: number
  stop: AbortController
}

interface Props {
  pictures: readonly Picture[]
  onChange: (change: (now: readonly Picture[]) => Picture[]) => void
  error: string | null
  onError: (message: string | null) => void
}

let nextId = 1

export function Pictures({ pictures, onChange, error, onError }: Props) {
  const [running, setRunning] = useState<readonly Running[]>([])
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const room = MOST_PICTURES - pictures.length - running.length

  // Leaving the step ends what is still being sent.
  const latest = useRef(running)
  latest.current = running
  useEffect(
    () => () => {
      for (const one of latest.current) one.stop.abort()
    },
    [],
  )

  const put = async (file: File) => {
    const mine: Running = { id: nextId++, name: file.name, part: 0, stop: new AbortController() }
    setRunning((now) => [...now, mine])
    try {
      const { urlPath } = await send(
        application.calls.picture,
        { file },
        {
          signal: mine.stop.signal,
          handles: () => true,
          onProgress: (part) => setRunning((now) => now.map((one) => (one.id === mine.id ? { ...one, part } : one))),
        },
      )
      const preview = URL.createObjectURL(file)
      onChange((now) => [...now, { urlPath, name: file.name, preview }])
    } catch (failure) {
      if (!(failure instanceof CallError && failure.cancelled)) onError(`${file.name}：${failureText(failure)}`)
    } finally {
      setRunning((now) => now.filter((one) => one.id !== mine.id))
    }
  }

  const take = (files: readonly File[]) => {
    onError(null)
    const bad = files.map((file) => ({ file, problem: fileProblem(file) })).find(({ problem }) => problem !== null)
    if (bad) return onError(`${bad.file.name}：${bad.problem}`)
    if (files.length > room) return onError(`证照图片最多 ${MOST_PICTURES} 张，还可添加 ${room} 张`)
    for (const file of files) void put(file)
  }

  const remove = (picture: Picture) => {
    if (picture.preview?.startsWith('blob:')) URL.revokeObjectURL(picture.preview)
    onChange((now) => now.filter((one) => one.urlPath !== picture.urlPath))
  }

  return (
    <div className="yy-field">
      <div className="yy-label" id="pictures-label">
        <span className="must" aria-hidden="true">
          *
        </span>
        证照图片
      </div>
      <ul className="yy-pictures yy-grid yy-gap-12" aria-labelledby="pictures-label">
        {pictures.map((picture) => (
          <li key={picture.urlPath}>
            <Thumbnail picture={picture} />
            <button
              type="button"
              className="yy-icon-button"
              aria-label={`移除 ${picture.name}`}
              title="移除"
              onClick={() => remove(picture)}
            >
              <X size={16} />
            </button>
          </li>
        ))}
        {running.map((one) => (
          <li key={one.id} className="running yy-stack yy-center yy-middle yy-gap-8 yy-pad-12">
            <span className="name">{one.name}</span>
            <progress max={1} value={one.part} aria-label={`正在上传 ${one.name}`} />
            <button type="button" className="yy-link" onClick={() => one.stop.abort()}>
              取消上传
            </button>
          </li>
        ))}
        {room > 0 && (
          <li>
            <button
              type="button"
              className={`yy-drop${over ? ' over' : ''}${error ? ' bad' : ''}`}
              aria-describedby="pictures-below"
              onClick={() => input.current?.click()}
              onDragOver={(event) => {
                event.preventDefault()
                setOver(true)
              }}
              onDragLeave={() => setOver(false)}
              onDrop={(event) => {
                event.preventDefault()
                setOver(false)
                take([...event.dataTransfer.files])
              }}
            >
              <ImagePlus size={22} strokeWidth={1.6} />
              选择或拖入图片
            </button>
            <input
              ref={input}
              type="file"
              name="licensePictures"
              aria-label="选择证照图片"
              tabIndex={-1}
              multiple
              hidden
              accept={extensions.map((one) => `.${one}`).join(',')}
              onChange={(event) => {
                take([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </li>
        )}
      </ul>
      <div className="yy-below">
        <span id="pictures-below" className={error ? 'bad' : undefined} role={error ? 'alert' : undefined}>
          {error ?? `${extensions.join('、')} 格式，每张不超过 ${limit}MB`}
        </span>
        <span>
          {pictures.length} / {MOST_PICTURES}
        </span>
      </div>
    </div>
  )
}

/** The picture, or its name when this browser has no copy of it. */
function Thumbnail({ picture }: { picture: Picture }) {
  if (picture.preview) return <img src={picture.preview} alt={picture.name} />
  return (
    <span className="name">
      <FileImage size={22} strokeWidth={1.6} aria-hidden="true" />
      {picture.name}
    </span>
  )
}
