// A draft on the desk: what is typed, what was saved, the draft of the draft between them, and the conflict when somebody
// else saved first.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import { refusals } from '#contract/kit/refusal'
import {
  type ContractDetail,
  type ContractField,
  contractDocument,
  type SignPartyValue,
} from '#contract/live/contractDocument'
import type { PaperData } from '#contract/systemSetting/documentTemplate'
import { newRequestNo, send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { type Draft, dropDraft, loadDraft, saveDraft } from '#web/kit/form/drafts'
import { usePageState, useTab } from '#web/kit/open'
import { invalidate } from '#web/kit/query'
import { onSignal, raise } from '#web/kit/signals'
import { toast } from '#web/kit/toast'

const { calls } = contractDocument
export type Begun = DataOf<typeof calls.start>

/** What a person changes. */
export interface Desk {
  title: string
  html: string | null
  fields: Readonly<Record<string, string>>
  signers: readonly SignPartyValue[]
  startDate: string | null
  endDate: string | null
  remark: string | null
}

/** What is fixed: whose document, from which template. A new one has no id yet. */
export interface Frame {
  contractId: string | null
  contractNo: string | null
  version: number | null
  oldmanId: string
  templateId: string | null
  templateVersion: number | null
  previousId: string | null
  kind: string
  paper: PaperData
  places: readonly ContractField[]
}

const valuesIn = (fields: readonly ContractField[]) =>
  Object.fromEntries(fields.filter((field) => !field.own).map(({ name, value }) => [name, value]))

type Opened = Pick<ContractDetail, 'title' | 'html' | 'fields' | 'signers' | 'startDate' | 'endDate'> & {
  remark?: string | null
}

const deskOf = (from: Opened): Desk => ({
  title: from.title,
  html: from.html,
  fields: valuesIn(from.fields),
  signers: from.signers,
  startDate: from.startDate,
  endDate: from.endDate,
  remark: from.remark ?? null,
})

export const frameOfBegun = (begun: Begun): Frame => ({
  contractId: null,
  contractNo: null,
  version: null,
  oldmanId: begun.oldmanId,
  templateId: begun.templateId,
  templateVersion: begun.templateVersion,
  previousId: begun.previous?.contractId ?? null,
  kind: begun.kind,
  paper: begun.paper,
  places: begun.fields,
})

export const frameOfSaved = (one: ContractDetail): Frame => ({
  contractId: one.contractId,
  contractNo: one.contractNo,
  version: one.version,
  oldmanId: one.oldmanId,
  templateId: one.templateId,
  templateVersion: one.templateVersion,
  previousId: one.previous?.contractId ?? null,
  kind: one.kind,
  paper: one.paper,
  places: one.fields,
})

export interface Problem {
  field: string | null
  message: string
}

const WAIT = 800
const text = (desk: Desk) => JSON.stringify(desk)
/** Numbers of identity cards are not left behind on a shared computer. */
const keepable = (desk: Desk): Desk => ({
  ...desk,
  fields: Object.fromEntries(Object.entries(desk.fields).filter(([name]) => !name.endsWith('身份证号'))),
})

/** Before the server is asked: what a person can see at once. */
function problemOf(desk: Desk): Problem | null {
  if (desk.title.trim() === '') return { field: 'title', message: '请填写文书名称' }
  if (desk.signers.length === 0) return { field: 'signers', message: '请至少选择一个签署方' }
  if (desk.startDate && desk.endDate && desk.endDate < desk.startDate) {
    return { field: 'endDate', message: '到期日期早于开始日期' }
  }
  return null
}

/** `slot`: what is kept while the page is parked belongs to this document and this sitting. */
export function useDesk(slot: string, opened: Opened, start: Frame, onSaved: (saved: ContractDetail) => void) {
  const tab = useTab()
  const [frame, setFrame] = usePageState(`frame:${slot}`, start)
  const [desk, setDesk] = usePageState<Desk>(`desk:${slot}`, () => deskOf(opened))
  const [before, setBefore] = usePageState(`before:${slot}`, () => (start.contractId ? text(deskOf(opened)) : ''))
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  const attempt = useRef<string | null>(null)
  const dirty = text(desk) !== before

  const form = `live.contractDocument:${frame.contractId ?? `new:${frame.oldmanId}:${frame.templateId}`}`
  const [offer, setOffer] = useState<Draft | null>(() =>
    !start.contractId || text(desk) === before ? loadDraft(form) : null,
  )
  const title = `${frame.contractNo ? `合同文书 ${frame.contractNo}` : '新的合同文书'}《${desk.title}》`
  const latest = useRef({ desk, dirty, form, title, path: tab.address, touched: false })
  Object.assign(latest.current, { desk, dirty, form, title, path: tab.address })

  const keep = useCallback(() => {
    const now = latest.current
    // A new document that nobody has touched says nothing that the template does not say.
    if (!now.dirty || !now.touched) return false
    const values = { desk: keepable(now.desk) } as Record<string, unknown>
    return saveDraft({ form: now.form, title: now.title, path: now.path, values })
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
      latest.current.touched = true
      setProblem(null)
      setDesk((now) => ({ ...now, ...part }))
    },
    [setDesk],
  )
  const setField = useCallback(
    (name: string, value: string) => {
      latest.current.touched = true
      setDesk((now) => ({ ...now, fields: { ...now.fields, [name]: value } }))
    },
    [setDesk],
  )

  const agreed = (saved: ContractDetail, standing: Desk) => {
    dropDraft(form)
    attempt.current = null
    latest.current.touched = false
    // At once: whoever leaves right after the save is not asked about what has just been saved.
    latest.current.dirty = text(latest.current.desk) !== text(standing)
    setOffer(null)
    setConflict(null)
    setProblem(null)
    setFrame(frameOfSaved(saved))
    setBefore(text(standing))
    void invalidate(contractDocument)
    onSaved(saved)
  }

  /** What the server has becomes what stands on the desk. */
  const take = (saved: ContractDetail) => {
    setDesk(deskOf(saved))
    latest.current.desk = deskOf(saved)
    agreed(saved, deskOf(saved))
  }

  /** `over`: on top of what somebody else saved. Answers the saved document, or null when it was refused. */
  async function save(over = false): Promise<ContractDetail | null> {
    const wrong = problemOf(desk)
    setProblem(wrong)
    if (wrong) return null
    const { fields, signers, html, ...facts } = desk
    const body = {
      ...facts,
      title: desk.title.trim(),
      html,
      signers: [...signers],
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    }
    // A second try after a broken connection makes no second document.
    attempt.current ??= newRequestNo()
    setSaving(true)
    try {
      const options = { loading: true, handles: () => true, requestNo: attempt.current }
      const saved = frame.contractId
        ? await send(
            calls.save,
            { ...body, contractId: frame.contractId, version: over ? null : frame.version },
            options,
          )
        : await send(
            calls.create,
            {
              ...body,
              oldmanId: frame.oldmanId,
              templateId: frame.templateId ?? '',
              templateVersion: frame.templateVersion,
              previousId: frame.previousId,
            },
            options,
          )
      agreed(saved, desk)
      toast.success(frame.contractId ? '草稿已保存' : `已保存为草稿，编号 ${saved.contractNo}`)
      return saved
    } catch (error) {
      const failure = error as CallError
      attempt.current = null
      if (failure.code === refusals.CHANGED_MEANWHILE[0]) setConflict(failure.message)
      else setProblem({ field: failure.field ?? null, message: failure.message })
      return null
    } finally {
      setSaving(false)
    }
  }

  /** The archive's present values, for fields that it knows. */
  const refresh = async () => {
    if (!frame.contractId) return
    const saved = await send(calls.refresh, { contractId: frame.contractId, version: frame.version }, { loading: true })
    take(saved)
    toast.success('已按老人档案重新填写')
  }

  const reload = async () => {
    if (frame.contractId) take(await send(calls.detail, { contractId: frame.contractId }))
  }

  return {
    frame,
    desk,
    dirty,
    unsaved: () => latest.current.dirty,
    saving,
    problem,
    conflict,
    offer,
    change,
    setField,
    save,
    take,
    refresh,
    reload,
    closeConflict: () => setConflict(null),
    restoreDraft: () => {
      const kept = (offer?.values as { desk?: Partial<Desk> } | undefined)?.desk
      if (kept) {
        latest.current.touched = true
        setDesk((now) => ({ ...now, ...kept, fields: { ...now.fields, ...kept.fields } }))
      }
      setOffer(null)
    },
    dropDraft: () => {
      dropDraft(form)
      setOffer(null)
    },
  }
}
export type DeskHandle = ReturnType<typeof useDesk>
