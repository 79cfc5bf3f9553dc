// 护理记录: the monthly matrix of an elder or a ward, an elder's history, and the minutes by caregiver.
import { Button } from 'antd'
import dayjs from 'dayjs'
import { Printer } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { execution } from '#contract/nursing/execution'
import { layoutOf } from '#contract/nursing/matrixCells'
import { type CareMatrixData, careRecord } from '#contract/nursing/record'
import { recordSheet } from '#contract/nursing/recordSheet'
import { careTask } from '#contract/nursing/task'
import { workerMinutes } from '#contract/nursing/workerMinutes'
import { historyColumns } from '#web/areas/nursing/execution/columns'
import { ExportButton } from '#web/kit/list/exporting'
import { ListPage } from '#web/kit/list/ListPage'
import { printList } from '#web/kit/list/printing'
import { openPage, usePageParams, usePageState, useReopened, useTabAbout } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'
import { type RecordAsked, RecordBar, thisMonth } from './bar.part.tsx'
import { CellDrawer } from './cellDrawer.part.tsx'
import { matrixTitle, printMatrix } from './matrixPrint.tsx'
import { MatrixLegend, MatrixTable, type PickedCell } from './matrixTable.part.tsx'
import { sheetColumns } from './sheetColumns.ts'
import { WorkerTable, workerColumns } from './workers.part.tsx'
import './matrix.css'

type BarOf = (acts?: ReactNode) => ReactNode
interface ViewProps {
  asked: RecordAsked
  bar: BarOf
}

const ChooseElder = ({ bar, text }: { bar: BarOf; text: string }) => (
  <div className="yy-record yy-stack yy-flex-1">
    {bar()}
    <PageCard className="yy-flex-1">
      <Empty title="先选一位老人" text={text} />
    </PageCard>
  </div>
)

function MatrixCard({
  matrix,
  whose,
}: {
  matrix: CareMatrixData
  whose: { oldmanId: string | null; deptId: string | null }
}) {
  const [picked, setPicked] = useState<PickedCell | null>(null)
  const layout = useMemo(() => layoutOf(matrix), [matrix])
  if (matrix.projects.length === 0) {
    return (
      <PageCard className="yy-flex-1">
        <Empty
          title={`${matrix.month} 没有护理任务，也没有执行记录`}
          text="护理计划启用后，每晚生成第二天的任务。可以换一个月份，或先去启用护理计划。"
        />
      </PageCard>
    )
  }
  return (
    <section className="yy-card yy-stack yy-flex-1 yy-low yy-hidden">
      <header className="yy-row yy-wrap yy-gap-8-16 yy-pad-8-16 yy-under">
        <h3 className="yy-heading">{matrixTitle(matrix)}</h3>
        {!matrix.oldmanName && <span className="yy-second yy-small">{matrix.elders} 位老人</span>}
        <span className="yy-push">
          <MatrixLegend />
        </span>
      </header>
      <MatrixTable
        label={matrixTitle(matrix)}
        layout={layout}
        today={dayjs().format('YYYY-MM-DD')}
        ward={matrix.oldmanName === null}
        onPick={setPicked}
      />
      <CellDrawer picked={picked} whose={whose} onClose={() => setPicked(null)} />
    </section>
  )
}

function MatrixView({ asked, bar }: ViewProps) {
  const whose = useMemo(
    () =>
      asked.view === 'elder' ? { oldmanId: asked.oldmanId, deptId: null } : { oldmanId: null, deptId: asked.deptId },
    [asked],
  )
  const input = useMemo(() => ({ month: asked.month, ...whose }), [asked.month, whose])
  const found = useCall(careRecord.calls.matrix, input, { keepPrevious: true })
  useReopened(() => void found.refetch())
  const matrix = found.data
  useTabAbout(matrix?.oldmanName ?? matrix?.deptName ?? '')
  return (
    <div className="yy-record yy-stack yy-flex-1">
      {bar(
        matrix && (
          <>
            <ExportButton
              call={recordSheet.calls.list}
              title={matrixTitle(matrix)}
              query={input}
              columns={sheetColumns(matrix.days)}
              total={matrix.projects.length}
            />
            <Button
              icon={<Printer size={15} aria-hidden />}
              disabled={matrix.projects.length === 0}
              onClick={() => void printMatrix(matrix, layoutOf(matrix))}
            >
              打印
            </Button>
          </>
        ),
      )}
      <Loaded of={found} what="护理记录" lines={12} card>
        {(data) => <MatrixCard matrix={data} whose={whose} />}
      </Loaded>
    </div>
  )
}

/** More caregivers than any house has. */
const ALL = 500

function WorkersView({ asked, bar }: ViewProps) {
  const query = useMemo(() => ({ month: asked.month, deptId: asked.deptId }), [asked])
  const found = useCall(workerMinutes.calls.list, { ...query, page: 1, size: ALL }, { keepPrevious: true })
  useReopened(() => void found.refetch())
  const total = found.data?.total ?? 0
  const title = `${asked.month} 护理员工时`
  return (
    <div className="yy-record yy-stack yy-flex-1">
      {bar(
        <>
          <ExportButton
            call={workerMinutes.calls.list}
            title={title}
            query={query}
            columns={workerColumns.list}
            total={total}
          />
          <Button
            icon={<Printer size={15} aria-hidden />}
            disabled={total === 0}
            onClick={() =>
              void printList({
                call: workerMinutes.calls.list,
                title,
                query,
                columns: workerColumns.list,
                words: '',
                total,
                unit: '人',
              })
            }
          >
            打印
          </Button>
        </>,
      )}
      <Loaded of={found} what="护理员工时" lines={10} card>
        {(data) => <WorkerTable rows={data.list} />}
      </Loaded>
    </div>
  )
}

const refreshOn = [careTask.events.changed]

function HistoryView({ oldmanId, bar }: { oldmanId: string; bar: BarOf }) {
  const fixed = useMemo(() => ({ oldmanId }), [oldmanId])
  return (
    <ListPage
      key={oldmanId}
      call={execution.calls.list}
      columns={historyColumns}
      rowKey="executionId"
      title="护理历史"
      fixed={fixed}
      open={(row) => openPage(execution.pages.list.path, { executionId: row.executionId })}
      top={() => bar()}
      refreshOn={refreshOn}
      empty={{ title: '这段时间没有执行记录', text: '不选日期时显示最近 30 天；更早的请在上面选日期。' }}
    />
  )
}

export default function CareRecord() {
  const params = usePageParams<'oldmanId' | 'month'>()
  const [asked, setAsked] = usePageState<RecordAsked>('record', () => ({
    view: params.oldmanId ? 'elder' : 'ward',
    month: params.month ?? thisMonth(),
    oldmanId: params.oldmanId ?? null,
    deptId: null,
  }))
  const bar: BarOf = (acts) => (
    <RecordBar asked={asked} onChange={setAsked}>
      {acts}
    </RecordBar>
  )
  if (asked.view === 'workers') return <WorkersView asked={asked} bar={bar} />
  if (asked.view === 'ward') return <MatrixView asked={asked} bar={bar} />
  if (!asked.oldmanId) {
    const text =
      asked.view === 'elder' ? '选好后显示本月每天每个项目做了几次。' : '选好后显示这位老人做过的每一项护理。'
    return <ChooseElder bar={bar} text={text} />
  }
  if (asked.view === 'history') return <HistoryView oldmanId={asked.oldmanId} bar={bar} />
  return <MatrixView asked={asked} bar={bar} />
}
