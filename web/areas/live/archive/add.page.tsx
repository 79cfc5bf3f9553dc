// 新增档案: the form in steps, with a draft on this computer; afterwards what a clerk does next.
import { Button } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { ago } from '#web/kit/ago'
import type { Values } from '#web/kit/form/SchemaForm'
import { usePageState, useTab } from '#web/kit/open'
import { toast } from '#web/kit/toast'
import { dropOldmanDraft, isWorthKeeping, loadOldmanDraft, saveOldmanDraft } from './draft.ts'
import { Finished } from './finished.part.tsx'
import { ArchiveForm, emptyArchive, type MadeArchive } from './form.part.tsx'

const WAIT = 600

const wallClock = (at: number) => dayjs(at).format('YYYY-MM-DD HH:mm:ss')

/** Keeps what is typed a moment after the typing, and at once when the page goes away. */
function useKeeping(step: number) {
  const latest = useRef<{ values: Values; step: number } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (latest.current) latest.current.step = step
  const keep = useRef(() => {
    clearTimeout(timer.current)
    const now = latest.current
    if (!now) return
    if (isWorthKeeping(now.values, emptyArchive)) saveOldmanDraft(now.values, now.step)
    else dropOldmanDraft()
  }).current
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  return {
    touch: (values: Values) => {
      latest.current = { values, step }
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, WAIT)
    },
    forget: () => {
      clearTimeout(timer.current)
      latest.current = null
      dropOldmanDraft()
    },
  }
}

export default function AddArchive() {
  const [draft, setDraft] = useState(loadOldmanDraft)
  const [round, setRound] = useState(0)
  const [step, setStep] = useState(draft?.step ?? 0)
  const [made, setMade] = usePageState<MadeArchive | null>('made', null)
  const kept = useKeeping(step)
  const tab = useTab()
  const startAgain = () => {
    kept.forget()
    setDraft(null)
    setMade(null)
    setStep(0)
    setRound((now) => now + 1)
  }
  if (made) {
    return (
      <Finished made={made}>
        <Button onClick={startAgain}>再建一份</Button>
        <Button type="text" onClick={tab.back}>
          回到列表
        </Button>
      </Finished>
    )
  }
  return (
    <ArchiveForm
      key={round}
      initial={draft ? { ...emptyArchive, ...draft.values } : emptyArchive}
      step={step}
      onStep={setStep}
      onValues={kept.touch}
      onMade={(one) => {
        kept.forget()
        setMade(one)
      }}
      top={
        draft && (
          <div className="yy-form-note yy-row yy-gap-12 yy-below-16 yy-pad-8-12 yy-soft yy-round" role="status">
            <span>已恢复{ago(wallClock(draft.at))}没有保存的内容，请接着填写。</span>
            <Button
              size="small"
              onClick={() => {
                startAgain()
                toast.success('草稿已丢弃')
              }}
            >
              丢弃草稿
            </Button>
          </div>
        )
      }
    />
  )
}
