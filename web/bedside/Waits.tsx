// Presses that wait for the network, in their order, and those the server did not take: to be tried again or given up.
import type { Care } from './care.ts'
import { clockOf } from './elders.ts'
import './views.css'

export function Waits({ care }: { care: Care }) {
  return (
    <section className="bed-card bed-waits">
      <h1>待上传 {care.waiting.length} 条</h1>
      {care.waiting.length === 0 && <p>都已上传。</p>}
      <ul>
        {care.waiting.map((one) => (
          <li key={one.no} className={one.refused ? 'is-refused' : undefined}>
            <b>{clockOf(one.at)}</b>
            <span>
              {one.about}
              {one.files.length > 0 && `　照片 ${one.files.length}`}
              {one.refused ? <em>未被接受：{one.refused}</em> : <small>连上网自动传，先后和时间不变</small>}
            </span>
            {one.refused && (
              <button type="button" className="bed-button" onClick={() => care.retry(one.no)}>
                再传一次
              </button>
            )}
            <button
              type="button"
              className="bed-button"
              onClick={() => {
                const why = one.refused ? `\n${one.refused}` : ''
                if (window.confirm(`不要这条记录了吗？\n${one.at} ${one.about}${why}`)) care.drop(one.no)
              }}
            >
              不要了
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
