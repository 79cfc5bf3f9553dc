// A template on the desk: what is typed, what was saved, the draft between them, and the conflict when somebody else
// saved first.

import { useCallback, useEffect, useRef, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import {
  documentTemplate,
  type FoundData,
  type PaperData,
  type Scope,
  type TemplateDetail,
  TemplateEnabled,
  usualPaper,
} from '#contract/systemSetting/documentTemplate'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { type Draft, dropDraft, loadDraft, saveDraft } from '#web/kit/form/drafts'
import { usePageState, useReopened, useTab } from '#web/kit/open'
import { invalidate } from '#web/kit/query'
import { onSignal, raise } from '#web/kit/signals'
import { toast } from '#web/kit/toast'

export type Kind = 'html' | 'word'

/** What a person changes. */
export interface Desk {
  kind: Kind
  templateName: string
  docType: string | null
  remark: string | null
  html: string
  paper: PaperData
  fileId: string | null
  fileName: string | null
  fileSizeB: number | null
  placeholders: readonly FoundData[]
}

const START = '<h1 style="text-align: center">文书标题</h1><p style="text-indent: 2em"></p>'

const emptyDesk: Desk = {
  kind: 'html',
  templateName: '',
  docType: null,
  remark: null,
  html: START,
  paper: usualPaper,
  fileId: null,
  fileName: null,
  fileSizeB: null,
  placeholders: [],
}

export const deskOf = (saved: TemplateDetail): Desk => ({
  kind: saved.kind as Kind,
  templateName: saved.templateName,
  docType: saved.docType,
  remark: saved.remark,
  html: saved.html ?? '',
  paper: saved.paper,
  fileId: saved.fileId,
  fileName: saved.fileName,
  fileSizeB: saved.fileSizeB,
  placeholders: saved.placeholders,
})

const text = (desk: Desk) => JSON.stringify(desk)
const WAIT = 800

export interface Problem {
  field: string | null
  message: string
}

export function useTemplate(scope: Scope, opened: TemplateDetail | null) {
  const tab = useTab()
  const [saved, setSaved] = usePageState<TemplateDetail | null>('saved', opened)
  const [desk, setDesk] = usePageState<Desk>('desk', () => (opened ? deskOf(opened) : emptyDesk))
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  /** The desk as it was when it last agreed with the server. */
  const [before, setBefore] = usePageState('before', () => text(opened ? deskOf(opened) : emptyDesk))
  const dirty = text(desk) !== before

  const form = `${documentTemplate.area}.${documentTemplate.name}:${saved?.templateId ?? `new:${scope}`}`
  const [offer, setOffer] = useState<Draft | null>(() => (text(desk) === before ? loadDraft(form) : null))
  const title = saved ? `编辑文书模板“${saved.templateName}”` : '新增文书模板'
  const latest = useRef({ desk, dirty, form, title, path: tab.address })
  Object.assign(latest.current, { desk, dirty, form, title, path: tab.address })

  const keep = useCallback(() => {
    const now = latest.current
    if (!now.dirty) return false
    const values = { desk: now.desk } as Record<string, unknown>
    if (!saveDraft({ form: now.form, title: now.title, path: now.path, values })) return false
    setKeptAt(Date.now())
    return true
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the clock anew
  useEffect(() => {
    if (!dirty) return
    const timer = setTimeout(keep, WAIT)
    return () => clearTimeout(timer)
  }, [desk, dirty, keep])

  // An expired session, a sign-out or a closed window must not take the text with it.
  useEffect(() => {
    const lost = () => {
      if (keep()) raise('draft-kept', { title: latest.current.title, path: latest.current.path })
    }
    const stops = [onSignal('session-invalid', lost), onSignal('logout', lost)]
    window.addEventListener('pagehide', keep)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  const change = useCallback(
    (part: Partial<Desk>) => {
      setProblem(null)
      setDesk((now) => ({ ...now, ...part }))
    },
    [setDesk],
  )

  const agreed = (fresh: TemplateDetail, standing: Desk) => {
    dropDraft(form)
    setOffer(null)
    setConflict(null)
    setProblem(null)
    setKeptAt(null)
    setSaved(fresh)
    setBefore(text(standing))
    void invalidate(documentTemplate)
  }

  /** What the server has becomes what stands on the desk. */
  const take = (fresh: TemplateDetail) => {
    agreed(fresh, deskOf(fresh))
    setDesk(deskOf(fresh))
  }

  // 新增 asked for again while the page still shows what was added last: it starts anew instead of changing that.
  useReopened(() => {
    if (opened !== null || saved === null || dirty) return
    setSaved(null)
    setDesk(emptyDesk)
    setBefore(text(emptyDesk))
    tab.setTitle('新增文书模板')
  })

  const refused = (error: CallError) => {
    if (error.code === refusals.CHANGED_MEANWHILE[0]) setConflict(error.message)
    else setProblem({ field: error.field ?? null, message: error.message })
  }

  /** `over`: on top of what somebody else saved; their version stays in the history. */
  async function save(over = false): Promise<boolean> {
    const missing =
      desk.templateName.trim() === ''
        ? { field: 'templateName', message: '请填写模板名称' }
        : desk.docType === null
          ? { field: 'docType', message: '请选择文书类型' }
          : desk.kind === 'word' && desk.fileId === null
            ? { field: 'fileId', message: '请上传 Word 文件' }
            : null
    if (missing) {
      setProblem(missing)
      return false
    }
    const fields = {
      templateName: desk.templateName.trim(),
      docType: desk.docType!,
      remark: desk.remark,
      paper: desk.paper,
      html: desk.kind === 'html' ? desk.html : null,
      fileId: desk.fileId,
      fileName: desk.fileName,
    }
    const options = { loading: true, handles: () => true }
    setSaving(true)
    try {
      const fresh = saved
        ? await send(
            documentTemplate.calls.save,
            { ...fields, templateId: saved.templateId, version: over ? null : saved.version },
            options,
          )
        : await send(
            documentTemplate.calls.create,
            { ...fields, scope, kind: desk.kind, enabled: TemplateEnabled.is.on },
            options,
          )
      // The text stays as it is, with its caret and its undo; whatever was typed meanwhile is not saved yet.
      agreed(fresh, desk)
      tab.setTitle(fresh.templateName)
      toast.success(saved ? `已保存为第 ${fresh.version} 版` : `“${fresh.templateName}”已新增`)
      return true
    } catch (error) {
      refused(error as CallError)
      return false
    } finally {
      setSaving(false)
    }
  }

  /** The other's text comes onto the desk; the own one is in the draft until then and is thrown away knowingly. */
  const reload = async () => {
    if (saved) take(await send(documentTemplate.calls.detail, { templateId: saved.templateId }))
  }

  return {
    saved,
    desk,
    dirty,
    saving,
    problem,
    conflict,
    keptAt,
    offer,
    change,
    save,
    take,
    reload,
    closeConflict: () => setConflict(null),
    restoreDraft: () => {
      const kept = (offer?.values as { desk?: Partial<Desk> } | undefined)?.desk
      if (kept) setDesk((now) => ({ ...now, ...kept }))
      setOffer(null)
    },
    dropDraft: () => {
      dropDraft(form)
      setOffer(null)
    },
  }
}
export type Template = ReturnType<typeof useTemplate>
