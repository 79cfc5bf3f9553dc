// The end of a sheet: what is still missing, who told and who assessed, the level, and the signatures on the screen.
import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { fieldFaults } from '#contract/nursing/assess/fields'
import { InformantRelation } from '#contract/nursing/assessFields'
import type { AssessDetail, AssessFinish } from '#contract/nursing/assessForm'
import { AssessmentState } from '#contract/nursing/assessment'
import { CallError } from '#web/kit/callError'
import { date } from '#web/kit/fields/date'
import { imagesOf } from '#web/kit/fields/image'
import { SignPad } from '#web/kit/formSheet/SignPad'
import { usePageState } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { toast } from '#web/kit/toast'
import { AssessorPick } from './assessorPick.tsx'
import { finishAssessment, submitAssessment } from './calls.ts'
import { levelOf } from './levelBar.ts'
import { nameOfOpen, stepOfOpen, stillOpen } from './steps.ts'
import { type FillHandle, refreshAssessments } from './useFill.ts'
import '#web/kit/formSheet/formSheet.css'

interface FinishProps {
  one: AssessDetail
  fill: FillHandle
  onGo(step: string, item: string): void
  onState(): void
  onDone(): void
}

const photos = imagesOf({ route: 5, max: 20 })

const SHOWN = 12

function Missing({ fill, onGo }: Pick<FinishProps, 'fill' | 'onGo'>) {
  const { kind, assessed, filled } = fill
  const keys = [
    ...new Set([...stillOpen(kind, assessed), ...fieldFaults(kind, filled.fields, true).map((one) => one.field)]),
  ]
  if (keys.length === 0) return <p className="yy-green yy-no-margin">所有项目都已填写，可以签名交卷。</p>
  return (
    <div className="yy-told yy-round yy-pad-8-12" role="status">
      还有 {keys.length} 项没有填，点一下就到：
      <span className="yy-inline yy-wrap yy-gap-4">
        {keys.slice(0, SHOWN).map((key) => (
          <Button key={key} size="small" type="link" onClick={() => onGo(stepOfOpen(kind, key), key)}>
            {nameOfOpen(kind, key)}
          </Button>
        ))}
        {keys.length > SHOWN && `等 ${keys.length} 项`}
      </span>
    </div>
  )
}

function Row({
  title,
  children,
  required,
  id,
}: {
  title: string
  required?: boolean
  id?: string
  children: ReactNode
}) {
  const name = (
    <>
      {required && <i className="yy-red yy-upright">* </i>}
      {title}
    </>
  )
  return (
    <div className="yy-assess-field yy-under">
      {id ? <label htmlFor={id}>{name}</label> : <span>{name}</span>}
      <div>{children}</div>
    </div>
  )
}

/** Stored when the field is left. */
function Words({
  value,
  onKeep,
  ...rest
}: {
  id: string
  value: string
  maxLength: number
  placeholder?: string
  onKeep(text: string): void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      {...rest}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== null && typed.trim() !== value) onKeep(typed.trim())
        setTyped(null)
      }}
    />
  )
}

export function Finish({ one, fill, onGo, onState, onDone }: FinishProps) {
  const { kind, head, assessed, changeHead } = fill
  const [signs, setSigns] = usePageState<Readonly<Record<string, string | null>>>(`signs:${one.assessmentId}`, {})
  const [level, setLevel] = usePageState<number | null>(`level:${one.assessmentId}`, null)
  const [why, setWhy] = usePageState(`why:${one.assessmentId}`, '')
  const [family, setFamily] = usePageState(`family:${one.assessmentId}`, '')
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const assessor1 = head.assessor1 ?? one.assessor1
  const assessor2 = head.assessor2 === undefined ? one.assessor2 : head.assessor2
  const informant = head.informant === undefined ? one.informant : head.informant
  const relation = head.informantRelation === undefined ? one.informantRelation : head.informantRelation
  const proposed = assessed.final.level
  const final = level ?? proposed
  const differs = final !== null && final !== proposed
  const two = kind.assessors === 2
  const risk = kind.group === 'risk'
  const sign = (role: string) => ({
    value: signs[role] ?? null,
    onChange: (value: string | null) => {
      setProblem(null)
      setSigns((now) => ({ ...now, [role]: value }))
    },
  })

  /** What is not on the server yet goes first; false with the words of what stands in the way. */
  async function ready(): Promise<boolean> {
    setProblem(null)
    if (await fill.saver.flush()) return true
    setProblem(fill.clashes.length > 0 ? '请先选定上面两人评得不一样的项目' : '还有内容没有保存，请等网络恢复后再交')
    return false
  }

  async function act(run: () => Promise<void>) {
    setRunning(true)
    try {
      if (await ready()) await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setRunning(false)
    }
  }

  const handIn = () =>
    act(async () => {
      const saved = await submitAssessment(
        one,
        { assessmentId: one.assessmentId, whole: true, version: fill.saver.version() },
        { handles: () => true, loading: true },
      )
      fill.saver.stands(saved)
      toast.success('整份已提交，等签名确认')
      await refreshAssessments()
      onState()
    })

  const missing = (): string | null => {
    if (!assessed.complete) return `还有 ${stillOpen(kind, assessed).length} 项没有评，评完才能交卷`
    if (two && !assessor2) return '请选择第二评估员'
    if (two && assessor1 === assessor2) return '两位评估员不能是同一人'
    if (!informant) return '请填写信息提供者'
    if (differs && why.trim() === '') return '最终等级与建议的不一样，请写明原因'
    if (!signs.assessor1) return '请第一评估员签名'
    if (two && !signs.assessor2) return '请第二评估员签名'
    return null
  }

  const finish = () =>
    act(async () => {
      const lack = missing()
      if (lack) return setProblem(lack)
      const words = levelOf(kind, final)?.name ?? ''
      const body: AssessFinish = {
        assessmentId: one.assessmentId,
        finalLevel: final,
        levelReason: differs ? why.trim() : null,
        signature1: signs.assessor1 ?? null,
        signature2: signs.assessor2 ?? null,
        informantSignature: signs.informant ?? null,
        ...(signs.family && { familySignature: signs.family, familyName: family.trim() || null }),
        bind: one.oldmanId !== null,
        version: fill.saver.version(),
      }
      const done = await confirmAct({
        title: `交卷：${one.oldmanName ?? ''}评为“${words}”？`,
        effects: [
          '交卷后答案、等级和签名都不能再改，只能作废重评',
          one.oldmanId ? '成为这位老人现行的评估，档案和风险提示随之更新' : '建档时会带到老人档案',
          // What the house gives to a level is known here of the proposed one.
          ...(fill.result.suggestedLevelName && !differs
            ? [`建议护理等级：${fill.result.suggestedLevelName}，改等级另行审批`]
            : []),
        ],
        verb: '交卷',
        safe: '再看看',
        run: (_, options) => finishAssessment(one, body, options),
      })
      if (done === null) return
      toast.success('评估已完成')
      await refreshAssessments()
      onDone()
    })

  return (
    <>
      <header className="yy-assess-head yy-under">
        <h2>信息提供与签名</h2>
        <span className="yy-second yy-small yy-grow">{two ? '两位评估员都要签名' : '评估员签名'}</span>
      </header>
      <div className="yy-assess-items yy-scroll yy-grow yy-pad-12-16">
        <Missing fill={fill} onGo={onGo} />
        <Row title="评估原因">
          <Select<AssessDetail['reason']>
            className="yy-fill"
            aria-label="评估原因"
            value={head.reason ?? one.reason}
            options={kind.reasons.map(({ value, text }) => ({ value: value as AssessDetail['reason'], label: text }))}
            onChange={(reason) => changeHead({ reason })}
          />
        </Row>
        <Row title="评估日期">
          {date.input({
            'aria-label': '评估日期',
            value: head.assessDate ?? one.assessDate,
            onChange: (assessDate) => assessDate && changeHead({ assessDate }),
          })}
        </Row>
        <Row title="评估地点" id="yy-assess-place">
          <Words
            id="yy-assess-place"
            maxLength={100}
            placeholder="如：208 室，本人在场"
            value={head.place ?? one.place ?? ''}
            onKeep={(place) => changeHead({ place: place || null })}
          />
        </Row>
        {two && (
          <Row title="第二评估员" required>
            <AssessorPick
              aria-label="第二评估员"
              value={assessor2}
              other={assessor1}
              name={one.assessor2Name}
              onChange={(value) => {
                changeHead({ assessor2: value })
                void fill.saver.flush().then(onState)
              }}
            />
          </Row>
        )}
        <Row title="信息提供者" required id="yy-assess-informant">
          <div className="yy-row yy-gap-8">
            <Words
              id="yy-assess-informant"
              maxLength={50}
              placeholder="谁说的情况，本人也可以"
              value={informant ?? ''}
              onKeep={(text) => changeHead({ informant: text || null })}
            />
            <Select
              aria-label="与老年人的关系"
              style={{ width: 180 }}
              allowClear
              placeholder="与老人的关系"
              value={relation ?? undefined}
              options={InformantRelation.list.map(({ label }) => ({ value: label, label }))}
              onChange={(next) => changeHead({ informantRelation: next ?? null })}
            />
          </div>
        </Row>
        <Row title="现场照片">
          {photos.input({
            'aria-label': '现场照片',
            value: [...(head.images ?? one.images)],
            onChange: (images) => changeHead({ images: images ?? [] }),
          })}
        </Row>
        <Row title="备注" id="yy-assess-remark">
          <Words
            id="yy-assess-remark"
            maxLength={1000}
            value={head.remark ?? one.remark ?? ''}
            onKeep={(remark) => changeHead({ remark: remark || null })}
          />
        </Row>
        <Row title="最终等级" required>
          <Select<number>
            aria-label="最终等级"
            className="yy-fill"
            disabled={!assessed.complete}
            placeholder="评完各项后得出"
            value={assessed.complete ? (final ?? undefined) : undefined}
            options={kind.levels.map((one) => ({
              value: one.level,
              label: one.level === proposed ? `${one.name}（建议）` : one.name,
            }))}
            onChange={(next) => setLevel(next === proposed ? null : next)}
          />
          {assessed.complete && differs && (
            <Input.TextArea
              className="yy-above-8"
              aria-label="等级变更原因"
              autoSize={{ minRows: 2, maxRows: 5 }}
              maxLength={500}
              placeholder="为什么不按建议的等级，两位评估员怎样看"
              value={why}
              onChange={(event) => setWhy(event.target.value)}
            />
          )}
        </Row>
        <Row title={`评估员 ${one.assessor1Name ?? ''}`} required>
          <SignPad title={two ? '第一评估员' : '评估员'} {...sign('assessor1')} />
        </Row>
        {two && (
          <Row title={`评估员 ${one.assessor2Name ?? ''}`} required>
            <SignPad title="第二评估员" disabled={!assessor2} {...sign('assessor2')} />
          </Row>
        )}
        <Row title={`信息提供者 ${informant ?? ''}`}>
          <SignPad title="信息提供者" {...sign('informant')} />
        </Row>
        {risk && (
          <Row title="家属知情签字">
            <Input
              aria-label="家属姓名"
              className="yy-below-8"
              maxLength={50}
              placeholder="家属姓名；不在场的以后再补"
              value={family}
              onChange={(event) => setFamily(event.target.value)}
            />
            <SignPad title="家属" disabled={family.trim() === ''} {...sign('family')} />
          </Row>
        )}
      </div>
      <footer className="yy-assess-foot yy-over">
        <span className="yy-grow" role="alert">
          {problem && <span className="yy-red">{problem}</span>}
        </span>
        {one.state === AssessmentState.is.DRAFT && (
          <Button disabled={running} onClick={() => void handIn()}>
            整份提交
          </Button>
        )}
        <Button type="primary" loading={running} onClick={() => void finish()}>
          签名交卷
        </Button>
      </footer>
    </>
  )
}
