// The search row: label left of its field, three fields at 1280 and five at 1920, the rest behind 展开. Enter searches.
import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type CSSProperties, type FormEvent, memo, type ReactNode, useCallback, useId, useState } from 'react'
import { classes } from '#web/kit/classes'
import { isEmpty } from '#web/kit/fields/field'
import { usePageState } from '#web/kit/open'
import type { Filter, SearchItem } from './columns.ts'
import { fieldsFor } from './listQuery.ts'

interface SearchFormProps {
  searches: readonly SearchItem[]
  filter: Filter
  /** What 重置 goes back to. */
  start: Filter
  /** Width of the card, which decides how many fields stand in the first row. */
  width: number
  /** Fields in the first row, where other buttons share it. */
  room?: number
  /** Right of 查询 and 重置. */
  extra?: ReactNode
  onSearch(filter: Filter): void
}

interface SearchFieldProps {
  item: SearchItem
  /** Of its first and its second name. */
  value: unknown
  until: unknown
  set(changes: Filter): void
}

/** A key pressed in one field draws no other. */
const SearchField = memo(function SearchField({ item, value, until, set }: SearchFieldProps) {
  const id = useId()
  const [first, second] = item.names
  const shared = { id, 'aria-label': item.title }
  return (
    <div className="yy-search-item yy-row yy-gap-8 yy-narrow">
      <label className="yy-fixed yy-soft-ink" htmlFor={id}>
        {item.title}
      </label>
      <span style={{ width: item.width }}>
        {second === undefined
          ? item.field.search({
              ...shared,
              value: value ?? null,
              onChange: (next) => set({ [first]: next }),
              ...(item.placeholder !== undefined && { placeholder: item.placeholder }),
            })
          : item.field.range?.({
              ...shared,
              from: (value as string | null | undefined) ?? null,
              to: (until as string | null | undefined) ?? null,
              onChange: (from, to) => set({ [first]: from, [second]: to }),
            })}
      </span>
    </div>
  )
})

function SearchRow({ searches, filter, start, width, room: asked, extra, onSearch }: SearchFormProps) {
  const [values, setValues] = useState<Filter>(filter)
  const [unfolded, setUnfolded] = usePageState('list-unfolded', false)
  const [followed, setFollowed] = useState(filter)
  // A tab, a cleared filter or a link changes what is searched; the fields follow. Not an effect: those run again
  // whenever the page comes back to the front, and what was typed meanwhile would be lost.
  if (followed !== filter) {
    setFollowed(filter)
    setValues(filter)
  }

  const set = useCallback((changes: Filter) => setValues((now) => ({ ...now, ...changes })), [])
  const room = asked ?? fieldsFor(width)
  const folds = searches.length > room
  const shown = folds && !unfolded ? searches.slice(0, room) : searches
  const behind = searches.slice(room).filter((item) => item.names.some((name) => !isEmpty(values[name]))).length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(values)
  }
  return (
    <form
      className={classes('yy-search yy-pad-12-16 yy-flex yy-gap-16 yy-fixed yy-under', room === 0 && 'yy-wrap')}
      onSubmit={submit}
      role="search"
    >
      <div
        className={
          unfolded && folds ? 'yy-search-items yy-wrap yy-grow yy-search-grid' : 'yy-search-items yy-wrap yy-grow'
        }
        // No room beside the buttons: unfolded, the fields have lines of their own above them.
        style={{ '--fields': room || 2, ...(room === 0 && unfolded && { flexBasis: '100%' }) } as CSSProperties}
      >
        {shown.map((item) => (
          <SearchField
            key={item.key}
            item={item}
            value={values[item.names[0]]}
            until={item.names[1] === undefined ? undefined : values[item.names[1]]}
            set={set}
          />
        ))}
      </div>
      <div className="yy-search-acts yy-row yy-gap-8 yy-fixed">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button
          onClick={() => {
            setValues(start)
            onSearch(start)
          }}
        >
          重置
        </Button>
        {folds && (
          <button
            type="button"
            className="yy-link yy-search-fold yy-inline"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? '收起' : behind > 0 ? `展开（${behind}）` : '展开'}
            {unfolded ? <ChevronUp size={15} aria-hidden /> : <ChevronDown size={15} aria-hidden />}
          </button>
        )}
        {extra}
      </div>
    </form>
  )
}

/** Not drawn again with the page around it. */
export const SearchForm = memo(SearchRow)
