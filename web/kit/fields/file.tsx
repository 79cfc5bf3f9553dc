// Files: a list of names with size, progress and refusal; the value is the address (or addresses) the server gave.
import { Button, Progress } from 'antd'
import { Download, Paperclip, RotateCw, Upload, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { type UploadUse, uploadUses } from '#contract/platform/upload'
import type { Field, InputProps } from './field.ts'
import { None } from './none.tsx'
import { acceptOf, nameOfUrl, type SendFile, sendDocument, sizeText, useUploads } from './uploading.ts'
import './upload.css'

export interface FileOptions {
  use?: UploadUse
  max?: number
  send?: SendFile
}

const FileLink = ({ url }: { url: string }) => (
  <a
    className="yy-file-name yy-narrow yy-ink yy-ellipsis"
    href={url}
    target="_blank"
    rel="noreferrer"
    title={nameOfUrl(url)}
  >
    {nameOfUrl(url)}
  </a>
)

interface RowsProps {
  id?: string | undefined
  urls: readonly string[]
  max: number
  use: UploadUse
  send: SendFile
  disabled?: boolean | undefined
  onChange(urls: string[]): void
}

function Rows({ id, urls, max, use, send, disabled, onChange }: RowsProps) {
  const current = useRef(urls)
  current.current = urls
  const own = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const home = useRef<HTMLDivElement>(null)
  const { sending, add, retry, forget } = useUploads(use, send, (url) => onChange([...current.current, url]), home)
  const room = max - urls.length - sending.filter((one) => !one.problem).length
  const { extensions, limit } = uploadUses[use]
  return (
    <div className="yy-relative yy-stack yy-gap-4" ref={home}>
      {!disabled && room > 0 && (
        <div className="yy-row yy-gap-12">
          <Button icon={<Upload size={15} aria-hidden />} onClick={() => chooser.current?.click()}>
            选择文件
          </Button>
          <span className="yy-second yy-small-line yy-small">
            {extensions.slice(0, 6).join('、')}
            {extensions.length > 6 && ' 等'}，每个不超过 {limit} MB
            {max > 1 && `，最多 ${max} 个`}
          </span>
          <input
            ref={chooser}
            id={id ?? own}
            className="yy-files-input"
            type="file"
            accept={acceptOf(use)}
            multiple={max > 1}
            aria-label="选择文件"
            onChange={(event) => {
              add(Array.from(event.target.files ?? []).slice(0, room))
              event.target.value = ''
            }}
          />
        </div>
      )}
      {urls.map((url) => (
        <div className="yy-file yy-row yy-gap-8 yy-second yy-tint" key={url}>
          <Paperclip size={14} aria-hidden />
          <FileLink url={url} />
          <a
            href={url}
            download={nameOfUrl(url)}
            className="yy-file-act yy-inline yy-middle yy-second yy-press"
            aria-label={`下载 ${nameOfUrl(url)}`}
          >
            <Download size={14} aria-hidden />
          </a>
          {!disabled && (
            <button
              type="button"
              className="yy-file-act yy-inline yy-middle yy-second yy-press"
              aria-label={`移除 ${nameOfUrl(url)}`}
              onClick={() => onChange(urls.filter((one) => one !== url))}
            >
              <X size={14} aria-hidden />
            </button>
          )}
        </div>
      ))}
      {sending.map((one) => (
        <div className="yy-file yy-row yy-gap-8 yy-second yy-tint" key={one.key}>
          <Paperclip size={14} aria-hidden />
          <span className="yy-file-name yy-narrow yy-ink yy-ellipsis">
            {one.file.name} <span className="yy-none">{sizeText(one.file.size)}</span>
          </span>
          {one.problem ? (
            <span className="yy-red yy-small" role="alert">
              {one.problem}
            </span>
          ) : (
            <Progress
              aria-label="上传进度"
              className="yy-file-progress yy-no-margin"
              size="small"
              percent={Math.round(one.part * 100)}
            />
          )}
          {one.problem && (
            <button
              type="button"
              className="yy-file-act yy-inline yy-middle yy-second yy-press"
              aria-label="重新上传"
              onClick={() => retry(one)}
            >
              <RotateCw size={14} aria-hidden />
            </button>
          )}
          <button
            type="button"
            className="yy-file-act yy-inline yy-middle yy-second yy-press"
            aria-label="取消上传"
            onClick={() => forget(one.key)}
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}

/** One file; the value is its address. */
export function fileOf({ use = 'document', send = sendDocument }: FileOptions = {}): Field<string> {
  return {
    kind: 'field',
    sheet: 'text',
    width: 180,
    cell: (value) => (value ? <FileLink url={value} /> : <None />),
    text: (value) => (value ? nameOfUrl(value) : ''),
    input: ({ value, onChange, id, disabled }: InputProps<string>) => (
      <Rows
        id={id}
        urls={value ? [value] : []}
        max={1}
        use={use}
        send={send}
        disabled={disabled}
        onChange={(urls) => onChange?.(urls[0] ?? null)}
      />
    ),
    search: () => null,
  }
}

/** Several files; the value is the list of their addresses. */
export function filesOf({ use = 'document', max = 10, send = sendDocument }: FileOptions = {}): Field<string[]> {
  return {
    kind: 'field',
    sheet: 'text',
    width: 180,
    cell: (value) =>
      value?.length ? (
        <span>
          <FileLink url={value[0]!} />
          {value.length > 1 && <span className="yy-none"> 等 {value.length} 个</span>}
        </span>
      ) : (
        <None />
      ),
    text: (value) => (value ?? []).map(nameOfUrl).join('、'),
    input: ({ value, onChange, id, disabled }: InputProps<string[]>) => (
      <Rows
        id={id}
        urls={value ?? []}
        max={max}
        use={use}
        send={send}
        disabled={disabled}
        onChange={(urls) => onChange?.(urls.length === 0 ? null : urls)}
      />
    ),
    search: () => null,
  }
}

export const file = fileOf()
