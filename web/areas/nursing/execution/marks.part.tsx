// Result and marks of an execution, wherever one is shown.
import type { Family } from '#contract/kit/options'
import { type ExecutionData, ExecutionResult } from '#contract/nursing/execution'
import { NoteTag, StatusTag } from '#web/kit/parts/StatusTag'
import { marksOf } from './words.ts'

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['已撤回', 'grey'],
  ['补录', 'amber'],
  ['一并录入', 'blue'],
  ['按需', 'teal'],
  ['已计费', 'slate'],
])

export function ExecutionMarks({ row }: { row: ExecutionData }) {
  return (
    <span className="yy-inline yy-gap-4">
      <StatusTag option={ExecutionResult.find(row.result)!} />
      {marksOf(row).map((mark) => (
        <NoteTag key={mark} family={FAMILIES.get(mark) ?? 'grey'}>
          {mark}
        </NoteTag>
      ))}
    </span>
  )
}

/** 08:30, with its day where that is another than the planned one. */
export const clockBeside = (time: string, planTime: string) =>
  time.slice(0, 10) === planTime.slice(0, 10) ? time.slice(11, 16) : time.slice(5, 16)
