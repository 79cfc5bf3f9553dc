// Beside the report of a risk sheet: what the newest sheets of the elder found, what is done about it, and the projects that are
// proposed for the plan, with one button that puts them there.
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { MARKS_FROM } from '#contract/nursing/assess/risk'
import { assessForm } from '#contract/nursing/assessForm'
import { CARE_PLAN_NEEDS, carePlan } from '#contract/nursing/plan'
import { type ProposedProject, type RiskCareData, riskCare } from '#contract/nursing/riskCare'
import { effectsOf } from '#web/areas/nursing/plan/previewWords'
import { send } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { NoteTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'

const TOP = 3

/** Can be put into the plan: the house has it, and it is not there yet. */
const free = (one: ProposedProject): one is ProposedProject & { projectId: string } =>
  one.projectId !== null && one.planned === null

const stateOf = (one: ProposedProject) =>
  one.projectId === null ? '本院没有启用这个项目' : one.planned !== null ? `计划里已有：${one.planned}` : null

function Found({ care }: { care: RiskCareData }) {
  const risks = care.risks.filter((one) => one.grave >= MARKS_FROM)
  if (risks.length === 0) return <p className="yy-no-margin yy-second">最近的风险评估没有发现需要防护的风险。</p>
  return (
    <div className="yy-stack yy-gap-12">
      {risks.map((one) => (
        <section key={one.harm} aria-label={one.name}>
          <div className="yy-row yy-gap-8 yy-wrap">
            <b>{one.name}</b>
            <NoteTag family={one.grave === TOP ? 'red' : 'amber'}>{one.mark ?? one.graveName}</NoteTag>
            <span className="yy-second yy-small">{one.from.join('；')}</span>
          </div>
          <span>{one.measures.join('；')}</span>
        </section>
      ))}
    </div>
  )
}

function Proposals({ care, onDone }: { care: RiskCareData; onDone(): void }) {
  const may = useMay()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const preview = useAct(riskCare.calls.preview)
  const open = care.proposals.filter(free)
  const chosen = open.filter((one) => !left.has(one.projectId))
  const mayEdit = may(CARE_PLAN_NEEDS.edit)
  const choose = (projectId: string, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(projectId)
    else next.add(projectId)
    setLeft(next)
  }
  async function add(): Promise<void> {
    const wanted = { oldmanId: care.oldmanId, projectIds: chosen.map((one) => one.projectId) }
    const seen = await preview.run(wanted)
    if (!seen) return
    let added: readonly string[] = []
    const done = await confirmAct({
      title: `把 ${chosen.length} 项加入${care.oldmanName}的护理计划？`,
      effects: effectsOf(seen, true),
      verb: '加入护理计划',
      safe: '再看看',
      run: async (_, options) => {
        added = (await send(riskCare.calls.plan, wanted, options)).added
      },
    })
    if (done === null) return
    if (added.length > 0) toast.success(`已加入护理计划：${added.join('、')}`)
    else toast.info('这些项目已经在护理计划里了')
    void invalidate(carePlan)
    onDone()
  }
  return (
    <div className="yy-stack yy-gap-8">
      {care.proposals.map((one) => (
        <div key={one.project} className="yy-row yy-gap-8 yy-wrap">
          <Checkbox
            checked={free(one) ? !left.has(one.projectId) : one.planned !== null}
            disabled={!free(one) || !mayEdit || !care.plan}
            onChange={(event) => one.projectId && choose(one.projectId, event.target.checked)}
          >
            <b>{one.project}</b>　{one.often}
          </Checkbox>
          <span className="yy-second yy-small">针对{one.harms.join('、')}</span>
          {stateOf(one) && <span className="yy-second yy-small">{stateOf(one)}</span>}
        </div>
      ))}
      {preview.error && <span className="yy-red">{preview.error.message}</span>}
      {care.plan === null ? (
        <div className="yy-told yy-round yy-pad-8-12 yy-row yy-gap-8 yy-wrap">
          <span>{care.oldmanName}还没有启用的护理计划，启用后才能加入。</span>
          {may(carePlan.pages.list.needs) && (
            <Button size="small" onClick={() => openPage(carePlan.pages.list.path)}>
              去护理计划
            </Button>
          )}
        </div>
      ) : open.length === 0 ? (
        <span className="yy-second">建议的项目都已在护理计划（{care.plan.levelName}）里。</span>
      ) : (
        mayEdit && (
          <div>
            <Button type="primary" disabled={chosen.length === 0} loading={preview.running} onClick={() => void add()}>
              加入护理计划{chosen.length > 0 && `（${chosen.length} 项）`}
            </Button>
          </div>
        )
      )}
    </div>
  )
}

export function RiskMeasures({ oldmanId }: { oldmanId: string }) {
  const {
    data: care,
    state,
    refetch,
  } = useLoaded(riskCare.calls.of, { oldmanId }, { what: '防护措施', lines: 6, fresh: true })
  useEvent(assessForm.events.changed, (event) => {
    if (event.oldmanId === oldmanId) void refetch()
  })
  if (!care) return <PageCard title="风险与防护措施">{state}</PageCard>
  return (
    <>
      <PageCard title="风险与防护措施" sub="按每种风险评估最近的一份">
        <Found care={care} />
      </PageCard>
      {care.proposals.length > 0 && (
        <PageCard title="建议的护理项目">
          <Proposals care={care} onDone={() => void refetch()} />
        </PageCard>
      )}
    </>
  )
}
