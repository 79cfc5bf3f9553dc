// 填写文书: one form of one resident, begun, continued, finished, printed.

import { Alert, Button } from 'antd'
import { Check, Printer, Save } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormDesignData } from '#contract/kit/formDesign'
import { type FormValues, keptValues, valueProblems } from '#contract/kit/formValues'
import { refusals } from '#contract/kit/refusal'
import { type ResidentFormDetail, ResidentFormState, residentForm } from '#contract/live/residentForm'
import { BedPath } from '#web/areas/live/marks.part'
import { ResidentCell, type ResidentFace } from '#web/areas/live/residentCell.part'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { date } from '#web/kit/fields/date'
import { FormSheet } from '#web/kit/formSheet/FormSheet'
import { printForm } from '#web/kit/formSheet/PrintedForm'
import { startValues, useFormSheet } from '#web/kit/formSheet/useFormSheet'
import { useLeaving } from '#web/kit/leaving'
import { goBack, usePageParams, usePageState, useTab } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import './residentForm.css'

const { calls } = residentForm

/** What lies on the desk: a form that is stored, or one that begins. */
interface Opened {
  recordId: string | null
  version: number | null
  state: 0 | 1
  recordDate: string | null
  title: string
  templateId: string
  templateVersion: number
  outdated: boolean
  design: FormDesignData
  values: FormValues
  resident: ResidentFace & { bedPath: string | null }
}

const openedOf = (one: ResidentFormDetail): Opened => ({ ...one, values: one.values as FormValues, resident: one })

async function load(params: Params, signal: AbortSignal): Promise<Opened> {
  const options = { signal, handles: () => true }
  if (params.recordId) return openedOf(await send(calls.detail, { templateId: params.recordId }, options))
  const begun = await send(calls.start, { oldmanId: params.oldmanId!, templateId: params.templateId! }, options)
  if (begun.existing) return openedOf(await send(calls.detail, { templateId: begun.existing }, options))
  return {
    ...begun,
    recordId: null,
    version: null,
    state: ResidentFormState.is.draft,
    recordDate: null,
    outdated: false,
    values: startValues(begun.design, begun.archive as Record<string, string>),
    resident: begun,
  }
}

type Params = Readonly<Partial<Record<'recordId' | 'oldmanId' | 'templateId', string>>>

function Desk({ opened, onFresh }: { opened: Opened; onFresh(fresh: Opened): void }) {
  const may = useMay()
  const home = useRef<HTMLDivElement>(null)
  const org = useSession((state) => state.user?.orgInfo.orgName ?? '')
  const [kept, setKept] = usePageState<{ values: FormValues; recordDate: string | null } | null>(
    `desk:${opened.recordId ?? 'new'}:${opened.version ?? 0}`,
    null,
  )
  const sheet = useFormSheet(opened.design, () => kept?.values ?? opened.values)
  const [recordDate, setRecordDate] = useState(kept?.recordDate ?? opened.recordDate)
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<string | null>(null)
  const [saving, setSaving] = useState<0 | 1 | null>(null)
  const attempt = useRef<string | null>(null)
  const disabled = !may(opened.recordId ? calls.save.needs : calls.create.needs)
  const dirty =
    !disabled &&
    (JSON.stringify(sheet.values) !== JSON.stringify(opened.values) ||
      recordDate !== opened.recordDate ||
      !opened.recordId)

  // What is typed outlives a parked tab.
  useEffect(() => setKept({ values: sheet.values, recordDate }), [sheet.values, recordDate, setKept])
  useLeaving(home, async () => {
    if (!dirty || (!opened.recordId && sheet.values === opened.values)) return true
    const said = await confirmAct({
      title: `《${opened.title}》还没有保存，离开吗？`,
      effects: ['没有保存的内容会丢失'],
      verb: '离开',
      safe: '留下',
      danger: true,
    })
    return said !== null
  })

  async function store(state: 0 | 1, over = false): Promise<void> {
    // A draft may lack something, but nothing in it may be wrong.
    const values = state === ResidentFormState.is.done ? sheet.check() : keptValues(opened.design, sheet.values)
    if (values === null) {
      setProblem(`还有 ${Object.keys(valueProblems(opened.design, sheet.values)).length} 处需要填写或改正`)
      return
    }
    setProblem(null)
    setSaving(state)
    attempt.current ??= newRequestNo()
    try {
      const options = { handles: () => true, loading: true, requestNo: attempt.current }
      const saved = opened.recordId
        ? await send(
            calls.save,
            { recordId: opened.recordId, version: over ? null : opened.version, values, state, recordDate },
            options,
          )
        : await send(
            calls.create,
            {
              oldmanId: opened.resident.oldmanId,
              templateId: opened.templateId,
              templateVersion: opened.templateVersion,
              values,
              state,
              recordDate,
            },
            options,
          )
      setConflict(null)
      toast.success(
        state === ResidentFormState.is.done
          ? opened.state === ResidentFormState.is.done
            ? '修改已保存'
            : '文书已完成'
          : '草稿已保存',
      )
      void invalidate(residentForm)
      onFresh(openedOf(saved))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === refusals.CHANGED_MEANWHILE[0]) setConflict(error.message)
      else setProblem(error.message)
    } finally {
      attempt.current = null
      setSaving(null)
    }
  }
  const theirs = async () => {
    if (!opened.recordId) return
    const fresh = openedOf(await send(calls.detail, { templateId: opened.recordId }))
    sheet.reset(fresh.values)
    setRecordDate(fresh.recordDate)
    setConflict(null)
    onFresh(fresh)
  }
  const { resident, design, title } = opened
  const print = (values: FormValues | null) =>
    printForm({
      title: values ? `${title}-${resident.oldmanName}` : title,
      org,
      design: { ...design, heading: design.heading ?? title },
      values,
    })
  return (
    <div className="yy-stack yy-gap-12 yy-flex-1" ref={home}>
      <section className="yy-card yy-rf-head yy-pad-12-16 yy-gap-10 yy-stack">
        <div className="yy-rf-line yy-gap-8-16 yy-wrap yy-row">
          <h2 className="yy-no-margin yy-strong">{title}</h2>
          {opened.recordId && <StatusTag option={ResidentFormState.find(opened.state)!} />}
          <ResidentCell row={resident} link />
          <BedPath path={resident.bedPath} />
          <span className="yy-flex yy-gap-8 yy-wrap yy-push">
            <Button onClick={() => void print(null)}>打印空表</Button>
            <Button icon={<Printer size={15} aria-hidden />} onClick={() => void print(sheet.values)}>
              打印
            </Button>
            {!disabled && opened.state === ResidentFormState.is.draft && (
              <Button
                icon={<Save size={15} aria-hidden />}
                loading={saving === 0}
                disabled={!dirty}
                onClick={() => void store(0)}
              >
                保存草稿
              </Button>
            )}
            {!disabled && (
              <Button
                type="primary"
                icon={<Check size={15} aria-hidden />}
                loading={saving === 1}
                disabled={opened.state === ResidentFormState.is.done && !dirty}
                onClick={() => void store(1)}
              >
                {opened.state === ResidentFormState.is.done ? '保存修改' : '完成'}
              </Button>
            )}
          </span>
        </div>
        <div className="yy-rf-line yy-gap-8-16 yy-wrap yy-row">
          <label htmlFor="yy-rf-date">填写日期</label>
          <span className="yy-rf-date">
            {date.input({
              id: 'yy-rf-date',
              placeholder: '今天',
              disabled,
              value: recordDate,
              onChange: setRecordDate,
            })}
          </span>
          <span className="yy-none">
            按表单第 {opened.templateVersion} 版填写{opened.outdated && '（模板已有新版，已填的仍按原版）'}
          </span>
          {disabled && <span className="yy-none">只能查看</span>}
        </div>
      </section>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {conflict && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={conflict}
          description="您填写的内容都还在本页。"
          action={
            <span className="yy-flex yy-gap-8 yy-wrap yy-push">
              <Button size="small" type="primary" onClick={() => void store(opened.state, true)}>
                用我的内容覆盖
              </Button>
              <Button size="small" onClick={() => void theirs()}>
                载入对方的内容
              </Button>
            </span>
          }
        />
      )}
      <section className="yy-card yy-rf-sheet">
        <FormSheet
          name={sheet.name}
          design={design}
          values={sheet.values}
          problems={sheet.problems}
          readOnly={disabled}
          onChange={sheet.change}
        />
      </section>
    </div>
  )
}

export default function FillForm() {
  const params: Params = usePageParams<'recordId' | 'oldmanId' | 'templateId'>()
  const { setTitle } = useTab()
  const [opened, setOpened] = usePageState<Opened | null>('opened', null)
  const [error, setError] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  const named = Boolean(params.recordId || (params.oldmanId && params.templateId))
  // Asked for once: what is being filled in is not replaced by a later answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another try
  useEffect(() => {
    if (!named || opened) return
    const stop = new AbortController()
    setError(null)
    load(params, stop.signal).then(
      (found) => {
        setOpened(found)
        setTitle(found.title)
      },
      (failure: unknown) => {
        if (failure instanceof CallError && !failure.cancelled) setError(failure)
      },
    )
    return () => stop.abort()
  }, [turn, named])
  if (!named) {
    return (
      <Empty title="没有指明要填写哪份文书" text="请从文书管理中打开。" acts={<Button onClick={goBack}>返回</Button>} />
    )
  }
  if (error) return <ErrorBlock what="文书" error={error} onRetry={() => setTurn(turn + 1)} />
  if (!opened) return <BlockBones lines={12} />
  return <Desk key={opened.recordId ?? 'new'} opened={opened} onFresh={setOpened} />
}
