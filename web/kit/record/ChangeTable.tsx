import { Change } from '#web/kit/parts/Timeline'
import { fieldTitle, valueText } from './fieldTitles.ts'
import './record.css'

export interface ChangesProps {
  /** Field → [before, after], as the log keeps it. */
  changes: unknown
  /** The kind of record, whose words are used. */
  type: string | null
}

export const entriesOf = (changes: unknown): [name: string, change: unknown][] =>
  typeof changes === 'object' && changes !== null ? Object.entries(changes as Record<string, unknown>) : []

const pairOf = (change: unknown): [unknown, unknown] =>
  Array.isArray(change) ? (change as [unknown, unknown]) : [null, change]

export default function ChangeTable({ changes, type }: ChangesProps) {
  return (
    <table className="yy-changes yy-lined yy-plain-table">
      <tbody>
        {entriesOf(changes).map(([name, change]) => {
          const [before, after] = pairOf(change)
          return (
            <tr key={name}>
              <th className="yy-second yy-light" scope="row">
                {fieldTitle(name, type)}
              </th>
              <td>
                <Change from={valueText(name, before, type)} to={valueText(name, after, type)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The same in lines, below a sentence. What was made or is gone has one side only. */
export function ChangeLines({ changes, type }: ChangesProps) {
  return entriesOf(changes).map(([name, change]) => {
    const [before, after] = pairOf(change)
    const text = (value: unknown) => valueText(name, value, type)
    return (
      <span key={name} className="yy-change-line yy-block">
        <span className="yy-change-name yy-second">{fieldTitle(name, type)}</span>
        {before === null || before === undefined ? text(after) : <Change from={text(before)} to={text(after)} />}
      </span>
    )
  })
}
