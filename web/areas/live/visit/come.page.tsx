import { useEffect, useState } from 'react'
import { type VisitRowData, VisitStay, visit } from '#contract/live/visit'
import { send } from '#web/kit/call'
import type { FormRequest } from '#web/kit/form/formOf'
import type { ListHandle, RowAction } from '#web/kit/list/acts'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { useAskedAct } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { printSlip } from './badge.part.tsx'
import { durationText, visitColumns } from './columns.tsx'
import { editForm, signInForm, signOutForm } from './forms.ts'
import { type Visited, VisitHistoryDrawer } from './history.part.tsx'
import './visit.css'

const MINUTE = 60_000
const refreshOn = [visit.events.changed]

/** One click; whoever stayed over night is asked for the time. */
async function signOut(row: VisitRowData, list: ListHandle): Promise<void> {
  if (row.stay === 'overnight') return list.openForm(signOutForm(row))
  const left = await send(visit.calls.signOut, { visitId: row.visitId }, { loading: true }).catch(() => null)
  void invalidate(visit)
  if (left) toast.success(`${row.visitor}已签离，停留 ${durationText(left.minutes)}`)
}

async function remove(row: VisitRowData): Promise<void> {
  const done = await confirmAct({
    title: `删除 ${row.visitor} ${row.inTime.slice(0, 16)} 的来访？`,
    effects: ['只用于登记错误；已经离开的请签离', '删除后不能恢复，操作日志中保留内容'],
    verb: '删除来访',
    safe: '不删除',
    danger: true,
    reason: { label: '删除原因', placeholder: '如：登记错人' },
    run: (reason, options) => send(visit.calls.remove, { visitId: row.visitId, reason }, options),
  })
  if (done === null) return
  toast.success('已删除来访')
  void invalidate(visit)
}

function Inside() {
  const { data } = useCall(visit.calls.counts, {})
  if (!data) return null
  return (
    <span className="yy-visit-summary yy-soft-ink">
      在院 <b className="yy-text-18 yy-strong">{data.people}</b> 人（{data.inside} 批）
      <span>
        今日来访 {data.todayPeople} 人次（{data.today} 批）
      </span>
    </span>
  )
}

const again = ({ oldmanId, visitor, phone, relation, type, manner, idCard }: VisitRowData) => ({
  oldmanId,
  visitor,
  phone,
  relation,
  type,
  manner,
  // The list shows it masked.
  ...(idCard?.includes('*') ? {} : { idCard }),
})

export default function Visits() {
  const [resident, setResident] = useState<Visited | null>(null)
  // Minutes go by without anybody touching the list.
  useEffect(() => {
    const timer = setInterval(() => void invalidate(visit), MINUTE)
    return () => clearInterval(timer)
  }, [])
  const arrived = (row: VisitRowData) => {
    if (row.stay !== null) toast.info('可在列表中打印访客单，离开时点“签离”')
  }
  const [asked, setAsked] = useState<FormRequest | null>(null)
  useAskedAct(({ act, resident }) => {
    if (act === 'add') setAsked(signInForm(resident ? { oldmanId: resident } : {}, arrived))
  })
  const actions: RowAction<VisitRowData>[] = [
    {
      title: '签离',
      needs: visit.calls.signOut.needs,
      when: (row) => row.stay !== null,
      onClick: (row, list) => void signOut(row, list),
    },
    { title: '访客单', onClick: (row) => void printSlip(row) },
    {
      title: '修改',
      needs: visit.calls.save.needs,
      onClick: async (row, list) => list.openForm(await editForm(row.visitId)),
    },
    {
      title: '再次登记',
      needs: visit.calls.add.needs,
      when: (row) => row.stay === null,
      onClick: (row, list) => list.openForm(signInForm(again(row), arrived)),
    },
    {
      title: '探访记录',
      when: (row) => row.oldmanId !== null,
      onClick: (row) => setResident({ oldmanId: row.oldmanId!, oldmanName: row.oldmanName ?? '' }),
    },
    { title: '删除', needs: visit.calls.remove.needs, danger: true, onClick: (row) => void remove(row) },
  ]
  return (
    <ListPage
      call={visit.calls.list}
      columns={visitColumns}
      rowKey="visitId"
      title="来访登记"
      tabs={{ field: 'stay', set: VisitStay }}
      chips={{ oldmanId: () => '所选老人的来访', fever: () => '体温偏高' }}
      create={{
        title: '登记来访',
        needs: visit.calls.add.needs,
        onClick: (list) => list.openForm(signInForm({}, arrived)),
      }}
      summary={<Inside />}
      heading={(row) => `${row.visitor}・${row.stay ? '在院' : row.outTime ? '已离开' : row.typeName}`}
      actions={actions}
      refreshOn={refreshOn}
      empty={{ title: '还没有来访', text: '有人来探视、参观或办事时，在这里登记。' }}
    >
      <FormHost form={asked} onClose={() => setAsked(null)} />
      <VisitHistoryDrawer resident={resident} onClose={() => setResident(null)} />
    </ListPage>
  )
}
