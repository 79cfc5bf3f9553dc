// Pictures: thumbnails that open large, tiles to add, replace and remove in forms.
import { Image } from 'antd'
import { Plus, X } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import type { UploadUse } from '#contract/platform/upload'
import { useGone } from '#web/kit/gone'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'
import { acceptOf, type PicRoute, type SendFile, sendPicture, useUploads } from './uploading.ts'
import './upload.css'

export interface PictureOptions {
  use?: UploadUse
  route?: PicRoute
  max?: number
  send?: SendFile
}

interface TilesProps {
  id?: string | undefined
  urls: readonly string[]
  max: number
  use: UploadUse
  send: SendFile
  disabled?: boolean | undefined
  onChange(urls: string[]): void
}

/** A picture just sent is shown from this computer: it is here already, and its place may not be readable from here. */
function usePreviews(home: RefObject<Element | null>) {
  const made = useRef(new Map<string, string>())
  useGone(home, () => {
    for (const address of made.current.values()) URL.revokeObjectURL(address)
    made.current.clear()
  })
  return {
    keep: (url: string, file: File) => made.current.set(url, URL.createObjectURL(file)),
    of: (url: string) => made.current.get(url) ?? url,
  }
}

function Tiles({ id, urls, max, use, send, disabled, onChange }: TilesProps) {
  const current = useRef(urls)
  current.current = urls
  const own = useId()
  const home = useRef<HTMLDivElement>(null)
  const previews = usePreviews(home)
  const keep = (url: string, file: File) => {
    previews.keep(url, file)
    onChange([...current.current, url])
  }
  const { sending, add, retry, forget } = useUploads(use, send, keep, home)
  const going = sending.filter((one) => one.problem === null)
  const refused = sending.filter((one) => one.problem !== null)
  const room = max - urls.length - going.length
  return (
    <div className="yy-flex yy-wrap yy-gap-8" ref={home}>
      <Image.PreviewGroup>
        {urls.map((url, index) => (
          <div className="yy-tile yy-row yy-middle yy-white" key={url}>
            <Image src={previews.of(url)} width={86} height={86} alt={`图片 ${index + 1}`} />
            {!disabled && (
              <button
                type="button"
                className="yy-tile-remove yy-row yy-middle yy-soft-ink yy-white yy-press"
                aria-label={`移除图片 ${index + 1}`}
                onClick={() => onChange(urls.filter((one) => one !== url))}
              >
                <X size={12} aria-hidden />
              </button>
            )}
          </div>
        ))}
      </Image.PreviewGroup>
      {going.map((one) => (
        <div className="yy-tile yy-row yy-middle yy-white" key={one.key}>
          <span className="yy-tile-text yy-tiny yy-center-text yy-soft-ink yy-hidden" aria-live="polite">
            上传中 {Math.round(one.part * 100)}%
            <i className="yy-tile-bar" style={{ width: `${one.part * 100}%` }} />
          </span>
          <button
            type="button"
            className="yy-tile-remove yy-row yy-middle yy-soft-ink yy-white yy-press"
            aria-label="取消上传"
            onClick={() => forget(one.key)}
          >
            <X size={12} aria-hidden />
          </button>
        </div>
      ))}
      {!disabled && room > 0 && (
        <label
          className="yy-tile yy-row yy-middle yy-white yy-tile-add yy-gap-4 yy-tiny yy-second yy-press"
          htmlFor={id ?? own}
        >
          <Plus size={18} aria-hidden />
          <span>{max > 1 ? `上传（${urls.length}/${max}）` : '上传图片'}</span>
          <input
            id={id ?? own}
            type="file"
            accept={acceptOf(use)}
            multiple={max > 1}
            onChange={(event) => {
              // A single picture: the next choice answers the refusal of the one before.
              if (max === 1) for (const one of refused) forget(one.key)
              add(Array.from(event.target.files ?? []).slice(0, room))
              event.target.value = ''
            }}
          />
        </label>
      )}
      {refused.map((one) => (
        <div className="yy-tile-refused yy-flex yy-gap-12 yy-red yy-small" key={one.key} role="alert">
          <span>
            {one.file.name}：{one.problem}
          </span>
          <button type="button" className="yy-link" onClick={() => retry(one)}>
            重试
          </button>
          <button type="button" className="yy-link" onClick={() => forget(one.key)}>
            知道了
          </button>
        </div>
      ))}
    </div>
  )
}

const Thumb = ({ url }: { url: string }) => (
  <Image className="yy-thumb yy-press" src={url} width={28} height={28} alt="查看大图" />
)

/** One picture; the value is its address. */
export function imageOf(options: PictureOptions = {}): Field<string> {
  const { use = 'picture', route, send = sendPicture(route) } = options
  const control = ({ value, onChange, id, disabled }: InputProps<string>) => (
    <Tiles
      id={id}
      urls={value ? [value] : []}
      max={1}
      use={use}
      send={send}
      disabled={disabled}
      onChange={(urls) => onChange?.(urls[0] ?? null)}
    />
  )
  return {
    kind: 'field',
    sheet: 'text',
    width: 70,
    align: 'center',
    cell: (value) => (value ? <Thumb url={value} /> : <None />),
    text: (value) => (value ? '有' : ''),
    input: control,
    search: () => null,
  }
}

/** Several pictures; the value is the list of their addresses. */
export function imagesOf(options: PictureOptions = {}): Field<string[]> {
  const { use = 'picture', route, max = 6, send = sendPicture(route) } = options
  const control = ({ value, onChange, id, disabled }: InputProps<string[]>) => (
    <Tiles
      id={id}
      urls={value ?? []}
      max={max}
      use={use}
      send={send}
      disabled={disabled}
      onChange={(urls) => onChange?.(urls.length === 0 ? null : urls)}
    />
  )
  return {
    kind: 'field',
    sheet: 'text',
    width: 130,
    cell: (value) =>
      value?.length ? (
        <span className="yy-inline-flex yy-wrap yy-gap-4">
          <Image.PreviewGroup>
            {value.slice(0, 3).map((url) => (
              <Thumb key={url} url={url} />
            ))}
          </Image.PreviewGroup>
          {value.length > 3 && <span className="yy-none">+{value.length - 3}</span>}
        </span>
      ) : (
        <None />
      ),
    text: (value) => (value?.length ? `${value.length} 张` : ''),
    input: control,
    search: () => null,
  }
}

export const image = imageOf()
