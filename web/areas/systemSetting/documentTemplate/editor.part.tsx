// The page of one template: its facts above, the desk below. Adding and editing are the same page.
import { Button, Input, Segmented } from 'antd'
import { Eye, FileClock, Save, Settings2 } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import {
  documentTemplate,
  type Scope,
  type TemplateDetail,
  TemplateScope,
  templateCode,
} from '#contract/systemSetting/documentTemplate'
import { DeskNotices } from '#web/kit/form/DeskNotices'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { docType } from './docType.tsx'
import { HistoryDrawer } from './history.part.tsx'
import { PaperDrawer } from './paper.part.tsx'
import { PreviewDrawer, type PreviewRequest } from './preview.part.tsx'
import { type Kind, type Template, useTemplate } from './useTemplate.ts'
import { WordDesk } from './word.part.tsx'
import './document.css'

/** The editor is large and loads with the first text that is written. */
const DocumentSheet = lazy(() => import('./sheet.part.tsx'))

const clock = (at: number) => new Date(at).toTimeString().slice(0, 5)

function Standing({ template, disabled }: { template: Template; disabled: boolean }) {
  const { saved, dirty, keptAt } = template
  if (disabled) return <span className="yy-doc-state yy-text-13 yy-second">只能查看</span>
  if (dirty)
    return (
      <span className="yy-doc-state yy-text-13 yy-second is-dirty">
        有未保存的修改{keptAt && `，草稿 ${clock(keptAt)} 已留存`}
      </span>
    )
  return (
    <span className="yy-doc-state yy-text-13 yy-second">{saved ? `第 ${saved.version} 版，已保存` : '尚未保存'}</span>
  )
}

/** Their problems are said beside them. */
const FACTS = ['templateName', 'docType', 'fileId']

const problemAt = ({ problem }: Template, field: string) => (problem?.field === field ? problem.message : null)

function Facts({ template, disabled, mayChoose }: { template: Template; disabled: boolean; mayChoose: boolean }) {
  const { desk, change } = template
  const name = problemAt(template, 'templateName')
  const type = problemAt(template, 'docType')
  return (
    <>
      {mayChoose && (
        <Segmented<Kind>
          aria-label="模板形式"
          value={desk.kind}
          options={[
            { value: 'html', label: '在线编写' },
            { value: 'word', label: '上传 Word' },
          ]}
          onChange={(kind) => change({ kind })}
        />
      )}
      <div className="yy-doc-fact yy-relative yy-narrow yy-row yy-gap-8">
        <label className="yy-fixed yy-soft-ink" htmlFor="yy-doc-name">
          <i>*</i>名称
        </label>
        <Input
          id="yy-doc-name"
          placeholder="如 养老服务合同"
          maxLength={50}
          disabled={disabled}
          value={desk.templateName}
          {...(name && { status: 'error' as const })}
          onChange={(event) => change({ templateName: event.target.value })}
        />
        {name && <em className="yy-field-problem yy-upright yy-one-line yy-white">{name}</em>}
      </div>
      <div className="yy-doc-fact yy-relative yy-narrow yy-row yy-gap-8 yy-doc-fact-type">
        <label className="yy-fixed yy-soft-ink" htmlFor="yy-doc-type">
          <i>*</i>类型
        </label>
        {docType.input({
          id: 'yy-doc-type',
          disabled,
          value: desk.docType,
          ...(type && { status: 'error' as const }),
          onChange: (next) => change({ docType: next }),
        })}
        {type && <em className="yy-field-problem yy-upright yy-one-line yy-white">{type}</em>}
      </div>
      <div className="yy-doc-fact yy-relative yy-narrow yy-row yy-gap-8 yy-doc-fact-remark">
        <label className="yy-fixed yy-soft-ink" htmlFor="yy-doc-remark">
          备注
        </label>
        <Input
          id="yy-doc-remark"
          placeholder="什么时候使用"
          maxLength={200}
          disabled={disabled}
          value={desk.remark ?? ''}
          onChange={(event) => change({ remark: event.target.value || null })}
        />
      </div>
    </>
  )
}

export function TemplateEditor({ scope, opened }: { scope: Scope; opened: TemplateDetail | null }) {
  const may = useMay()
  const template = useTemplate(scope, opened)
  const { saved, desk, dirty } = template
  const disabled = !may(templateCode(scope, saved ? 'edit' : 'add'))
  const known = useCall(documentTemplate.calls.placeholders, {}, { staleTime: 600_000 })
  const [paperOpen, setPaperOpen] = useState(false)
  const [historyOpen, setHistoryOpen] = useState(false)
  const [preview, setPreview] = useState<PreviewRequest | null>(null)

  const title = desk.templateName.trim() || '未命名的文书'
  const look = () =>
    setPreview(
      desk.kind === 'html'
        ? { kind: 'text', title, html: desk.html, paper: desk.paper }
        : { kind: 'stored', title, templateId: saved!.templateId, word: true, version: saved!.version },
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!disabled) void template.save()
  }
  const lookable = desk.kind === 'html' || (saved !== null && saved.fileId === desk.fileId)
  return (
    <div className="yy-doc-page yy-gap-12 yy-flex-1 yy-stack" onKeyDown={onKeyDown}>
      <section className="yy-card yy-pad-12-16 yy-fixed">
        <div className="yy-doc-head-line yy-row yy-gap-16">
          <Facts template={template} disabled={disabled} mayChoose={saved === null} />
        </div>
        <div className="yy-doc-head-line yy-row yy-gap-16">
          <span className="yy-doc-scope yy-pad-0-8 yy-text-13 yy-fixed yy-soft-ink yy-tint yy-edge">
            {TemplateScope.label(scope)}
          </span>
          <Standing template={template} disabled={disabled} />
          <span className="yy-flex yy-gap-8 yy-push">
            {desk.kind === 'html' && (
              <Button icon={<Settings2 size={15} aria-hidden />} disabled={disabled} onClick={() => setPaperOpen(true)}>
                页面设置
              </Button>
            )}
            {saved && (
              <Button icon={<FileClock size={15} aria-hidden />} onClick={() => setHistoryOpen(true)}>
                历史版本
              </Button>
            )}
            <Button icon={<Eye size={15} aria-hidden />} disabled={!lookable} onClick={look}>
              预览
            </Button>
            {!disabled && (
              <Button
                type="primary"
                title="Ctrl+S"
                icon={<Save size={15} aria-hidden />}
                loading={template.saving}
                disabled={saved !== null && !dirty}
                onClick={() => void template.save()}
              >
                保存
              </Button>
            )}
          </span>
        </div>
      </section>
      <DeskNotices
        desk={template}
        fields={FACTS}
        conflictText="可以存为新版本（对方的版本留在历史中），也可以放弃自己的修改。"
        keepMine="我的内容存为新版本"
      />
      {known.data === undefined && !known.error ? (
        <BlockBones lines={12} />
      ) : desk.kind === 'html' ? (
        <Suspense fallback={<BlockBones lines={12} />}>
          <DocumentSheet
            value={desk.html}
            paper={desk.paper}
            known={known.data ?? []}
            disabled={disabled}
            onChange={(html) => template.change({ html })}
          />
        </Suspense>
      ) : (
        <WordDesk template={template} known={known.data ?? []} disabled={disabled} onPreview={look} />
      )}
      <PaperDrawer
        open={paperOpen}
        value={desk.paper}
        onSave={(paper) => template.change({ paper })}
        onClose={() => setPaperOpen(false)}
      />
      <HistoryDrawer
        of={historyOpen && saved ? saved : null}
        mayEdit={!disabled}
        unsaved={dirty}
        onClose={() => setHistoryOpen(false)}
        onRestored={(fresh) => {
          template.take(fresh)
          setHistoryOpen(false)
        }}
        onLook={({ version }) => {
          setHistoryOpen(false)
          setPreview({
            kind: 'stored',
            title: `${saved!.templateName} 第 ${version} 版`,
            templateId: saved!.templateId,
            word: false,
            version,
          })
        }}
      />
      <PreviewDrawer request={preview} onClose={() => setPreview(null)} />
    </div>
  )
}
