import { Button } from 'antd'
import { useState } from 'react'
import { type SettleRowData, settlement } from '#contract/expense/settlement'
import { SettleState, settleNeeds } from '#contract/expense/settlementWords'
import { residence } from '#contract/live/residence'
import { IN_HOUSE } from '#contract/live/resident'
import { ResidentPicker } from '#web/areas/live/public'
import type { RowAction } from '#web/kit/list/acts'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useCall } from '#web/kit/query'
import { settleColumns } from './columns.tsx'
import { printSettle } from './printSettle.tsx'

const chips = { toSign: () => '待我会签' }
const refreshOn = [residence.events.changed]
const open = (row: Pick<SettleRowData, 'oldmanId' | 'settleId'>) =>
  openPage(settlement.pages.detail.path, {
    oldmanId: row.oldmanId,
    ...(row.settleId && { settleId: row.settleId }),
  })

const actions: RowAction<SettleRowData>[] = [
  { title: '办理结算', link: '结算', when: (row) => row.state === 'OPEN', needs: settleNeeds.edit, onClick: open },
  { title: '会签与确认', link: '确认', when: (row) => row.state === 'SUBMITTED', onClick: open },
  { title: '详情', when: (row) => row.state === 'CONFIRMED', onClick: open },
  {
    title: '打印结算单',
    link: '打印',
    when: (row) => row.state !== 'OPEN',
    onClick: (row) => void printSettle(row.oldmanId, row.settleId),
  },
]

/** Where the home settles before anybody leaves, the settlement begins with a resident. */
function EarlyDrawer({ open: shown, onClose }: { open: boolean; onClose(): void }) {
  const [oldmanId, setOldmanId] = useState<string | null>(null)
  return (
    <SideDrawer
      open={shown}
      title="先结算后退住"
      onClose={onClose}
      foot={
        <DrawerFoot note={<span className="yy-none">结算确认后，再到居住管理办理退住。</span>}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            disabled={!oldmanId}
            onClick={() => {
              onClose()
              open({ oldmanId: oldmanId!, settleId: null })
            }}
          >
            开始结算
          </Button>
        </DrawerFoot>
      }
    >
      <p>选择准备退住的老人：</p>
      <ResidentPicker value={oldmanId} onChange={setOldmanId} statuses={IN_HOUSE} />
    </SideDrawer>
  )
}

export default function Settlements() {
  const [early, setEarly] = useState(false)
  const setting = useCall(residence.calls.setting, {}, { silent: true })
  const first = setting.data?.settleBeforeCheckout === true
  return (
    <ListPage
      call={settlement.calls.list}
      columns={settleColumns}
      rowKey="settleId"
      title="退住结算"
      unit="张"
      tabs={{ field: 'state', set: SettleState, counts: settlement.calls.counts, all: false }}
      {...(first && {
        create: { title: '先结算后退住', needs: settleNeeds.edit, onClick: () => setEarly(true) },
      })}
      chips={chips}
      actions={actions}
      open={open}
      heading={(row) => `${row.oldmanName}・${SettleState.label(row.state)}`}
      refreshOn={refreshOn}
      empty={{
        title: '没有这种状态的结算单',
        text: first ? '本机构先结算后退住，点“先结算后退住”开始。' : '在居住管理为老人办理退住后，结算单会出现在这里。',
      }}
    >
      <EarlyDrawer open={early} onClose={() => setEarly(false)} />
    </ListPage>
  )
}
