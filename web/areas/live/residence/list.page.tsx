// 居住管理: everybody by status, with the moves each may make now. Bench and messages open it with ?due=…
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { type ResidenceRowData, residence } from '#contract/live/residence'
import { moveNames } from '#contract/live/residenceWords'
import { IN_HOUSE, ResidenceStatus } from '#contract/live/resident'
import { archivePath } from '#web/areas/live/residentCell.part'
import type { RowAction } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage, useAskedAct } from '#web/kit/open'
import { residenceColumns } from './columns.tsx'
import { ResidenceDrawer } from './detail.part.tsx'
import { moveActions, useResidentMoves } from './moves.part.tsx'
import { ResidenceSettingDrawer } from './setting.part.tsx'
import { settleAction } from './settle.ts'

/** What the bench counts, in its words. */
const DUE: Readonly<Record<string, string>> = {
  trialEnding: '试住即将到期',
  reserveExpired: '预订已过期',
  bookingLoose: '预订金待处理',
  contractEnding: '合同即将到期',
  outOverdue: '外出逾期未归',
  outNow: '正在外出',
  toSettle: '退住待结算',
}
const chips = { due: (value: unknown) => DUE[String(value)] ?? String(value) }
const tabs = { field: 'status', set: ResidenceStatus }
const follows = [residence.events.changed]
const ALL_MOVES = moveActions(Object.keys(moveNames))

export default function ResidenceList() {
  const moves = useResidentMoves()
  const [opened, setOpened] = useState<string | null>(null)
  const [setting, setSetting] = useState(false)
  useAskedAct(({ act, resident }) => {
    const asked = ALL_MOVES.find((one) => one.move === act)
    if (asked) moves.open(asked.move, resident ? { oldmanId: resident } : {})
  })
  const actions: RowAction<ResidenceRowData>[] = [
    { title: '详情', onClick: (row) => setOpened(row.oldmanId) },
    settleAction,
    ...ALL_MOVES.map(
      ({ move, title, danger }): RowAction<ResidenceRowData> => ({
        title,
        move,
        danger,
        onClick: (row) => moves.open(move, { oldmanId: row.oldmanId }),
      }),
    ),
    {
      title: '修改居住信息',
      needs: residence.calls.editLive.needs,
      when: (row) => IN_HOUSE.includes(row.status),
      onClick: (row) => moves.open('editLive', { oldmanId: row.oldmanId }),
    },
    { title: '打开档案', needs: 'live:archive:list', onClick: (row) => openPage(archivePath(row.oldmanId)) },
  ]
  return (
    <ListPage
      call={residence.calls.list}
      columns={residenceColumns}
      rowKey="oldmanId"
      title="居住名单"
      unit="人"
      tabs={tabs}
      chips={chips}
      refreshOn={follows}
      open={(row) => setOpened(row.oldmanId)}
      heading={(row) => `${row.oldmanName}・${ResidenceStatus.label(row.status)}`}
      actions={actions}
      tools={[
        {
          title: '居住设置',
          icon: <Settings2 size={15} aria-hidden />,
          needs: residence.calls.saveSetting.needs,
          onClick: () => setSetting(true),
        },
      ]}
      empty={{ title: '还没有老人', text: '在“老人档案”建档后，就可以在这里预订、试住和办理入住。' }}
    >
      <ResidenceDrawer oldmanId={opened} moves={moves} onClose={() => setOpened(null)} />
      <ResidenceSettingDrawer open={setting} onClose={() => setSetting(false)} />
      {moves.element}
    </ListPage>
  )
}
