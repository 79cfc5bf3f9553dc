// A sheet under the hand: what stands on it, what it comes to, how it is kept, and what others did to it meanwhile.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { assess } from '#contract/nursing/assess/engine'
import type { FieldValue, Kind } from '#contract/nursing/assess/kind'
import type { AssessResult, NewAnswerData } from '#contract/nursing/assessFields'
import { type AssessDetail, assessForm } from '#contract/nursing/assessForm'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { dropDraft, loadDraft, saveDraft } from '#web/kit/form/drafts'
import { useTab } from '#web/kit/open'
import { queryClient } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { submitAssessment } from './calls.ts'
import { type Filled, filledOf, withAnswer, withField, withInput, withOthers, withPending } from './filled.ts'
import { type Clash, countOf, createSaver, type HeadPart, type Pending, type SaveState } from './saver.ts'

const PASSING: readonly number[] = [0, 408, 999, 990, 500, 502, 503, 504]
/** By then the answer to one's own save is there. */
const OWN_ANSWER = 1_500
const CLASH = refusals.CHANGED_MEANWHILE[0]

const draftOf = (assessmentId: string) => `nursing.assessForm:${assessmentId}`
const detailOf = (assessmentId: string) => send(assessForm.calls.detail, { assessmentId }, { handles: () => true })

interface Told {
  /** Items and fields taken over from somebody else. */
  keys: readonly string[]
  byName: string | null
  at: string | null
}

const isPending = (value: unknown): value is Pending => {
  const one = value as Partial<Pending> | undefined
  return typeof one?.answers === 'object' && typeof one.inputs === 'object' && typeof one.fields === 'object'
}

export interface FillOptions {
  stacking: Kind['stacking']
  /** The head or the state is other than it was read. */
  onHead(): void
}

export function useFill(opened: AssessDetail, kind: Kind, { stacking, onHead }: FillOptions) {
  const { assessmentId } = opened
  const tab = useTab()
  const form = draftOf(assessmentId)
  const [kept] = useState(() => {
    const values = loadDraft(form)?.values.pending
    return isPending(values) && countOf(values) > 0 ? values : null
  })
  const [filled, setFilled] = useState<Filled>(() => {
    const stored = filledOf(opened)
    return kept ? withPending(stored, kept) : stored
  })
  const [head, setHead] = useState<Partial<HeadPart>>(kept?.head ?? {})
  const [save, setSave] = useState<SaveState>({ is: 'saved', at: opened.updateTime })
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const [told, setTold] = useState<Told | null>(null)
  const [result, setResult] = useState<AssessResult>(opened.result)
  const latest = useRef({ title: '', path: tab.address, onHead, filled })
  Object.assign(latest.current, { title: `评估 ${opened.oldmanName ?? ''}`, path: tab.address, onHead, filled })

  const [saver] = useState(() =>
    createSaver(opened.version, opened.updateTime, {
      send: (pending, version) =>
        submitAssessment(
          opened,
          {
            assessmentId,
            version,
            ...pending.head,
            answers: Object.values(pending.answers),
            inputs: Object.entries(pending.inputs).map(([key, value]) => ({ key, value })),
            fields: Object.entries(pending.fields).map(([key, value]) => ({ key, value })),
          },
          { handles: () => true, silent: true },
        ),
      read: () => detailOf(assessmentId),
      passing: (error) => error instanceof CallError && PASSING.includes(error.code),
      clashing: (error) => error instanceof CallError && error.code === CLASH,
      wordsOf: (error) => (error instanceof Error ? error.message : String(error)),
      later: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      onState: setSave,
      onSaved: (saved) => {
        setResult(saved.result)
        if (saved.headChanged) latest.current.onHead()
      },
      onOthers: (others) => {
        setFilled((now) => withOthers(now, others))
        const all = [...others.answers, ...others.inputs, ...others.fields]
        const [first] = all.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
        const keys = all.map((one) => ('itemId' in one ? one.itemId : one.key))
        if (first) setTold({ keys, byName: first.byName, at: first.at })
      },
      onClash: (all) => setClashes(all),
      onPending: (pending) => {
        const { title, path } = latest.current
        if (countOf(pending) === 0) dropDraft(form)
        else saveDraft({ form, title, path, values: { pending } })
      },
    }),
  )

  // What an earlier visit could not send goes first.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (kept) saver.add(kept)
  }, [kept, saver])

  // Back in the net: at once, and not when the next try is due.
  useEffect(() => {
    const again = () => saver.again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [saver])

  // Somebody else saved the same sheet: told at once, not at one's own next answer. One's own saves are told as well.
  useEvent(assessForm.events.saved, ({ assessmentId: of, version }) => {
    if (of !== assessmentId || version <= saver.version()) return
    setTimeout(() => {
      if (version <= saver.version()) return
      void detailOf(assessmentId)
        .then((now) => {
          if (now.version <= saver.version()) return
          saver.meet(now)
          setResult(now.result)
          latest.current.onHead()
        })
        // The next answer meets it anyway.
        .catch(() => undefined)
    }, OWN_ANSWER)
  })

  const answer = useCallback(
    (given: NewAnswerData) => {
      setFilled((now) => withAnswer(now, given))
      saver.add({ answers: { [given.itemId]: given } })
    },
    [saver],
  )
  const input = useCallback(
    (key: string, value: number | null) => {
      setFilled((now) => withInput(now, key, value))
      saver.add({ inputs: { [key]: value } })
    },
    [saver],
  )
  const field = useCallback(
    (key: string, value: FieldValue | null) => {
      setFilled((now) => withField(now, key, value))
      saver.add({ fields: { [key]: value } })
    },
    [saver],
  )
  const changeHead = useCallback(
    (part: Partial<HeadPart>) => {
      setHead((now) => ({ ...now, ...part }))
      saver.add({ head: part })
    },
    [saver],
  )

  const assessed = useMemo(
    () => assess(kind, filled.answers, filled.inputs, { stacking, fields: filled.fields }),
    [kind, filled, stacking],
  )

  return {
    kind,
    stacking,
    filled,
    head,
    assessed,
    result,
    save,
    clashes,
    told,
    answer,
    input,
    field,
    changeHead,
    saver,
    unsent: () => countOf(saver.unsent()),
    forgetTold: () => setTold(null),
    settle: saver.settleClash.bind(saver),
  }
}
export type FillHandle = ReturnType<typeof useFill>

/** After it was finished or voided elsewhere: everything of it is asked for again. */
export const refreshAssessments = () =>
  Promise.all(
    ['nursing.assessForm', 'nursing.assessment', 'nursing.assessFigures', 'live.archiveSection', 'live.archive'].map(
      (noun) => queryClient.invalidateQueries({ queryKey: [noun] }),
    ),
  )
