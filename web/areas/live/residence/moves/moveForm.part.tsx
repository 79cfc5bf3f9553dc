// What every form of a move shares: whom it is about, what it brings about, the version it was filled from, and whom to
// tell afterwards.
import type { ReactNode } from 'react'
import type { DataOf } from '#contract/kit/call'
import type { ResidenceDetailData } from '#contract/live/residence'
import { type ApplyKindValue, ApplyMove, type ApplyMoveValue } from '#contract/live/residenceApply'
import { moveNames } from '#contract/live/residenceWords'
import { ResidentHead } from '#web/areas/live/residence/head.part'
import type { MoveRequest, ResidentMove } from '#web/areas/live/residence/moves.part'
import type { SendInput } from '#web/kit/call'
import { type FormCall, FormDrawer, type FormDrawerProps } from '#web/kit/form/FormDrawer'
import { useLate } from '#web/kit/parts/Skeleton'
import './moves.css'

/** A move about to be made. */
export interface MoveAt {
  request: MoveRequest
  /** As it is now: it follows what others do meanwhile. */
  detail: ResidenceDetailData
  /** Version the drawer was opened with. */
  opened: number
  open: boolean
  onClose(): void
  onDone(): void
}

/** Lists and maps that show residents, beds or money of the residence. */
export const TOUCHED = [
  { area: 'live', name: 'archive' },
  { area: 'live', name: 'archiveSection' },
  { area: 'live', name: 'resident' },
  { area: 'live', name: 'outing' },
  { area: 'live', name: 'residenceAudit' },
  { area: 'home', name: 'roomMap' },
  { area: 'home', name: 'bench' },
  { area: 'expense', name: 'account' },
] as const

export const moveName = (move: ResidentMove) => (move === 'editLive' ? '修改居住信息' : moveNames[move])
export const titleOf = (at: MoveAt) => `${moveName(at.request.move)}・${at.detail.oldmanName}`

/** One's own move is pushed a moment before its answer; only what lasts is somebody else's. */
const OTHERS = 1500

export function MoveHead({ at }: { at: MoveAt }) {
  const others = useLate(at.open && at.detail.version !== at.opened, OTHERS)
  return (
    <ResidentHead
      row={at.detail}
      note={
        others && (
          <span className="yy-res-changed yy-amber" role="status">
            刚才有人改动了这位老人的居住信息，上面已是最新，请核对后再提交。
          </span>
        )
      }
    />
  )
}

interface EffectsProps {
  title?: string
  danger?: boolean
  effects: readonly ReactNode[]
}

/** What the move brings about, before it is made. */
export function Effects({ title = '提交后', danger, effects }: EffectsProps) {
  return (
    <section
      className={
        danger
          ? 'yy-effects yy-line-edge yy-soft yy-round-card yy-effects-danger'
          : 'yy-effects yy-line-edge yy-soft yy-round-card'
      }
      aria-label={title}
    >
      <h5 className="yy-ink yy-strong">{title}</h5>
      <ul>
        {effects.map((effect, index) => (
          <li className="yy-soft-ink" key={index}>
            {effect}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Shared = 'open' | 'title' | 'also' | 'draft' | 'touches' | 'onDone' | 'onClose' | 'head'
type MoveFormProps<C extends FormCall> = Omit<FormDrawerProps<C>, Shared> & {
  at: MoveAt
  /** Between the resident and the fields. */
  effects?: ReactNode
  done: string
  /** With the answer, before the lists are told. */
  onMoved?(data: DataOf<C>): void
  /** Of what the form changes; the resident's own unless told. */
  version?: number
  /** Where the organisation wants a second person, the form hands in an application. */
  review?: ApplyKindValue
}

export const draftOf = (call: FormCall, at: MoveAt) => `${call.key}:${at.detail.oldmanId}`

export const alsoOf = <C extends FormCall>(at: MoveAt, version = at.detail.version) =>
  ({ oldmanId: at.detail.oldmanId, version }) as unknown as Partial<SendInput<C>>

export function MoveForm<C extends FormCall>({ at, effects, version, onMoved, review, ...props }: MoveFormProps<C>) {
  const applies = review !== undefined && at.detail.review[review]
  const name = applies ? ApplyMove.label(at.request.move as ApplyMoveValue) : ''
  const form = {
    ...props,
    ...(applies && {
      verb: '提交申请',
      done: `${at.detail.oldmanName}的${name}申请已提交，等待审核`,
    }),
    open: at.open,
    title: titleOf(at),
    head: (
      <>
        <MoveHead at={at} />
        {applies && (
          <Effects
            title="需要审核"
            effects={[
              `本机构${name}需要审核：提交后由另一人审核，通过时才生效`,
              '审核之前可以撤回；床位在审核通过前不保留',
            ]}
          />
        )}
        {effects}
      </>
    ),
    also: alsoOf<C>(at, version),
    draft: draftOf(props.call, at),
    touches: TOUCHED,
    onDone: (data: DataOf<C>) => {
      onMoved?.(data)
      at.onDone()
    },
    onClose: at.onClose,
  } as unknown as FormDrawerProps<C>
  return <FormDrawer {...form} />
}
