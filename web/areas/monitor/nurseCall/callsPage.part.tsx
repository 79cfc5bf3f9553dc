// The records of one family of call points, with the calls that are open now on top.
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '#contract/kit/call'
import type { OptionSet } from '#contract/kit/options'
import { alarm } from '#contract/monitor/alarm'
import { type CallRowData, nurseCall } from '#contract/monitor/nurseCall'
import { CallerType, type CallFamilyValue } from '#contract/monitor/words'
import { callPlace, severalNow } from '#web/areas/monitor/several'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import type { Columns } from '#web/kit/list/columns'
import { ListPage, type ListPageProps } from '#web/kit/list/ListPage'
import { dealType } from './dealType.part.tsx'
import { CallDetail } from './detail.part.tsx'
import { OpenCalls } from './openCalls.part.tsx'
import { CallStatistics } from './statistics.part.tsx'
import './calls.css'

interface CallsPageProps<C extends Call> {
  family: CallFamilyValue
  title: string
  call: C
  columns: Columns<C>
  tabs: { field: string; set: OptionSet<number> }
}

const placeOf = (row: CallRowData) => callPlace(row, severalNow())

export function CallsPage<C extends Call>({ family, title, call, columns, tabs }: CallsPageProps<C>) {
  const [opened, setOpened] = useState<CallRowData | null>(null)
  const [noting, setNoting] = useState<CallRowData | null>(null)
  const [counting, setCounting] = useState(false)
  const note = (row: CallRowData) => {
    setOpened(null)
    setNoting(row)
  }
  // All three lists answer the same rows.
  const own = {
    heading: (row: CallRowData) => `${placeOf(row)}・${CallerType.label(row.callerType)}呼叫`,
    open: setOpened,
    actions: [
      { title: '详情', onClick: setOpened },
      {
        title: (row: CallRowData) => (row.dealType === null ? '补记处理' : '修改处理'),
        link: '补记',
        needs: nurseCall.calls.note.needs,
        when: (row: CallRowData) => row.clearAt !== null,
        onClick: note,
      },
    ],
  } as unknown as Pick<ListPageProps<C>, 'heading' | 'open' | 'actions'>
  return (
    <ListPage
      call={call}
      columns={columns}
      rowKey={'callId' as ListPageProps<C>['rowKey']}
      title={title}
      tabs={tabs as NonNullable<ListPageProps<C>['tabs']>}
      refreshOn={[alarm.events.changed]}
      tools={[{ title: '统计', icon: <ChartColumn size={15} aria-hidden />, onClick: () => setCounting(true) }]}
      top={() => <OpenCalls onStatistics={() => setCounting(true)} />}
      empty={{ title: '还没有呼叫记录', text: '按下呼叫按钮后会立即出现在上方，清除后留在这里。' }}
      {...own}
    >
      <CallDetail row={opened} onNote={note} onClose={() => setOpened(null)} />
      <CallStatistics family={family} open={counting} onClose={() => setCounting(false)} />
      <FormDrawer
        open={noting !== null}
        call={nurseCall.calls.note}
        title={noting ? `补记处理：${placeOf(noting)}` : ''}
        columns={1}
        draft={false}
        initial={{ dealType: noting?.dealType ?? '', remark: noting?.remark ?? null }}
        also={{ callId: noting?.callId ?? '', version: noting?.version ?? null }}
        fields={{ dealType: { as: dealType }, remark: { placeholder: '需要交班的情况，可不填' } }}
        onClose={() => setNoting(null)}
      />
    </ListPage>
  )
}
