// A template filled for a resident of one's choice, or for a sample person: looked at, printed, or downloaded.

import { Button } from 'antd'
import { Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { documentTemplate, type PaperData } from '#contract/systemSetting/documentTemplate'
import { download, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { SearchPicker } from '#web/kit/fields/staff'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { toast } from '#web/kit/toast'
import { DocumentPages } from './pages.part.tsx'
import { printDocument } from './printDocument.tsx'
import './document.css'
import './documentParts.css'

const { calls } = documentTemplate

/** A text on the desk, or a stored template (which alone can be a Word file). */
export type PreviewRequest = { title: string } & (
  | { kind: 'text'; html: string; paper: PaperData }
  | { kind: 'stored'; templateId: string; word: boolean; version?: number }
)

interface Filled {
  html: string | null
  paper: PaperData | null
  missing: readonly string[]
}

async function fill(request: PreviewRequest, oldmanId: string | null, signal: AbortSignal): Promise<Filled> {
  const options = { signal, handles: () => true }
  if (request.kind === 'text') {
    const { html, missing } = await send(calls.preview, { html: request.html, oldmanId }, options)
    return { html, missing, paper: request.paper }
  }
  return send(calls.fill, { templateId: request.templateId, oldmanId, version: request.version ?? null }, options)
}

export function PreviewDrawer({ request, onClose }: { request: PreviewRequest | null; onClose(): void }) {
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  const [oldmanId, setOldmanId] = useState<string | null>(null)
  const [filled, setFilled] = useState<Filled | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    if (!request) return
    const stop = new AbortController()
    setError(null)
    fill(request, oldmanId, stop.signal).then(setFilled, (failure: unknown) => {
      if (failure instanceof CallError && !failure.cancelled) setError(failure)
    })
    return () => stop.abort()
  }, [request, oldmanId, turn])

  if (!shown) return null
  const word = shown.kind === 'stored' && shown.word
  const { html, paper } = filled ?? { html: null, paper: null }
  const act = async () => {
    setBusy(true)
    try {
      if (shown.kind === 'stored' && shown.word) {
        await download(calls.fillWord, { templateId: shown.templateId, oldmanId, version: shown.version ?? null })
        toast.success('填好的 Word 已下载')
      } else if (html !== null && paper) await printDocument({ title: shown.title, html, paper })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SideDrawer
      asks={false}
      open={request !== null}
      width={1360}
      title={`预览：${shown.title}`}
      about={oldmanId ? '用所选老人的档案填写' : '用示例老人填写'}
      onClose={onClose}
      onClosed={() => {
        setShown(null)
        setFilled(null)
        setOldmanId(null)
      }}
      foot={
        <div className="yy-drawer-foot">
          <span>{word ? '下载后用 Word 或 WPS 打开、打印' : '打印时超出一页的内容会自动接到下一页'}</span>
          <span className="yy-drawer-foot-acts">
            <Button
              type="primary"
              disabled={filled === null || error !== null}
              loading={busy}
              icon={word ? <Download size={15} aria-hidden /> : <Printer size={15} aria-hidden />}
              onClick={() => void act()}
            >
              {word ? '下载填好的 Word' : '打印'}
            </Button>
          </span>
        </div>
      }
    >
      <div className="yy-doc-preview yy-tall yy-grid yy-gap-16">
        <aside>
          <label htmlFor="yy-doc-resident">用谁的档案填写</label>
          <SearchPicker
            id="yy-doc-resident"
            kind="resident"
            prompt="姓名、拼音首字母或身份证号"
            value={oldmanId}
            onChange={setOldmanId}
          />
          <p className="yy-doc-note yy-text-13 yy-second">不选老人时，用一位示例老人的资料填写，便于查看版式。</p>
          {filled && (
            <section
              className={
                filled.missing.length > 0
                  ? 'yy-doc-missing yy-pad-10-12 yy-round yy-good has-some'
                  : 'yy-doc-missing yy-pad-10-12 yy-round yy-good'
              }
            >
              <b>{filled.missing.length > 0 ? `有 ${filled.missing.length} 处没有资料` : '占位符都填好了'}</b>
              {filled.missing.length > 0 && (
                <>
                  <ul>
                    {filled.missing.map((name) => (
                      <li key={name}>{name}</li>
                    ))}
                  </ul>
                  <p className="yy-no-margin yy-text-13">这些地方留空，可在纸上手写，或先补全老人档案。</p>
                </>
              )}
            </section>
          )}
        </aside>
        <div className="yy-doc-preview-main yy-low yy-scroll yy-round-card yy-stack">
          {error ? (
            <ErrorBlock what="预览" error={error} onRetry={() => setTurn(turn + 1)} />
          ) : filled === null ? (
            <BlockBones lines={10} />
          ) : html !== null && paper ? (
            <DocumentPages html={html} paper={paper} />
          ) : (
            <div className="yy-doc-word-note yy-center-text yy-white yy-round-card">
              <b>Word 模板在 Word 里看版式</b>
              <p>选好老人后点“下载填好的 Word”，文件里的占位符已换成档案里的内容。</p>
            </div>
          )}
        </div>
      </div>
    </SideDrawer>
  )
}
