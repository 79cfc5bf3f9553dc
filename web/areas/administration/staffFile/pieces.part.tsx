// What the tabs of a staff file are made of: their heads, scans, small acts, and a word where there is nothing.
import { Button } from 'antd'
import { Paperclip, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { None } from '#web/kit/fields/none'
import { nameOfUrl } from '#web/kit/fields/uploading'
import type { FormRequest } from '#web/kit/form/formOf'

export interface PartProps {
  row: StaffFileData
  /** Absent: only read. */
  onForm: ((form: FormRequest) => void) | undefined
}

export const maySave = ({ row, onForm }: PartProps) => onForm !== undefined && row.can.includes('save')

export function Scans({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return <None />
  return (
    <span className="yy-stack yy-gap-2">
      {urls.map((url) => (
        <a
          key={url}
          className="yy-row yy-gap-4 yy-staff-scan"
          href={url}
          target="_blank"
          rel="noreferrer"
          title={nameOfUrl(url)}
        >
          <Paperclip size={13} aria-hidden className="yy-fixed" />
          <span className="yy-ellipsis">{nameOfUrl(url)}</span>
        </a>
      ))}
    </span>
  )
}

export function PartHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="yy-row yy-gap-12 yy-below-8">
      <h4 className="yy-heading">{title}</h4>
      {note !== undefined && <span className="yy-second yy-small">{note}</span>}
      <span className="yy-push yy-row yy-gap-8">{children}</span>
    </div>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="yy-second yy-staff-nothing yy-center-text">{children}</p>
)

/** Small acts at the end of a line; each says what it acts on. */
export function LineActs({ what, onEdit, onRemove }: { what: string; onEdit(): void; onRemove(): void }) {
  return (
    <span className="yy-row yy-gap-4 yy-ends">
      <Button
        size="small"
        type="text"
        aria-label={`修改${what}`}
        icon={<Pencil size={15} aria-hidden />}
        onClick={onEdit}
      />
      <Button
        size="small"
        type="text"
        danger
        aria-label={`删除${what}`}
        icon={<Trash2 size={15} aria-hidden />}
        onClick={onRemove}
      />
    </span>
  )
}
