// A new document: whom it is for, what it is, then it lies filled on the desk.

import { Alert, Button, Input } from 'antd'
import { ArrowRight, Search } from 'lucide-react'
import { useState } from 'react'
import { ContractState, contractDocument } from '#contract/live/contractDocument'
import { BedPath } from '#web/areas/live/marks.part'
import { ResidentCell } from '#web/areas/live/residentCell.part'
import { ResidentPicker, useResident } from '#web/areas/live/residentPick.part'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { classes } from '#web/kit/classes'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { openContract } from './acts.tsx'
import { Unfinished } from './unfinished.part.tsx'
import type { Begun } from './useDesk.ts'
import './contractDocument.css'

const { calls } = contractDocument
const NONE = {}

export interface StartRequest {
  oldmanId: string | null
  templateId: string | null
  previousId: string | null
}

/** Papers of the same type that stand already: nobody makes a second by mistake. */
export function OtherPapers({ begun }: { begun: Pick<Begun, 'others' | 'docTypeName' | 'previous'> }) {
  if (begun.others.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`这位老人已有 ${begun.others.length} 份“${begun.docTypeName}”，确认需要再做一份`}
      description={
        <span className="yy-cd-line yy-gap-8-16 yy-wrap yy-row">
          {begun.others.map((one) => (
            <button key={one.contractId} type="button" className="yy-link" onClick={() => openContract(one.contractId)}>
              {one.contractNo} <StatusTag option={ContractState.find(one.state)!} />
            </button>
          ))}
        </span>
      }
    />
  )
}

export function StartContract({ request, onBegun }: { request: StartRequest; onBegun(begun: Begun): void }) {
  const templates = useCall(calls.templates, NONE)
  const [oldmanId, setOldmanId] = useState(request.oldmanId)
  const [templateId, setTemplateId] = useState(request.templateId)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const resident = useResident(oldmanId)
  const word = typed.trim().toLowerCase()
  const shown = (templates.data ?? []).filter((one) =>
    [one.templateName, one.docTypeName ?? '', one.pinyin, one.initials].some((text) => text.includes(word)),
  )
  const begin = async () => {
    if (!oldmanId) return setProblem('请先选择老人')
    if (!templateId) return setProblem('请选择文书模板')
    setProblem(null)
    setBusy(true)
    try {
      onBegun(
        await send(
          calls.start,
          { oldmanId, templateId, previousId: request.previousId },
          { handles: () => true, loading: true },
        ),
      )
    } catch (error) {
      setProblem((error as CallError).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="yy-doc-page yy-gap-12 yy-flex-1 yy-stack">
      <div className="yy-cd-choose yy-start yy-grid yy-gap-12">
        <section className="yy-card yy-cd-step yy-pad-16">
          <h3 className="yy-row yy-gap-8 yy-strong">
            <i className="yy-grid yy-active yy-upright yy-soft yy-text-13 yy-circle">1</i>为哪位老人
          </h3>
          <ResidentPicker
            aria-label="老人"
            value={oldmanId}
            onChange={(next) => {
              setProblem(null)
              setOldmanId(next)
            }}
          />
          {resident && (
            <div className="yy-pad-12 yy-gap-6 yy-tint yy-round yy-above-12 yy-stack">
              <ResidentCell row={resident} status link />
              <BedPath path={resident.bedPath} />
            </div>
          )}
        </section>
        <section className="yy-card yy-cd-step yy-pad-16">
          <h3 className="yy-row yy-gap-8 yy-strong">
            <i className="yy-grid yy-active yy-upright yy-soft yy-text-13 yy-circle">2</i>用哪份模板
          </h3>
          {templates.isPending && <BlockBones lines={5} />}
          {templates.error && (
            <ErrorBlock what="文书模板" error={templates.error} onRetry={() => void templates.refetch()} />
          )}
          {templates.data?.length === 0 && (
            <Empty title="还没有可用的文书模板" text="请管理员在“设置 › 文书模板管理”中新增并启用模板。" />
          )}
          {templates.data && templates.data.length > 8 && (
            <Input
              allowClear
              className="yy-cd-find"
              prefix={<Search size={15} aria-hidden />}
              placeholder="模板名称、类型或拼音首字母"
              aria-label="查找模板"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <div className="yy-cd-templates yy-grid yy-gap-8" role="radiogroup" aria-label="文书模板">
            {shown.map((one) => (
              <button
                key={one.templateId}
                type="button"
                role="radio"
                aria-checked={templateId === one.templateId}
                className={classes(
                  'yy-cd-template yy-pad-10-12 yy-press yy-gap-4 yy-soft-ink yy-left yy-white yy-edge yy-round yy-stack yy-ring',
                  templateId === one.templateId && 'is-chosen',
                )}
                onClick={() => {
                  setProblem(null)
                  setTemplateId(one.templateId)
                }}
              >
                <b className="yy-ink">{one.templateName}</b>
                <span className="yy-second yy-small">
                  {one.docTypeName}
                  {one.kind === 'word' && '・Word'}
                </span>
                {one.remark && <span className="yy-second yy-small">{one.remark}</span>}
              </button>
            ))}
          </div>
          <div className="yy-row yy-gap-12 yy-above-16">
            <Button
              type="primary"
              loading={busy}
              icon={<ArrowRight size={15} aria-hidden />}
              onClick={() => void begin()}
            >
              填写合同
            </Button>
            {problem ? (
              <span className="yy-field-problem" role="alert">
                {problem}
              </span>
            ) : (
              <span className="yy-second">档案里的内容会自动填好，保存前不会留下任何记录</span>
            )}
          </div>
        </section>
      </div>
      <Unfinished />
    </div>
  )
}
