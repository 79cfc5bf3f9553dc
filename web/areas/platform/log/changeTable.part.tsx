import { Change } from '#web/kit/parts/Timeline'
import { fieldTitle, valueText } from './fieldTitles.ts'
import './log.css'

export default function ChangeTable({ entries }: { entries: readonly [name: string, change: unknown][] }) {
  return (
    <table className="yy-changes">
      <tbody>
        {entries.map(([name, change]) => {
          const [before, after] = Array.isArray(change) ? (change as [unknown, unknown]) : [null, change]
          return (
            <tr key={name}>
              <th scope="row">{fieldTitle(name)}</th>
              <td>
                <Change from={valueText(name, before)} to={valueText(name, after)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
