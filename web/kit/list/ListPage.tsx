// A list page is a declaration: columns, acts, and what is asked for. One card with status tabs, search row, toolbar,
// table and foot; everything a clerk expects of a list is here once.
import { Button } from 'antd'
import { Plus, Printer, SquareArrowOutDownLeft, X } from 'lucide-react'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Call, InputOf } from '#contract/kit/call'
import type { EventDef } from '#contract/kit/event'
import type { PageInfo } from '#contract/kit/paging'
import { startOf } from '#web/kit/aheadInput'
import { type SendArgs, send } from '#web/kit/call'
import { type FormCall, FormDrawer } from '#web/kit/form/FormDrawer'
import { type FormRequest, formOf } from '#web/kit/form/formOf'
import { usePageAhead, useReopened, useTab, useTabAbout } from '#web/kit/open'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { useMay } from '#web/kit/permission'
import { PREFERENCE, usePreference } from '#web/kit/preferences'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { onEvent } from '#web/kit/realtime'
import { pathOf } from '#web/kit/tabs'
import type { BatchAction, ListHandle, RowAction, ShownList, ToolAction } from './acts.ts'
import { ColumnSettings } from './ColumnSettings.tsx'
import { type Columns, type Filter, type FilterOf, filterWords, type RowOf, type SearchItem } from './columns.ts'
import { ExportButton } from './exporting.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListTable } from './ListTable.tsx'
import { listInput } from './listQuery.ts'
import { ROW_HEIGHT, useDensity, useListSettings } from './listSettings.ts'
import { useListState } from './listState.ts'
import { printList } from './printing.tsx'
import { SavedFilterMenu } from './SavedFilterMenu.tsx'
import { SearchForm } from './SearchForm.tsx'
import { startFilter } from './savedFilters.ts'
import { StaleStrip, Standing } from './standing.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type StatusTabs, useCountTabs } from './tabCounts.ts'
import { createTicks } from './ticks.tsx'
import { useCardWidth } from './useWidth.ts'
import './list.css'

export interface CreateAct {
  title: string
  /** A plus unless told. */
  icon?: ReactNode
  needs?: string
  onClick(list: ShownList): void
}

export interface ListPageProps<C extends Call> {
  call: C
  columns: Columns<C>
  rowKey: keyof RowOf<C> & string
  /** 操作日志: heads export and print, and says what is missing when nothing is found. */
  title: string
  /** 条 unless told: 人, 间, 张. */
  unit?: string
  tabs?: StatusTabs
  /** A click of its own, a form, or a call whose request is the form. */
  create?: CreateAct | FormRequest | FormCall
  /** 导入, when the list has one. */
  onImport?: { needs: string; onClick(list: ListHandle): void }
  tools?: readonly ToolAction[]
  actions?: readonly RowAction<RowOf<C>>[]
  batch?: readonly BatchAction<RowOf<C>>[]
  /** A row is opened by its name, a double click or Enter. */
  open?(row: RowOf<C>): void
  /** 王秀兰・入住中: heads the menu of a row; the first column's text unless told. */
  heading?(row: RowOf<C>): string
  /** Always part of the query and not shown; what never changes stands with the page's declaration (ahead). */
  fixed?: Partial<FilterOf<C>>
  /** The filter a first visit starts with; the same. */
  initial?: Partial<FilterOf<C>>
  /** Filters that come with the address and have no search field: their name and how a value reads (试住即将到期). */
  chips?: Readonly<Record<string, (value: unknown) => string>>
  /** False hides the button. */
  exports?: boolean
  prints?: boolean
  /** When nothing is there at all: 还没有入驻申请 and what will bring some. */
  empty?: { title: string; text?: ReactNode }
  /** Pushed messages after which the rows are asked for again. */
  refreshOn?: readonly EventDef[]
  /** At the right of the toolbar: what the rows come to, room that is left. */
  summary?: ReactNode | ((list: ShownList) => ReactNode)
  /** Above the card: key figures that open their rows. */
  top?(list: ShownList): ReactNode
  /** Beside the table: drawers and forms of the page. */
  children?: ReactNode
}

const NOTHING: readonly never[] = []
const NO_FILTER: Filter = {}
/** More than this is not chosen by hand: export and print take the whole filter. */
const MOST_CHOSEN = 500
/** Pushed messages that come together. */
const SETTLE = 150
/** 16 px instead of 14. */
const LARGE_TEXT = 16 / 14

export function ListPage<C extends Call>(props: ListPageProps<C>) {
  type Row = RowOf<C>
  const { call, columns, rowKey, title, unit = '条', tabs, create, tools = NOTHING, actions = NOTHING } = props
  const ahead = usePageAhead(call)
  const { batch = NOTHING, open, exports = true, prints = true } = props
  const { fixed = ahead?.fixed ?? NO_FILTER, initial = startOf(ahead) } = props
  const may = useMay()
  const path = pathOf(useTab().address)
  const card = useRef<HTMLDivElement>(null)
  const width = useCardWidth(card)
  const { state, asked, start, setFilter, setPage, setSize, setSort } = useListState(
    call,
    initial as Filter,
    undefined,
    () => startFilter(call, path),
  )
  const { settings, ordered, visible, save } = useListSettings(path, columns.list)
  const [density, setDensity] = useDensity()
  const [large] = usePreference(PREFERENCE.largeText, false)
  const [ticks] = useState(() => createTicks<Row>((row) => String(row[rowKey])))
  const [choosing, setChoosing] = useState(false)
  const openForm = useRef<(form: FormRequest) => void>(() => undefined)

  const input = useMemo(() => listInput(state, fixed as Filter), [state, fixed])
  const answer = useCall(call, input as InputOf<C>, { keepPrevious: true })
  const data = answer.data as PageInfo<Row> | undefined
  const rows = data?.list ?? (NOTHING as readonly Row[])
  const total = data?.total ?? 0
  const counted = useCountTabs(call, tabs, state.filter, fixed as Filter)
  const { refetch } = answer
  useReopened(() => void refetch())
  const { refreshOn = NOTHING } = props
  useEffect(() => {
    // The counts on the tabs follow as well; several messages in one moment ask once.
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: callKey(call) }), SETTLE)
    }
    const stops = refreshOn.map((event) => onEvent(event, again))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [refreshOn, call])

  const list = useMemo<ShownList>(
    () => ({
      refresh: () => void refetch(),
      openForm: (form) => openForm.current(form),
      clearSelection: ticks.clear,
      get selection() {
        return [...ticks.now().keys()]
      },
      show: (filter) => {
        ticks.clear()
        setFilter(filter)
      },
      filter: state.filter,
      total,
    }),
    [refetch, ticks, setFilter, state.filter, total],
  )
  // Rows that left with their filter must not be acted on unseen.
  const search = useCallback(
    (filter: Filter) => {
      ticks.clear()
      if (sameFilter(filter, state.filter)) void refetch()
      setFilter(filter)
    },
    [ticks, state.filter, refetch, setFilter],
  )

  const chooseAll = async () => {
    setChoosing(true)
    try {
      const all = (await send(
        call,
        ...([{ ...input, page: 1, size: MOST_CHOSEN }] as unknown as SendArgs<C>),
      )) as PageInfo<Row>
      ticks.set(new Map(all.list.map((row) => [ticks.keyOf(row), row])))
    } catch {
      // The call has said why; what was ticked stays.
    } finally {
      setChoosing(false)
    }
  }
  const allowedBatch = useMemo(() => batch.filter((one) => one.needs === undefined || may(one.needs)), [batch, may])
  const searches = useMemo(() => withTabs(columns.searches, tabs?.field), [columns.searches, tabs?.field])
  const chips = chipsOf(props.chips, state.filter)
  const wordsOf = (filter: Filter) =>
    [
      tabWords(tabs, searches.all, filter),
      filterWords(searches.all, filter),
      ...chipsOf(props.chips, filter).map((chip) => chip.text),
    ]
      .filter(Boolean)
      .join('，')
  const words = [filterWords(searches.all, state.filter), ...chips.map((chip) => chip.text)].filter(Boolean).join('，')
  const tabField = tabs?.field
  const resetTo = useMemo(
    () => (tabField === undefined ? start : { ...start, [tabField]: state.filter[tabField] ?? null }),
    [start, tabField, state.filter],
  )
  const tabsCleared: Filter = tabs ? { [tabs.field]: null } : NO_FILTER
  useTabAbout(askedWords(asked, state.filter, searches.all, chips))
  const first = columns.list[0]!
  const heading = props.heading
  const headingOf = useCallback((row: Row) => (heading ? heading(row) : first.text(row)), [heading, first])
  const createAct = createOf(create, may)
  const mayExport = call.exportNeeds === undefined || may(call.exportNeeds)
  const rowHeight = ROW_HEIGHT[density] + (large ? 6 : 0)

  const left = (
    <>
      {createAct && (
        <Button
          type="primary"
          icon={createAct.icon ?? <Plus size={16} aria-hidden />}
          onClick={() => createAct.onClick(list)}
        >
          {createAct.title}
        </Button>
      )}
      {props.onImport && may(props.onImport.needs) && (
        <Button icon={<SquareArrowOutDownLeft size={15} aria-hidden />} onClick={() => props.onImport?.onClick(list)}>
          导入
        </Button>
      )}
      {exports && mayExport && <ExportButton call={call} title={title} query={input} columns={visible} total={total} />}
      {prints && (
        <Button
          icon={<Printer size={15} aria-hidden />}
          disabled={total === 0}
          onClick={() => void printList<Row>({ call, title, query: input, columns: visible, words, total, unit })}
        >
          打印
        </Button>
      )}
      {tools
        .filter((tool) => tool.needs === undefined || may(tool.needs))
        .map((tool) => (
          <Button key={tool.title} icon={tool.icon} onClick={() => tool.onClick(list)}>
            {tool.title}
          </Button>
        ))}
    </>
  )

  return (
    <div className="yy-list yy-stack yy-flex-1" style={{ '--list-row': `${rowHeight}px` } as CSSProperties}>
      {props.top?.(list)}
      <section className="yy-card yy-stack yy-flex-1 yy-low yy-hidden" ref={card}>
        {tabs && (
          <CountTabs
            label={`${title}的状态`}
            tabs={counted}
            value={(state.filter[tabs.field] as string | number | null | undefined) ?? null}
            onChange={(value) => search({ ...state.filter, [tabs.field]: value })}
          />
        )}
        {searches.shown.length > 0 && (
          <SearchForm searches={searches.shown} filter={state.filter} start={resetTo} width={width} onSearch={search} />
        )}
        {chips.length > 0 && (
          <div className="yy-list-chips yy-flex yy-wrap yy-gap-8">
            {chips.map((chip) => (
              <span className="yy-inline yy-soft-ink yy-soft" key={chip.name}>
                只看：<b className="yy-active">{chip.text}</b>
                <button
                  className="yy-inline yy-middle yy-bare yy-second"
                  type="button"
                  aria-label={`不再只看${chip.text}`}
                  onClick={() => search({ ...state.filter, [chip.name]: null })}
                >
                  <X size={14} aria-hidden />
                </button>
              </span>
            ))}
          </div>
        )}
        <Toolbar
          left={left}
          summary={typeof props.summary === 'function' ? props.summary(list) : props.summary}
          batch={allowedBatch}
          ticks={ticks}
          unit={unit}
          all={{ total, most: MOST_CHOSEN, running: choosing, onClick: () => void chooseAll() }}
          list={list}
          fetching={answer.isFetching}
          density={density}
          onDensity={setDensity}
          columns={
            <>
              {searches.shown.length > 0 && (
                <SavedFilterMenu
                  call={call}
                  path={path}
                  filter={state.filter}
                  words={wordsOf}
                  onApply={(filter) =>
                    search({ ...clearedFilter(searches.all), ...clearedChips(chips), ...tabsCleared, ...filter })
                  }
                />
              )}
              <ColumnSettings ordered={ordered} settings={settings} onChange={(next) => save(next)} />
            </>
          }
        />
        {answer.error && data && <StaleStrip error={answer.error} onRetry={list.refresh} />}
        <ListTable<Row>
          label={title}
          scale={large ? LARGE_TEXT : 1}
          rows={rows}
          rowKey={rowKey}
          columns={visible}
          settings={settings}
          onSettings={save}
          sort={state.sort}
          onSort={setSort}
          actions={actions}
          may={may}
          list={list}
          headingOf={headingOf}
          onOpen={open}
          ticks={allowedBatch.length > 0 ? ticks : undefined}
          instead={
            <Standing
              waiting={answer.isPending}
              error={data ? null : answer.error}
              title={title}
              words={words}
              rows={state.size}
              rowHeight={rowHeight}
              columns={visible.length}
              empty={props.empty}
              onRetry={list.refresh}
              onClear={() => search({ ...clearedFilter(searches.all), ...clearedChips(chips) })}
              create={createAct && { title: createAct.title, onClick: () => createAct.onClick(list) }}
              pastEnd={total > 0 && rows.length === 0}
              onFirst={() => setPage(1)}
            />
          }
        />
        <ListFoot
          known={data !== undefined}
          total={total}
          page={state.page}
          size={state.size}
          rows={rows}
          columns={visible}
          unit={unit}
          onPage={setPage}
          onSize={setSize}
        />
      </section>
      <OwnForm opener={openForm} />
      {props.children}
    </div>
  )
}

/** The list's own form; the list itself is not drawn again when one is opened. */
function OwnForm({ opener }: { opener: RefObject<(form: FormRequest) => void> }) {
  const [form, setForm] = useState<FormRequest | null>(null)
  opener.current = setForm
  return <FormHost form={form} onClose={() => setForm(null)} />
}

/** The form stays as it was while its drawer leaves. */
export function FormHost({ form, onClose }: { form: FormRequest | null; onClose(): void }) {
  const [shown, setShown] = useState(form)
  if (form && form !== shown) setShown(form)
  return shown && <FormDrawer {...shown.props} open={form !== null} onClose={onClose} />
}

function createOf(create: ListPageProps<Call>['create'], may: (needs: string) => boolean): CreateAct | undefined {
  if (!create) return undefined
  const request = 'kind' in create ? (create.kind === 'call' ? formOf(create) : create) : null
  const act: CreateAct = request
    ? { title: request.props.title, needs: request.needs, onClick: (list) => list.openForm(request) }
    : (create as CreateAct)
  return act.needs === undefined || may(act.needs) ? act : undefined
}

function sameFilter(a: Filter, b: Filter): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => (a[name] ?? null) === (b[name] ?? null))
}

/** The tabs stand for their field: it needs no second place in the search row, but the words name it. */
function withTabs(searches: readonly SearchItem[], field: string | undefined) {
  if (field === undefined) return { shown: searches, all: searches }
  return { shown: searches.filter((item) => item.names[0] !== field), all: searches }
}

/** A tab without a search field of its own names itself. */
function tabWords(tabs: StatusTabs | undefined, searches: readonly SearchItem[], filter: Filter): string {
  const value = tabs && filter[tabs.field]
  if (!tabs || value === null || value === undefined) return ''
  if (searches.some((item) => item.names[0] === tabs.field)) return ''
  return tabs.set.list.find((one) => one.value === value)?.label ?? String(value)
}

interface Chip {
  name: string
  text: string
}

function chipsOf(declared: ListPageProps<Call>['chips'], filter: Filter): Chip[] {
  return Object.entries(declared ?? {}).flatMap(([name, read]) => {
    const value = filter[name]
    return value === null || value === undefined || value === '' ? [] : [{ name, text: read(value) }]
  })
}

/** What the address asked for and still stands, without the names of the fields: the tab is short. */
function askedWords(asked: Filter, now: Filter, searches: readonly SearchItem[], chips: readonly Chip[]): string {
  const stands = (name: string) => asked[name] !== undefined && asked[name] === now[name]
  return [
    ...chips.filter((chip) => stands(chip.name)).map((chip) => chip.text),
    ...searches.map(({ title, names, field }) => {
      const [first, second] = names.map((name) => (stands(name) ? field.text(asked[name]) : ''))
      if (names.length === 1) return first
      return first || second ? [title, first, second ? `至 ${second}` : '起'].filter(Boolean).join(' ') : ''
    }),
  ]
    .filter(Boolean)
    .join('、')
}

const clearedChips = (chips: readonly Chip[]): Filter => Object.fromEntries(chips.map((chip) => [chip.name, null]))

const clearedFilter = (searches: readonly SearchItem[]): Filter =>
  Object.fromEntries(searches.flatMap((item) => item.names.map((name) => [name, null])))
