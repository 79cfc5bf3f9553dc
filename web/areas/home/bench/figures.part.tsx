// Key figures in one card; figure and notes lead to the lists that they count.
import { bench, type FigureData } from '#contract/home/bench'
import { residence } from '#contract/live/residence'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { invalidate } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import './bench.css'

const MINUTE = 60_000

function Note({ note }: { note: FigureData['notes'][number] }) {
  const { route } = note
  const className = classes('yy-hf-note', note.tone !== 'plain' && `is-${note.tone}`)
  return route ? (
    <button type="button" className={className} onClick={() => openPage(route)}>
      {note.text}
    </button>
  ) : (
    <span className={className}>{note.text}</span>
  )
}

function Main({ figure }: { figure: FigureData }) {
  const { route } = figure
  const inside = (
    <>
      <span className="yy-soft-ink yy-one-line">{figure.title}</span>
      <b
        className={classes(
          'yy-hf-value yy-block yy-ink yy-strong yy-one-line',
          figure.tone !== 'plain' && `is-${figure.tone}`,
        )}
      >
        {figure.text}
        {figure.unit && <small>{figure.unit}</small>}
      </b>
    </>
  )
  return route ? (
    <button
      type="button"
      className="yy-hf-main yy-no-border yy-no-ground yy-block yy-wide yy-no-padding yy-left"
      onClick={() => openPage(route)}
    >
      {inside}
    </button>
  ) : (
    <div className="yy-hf-main yy-no-border yy-no-ground yy-block yy-wide yy-no-padding yy-left">{inside}</div>
  )
}

export function Figures() {
  const { data, state } = useLoaded(
    bench.calls.count,
    {},
    { what: '首页数字', lines: 3, silent: true, refetchInterval: 5 * MINUTE },
  )
  useEvent(residence.events.changed, () => void invalidate(bench))
  if (data === undefined) return state
  if (data.length === 0) return null
  return (
    <section className="yy-card yy-hf yy-grid yy-no-padding" aria-label="关键数字">
      {data.map((figure) => (
        <div key={figure.key} className="yy-hf-one yy-narrow" data-figure={figure.key}>
          <Main figure={figure} />
          <div className="yy-hf-notes yy-flex yy-wrap">
            {figure.notes.map((note) => (
              <Note key={note.text} note={note} />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}
