// The work bench: what waits for this user, the ways they use most, what runs. Areas add their cards.
import type { CSSProperties } from 'react'
import { SIGNED_IN } from '#contract/kit/permission'
import { shell } from '#contract/platform/shell'
import { BenchMessages } from '#web/areas/platform/message/bench.part'
import { addBenchCard, benchCards } from '#web/kit/bench'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { LongAct } from '#web/kit/parts/LongAct'
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { useConnection } from '#web/kit/realtime'
import { QuickEntries } from '#web/kit/shell/QuickEntries'
import { RecentPages } from './recentPages.part.tsx'
import './bench.css'

// Every *.bench.ts of an area adds its cards when it is loaded.
import.meta.glob('../../*/*/*.bench.ts', { eager: true })

const JOBS = 3

function Jobs() {
  const { data, state } = useLoaded(shell.calls.jobs, {}, { what: '任务', lines: 2, fresh: true, silent: true })
  return (
    <PageCard title="任务" sub="导出、导入和批量打印" className="yy-bench-fill">
      {!data ? (
        state
      ) : data.length === 0 ? (
        <p className="yy-quiet">没有正在进行的任务。在列表页点“导出”，进度会显示在这里。</p>
      ) : (
        <div className="yy-grid yy-gap-8">
          {data.slice(0, JOBS).map((job) => (
            <LongAct key={job.runId} run={job} />
          ))}
        </div>
      )}
    </PageCard>
  )
}

const CONNECTION = {
  open: '实时连接正常',
  connecting: '正在连接…',
  lost: '连接中断，正在重连；数据以刷新为准',
  off: '未连接',
} as const

function Version() {
  const { data } = useCall(shell.calls.versionRecords, { page: 1, size: 1 }, { silent: true })
  const connection = useConnection((state) => state.state)
  const latest = data?.list[0]
  return (
    <PageCard
      title="系统"
      className="yy-bench-fill"
      extra={
        <button type="button" className="yy-link" onClick={() => openPage('/versionsLog')}>
          版本记录 ›
        </button>
      }
    >
      <dl className="yy-bench-facts yy-no-margin">
        <div className="yy-row yy-gap-12">
          <dt className="yy-fixed yy-second">版本</dt>
          <dd>V{__VERSION__}</dd>
        </div>
        {latest && (
          <div className="yy-row yy-gap-12">
            <dt className="yy-fixed yy-second">最近更新</dt>
            <dd>
              {latest.releaseDate.slice(0, 10)} {latest.title}
            </dd>
          </div>
        )}
        <div className="yy-row yy-gap-12">
          <dt className="yy-fixed yy-second">实时消息</dt>
          <dd className={classes('yy-link-state', connection === 'open' && 'is-open')}>{CONNECTION[connection]}</dd>
        </div>
      </dl>
    </PageCard>
  )
}

// The areas' own cards stand above and beside these.
const own = { needs: SIGNED_IN }
addBenchCard({
  ...own,
  key: 'shell.quick',
  span: { wide: 3, narrow: 4 },
  order: 20,
  card: () => <QuickEntries className="yy-bench-fill" />,
})
addBenchCard({ ...own, key: 'shell.messages', span: { wide: 6, narrow: 6 }, order: 50, card: BenchMessages })
addBenchCard({
  ...own,
  key: 'shell.recent',
  span: { wide: 2, narrow: 4 },
  order: 60,
  card: () => <RecentPages className="yy-bench-fill" />,
})
addBenchCard({ ...own, key: 'shell.jobs', span: { wide: 2, narrow: 4 }, order: 70, card: Jobs })
addBenchCard({ ...own, key: 'shell.version', span: { wide: 2, narrow: 4 }, order: 80, card: Version })

export default function Bench() {
  const may = useMay()
  return (
    <div className="yy-bench yy-grid yy-gap-12">
      {benchCards()
        .filter((card) => may(card.needs))
        .map(({ key, span, order, narrowOrder = order, card: Card }) => (
          <div
            key={key}
            className={`is-${span.narrow} is-wide-${span.wide}`}
            style={{ '--at': order, '--narrow-at': narrowOrder } as CSSProperties}
          >
            <Card />
          </div>
        ))}
    </div>
  )
}
