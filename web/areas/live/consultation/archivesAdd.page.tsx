// 咨询建档: everything the consultation says stands in the archive's form for checking; one call makes the archive, its
// family and its account, and links both.
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { archive, type NewArchiveData } from '#contract/live/archive'
import { consultation } from '#contract/live/consultation'
import { ConsultationStatus } from '#contract/live/consultationFields'
import { residence } from '#contract/live/residence'
import { Finished } from '#web/areas/live/archive/finished.part'
import { ArchiveForm, emptyArchive, type MadeArchive, type MakeAct } from '#web/areas/live/archive/form.part'
import type { SendInput } from '#web/kit/call'
import type { Values } from '#web/kit/form/SchemaForm'
import { openPage, usePageParams, usePageState, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useAct, useCall } from '#web/kit/query'
import { detailPath } from './fields.tsx'

interface Draft extends Partial<NewArchiveData> {
  consultationId: string
  consultationNo: string
  version: number
}

function initialOf(draft: Draft): Values {
  // The consultation stays in the form: its card is no stranger's.
  const { consultationNo: _, version: __, ...fields } = draft
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return { ...emptyArchive, ...Object.fromEntries(known) }
}

function Check({ draft, onMade }: { draft: Draft; onMade(made: MadeArchive): void }) {
  const { consultationId, consultationNo, version } = draft
  const [step, setStep] = usePageState('step', 0)
  const [typed, setTyped] = usePageState<Values | null>('typed', null)
  const [initial] = useState(() => typed ?? initialOf(draft))
  const { run, running, error } = useAct(consultation.calls.archive, {
    handles: () => true,
    touches: [archive, residence],
  })
  const act = useMemo<MakeAct>(
    () => ({
      run: (values) =>
        run({ ...values, consultationId, version } as unknown as SendInput<typeof consultation.calls.archive>),
      running,
      error,
    }),
    [run, running, error, consultationId, version],
  )
  return (
    <ArchiveForm
      initial={initial}
      step={step}
      onStep={setStep}
      onValues={setTyped}
      onMade={onMade}
      act={act}
      hint="改动只写进新档案，咨询记录保持原样"
      top={
        <div className="yy-form-note yy-row yy-gap-12 yy-below-16 yy-pad-8-12 yy-soft yy-round" role="status">
          <span>
            以下内容来自咨询 <b>{consultationNo}</b>，咨询人已列为家属和紧急联系人。请核对后建档，一条咨询只建一份档案。
          </span>
        </div>
      }
    />
  )
}

export default function ConsultationArchive() {
  const { consultationId } = usePageParams<'consultationId'>()
  const tab = useTab()
  const [made, setMade] = usePageState<MadeArchive | null>('made', null)
  const { data, error, refetch } = useCall(
    consultation.calls.archiveDraft,
    // Once it is made, there is nothing to prepare any more.
    consultationId && made === null ? { consultationId } : null,
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (!consultationId) {
    return (
      <Empty
        title="请先选择一条咨询"
        text="在咨询登记中点“建档”，内容会带到这里。"
        acts={
          <Button type="primary" onClick={() => openPage(consultation.pages.base.path)}>
            去咨询登记
          </Button>
        }
      />
    )
  }
  if (made) {
    return (
      <Finished made={made} also={`咨询已转为“${ConsultationStatus.label(ConsultationStatus.is.archived)}”`}>
        <Button onClick={() => openPage(detailPath(consultationId))}>回到咨询</Button>
      </Finished>
    )
  }
  if (error && !data) {
    return (
      <>
        <ErrorBlock what="这条咨询" error={error} onRetry={() => void refetch()} />
        <p style={{ textAlign: 'center' }}>
          <Button onClick={() => void tab.back()}>返回</Button>
        </p>
      </>
    )
  }
  return data ? <Check draft={data as Draft} onMade={setMade} /> : <BlockBones lines={14} />
}
