// What is open with somebody who leaves, and what becomes of it.
import { staffFile } from '#contract/administration/staffFile'
import { useLoaded } from '#web/kit/parts/Loaded'

export function OpenWith({ empId, name }: { empId: string; name: string }) {
  const { data, state } = useLoaded(staffFile.calls.open, { empId }, { what: '未了事项', lines: 4, staleTime: 0 })
  if (!data) return state
  return (
    <section className="yy-stack yy-gap-8 yy-below-12" aria-label="未了事项">
      <p className="yy-no-margin">
        办理后{name}的账号立即停用。{data.length === 0 ? '名下没有未了的事项，不用交接。' : '名下还有：'}
      </p>
      {data.length > 0 && (
        <table className="yy-plain-table yy-lined yy-staff-open">
          <thead>
            <tr className="yy-second">
              <th>事项</th>
              <th className="yy-right">数量</th>
              <th>办理后</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.key}>
                <td>
                  <b className="yy-strong">{one.title}</b>
                  <div className="yy-second yy-small">
                    {one.rows.join('、')}
                    {one.count > one.rows.length && ' 等'}
                  </div>
                </td>
                <td className="yy-right">{one.count}</td>
                <td className={one.needsPerson ? 'yy-amber' : 'yy-second'}>{one.follows}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
