// A Word template: uploaded with progress, looked through by the server, its placeholders in a table.

import { Button, Progress, Table, type TableColumnsType } from 'antd'
import { Download, FileText, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { refusalText } from '#contract/kit/refusal'
import { documentTemplate, type FoundData, WORD_LIMIT_MB } from '#contract/systemSetting/documentTemplate'
import { download, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { extensionOf, sizeText } from '#web/kit/fields/uploading'
import { useGone } from '#web/kit/gone'
import { Empty } from '#web/kit/parts/Empty'
import { StatusTag } from '#web/kit/parts/StatusTag'
import type { KnownPlaceholder } from './placeholders.part.tsx'
import { PlaceholderPanel } from './placeholders.part.tsx'
import type { Desk, Template } from './useTemplate.ts'
import './document.css'
import './documentParts.css'

/** The same words the server would say, before a byte leaves. */
function problemOf(file: File): string | null {
  if (extensionOf(file.name) !== 'docx') {
    return extensionOf(file.name) === 'doc'
      ? '这是旧版 Word 文件，请在 Word 中另存为 .docx 后再上传'
      : refusalText('UPLOAD_TYPE', { list: 'docx' })
  }
  if (file.size > WORD_LIMIT_MB * 1024 * 1024) return refusalText('UPLOAD_SIZE', { limit: WORD_LIMIT_MB })
  return file.size === 0 ? '文件是空的，请重新选择' : null
}

const columns: TableColumnsType<FoundData> = [
  { title: '占位符', dataIndex: 'name', render: (name: string) => <code className="yy-doc-code">{`{${name}}`}</code> },
  { title: '次数', dataIndex: 'count', width: 70, align: 'right' },
  {
    title: '结果',
    dataIndex: 'known',
    width: 110,
    render: (known: boolean) =>
      known ? <StatusTag family="green">可以填写</StatusTag> : <StatusTag family="red">不认识</StatusTag>,
  },
  {
    title: '说明',
    render: (_, one) =>
      one.known
        ? `${one.group}・示例：${one.sample}`
        : one.near.length > 0
          ? `是不是 ${one.near.map((name) => `{${name}}`).join('、')}？请在 Word 中改好后重新上传`
          : '右侧没有相近的名称，填写时这里会留空',
  },
]

interface WordProps {
  template: Template
  known: readonly KnownPlaceholder[]
  disabled: boolean
  onPreview(): void
}

export function WordDesk({ template, known, disabled, onPreview }: WordProps) {
  const { desk, saved, change } = template
  const chooser = useRef<HTMLInputElement>(null)
  const home = useRef<HTMLDivElement>(null)
  const stop = useRef<AbortController | null>(null)
  const [part, setPart] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  useGone(home, () => stop.current?.abort())

  const upload = async (file: File | undefined) => {
    if (!file || disabled) return
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong) return
    stop.current = new AbortController()
    setPart(0)
    try {
      const found = await send(
        documentTemplate.calls.upload,
        { file },
        { signal: stop.current.signal, onProgress: setPart, handles: () => true },
      )
      const named: Partial<Desk> =
        desk.templateName.trim() === '' ? { templateName: file.name.replace(/\.docx$/i, '').slice(0, 50) } : {}
      change({ ...found, ...named })
    } catch (error) {
      if (error instanceof CallError && !error.cancelled) setProblem(error.message)
    } finally {
      setPart(null)
    }
  }

  const unknown = desk.placeholders.filter((one) => !one.known).length
  const isSaved = saved !== null && saved.fileId === desk.fileId
  return (
    <div className="yy-doc-desk yy-flex-1 yy-low yy-grid yy-gap-12" ref={home}>
      <div className="yy-doc-write yy-low yy-hidden yy-stack yy-edge yy-round-card">
        <div className="yy-pad-16 yy-flex-1 yy-low yy-scroll yy-doc-word yy-grid yy-gap-12">
          <input
            ref={chooser}
            type="file"
            accept=".docx"
            aria-label="选择 Word 文件"
            hidden
            onChange={(event) => {
              void upload(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <section
            className={
              over
                ? 'yy-card yy-doc-drop yy-gap-16 yy-second yy-row is-over'
                : 'yy-card yy-doc-drop yy-gap-16 yy-second yy-row'
            }
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(false)
              void upload(event.dataTransfer.files[0])
            }}
          >
            <FileText size={36} strokeWidth={1.4} aria-hidden />
            <div className="yy-grow">
              <b className="yy-ink yy-text-15 yy-breaks">{desk.fileName ?? '还没有上传 Word 文件'}</b>
              <p>
                {desk.fileName
                  ? `${sizeText(desk.fileSizeB ?? 0)}・找到 ${desk.placeholders.length} 种占位符${unknown > 0 ? `，其中 ${unknown} 种不认识` : ''}`
                  : `在 Word 里把要自动填写的地方写成 {老人姓名} 这样的占位符，存为 .docx，不超过 ${WORD_LIMIT_MB}MB，不能含宏和嵌入对象。`}
              </p>
              {part !== null && <Progress aria-label="上传进度" percent={Math.round(part * 100)} size="small" />}
              {(problem ?? (template.problem?.field === 'fileId' ? template.problem.message : null)) && (
                <p className="yy-field-problem" role="alert">
                  {problem ?? template.problem?.message}
                </p>
              )}
            </div>
            <span className="yy-doc-drop-acts yy-flex yy-gap-8">
              {isSaved && saved && (
                <Button
                  icon={<Download size={15} aria-hidden />}
                  onClick={() =>
                    void download(documentTemplate.calls.word, {
                      templateId: saved.templateId,
                      version: String(saved.version),
                    })
                  }
                >
                  下载原文件
                </Button>
              )}
              {!disabled && (
                <Button
                  {...(desk.fileName ? {} : { type: 'primary' as const })}
                  icon={<FileUp size={15} aria-hidden />}
                  loading={part !== null}
                  onClick={() => chooser.current?.click()}
                >
                  {desk.fileName ? '换一个文件' : '选择 Word 文件'}
                </Button>
              )}
            </span>
          </section>
          {desk.fileName !== null && (
            <section className="yy-card yy-doc-found">
              <header className="yy-row yy-gap-8 yy-pad-10-16">
                <b>找到的占位符</b>
                <span>{isSaved ? '下载填好的 Word 可核对版式' : '保存后可以下载填好的 Word'}</span>
                <Button size="small" disabled={!isSaved} onClick={onPreview}>
                  填写并下载…
                </Button>
              </header>
              {desk.placeholders.length === 0 ? (
                <Empty title="文件里没有占位符" text="这样的模板不会填入任何档案内容，只能原样下载。" />
              ) : (
                <Table<FoundData>
                  size="small"
                  rowKey="name"
                  columns={columns}
                  dataSource={[...desk.placeholders].sort((a, b) => Number(a.known) - Number(b.known))}
                  pagination={false}
                />
              )}
            </section>
          )}
        </div>
      </div>
      <PlaceholderPanel
        known={known}
        used={new Map(desk.placeholders.map((one) => [one.name, one.count]))}
        hint="在 Word 里写成 {名称}"
      />
    </div>
  )
}
