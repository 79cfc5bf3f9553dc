// 评估填写: the sheet of one assessment. Sections to the left, one item after another in the middle, what it comes to and why
// to the right. Everything is on the server after every answer.
import { Button } from 'antd'
import { Gauge, Printer } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Kind } from '#contract/nursing/assess/kind'
import { sameItems } from '#contract/nursing/assess/kinds'
import { AssessReason } from '#contract/nursing/assessFields'
import { type AssessDetail, assessForm } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { useLeaving } from '#web/kit/leaving'
import { openInstead, openPage, usePageParams, usePageState, useTab } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Compare } from './compare.part.tsx'
import { Conclusion } from './conclusion.part.tsx'
import { titleOf } from './days.ts'
import { Facts } from './facts.part.tsx'
import { Finish } from './finish.part.tsx'
import { nextOpen, placesOf } from './formView.ts'
import { Header } from './header.part.tsx'
import { houseKind } from './houseKind.ts'
import type { LastTime } from './item.part.tsx'
import { Left } from './left.part.tsx'
import { printReports } from './printReports.tsx'
import { OthersNotice, SaveLine, UnsavedBar } from './saveLine.part.tsx'
import { SectionStep } from './section.part.tsx'
import { END, FACTS, type Step, stepsOf } from './steps.ts'
import { TableStep } from './table.part.tsx'
import { useFill } from './useFill.ts'
import { useWide } from './useWide.ts'
import './assess.css'
import './assessParts.css'

const LIST = assessForm.pages.list.path

function lastOf(one: AssessDetail, kind: Kind): LastTime | null {
  const { last } = one
  // Another standard has other items: it is compared in the report, not item by item.
  if (!last || !sameItems(last.kind, kind.key)) return null
  const answers = Object.fromEntries(last.answers.flatMap(({ itemId, option }) => (option ? [[itemId, option]] : [])))
  const who = [last.assessor1Name, last.assessor2Name].filter(Boolean).join('、')
  return { answers, about: [last.assessDate, who].filter(Boolean).join('，') }
}

interface FormProps {
  one: AssessDetail
  kind: Kind
  onAgain(): void
}

function Form({ one, kind, onAgain }: FormProps) {
  const home = useRef<HTMLDivElement>(null)
  const tab = useTab()
  const fill = useFill(one, kind, { stacking: one.stacking, onHead: onAgain })
  const { filled, assessed, save } = fill
  const steps = useMemo(() => stepsOf(kind), [kind])
  const places = useMemo(() => placesOf(kind), [kind])
  const last = useMemo(() => lastOf(one, kind), [one, kind])
  const open = nextOpen(places, filled.answers)
  const [step, setStep] = usePageState(`step:${one.assessmentId}`, () => open?.section.key ?? FACTS)
  const [item, setItem] = usePageState<string | null>(`item:${one.assessmentId}`, () => open?.item.key ?? null)
  const [aside, setAside] = useState(false)
  const wide = useWide()
  const now = steps.find((one) => one.key === step) ?? steps[0]!

  useLeaving(home, async () => {
    if (await fill.saver.flush()) return true
    const sure = await confirmAct({
      title: '还有内容没有存到服务器，要离开吗？',
      effects: ['没有存上的内容留在这台设备上，下次打开这份评估会自动补交'],
      verb: '离开',
      safe: '留下',
    })
    return sure !== null
  })

  const go = useCallback(
    (to: string, at?: string | null) => {
      const target = steps.find((one) => one.key === to) ?? steps[0]!
      setStep(target.key)
      if (target.is === 'section') {
        const items = target.section.items
        const first = items.find((one) => !(one.key in filled.answers)) ?? items[0]!
        setItem(at && items.some((one) => one.key === at) ? at : first.key)
      } else setItem(null)
    },
    [steps, setStep, setItem, filled.answers],
  )
  const beside = (by: 1 | -1): Step | null => steps[steps.indexOf(now) + by] ?? null

  const right = (
    <div className="yy-stack yy-gap-12">
      <Conclusion one={one} fill={fill} last={last} />
      {last && (
        <Compare
          one={one}
          kind={kind}
          filled={filled}
          last={last}
          onItem={(to, at) => {
            setAside(false)
            go(to, at)
          }}
        />
      )}
    </div>
  )
  const next = beside(1)
  const stepFoot =
    now.is === 'facts' || now.is === 'table' ? (
      <footer className="yy-assess-foot yy-over">
        <span className="yy-grow" />
        <Button type="primary" onClick={() => next && go(next.key)}>
          下一步：{next?.name}
        </Button>
      </footer>
    ) : null

  return (
    <div className="yy-assess yy-stack yy-gap-12" ref={home}>
      <div className="yy-assess-back yy-row yy-gap-12 yy-wrap">
        <b className="yy-assess-title">{titleOf(one.oldmanName, one.assessDate, AssessReason.label(one.reason))}</b>
        <StatusTag option={AssessmentState.find(one.state)!} />
        <span className="yy-push">
          <SaveLine save={save} />
        </span>
        {!wide && (
          <Button icon={<Gauge size={15} aria-hidden />} onClick={() => setAside(true)}>
            结论和比较
          </Button>
        )}
        <Button icon={<Printer size={15} aria-hidden />} onClick={() => void printReports([one], { blank: true })}>
          打印空表
        </Button>
        <Button onClick={() => void fill.saver.flush().then(() => tab.back())}>存草稿退出</Button>
      </div>
      <Header
        one={one}
        kind={kind}
        head={fill.head}
        answered={assessed.answered}
        of={assessed.of}
        onEdit={() => go(END)}
      />
      <UnsavedBar save={save} onAgain={() => fill.saver.again()} />
      <OthersNotice fill={fill} />
      {!wide && <Conclusion one={one} fill={fill} last={last} short />}
      <div className="yy-assess-columns">
        <Left
          kind={kind}
          steps={steps}
          filled={filled}
          assessed={assessed}
          last={last?.answers ?? null}
          step={now.key}
          item={item}
          next={open?.item.key ?? null}
          onStep={(to) => go(to)}
          onItem={go}
        />
        <section className="yy-card yy-assess-middle">
          {now.is === 'section' && (
            <SectionStep
              key={now.key}
              step={now}
              next={next}
              one={one}
              fill={fill}
              last={last}
              item={item ?? now.section.items[0]!.key}
              onGo={go}
            />
          )}
          {now.is === 'facts' && <Facts kind={kind} filled={filled} known={one.known} onInput={fill.input} />}
          {now.is === 'table' && (
            <TableStep
              key={now.key}
              kind={kind}
              form={now.form}
              filled={filled}
              known={one.known}
              onInput={fill.field}
            />
          )}
          {now.is === 'end' && (
            <Finish
              one={one}
              fill={fill}
              onGo={go}
              onState={onAgain}
              // A finished sheet is no place to come back to.
              onDone={() => openInstead(assessForm.pages.report.path, { assessmentId: one.assessmentId })}
            />
          )}
          {stepFoot}
        </section>
        {wide && <div className="yy-assess-right yy-scroll">{right}</div>}
      </div>
      <SideDrawer open={aside} title="现在的结论" width={560} asks={false} onClose={() => setAside(false)}>
        {right}
      </SideDrawer>
    </div>
  )
}

export default function AssessmentSheet() {
  const { assessmentId } = usePageParams<'assessmentId'>()
  const tab = useTab()
  const { data, state, refetch } = useLoaded(assessForm.calls.detail, assessmentId ? { assessmentId } : null, {
    what: '评估',
    lines: 12,
    staleTime: 0,
    none: <Empty title="没有这份评估" text="可能已被删除，或不在您的部门。" />,
  })
  const kind = useMemo(() => (data ? houseKind(data) : null), [data])
  const { setTitle } = tab
  const words = data && titleOf(data.oldmanName, data.assessDate, AssessReason.label(data.reason))
  useEffect(() => {
    if (words) setTitle(words)
  }, [words, setTitle])
  if (!assessmentId) {
    return (
      <section className="yy-card">
        <Empty
          title="请从评估列表打开一份评估"
          text="评估在“能力评估”里新建，或从待评名单开始。"
          acts={
            <Button type="primary" onClick={() => openPage(LIST)}>
              到能力评估
            </Button>
          }
        />
      </section>
    )
  }
  if (!data || !kind) return <section className="yy-card yy-pad-16">{state}</section>
  if (data.state === AssessmentState.is.DONE || data.state === AssessmentState.is.VOID) {
    return (
      <section className="yy-card">
        <Empty
          title={`这份评估${AssessmentState.label(data.state)}，不能再填`}
          acts={
            <Button
              type="primary"
              onClick={() => openPage(assessForm.pages.report.path, { assessmentId: data.assessmentId })}
            >
              看评估报告
            </Button>
          }
        />
      </section>
    )
  }
  return <Form key={data.assessmentId} one={data} kind={kind} onAgain={() => void refetch()} />
}
