// How full a tag is: a bar and the number together.
import { None } from '#web/kit/fields/none'
import './battery.css'

const LOW = 20
const HALF = 50

export function Battery({ value }: { value: number | null }) {
  if (value === null) return <None />
  const state = value <= LOW ? 'is-low' : value <= HALF ? 'is-half' : 'is-full'
  return (
    <span className={`yy-battery yy-inline yy-gap-6 ${state}`}>
      <i aria-hidden>
        <b className="yy-block yy-tall" style={{ width: `${value}%` }} />
      </i>
      {value}%
    </span>
  )
}
