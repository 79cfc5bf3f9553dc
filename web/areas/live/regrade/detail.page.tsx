// 等级变更: everything that one approval would do, before anybody agrees.
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type RegradeChoice, type RegradeData, type RegradeRehearsal, regrade } from '#contract/live/regrade'
import { REGRADE_OPEN, RegradeState } from '#contract/live/regradeWords'
import { residence } from '#contract/live/residence'
import { openPage, usePageParams, useTabAbout } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'
import { AddendumCard } from './addendum.part.tsx'
import { BillCard } from './bill.part.tsx'
import { ChoiceDrawer, type Chosen } from './choice.part.tsx'
import { DecisionPane } from './decision.part.tsx'
import { HeadCard } from './head.part.tsx'
import { ItemsCard } from './items.part.tsx'
import { ConclusionCard, LevelCard } from './level.part.tsx'
import { printRegrade } from './printRegrade.tsx'
import { openRegrade, ProposeDrawer } from './propose.part.tsx'
import { TasksCard } from './tasks.part.tsx'
import './regrade.css'

interface WholeProps {
  one: RegradeData
  onAgain(): void
}

function Whole({ one, onAgain }: WholeProps) {
  const open = REGRADE_OPEN.includes(one.state)
  const [day, setDay] = useState<string | null>(null)
  const [editing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const asked = useCall(
    regrade.calls.rehearsal,
    open ? { regradeId: one.regradeId, effectiveDate: day } : null,
    // What was shown is what is agreed to: never older than the last look.
    { staleTime: 0, keepPrevious: true },
  )
  const save = useAct(regrade.calls.save)
  const rehearsed = open && !asked.error ? asked.data : undefined
  // What is decided shows what was agreed to then.
  const seen: RegradeRehearsal | undefined = rehearsed ?? (open ? undefined : (one.shown ?? undefined))
  const shownDay = day ?? seen?.effectiveDate ?? one.effectiveDate
  const stale =
    open && (asked.isFetching || asked.isPlaceholderData || (seen !== undefined && seen.effectiveDate !== shownDay))
  const mayEdit = one.can.includes('edit')
  const write = async (choices: RegradeChoice[]) => {
    const { regradeId, version, reason, levelReason, effectiveDate } = one
    const tomorrow = seen ? seen.effectiveDate : effectiveDate
    const done = await save.run({
      regradeId,
      version,
      reason,
      levelReason,
      effectiveDate: effectiveDate < tomorrow ? tomorrow : effectiveDate,
      choices,
    })
    if (!done) return
    setChosen(null)
    toast.success('已保存')
  }
  return (
    <>
      <HeadCard one={one} seen={seen} />
      <div className={stale && seen ? 'yy-regrade-body yy-regrade-stale' : 'yy-regrade-body'} aria-busy={stale}>
        <div className="yy-regrade-main">
          <div className="yy-regrade-pair">
            <ConclusionCard one={one} />
            {seen ? <LevelCard one={one} seen={seen} /> : <DecidedLevel one={one} />}
          </div>
          {seen && (
            <ItemsCard
              seen={seen}
              onEdit={mayEdit ? (row) => setChosen({ row }) : undefined}
              onAdd={mayEdit ? () => setChosen({ row: null }) : undefined}
            />
          )}
          {seen?.addendum && <AddendumCard addendum={seen.addendum} />}
        </div>
        <div className="yy-regrade-side">
          {seen && <TasksCard seen={seen} />}
          {seen && <BillCard seen={seen} />}
          {open && !seen && (
            <PageCard title="试算">
              {asked.error ? (
                <ErrorBlock what="试算" error={asked.error} onRetry={() => void asked.refetch()} />
              ) : (
                <BlockBones lines={10} />
              )}
            </PageCard>
          )}
        </div>
        <DecisionPane
          key={`${one.regradeId} ${one.state}`}
          one={one}
          seen={seen}
          day={shownDay}
          onDay={setDay}
          stale={stale}
          onAgain={() => {
            void asked.refetch()
            onAgain()
          }}
          onEdit={() => setEditing(true)}
          onPrint={() => void printRegrade(one, seen)}
        />
      </div>
      <ProposeDrawer
        open={editing}
        oldmanId={one.oldmanId}
        one={one}
        onDone={() => setEditing(false)}
        onClose={() => setEditing(false)}
      />
      {chosen && seen && (
        <ChoiceDrawer
          chosen={chosen}
          choices={one.choices}
          taken={seen.plan.items.map((row) => row.projectId)}
          running={save.running}
          onSave={(choices) => void write(choices)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

/** Of one that is decided: from what to what. */
function DecidedLevel({ one }: { one: RegradeData }) {
  return (
    <PageCard title="护理等级">
      <p className="yy-no-margin yy-text-16">
        {one.oldLevelName ?? '未定级'} <span className="yy-second">→</span> <b>{one.newLevelName}</b>
      </p>
      <p className="yy-second yy-no-margin yy-above-8">
        {one.effectiveDate} 起{one.inForce ? '，已生效' : ''}
      </p>
    </PageCard>
  )
}

export default function RegradeDetail() {
  const { regradeId = '' } = usePageParams<'regradeId'>()
  const { data, state, refetch } = useLoaded(regrade.calls.detail, regradeId ? { regradeId } : null, {
    what: '等级变更',
    lines: 12,
    none: <Empty title="没有这份等级变更" text="它不存在，或者不在您的数据范围内。" />,
  })
  useTabAbout(data?.oldmanName ?? '')
  useEvent(regrade.events.changed, (told) => {
    if (told.regradeId === regradeId) void refetch()
  })
  useEvent(residence.events.changed, (told) => {
    if (data && told.oldmanIds.includes(data.oldmanId)) void refetch()
  })
  useEffect(() => {
    if (regradeId === '') openPage(regrade.pages.list.path)
  }, [regradeId])
  if (!data) return <div className="yy-pad-16">{state}</div>
  const option = RegradeState.find(data.state)!
  return (
    <div className="yy-regrade">
      <div className="yy-row yy-gap-8 yy-regrade-top">
        <b className="yy-text-16">{data.oldmanName}</b>
        <span className="yy-soft-ink">{data.regradeNo}</span>
        <StatusTag option={option} />
        {data.submittedAt && (
          <span className="yy-second yy-small">
            {data.askedBy} {data.submittedAt.slice(5, 16)} 提交
          </span>
        )}
        {data.place && (
          <span className="yy-push yy-inline yy-gap-8">
            <span className="yy-second">
              第 {data.place.at} / {data.place.of} 件
            </span>
            {data.place.of > 1 && data.place.next && (
              <button type="button" className="yy-link yy-inline" onClick={() => openRegrade(data.place!.next!)}>
                下一件
                <ChevronRight size={15} aria-hidden />
              </button>
            )}
          </span>
        )}
      </div>
      <Whole key={data.regradeId} one={data} onAgain={() => void refetch()} />
    </div>
  )
}
