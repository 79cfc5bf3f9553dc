// Everything that can be done with an outing, for the register, the resident's archive and the room map alike:
// const moves = useOutingMoves(); moves.open('affirm', row); moves.register(oldmanId); {moves.element}
import { useState } from 'react'
import { type OutingData, outing } from '#contract/live/outing'
import { newRequestNo, send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { longText } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { BackfillDrawer } from './backfill.part.tsx'
import { OutingHead } from './marks.part.tsx'
import { health, laterThan } from './planFields.part.tsx'
import { EditDrawer, RegisterDrawer } from './planForm.part.tsx'
import { lengthText, nowText } from './times.ts'

const { calls } = outing
const TOUCHED = [outing, { area: 'live', name: 'residence' }] as const

interface MoveProps {
  open: boolean
  row: OutingData
  onClose(): void
}

const about = ({ outId, version }: OutingData) => ({ outId, version })

function DepartDrawer({ open, row, onClose }: MoveProps) {
  return (
    <FormDrawer
      open={open}
      call={calls.depart}
      title={`登记离院・${row.oldmanName}`}
      verb="登记离院"
      columns={1}
      draft={false}
      head={<OutingHead row={row} />}
      initial={{ actualOut: nowText() }}
      also={about(row)}
      fields={{
        actualOut: {
          as: datetime,
          props: { to: nowText().slice(0, 10) },
          check: (value) => (value ? null : '请填写离院时间'),
        },
      }}
      result={() => `计划 ${row.planReturn.slice(0, 16)} 返回`}
      touches={TOUCHED}
      done={`${row.oldmanName}已登记离院`}
      onClose={onClose}
    />
  )
}

function AffirmDrawer({ open, row, onClose }: MoveProps) {
  return (
    <FormDrawer
      open={open}
      call={calls.affirm}
      title={`登记返回・${row.oldmanName}`}
      verb="登记返回"
      columns={1}
      draft={false}
      head={<OutingHead row={row} />}
      initial={{ actualReturn: nowText() }}
      also={about(row)}
      fields={{
        actualReturn: {
          as: datetime,
          props: { from: row.actualOut?.slice(0, 10), to: nowText().slice(0, 10) },
          check: (value) => {
            if (!value) return '请填写返回时间'
            return row.actualOut && value < row.actualOut ? `不能早于离院时间 ${row.actualOut.slice(0, 16)}` : null
          },
        },
        returnHealth: { as: health, check: (value) => (value ? null : '请填写返回时的身体状况') },
      }}
      result={() =>
        row.phase === 'late' && <b className="yy-outing-late yy-red yy-strong">逾期 {lengthText(row.lateMinutes)}</b>
      }
      touches={TOUCHED}
      done={`${row.oldmanName}已登记返回`}
      onClose={onClose}
    />
  )
}

function PostponeDrawer({ open, row, onClose }: MoveProps) {
  const late = row.phase === 'late'
  // Somebody who is late counts from now.
  const from = late ? nowText() : row.planReturn
  return (
    <FormDrawer
      open={open}
      call={calls.postpone}
      title={`外出延期・${row.oldmanName}`}
      verb="提交延期"
      columns={1}
      draft={false}
      head={<OutingHead row={row} />}
      also={about(row)}
      fields={{
        newReturn: {
          as: laterThan(from),
          hint: late ? '从现在起算' : `从原来的 ${row.planReturn.slice(0, 16)} 起算`,
          check: (value) => (value && value <= row.planReturn ? `应晚于原来的 ${row.planReturn.slice(0, 16)}` : null),
        },
        reason: { as: longText, placeholder: '如：医生建议再观察两天' },
      }}
      touches={TOUCHED}
      done="延期已提交"
      onClose={onClose}
    />
  )
}

/** Asks for the reason, then calls it off. */
async function cancelOuting(row: OutingData): Promise<void> {
  const requestNo = newRequestNo()
  const reason = await confirmAct({
    title: `取消${row.oldmanName}的外出？`,
    effects: [
      `${row.outTypeName}，${row.planOut.slice(0, 16)} 至 ${row.planReturn.slice(0, 16)}`,
      '取消后不能恢复，需要时请重新登记',
    ],
    verb: '取消外出',
    safe: '不取消',
    danger: true,
    reason: { label: '取消原因', placeholder: '如：家属临时有事' },
    run: (said, options) => send(calls.cancellation, { ...about(row), reason: said }, { ...options, requestNo }),
  })
  if (reason === null) return
  toast.success(`${row.oldmanName}的外出已取消`)
  await invalidate(outing)
}

const drawers = { edit: EditDrawer, depart: DepartDrawer, affirm: AffirmDrawer, postpone: PostponeDrawer }
type DrawnMove = keyof typeof drawers
export type OutingAct = DrawnMove | 'cancel'

/** The verbs as buttons say them, in the order they are needed. */
export const outingActs: readonly (readonly [act: OutingAct, title: string])[] = [
  ['affirm', '返回'],
  ['depart', '离院'],
  ['postpone', '延期'],
  ['edit', '修改'],
  ['cancel', '取消'],
]

export interface OutingMovesHandle {
  open(act: OutingAct, row: OutingData): void
  register(oldmanId?: string): void
  /** From a paper register, after it happened. */
  backfill(oldmanId?: string): void
  element: React.ReactNode
}

export function useOutingMoves(onRegistered?: (row: OutingData) => void): OutingMovesHandle {
  const [at, setAt] = useState<{ act: DrawnMove; row: OutingData } | null>(null)
  const [open, setOpen] = useState(false)
  const [registering, setRegistering] = useState<{ open: boolean; oldmanId?: string | undefined }>({ open: false })
  const [backfilling, setBackfilling] = useState<{ open: boolean; oldmanId?: string | undefined }>({ open: false })
  const Drawer = at ? drawers[at.act] : null
  return {
    open: (act, row) => {
      if (act === 'cancel') return void cancelOuting(row)
      setAt({ act, row })
      setOpen(true)
    },
    register: (oldmanId) => setRegistering({ open: true, oldmanId }),
    backfill: (oldmanId) => setBackfilling({ open: true, oldmanId }),
    element: (
      <>
        {at && Drawer && (
          <Drawer key={`${at.act}${at.row.outId}`} open={open} row={at.row} onClose={() => setOpen(false)} />
        )}
        <RegisterDrawer
          open={registering.open}
          oldmanId={registering.oldmanId}
          onDone={onRegistered}
          onClose={() => setRegistering((now) => ({ ...now, open: false }))}
        />
        <BackfillDrawer
          open={backfilling.open}
          oldmanId={backfilling.oldmanId}
          onClose={() => setBackfilling((now) => ({ ...now, open: false }))}
        />
      </>
    ),
  }
}
