import { Button } from 'antd'
import { CircleX, Copy, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#web/kit/callError'
import './parts.css'

interface ErrorBlockProps {
  /** What did not come: 账单, 操作日志. */
  what: string
  error: unknown
  /** Whether data or money moved. Reading moves nothing, which is what is said unless told otherwise. */
  aftermath?: string
  onRetry?(): void
}

/** Browsers without a secure context refuse the clipboard; the text stays selectable then. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** What happened, whether anything moved, an id to copy, and the way on. */
export function ErrorBlock({ what, error, aftermath = '您的数据没有变化。', onRetry }: ErrorBlockProps) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const message = error instanceof Error ? error.message : String(error)
  const id = error instanceof CallError ? error.id : null
  return (
    <div className="yy-state yy-stack yy-center-text yy-center yy-middle" role="alert">
      <CircleX size={40} color="#fff" fill="var(--danger)" aria-hidden />
      <h4>{what}没有取到</h4>
      <p>
        {message.replace(/[。.]?$/, '。')}
        {aftermath}
      </p>
      {id && (
        <p>
          编号 <span className="yy-state-id">{id}</span>，报修时请告诉信息科。
        </p>
      )}
      <div className="yy-state-acts yy-flex yy-wrap yy-middle yy-gap-8">
        {onRetry && (
          <Button type="primary" icon={<RotateCw size={15} aria-hidden />} onClick={onRetry}>
            再试一次
          </Button>
        )}
        {id && (
          <Button icon={<Copy size={15} aria-hidden />} onClick={async () => setCopied(await copyText(id))}>
            {copied === null ? '复制编号' : copied ? '已复制' : '请手动选中复制'}
          </Button>
        )}
      </div>
    </div>
  )
}
