// Papers in the form of a new archive: sent as soon as they are chosen, named by kind, with the day they run out.
import { Button, DatePicker, Form, Progress, Select } from 'antd'
import dayjs from 'dayjs'
import { Paperclip, RotateCw, Upload, X } from 'lucide-react'
import { useRef } from 'react'
import { OldmanFileKind, type OldmanFileKindValue } from '#contract/live/archiveFields'
import { uploadUses } from '#contract/platform/upload'
import { acceptOf, nameOfUrl, sendDocument, sizeText, useUploads } from '#web/kit/fields/uploading'
import './archiveForm.css'
import '#web/kit/fields/upload.css'

export interface FileValue {
  kind: OldmanFileKindValue
  fileUrl: string
  expireDate?: string | null
  remark?: string | null
}

const KINDS = OldmanFileKind.list.map(({ value, label }) => ({ value, label }))
const MOST = 50
const DAY = 'YYYY-MM-DD'

/** What a paper is, from how it is called. */
export function kindOf(name: string): OldmanFileKindValue {
  if (/身份证/.test(name)) return 'idCard'
  if (/户口/.test(name)) return 'householdBook'
  if (/体检|检查|化验/.test(name)) return 'healthReport'
  if (/医保|长护|社保/.test(name)) return 'insurance'
  if (/合同|协议/.test(name)) return 'contract'
  return 'other'
}

interface FileRowsProps {
  value?: readonly FileValue[] | null
  onChange?(value: FileValue[]): void
}

export function FileRows({ value, onChange }: FileRowsProps) {
  const files = value ?? []
  const current = useRef(files)
  current.current = files
  const home = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { sending, add, retry, forget } = useUploads(
    'document',
    sendDocument,
    (fileUrl, file) => onChange?.([...current.current, { kind: kindOf(file.name), fileUrl }]),
    home,
  )
  const { extensions, limit } = uploadUses.document
  const change = (index: number, next: Partial<FileValue>) =>
    onChange?.(files.map((file, i) => (i === index ? { ...file, ...next } : file)))
  const room = MOST - files.length - sending.length
  return (
    <div ref={home} className="yy-stack yy-gap-8">
      <div className="yy-row yy-gap-12">
        <Button icon={<Upload size={15} aria-hidden />} disabled={room <= 0} onClick={() => chooser.current?.click()}>
          选择附件
        </Button>
        <span className="yy-second yy-small-line yy-small">
          身份证、户口簿、体检报告、医保卡等；{extensions.slice(0, 6).join('、')} 等，每个不超过 {limit} MB
        </span>
        <input
          ref={chooser}
          style={{ display: 'none' }}
          type="file"
          multiple
          accept={acceptOf('document')}
          aria-label="选择附件"
          onChange={(event) => {
            add(Array.from(event.target.files ?? []).slice(0, room))
            event.target.value = ''
          }}
        />
      </div>
      {files.map((file, index) => (
        <div className="yy-file-row yy-center yy-grid yy-gap-12" key={file.fileUrl}>
          <Paperclip size={14} aria-hidden />
          <a href={file.fileUrl} target="_blank" rel="noreferrer" title={nameOfUrl(file.fileUrl)}>
            {nameOfUrl(file.fileUrl)}
          </a>
          <Select
            aria-label={`${nameOfUrl(file.fileUrl)}的类型`}
            value={file.kind}
            options={KINDS}
            onChange={(kind) => change(index, { kind })}
          />
          <DatePicker
            aria-label={`${nameOfUrl(file.fileUrl)}的有效期`}
            placeholder="有效期至（可不填）"
            value={file.expireDate ? dayjs(file.expireDate, DAY) : null}
            onChange={(day) => change(index, { expireDate: day ? day.format(DAY) : null })}
          />
          <Button
            type="text"
            aria-label={`移除 ${nameOfUrl(file.fileUrl)}`}
            icon={<X size={15} aria-hidden />}
            onClick={() => onChange?.(files.filter((_, i) => i !== index))}
          />
        </div>
      ))}
      {sending.map((one) => (
        <div className="yy-file-row yy-center yy-grid yy-gap-12" key={one.key}>
          <Paperclip size={14} aria-hidden />
          <span>
            {one.file.name} <span className="yy-none">{sizeText(one.file.size)}</span>
          </span>
          {one.problem ? (
            <span className="yy-red yy-small" role="alert">
              {one.problem}
            </span>
          ) : (
            <Progress aria-label="上传进度" size="small" percent={Math.round(one.part * 100)} />
          )}
          {one.problem && (
            <Button
              type="text"
              aria-label={`重新上传 ${one.file.name}`}
              icon={<RotateCw size={15} aria-hidden />}
              onClick={() => retry(one)}
            />
          )}
          <Button
            type="text"
            aria-label={`取消 ${one.file.name}`}
            icon={<X size={15} aria-hidden />}
            onClick={() => forget(one.key)}
          />
        </div>
      ))}
    </div>
  )
}

export const FilesItem = () => (
  <Form.Item name="files" noStyle>
    <FileRows />
  </Form.Item>
)
