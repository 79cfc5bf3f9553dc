// 评估报告: the paper as the standard lays it out, beside it why it came to this level, the last time, and the same answers under
// other standards, which is a comparison and nothing else.
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { regrade } from '#contract/live/regrade'
import { compare } from '#contract/nursing/assess/compare'
import { crosswalk, ONLY_COMPARED } from '#contract/nursing/assess/crosswalk'
import type { Kind } from '#contract/nursing/assess/kind'
import { abilityKinds, sameItems } from '#contract/nursing/assess/kinds'
import { type AssessDetail, assessForm } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { openPage, usePageParams, useTabAbout } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { PaperFrame } from '#web/kit/print/PaperFrame'
import { useEvent } from '#web/kit/realtime'
import { bindAssessment, openForm, openReport, unbindAssessment, voidAssessment } from './acts.ts'
import { inkOf } from './conclusion.part.tsx'
import { FamilySign } from './familySign.part.tsx'
import { filledOf } from './filled.ts'
import { houseKind } from './houseKind.ts'
import { familyOf, levelOf } from './levelBar.ts'
import { orgName, printReports } from './printReports.tsx'
import { ReportSheet } from './reportSheet.part.tsx'
import { reasonsOf } from './reportWords.ts'
import { RiskMeasures } from './riskMeasures.part.tsx'
import { printNotice, risksOfSheet } from './riskNotice.tsx'
import './assessParts.css'

interface PartProps {
  one: AssessDetail
  kind: Kind
}

function Why({ one, kind }: PartProps) {
  const { sections, lines, distance } = reasonsOf(one, kind)
  return (
    <PageCard title="为什么是这个等级">
      <ol className="yy-assess-reasons">
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <h4 className="yy-heading">各部分</h4>
      <ul className="yy-assess-reasons">
        {sections.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {distance.length > 0 && (
        <>
          <h4 className="yy-heading">离相邻等级多远</h4>
          <ul className="yy-assess-reasons">
            {distance.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </PageCard>
  )
}

const signed = (by: number) => (by === 0 ? '—' : by > 0 ? `好 ${by} 分` : `差 ${-by} 分`)
const tone = (gain: number) => (gain === 0 ? 'yy-second' : gain < 0 ? 'yy-amber' : 'yy-good')

function LastBeside({ one, kind }: PartProps) {
  const [all, setAll] = useState(false)
  const { last } = one
  if (!last) return null
  const head = (
    <button type="button" className="yy-link" onClick={() => openReport(last.assessmentId)}>
      看上次报告 ›
    </button>
  )
  const about = `${last.assessDate}${last.total === null ? '' : ` ${last.total} 分`} ${last.levelName ?? ''}`
  if (!sameItems(last.kind, kind.key)) {
    return (
      <PageCard title="和上次比" sub={about} extra={head}>
        上次用的是另一种评估表，项目不同，不逐项比较；等级从“{last.levelName}”到“{one.levelName}”。
      </PageCard>
    )
  }
  const before = Object.fromEntries(last.answers.flatMap(({ itemId, option }) => (option ? [[itemId, option]] : [])))
  const { items, sections, total, better, worse, same } = compare(kind, before, filledOf(one).answers)
  const shown = all ? items : items.filter((item) => item.gain !== 0)
  return (
    <PageCard title="和上次比" sub={about} extra={head}>
      <p className="yy-no-margin yy-below-8">
        {worse.length > 0 && <b className="yy-amber">变差 {worse.length} 项　</b>}
        {better.length > 0 && <b className="yy-good">变好 {better.length} 项　</b>}
        <span className="yy-second">不变 {same} 项</span>
      </p>
      <table className="yy-plain-table yy-lined yy-assess-sums" aria-label="和上次逐项比较">
        <thead>
          <tr>
            <th>项目</th>
            <th>上次</th>
            <th>本次</th>
            <th className="yy-right">变化</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={item.key}>
              <td>{item.name}</td>
              <td className="yy-second">
                {item.before.text}（{item.before.score}）
              </td>
              <td>
                {item.after.text}（{item.after.score}）
              </td>
              <td className={`yy-right yy-one-line ${tone(item.gain)}`}>{signed(item.gain)}</td>
            </tr>
          ))}
          {sections.map((section) => (
            <tr key={`sum ${section.key}`}>
              <th>{section.name}</th>
              <th>{section.before}</th>
              <th>{section.after}</th>
              <th className={`yy-right ${tone(section.gain)}`}>{signed(section.gain)}</th>
            </tr>
          ))}
          <tr>
            <th>合计</th>
            <th>{total.before}</th>
            <th>{total.after}</th>
            <th className={`yy-right ${tone(total.gain)}`}>{signed(total.gain)}</th>
          </tr>
        </tbody>
      </table>
      <Button type="link" onClick={() => setAll(!all)}>
        {all ? '只看有变化的' : `全部 ${items.length} 项`}
      </Button>
    </PageCard>
  )
}

function OtherStandards({ one, kind }: PartProps) {
  const filled = filledOf(one)
  const others = abilityKinds
    .filter((to) => to.key !== kind.key && to.standard !== kind.standard)
    .flatMap((to) => {
      const walk = crosswalk(kind, to, filled.answers, filled.inputs, filled.fields)
      return walk ? [walk] : []
    })
  if (others.length === 0) return null
  return (
    <PageCard title="按其他标准会怎样" sub={ONLY_COMPARED}>
      <div className="yy-stack yy-gap-12">
        {others.map(({ to, final, range, carried, onlyThere }) => {
          const name = (level: number) => levelOf(to, level)?.short ?? ''
          const words = final.level === null ? `${name(final.best)} 至 ${name(final.worst)}` : name(final.level)
          return (
            <div key={to.key}>
              <div className="yy-row yy-gap-8 yy-wrap">
                <b>{to.name}</b>
                <StatusTag family={final.level === null ? 'grey' : familyOf(to, final.level)}>{words}</StatusTag>
                <StatusTag family="slate" hollow>
                  仅供比较
                </StatusTag>
                {range && (
                  <span className="yy-second">
                    {range.min === range.max ? range.min : `${range.min}–${range.max}`} 分
                  </span>
                )}
              </div>
              <span className="yy-second yy-small">
                {carried.length} 项能对应
                {onlyThere.length > 0 &&
                  `；${onlyThere.length} 项对不上，按各种可能都算：${onlyThere
                    .slice(0, 6)
                    .map((item) => item.name)
                    .join('、')}${onlyThere.length > 6 ? ' …' : ''}`}
              </span>
            </div>
          )
        })}
      </div>
    </PageCard>
  )
}

function Report({ one, kind, onAgain }: PartProps & { onAgain(): void }) {
  const may = useMay()
  const [signing, setSigning] = useState(false)
  useTabAbout(one.oldmanName ?? '')
  const done = one.state === AssessmentState.is.DONE
  const familySigned = one.signatures.some((given) => given.role === 'family' && given.picture !== null)
  const open = one.state === AssessmentState.is.DRAFT || one.state === AssessmentState.is.WAITING
  const act = (run: Promise<boolean>) => void run.then((changed) => changed && onAgain())
  const level = levelOf(kind, one.finalLevel)
  return (
    <div className="yy-stack yy-gap-12">
      <section className="yy-card yy-pad-12-16 yy-row yy-gap-12 yy-wrap">
        <b className="yy-text-18">{one.oldmanName}</b>
        <span>
          {one.assessDate} {one.kindName}
        </span>
        <StatusTag option={AssessmentState.find(one.state)!} />
        {level && (
          <b className="yy-text-18" style={{ color: inkOf(familyOf(kind, level.level)) }}>
            {level.short}
            {one.total !== null && ` ${one.total} 分`}
          </b>
        )}
        {one.suggestedLevelName && <span className="yy-second">建议护理等级 {one.suggestedLevelName}</span>}
        {one.nextDate && done && <span className="yy-second">下次评估 {one.nextDate}</span>}
        <span className="yy-inline-flex yy-wrap yy-gap-8 yy-push">
          {one.can.includes('fill') && open && <Button onClick={() => openForm(one.assessmentId)}>继续填写</Button>}
          {one.can.includes('familySign') && kind.group === 'risk' && !familySigned && (
            <Button onClick={() => setSigning(true)}>补家属签字</Button>
          )}
          {done && one.oldmanId && may('live:assessment:bind') && (
            <Button onClick={() => act(one.bound ? unbindAssessment(one) : bindAssessment(one))}>
              {one.bound ? '取消关联' : '关联到档案'}
            </Button>
          )}
          {one.can.includes('void') && (
            <Button danger onClick={() => act(voidAssessment(one))}>
              作废…
            </Button>
          )}
          {done && risksOfSheet(one).length > 0 && (
            <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printNotice(one)}>
              打印告知书
            </Button>
          )}
          <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printReports([one])}>
            打印报告
          </Button>
          {done && one.bound && one.oldmanId && kind.group === 'ability' && may(regrade.pages.list.needs) && (
            <Button
              type="primary"
              onClick={() =>
                openPage(regrade.pages.list.path, {
                  act: 'propose',
                  resident: one.oldmanId ?? '',
                  assessmentId: one.assessmentId,
                })
              }
            >
              等级变更
            </Button>
          )}
        </span>
      </section>
      {one.state === AssessmentState.is.VOID && (
        <section className="yy-told yy-round-card yy-pad-12-16">
          {one.voidedName} {one.voidedAt?.slice(0, 16)} 作废：{one.voidReason}
        </section>
      )}
      <div className="yy-assess-report">
        <section className="yy-card yy-pad-16">
          <PaperFrame title={`${kind.report}预览`} width={210} height={297} margin="13mm 14mm 16mm" most={1.35}>
            <ReportSheet one={one} kind={kind} org={orgName()} />
          </PaperFrame>
        </section>
        <div className="yy-stack yy-gap-12">
          {done && kind.group === 'risk' && one.oldmanId && <RiskMeasures oldmanId={one.oldmanId} />}
          <Why one={one} kind={kind} />
          <LastBeside one={one} kind={kind} />
          {kind.group === 'ability' && <OtherStandards one={one} kind={kind} />}
        </div>
      </div>
      <FamilySign
        assessmentId={one.assessmentId}
        open={signing}
        onClose={() => setSigning(false)}
        onDone={() => {
          setSigning(false)
          onAgain()
        }}
      />
    </div>
  )
}

export default function AssessmentReport() {
  const { assessmentId } = usePageParams<'assessmentId'>()
  const { data, state, refetch } = useLoaded(assessForm.calls.detail, assessmentId ? { assessmentId } : null, {
    what: '评估报告',
    lines: 14,
    none: <Empty title="没有这份评估" text="可能已被删除，或不在您的部门。" />,
  })
  useEvent(assessForm.events.changed, ({ assessmentId: of }) => {
    if (of === assessmentId) void refetch()
  })
  const kind = useMemo(() => (data ? houseKind(data) : null), [data])
  if (!assessmentId) {
    return (
      <section className="yy-card">
        <Empty title="请从评估列表打开一份报告" />
      </section>
    )
  }
  if (!data || !kind) return <section className="yy-card yy-pad-16">{state}</section>
  return <Report one={data} kind={kind} onAgain={() => void refetch()} />
}
