// The day on paper: each elder's tasks with a box to tick, for a round without a screen.
import type { CareBoardData } from '#contract/nursing/task'
import { taskFace } from '#contract/nursing/taskFaces'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet, type SheetColumn, SheetTable } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import { type Cell, projectNames, timeIn } from './boardView.ts'

export async function printBoard(
  cells: readonly Cell[],
  board: CareBoardData,
  now: string,
  about: string,
): Promise<void> {
  const user = useSession.getState().user
  const names = projectNames(board)
  const words = (cell: Cell) =>
    [...cell.evening, ...cell.tasks]
      .map((task) => {
        const face = taskFace(task, now)
        const mark = face === 'done' ? '☑' : face === 'refused' ? '☒' : face === 'away' ? '—' : '□'
        const why = face === 'refused' ? '（拒绝）' : face === 'missed' ? '（漏做）' : ''
        return `${mark} ${timeIn(task, board.day)} ${names.get(task.projectId) ?? ''}${why}`
      })
      .join('　')
  const columns: SheetColumn<Cell>[] = [
    { key: 'bed', title: '床位', width: 10, whole: true, text: (cell) => cell.bed },
    { key: 'name', title: '老人', width: 11, whole: true, text: (cell) => cell.elder.oldmanName },
    { key: 'sum', title: '完成', width: 8, whole: true, text: (cell) => `${cell.done}/${cell.total}` },
    { key: 'tasks', title: '任务', text: (cell) => (cell.face === 'away' ? cell.line : words(cell)) },
  ]
  await printSheet({
    title: `护理任务单 ${board.day}`,
    paper: 'A4-landscape',
    render: () => (
      <div className="dense">
        <Sheet
          org={user?.orgInfo.orgName ?? ''}
          title="护理任务单"
          sub={`${board.day}　${about}　${cells.length} 位老人`}
          signatures={[
            { label: '护理员' },
            { label: '护理组长' },
            { label: '打印人', name: user?.empInfo.empName ?? '' },
          ]}
        >
          <SheetTable columns={columns} rows={cells} />
        </Sheet>
      </div>
    ),
  })
}
