// The kit at work: parts with examples for their looks, and real calls where a call is what is shown.
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { fenFromYuan } from '#contract/kit/money'
import { log } from '#contract/platform/log'
import { shell } from '#contract/platform/shell'
import { moneyText } from '#web/kit/fields/money'
import { openPage, usePageState } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { LongAct, LongActOf } from '#web/kit/parts/LongAct'
import { Facts, HeaderCard, KeyFigures, PageCard, PersonCell } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { OwesTag } from '#web/kit/parts/StatusTag'
import { Change, Timeline } from '#web/kit/parts/Timeline'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { ConflictCard } from './demoConflict.part.tsx'
import { PrintCard } from './demoPrint.part.tsx'
import { ButtonsCard, NotesLine, TagsCard } from './demoTags.part.tsx'
import './demo.css'

const sample = {
  runId: '',
  kind: '',
  title: '出 2026-12 账单',
  state: 'running',
  done: 136,
  total: 210,
  message: null,
  result: null,
  createTime: '',
}

function Confirming() {
  const [last, setLast] = useState('还没有试过')
  return (
    <PageCard title="确认" sub="写明对象、后果、能否撤销">
      <Button
        danger
        onClick={async () => {
          const reason = await confirmAct({
            title: '作废收据 SJ202611120018？',
            effects: [
              '将出一张红字收据，金额 −8,711.40 元',
              '2026-10、2026-11 两期账单退回未缴',
              '不能撤销，只能重新收款',
            ],
            verb: '作废收据',
            safe: '不作废',
            danger: true,
            reason: { label: '作废原因' },
          })
          setLast(reason === null ? '选了不作废' : `示例已作废，原因：${reason}`)
        }}
      >
        作废收据…
      </Button>
      <p className="yy-demo-note yy-second">{last}</p>
    </PageCard>
  )
}

/** A real job: the newest sign-ins as a workbook, followed to its end. */
function Exporting() {
  const may = useMay()
  const [runId, setRunId] = useState<string | null>(null)
  const start = useAct(shell.calls.exportList, { onDone: (answer) => setRunId(answer.runId) })
  const allowed = may(log.calls.list.needs)
  return (
    <PageCard title="长操作" sub="有进度，可离开，有结果">
      <LongAct run={sample} unit="人" />
      <div style={{ height: 8 }} />
      {runId ? (
        <LongActOf runId={runId} />
      ) : (
        <Button
          loading={start.running}
          disabled={!allowed}
          title={allowed ? undefined : '需要查看操作日志的权限'}
          onClick={() =>
            void start.run({
              call: log.calls.list.key,
              title: '操作日志（示例）',
              query: {},
              columns: [
                { key: 'createTime', title: '时间', as: 'datetime' },
                { key: 'empName', title: '姓名', as: 'text' },
                { key: 'remark', title: '操作记录', as: 'text' },
              ],
            })
          }
        >
          真实导出操作日志
        </Button>
      )}
    </PageCard>
  )
}

/** A real call in its three states. */
function States() {
  const [state, setState] = useState<'empty' | 'error' | 'loading'>('empty')
  const broken = useCall(log.calls.detail, state === 'error' ? { id: 'no-such-row' } : null, { silent: true })
  return (
    <PageCard
      title="空、出错、加载"
      sub="为什么、数据还在不在、怎么办"
      extra={
        <Segmented
          size="small"
          value={state}
          onChange={setState}
          options={[
            { value: 'empty', label: '空' },
            { value: 'error', label: '出错' },
            { value: 'loading', label: '加载' },
          ]}
        />
      }
    >
      <div className="yy-demo-state yy-stack yy-middle">
        {state === 'empty' && (
          <Empty
            title="今天没有待审核的外出"
            text="筛选条件：松鹤楼、待审核。清除条件可看全部 8 条。"
            acts={<Button onClick={() => toast.info('这里会清除条件')}>清除条件</Button>}
          />
        )}
        {state === 'error' &&
          (broken.error ? (
            <ErrorBlock what="日志" error={broken.error} onRetry={() => void broken.refetch()} />
          ) : (
            <BlockBones lines={5} />
          ))}
        {state === 'loading' && <BlockBones lines={5} />}
      </div>
    </PageCard>
  )
}

function MoneyReading() {
  const [typed, setTyped] = usePageState('demo-money', '8711.4')
  const fen = fenFromYuan(typed)
  return (
    <Facts
      columns={1}
      facts={[
        {
          label: '输入',
          value: (
            <Input size="small" value={typed} aria-label="金额" onChange={(event) => setTyped(event.target.value)} />
          ),
        },
        { label: '以分存放', value: fen ?? '不是金额' },
        { label: '显示', value: fen === null ? '—' : moneyText(fen) },
      ]}
    />
  )
}

export default function Demo() {
  const [tab, setTab] = useState<number | null>(null)
  return (
    <div className="yy-stack yy-gap-12">
      <KeyFigures
        figures={[
          { label: '在住老人', value: '210', unit: '人', note: '试住 6　本月净增 +3' },
          { label: '床位使用率', value: '88.3', unit: '%', note: '212 / 240 床' },
          { label: '外出在外', value: '8', unit: '人', note: '逾期未归 1', tone: 'red' },
          { label: '今日护理任务', value: '612 / 846', unit: '项', note: '迟做 11　漏做 2', tone: 'amber' },
          { label: '真实页面', value: '操作日志', note: '打开列表页', onOpen: () => openPage(log.pages.list.path) },
        ]}
      />
      <HeaderCard
        photo={null}
        name="王秀兰"
        tags={
          <>
            <NotesLine />
            <OwesTag />
          </>
        }
        facts={[
          { label: '床位', value: '松鹤楼 › 2层 › 203室 › 02床' },
          { label: '护理等级', value: '半护理（二级）' },
          { label: '入住日期', value: '2025-03-10' },
          { label: '联系人', value: '李建国（儿子）' },
        ]}
        act={<Button onClick={() => openPage(shell.pages.formDemo.path)}>表单示例</Button>}
        risk="青霉素过敏；跌倒高风险，夜间如厕需人陪同。（示例）"
      />
      <div className="yy-demo-grid yy-grid yy-start yy-gap-12">
        <TagsCard />
        <States />
        <Confirming />
        <ButtonsCard />
        <Exporting />
        <PageCard title="时间线" sub="谁在什么时候改了什么" extra={<MoneyReadingLink />}>
          <Timeline
            entries={[
              {
                key: '1',
                family: 'blue',
                kind: '变更护理等级',
                time: '11-12 09:30',
                who: '刘敏',
                text: <Change from="自理" to="半护理（二级）" />,
              },
              {
                key: '2',
                family: 'purple',
                kind: '外出返回',
                time: '11-10 17:05',
                who: '吴倩',
                text: '家属陪同返回，体温 36.5 ℃',
              },
              {
                key: '3',
                family: 'green',
                kind: '缴费',
                time: '11-05 10:12',
                who: '刘敏',
                text: '收到 6,320.00 元，账单已缴',
              },
            ]}
          />
        </PageCard>
        <PageCard title="金额" sub="只存分，元只在眼前">
          <MoneyReading />
        </PageCard>
        <PageCard title="人和状态页签" sub="姓名不离风险标记">
          <PersonCell
            name="王秀兰"
            photo={null}
            about="女 82"
            marks={<OwesTag />}
            onOpen={() => toast.info('打开档案')}
          />
          <CountTabs<number | null>
            label="示例"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: null, label: '全部', count: 1284 },
              { value: 1, label: '入住中', count: 204 },
              { value: 4, label: '试住', count: 6 },
            ]}
          />
        </PageCard>
        <ConflictCard />
        <PrintCard />
      </div>
    </div>
  )
}

const MoneyReadingLink = () => (
  <button type="button" className="yy-link" onClick={() => openPage(shell.pages.editorDemo.path)}>
    编辑器示例 ›
  </button>
)
