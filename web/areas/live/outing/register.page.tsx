// 外出登记: who is out, who is late, who goes; applying, leaving, coming back. Bench and messages open it with
// ?phase=late, ?due=outNow or ?outId=…
import { History, Printer } from 'lucide-react'
import { useState } from 'react'
import { type OutingData, OutingPhase, outing } from '#contract/live/outing'
import { residence } from '#contract/live/residence'
import type { RowAction } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { useAskedAct } from '#web/kit/open'
import { AuditDrawer } from './auditDrawer.part.tsx'
import { outingColumns } from './columns.tsx'
import { OutingDrawer } from './detail.part.tsx'
import { outingActs, useOutingMoves } from './moves.part.tsx'
import { OutingFigures } from './now.part.tsx'
import { printSlips } from './slip.ts'

const DUE: Readonly<Record<string, string>> = {
  outNow: '现在在外',
  late: '逾期未归',
  dueToday: '今日应返回',
  backToday: '今日已返回',
  notLeft: '过期未离院',
}
const chips = {
  due: (value: unknown) => DUE[String(value)] ?? String(value),
  outId: () => '消息里的这张外出单',
  oldmanId: () => '一位老人的外出',
}
const tabs = { field: 'phase', set: OutingPhase }
const follows = [residence.events.changed]

export default function OutingRegister() {
  const [opened, setOpened] = useState<string | null>(null)
  const [auditing, setAuditing] = useState<string | null>(null)
  const moves = useOutingMoves()
  useAskedAct(({ act, resident }) => {
    if (act === 'register') moves.register(resident ?? undefined)
  })
  const open = (row: OutingData) => setOpened(row.outId)
  const actions: RowAction<OutingData>[] = [
    ...outingActs.map(
      ([act, title]): RowAction<OutingData> => ({
        title: (row) => (act === 'edit' && row.phase === 'declined' ? '重新提交' : title),
        move: act,
        danger: act === 'cancel',
        onClick: (row) => moves.open(act, row),
      }),
    ),
    {
      title: '审核',
      needs: outing.calls.pass.needs,
      when: (row) => row.phase === 'audit' || row.asked !== null,
      onClick: (row) => setAuditing(row.outId),
    },
    { title: '详情', onClick: open },
    {
      title: '打印外出单',
      icon: <Printer size={15} aria-hidden />,
      when: (row) => row.phase !== 'declined' && row.phase !== 'cancelled',
      onClick: (row) => void printSlips([row]),
    },
  ]
  return (
    <ListPage
      call={outing.calls.list}
      columns={outingColumns}
      rowKey="outId"
      title="外出登记"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      top={(list) => <OutingFigures onShow={(filter) => list.show(filter)} />}
      create={{ title: '登记外出', needs: outing.calls.register.needs, onClick: () => moves.register() }}
      tools={[
        {
          title: '补录',
          icon: <History size={15} aria-hidden />,
          needs: outing.calls.backfill.needs,
          onClick: () => moves.backfill(),
        },
      ]}
      open={open}
      heading={(row) => `${row.oldmanName}・${OutingPhase.label(row.phase)}`}
      actions={actions}
      batch={[{ title: '打印外出单', onClick: (rows) => void printSlips(rows) }]}
      empty={{ title: '还没有外出记录', text: '老人请假回家、就医或住院时，在这里登记，审核通过后才能离院。' }}
    >
      <OutingDrawer outId={opened} moves={moves} onClose={() => setOpened(null)} />
      <AuditDrawer outId={auditing} onClose={() => setAuditing(null)} />
      {moves.element}
    </ListPage>
  )
}
