// The opened pages. The one in front is visible; the most recently used stay alive behind it with their state; older
// ones are parked and made again when they come back.
import { ChevronLeft } from 'lucide-react'
import { Activity, memo, type RefObject, Suspense, useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { classes } from '#web/kit/classes'
import { FrameIdContext } from '#web/kit/frameId'
import { FrameContext, goBack, refreshTab, tabs, useTabs } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { queryClient } from '#web/kit/query'
import { PageSkeleton } from '#web/kit/shell/PageSkeleton'
import { NotAllowed, NotFound, PageGuard } from '#web/kit/shell/PageStates'
import { PageView } from '#web/kit/shell/PageView'
import type { Frame } from '#web/kit/tabs'
import './frames.css'

interface FrameViewProps {
  frame: Frame
  /** Title of the page below in the same tab. */
  below: string | null
}

/** Browsers forget how far a hidden element was scrolled. */
function useScrollKept(kept: Map<string, unknown>) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const last = kept.get('scrollTop') as number | undefined
    // Setting it measures the whole page; a new one stands at its top anyway.
    if (last) element.scrollTop = last
    const onScroll = () => kept.set('scrollTop', element.scrollTop)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [kept])
  return box
}

/** Opened again from the menu: what the page shows is asked for again, what was typed stays. */
function useRefreshOnReopen(refresh: number) {
  const seen = useRef(refresh)
  useEffect(() => {
    if (seen.current === refresh) return
    seen.current = refresh
    void queryClient.invalidateQueries({ refetchType: 'active' })
  }, [refresh])
}

const FrameView = memo(function FrameView({ frame, below }: FrameViewProps) {
  const may = useMay()
  const box = useScrollKept(frame.kept)
  useRefreshOnReopen(frame.refresh)
  const content =
    frame.page === null ? (
      <NotFound address={frame.address} />
    ) : may(frame.page.needs) ? (
      <PageView page={frame.page} />
    ) : (
      <NotAllowed title={frame.title} />
    )
  return (
    <div
      ref={box}
      data-address={frame.address}
      data-frame={frame.id}
      className={classes('yy-frame yy-pad-12 yy-stack yy-scroll', below !== null && 'has-back')}
    >
      {below !== null && (
        <div className="yy-back yy-row yy-gap-12 yy-fixed">
          <button type="button" className="yy-plain yy-inline" onClick={goBack}>
            <ChevronLeft size={16} aria-hidden />
            返回{below}
          </button>
          <span>{frame.title}</span>
        </div>
      )}
      <FrameContext value={frame}>
        <FrameIdContext value={frame.id}>
          <PageGuard title={frame.title} onRetry={() => refreshTab(tabOfFrame(frame.id))}>
            <Suspense fallback={<PageSkeleton />}>{content}</Suspense>
          </PageGuard>
        </FrameIdContext>
      </FrameContext>
    </div>
  )
})

const tabOfFrame = (id: number) =>
  tabs.store.getState().tabs.find((tab) => tab.frames.some((frame) => frame.id === id))?.key

/**
 * React takes hidden pages out of the layout, and all of it would have to be measured again when one comes back. They keep
 * their layout instead and are neither drawn, found nor reached (frames.css). Before the layout effects: whoever comes to
 * the front measures itself there.
 */
function useLaidOut(box: RefObject<HTMLDivElement | null>, front: number | undefined) {
  useInsertionEffect(() => {
    for (const one of box.current?.querySelectorAll<HTMLElement>(':scope > .yy-frame') ?? []) {
      const behind = Number(one.dataset.frame) !== front
      // Not inert, which every element inside would inherit: what is not drawn takes no focus.
      one.toggleAttribute('data-behind', behind)
      if (behind) one.style.removeProperty('display')
    }
  })
}

export function Frames() {
  const all = useTabs((state) => state.tabs)
  const active = useTabs((state) => state.active)
  const live = tabs.live()
  const box = useRef<HTMLDivElement>(null)
  const front = all.find((tab) => tab.key === active)?.frames.at(-1)?.id
  useLaidOut(box, front)
  return (
    <div className="yy-frames yy-relative yy-flex-1 yy-low" ref={box}>
      {all.flatMap((tab) =>
        tab.frames.map((frame, at) => {
          if (frame.id !== front && !live.has(frame.id)) return null
          return (
            <Activity key={`${frame.id}:${frame.version}`} mode={frame.id === front ? 'visible' : 'hidden'}>
              <FrameView frame={frame} below={at > 0 ? tab.frames[at - 1]!.title : null} />
            </Activity>
          )
        }),
      )}
    </div>
  )
}
