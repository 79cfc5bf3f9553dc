// Scores in one table, typed from top to bottom: Enter leads to the next person, the mark decides, a hand may decide otherwise.
import { Button, Select } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { type TrainingData, type TrainingPersonData, training } from '#contract/administration/training'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Verdict } from './people.part.tsx'
import { changedRows, type Judged, judge, type Typed, typedOf } from './scoring.ts'

const JUDGED: { value: Judged; label: string }[] = [
  { value: 'score', label: '按成绩' },
  { value: 'yes', label: '判定合格' },
  { value: 'no', label: '判定不合格' },
]
const PRESENT: { value: Judged; label: string }[] = [
  { value: 'score', label: '签到即合格' },
  { value: 'no', label: '判定不合格' },
]

interface LineProps {
  row: TrainingData
  one: TrainingPersonData
  index: number
  typed: Typed
  fault: string | null
  onType(change: Partial<Typed>): void
}

function Line({ row, one, index, typed, fault, onType }: LineProps) {
  const { passed } = judge(typed, row.passScore)
  const remarkId = `training-remark-${one.empId}`
  return (
    <tr>
      <th scope="row">{one.empName}</th>
      <td>{one.deptName ?? '—'}</td>
      {row.passScore !== null && (
        <td>
          <input
            className="yy-training-cell"
            data-score={index}
            aria-label={`${one.empName} 成绩`}
            aria-invalid={fault !== null}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={typed.score}
            onChange={(event) => onType({ score: event.target.value })}
          />
          {fault && <span className="yy-red yy-small">{fault}</span>}
        </td>
      )}
      <td>
        <Select<Judged>
          aria-label={`${one.empName} 判定`}
          size="small"
          style={{ width: 120 }}
          value={typed.judged}
          options={row.passScore === null ? PRESENT : JUDGED}
          onChange={(judged) => onType({ judged })}
        />
      </td>
      <td>
        <Verdict one={{ passed: fault ? null : passed, byHand: typed.judged !== 'score' }} />
      </td>
      <td>
        <input
          id={remarkId}
          className="yy-training-cell is-wide"
          aria-label={`${one.empName} 备注`}
          autoComplete="off"
          maxLength={100}
          value={typed.remark}
          onChange={(event) => onType({ remark: event.target.value })}
        />
      </td>
    </tr>
  )
}

/** Enter and the arrows lead through the scores; past the last one the button to save has the focus. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  const at = (event.target as HTMLElement).dataset.score
  if (at === undefined) return
  const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  event.stopPropagation()
  const home = event.currentTarget
  const next = home.querySelector<HTMLInputElement>(`[data-score="${Number(at) + step}"]`)
  if (next) {
    next.focus()
    next.select()
  } else if (step > 0) home.querySelector<HTMLButtonElement>('[data-save] button')?.focus()
}

interface ScoresProps {
  row: TrainingData
  onTyped(typed: boolean): void
}

export function Scores({ row, onTyped }: ScoresProps) {
  const { trainingId } = row
  const { data, state } = useLoaded(
    training.calls.people,
    { trainingId, part: 'SIGNED' as const, page: 1, size: 2_000 },
    { what: '成绩', lines: 8 },
  )
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const save = useAct(training.calls.scores)
  const people = data?.list
  const changed = useMemo(() => changedRows(people ?? [], typed, row.passScore), [people, typed, row.passScore])
  const dirty = changed.rows.length > 0 || Object.keys(changed.faults).length > 0
  useEffect(() => onTyped(dirty), [dirty, onTyped])
  if (!people) return state
  if (people.length === 0) {
    return <Empty title="还没有人签到" text="签到以后才能录入成绩：在“人员”里登记，或打开签到大屏。" />
  }
  const faulty = Object.keys(changed.faults).length
  const store = async () => {
    const done = await save.run({ trainingId, rows: changed.rows })
    if (!done) return
    setTyped({})
    toast.success(`已保存 ${changed.rows.length} 人的成绩`)
  }
  return (
    <section className="yy-stack yy-gap-12" onKeyDown={onKey} aria-label="录入成绩">
      <p className="yy-second yy-no-margin">
        {row.passScore === null
          ? '这次培训没有考试，签到即合格；有人中途离开等情况，可以判定不合格。'
          : `${row.passScore} 分合格。输入后按回车到下一人；缺考或补考的可以手工判定。`}
      </p>
      <table className="yy-training-scores yy-plain-table yy-lined">
        <thead>
          <tr>
            <th>姓名</th>
            <th>部门</th>
            {row.passScore !== null && <th>成绩</th>}
            <th>判定</th>
            <th>结果</th>
            <th>备注</th>
          </tr>
        </thead>
        <tbody>
          {people.map((one, index) => (
            <Line
              key={one.empId}
              row={row}
              one={one}
              index={index}
              typed={typed[one.empId] ?? typedOf(one)}
              fault={changed.faults[one.empId] ?? null}
              onType={(change) =>
                setTyped((now) => ({ ...now, [one.empId]: { ...(now[one.empId] ?? typedOf(one)), ...change } }))
              }
            />
          ))}
        </tbody>
      </table>
      <div className="yy-row yy-gap-12" data-save="">
        <Button
          type="primary"
          loading={save.running}
          disabled={changed.rows.length === 0 || faulty > 0}
          onClick={() => void store()}
        >
          保存成绩
        </Button>
        <span className="yy-second" aria-live="polite">
          {faulty > 0
            ? `有 ${faulty} 人的成绩不对，请先改正`
            : changed.rows.length > 0
              ? `${changed.rows.length} 人有改动`
              : '没有改动'}
        </span>
      </div>
    </section>
  )
}
