// One drawer for every move: who it is about, whether it may be made now, and the form of the move.
import { type ComponentType, useState } from 'react'
import { residence } from '#contract/live/residence'
import { ResidenceStatus } from '#contract/live/resident'
import { ResidentHead } from '#web/areas/live/residence/head.part'
import type { MoveRequest, ResidentMove } from '#web/areas/live/residence/moves.part'
import { Applications, waitingFor } from '#web/areas/live/review/applications.part'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones, useLate } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { AdjustBedDrawer } from './adjustBed.part.tsx'
import { CancelReserveDrawer } from './cancelReserve.part.tsx'
import { ChangeLevelDrawer } from './changeLevel.part.tsx'
import { CheckInDrawer } from './checkIn.part.tsx'
import { CheckOutDrawer } from './checkOut.part.tsx'
import { EditLiveDrawer } from './editLive.part.tsx'
import { ExchangeBedDrawer } from './exchangeBed.part.tsx'
import { ExtendTrialDrawer } from './extendTrial.part.tsx'
import { type MoveAt, moveName } from './moveForm.part.tsx'
import { RemoveStay } from './removeStay.part.tsx'
import { ReserveDrawer } from './reserve.part.tsx'
import { ResidentChoice } from './residentChoice.part.tsx'
import { SettleBookingDrawer } from './settleBooking.part.tsx'
import { TrialDrawer } from './trial.part.tsx'
import { SLOW } from './waiting.part.tsx'
import { WithReasonDrawer } from './withReason.part.tsx'

const FORMS: Readonly<Record<ResidentMove, ComponentType<{ at: MoveAt }>>> = {
  reserve: ReserveDrawer,
  changeReserve: ReserveDrawer,
  cancelReserve: CancelReserveDrawer,
  waitAgain: WithReasonDrawer,
  settleBooking: SettleBookingDrawer,
  trial: TrialDrawer,
  extendTrial: ExtendTrialDrawer,
  checkIn: CheckInDrawer,
  adjustBed: AdjustBedDrawer,
  exchangeBed: ExchangeBedDrawer,
  changeLevel: ChangeLevelDrawer,
  checkOut: CheckOutDrawer,
  undoCheckOut: WithReasonDrawer,
  readmit: WithReasonDrawer,
  removeStay: RemoveStay,
  editLive: EditLiveDrawer,
}

export interface MoveDrawerProps {
  request: MoveRequest
  open: boolean
  onClose(): void
  onDone?(move: ResidentMove, oldmanId: string): void
}

export default function MoveDrawer(props: MoveDrawerProps) {
  const { request, open, onClose } = props
  const [oldmanId, setOldmanId] = useState(request.oldmanId ?? null)
  if (oldmanId === null)
    return <ResidentChoice request={request} open={open} onChoose={setOldmanId} onClose={onClose} />
  return <OfResident {...props} oldmanId={oldmanId} />
}

function OfResident({ request, open, onClose, onDone, oldmanId }: MoveDrawerProps & { oldmanId: string }) {
  const answer = useCall(residence.calls.detail, { oldmanId }, { staleTime: 0 })
  const { data: detail, error, refetch, isFetchedAfterMount } = answer
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (oldmanIds.includes(oldmanId)) void refetch()
  })
  // Decided once: a form that stands is never taken away, whatever others do meanwhile.
  const [started, setStarted] = useState<{ allowed: boolean; version: number; waits: boolean } | null>(null)
  const fresh = detail !== undefined && isFetchedAfterMount
  if (fresh && started === null) {
    const allowed = request.move === 'editLive' ? detail.stayId !== null : detail.can.includes(request.move)
    setStarted({ allowed, version: detail.version, waits: waitingFor(detail, request.move).length > 0 })
  }
  const late = useLate(started === null, SLOW)
  const title = detail ? `${moveName(request.move)}・${detail.oldmanName}` : moveName(request.move)
  if (!detail || started === null) {
    if (!error && (!late || request.move === 'removeStay')) return null
    return (
      <SideDrawer open={open} title={title} onClose={onClose}>
        {error ? (
          <ErrorBlock what="老人的居住信息" error={error} onRetry={() => void refetch()} />
        ) : (
          <BlockBones lines={8} />
        )}
      </SideDrawer>
    )
  }
  if (!started.allowed) {
    return (
      <SideDrawer open={open} title={title} onClose={onClose}>
        <ResidentHead row={detail} />
        <Empty
          title={`现在不能${moveName(request.move)}`}
          text={`${detail.oldmanName}现在的状态是“${ResidenceStatus.label(detail.status)}”，或您没有这项权限。别人可能刚刚办理过，请刷新列表再看。`}
        />
      </SideDrawer>
    )
  }
  if (started.waits) {
    return (
      <SideDrawer open={open} title={title} width={720} onClose={onClose}>
        <ResidentHead row={detail} />
        <Applications of={waitingFor(detail, request.move)} />
      </SideDrawer>
    )
  }
  const Move = FORMS[request.move]
  return (
    <Move
      at={{
        request,
        detail,
        opened: started.version,
        open,
        onClose,
        onDone: () => onDone?.(request.move, oldmanId),
      }}
    />
  )
}
