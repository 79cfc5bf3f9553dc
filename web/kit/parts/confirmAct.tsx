// Before an act that is hard to take back: its object by name, its effects one by one, whether it can be undone, the
// reason where one is stored. The buttons carry the verb, and the focus starts on the safe one.

import { Button, Input, Modal } from 'antd'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { create } from 'zustand'
import type { SendOptions } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { QUESTION_LAYER } from '#web/kit/constants'
import './confirmAct.css'

export interface ConfirmRequest {
  /** Names the object and ends as a question: 作废收据 SJ202611120018？ */
  title: string
  effects?: readonly ReactNode[]
  /** 作废收据 */
  verb: string
  /** 不作废 */
  safe: string
  danger?: boolean
  reason?: { label: string; max?: number; optional?: boolean; placeholder?: string }
  /**
   * Done while the dialog stays; a refusal is shown in it and nothing typed is lost. `options` go to send(), so that
   * no toast repeats what the dialog says.
   */
  run?(reason: string, options: SendOptions): Promise<unknown>
}

interface Asked {
  request: ConfirmRequest
  answer(reason: string | null): void
}

const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }))

/** Answers the reason ('' when none was asked for), or null when the user chose the safe way. */
export function confirmAct(request: ConfirmRequest): Promise<string | null> {
  return new Promise((resolve) => {
    useAsked.getState().asked?.answer(null)
    useAsked.setState({
      asked: {
        request,
        answer: (reason) => {
          useAsked.setState({ asked: null })
          resolve(reason)
        },
      },
    })
  })
}

const REASON_MAX = 200
const shownHere: SendOptions = { handles: () => true, loading: true }

function Body({ asked }: { asked: Asked }) {
  const { request, answer } = asked
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const safe = useRef<HTMLButtonElement>(null)
  const field = useId()
  useEffect(() => safe.current?.focus(), [])

  const act = async () => {
    const said = reason.trim()
    if (request.reason && !request.reason.optional && said === '') {
      setProblem(`请填写${request.reason.label}`)
      document.getElementById(field)?.focus()
      return
    }
    if (!request.run) return answer(said)
    setProblem(null)
    setRunning(true)
    try {
      await request.run(said, shownHere)
      answer(said)
    } catch (error) {
      setRunning(false)
      if (error instanceof CallError) setProblem(error.message)
      else {
        answer(null)
        throw error
      }
    }
  }

  return (
    <div className="yy-confirm yy-flex yy-gap-12">
      <CircleAlert className="yy-fixed" size={22} color="#fff" fill="var(--warning)" aria-hidden />
      <div className="yy-grow">
        <h3>{request.title}</h3>
        {request.effects && request.effects.length > 0 && (
          <ul>
            {request.effects.map((effect, index) => (
              <li key={index}>{effect}</li>
            ))}
          </ul>
        )}
        {request.reason && (
          <div className="yy-confirm-reason yy-below-12 yy-stack yy-gap-6">
            <label htmlFor={field}>
              {!request.reason.optional && <i>*</i>}
              {request.reason.label}
            </label>
            <Input.TextArea
              id={field}
              autoSize={{ minRows: 1, maxRows: 5 }}
              maxLength={request.reason.max ?? REASON_MAX}
              placeholder={request.reason.placeholder}
              value={reason}
              disabled={running}
              onChange={(event) => {
                setReason(event.target.value)
                setProblem(null)
              }}
            />
          </div>
        )}
        {problem && (
          <p className="yy-confirm-problem yy-red" role="alert">
            {problem}
          </p>
        )}
        <div className="yy-above-16 yy-flex yy-ends yy-gap-8">
          <Button ref={safe} className="yy-confirm-safe" disabled={running} onClick={() => answer(null)}>
            {request.safe}
          </Button>
          <Button type="primary" danger={request.danger} loading={running} onClick={() => void act()}>
            {request.verb}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Stands once in the shell, inside the theme. */
export function ConfirmHost() {
  const asked = useAsked((state) => state.asked)
  const [shown, setShown] = useState<Asked | null>(null)
  // The last question stays while the dialog fades.
  if (asked && asked !== shown) setShown(asked)
  if (!shown) return null
  return (
    <Modal
      open={asked !== null}
      zIndex={QUESTION_LAYER}
      width={440}
      footer={null}
      closable={false}
      centered
      mask={{ closable: false }}
      focusable={{ focusTriggerAfterClose: true }}
      onCancel={() => asked?.answer(null)}
      // The dialog takes the focus to its first field when it has opened; the safe button is the better place.
      afterOpenChange={(open) => {
        if (open) document.querySelector<HTMLElement>('.yy-confirm-safe')?.focus()
      }}
      afterClose={() => setShown(null)}
    >
      {shown && <Body key={shown.request.title} asked={shown} />}
    </Modal>
  )
}
