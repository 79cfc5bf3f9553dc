// 我的培训: what one is invited to, signing in with the code on the screen, material, and one's hours of the year.
import { Button, Input, Progress, Select } from 'antd'
import { useEffect, useState } from 'react'
import { type OwnTrainingData, training } from '#contract/administration/training'
import { TrainingState, TrainingType } from '#contract/administration/trainingWords'
import { bench } from '#contract/home/bench'
import { dayText } from '#contract/kit/clock'
import { filesOf } from '#web/kit/fields/file'
import { usePageParams, usePageState, useReopened } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate, useAct } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'
import { whenText } from './columns.tsx'
import './training.css'

const papers = filesOf({ max: 20 })
const YEARS_BACK = 5

type View = 'all' | 'sign' | 'coming' | 'over'
const VIEWS: { value: View; label: string; holds(row: OwnTrainingData): boolean }[] = [
  { value: 'all', label: '全部', holds: () => true },
  { value: 'sign', label: '待签到', holds: (row) => row.toSign },
  { value: 'coming', label: '未开始', holds: (row) => row.state === TrainingState.is.PLANNED },
  { value: 'over', label: '已结束', holds: (row) => row.state === TrainingState.is.DONE },
]
const viewOf = (asked: string | undefined): View => VIEWS.find((one) => one.value === asked)?.value ?? 'all'

function resultOf(row: OwnTrainingData): string {
  if (row.state === TrainingState.is.CANCELLED) return row.cancelReason ?? '已取消'
  if (row.state === TrainingState.is.PLANNED) return '—'
  if (row.signedAt === null) return row.toSign ? '请签到' : '没有参加'
  const score = row.score === null ? '' : ` ${row.score} 分`
  if (row.passed === null) return `已签到${score}`
  return row.passed ? `合格${score}` : `不合格${score}`
}

function SignCard({ waits }: { waits: readonly OwnTrainingData[] }) {
  const [code, setCode] = useState('')
  const sign = useAct(training.calls.sign, {
    touches: [bench],
    onDone: (done) => {
      setCode('')
      toast.success(done.again ? `您已经签过“${done.title}”` : `已签到：${done.title}`)
    },
    handles: (error) => error.field === 'code',
  })
  const whole = /^\d{6}$/.test(code)
  const press = () => {
    if (whole && !sign.running) void sign.run({ code })
  }
  return (
    <PageCard
      title="培训签到"
      sub={waits.length > 0 ? `正在签到：${waits.map((one) => one.title).join('、')}` : undefined}
    >
      <div className="yy-row yy-gap-12 yy-wrap">
        <label htmlFor="training-code">大屏幕上的 6 位数字</label>
        <Input
          id="training-code"
          className="yy-training-type"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={code}
          onChange={(event) => {
            sign.reset()
            setCode(event.target.value.replace(/\D/g, '').slice(0, 6))
          }}
          onPressEnter={press}
        />
        <Button type="primary" disabled={!whole} loading={sign.running} onClick={press}>
          签到
        </Button>
        {sign.error && (
          <span className="yy-red" role="alert">
            {sign.error.message}
          </span>
        )}
      </div>
    </PageCard>
  )
}

function OwnDrawer({ row, onClose }: { row: OwnTrainingData | null; onClose(): void }) {
  const one = useShown(row)
  return (
    <SideDrawer
      open={row !== null}
      title={one?.title ?? '培训'}
      about={one && <StatusTag option={TrainingState.find(one.state)!} />}
      width={720}
      onClose={onClose}
    >
      {one && (
        <Facts
          facts={[
            { label: '类型', value: TrainingType.label(one.type) },
            { label: '学时', value: `${one.creditHours} 学时` },
            { label: '时间', value: whenText(one) },
            { label: '地点', value: one.place ?? '—' },
            { label: '讲师', value: one.teacher ?? '—' },
            { label: '考核', value: one.passScore === null ? '没有考试' : `${one.passScore} 分合格` },
            { label: '签到', value: one.signedAt?.slice(0, 16) ?? '—' },
            { label: '结果', value: resultOf(one) },
            { label: '证书编号', value: one.certificateNo ?? '—', wide: true },
            { label: '内容', value: <span className="yy-training-words">{one.content ?? '—'}</span>, wide: true },
            { label: '资料', value: one.files.length > 0 ? papers.cell(one.files) : '没有资料', wide: true },
          ]}
        />
      )}
    </SideDrawer>
  )
}

export default function OwnTrainings() {
  const { trainingId: asked, view: askedView } = usePageParams<'trainingId' | 'view'>()
  const thisYear = Number(dayText().slice(0, 4))
  const [year, setYear] = usePageState<number | null>('year', null)
  const [view, setView] = usePageState<View>('view', viewOf(askedView))
  const [opened, setOpened] = useState<string | null>(asked ?? null)
  const { data, state } = useLoaded(training.calls.mine, year === null ? {} : { year }, { what: '我的培训', lines: 8 })
  useEffect(() => {
    if (asked) setOpened(asked)
  }, [asked])
  useReopened(() => {
    if (asked) setOpened(asked)
    if (askedView) setView(viewOf(askedView))
  })
  useEvent(training.events.changed, () => void invalidate(training))
  if (!data) return <section className="yy-card yy-pad-16">{state}</section>
  const shown = data.rows.filter(VIEWS.find((one) => one.value === view)!.holds)
  const done = data.dueHours ? Math.min(100, Math.round((data.hours / data.dueHours) * 100)) : 100
  const years = Array.from({ length: YEARS_BACK }, (_, i) => thisYear - i)
  return (
    <div className="yy-stack yy-gap-12">
      <SignCard waits={data.rows.filter((one) => one.toSign)} />
      <PageCard
        title="我的学时"
        extra={
          <Select<number>
            aria-label="年份"
            size="small"
            value={data.year}
            options={years.map((one) => ({ value: one, label: `${one} 年` }))}
            onChange={(next) => setYear(next === thisYear ? null : next)}
          />
        }
      >
        <div className="yy-row yy-gap-16 yy-wrap">
          <span>
            已修 <b>{data.hours}</b> 学时
            {data.dueHours === null ? '，您的岗位没有规定学时' : `，应修 ${data.dueHours} 学时`}
          </span>
          {data.dueHours !== null && (
            <span style={{ width: 260 }}>
              <Progress percent={done} size="small" status={done >= 100 ? 'success' : 'normal'} />
            </span>
          )}
          {data.dueHours !== null && data.hours < data.dueHours && (
            <span className="yy-amber">还差 {Math.round((data.dueHours - data.hours) * 10) / 10} 学时</span>
          )}
        </div>
      </PageCard>
      <section className="yy-card">
        <CountTabs<View>
          label="我的培训"
          tabs={VIEWS.map(({ value, label, holds }) => ({ value, label, count: data.rows.filter(holds).length }))}
          value={view}
          onChange={setView}
        />
        {shown.length === 0 ? (
          <Empty title="这里没有培训" text="安排了您参加的培训会出现在这里，也会收到消息。" />
        ) : (
          <table className="yy-training-own yy-plain-table yy-lined">
            <thead>
              <tr>
                <th>培训</th>
                <th>时间</th>
                <th>地点</th>
                <th className="yy-right">学时</th>
                <th>状态</th>
                <th>结果</th>
                <th>资料</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.trainingId}>
                  <td>
                    <button type="button" className="yy-link yy-name" onClick={() => setOpened(row.trainingId)}>
                      {row.title}
                    </button>
                  </td>
                  <td className="yy-one-line">{whenText(row)}</td>
                  <td>{row.place ?? '—'}</td>
                  <td className="yy-right">{row.creditHours}</td>
                  <td>
                    <StatusTag option={TrainingState.find(row.state)!} />
                  </td>
                  <td className={row.toSign ? 'yy-amber' : undefined}>{resultOf(row)}</td>
                  <td>{row.files.length > 0 ? `${row.files.length} 份` : '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <OwnDrawer row={data.rows.find((one) => one.trainingId === opened) ?? null} onClose={() => setOpened(null)} />
    </div>
  )
}
