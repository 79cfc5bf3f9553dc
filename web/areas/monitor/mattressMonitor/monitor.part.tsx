// The four monitors share one page: filters with counts, the urgent first, a card for everybody with a mattress.
import { Button, Checkbox, Input } from 'antd'
import { RotateCw, Search } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import {
  type MonitorName,
  MonitorState,
  type MonitorStateValue,
  mattressMonitor,
} from '#contract/monitor/mattressMonitor'
import { bedOfPath, bedSearch } from '#web/kit/bedWords'
import { department } from '#web/kit/fields/department'
import { found } from '#web/kit/initials'
import { useLine } from '#web/kit/line'
import { usePageState } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'
import { AsOf } from '#web/kit/shell/LostBar'
import { MonitorCard } from './card.part.tsx'
import { type LiveRow, type LiveRows, urgencyOf, useLiveRows } from './live.ts'
import './monitor.css'

const WORDS: Readonly<Record<MonitorName, { title: string; about: string }>> = {
  heart: { title: '心率监测', about: '当前心率与近 30 分钟曲线' },
  breath: { title: '呼吸监测', about: '当前呼吸与近 30 分钟曲线' },
  bed: { title: '在离床监测', about: '近 12 小时在床情况，20:00 起的离床次数' },
  turn: { title: '翻身监测', about: '距上次翻身的时间与近 4 小时次数' },
}

/** Everybody of a large house in one answer; the page shows them in portions. */
const ALL = 2000
const PORTION = 120
const MINUTE = 60_000
/** Everybody in the order of urgency. */
function useOrder(live: LiveRows): LiveRow[] {
  const order = useSyncExternalStore(live.follow, live.ordered)
  return useMemo(() => {
    const keyed = live.list().map((row) => [urgencyOf(row), row, order] as const)
    return keyed.sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row)
  }, [live, order])
}

const matches = (row: LiveRow, words: string) =>
  words === '' ||
  found(bedSearch(bedOfPath(row.bedPath), row.bedPath, row.oldmanName), words) ||
  row.deviceNo.includes(words)

type StateFilter = MonitorStateValue | 'overdue' | null

const inState = (row: LiveRow, state: StateFilter) =>
  state === null || (state === 'overdue' ? row.overdue : row.state === state)

function Grid({ live, list, name }: { live: LiveRows; list: readonly LiveRow[]; name: MonitorName }) {
  const [portions, setPortions] = useState(1)
  const shown = list.slice(0, portions * PORTION)
  return (
    <>
      <ul className="yy-mm-grid yy-grid yy-gap-10 yy-no-margin">
        {shown.map((row) => (
          <MonitorCard key={row.deviceId} live={live} id={row.deviceId} name={name} />
        ))}
      </ul>
      {list.length > shown.length && (
        <div className="yy-mm-more yy-center-text">
          <Button onClick={() => setPortions(portions + 1)}>显示其余 {list.length - shown.length} 位</Button>
        </div>
      )}
    </>
  )
}

export function MonitorPage({ name }: { name: MonitorName }) {
  const { title, about } = WORDS[name]
  const answer = useCall(mattressMonitor.calls[name], { size: ALL }, { refetchInterval: MINUTE, keepPrevious: true })
  const rows = answer.data?.list
  const live = useLiveRows(name, rows)
  const list = useOrder(live)
  const [words, setWords] = usePageState('words', '')
  const [deptId, setDeptId] = usePageState<string | null>('deptId', null)
  const [state, setState] = usePageState<StateFilter>('state', null)
  const [inHouse, setInHouse] = usePageState('inHouse', true)
  const { lost } = useLine()
  const Department = department.search ?? department.input
  const found = list.filter(
    (row) => matches(row, words.trim()) && (!deptId || row.deptId === deptId) && !(inHouse && row.away && !row.alarm),
  )
  const tabs = [
    { value: null, label: '全部', count: found.length },
    ...(name === 'turn'
      ? [{ value: 'overdue' as const, label: '超时未翻身', count: found.filter((row) => row.overdue).length }]
      : []),
    ...MonitorState.list.map((one) => ({
      value: one.value as StateFilter,
      label: one.label,
      count: found.filter((row) => row.state === one.value).length,
    })),
  ]
  const shown = found.filter((row) => inState(row, state))
  return (
    <section className={lost ? 'yy-card yy-mm yy-fixed is-old' : 'yy-card yy-mm yy-fixed'}>
      <CountTabs<StateFilter> label="状态" tabs={tabs} value={state} onChange={setState} />
      <div className="yy-gap-8-12 yy-pad-12-16 yy-wrap yy-row">
        <Input
          style={{ width: 300 }}
          prefix={<Search size={15} aria-hidden />}
          placeholder="姓名、拼音首字母、房间或床垫编号"
          allowClear
          value={words}
          onChange={(event) => setWords(event.target.value)}
          aria-label="查找老人"
        />
        <span style={{ width: 180 }}>
          {Department && (
            <Department aria-label="部门" value={deptId} onChange={(next) => setDeptId(next as string | null)} />
          )}
        </span>
        <Checkbox checked={inHouse} onChange={(event) => setInHouse(event.target.checked)}>
          不看外出
        </Checkbox>
        <span className="yy-push yy-second yy-small">{about}</span>
        <AsOf />
        <Button
          type="text"
          icon={<RotateCw size={15} aria-hidden />}
          loading={answer.isFetching}
          onClick={() => void answer.refetch()}
          aria-label={`刷新${title}`}
        >
          刷新
        </Button>
      </div>
      {answer.error && !rows && <ErrorBlock what={title} error={answer.error} onRetry={() => void answer.refetch()} />}
      {!rows && !answer.error && <BlockBones lines={12} />}
      {rows && shown.length === 0 && (
        <Empty
          title={list.length === 0 ? '还没有装床垫的老人' : '没有符合条件的老人'}
          text={
            list.length === 0
              ? '在“设备管理”登记床垫并绑定床位后，床上的老人会出现在这里。'
              : '请换一个状态，或清空查找条件。'
          }
          acts={
            list.length > 0 && (
              <Button
                onClick={() => {
                  setState(null)
                  setWords('')
                  setDeptId(null)
                  setInHouse(false)
                }}
              >
                看全部
              </Button>
            )
          }
        />
      )}
      {shown.length > 0 && <Grid live={live} list={shown} name={name} />}
    </section>
  )
}
