// A ward in one table, filled in by keyboard: elders by room and bed, each row saved as it is left.
import { Button, Select, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { dayText } from '#contract/kit/clock'
import { CareTaskState } from '#contract/nursing/task'
import { type VitalSignData, type VitalWardRowData, vital } from '#contract/nursing/vital'
import { GlucoseTiming, StoolShape } from '#contract/nursing/vitalKinds'
import { ResidentCell } from '#web/areas/live/public'
import { department } from '#web/kit/fields/department'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { toast } from '#web/kit/toast'
import { tellStored } from './forms.ts'
import { judgeTyped, lastWords } from './judging.ts'
import { type RowState, useWard } from './useWard.ts'
import {
  cellAfter,
  columnOf,
  columnTitle,
  columnUnit,
  fieldOfColumn,
  type Round,
  readRow,
  WARD_COLUMNS,
  type WardColumn,
} from './wardRows.ts'

interface RowProps {
  row: VitalWardRowData
  index: number
  state: RowState | undefined
  stored: VitalSignData | undefined
  round: Round
  houseLimits: Parameters<typeof judgeTyped>[2]
  disabled: boolean
  onType(oldmanId: string, column: WardColumn, text: string): void
  onLeave(oldmanId: string): void
}

const lastOf = (row: VitalWardRowData, column: WardColumn): string => {
  const words = lastWords(fieldOfColumn(column), row.last)
  if (column !== 'pressure' || !words) return words ?? '没有上次'
  const low = row.last.find((one) => one.field === 'diastolic')
  return low ? words.replace('（', `/${low.value}（`) : words
}

const shortLast = (row: VitalWardRowData, column: WardColumn): string =>
  /^上次 ([^（]+)/.exec(lastOf(row, column))?.[1] ?? ''

function StateCell({ state, stored, faulty }: Pick<RowProps, 'state' | 'stored'> & { faulty: boolean }) {
  if (state?.saving) return <span className="yy-second">保存中…</span>
  if (state?.error) return <span className="yy-red">{state.error}</span>
  if (faulty) return <span className="yy-red">有错，未保存</span>
  if (state) return <span className="yy-amber">未保存</span>
  if (stored) {
    return stored.grade === 'normal' ? (
      <span className="yy-green">已保存 ✓</span>
    ) : (
      <StatusTag family={stored.grade === 'red' ? 'red' : 'amber'}>
        已保存，{stored.grade === 'red' ? '危急' : '偏离'}
      </StatusTag>
    )
  }
  return null
}

const Row = memo(function Row({ row, index, state, stored, round, houseLimits, disabled, onType, onLeave }: RowProps) {
  const { values, faults } = readRow(state?.typed ?? {}, round)
  const judged = judgeTyped(values, row, houseLimits)
  const gradeOf = (column: WardColumn) => {
    const fields = column === 'pressure' ? ['systolic', 'diastolic'] : [column]
    const grades = judged.filter((one) => fields.includes(one.field)).map((one) => one.grade)
    return grades.includes('red') ? 'red' : grades.includes('yellow') ? 'yellow' : 'normal'
  }
  const faulty = Object.keys(faults).length > 0
  // What cannot be is not judged as well.
  const told = judged.filter(({ grade, field }) => {
    const column = columnOf(field)
    return grade !== 'normal' && !(column && faults[column])
  })
  const problems = [...Object.values(faults), ...told.map((one) => one.text)]
  return (
    <tr
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) onLeave(row.oldmanId)
      }}
    >
      <td className="yy-vital-bed">
        <b>{row.roomName}</b> {row.bedName}
      </td>
      <th scope="row">
        <ResidentCell row={{ ...row, attention: NO_NOTES }} />
      </th>
      <td className="yy-vital-state yy-small" aria-live="polite">
        {row.away && <StatusTag option={CareTaskState.find(row.away)!} />}
        <StateCell state={state} stored={stored} faulty={faulty} />
        {problems.length > 0 && <span className="yy-block yy-amber">{problems.join('；')}</span>}
      </td>
      {WARD_COLUMNS.map((column, at) => (
        <td key={column}>
          <input
            className={`yy-vital-cell is-${faults[column] ? 'fault' : gradeOf(column)}`}
            data-cell={`${index}:${at}`}
            aria-label={`${row.oldmanName} ${columnTitle(column)}`}
            aria-invalid={faults[column] !== undefined}
            title={faults[column] ?? lastOf(row, column)}
            placeholder={shortLast(row, column)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            disabled={disabled}
            value={state?.typed[column] ?? ''}
            onChange={(event) => onType(row.oldmanId, column, event.target.value)}
          />
        </td>
      ))}
    </tr>
  )
})

/** Notes about the elder have no room here. */
const NO_NOTES: readonly number[] = []
const timings = GlucoseTiming.list.map(({ value, label }) => ({ value, label }))
const shapes = StoolShape.list.map(({ value, label }) => ({ value, label }))

interface RoundBarProps {
  round: Round
  deptId: string | null
  onRound(round: Round): void
  onDept(deptId: string | null): void
  children: ReactNode
}

function RoundBar({ round, deptId, onRound, onDept, children }: RoundBarProps) {
  return (
    <div className="yy-row yy-gap-12 yy-wrap yy-pad-12-16">
      <span className="yy-vital-dept">
        {department.search({ value: deptId, onChange: onDept, 'aria-label': '部门' })}
      </span>
      <label className="yy-row yy-gap-6" htmlFor="vital-round-time">
        测量时间
        <TimePicker
          id="vital-round-time"
          format="HH:mm"
          placeholder="现在"
          needConfirm={false}
          value={round.measuredAt ? dayjs(round.measuredAt) : null}
          onChange={(next) => onRound({ ...round, measuredAt: next ? `${dayText()} ${next.format('HH:mm')}:00` : '' })}
        />
      </label>
      <label className="yy-row yy-gap-6" htmlFor="vital-round-sugar">
        血糖时机
        <Select
          id="vital-round-sugar"
          className="yy-vital-choice"
          value={round.glucoseTiming}
          options={timings}
          onChange={(glucoseTiming) => onRound({ ...round, glucoseTiming })}
        />
      </label>
      <label className="yy-row yy-gap-6" htmlFor="vital-round-stool">
        大便性状
        <Select
          id="vital-round-stool"
          className="yy-vital-choice"
          value={round.stoolShape}
          options={shapes}
          onChange={(stoolShape) => onRound({ ...round, stoolShape })}
        />
      </label>
      {children}
    </div>
  )
}

export function Ward({ top }: { top: ReactNode }) {
  const may = useMay()(vital.calls.add.needs)
  const [deptId, setDept] = usePageState<string | null>('wardDept', null)
  const [round, setRound] = usePageState<Round>('wardRound', {
    measuredAt: '',
    glucoseTiming: 'fasting',
    stoolShape: 'formed',
  })
  const { data, state } = useLoaded(vital.calls.ward, { deptId }, { what: '病区老人', lines: 10 })
  const [stored, setStored] = useState<Readonly<Record<string, VitalSignData>>>({})
  const onStored = useCallback((row: VitalSignData) => {
    setStored((before) => ({ ...before, [row.oldmanId]: row }))
    if (row.grade !== 'normal') tellStored(row)
  }, [])
  const ward = useWard(round, onStored)
  const box = useRef<HTMLTableElement>(null)
  const rows = data?.rows ?? []
  const open = useMemo(() => Object.keys(ward.state), [ward.state])
  const { save, type } = ward
  const onLeave = useCallback((oldmanId: string) => void save(oldmanId), [save])

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const input = event.target as HTMLInputElement
    const [row, column] = (input.dataset?.cell ?? '').split(':').map(Number)
    if (row === undefined || column === undefined || event.nativeEvent.isComposing) return
    const caret = { atStart: input.selectionEnd === 0, atEnd: input.selectionStart === input.value.length }
    const size = { rows: rows.length, columns: WARD_COLUMNS.length }
    const next = cellAfter(event.key, { row, column }, size, caret)
    if (!next) return
    event.preventDefault()
    const cell = box.current?.querySelector<HTMLInputElement>(`[data-cell="${next.row}:${next.column}"]`)
    cell?.focus()
    cell?.select()
  }
  const saveAll = async () => {
    const done = await Promise.all(open.map((oldmanId) => save(oldmanId)))
    const left = done.filter((one) => !one).length
    if (left > 0) toast.warning(`还有 ${left} 行没有保存，请看“情况”一栏的说明`)
    else toast.success('已全部保存')
  }
  return (
    <div className="yy-vital-page yy-stack yy-gap-12">
      {top}
      <section className="yy-card">
        <RoundBar round={round} deptId={deptId} onRound={setRound} onDept={setDept}>
          <span className="yy-row yy-gap-12 yy-push">
            {open.length > 0 && <span className="yy-amber">{open.length} 行未保存</span>}
            {may && (
              <Button type="primary" disabled={open.length === 0} onClick={() => void saveAll()}>
                全部保存
              </Button>
            )}
          </span>
        </RoundBar>
        <p className="yy-second yy-small yy-no-margin yy-vital-hint">
          灰色是上次的值。回车到下一格，上下键换老人；血压填 128/76，体温可填
          366。离开一行就保存，没保存的留在这台电脑上。
        </p>
        {!data && <div className="yy-pad-16">{state}</div>}
        {data && rows.length === 0 && <Empty title="这里没有在院老人" text="请换一个部门，或先办理入住。" />}
        {data && rows.length > 0 && (
          <div className="yy-vital-scroll">
            <table
              className="yy-plain-table yy-lined yy-vital-ward"
              ref={box}
              onKeyDown={onKeyDown}
              aria-label="病区体征录入"
            >
              <thead>
                <tr>
                  <th>床位</th>
                  <th>老人</th>
                  <th>情况</th>
                  {WARD_COLUMNS.map((column) => (
                    <th key={column}>
                      {columnTitle(column)}
                      <small className="yy-second yy-block">{columnUnit(column)}</small>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <Row
                    key={row.oldmanId}
                    row={row}
                    index={index}
                    state={ward.state[row.oldmanId]}
                    stored={stored[row.oldmanId]}
                    round={round}
                    houseLimits={data.houseLimits}
                    disabled={!may}
                    onType={type}
                    onLeave={onLeave}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </div>
  )
}
