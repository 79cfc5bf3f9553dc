// What is behind a cell: the executions of one project on one day.

import { type ExecutionData, execution } from '#contract/nursing/execution'
import { cellWords } from '#contract/nursing/matrixCells'
import { clockBeside, ExecutionMarks } from '#web/areas/nursing/execution/marks.part'
import { signsText } from '#web/areas/nursing/execution/words'
import { openPage } from '#web/kit/open'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import type { PickedCell } from './matrixTable.part.tsx'

const SHOWN = 200

interface Whose {
  oldmanId: string | null
  deptId: string | null
}

function Executions({ picked, whose }: { picked: PickedCell; whose: Whose }) {
  const { projectId, day, cell } = picked
  const found = useCall(execution.calls.list, {
    projectId,
    ...whose,
    dayFrom: day.date,
    dayTo: day.date,
    page: 1,
    size: SHOWN,
  })
  return (
    <Loaded of={found} what="护理执行" lines={8}>
      {(data) => (
        <>
          <p className="yy-second">{cellWords(cell)}</p>
          {data.list.length === 0 ? (
            <Empty
              title="这一天没有执行记录"
              text={cell.missed > 0 ? '漏做的可以在“今日护理”中补录，补录要写原因。' : '做完以后，记录会出现在这里。'}
            />
          ) : (
            <table className="yy-plain-table yy-lined yy-record-table">
              <thead>
                <tr>
                  {!whose.oldmanId && <th>老人</th>}
                  <th>计划</th>
                  <th>执行</th>
                  <th>记录</th>
                  <th>执行人</th>
                  <th>结果</th>
                  <th>说明</th>
                </tr>
              </thead>
              <tbody>
                {data.list.map((row) => (
                  <Row key={row.executionId} row={row} named={!whose.oldmanId} />
                ))}
              </tbody>
            </table>
          )}
          {data.total > SHOWN && (
            <p className="yy-second">
              共 {data.total} 条，显示前 {SHOWN} 条
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

function Row({ row, named }: { row: ExecutionData; named: boolean }) {
  const said = [row.refuseReason, row.lateReason, signsText(row.signs), row.remark].filter(Boolean).join('；')
  return (
    <tr>
      {named && <td>{row.oldmanName}</td>}
      <td>{row.taskId === null ? '按需' : row.planTime.slice(11, 16)}</td>
      <td>{clockBeside(row.doneAt, row.planTime)}</td>
      <td>{clockBeside(row.recordedAt, row.planTime)}</td>
      <td>{row.workerName}</td>
      <td>
        <ExecutionMarks row={row} />
      </td>
      <td>
        {said}
        {said && '　'}
        <button
          type="button"
          className="yy-link"
          onClick={() => openPage(execution.pages.list.path, { executionId: row.executionId })}
        >
          {row.photos.length > 0 ? `详情和 ${row.photos.length} 张照片` : '详情'}
        </button>
      </td>
    </tr>
  )
}

export function CellDrawer({ picked, whose, onClose }: { picked: PickedCell | null; whose: Whose; onClose(): void }) {
  const shown = useShown(picked)
  return (
    <SideDrawer
      open={picked !== null}
      width={960}
      title={shown?.projectName ?? ''}
      about={shown && `${shown.day.date} 周${shown.day.weekday}`}
      onClose={onClose}
    >
      {shown && <Executions picked={shown} whose={whose} />}
    </SideDrawer>
  )
}
